// Units: natural logarithms inside, log10 for readers.
import * as kernels from "./kernels.js";

export const LN10 = Math.log(10);

export const scales = ["log10", "ln", "log2", "lr", "prob", "score"];

// Nats in one unit of the scale; NaN if values are ratios.
export const unitOf = { log10: LN10, ln: 1, log2: Math.log(2), lr: NaN, score: 1 };

export function toLn(value, scale) {
  if (scale === "lr") return value.map(Math.log);
  const unit = unitOf[scale];
  if (unit === 1) return value;
  return value.map((x) => bounded(x, x * unit));
}

// A finite log10 LR near the largest double must not become infinite in other units.
const bounded = (x, scaled) =>
  (Number.isFinite(x) && !Number.isFinite(scaled) ? Math.sign(x) * Number.MAX_VALUE : scaled);

export function toLog10(value, scale) {
  if (scale === "log10" || scale === "score") return value;
  if (scale === "lr") return value.map(Math.log10);
  return kernels.commonLog(value, scale === "ln" ? LN10 : 1 / Math.log10(2));
}

export const lnToLog10 = (llr) => kernels.commonLog(llr, LN10);

export const lnToLog10One = (llr) => lnToLog10([llr])[0];

export const bits = (nats) => nats / Math.log(2);

export const softplus = (x) => (x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x)));

export const plogis = (x) => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));

export const qlogis = (p) => Math.log(p) - Math.log1p(-p);

// ln LRs of posterior probabilities with a known prior, rounded as by qlogis() of R.
export const posteriorToLn = (value, prior) => {
  const logOdds = (p) => Math.log(p / (1 - p));
  return value.map((p) => logOdds(p) - logOdds(prior));
};

// The name of a column of thresholds, and a threshold on the scale of the user, as in R.
export function thresholdName({ scale, posterior }) {
  const given = posterior ? "prob" : scale;
  if (["log10", "score"].includes(given)) return "threshold";
  return ["lr", "prob"].includes(given) ? `threshold_${given}` : `threshold_${given}_lr`;
}

export const thresholdOf = ({ posterior }, x) => (posterior ? plogis(x + qlogis(posterior.prior)) : x);

// Halves are rounded to the even neighbour, as by R.
export function roundEven(x) {
  const down = Math.floor(x);
  return x - down === 0.5 ? down + Math.abs(down % 2) : Math.round(x);
}
