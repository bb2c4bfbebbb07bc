// Limits of calibrated LRs, from the covariance of slope and offset, as predict(fit, level = 0.95)
// in R gives them by comparison.
import { bearable } from "./calibrate.js";
import { qt } from "./distributions.js";
import { finiteRange } from "./fit-json.js";
import { level } from "./intervals.js";
import { sizesOf } from "./system.js";
import { LN10, lnToLog10, toLn } from "./units.js";

// Limits in log10 LR of the LRs of ln LRs or scores; null if there are none, as for PAV.
export function limitsOf(system, fit, value) {
  if (fit.method !== "logistic" || !Array.from(fit.vcov).every(Number.isFinite)) return null;
  const line = spreadOf(system, fit);
  const ends = Array.from(toLn(Float64Array.from(finiteRange(system)), system.scale));
  const most = bearable(system).map((x) => x * LN10);
  const limits = Array.from(value, (x) => (Number.isFinite(x) ? within(line, x, ends, most) : [x, x]));
  const end = (k) => lnToLog10(Float64Array.from(limits, (one) => one[k]));
  return { lower: end(0), upper: end(1) };
}

function spreadOf(system, fit) {
  const times = qt((1 + level) / 2, Math.max(Math.min(...sizesOf(system)) - 1, 1));
  const [slope, both, , offset] = fit.vcov;
  return (x) => {
    const llr = fit.slope * x + fit.offset;
    const half = times * Math.sqrt((slope * x + both) * x + (both * x + offset));
    return [llr - half, llr + half, llr];
  };
}

// Beyond the training comparisons the limits include those at the nearest comparison, and no limit
// exceeds the LR that the number of comparisons can support.
function within(line, x, ends, most) {
  let [lower, upper, llr] = line(x);
  if (ends.every(Number.isFinite)) {
    if (x > ends[1]) [lower, upper] = [Math.min(lower, line(ends[1])[0]), Math.max(upper, line(ends[1])[1])];
    if (x < ends[0]) [lower, upper] = [Math.min(lower, line(ends[0])[0]), Math.max(upper, line(ends[0])[1])];
  }
  return [Math.min(lower, most[1], llr), Math.max(upper, most[0], llr)];
}
