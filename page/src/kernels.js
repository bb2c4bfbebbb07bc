// The C kernels of calibrant, compiled to WebAssembly. Each function hands its arrays over, lets the
// kernel work, and takes copies of what comes back; then the arena of the kernels is empty again.

let wasm;

export async function startKernels(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  wasm = instance.exports;
}

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

export const counts = (value, truth) => work(() => {
  const out = record(4);
  wasm.counts(put(value), put(truth), value.length, out);
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

export const costs = (value, truth, unit) => work(() => {
  const out = record(2);
  wasm.costs(put(value), put(truth), value.length, unit, out);
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
  const { value, truth } = trials;
  const out = record(16);
  const of = p ? wasm.points_record(...putPoints(p).slice(0, 4)) : 0;
  wasm.logistic(put(value), put(truth), value.length, unit, put(Float64Array.of(...range(value))),
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

// Systems that share their draws. Each has `counts`, `llr` (NULL for scores) and, where there are
// several, the order of its trials by hypothesis. `seed` has two halves.
export const bootstrap = (systems, { logOdds, replicates, seed }) => work(() => {
  const list = wasm.bootstrap_systems(systems.length);
  const odds = put(Float64Array.from(logOdds));
  const each = [];
  let next = list;
  for (const s of systems) {
    const c = s.counts;
    wasm.bootstrap_system(next, put(c.n_h1), put(c.n_h2), c.value.length, s.llr ? put(s.llr) : 0,
      s.order_h1 ? put(s.order_h1) : 0, s.order_h2 ? put(s.order_h2) : 0, odds, logOdds.length,
      replicates);
    each.push({ at: next, withCosts: Boolean(s.llr) });
    next = wasm.bootstrap_next(next);
  }
  wasm.bootstrap(list, systems.length, replicates, seed[0], seed[1]);
  return each.map(({ at, withCosts }) => {
    const matrix = (name, n) =>
      take(wasm.bootstrap_statistic(at, statisticNumber(name)), n * replicates);
    const n = logOdds.length;
    return {
      cost_h1: withCosts ? matrix("cost_h1", n) : null,
      cost_h2: withCosts ? matrix("cost_h2", n) : null,
      ece_min: matrix("ece_min", n),
      eer: matrix("eer", 1),
      auc: matrix("auc", 1),
    };
  });
});
