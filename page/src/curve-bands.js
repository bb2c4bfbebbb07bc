// Bands around curves, as in R/interval-bands.R. Shares of trials have the limits of Wilson 1927,
// and mid-p ones for three trials or fewer. Weighted trials have their effective number, and trials
// drawn by item that of independent trials whose share would vary as the replicates do.
import * as kernels from "./kernels.js";
import { cellsBetweenRanks, cumulated, drawnByNumbers } from "./cells.js";
import { reliabilityBins, shiftedLimits } from "./curves.js";
import { dbeta, pbeta, pnorm, qbeta } from "./distributions.js";
import { drawOf, level, measureBands, replicatesOf, sortedQuantile, z } from "./intervals.js";
import { rRandom } from "./random.js";
import { countsOf, isScore, llrOf, log10Of } from "./system.js";
import { lnToLog10, roundEven } from "./units.js";

const mostRanks = 512;

// All bands of a set: of ECE, Tippett, DET and PAV curves, per system. A rank is a number of
// distinct values from below.
export function bandsOf(set, { by, logOdds, replicates, seed }) {
  const ranks = set.systems.map((system) => spreadRanks(0, countsOf(system).value.length));
  const settings = { by, logOdds, replicates, seed, ranks };
  const drawn = replicatesOf(set, settings);
  // Curves of large systems need other cells than measures.
  const some = set.systems.some((system) => drawnByNumbers(system, by));
  const along = some ? replicatesOf(set, { ...settings, apart: true }) : drawn;
  const between = some ? replicatesOf(set, { ...settings, logOdds: [], apart: true, cellsOf: cellsBetweenRanks }) : drawn;
  return set.systems.map((system, k) => {
    const shares = drawnShares(system, between[k], ranks[k], by);
    return {
      ...measureBands(system, { ...along[k], eer: drawn[k].eer, auc: drawn[k].auc }, by, logOdds),
      tippett: isScore(system) ? null : tippettBand(system, shares),
      det: detBand(shares),
      pav: isScore(system) || system.weight ? null : calibratedBand(system, { replicates, seed }),
    };
  });
}

// A limited number of whole numbers from `low` to `high`, rounded as in R.
function spreadRanks(low, high) {
  const n = Math.min(high - low + 1, mostRanks);
  const by = n > 1 ? (high - low) / (n - 1) : 0;
  return Int32Array.from(new Set(Array.from({ length: n }, (_, i) => (i === n - 1 ? high : roundEven(low + i * by)))));
}

// Shares of either hypothesis at the lowest values: `share` has every rank, `drawn` the replicates
// at the ranks `at`, and `size` the effective number of independent trials at each of these.
function drawnShares(system, drawn, at, by) {
  const { n_h1, n_h2 } = countsOf(system);
  const { few, numbers } = drawOf(system, by);
  const ofClass = (counts, replicates, most) => {
    const sums = cumulated(counts);
    const share = sums.map((x) => x / sums[sums.length - 1]);
    const size = by === "trial" ? Array.from(at, () => most) : independentSize(picked(share, at), replicates, most);
    return { share, at, drawn: replicates, size };
  };
  return {
    h1: ofClass(n_h1, drawn.p_miss, numbers[0]),
    h2: ofClass(n_h2, drawn.p_fa.map((p) => 1 - p), numbers[1]),
    few,
  };
}

const picked = (x, places) => Array.from(places, (i) => x[i]);

// Shares of 0 or 1 take the size of their nearest neighbour. `drawn` has a column per replicate.
function independentSize(share, drawn, most) {
  const m = share.length;
  const spread = share.map((_, k) => variance(Array.from({ length: drawn.length / m }, (_, r) => drawn[r * m + k])));
  const size = share.map((p, k) => Math.min((p * (1 - p)) / spread[k], most));
  const known = [...share.keys()].filter((k) => share[k] > 0 && share[k] < 1 && spread[k] > 0);
  if (known.length < 2) return share.map(() => (known.length === 1 ? size[known[0]] : most));
  return interpolated(known, picked(size, known), [...share.keys()]);
}

function variance(x) {
  const mean = x.reduce((a, b) => a + b, 0) / x.length;
  return x.reduce((a, b) => a + (b - mean) ** 2, 0) / (x.length - 1);
}

// Linear interpolation between the ascending `x`, constant beyond them.
function interpolated(x, y, at) {
  let k = 0;
  const last = x.length - 1;
  return at.map((v) => {
    if (v <= x[0]) return y[0];
    if (v >= x[last]) return y[last];
    while (x[k + 1] < v) ++k;
    return v === x[k + 1] ? y[k + 1] : y[k] + ((y[k + 1] - y[k]) * (v - x[k])) / (x[k + 1] - x[k]);
  });
}

const everyRank = ({ share }) => Array.from(share.keys());

// Wilson's limits of the share below each rank. Up to rounding, a share is within its limits.
function shareBand(shares, few) {
  const { share } = shares;
  const size = interpolated(shares.at, shares.size, everyRank(shares));
  const band = { lower: new Float64Array(share.length), upper: new Float64Array(share.length) };
  share.forEach((p, k) => {
    const [lower, upper] = wilsonLimits(p, size[k], z * few);
    band.lower[k] = Math.min(lower, p);
    band.upper[k] = Math.max(upper, p);
  });
  return band;
}

// An end with up to three trials on its side is a mid-p limit.
function wilsonLimits(rate, n, width) {
  const square = width ** 2;
  const centre = (rate + square / (2 * n)) / (1 + square / n);
  const half = (width / (1 + square / n)) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n ** 2));
  return [
    Math.min(Math.max(0, centre - half), fewLower(rate, n, width)),
    Math.max(Math.min(1, centre + half), 1 - fewLower(1 - rate, n, width)),
  ];
}

// Lower limit of one to three trials; 1 for none or more.
function fewLower(rate, n, width) {
  const k = rate * n;
  return k > 0 && k < 3.5 ? midLower(k, n, pnorm(-width)) : 1;
}

// As mid_lower() in R, from Jeffreys' limit.
function midLower(k, n, tail) {
  const both = (of) => of(k, n - k + 1) + (n > k ? of(k + 1, n - k) : 0);
  let p = qbeta(tail, k + 0.5, n - k + 0.5);
  for (let step = 0; step < 4; ++step) {
    const share = both((a, b) => pbeta(p, a, b).lower);
    p *= (share / tail / 2) ** (-share / (both((a, b) => dbeta(p, a, b)) * p));
  }
  return Number.isNaN(p) ? 0 : Math.min(p, 1);
}

// Band of the shares above each value, in the rows of tippettCurve().
function tippettBand(system, { h1, h2, few }) {
  const first = log10Of(system)[0] === -Infinity ? 1 : 0;
  const rest = (x) => x.slice(first).map((p) => 1 - p);
  const above = (shares) => {
    const { lower, upper } = shareBand(shares, few);
    return { lower: rest(upper), upper: rest(lower) };
  };
  return { h1: above(h1), h2: above(h2) };
}

// Limits of the miss rate at the false-alarm rate of each rank.
function detBand(shares) {
  const { h1, h2, few } = shares;
  const drawn = missesAt(shares, picked(h2.share, h2.at));
  const size = independentSize(picked(h1.share, h1.at), drawn, Math.max(...h1.size));
  return shareBand({ ...h1, size }, few);
}

// Replicates of the miss rate at the share `correct` of rejected H2 trials, interpolated linearly
// between the last rank with a smaller share and the next.
function missesAt({ h1, h2 }, correct) {
  const m = correct.length;
  const out = new Float64Array(h1.drawn.length);
  for (let from = 0; from < out.length; from += m) {
    const miss = h1.drawn.subarray(from, from + m);
    const rejected = h2.drawn.subarray(from, from + m);
    let below = 0;
    correct.forEach((p, k) => {
      const wanted = 1 - (1 - p);
      while (below < m && rejected[below] < wanted) ++below;
      const to = Math.min(below, m - 1);
      const start = Math.max(to - 1, 0);
      const rise = rejected[to] - rejected[start];
      const along = rise > 0 ? (wanted - rejected[start]) / rise : 1;
      out[from + k] = miss[start] + Math.min(Math.max(along, 0), 1) * (miss[to] - miss[start]);
    });
  }
  return out;
}

// Band of the LRs after PAV if the LRs were calibrated.
function calibratedBand(system, { replicates, seed }) {
  const { n_h1, n_h2 } = countsOf(system);
  const at = spreadRanks(1, n_h1.length).map((rank) => rank - 1);
  const drawn = kernels.consistency({
    llr: llrOf(system), n_h1, n_h2, at, replicates, seed: rRandom(seed).kernelSeed(),
  });
  const ends = (tail) => lnToLog10(Float64Array.from(at, (_, k) => sortedQuantile(
    Float64Array.from({ length: replicates }, (_, r) => drawn[r * at.length + k]).sort(), tail)));
  return {
    log10_lr: picked(log10Of(system), at),
    lower: Array.from(ends((1 - level) / 2)),
    upper: Array.from(ends((1 + level) / 2)),
  };
}

// Limits of the bins of a reliability curve by item, from the effective number of independent
// trials that gives the variance of the replicates.
export function reliabilityBands(set, prior, { replicates, seed }) {
  const bins = set.systems.map((system) => reliabilityBins(system, prior));
  const drawn = replicatesOf(set, { by: "source", logOdds: [], replicates, seed, ranks: bins.map((rows) => [0, ...rows.map((row) => row.last)]) });
  return set.systems.map((system, k) => {
    const { totals } = countsOf(system);
    const { few } = drawOf(system, "source");
    const rows = bins[k];
    const m = rows.length + 1;
    const inBin = (shares, r, i) => shares[r * m + i + 1] - shares[r * m + i];
    const rates = rows.map((row) => row.n_h1 / (row.n_h1 + row.n_h2));
    const share = new Float64Array(replicates * rows.length);
    for (let r = 0; r < replicates; ++r) {
      rows.forEach((_, i) => {
        const h1 = totals[0] * inBin(drawn[k].p_miss, r, i);
        const h2 = totals[1] * -inBin(drawn[k].p_fa, r, i);
        const found = h1 / (h1 + h2);
        share[r * rows.length + i] = Number.isNaN(found) ? rates[i] : found;
      });
    }
    const n = rows.map((row) => row.n_h1 + row.n_h2);
    const size = independentSize(rates, share, Math.max(...n));
    return rows.map((_, i) => {
      const [lower, upper] = wilsonLimits(rates[i], Math.min(n[i], size[i]), z * few);
      return shiftedLimits([Math.min(lower, rates[i]), Math.max(upper, rates[i])], prior, totals);
    });
  });
}
