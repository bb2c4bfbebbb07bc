// Conclusions: a table of counts, and the LR of each conclusion as in R/conclusion-lr.R.
import { pbeta, pnorm, qbeta } from "./distributions.js";
import { FileProblem } from "./problem.js";
import { areNumbers, sidesOf } from "./read.js";

export const priorCount = 0.5;
export const level = 0.95;
const mostConclusions = 30;

// Counts may have separated thousands.
const bare = (text) => text.trim().replace(/(\d)[\s\u00a0\u2009\u202f,.'](?=\d{3}(?!\d))/g, "$1");
const isCount = (text) => /^\d+$/.test(bare(text));

// Null unless the table has a column of distinct names and two columns of counts.
export function conclusionsOf(table) {
  const [names, first, second] = table.columns;
  const looks = table.columns.length === 3 && table.n >= 2 && table.n <= mostConclusions &&
    new Set(names.map((t) => t.trim())).size === table.n && !areNumbers(names).every(Boolean) &&
    [...first, ...second].every(isCount);
  if (!looks) return null;
  const [side1, side2] = sidesOf(table.names.slice(1));
  const swapped = side2 === 1 && side1 !== 1;
  const counts = [first, second].map((column) => column.map((t) => Number(bare(t))));
  const [h1, h2] = swapped ? [counts[1], counts[0]] : counts;
  const reached = names.map((_, k) => k).filter((k) => h1[k] + h2[k] > 0);
  return {
    conclusions: reached.map((k) => names[k].trim()),
    h1: reached.map((k) => h1[k]), h2: reached.map((k) => h2[k]),
    labels: swapped ? { h1: table.names[2], h2: table.names[1] } : { h1: table.names[1], h2: table.names[2] },
  };
}

// Sets of conclusions that were read case by case, one per system. Conclusions are in order of
// appearance, or of their numbers.
export function conclusionSets({ conclusions, systems, numeric, labels, sides, columns }) {
  const order = conclusions.map((_, k) => k);
  if (numeric) order.sort((a, b) => conclusions[a] - conclusions[b]);
  const reached = order.filter((k) => systems.some(({ h1, h2 }) => h1[k] + h2[k] > 0));
  if (reached.length < 2) throw new FileProblem("There must be at least two conclusions.");
  const labelled = (wanted) => labels.filter((_, k) => sides.side[k] === wanted).join(", ");
  return systems.map(({ name, h1, h2 }) => {
    if (total(h1) === 0 || total(h2) === 0) {
      throw new FileProblem("Both hypotheses must have at least one comparison. {system}: {a} under H1, {b} under H2.", {
        system: name || "system", a: total(h1), b: total(h2) });
    }
    return {
      name, conclusions: reached.map((k) => conclusions[k]), h1: reached.map((k) => h1[k]), h2: reached.map((k) => h2[k]),
      labels: { h1: labelled(1), h2: labelled(0) }, shared: columns.examiner > 0 || columns.item > 0,
    };
  });
}

const total = (counts) => counts.reduce((sum, n) => sum + n, 0);

export const exchanged = (set) => ({
  ...set, h1: set.h2, h2: set.h1, labels: { h1: set.labels.h2, h2: set.labels.h1 },
});

// A row for each conclusion, in powers of ten.
export function conclusionLrs(set) {
  const k = set.conclusions.length;
  const [n1, n2] = [total(set.h1), total(set.h2)];
  return set.conclusions.map((conclusion, i) => {
    const [m, n] = [set.h1[i], set.h2[i]];
    const shares = [(m + priorCount) / (n1 + k * priorCount), (n + priorCount) / (n2 + k * priorCount)];
    const rest = (k - 1) * priorCount;
    const ends = ratioLimits([m + priorCount, n1 - m + rest], [n + priorCount, n2 - n + rest]);
    return {
      conclusion, n_h1: m, n_h2: n, share_h1: shares[0], share_h2: shares[1],
      log10_lr: Math.log10(shares[0] / shares[1]), lower: ends[0] / Math.LN10, upper: ends[1] / Math.LN10,
      counts_log10_lr: Math.log10((m / n1) / (n / n2)),
    };
  });
}

function ratioLimits(first, second) {
  const probability = ratioDistribution(first, second);
  return [(1 - level) / 2, (1 + level) / 2].map((p) => rootOf((q) => probability(q) - p));
}

// P(ln(B1 / B2) <= q) for independent beta variables, as a sum over normal quantiles of the
// variable that varies less.
function ratioDistribution(first, second) {
  const n = 161;
  const z = Array.from({ length: n }, (_, i) => -8 + (16 * i) / (n - 1));
  const weight = z.map((x) => (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * (16 / (n - 1)));
  const quantile = (x, [a, b]) => (x < 0 ? qbeta(pnorm(x), a, b) : 1 - qbeta(pnorm(-x), b, a));
  const sum = (value) => weight.reduce((whole, w, i) => whole + w * value(i), 0);
  if (Math.min(...first) < Math.min(...second)) {
    const at = z.map((x) => quantile(x, second));
    return (q) => sum((i) => pbeta(Math.min(Math.exp(q) * at[i], 1), ...first).lower);
  }
  const at = z.map((x) => quantile(x, first));
  return (q) => sum((i) => pbeta(Math.min(Math.exp(-q) * at[i], 1), ...second).upper);
}

// Root of an increasing function.
function rootOf(f) {
  let [low, high] = [-1, 1];
  while (f(low) > 0) low *= 2;
  while (f(high) < 0) high *= 2;
  for (let k = 0; k < 200 && high - low > 1e-13 * Math.max(Math.abs(low), Math.abs(high), 1); ++k) {
    const middle = (low + high) / 2;
    if (f(middle) < 0) low = middle; else high = middle;
  }
  return (low + high) / 2;
}
