// A system is a record of its trials and of the results derived from them, each computed at most
// once.
import * as kernels from "./kernels.js";
import { bits, toLn } from "./units.js";

// `value` has doubles on the scale; `truth` is 1 under H1 and 0 under H2. `weight` is null if each
// trial counts as one, `source1` and `source2` are null if the items are not known.
export function makeSystem(name, value, truth, scale, { weight = null, source1 = null, source2 = null } = {}) {
  return { name, value, truth, scale, weight, source1, source2, known: new Map() };
}

// The same trials with other values.
export const withValues = (system, value, scale) => makeSystem(system.name, value, system.truth, scale, system);

export function once(system, what, compute) {
  if (!system.known.has(what)) system.known.set(what, compute());
  return system.known.get(what);
}

const sum = (x) => x.reduce((total, v) => total + v, 0);

const derivedOf = (system) => once(system, "derived", () => kernels.derive(system));

// Counts by weight, if the trials have weights.
export const countsOf = (system) => derivedOf(system).counts;

// Counts each trial as one.
export const numbersOf = (system) => (system.weight
  ? countsOf(once(system, "unweighted", () => makeSystem(system.name, system.value, system.truth, system.scale)))
  : countsOf(system));

export const sizesOf = (system) => numbersOf(system).totals;

// Numbers of H1 and of H2 trials; of weighted trials the effective numbers (Kish 1965).
export const effectiveSizesOf = (system) => derivedOf(system).effective;

// Values of the counts as log10 LRs, or scores.
export const log10Of = (system) => countsOf(system).axis;

export const blocksOf = (system) => derivedOf(system).blocks;

export const pointsOf = (system) => derivedOf(system).points;

export const isScore = (system) => system.scale === "score";

// The cross-entropy in bits at prior log-odds, of points or blocks.
export const eceAt = (points, logOdds) => kernels.ece(points, logOdds).map(bits);

const neutral = { llr: Float64Array.of(0), n_h1: Float64Array.of(1), n_h2: Float64Array.of(1), totals: [1, 1] };

export const eceNull = (logOdds) => eceAt(neutral, [logOdds])[0];

export const cllr = (system) => derivedOf(system).cllr;

export const cllrMin = (system) => derivedOf(system).cllrMin;

export const cllrCal = (system) => Math.max(cllr(system) - cllrMin(system), 0);

export const eer = (system) => derivedOf(system).eer;

export const auc = (system) => derivedOf(system).auc;

// Empirical lower and upper bound, as log10 LRs.
export const elub = (system) => derivedOf(system).elub;

// Number of trials of each hypothesis that support the other one.
export const misleading = (system) => once(system, "misleading", () => {
  const { value, n_h1, n_h2, totals } = countsOf(system);
  const neutral = system.scale === "lr" ? 1 : 0;
  let below = 0;
  let above = 0;
  value.forEach((v, i) => {
    if (v < neutral) below += n_h1[i];
    if (v > neutral) above += n_h2[i];
  });
  return { n: [below, above], rate: [below / totals[0], above / totals[1]] };
});

// Trials with LR = 0 and with LR = Inf.
export function infiniteOf(system) {
  const { n_h1, n_h2 } = countsOf(system);
  const at = log10Of(system);
  const last = at.length - 1;
  if (isScore(system)) return { zero: [NaN, NaN], inf: [NaN, NaN] };
  const found = { zero: [0, 0], inf: [0, 0] };
  if (at[0] === -Infinity) found.zero = [n_h1[0], n_h2[0]];
  if (at[last] === Infinity) found.inf = [n_h1[last], n_h2[last]];
  return found;
}

// The smallest and the largest log10 LR, or score, of a hypothesis.
export function rangeOf(system, hypothesis) {
  const n = countsOf(system)[hypothesis];
  const at = log10Of(system);
  const first = n.findIndex((k) => k > 0);
  let last = n.length - 1;
  while (n[last] === 0) --last;
  return [at[first], at[last]];
}

export function tiedTrials(system) {
  const { n_h1, n_h2 } = numbersOf(system);
  return n_h1.reduce((total, k, i) => total + (k + n_h2[i] === 1 ? 0 : k + n_h2[i]), 0);
}

// Do H1 trials lie below H2 trials more often than above?
export const isReversed = (system) => auc(system) < 0.5;

// ln LRs of the counts.
export const llrOf = (system) => toLn(countsOf(system).value, system.scale);

// Number of items in the comparisons of a hypothesis, and number of comparisons that share no item,
// as in the summary of R. The search takes comparisons of rarely used items first, each if both
// items are still free. Null unless both items of each comparison are known.
export function overlapOf(system, wanted) {
  const { truth, source1, source2 } = system;
  if (!source1 || !source2) return null;
  const places = Int32Array.from(truth.keys()).filter((i) => truth[i] === wanted);
  const times = new Map();
  const count = (id) => times.set(id, (times.get(id) ?? 0) + 1);
  for (const i of places) {
    count(source1[i]);
    if (source2[i] !== source1[i]) count(source2[i]);
  }
  const used = Float64Array.from(places, (i) => times.get(source1[i]) + times.get(source2[i]));
  const taken = new Set();
  let disjoint = 0;
  for (const k of Int32Array.from(places.keys()).sort((a, b) => used[a] - used[b] || a - b)) {
    const pair = [source1[places[k]], source2[places[k]]];
    if (pair.some((id) => taken.has(id))) continue;
    pair.forEach((id) => taken.add(id));
    ++disjoint;
  }
  return { sources: times.size, disjoint };
}

// Effective number of items in the requested trials: the geometric mean of their number and of
// Kish's number.
export function itemsWorth({ source1, source2 }, wanted) {
  const [first, second] = [source1 ?? source2, source2 ?? source1];
  const number = new Map();
  const add = (id) => number.set(id, (number.get(id) ?? 0) + 1);
  first.forEach((id, i) => {
    if (!wanted(i)) return;
    add(id);
    if (second[i] !== id) add(second[i]);
  });
  const numbers = [...number.values()];
  return Math.sqrt(numbers.length * sum(numbers) ** 2 / sum(numbers.map((m) => m * m)));
}

// Do trials share items? Then they are not independent.
export function sharesItems({ source1, source2 }) {
  const [first, second] = [source1 ?? source2, source2 ?? source1];
  if (!first) return false;
  const items = [...first, ...Array.from(second).filter((id, i) => id !== first[i])];
  return new Set(items).size < items.length;
}

// Distinct items in some of the trials; null if no column names them.
export function itemsOf(system, wanted = () => true) {
  const columns = [system.source1, system.source2].filter(Boolean);
  if (columns.length === 0) return null;
  const items = new Set();
  for (const column of columns) column.forEach((id, i) => { if (wanted(i)) items.add(id); });
  return items.size;
}
