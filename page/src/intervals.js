// What is known of the uncertainty of a result.
import * as kernels from "./kernels.js";
import { qnorm, qt } from "./distributions.js";
import { rRandom } from "./random.js";
import { sameTruth } from "./calibrate.js";
import {
  auc, blocksOf, countsOf, eceAt, eceNull, eer, isScore, llrOf, pointsOf,
} from "./system.js";
import { bits, plogis, qlogis, softplus } from "./units.js";

const level = 0.95;

// The 95 % interval of the cross-entropy at a prior, a weighted sum of two means of independent
// costs (Welch); NaN where it is not known.
export function eceInterval(system, prior) {
  const none = { lower: NaN, upper: NaN };
  const { n_h1, n_h2, totals } = countsOf(system);
  if (Math.min(...totals) < 2) return none;
  const shift = qlogis(prior);
  const llr = llrOf(system);
  const moments = [
    weightedMoments(llr.map((x) => bits(softplus(-(x + shift)))), n_h1),
    weightedMoments(llr.map((x) => bits(softplus(x + shift))), n_h2),
  ];
  if (!moments.every((m) => Number.isFinite(m.mean) && Number.isFinite(m.variance))) return none;
  const share = [prior, 1 - prior];
  const centre = share[0] * moments[0].mean + share[1] * moments[1].mean;
  const parts = moments.map((m, k) => (share[k] * share[k] * m.variance) / totals[k]);
  const sum = parts[0] + parts[1];
  if (sum === 0) return none;
  const freedom = (sum * sum) /
    (parts[0] ** 2 / (totals[0] - 1) + parts[1] ** 2 / (totals[1] - 1));
  const half = qt(0.975, freedom) * Math.sqrt(sum);
  return { lower: Math.max(centre - half, 0), upper: centre + half };
}

function weightedMoments(value, n) {
  let total = 0;
  let sum = 0;
  n.forEach((k, i) => {
    if (k === 0) return;
    total += k;
    sum += value[i] * k;
  });
  const mean = sum / total;
  let squares = 0;
  n.forEach((k, i) => { if (k > 0) squares += k * (value[i] - mean) ** 2; });
  return { mean, variance: squares / (total - 1) };
}

// Bands of the cross-entropy before and after PAV, as ece_curve(level = 0.95) has them after
// set.seed(seed); and intervals of the equal error rate and the area under the curve.
export function bands(systems, { logOdds, replicates, seed }) {
  const random = rRandom(seed);
  const out = new Array(systems.length);
  for (const group of drawGroups(systems)) {
    const members = group.map((i) => systems[i]);
    const drawn = kernels.bootstrap(members.map((s) => drawnSystem(s, group.length > 1)),
      { logOdds, replicates, seed: random.kernelSeed() });
    group.forEach((place, k) => {
      out[place] = systemBands(members[k], drawn[k], logOdds, replicates);
    });
  }
  return out;
}

// Systems with the same truths in the same order share their draws.
function drawGroups(systems) {
  const groups = [];
  systems.forEach((system, i) => {
    const same = groups.find((g) => sameTruth(systems[g[0]].truth, system.truth));
    if (same) same.push(i);
    else groups.push([i]);
  });
  return groups;
}

function drawnSystem(system, paired) {
  const drawn = { counts: countsOf(system), llr: isScore(system) ? null : llrOf(system) };
  return paired ? { ...drawn, order_h1: orderOf(system, 1), order_h2: orderOf(system, 0) } : drawn;
}

// The trials of a hypothesis in ascending order, by their number among these.
function orderOf(system, truth) {
  const value = system.value.filter((_, i) => system.truth[i] === truth);
  return Int32Array.from(value.keys()).sort((i, j) => value[i] - value[j] || i - j);
}

function systemBands(system, drawn, logOdds, replicates) {
  const n = countsOf(system).totals;
  const rows = (matrix, compute) => logOdds.map((odds, k) =>
    compute(Array.from({ length: replicates }, (_, r) => matrix[r * logOdds.length + k]), odds, k));
  const after = eceAt(blocksOf(system), logOdds);
  const eceMin = rows(drawn.ece_min, (values, odds, k) =>
    shareInterval({ plugIn: after[k], replicates: values.map(bits), top: eceNull(odds), n, flattered: true }));
  const rate = (name, plugIn, top, flattered) =>
    shareInterval({ plugIn, replicates: Array.from(drawn[name]), top, n, flattered });
  return {
    ece: isScore(system) ? null : costRows(system, drawn, logOdds, replicates, n),
    ece_min: eceMin,
    eer: rate("eer", eer(system), 0.5, true),
    auc: rate("auc", auc(system), 1, false),
  };
}

function costRows(system, drawn, logOdds, replicates, n) {
  const before = eceAt(pointsOf(system), logOdds);
  return logOdds.map((odds, k) => {
    const prior = plogis(odds);
    const values = Array.from({ length: replicates }, (_, r) => {
      const at = r * logOdds.length + k;
      return bits(prior * drawn.cost_h1[at] + (1 - prior) * drawn.cost_h2[at]);
    });
    return costInterval({ plugIn: before[k], replicates: values, n });
  });
}

const none = [NaN, NaN];

// Below: what R/measures-intervals.R does for measures that are not corrected for the flattery of
// PAV, by trial, on the scale on which the measure is about normal.

function costInterval({ plugIn, replicates, n }) {
  if (Math.min(...n) < 5 || noSpread(replicates)) return none;
  if (![plugIn, ...replicates].every(Number.isFinite)) return percentiles(replicates);
  const freedom = Math.max(Math.min(...n) - 1, 1);
  const student = qt((1 + level) / 2, freedom) * Math.sqrt((freedom + 1) / freedom);
  return checked(plugIn, skewedEnds(plugIn, replicates, Math.max(qnorm((1 + level) / 2), student)));
}

// Hall 1992, the inverse of his cubic transformation: mean costs are skewed.
function skewedEnds(plugIn, replicates, z) {
  const spread = sd(replicates);
  const mean = average(replicates);
  const skewness = average(replicates.map((x) => ((x - mean) / spread) ** 3));
  const end = (side) => plugIn - spread * undoSkewness(side * z, skewness);
  return [Math.max(end(1), 0), end(-1)];
}

function undoSkewness(z, skewness) {
  if (Math.abs(skewness) < 1e-6) return z;
  const cube = 1 + skewness * (z - skewness / 6);
  const end = (3 / skewness) * (Math.cbrt(cube) - 1);
  return Math.min(Math.max(end, -2 * Math.abs(z)), 2 * Math.abs(z));
}

const average = (x) => x.reduce((a, b) => a + b, 0) / x.length;

function shareInterval({ plugIn, replicates, top, n, flattered }) {
  if (Math.min(...n) < 5 || noSpread(replicates)) return none;
  const angle = (x) => Math.asin(Math.sqrt(Math.min(Math.max(x / top, 0), 1)));
  const half = 1.07 * qnorm((1 + level) / 2) * sd(replicates.map(angle));
  const back = (a) => top * Math.sin(Math.min(Math.max(a, 0), Math.PI / 2)) ** 2;
  let ends = [back(angle(plugIn) - half), back(angle(plugIn) + half)];
  if (flattered) {
    const low = sortedQuantile(Float64Array.from(replicates).sort(), (1 - level) / 2);
    ends[1] = Math.max(ends[1], Math.min(top, plugIn - low + plugIn));
  }
  ends = [Math.min(ends[0], plugIn), Math.max(ends[1], plugIn)];
  if (plugIn === 0 || plugIn === top) ends = ends.map((end, k) => (plugIn === [0, top][k] ? plugIn : end));
  return checked(plugIn, ends);
}

const checked = (plugIn, ends) =>
  (plugIn < ends[0] || plugIn > ends[1] || noSpread(ends) ? none : ends);

const percentiles = (replicates) => {
  const sorted = Float64Array.from(replicates).sort();
  return [(1 - level) / 2, (1 + level) / 2].map((p) => sortedQuantile(sorted, p));
};

function noSpread(x) {
  const [low, high] = kernels.range(x);
  return Number.isFinite(low) && Number.isFinite(high) &&
    high - low <= 1e-12 * Math.max(Math.abs(low), Math.abs(high));
}

// Of n replicates the k-th smallest has probability k / (n + 1).
function sortedQuantile(sorted, probability) {
  const n = sorted.length;
  const at = Math.min(Math.max(probability * (n + 1), 1), n);
  const left = sorted[Math.floor(at) - 1];
  const right = sorted[Math.ceil(at) - 1];
  return left === right || left === -Infinity ? left : left + (right - left) * (at - Math.floor(at));
}

function sd(x) {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  return Math.sqrt(x.reduce((a, b) => a + (b - mean) ** 2, 0) / (x.length - 1));
}
