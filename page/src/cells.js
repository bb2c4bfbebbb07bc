// Cells of the axis with numbers of trials, which are drawn anew for systems with too many trials to
// draw one by one, as in R/interval-numbers.R.
import * as kernels from "./kernels.js";
import { countsOf, isScore } from "./system.js";
import { toLn } from "./units.js";

const mostDrawn = 2 ** 14;

export const drawnByNumbers = (system, by) => by === "trial" && !system.weight && system.value.length > mostDrawn;

export function cumulated(numbers) {
  const out = new Float64Array(numbers.length + 1);
  for (let i = 0; i < numbers.length; ++i) out[i + 1] = out[i] + numbers[i];
  return out;
}

// The cells between ranks that begin with 0 and end with the number of values.
export function cellsBetweenRanks(system, ranks) {
  const counts = countsOf(system);
  const [n_h1, n_h2] = [counts.n_h1, counts.n_h2].map((numbers) => {
    const below = cumulated(numbers);
    return Float64Array.from(ranks.slice(1), (rank, k) => below[rank] - below[ranks[k]]);
  });
  return { n_h1, n_h2, llr: null, tied: null, ranks: ranks.map((_, k) => k) };
}

// The cells of pictures, too narrow to hide any visible spread.
export function pictureCells(system) {
  const cells = filled(countsOf(system), cutsOf(system));
  const llr = isScore(system) ? null : middles(toLn(cells.value, system.scale), toLn(cells.end, system.scale));
  const tied = Int32Array.from(cells.value, (x, i) => cells.n_h1[i] + cells.n_h2[i] > 1 && x === cells.end[i]);
  return { n_h1: cells.n_h1, n_h2: cells.n_h2, llr, tied, ranks: [] };
}

const middles = (from, to) => from.map((x, i) => (Number.isFinite(x) && Number.isFinite(to[i]) ? x / 2 + to[i] / 2 : x));

function cutsOf(system) {
  const counts = countsOf(system);
  const { value } = counts;
  const edge = kernels.pictureEdges(counts);
  const finite = value.filter(Number.isFinite);
  const ends = [finite, ...[counts.n_h1, counts.n_h2].map((n) => value.filter((_, i) => n[i] > 0))]
    .flatMap((some) => (some.length > 0 ? [some[0], some[some.length - 1]] : []));
  const lowest = system.scale === "lr" ? 0 : -Infinity;
  const neutral = isScore(system) ? [] : [system.scale === "lr" ? 1 : 0];
  const cuts = [lowest, ...neutral, ...value.filter((_, i) => edge[i]), ...ends, Infinity];
  return Float64Array.from(new Set([...cuts, ...kernels.nextValues(cuts)])).sort();
}

// Numbers from one cut to before the next, without empty cells; `end` is the last possible value.
function filled({ value, n_h1, n_h2 }, cuts) {
  const n = cuts.length;
  const numbers = { n_h1: new Float64Array(n), n_h2: new Float64Array(n) };
  let cell = 0;
  value.forEach((x, i) => {
    while (cell + 1 < n && cuts[cell + 1] <= x) ++cell;
    numbers.n_h1[cell] += n_h1[i];
    numbers.n_h2[cell] += n_h2[i];
  });
  const before = kernels.nextValues(cuts.slice(1).map((x) => -x)).map((x) => -x);
  const all = { value: cuts, end: Float64Array.of(...before, Infinity), ...numbers };
  const there = (_, i) => numbers.n_h1[i] + numbers.n_h2[i] > 0;
  return Object.fromEntries(Object.entries(all).map(([name, column]) => [name, column.filter(there)]));
}

// Replicates, centred at the measures of the trials instead of those of the cells. Each cell becomes
// one trial of each hypothesis that it contains, weighted by the number of its trials.
export function drawCells({ n_h1, n_h2, llr, tied, ranks }, exact, settings) {
  const there = [n_h1, n_h2].map((n) => n.map((k) => (k > 0 ? 1 : 0)));
  const cuts = there.map((n) => Int32Array.from(ranks, (rank) => cumulated(n)[rank]));
  const weight = (n) => ({ weight: n.filter((k) => k > 0) });
  const [drawn] = kernels.bootstrap([{
    counts: { value: n_h1, n_h1: there[0], n_h2: there[1] }, llr, tied,
    cuts: { h1: cuts[0], h2: cuts[1] }, h1: weight(n_h1), h2: weight(n_h2),
  }], { ...settings, sources: [0, 0], drawsNumbers: true });
  const around = Object.entries(exact).map(([name, plugIn]) => [name, drawn[name].map((x, i) => {
    const shift = plugIn[i % plugIn.length] - drawn.model[name][i % plugIn.length];
    return x + (Number.isFinite(shift) ? shift : 0);
  })]);
  return { ...drawn, ...Object.fromEntries(around) };
}
