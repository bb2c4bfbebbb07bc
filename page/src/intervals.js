// Uncertainty of results.
import * as kernels from "./kernels.js";
import { qnorm, qt } from "./distributions.js";
import { rRandom } from "./random.js";
import { aucError } from "./auc-error.js";
import { sameTruth } from "./calibrate.js";
import { FileProblem } from "./read.js";
import {
  auc, blocksOf, countsOf, eceAt, eceNull, eer, isScore, itemsOf, llrOf, numbersOf, once, pointsOf, sizesOf,
} from "./system.js";
import { bits, plogis, qlogis, softplus } from "./units.js";

// Trials of a hypothesis, below which nothing is said of the spread.
const fewestTrials = 5;

// The 95 % interval of the cross-entropy at a prior, a weighted sum of two means of independent
// costs. It is the limit of the bootstrap interval for many replicates, whose moments are known.
// NaN if there is none.
export function eceInterval(system, prior) {
  const none = { lower: NaN, upper: NaN };
  const { n_h1, n_h2, totals } = countsOf(system);
  if (system.weight || Math.min(...totals) < fewestTrials) return none;
  const shift = qlogis(prior);
  const llr = llrOf(system);
  const costs = [classCosts(llr, n_h1, shift, -1), classCosts(llr, n_h2, shift, 1)];
  const share = [prior, 1 - prior];
  const sum = (part) => part(0) + part(1);
  const spread = Math.sqrt(sum((k) => share[k] ** 2 * costs[k].square / totals[k]));
  if (!Number.isFinite(spread) || spread === 0) return none;
  const skewness = sum((k) => share[k] ** 3 * costs[k].cube / totals[k] ** 2) / spread ** 3;
  const [h1, h2] = costs.map(({ against, mean }, k) => tailOf(totals[k] * against, share[k] * mean));
  const draw = { by: "trial", units: Math.min(...totals) };
  const [lower, upper] = meanInterval(sum((k) => share[k] * costs[k].mean), spread, skewness, wideMean(draw), lesser(h1, h2));
  return { lower, upper };
}

// Costs of a hypothesis in bits: the mean, the mean square and cube of the distances from it, and
// the mean posterior probability of the other hypothesis. `side` is that on which LRs are wrong.
// Plain loops are used, as a million values are looked at for each of many priors.
function classCosts(llr, n, shift, side) {
  const cost = new Float64Array(llr.length);
  let [total, sum, against] = [0, 0, 0];
  for (let i = 0; i < llr.length; ++i) {
    if (n[i] === 0) continue;
    const x = side * (llr[i] + shift);
    const small = Math.exp(-Math.abs(x));
    cost[i] = bits(Math.max(x, 0) + Math.log1p(small));
    total += n[i];
    sum += n[i] * cost[i];
    against += n[i] * (x >= 0 ? 1 : small) / (1 + small);
  }
  const mean = sum / total;
  let [square, cube] = [0, 0];
  for (let i = 0; i < llr.length; ++i) {
    if (n[i] === 0) continue;
    const apart = cost[i] - mean;
    square += n[i] * apart ** 2;
    cube += n[i] * apart ** 3;
  }
  return { mean, square: square / total, cube: cube / total, against: against / total };
}

// Units that the bootstrap draws, "trial" or "source", and the least number of them: `units`.
export const level = 0.95;
export const z = qnorm((1 + level) / 2);

function unitsOf(system, by) {
  if (by === "trial") return Math.min(...sizesOf(system));
  return Math.min(...[1, 0].map((wanted) => itemsOf(system, (i) => system.truth[i] === wanted)));
}

export const drawOf = (system, by) => {
  const units = unitsOf(system, by);
  return { by, units, few: by === "source" ? fewSources(units) : 1, n: sizesOf(system) };
};

// The quantile of Student's t in normal ones: the spread is known from few trials or items only.
const student = (units) => qt((1 + level) / 2, Math.max(units - 1, 1)) / z;

const fewSources = (units, times = 1) => student(units) * (1 + times / units);

// Systems with the same trials in the same order share their draws, as after set.seed(seed). Items
// are drawn for all systems together. `cuts` are numbers of rejected values of each system. All
// statistics are computed from one draw.
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

// Numbers of trials on the lowest values.
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

// Intervals of the cross-entropy before and after PAV, as ece_curve(level = 0.95) has them, and of
// the equal error rate and the area under the curve.
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
    auc: areaInterval({ plugIn: auc(system), replicates: Array.from(drawn.auc), draw, error: aucError(system, by) }),
  };
}

export function costRows(system, drawn, logOdds, draw) {
  const before = eceAt(pointsOf(system), logOdds);
  const near = draw.by === "trial" ? nearCounts(system) : null;
  return logOdds.map((odds, k) => {
    const prior = plogis(odds);
    const values = Array.from(drawn.eer, (_, r) => {
      const at = r * logOdds.length + k;
      return bits(prior * drawn.cost_h1[at] + (1 - prior) * drawn.cost_h2[at]);
    });
    const tail = near && rareCost(near.llr.map((x) => x + odds), near.numbers, draw.n, [prior, 1 - prior]);
    return costInterval({ plugIn: before[k], replicates: values, draw, tail });
  });
}

const none = [NaN, NaN];

// The functions below follow R/interval-limits.R for measures that are not corrected for the
// flattery of PAV, on the scale on which the measure is about normal.

function costInterval({ plugIn, replicates, draw, tail }) {
  if (Math.min(...draw.n) < fewestTrials || noSpread(replicates)) return none;
  if (![plugIn, ...replicates].every(Number.isFinite)) return percentiles(replicates);
  const spread = sd(replicates);
  const mean = average(replicates);
  const skewness = average(replicates.map((x) => ((x - mean) / spread) ** 3));
  return checked(plugIn, meanInterval(plugIn, spread, skewness, wideMean(draw), tail));
}

export const wideMean = ({ by, units }) =>
  z * (by === "source" ? fewSources(units) : student(units) * Math.sqrt(units / Math.max(units - 1, 1)));

// If the `tail` is known, the upper end is no lower than it would be if the sample had one more of
// the trials that matter, or one less, and if their number were as skewed as that of Poisson.
export function meanInterval(centre, spread, skewness, width, tail) {
  const ends = hallInterval(centre, spread, skewness, width);
  if (!tail) return ends;
  const wider = Math.hypot(spread, tail.oneTrial);
  const more = Math.max(skewness, 1 / Math.sqrt(tail.effective + 1) / unseenSkewness);
  return [ends[0], Math.max(ends[1], hallInterval(centre, wider, more, width)[1])];
}

// Number of the trials that matter at posterior log-odds, and the cost of one in bits, for the
// class that has fewer of them. A trial matters as much as the posterior probability of the
// hypothesis that is not true of it.
export function rareCost(logOdds, numbers, sizes, weights) {
  const [h1, h2] = [-1, 1].map((side, k) => classTail(logOdds.map((x) => side * x), numbers[k], sizes[k], weights[k]));
  return lesser(h1, h2);
}

const lesser = (h1, h2) => (h1.effective < h2.effective ? h1 : h2);

const tailOf = (effective, cost) => ({ effective, oneTrial: cost / (effective + 1) });

function classTail(against, numbers, size, weight) {
  const total = numbers.reduce((sum, n) => sum + n, 0);
  const mean = (f) => against.reduce((sum, x, i) => (numbers[i] > 0 ? sum + (numbers[i] / total) * f(x) : sum), 0);
  return tailOf(size * mean(plogis), bits(weight * mean(softplus)));
}

// Neighbours are taken together where there are many.
const nearCounts = (system) => once(system, "near", () => {
  const { n_h1, n_h2 } = countsOf(system);
  const all = llrOf(system);
  if (all.length <= 4096) return { llr: all, numbers: [n_h1, n_h2] };
  const near = { llr: [], numbers: [[], []] };
  all.forEach((x, i) => {
    const value = roundTenth(x);
    let k = near.llr.length - 1;
    if (near.llr[k] !== value) {
      k = near.llr.push(value) - 1;
      near.numbers.forEach((numbers) => numbers.push(0));
    }
    near.numbers[0][k] += n_h1[i];
    near.numbers[1][k] += n_h2[i];
  });
  return near;
});

// Rounds as R does: to the nearer of the two, or the even one.
function roundTenth(x) {
  if (!Number.isFinite(x)) return x;
  const down = Math.floor(10 * x);
  const [low, high] = [down / 10, (down + 1) / 10];
  const nearer = (x - low) - (high - x);
  return nearer < 0 || (nearer === 0 && down % 2 === 0) ? low : high;
}

// Hall 1992, the inverse of his cubic transformation: mean costs are skewed, and more so than a few
// of them show.
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

// Interval of a measure that PAV flatters.
function shareInterval({ plugIn, replicates, top, draw }) {
  if (Math.min(...draw.n) < fewestTrials || noSpread(replicates)) return none;
  const angle = (x) => toAngle(x / top);
  const half = 1.07 * (draw.by === "source" ? fewSources(draw.units, 2) : 1) * z * sd(replicates.map(angle));
  const back = (a) => top * Math.sin(Math.min(Math.max(a, 0), Math.PI / 2)) ** 2;
  const low = sortedQuantile(Float64Array.from(replicates).sort(), (1 - level) / 2);
  const upper = Math.max(back(angle(plugIn) + half), Math.min(top, plugIn - low + plugIn));
  const ends = [Math.min(back(angle(plugIn) - half), plugIn), Math.max(upper, plugIn)];
  return checked(plugIn, separatedEnds(ends, plugIn, top));
}

// On the scale of log-odds; no value is nearer to 0 or 1 than half a pair of trials. The spread is
// between the `error` that the placements show and a tenth more.
function areaInterval({ plugIn, replicates, draw, error }) {
  if (Math.min(...draw.n) < fewestTrials || noSpread(replicates)) return none;
  if (plugIn === 0 || plugIn === 1) {
    const end = ((1 - level) / 2) ** (1 / draw.units);
    return plugIn === 1 ? [end, 1] : [0, 1 - end];
  }
  const least = 1 / (4 * draw.n[0] * draw.n[1]);
  const logOdds = (x) => qlogis(Math.min(Math.max(x, least), 1 - least));
  const scaled = error / (plugIn * (1 - plugIn));
  let spread = sd(replicates.map(logOdds));
  if (scaled > 0) spread = Math.min(Math.max(spread, scaled), 1.1 * scaled);
  const half = z * draw.few * spread;
  return checked(plugIn, [-half, half].map((reach) => plogis(logOdds(plugIn) + reach)));
}

// The best value cannot be excluded if the hypotheses are separated perfectly.
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

// The k-th smallest of n replicates has probability k / (n + 1).
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
