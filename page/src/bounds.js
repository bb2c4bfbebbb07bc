// Bounds of the LRs that a number of comparisons supports, as log10 LRs.
import { effectiveOf, itemsOf, log10Of } from "./system.js";

const slack = 1e-12;

// Empirical lower and upper bound (Vergeer et al. 2016), exact.
export function elub(system) {
  const { n_h1, n_h2, totals } = effectiveOf(system);
  const at = log10Of(system);
  const n = at.length;
  if (utilityAtOne(system) < -slack) return { lower: 0, upper: 0 };
  const odds = (totals[1] + 1) / (totals[0] + 1);
  let lower = -Infinity;
  let upper = Infinity;
  let passed1 = 0;
  let passed2 = 0;
  for (let i = 0; i <= n; ++i) {
    const from = i === 0 ? -Infinity : at[i - 1];
    const to = i === n ? Infinity : at[i];
    const accepted = totals[1] - passed2 + 1;
    const above = Math.max(from, Math.log10((odds * (totals[0] - passed1)) / accepted), 0);
    const below = Math.min(to, Math.log10((odds * (passed1 + 1)) / passed2), 0);
    if (below > from) lower = Math.max(lower, below);
    if (above < to) upper = Math.min(upper, above);
    if (i < n) {
      passed1 += n_h1[i];
      passed2 += n_h2[i];
    }
  }
  return { lower: Math.min(lower, 0) + 0, upper: Math.max(upper, 0) + 0 };
}

// log10 of the utility of the evidence at the threshold 1.
function utilityAtOne(system) {
  const { n_h1, n_h2, totals } = effectiveOf(system);
  let rejected = 1;
  let accepted = 1;
  log10Of(system).forEach((x, i) => {
    if (x <= 0) rejected += n_h1[i];
    else accepted += n_h2[i];
  });
  return -Math.log10(rejected / (totals[0] + 1) + accepted / (totals[1] + 1));
}

// Bounds that follow from numbers of items alone, or else of comparisons.
export function nSource(system) {
  const items = itemsOf(system);
  const [h1, h2] = effectiveOf(system).totals;
  return { lower: 0 - Math.log10(items ?? h1 + 1), upper: Math.log10(items ?? h2 + 1) };
}

export const clamp = (x, { lower, upper }) => Math.min(Math.max(x, lower), upper);
