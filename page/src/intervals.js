// Intervals of results.
import tables from "../generated/tables.json";
import * as kernels from "./kernels.js";
import { pnorm, qnorm, qt } from "./distributions.js";
import { rRandom } from "./random.js";
import { aucError } from "./auc-error.js";
import { sameTruth } from "./calibrate.js";
import { cumulated, drawCells, drawnByNumbers, pictureCells } from "./cells.js";
import { FileProblem } from "./problem.js";
import {
  auc, blocksOf, countsOf, eceAt, eceNull, eer, effectiveSizesOf, isScore, itemsWorth, llrOf, makeSystem, numbersOf, once, pointsOf,
  sizesOf,
} from "./system.js";
import { bits, plogis, qlogis, toLn } from "./units.js";

// Constants of intervals, which R/interval-limits.R explains.
const {
  fewest_trials: fewestTrials, unseen_skewness: unseenSkewness, model_widening: modelWidening,
  most_area_spread: mostAreaSpread, most_distinct: mostDistinct,
} = tables.intervals;

// The 95 % interval of the cross-entropy at a prior, a weighted sum of two means of independent
// costs. NaN if there is none.
export function eceInterval(system, prior) {
  const none = { lower: NaN, upper: NaN };
  const draw = drawOf(system, "trial");
  if (system.weight || Math.min(...draw.n) < fewestTrials) return none;
  const odds = qlogis(prior);
  const facts = costFacts(nearCounts(system), odds, draw.n, [prior, 1 - prior]);
  if (!Number.isFinite(facts.spread) || facts.spread === 0) return none;
  const ends = meanInterval(eceAt(pointsOf(system), [odds])[0], facts.spread, facts.skewness, wideMean(draw), facts.tail);
  const like = separatingSystem(system, draw);
  const [lower, upper] = like ? reaching(ends, eceAt(pointsOf(like), [odds])[0]) : ends;
  return { lower, upper };
}

// Standard error and skewness of the weighted sum of two mean costs, in bits, and the `tail`. For
// the class with fewer trials that matter at the posterior log-odds, the tail has their number and
// the cost of one of them. A trial counts by the posterior probability of its false hypothesis.
export function costFacts({ llr, numbers, unit }, odds, sizes, weights) {
  const [h1, h2] = [-1, 1].map((side, k) => classFacts(llr, numbers[k], unit, { odds, side, size: sizes[k], weight: weights[k] }));
  const spread = Math.hypot(h1.spread, h2.spread);
  const skewness = spread === 0 ? 0
    : [h1, h2].reduce((sum, one) => sum + (one.spread / spread) ** 3 * one.skewness, 0);
  return { spread, skewness, tail: h1.effective < h2.effective ? h1 : h2 };
}

// Values occur `n` times, or have a `unit` weight each. `side` is the side of misleading LRs.
// Distances from the first cost are exact if all costs are equal. Plain loops are fast enough for a
// million values at many priors.
function classFacts(llr, n, unit, { odds, side, size, weight }) {
  const cost = new Float64Array(llr.length);
  let [total, sum, against, first] = [0, 0, 0, NaN];
  for (let i = 0; i < llr.length; ++i) {
    if (n[i] === 0) continue;
    const x = side * (llr[i] + odds);
    const small = Math.exp(-Math.abs(x));
    cost[i] = Math.max(x, 0) + Math.log1p(small);
    if (total === 0) first = cost[i];
    total += n[i];
    sum += n[i] * (cost[i] - first);
    against += n[i] * (x >= 0 ? 1 : small) / (1 + small);
  }
  const beyond = sum / total;
  let [square, cube] = [0, 0];
  for (let i = 0; i < llr.length; ++i) {
    if (n[i] === 0) continue;
    const each = (unit ? unit[i] : 1) / total;
    const share = (n[i] / total) * each;
    const apart = cost[i] - first - beyond;
    square += share * apart ** 2;
    cube += share * each * apart ** 3;
  }
  const effective = size * against / total;
  return {
    spread: bits(weight * Math.sqrt(square)), skewness: square > 0 ? cube / square ** 1.5 : 0,
    effective, oneTrial: bits(weight * (first + beyond)) / (effective + 1),
  };
}

// Units of the bootstrap, "trial" or "source", and the smallest number of these, `units`.
export const level = 0.95;
export const z = qnorm((1 + level) / 2);

// `numbers` has the effective numbers of weighted trials.
export const drawOf = (system, by) => {
  const numbers = effectiveSizesOf(system);
  const units = by === "trial" ? Math.min(...numbers)
    : Math.min(...[1, 0].map((wanted) => itemsWorth(system, (i) => system.truth[i] === wanted)));
  return { by, units, few: by === "source" ? fewSources(units) : 1, n: sizesOf(system), numbers };
};

// The quantile of Student's t relative to the normal one, since few trials or items determine the
// spread.
const student = (units) => qt((1 + level) / 2, Math.max(units - 1, 1)) / z;

const fewSources = (units, times = 1) => student(units) * (1 + times / units);

// Systems with the same trials in the same order share their draws, which are those of R after
// set.seed(seed). Items are drawn for all systems together. `ranks` has numbers of rejected values
// of each system. All statistics of a replicate come from one draw. Systems alone that are drawn by
// numbers are drawn in the cells of `cellsOf`, and `apart` leaves them alone.
export function replicatesOf(set, { by, logOdds, replicates, seed, ranks, apart = false, cellsOf = pictureCells }) {
  const { systems } = set;
  const random = rRandom(seed);
  const out = new Array(systems.length);
  const alone = (system) => apart && drawnByNumbers(system, by);
  for (const group of by === "source" ? [[...systems.keys()]] : drawGroups(systems, alone)) {
    const [first] = group;
    const settings = { logOdds, replicates, seed: random.kernelSeed() };
    if (group.length === 1 && drawnByNumbers(systems[first], by)) {
      out[first] = drawCells(cellsOf(systems[first], ranks[first]), exactOf(systems[first], logOdds), settings);
      continue;
    }
    const drawn = kernels.bootstrap(
      group.map((i) => drawnSystem(systems[i], { ordered: group.length > 1 || by === "source", by, ranks: ranks[i] })),
      { ...settings, sources: by === "source" ? set.strata : [0, 0] });
    if ("lost" in drawn) throw new FileProblem("Replicates of {system} cannot be drawn by item: in nearly all of them it has no comparison under one of the hypotheses. Too few items take part. Draw comparisons.", { system: systems[group[drawn.lost]].name });
    group.forEach((place, k) => { out[place] = drawn[k]; });
  }
  return out;
}

// Measures after PAV, of which replicates of cells have the spread alone; costs in nats.
const exactOf = (system, logOdds) => ({ ece_min: kernels.ece(blocksOf(system), logOdds), eer: [eer(system)], auc: [auc(system)] });

function drawGroups(systems, alone) {
  const groups = [];
  systems.forEach((system, i) => {
    const same = alone(system) ? null : groups.find((g) => !alone(systems[g[0]]) && sameTrials(systems[g[0]], system));
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

// The trials of a hypothesis in ascending order, as their positions among those of the hypothesis.
function drawnClass({ value, truth, weight, source1, source2 }, wanted, by) {
  const places = Int32Array.from(truth.keys()).filter((i) => truth[i] === wanted);
  const order = places.map((_, k) => k).sort((i, j) => value[places[i]] - value[places[j]] || i - j);
  const of = (column) => column && column.constructor.from(order, (k) => column[places[k]]);
  return by === "source" ? { weight: of(weight), source1: of(source1), source2: of(source2) }
    : { order, weight: of(weight) };
}

// Intervals of the cross-entropy before and after PAV, as in ece_curve(level = 0.95), of the equal
// error rate and of the area under the curve.
export function measureBands(system, drawn, by, logOdds) {
  const draw = drawOf(system, by);
  const replicates = drawn.eer.length;
  const rows = (matrix, compute) => logOdds.map((odds, k) =>
    compute(Array.from({ length: replicates }, (_, r) => matrix[r * logOdds.length + k]), odds, k));
  const after = eceAt(blocksOf(system), logOdds);
  const like = separatingSystem(system, draw);
  const least = like ? eceAt(blocksOf(like), logOdds) : [];
  const more = draw.by === "trial" ? oneMoreTrial(system, draw) : null;
  const gained = more ? eceAt(blocksOf(more), logOdds) : after;
  return {
    ece: isScore(system) ? null : costRows(system, drawn, logOdds, draw),
    ece_min: rows(drawn.ece_min, (values, odds, k) =>
      reaching(shareInterval({ plugIn: after[k], replicates: values.map(bits), top: eceNull(odds), draw, more: gained[k] }), least[k])),
    eer: reaching(shareInterval({ plugIn: eer(system), replicates: Array.from(drawn.eer), top: 0.5, draw, more: eer(more ?? system) }), like && eer(like)),
    auc: areaInterval({ plugIn: auc(system), replicates: Array.from(drawn.auc), draw, error: aucError(system, by) }),
  };
}

// The increase due to one more trial of each hypothesis, distributed like those of the other.
const oneMoreTrial = (system, { numbers }) => once(system, "one more", () => {
  const { value, n_h1, n_h2, totals } = countsOf(system);
  const [h1, h2] = [n_h1, n_h2].map((n, k) => n.map((x) => x / totals[k]));
  const mixed = (own, other, n) => own.map((x, i) => n * x + other[i]);
  return makeSystem("", Float64Array.from([...value, ...value]), Int32Array.from([...h1.map(() => 1), ...h2.map(() => 0)]),
    system.scale, { weight: Float64Array.from([...mixed(h1, h2, numbers[0]), ...mixed(h2, h1, numbers[1])]) });
});

export function costRows(system, drawn, logOdds, draw) {
  const before = eceAt(pointsOf(system), logOdds);
  const near = draw.by === "trial" ? nearCounts(system) : null;
  const like = separatingSystem(system, draw);
  const least = like ? eceAt(pointsOf(like), logOdds) : [];
  return logOdds.map((odds, k) => {
    const prior = plogis(odds);
    const values = Array.from(drawn.eer, (_, r) => {
      const at = r * logOdds.length + k;
      return bits(prior * drawn.cost_h1[at] + (1 - prior) * drawn.cost_h2[at]);
    });
    const facts = near && costFacts(near, odds, draw.n, [prior, 1 - prior]);
    return reaching(costInterval({ plugIn: before[k], replicates: values, draw, facts }), least[k]);
  });
}

// If a threshold separates the hypotheses, trials of the calibrated Gaussian system that separates
// this number of trials in one set of forty. They are so dense that their measures are those of the
// system. Neither this system nor its costs can be excluded. Null if the trials are not separated.
const separatingSystem = (system, draw) => once(system, `separating ${draw.by}`, () => {
  const { n_h1, n_h2 } = blocksOf(system);
  if (n_h1.some((n, i) => n > 0 && n_h2[i] > 0)) return null;
  const most = draw.by === "source" ? draw.units : Infinity;
  const s = separatingS(draw.numbers.map((n) => Math.min(n, most)), (1 - level) / 2);
  const from = -s * s / 2 - 9 * s;
  const step = -2 * from / 3999;
  const llr = Array.from({ length: 4000 }, (_, i) => from + i * step);
  const density = (mean) => llr.map((x) => Math.exp(-(((x - mean) / s) ** 2) / 2));
  return makeSystem("", Float64Array.from([...llr, ...llr]), Int32Array.from([...llr.map(() => 1), ...llr.map(() => 0)]),
    "ln", { weight: Float64Array.from([...density(s * s / 2), ...density(-s * s / 2)]) });
});

// Distance between the means of the system in standard deviations. The smallest H1 trial lies at
// the values `lowest` from its mean with equal probabilities; a set is separated if all H2 trials
// lie below.
function separatingS(n, tail) {
  const m = 2000;
  const lowest = Array.from({ length: m }, (_, i) => qnorm(-Math.expm1(Math.log1p(-(i + 0.5) / m) / n[0])));
  const below = (x) => (x > 0 ? 1 - pnorm(-x) : pnorm(x));
  const excess = (s) => lowest.reduce((sum, x) => sum + below(x + s) ** n[1], 0) / m - tail;
  let [low, high] = [0.01, 40];
  if (excess(low) >= 0) return low;
  for (let k = 0; k < 60; ++k) {
    const middle = (low + high) / 2;
    if (excess(middle) < 0) low = middle; else high = middle;
  }
  return (low + high) / 2;
}

const reaching = ([lower, upper], least) => [lower, least > upper ? least : upper];

const none = [NaN, NaN];

// The functions below follow R/interval-limits.R for measures without correction for optimism, on a
// scale on which the measure is about normal.

// Uses the moments of the trials if known, otherwise random replicates.
function costInterval({ plugIn, replicates, draw, facts }) {
  if (Math.min(...draw.numbers) < fewestTrials || noSpread(replicates)) return none;
  if (![plugIn, ...replicates].every(Number.isFinite)) return percentiles(replicates);
  if (Number.isFinite(facts?.spread)) {
    return checked(plugIn, meanInterval(plugIn, facts.spread, facts.skewness, wideMean(draw), facts.tail));
  }
  const spread = sd(replicates);
  const mean = average(replicates);
  const skewness = average(replicates.map((x) => ((x - mean) / spread) ** 3));
  return checked(plugIn, meanInterval(plugIn, spread, skewness, wideMean(draw), facts?.tail));
}

export const wideMean = ({ by, units }) =>
  z * (by === "source" ? fewSources(units) : student(units) * Math.sqrt(units / Math.max(units - 1, 1)));

// If the `tail` is known, the upper end is no lower than for one more, or one less, of the trials
// that matter in the sample, with their number as skewed as a Poisson variable.
export function meanInterval(centre, spread, skewness, width, tail) {
  const ends = hallInterval(centre, spread, skewness, width);
  if (!tail) return ends;
  const wider = Math.hypot(spread, tail.oneTrial);
  const more = Math.max(skewness, 1 / Math.sqrt(tail.effective + 1) / unseenSkewness);
  return [ends[0], Math.max(ends[1], hallInterval(centre, wider, more, width)[1])];
}

// Distinct LLRs with their numbers of trials; for weighted trials each LLR, with its weight as
// `unit`. Neighbours are merged if there are many.
const nearCounts = (system) => once(system, "near", () => {
  const { truth, value, weight } = system;
  if (weight) {
    const of = (wanted) => weight.map((w, i) => (truth[i] === wanted ? w : 0));
    return { llr: toLn(value, system.scale), numbers: [of(1), of(0)], unit: weight };
  }
  const { n_h1, n_h2 } = countsOf(system);
  const all = llrOf(system);
  if (all.length <= mostDistinct) return { llr: all, numbers: [n_h1, n_h2] };
  const near = { llr: [], numbers: [[], []] };
  all.forEach((x, i) => {
    const value = roundThousandth(x);
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

// Rounds as R does: to the nearer number, or to the even one of two equally near ones.
function roundThousandth(x) {
  if (!Number.isFinite(x)) return x;
  const down = Math.floor(1000 * x);
  const [low, high] = [down / 1000, (down + 1) / 1000];
  const nearer = (x - low) - (high - x);
  return nearer < 0 || (nearer === 0 && down % 2 === 0) ? low : high;
}

// Hall 1992, the inverse of his cubic transformation: mean costs are skewed, and few of them show
// less skewness than there is.
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

// Interval of a measure after PAV. `more` is its increase due to one more trial of each hypothesis.
function shareInterval({ plugIn, replicates, top, draw, more }) {
  if (Math.min(...draw.numbers) < fewestTrials || noSpread(replicates)) return none;
  const angle = (x) => toAngle(x / top);
  const half = modelWidening * (draw.by === "source" ? fewSources(draw.units, 2) : 1) * z * sd(replicates.map(angle));
  const back = (a) => top * Math.sin(Math.min(Math.max(a, 0), Math.PI / 2)) ** 2;
  const low = sortedQuantile(Float64Array.from(replicates).sort(), (1 - level) / 2);
  const upper = Math.max(back(angle(plugIn) + half), Math.min(top, plugIn - low + plugIn));
  const shifted = Math.max(plugIn + low - average(replicates), 0);
  const ends = [Math.min(back(angle(plugIn) - half), shifted, plugIn), Math.max(upper, plugIn)];
  if (plugIn === 0 || plugIn === top) return checked(plugIn, separatedEnds(ends, plugIn, top));
  const [lower, upTo] = checked(plugIn, ends);
  return [lower, Math.min(top, upTo + Math.max(more - plugIn, 0))];
}

// Interval on the scale of log-odds; no value is nearer to 0 or 1 than half a pair of trials. The
// spread is between the standard `error` from the placements and a multiple of that error. By trial,
// no end is nearer than with half a pair added on either side, the binomial error of one more trial
// and Student's t.
function areaInterval({ plugIn, replicates, draw, error }) {
  if (Math.min(...draw.numbers) < fewestTrials || noSpread(replicates)) return none;
  if (plugIn === 0 || plugIn === 1) {
    const end = ((1 - level) / 2) ** (1 / draw.units);
    return plugIn === 1 ? [end, 1] : [0, 1 - end];
  }
  const least = 1 / (4 * draw.numbers[0] * draw.numbers[1]);
  const logOdds = (x) => qlogis(Math.min(Math.max(x, least), 1 - least));
  const scaled = error / (plugIn * (1 - plugIn));
  let spread = sd(replicates.map(logOdds));
  if (scaled > 0) spread = Math.min(Math.max(spread, scaled), mostAreaSpread * scaled);
  const half = z * draw.few * spread;
  const ends = [-half, half].map((reach) => logOdds(plugIn) + reach);
  return checked(plugIn, (draw.by === "trial" && scaled > 0 ? smoothed(ends, plugIn, draw, error) : ends).map(plogis));
}

function smoothed([lower, upper], plugIn, { units: n }, error) {
  const area = (plugIn * n + 0.5) / (n + 1);
  const half = z * student(n) * Math.hypot(error, Math.sqrt(area * (1 - area) / n / (n + 1))) / (area * (1 - area));
  return [Math.min(lower, qlogis(area) - half), Math.max(upper, qlogis(area) + half)];
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
