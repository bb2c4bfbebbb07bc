// A calibration as JSON that read_calibrant() reads; its help page has the format.
import { countsOf, effectiveSizesOf, rangeOf, sizesOf } from "./system.js";

// JSON has no infinite numbers: these are strings.
const number = (x) => (Number.isFinite(x) ? x : x > 0 ? "Inf" : "-Inf");
const numbers = (x) => Array.from(x, number);

export function fitJson({ fit, bounds, bound, system, set }) {
  const totals = effectiveSizesOf(system);
  const [n1, n2] = sizesOf(system);
  const record = {
    format: "calibrant calibration",
    version: 1,
    method: fit.method,
    prior: fit.prior,
    settings: fit.method === "logistic" ? { penalty: fit.lambda } : { infinite: "keep" },
    input: set.scale === "score" ? "score" : "ln_lr",
    scale: set.scale,
    output: "ln_lr",
    labels: set.labels,
    weighted: system.weight !== null,
    systems: [{
      name: set.named ? system.name : null,
      n_h1: n1,
      n_h2: n2,
      totals,
      range: numbers(finiteRange(system)),
      function: fit.method === "logistic"
        ? { type: "affine", slope: fit.slope, offset: fit.offset }
        : { type: "blocks", min: numbers(fit.min), max: numbers(fit.max), log10_lr: numbers(fit.log10_lr) },
      statistics: fit.method === "logistic" ? {
        vcov: fit.vcov, vcov_hessian: fit.vcovHessian, objective: [fit.objective],
        minimum: [fit.minimum], iterations: [fit.steps],
      } : { objective: [number(fit.objective)], df: [fit.min.length] },
    }],
    ...(bounds ? { bounds: { method: bound, lower: number(bounds.lower), upper: number(bounds.upper) } } : {}),
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

// Range of the finite values, on the scale of the set.
export function finiteRange(system) {
  const { value } = countsOf(system);
  const isFinite_ = system.scale === "lr" ? (x) => x > 0 && Number.isFinite(x) : Number.isFinite;
  const finite = value.filter(isFinite_);
  return finite.length > 0 ? [finite[0], finite[finite.length - 1]] : rangeOf(system, "n_h1");
}
