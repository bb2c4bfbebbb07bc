// What is known of the uncertainty of a result.
import * as kernels from "./kernels.js";
import { qnorm, qt } from "./distributions.js";
import { rRandom } from "./random.js";
import { sameTruth } from "./calibrate.js";
import { FileProblem } from "./read.js";
import {
  auc, blocksOf, countsOf, eceAt, eceNull, eer, isScore, itemsOf, llrOf, numbersOf, pointsOf, sizesOf,
} from "./system.js";
import { bits, plogis, qlogis, softplus } from "./units.js";

// Trials of a hypothesis, below which nothing is said of the spread.
const fewestTrials = 5;

// The 95 % interval of the cross-entropy at a prior, a weighted sum of two means of independent
// costs: that to which the one of the bootstrap tends with the number of replicates, whose moments are
// known. NaN where there is none.
export function eceInterval(system, prior) {
  const none = { lower: NaN, upper: NaN };
  const { n_h1, n_h2, totals } = countsOf(system);
  if (system.weight || Math.min(...totals) < 2) return none;
  const shift = qlogis(prior);
  const llr = llrOf(system);
  const moments = [
    centralMoments(llr.map((x) => bits(softplus(-(x + shift)))), n_h1),
    centralMoments(llr.map((x) => bits(softplus(x + shift))), n_h2),
  ];
  const share = [prior, 1 - prior];
  const sum = (part) => part(0) + part(1);
  const spread = Math.sqrt(sum((k) => share[k] ** 2 * moments[k].square / totals[k]));
  if (!Number.isFinite(spread) || spread === 0) return none;
  const skewness = sum((k) => share[k] ** 3 * moments[k].cube / totals[k] ** 2) / spread ** 3;
  const draw = { units: Math.min(...totals), few: 1 };
  const [lower, upper] = hallInterval(sum((k) => share[k] * moments[k].mean), spread, skewness, wideMean(draw));
  return { lower, upper };
}

// The mean, and the mean square and cube of the distances from it.
function centralMoments(value, n) {
  const total = n.reduce((sum, k) => sum + k, 0);
  const average = (f) => value.reduce((sum, x, i) => (n[i] > 0 ? sum + f(x) * n[i] : sum), 0) / total;
  const mean = average((x) => x);
  return { mean, square: average((x) => (x - mean) ** 2), cube: average((x) => (x - mean) ** 3) };
}

// What the bootstrap draws: "trial" or "source". `units` are how many of them a system has, at least;
// `few` widens what varies by products of how often each item was drawn.
export const level = 0.95;
export const z = qnorm((1 + level) / 2);

function unitsOf(system, by) {
  if (by === "trial") return Math.min(...sizesOf(system));
  return Math.min(...[1, 0].map((wanted) => itemsOf(system, (i) => system.truth[i] === wanted)));
}

export const drawOf = (system, by) => {
  const units = unitsOf(system, by);
  return { units, few: by === "source" ? 1 + 6 / units : 1, n: sizesOf(system) };
};

// Systems with the same trials in the same order share their draws, as after set.seed(seed). Items are
// drawn for all systems together. `cuts` are numbers of values of each system to be rejected. One draw
// for all that is asked of it.
export function replicatesOf(set, { by, logOdds, replicates, seed, ranks }) {
  const { systems } = set;
  const random = rRandom(seed);
  const out = new Array(systems.length);
  for (const group of by === "source" ? [[...systems.keys()]] : drawGroups(systems)) {
    const drawn = kernels.bootstrap(
      group.map((i) => drawnSystem(systems[i], { ordered: group.length > 1 || by === "source", by, ranks: ranks[i] })),
      { logOdds, replicates, sources: by === "source" ? set.strata : [0, 0], seed: random.kernelSeed() });
    if ("lost" in drawn) throw new FileProblem("Replicates of {system} cannot be drawn by item: in nearly all of them it has no comparison under one of the hypotheses. Too few items take part. Draw comparisons.", { system: systems[group[drawn.lost]].name });
    group.forEach((place, k) => { out[place] = drawn[k]; });
  }
  return out;
}

function drawGroups(systems) {
  const groups = [];
  systems.forEach((system, i) => {
    const same = groups.find((g) => sameTrials(systems[g[0]], system));
    if (same) same.push(i);
    else groups.push([i]);
  });
  return groups;
}

const sameColumn = (x, y) => (x === null || y === null ? x === y : sameTruth(x, y));

const sameTrials = (a, b) =>
  ["truth", "weight", "source1", "source2"].every((column) => sameColumn(a[column], b[column]));

function drawnSystem(system, { ordered, by, ranks }) {
  const counts = numbersOf(system);
  const inOrder = ordered || system.weight !== null;
  return {
    counts,
    llr: isScore(system) ? null : llrOf(system),
    cuts: { h1: trialsBelow(counts.n_h1, ranks), h2: trialsBelow(counts.n_h2, ranks) },
    h1: inOrder ? drawnClass(system, 1, by) : {},
    h2: inOrder ? drawnClass(system, 0, by) : {},
  };
}

// How many lie on the lowest values.
function trialsBelow(numbers, ranks) {
  const below = cumulated(numbers);
  return Int32Array.from(ranks, (rank) => below[rank]);
}

export function cumulated(numbers) {
  const out = new Float64Array(numbers.length + 1);
  for (let i = 0; i < numbers.length; ++i) out[i + 1] = out[i] + numbers[i];
  return out;
}

// The trials of a hypothesis in ascending order, by their number among these.
function drawnClass({ value, truth, weight, source1, source2 }, wanted, by) {
  const places = Int32Array.from(truth.keys()).filter((i) => truth[i] === wanted);
  const order = places.map((_, k) => k).sort((i, j) => value[places[i]] - value[places[j]] || i - j);
  const of = (column) => column && column.constructor.from(order, (k) => column[places[k]]);
  return by === "source" ? { weight: of(weight), source1: of(source1), source2: of(source2) }
    : { order, weight: of(weight) };
}

// Intervals of the cross-entropy before and after PAV, as ece_curve(level = 0.95) has them, and of the
// equal error rate and the area under the curve.
export function measureBands(system, drawn, by, logOdds) {
  const draw = drawOf(system, by);
  const replicates = drawn.eer.length;
  const rows = (matrix, compute) => logOdds.map((odds, k) =>
    compute(Array.from({ length: replicates }, (_, r) => matrix[r * logOdds.length + k]), odds, k));
  const after = eceAt(blocksOf(system), logOdds);
  return {
    ece: isScore(system) ? null : costRows(system, drawn, logOdds, draw),
    ece_min: rows(drawn.ece_min, (values, odds, k) =>
      shareInterval({ plugIn: after[k], replicates: values.map(bits), top: eceNull(odds), draw })),
    eer: shareInterval({ plugIn: eer(system), replicates: Array.from(drawn.eer), top: 0.5, draw }),
    auc: areaInterval({ plugIn: auc(system), replicates: Array.from(drawn.auc), draw }),
  };
}

function costRows(system, drawn, logOdds, draw) {
  const before = eceAt(pointsOf(system), logOdds);
  return logOdds.map((odds, k) => {
    const prior = plogis(odds);
    const values = Array.from(drawn.eer, (_, r) => {
      const at = r * logOdds.length + k;
      return bits(prior * drawn.cost_h1[at] + (1 - prior) * drawn.cost_h2[at]);
    });
    return costInterval({ plugIn: before[k], replicates: values, draw });
  });
}

const none = [NaN, NaN];

// Below: what R/interval-limits.R does for measures that are not corrected for the flattery of
// PAV, on the scale on which the measure is about normal.

function costInterval({ plugIn, replicates, draw }) {
  if (Math.min(...draw.n) < fewestTrials || noSpread(replicates)) return none;
  if (![plugIn, ...replicates].every(Number.isFinite)) return percentiles(replicates);
  const spread = sd(replicates);
  const mean = average(replicates);
  const skewness = average(replicates.map((x) => ((x - mean) / spread) ** 3));
  return checked(plugIn, hallInterval(plugIn, spread, skewness, wideMean(draw)));
}

function wideMean({ units, few }) {
  const freedom = Math.max(units - 1, 1);
  return z * Math.max(few, qt((1 + level) / 2, freedom) / z) * Math.sqrt((freedom + 1) / freedom);
}

// Hall 1992, the inverse of his cubic transformation: mean costs are skewed, and more so than a few of
// them show.
const unseenSkewness = 1.25;

function hallInterval(centre, spread, skewness, z) {
  const end = (side) => centre - spread * undoSkewness(side * z, unseenSkewness * skewness);
  return [Math.max(end(1), 0), end(-1)];
}

function undoSkewness(z, skewness) {
  if (Math.abs(skewness) < 1e-6) return z;
  const cube = 1 + skewness * (z - skewness / 6);
  const end = (3 / skewness) * (Math.cbrt(cube) - 1);
  const most = 2.5 * Math.abs(z);
  return Math.min(Math.max(end, -most), most);
}

const average = (x) => x.reduce((a, b) => a + b, 0) / x.length;

// Of what PAV flatters.
function shareInterval({ plugIn, replicates, top, draw }) {
  if (Math.min(...draw.n) < fewestTrials || noSpread(replicates)) return none;
  const angle = (x) => toAngle(x / top);
  const half = 1.07 * draw.few * z * sd(replicates.map(angle));
  const back = (a) => top * Math.sin(Math.min(Math.max(a, 0), Math.PI / 2)) ** 2;
  const low = sortedQuantile(Float64Array.from(replicates).sort(), (1 - level) / 2);
  const upper = Math.max(back(angle(plugIn) + half), Math.min(top, plugIn - low + plugIn));
  const ends = [Math.min(back(angle(plugIn) - half), plugIn), Math.max(upper, plugIn)];
  return checked(plugIn, separatedEnds(ends, plugIn, top));
}

// On the scale of log-odds; no value is nearer to 0 or 1 than half a pair of trials.
function areaInterval({ plugIn, replicates, draw }) {
  if (Math.min(...draw.n) < fewestTrials || noSpread(replicates)) return none;
  const least = 1 / (4 * draw.n[0] * draw.n[1]);
  const logOdds = (x) => qlogis(Math.min(Math.max(x, least), 1 - least));
  const half = wideMean(draw) * sd(replicates.map(logOdds));
  const ends = [-half, half].map((reach) => plogis(logOdds(plugIn) + reach));
  return checked(plugIn, separatedEnds(ends, plugIn, 1));
}

// Where the hypotheses are separated perfectly, the best value cannot be excluded.
const separatedEnds = (ends, plugIn, top) =>
  (plugIn === 0 || plugIn === top ? ends.map((end, k) => (plugIn === [0, top][k] ? plugIn : end)) : ends);

const toAngle = (share) => Math.asin(Math.sqrt(Math.min(Math.max(share, 0), 1)));

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
export function sortedQuantile(sorted, probability) {
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
