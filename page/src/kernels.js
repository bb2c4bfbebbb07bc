// The C kernels of calibrant, compiled to WebAssembly. Each function hands its arrays over, lets the
// kernel work, and takes copies of what comes back; then the arena of the kernels is empty again.

let wasm;
let tellProgress = () => {};

export async function startKernels(bytes) {
  const page = { progress: (done) => tellProgress(done) };
  const { instance } = await WebAssembly.instantiate(bytes, { page });
  wasm = instance.exports;
}

// Long work tells how much of it is done, between 0 and 1.
export const onProgress = (tell) => { tellProgress = tell; };

const doubles = (at, n) => new Float64Array(wasm.memory.buffer, at, n);

function put(array) {
  const at = wasm.room(array.byteLength);
  new array.constructor(wasm.memory.buffer, at, array.length).set(array);
  return at;
}

const take = (at, n) => doubles(at, n).slice();

const record = (n) => wasm.room(8 * n);

function work(job) {
  wasm.clear();
  try {
    return job();
  } catch (problem) {
    if (problem instanceof WebAssembly.RuntimeError) throw new Error("out of memory");
    throw problem;
  } finally {
    wasm.clear();
  }
}

// Columns of a record: how many elements there are, and where each column is.
function takeColumns(at, names) {
  const [n, ...places] = take(at, names.length + 1);
  return Object.fromEntries(names.map((name, k) => [name, take(places[k], n)]));
}

// Cells as the reader of files reads numbers: `value` is NaN and `isNumber` false where a cell is none,
// `decimal` the code of the decimal mark, 0 where it is not clear, and `first` the first cells with a
// sure comma, an unsure comma, a sure point and an unsure point, -1 for none.
export const numbers = (cells, separator) => work(() => {
  const text = put(new TextEncoder().encode(`${cells.join("\0")}\0`));
  const value = record(cells.length);
  const found = wasm.room(cells.length);
  const out = record(5);
  wasm.numbers(text, cells.length, separator.charCodeAt(0), value, found, out);
  const [decimal, ...first] = take(out, 5);
  const isNumber = Array.from(new Uint8Array(wasm.memory.buffer, found, cells.length), (kind) => kind < 2);
  return { value: take(value, cells.length), isNumber, decimal, first };
});

const putOr0 = (array) => (array ? put(array) : 0);

// `weight` is null where each trial counts as one.
export const counts = (value, truth, weight) => work(() => {
  const out = record(4);
  wasm.counts(put(value), put(truth), putOr0(weight), value.length, out);
  return takeColumns(out, ["value", "n_h1", "n_h2"]);
});

const putCounts = (c) => [put(c.value), put(c.n_h1), put(c.n_h2), c.value.length];

export const blocks = (c) => work(() => {
  const out = record(8);
  wasm.blocks(...putCounts(c), out);
  return takeColumns(out, ["min", "max", "n_h1", "n_h2", "llr", "first", "last"]);
});

export const points = (unit, c) => work(() => {
  const out = record(4);
  wasm.points(unit, ...putCounts(c), out);
  return takeColumns(out, ["llr", "n_h1", "n_h2"]);
});

export const costs = ({ value, truth, weight }, unit) => work(() => {
  const out = record(2);
  wasm.costs(put(value), put(truth), putOr0(weight), value.length, unit, out);
  const [h1, h2] = take(out, 2);
  return { h1, h2 };
});

const putPoints = (p) =>
  [put(p.llr), put(p.n_h1), put(p.n_h2), p.llr.length, p.totals[0], p.totals[1]];

const atPriors = (kernel) => (p, logOdds) => work(() => {
  const n = logOdds.length;
  const out = record(n);
  wasm[kernel](...putPoints(p), put(Float64Array.from(logOdds)), n, out);
  return take(out, n);
});

// Nats, at each of the prior log-odds.
export const ece = atPriors("ece");
export const excess = atPriors("excess");

// Nats.
export const claims = (p, logOdds) => work(() => {
  const out = record(3);
  wasm.claims(...putPoints(p), logOdds, out);
  const [claimed, over, deviation] = take(out, 3);
  return { claimed, over, deviation };
});

export const commonLog = (x, baseLog) => work(() => {
  const values = Float64Array.from(x);
  const out = record(values.length);
  wasm.common_log(put(values), values.length, baseLog, out);
  return take(out, values.length);
});

export const tailShares = (count) => work(() => {
  const out = record(count.length);
  wasm.tail_shares(put(count), count.length, out);
  return take(out, count.length);
});

export const corners = (c) => work(() => {
  const n = c.n_h1.length;
  const miss = record(n + 1);
  const fa = record(n + 1);
  wasm.corners(put(c.n_h1), put(c.n_h2), n, miss, fa);
  return { p_miss: take(miss, n + 1), p_fa: take(fa, n + 1) };
});

const ofGroups = (kernel) => (c) =>
  work(() => wasm[kernel](put(c.n_h1), put(c.n_h2), c.n_h1.length));
export const auc = ofGroups("auc");
export const eer = ofGroups("eer");

export const milestones = (count) => work(() => {
  const out = record(3);
  wasm.milestones(put(count), count.length, out);
  return Array.from(take(out, 3));
});

// The names of enum cal_fit_status.
const fitStatus = ["found", "clash", "certain", "constant", "separable", "size"];

// `totals` are of H1 and H2.
export const logistic = (trials, { unit, totals, prior, lambda, points: p }) => work(() => {
  const { value, truth, weight } = trials;
  const out = record(16);
  const of = p ? wasm.points_record(...putPoints(p).slice(0, 4)) : 0;
  wasm.logistic(put(value), put(truth), putOr0(weight), value.length, unit, put(Float64Array.of(...range(value))),
    put(Float64Array.of(totals[1], totals[0])), of, prior, lambda, out);
  const [status, slope, offset, objective, wrongH1, wrongH2, minimum, steps, ...vcov] = take(out, 16);
  return {
    status: fitStatus[status], slope, offset, objective, wrong: [wrongH1, wrongH2], minimum, steps,
    vcov: vcov.slice(0, 4), vcovHessian: vcov.slice(4),
  };
});

export function range(value) {
  let low = Infinity;
  let high = -Infinity;
  for (const x of value) {
    if (x < low) low = x;
    if (x > high) high = x;
  }
  return [low, high];
}

function statisticNumber(name) {
  for (let which = 0; ; ++which) {
    const at = wasm.statistic_name(which);
    if (at === 0) throw new Error(`no statistic ${name}`);
    const bytes = new Uint8Array(wasm.memory.buffer, at);
    if (new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0))) === name) return which;
  }
}

// Systems that share their draws. Each has `counts` of its trials, `llr` (null for scores), `cuts`
// (how many trials of either hypothesis are rejected at each), and what is known of the trials of
// either hypothesis in ascending order: `order`, `weight`, `source1`, `source2`. `sources` are
// numbers of items, 0 and 0 to draw trials. `seed` has two halves.
export const bootstrap = (systems, { logOdds, replicates, sources, seed }) => work(() => {
  const list = wasm.bootstrap_systems(systems.length);
  const odds = put(Float64Array.from(logOdds));
  const places = [];
  let next = list;
  for (const s of systems) {
    const c = s.counts;
    wasm.bootstrap_system(next, put(c.n_h1), put(c.n_h2), c.value.length, putOr0(s.llr), odds,
      logOdds.length, put(s.cuts.h1), put(s.cuts.h2), s.cuts.h1.length, replicates);
    [s.h2, s.h1].forEach(({ order, weight, source1, source2 }, hypothesis) =>
      wasm.bootstrap_class(next, hypothesis, ...[order, weight, source1, source2].map(putOr0)));
    places.push(next);
    next = wasm.bootstrap_next(next);
  }
  const lost = wasm.bootstrap(list, systems.length, replicates, ...sources, ...seed);
  if (lost >= 0) return { lost };
  return systems.map(({ llr, cuts }, s) => {
    const matrix = (name, n) => take(wasm.bootstrap_statistic(places[s], statisticNumber(name)), n * replicates);
    const n = logOdds.length;
    return {
      cost_h1: llr ? matrix("cost_h1", n) : null,
      cost_h2: llr ? matrix("cost_h2", n) : null,
      ece_min: matrix("ece_min", n),
      p_miss: matrix("p_miss", cuts.h1.length),
      p_fa: matrix("p_fa", cuts.h1.length),
      eer: matrix("eer", 1),
      auc: matrix("auc", 1),
    };
  });
});

// The LLR after PAV at the values with the numbers `at`, in samples of calibrated LRs: `at.length`
// numbers per replicate.
export const consistency = ({ llr, n_h1, n_h2, at, replicates, seed }) => work(() => {
  const out = record(at.length * replicates);
  wasm.consistency(put(llr), put(n_h1), put(n_h2), llr.length, put(at), at.length, replicates, ...seed, out);
  return take(out, at.length * replicates);
});
