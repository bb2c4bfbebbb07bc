// Data of the pictures. Curves are lists of columns, as in R.
import * as kernels from "./kernels.js";
import { qbeta } from "./distributions.js";
import { blocksOf, countsOf, eceAt, eceNull, log10Of, once, pointsOf } from "./system.js";
import { LN10, lnToLog10One, plogis, qlogis } from "./units.js";

const defaultOdds = () => Array.from({ length: 121 }, (_, i) => -3 + i * 0.05);

export const eceCurve = (system) => once(system, "ece curve", () => {
  const log10Odds = defaultOdds();
  const logOdds = log10Odds.map((x) => x * LN10);
  return {
    log10_prior_odds: log10Odds,
    ece: eceAt(pointsOf(system), logOdds),
    ece_min: eceAt(blocksOf(system), logOdds),
    ece_null: logOdds.map(eceNull),
  };
});

function after(first, rest) {
  const out = new Float64Array(rest.length + 1);
  out[0] = first;
  out.set(rest, 1);
  return out;
}

// The share of trials of either hypothesis with an LR greater than each value.
export const tippettCurve = (system) => once(system, "tippett curve", () => {
  const { n_h1, n_h2, totals } = countsOf(system);
  const at = log10Of(system);
  const rate = (n, total) => {
    const inside = kernels.tailShares(n);
    return at[0] === -Infinity ? inside : after(1, inside);
  };
  return {
    log10_lr: at[0] === -Infinity ? at : after(-Infinity, at),
    h1: rate(n_h1, totals[0]),
    h2: rate(n_h2, totals[1]),
  };
});

// Thresholds are on the scale of the system.
export const detCurve = (system) => once(system, "det curve", () => kernels.detCurve(countsOf(system), system.scale));

export const pavCurve = (system) => once(system, "pav curve", () => {
  const { axis_min: min, axis_max: max, n_h1, n_h2, log10_lr: log10_lr_pav } = blocksOf(system);
  return { min, max, n_h1, n_h2, log10_lr_pav };
});

// The range of the overlap of the hypotheses and of at least half of each, with a margin. Tails are
// cut only if they would take more than two thirds of the axis.
export function displayWindow(systems) {
  const spans = systems.map(systemSpan);
  const low = Math.min(...spans.map((s) => s.low));
  const high = Math.max(...spans.map((s) => s.high));
  const from = Math.min(...spans.map((s) => s.from));
  const to = Math.max(...spans.map((s) => s.to));
  const margin = (to - from) / 4;
  const window = [Math.max(low, from - margin), Math.min(high, to + margin)];
  const width = window[1] - window[0];
  return high - low > 3 * width && width > 0 ? window : [low, high];
}

export const systemSpan = (system) => once(system, "span", () => {
  const found = [finitePart(system, "n_h1"), finitePart(system, "n_h2")];
  if (!found[0] && !found[1]) return { low: 0, high: 0, from: 0, to: 0 };
  const h1 = found[0] ?? found[1];
  const h2 = found[1] ?? found[0];
  return {
    low: Math.min(h1.min, h2.min),
    high: Math.max(h1.max, h2.max),
    from: Math.min(h1.min, h2.median),
    to: Math.max(h2.max, h1.median),
  };
});

function finitePart(system, hypothesis) {
  const at = log10Of(system);
  const first = Number.isFinite(at[0]) ? 0 : 1;
  const end = at.length - (Number.isFinite(at[at.length - 1]) ? 0 : 1);
  const count = countsOf(system)[hypothesis].slice(first, Math.max(first, end));
  if (!count.some((k) => k > 0)) return null;
  const [min, median, max] = kernels.milestones(count).map((i) => at[first + i]);
  return { min, median, max };
}

// Numbers of trials of either hypothesis beyond the ends of the window.
export function beyondWindow(system, window) {
  const { n_h1, n_h2 } = countsOf(system);
  const ends = { low: [0, 0], high: [0, 0] };
  log10Of(system).forEach((x, i) => {
    const end = x < window[0] ? ends.low : x > window[1] ? ends.high : null;
    if (!end) return;
    end[0] += n_h1[i];
    end[1] += n_h2[i];
  });
  return ends;
}

// R's pretty() of a range into about n pieces, with at least one.
export function pretty(low, high, n) {
  const width = high - low;
  let cell = Math.max(Math.abs(low), Math.abs(high));
  const bias = 1.5;
  const fiveBias = 0.5 + 1.5 * bias;
  const factor = 1 + (fiveBias >= 1.5 * bias + 0.5 ? 1 / (1 + bias) : 1.5 / (1 + fiveBias));
  const small = width < cell * factor * Math.max(1, n) * Number.EPSILON * 3;
  if (small) cell = (cell > 10 ? 9 + cell / 10 : cell) * 0.75;
  else cell = width / n;
  const base = Number(`1e${Math.floor(Math.log10(cell))}`);
  let unit = base;
  if (2 * base - cell < bias * (cell - unit)) {
    unit = 2 * base;
    if (5 * base - cell < fiveBias * (cell - unit)) {
      unit = 5 * base;
      if (10 * base - cell < bias * (cell - unit)) unit = 10 * base;
    }
  }
  const eps = 1e-10;
  let first = Math.floor(low / unit + eps);
  let last = Math.ceil(high / unit - eps);
  while (first * unit > low + eps * unit) --first;
  while (last * unit < high - eps * unit) ++last;
  const [from, to] = [first * unit, last * unit];
  const step = (to - from) / (last - first);
  const borders = Array.from({ length: last - first + 1 }, (_, i) => from + i * step);
  borders[borders.length - 1] = to;
  return borders.map((x) => (Math.abs(x) < 1e-14 * step ? 0 : x));
}

export function histogramBreaks(systems, bins = 30) {
  const [low, high] = displayWindow(systems);
  if (low === high) {
    const half = 0.5 * Math.max(1, Math.abs(low) * 1e-6);
    return [low - half, low + half];
  }
  return pretty(low, high, bins);
}

// Bins; the first and the last lie beyond the borders.
export function histogram(system, breaks) {
  const { n_h1, n_h2 } = countsOf(system);
  const n = breaks.length - 1;
  const bins = { n_h1: new Float64Array(n + 2), n_h2: new Float64Array(n + 2) };
  let bin = 0;
  log10Of(system).forEach((x, i) => {
    while (bin <= n && x >= breaks[bin]) ++bin;
    const at = x === breaks[n] ? n : bin;
    bins.n_h1[at] += n_h1[i];
    bins.n_h2[at] += n_h2[i];
  });
  return { min: [-Infinity, ...breaks], max: [...breaks, Infinity], ...bins };
}

export function binomialInterval(k, n, level = 0.95) {
  const tail = (1 - level) / 2;
  return [
    k === 0 ? 0 : qbeta(tail, k, n - k + 1),
    k === n ? 1 : qbeta(1 - tail, k + 1, n - k),
  ];
}

// Posteriors in bins of equal width, without empty bins.
export const reliabilityBins = (system, prior, bins = 10) => kernels.reliability(countsOf(system), system.scale, prior, bins);

// The share of H1 in each bin with exact or given limits, or without limits for weighted trials.
export function reliabilityCurve(system, prior, limits = null) {
  const { totals } = countsOf(system);
  return reliabilityBins(system, prior).map(({ last, ...row }, i) => {
    const [lower, upper] = limits ? limits[i] : system.weight ? [NaN, NaN]
      : shiftedLimits(binomialInterval(row.n_h1, row.n_h1 + row.n_h2), prior, totals);
    return { ...row, lower, upper };
  });
}

// Shifts limits from the odds of the hypotheses among the trials to those of the prior.
export function shiftedLimits(ends, prior, totals) {
  const shift = qlogis(prior) - Math.log(totals[0] / totals[1]);
  return ends.map((p) => plogis(qlogis(p) + shift));
}

// Prior log-odds at which the LRs are better than no evidence, as log10 odds.
export const usefulRange = (system) => once(system, "useful range", () => {
  const points = pointsOf(system);
  const f = (x) => kernels.excess(points, x).map((v) => Math.max(Math.min(v, 1e300), -1e300));
  return signIntervals(f, scanGrid()).map(({ from, to }) => ({
    log10_prior_odds_min: lnToLog10One(from),
    log10_prior_odds_max: lnToLog10One(to),
    prior_min: plogis(from),
    prior_max: plogis(to),
  }));
});

function scanGrid() {
  const half = [];
  for (let i = 0; i <= 112; ++i) half.push(i * 0.125);
  for (let k = 1; k <= 80; ++k) half.push(14 * 1.05 ** k);
  return [...half.slice(1).reverse().map((x) => -x), ...half];
}

function signIntervals(f, grid) {
  const values = f(grid);
  const turns = hiddenTurns(f, grid, values);
  const all = [
    ...grid.map((x, i) => ({ x, y: values[i] })),
    ...turns.map((x) => ({ x, y: f([x])[0] })),
  ].sort((a, b) => a.x - b.x);
  const borders = all[0].y < 0 ? [-Infinity] : [];
  for (let i = 1; i < all.length; ++i) {
    if (all[i - 1].y < 0 !== all[i].y < 0) borders.push(findRoot(f, all[i - 1], all[i]));
  }
  if (all[all.length - 1].y < 0) borders.push(Infinity);
  const intervals = [];
  for (let i = 0; i < borders.length; i += 2) {
    intervals.push({ from: borders[i], to: borders[i + 1] });
  }
  return intervals;
}

// Chandrupatla 1997: bisection and inverse quadratic interpolation, to the last digits.
function findRoot(f, start, end) {
  let [a, fa, b, fb] = [start.x, start.y, end.x, end.y];
  let [c, fc] = [a, fa];
  let share = 0.5;
  for (let k = 0; k < 200; ++k) {
    const x = a + share * (b - a);
    const [fx] = f([x]);
    if (fx < 0 === fa < 0) [c, fc] = [a, fa];
    else [c, b, fc, fb] = [b, a, fb, fa];
    [a, fa] = [x, fx];
    const [best, fBest] = Math.abs(fa) < Math.abs(fb) ? [a, fa] : [b, fb];
    const limit = (1e-16 * Math.max(1, Math.abs(best))) / Math.abs(b - c);
    if (limit > 0.5 || fBest === 0) return best;
    const xi = (a - b) / (c - b);
    const phi = (fa - fb) / (fc - fb);
    share = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi
      ? ((fa / (fb - fa)) * fc) / (fb - fc) + ((((c - a) / (b - a)) * fa) / (fc - fa)) * fb / (fc - fb)
      : 0.5;
    share = Math.min(1 - limit, Math.max(limit, share));
  }
  return a;
}

// Points at which f has the opposite sign to that on the grid around them.
function hiddenTurns(f, grid, values) {
  const found = [];
  for (let i = 1; i < grid.length - 1; ++i) {
    const [before, here, after] = [values[i - 1], values[i], values[i + 1]];
    const size = Math.abs(here);
    const nearest = size <= Math.abs(before) && size <= Math.abs(after);
    const deep = Math.max(Math.abs(before), Math.abs(after)) > size * (1 + 1e-9);
    if (!(here * before > 0 && here * after > 0 && nearest && deep)) continue;
    const x = lowest((at) => Math.sign(here) * f([at])[0], grid[i - 1], grid[i + 1]);
    if (Math.sign(f([x])[0]) !== Math.sign(here)) found.push(x);
  }
  return found;
}

// Minimum by the golden section.
function lowest(f, low, high) {
  const golden = (Math.sqrt(5) - 1) / 2;
  let x1 = high - golden * (high - low);
  let x2 = low + golden * (high - low);
  let [f1, f2] = [f(x1), f(x2)];
  while (high - low > 1e-9) {
    if (f1 < f2) {
      [high, x2, f2] = [x2, x1, f1];
      x1 = high - golden * (high - low);
      f1 = f(x1);
    } else {
      [low, x1, f1] = [x1, x2, f2];
      x2 = low + golden * (high - low);
      f2 = f(x2);
    }
  }
  return (low + high) / 2;
}
