// The standard error of the AUC from its placements, the shares of trials of the other hypothesis
// on the right side of a trial (DeLong, DeLong and Clarke-Pearson 1988); by source the jackknife
// over items. NaN if no trials are left without an item.
import { countsOf } from "./system.js";

const sum = (x) => x.reduce((total, v) => total + v, 0);

export function aucError(system, by) {
  const { value, truth, weight } = system;
  const counts = countsOf(system);
  const place = [placements(counts.n_h1, counts.totals[0], true), placements(counts.n_h2, counts.totals[1], false)];
  const rank = new Map(Array.from(counts.value, (v, k) => [v, k]));
  const of = Array.from(value, (v, i) => place[truth[i] === 1 ? 1 : 0][rank.get(v)]);
  const weights = Array.from(value, (_, i) => (weight ? weight[i] : 1));
  const total = [0, 1].map((h) => sum(weights.filter((_, i) => truth[i] === h)));
  const mean = [0, 1].map((h) => sum(of.map((p, i) => (truth[i] === h ? p * weights[i] : 0))) / total[h]);
  const off = of.map((p, i) => weights[i] * (p - (by === "trial" ? mean[truth[i]] : mean[1])));
  return by === "trial" ? trialError(off, truth, total) : itemError(off, weights, system);
}

// Placements of the trials on each value; tied ones count half.
function placements(numbers, total, fromAbove) {
  let below = 0;
  return Array.from(numbers, (n) => {
    below += n;
    const share = (below - n / 2) / total;
    return fromAbove ? 1 - share : share;
  });
}

function trialError(off, truth, total) {
  return Math.sqrt(sum([0, 1].map((h) => {
    const own = off.filter((_, i) => truth[i] === h);
    return sum(own.map((x) => x * x)) / total[h] ** 2 * own.length / (own.length - 1);
  })));
}

// `off` has the weighted distances from the means.
function itemError(off, weights, { truth, source1, source2 }) {
  const items = new Map();
  const all = { off: [0, 0], weight: [0, 0] };
  const add = (sums, i) => {
    sums.off[truth[i]] += off[i];
    sums.weight[truth[i]] += weights[i];
  };
  off.forEach((_, i) => {
    add(all, i);
    for (const item of new Set([source1[i], source2[i]])) {
      if (!items.has(item)) items.set(item, { off: [0, 0], weight: [0, 0] });
      add(items.get(item), i);
    }
  });
  const change = [...items.values()].map((one) =>
    -sum([0, 1].map((h) => one.off[h] / (all.weight[h] - one.weight[h]))));
  const n = change.length;
  const mean = sum(change) / n;
  const error = Math.sqrt((n - 1) / n * sum(change.map((x) => (x - mean) ** 2)));
  return Number.isFinite(error) ? error : NaN;
}
