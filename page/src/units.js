// Units: natural logarithms inside, log10 for readers.
import * as kernels from "./kernels.js";

export const LN10 = Math.log(10);

export const scales = ["log10", "ln", "log2", "lr", "prob", "score"];

export const toLn = (value, scale) => kernels.convert(value, scale, "ln");

export const toLog10 = (value, scale) => kernels.convert(value, scale, "log10");

export const lnToLog10 = (llr) => toLog10(llr, "ln");

export const lnToLog10One = (llr) => lnToLog10([llr])[0];

export const bits = (nats) => nats / Math.log(2);

export const softplus = (x) => (x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x)));

export const plogis = (x) => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));

export const qlogis = (p) => Math.log(p) - Math.log1p(-p);

// ln LRs of posterior probabilities with a known prior.
export const posteriorToLn = (value, prior) => kernels.llrOfPosterior(value, prior);

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
