// The C kernels of calibrant, compiled to WebAssembly. Each function copies its arrays to the arena
// of the kernels, calls a kernel, copies the results, and empties the arena.

let wasm;
let tellProgress = () => {};

export async function startKernels(bytes) {
  const page = { progress: (done) => tellProgress(done) };
  const { instance } = await WebAssembly.instantiate(bytes, { page });
  wasm = instance.exports;
}

// Reports the finished share of long work, between 0 and 1.
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

// Columns of a record: the number of elements, and the address of each column.
function takeColumns(at, names) {
  const [n, ...places] = take(at, names.length + 1);
  return Object.fromEntries(names.map((name, k) => [name, take(places[k], n)]));
}

// Cells read as numbers, by the rules for files. `value` is NaN and `isNumber` false for a cell
// without a number; `decimal` is the code of the decimal mark, 0 if it is ambiguous; `first` has
// the first cells with a sure comma, an unsure comma, a sure point and an unsure point, -1 for
// none.
export const numbers = (cells, separator) => work(() => {
  const text = putList(cells);
  const value = record(cells.length);
  const found = wasm.room(cells.length);
  const out = record(5);
  wasm.numbers(text, cells.length, separator.charCodeAt(0), value, found, out);
  const [decimal, ...first] = take(out, 5);
  const isNumber = Array.from(new Uint8Array(wasm.memory.buffer, found, cells.length), (kind) => kind < 2);
  return { value: take(value, cells.length), isNumber, decimal, first };
});

const putText = (text) => put(typeof text === "string" ? new TextEncoder().encode(text) : text);

const putList = (texts) => putText(`${texts.join("\0")}\0`);

const decoder = new TextDecoder();

const textAt = (at, n) => decoder.decode(new Uint8Array(wasm.memory.buffer, at, n));

// Fields of a text: structures of two numbers, the address and the size.
function pairsAt(at, n) {
  const pairs = new Int32Array(wasm.memory.buffer, at, 2 * n);
  return Array.from({ length: n }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]]);
}

const textsAt = (at, n) => pairsAt(at, n).map(([place, size]) => textAt(place, size));

const enumNames = (kernel) => {
  const names = [];
  for (let k = 0, at = wasm[kernel](0); at !== 0; at = wasm[kernel](++k)) {
    const bytes = new Uint8Array(wasm.memory.buffer, at);
    names.push(textAt(at, bytes.indexOf(0)));
  }
  return names;
};

export const encodingOf = (bytes) => work(() => ["UTF-8", "other", "zeros"][wasm.encoding(put(bytes), bytes.length)]);

function useWords(words) {
  const bytes = new TextEncoder().encode(words);
  wasm.words(put(bytes), bytes.length);
}

const scoreFacts = ["problem", "atText", "first", "second", "strangers", "allLost", "lostH2", "lostH1", "n", "value", "weight",
  "truth", "source1", "source2", "id", "system", "names", "nNames", "systems", "nSystems"];
const layoutFacts = ["separator", "nFields", "hasHeader", "shortHeader", "header", "nHeader"];
const tableFacts = ["rolesProblem", "first", "second", "tableProblem", "line", "found", "line2", "decimal", "nComments", "n",
  "settled", "labelsProblem", "label", "nDropped", "nExtra", "field", "nField", "field2", "nField2", "labels", "nLabels", "side"];
const mostFacts = 64;

const named = (names, values) => Object.fromEntries(names.map((name, k) => [name, values[k]]));

// Findings in a text. Columns of roles count from 1, 0 for none.
function takeText(values, problems, roles) {
  const layout = named(layoutFacts, values);
  const columns = named(roles, values.slice(layoutFacts.length));
  const facts = named(tableFacts, values.slice(layoutFacts.length + roles.length));
  return {
    ...layout, ...facts, columns,
    separator: layout.separator === 0 ? " " : String.fromCharCode(layout.separator),
    header: layout.hasHeader ? textsAt(layout.header, layout.nHeader) : [],
    problem: problems[facts.tableProblem || facts.rolesProblem || facts.labelsProblem],
    text: textAt(facts.field, facts.nField), text2: textAt(facts.field2, facts.nField2),
    labels: textsAt(facts.labels, Math.min(facts.nLabels, 50)),
    side: facts.side === 0 ? [] : Array.from(ints(facts.side, Math.min(facts.nLabels, 50))),
  };
}

function takeReading(at, nTexts) {
  const problems = enumNames("problem_name");
  const roles = enumNames("role_name");
  const values = take(at, (nTexts + 1) * mostFacts);
  const facts = named(scoreFacts, values);
  const texts = Array.from({ length: nTexts }, (_, k) => takeText(values.slice((k + 1) * mostFacts), problems, roles));
  return { ...facts, problem: problems[facts.problem], texts };
}

// The layout of a text, with some of its rows, and the distinct values of each column if they are
// few.
export const look = (text, words, { mostRows, mostLevels }) => work(() => {
  useWords(words);
  const out = record(4);
  const found = takeReading(wasm.look(put(text), text.length, mostRows, mostLevels, out), 1);
  const [cells, nRows, lists, conclusions] = take(out, 4);
  const [one] = found.texts;
  const { nFields } = one;
  if (one.n === 0 || one.tableProblem !== 0) return one;
  const texts = textsAt(cells, nRows * nFields);
  return {
    ...one, conclusions, problem: "none", open: one.problem, roles: one.columns,
    columns: Array.from({ length: nFields }, (_, k) => Array.from({ length: nRows }, (__, i) => texts[i * nFields + k])),
    levels: pairsAt(lists, nFields).map(([at, n]) => textsAt(at, n)),
  };
});

const ints = (at, n) => (at === 0 ? null : new Int32Array(wasm.memory.buffer, at, n).slice());

const filesKinds = ["labelled", "keyed", "two", "cases", "conclusions"];

const putAsked = ({ kind, columns, h1, h2 = [], dropOthers = false, mayLose, decimal }) => {
  const roles = enumNames("role_name");
  return put(Float64Array.of(filesKinds.indexOf(kind), dropOthers, mayLose, decimal.charCodeAt(0) || 0,
    putList(columns.map(([, name]) => name)), columns.length, put(Int32Array.from(columns, ([role]) => roles.indexOf(role))),
    putList([...h1, ...h2]), h1.length, h2.length));
};

// `text` has its bytes and the name of its system, if there is one.
const putTexts = (texts) => put(Int32Array.from(texts.flatMap(({ bytes, system }) => {
  const name = new TextEncoder().encode(system);
  return [put(bytes), bytes.length, put(name), name.length];
})));

// Trials of texts that belong together, the key first. `columns` are pairs of a role and the name or
// the number of its column.
export const readScores = (texts, words, { withNames, ...asked }) => work(() => {
  useWords(words);
  const found = takeReading(wasm.read_scores(putTexts(texts), texts.length, putAsked(asked)), texts.length);
  const { n } = found;
  const pair = [found.first, found.second].filter((at) => at > 0);
  return {
    ...found,
    pair: pair.map((at) => textsAt(found.names + 8 * (at - 1), 1)[0]),
    value: found.value === 0 ? null : take(found.value, n), weight: found.weight === 0 ? null : take(found.weight, n),
    ...Object.fromEntries(["truth", "source1", "source2", "id", "system"].map((name) => [name, ints(found[name], n)])),
    names: withNames ? textsAt(found.names, found.nNames) : [],
    systems: textsAt(found.systems, found.nSystems),
  };
});

const troubles = ["none", "lost", "no_count", "many_conclusions", "many_systems"];

// Counts of a text with a conclusion in each row: those of H1 and H2 by system, and the names or
// the values of the conclusions. Where something is wrong, `problem` belongs to the text, or
// `trouble` to its rows; `lost` is the role that row number `at` lacks.
export const readConclusions = (bytes, words, asked) => work(() => {
  useWords(words);
  const out = record(10);
  const found = takeReading(wasm.read_conclusions(putTexts([{ bytes, system: "" }]), putAsked({ ...asked, kind: "conclusions" }), out), 1);
  const [trouble, lost, at, nDropped, n, names, values, nSystems, systems, places] = take(out, 10);
  const counts = (k) => Array.from(take(places + 8 * n * k, n));
  const named_ = names === 0 ? Array.from(n === 0 ? [] : take(values, n), String) : textsAt(names, n);
  return {
    ...found, trouble: troubles[trouble], lost: enumNames("role_name")[lost], at, nDropped, numeric: names === 0, conclusions: named_,
    systems: Array.from({ length: nSystems }, (_, k) => ({ name: systems === 0 ? "" : textsAt(systems + 8 * k, 1)[0], h2: counts(2 * k), h1: counts(2 * k + 1) })),
  };
});

// The side of each label by the words of the field: 1 for H1, 0 for H2, -1 if it is unknown.
export const labelSides = (labels, words) => work(() => {
  useWords(words);
  const out = wasm.room(4 * labels.length);
  wasm.label_sides(putList(labels), labels.length, out);
  return Array.from(ints(out, labels.length));
});

const putOr0 = (array) => (array ? put(array) : 0);

const givenScales = ["ln", "log10", "log2", "lr", "score", "prob"];
const slipNames = ["code", "dates", "probabilities", "ratios", "high", "scores", "percent", "weak", "strong", "reversed", "distances", "doubled"];
const slipFacts = ["code", "n", "others", "largest", "power", "mean", "factor", "area", "times"];

// Names of the slips of trials on their scale, in the order of reporting, and the facts for the
// messages. `system` is null, or has the system of each trial.
export const findSlips = (value, truth, system, scale) => work(() => {
  const out = record(slipNames.length + slipFacts.length);
  wasm.slips(put(value), put(truth), putOr0(system), value.length, givenScales.indexOf(scale), out);
  const [found, facts] = [take(out, slipNames.length), take(out + 8 * slipNames.length, slipFacts.length)];
  return { names: slipNames.filter((name, k) => found[k]), facts: Object.fromEntries(slipFacts.map((name, k) => [name, facts[k]])) };
});

// A set of the library, for one piece of work. `weight` is null if each trial counts as one.
const putSet = ({ value, truth, weight, scale }) =>
  wasm.set(put(value), put(truth), putOr0(weight), value.length, givenScales.indexOf(scale));

const putCountedSet = ({ value, n_h1, n_h2, totals }, scale) =>
  wasm.counted_set(put(value), put(n_h1), put(n_h2), value.length, ...totals, givenScales.indexOf(scale));

// Numbers that a function of the library finds; NaN if there are none, as for measures of LRs on
// scores.
function numbersOf(name, n, ...more) {
  const out = record(n);
  return wasm[`calibrant_${name}`](...more, out, 0) === 0 ? Array.from(take(out, n)) : new Array(n).fill(NaN);
}

const tablesOfSet = {
  counts: ["value", "n_h1", "n_h2", "axis"],
  blocks: ["min", "max", "n_h1", "n_h2", "llr", "axis_min", "axis_max", "log10_lr"],
  points: ["llr", "n_h1", "n_h2"],
};

// Tables, measures and the ELUB of the trials of a system, as the library derives them.
export const derive = (system) => work(() => {
  const set = putSet(system);
  const size = Object.values(tablesOfSet).reduce((n, names) => n + names.length + 1, 2);
  const out = record(size);
  wasm.derive(set, out);
  const totals = Array.from(take(out, 2));
  const found = { totals };
  let at = out + 16;
  for (const [table, names] of Object.entries(tablesOfSet)) {
    const isMissing = table === "points" && system.scale === "score";
    found[table] = isMissing ? null : { ...takeColumns(at, names), totals };
    at += 8 * (names.length + 1);
  }
  const [lower, upper] = numbersOf("bounds", 2, set, 0);
  const one = (name, ...more) => numbersOf(name, 1, set, ...more)[0];
  return {
    ...found, cllr: one("cllr"), cllrMin: one("cllr_min"), eer: one("eer", 1), auc: one("auc", 0), elub: { lower, upper },
    effective: numbersOf("effective_numbers", 2, set),
  };
});

// Corners of the DET curve; thresholds are on the scale.
export const detCurve = (counts, scale) => work(() => {
  const n = counts.value.length + 1;
  const [threshold, miss, fa, hull] = [record(n), record(n), record(n), wasm.room(4 * n)];
  wasm.calibrant_det_curve(putCountedSet(counts, scale), threshold, miss, fa, hull, 0);
  return { threshold: take(threshold, n), p_fa: take(fa, n), p_miss: take(miss, n), hull: ints(hull, n) };
});

const groupFacts = ["posterior_min", "posterior_max", "posterior", "observed", "n_h1", "n_h2"];

// Groups of a reliability diagram, without empty bins. `last` is the rank at which a bin ends.
export const reliability = (counts, scale, prior, bins) => work(() => {
  const [groups, ends] = [record(groupFacts.length * bins), wasm.room(4 * bins)];
  const n = wasm.reliability(putCountedSet(counts, scale), prior, bins, groups, ends);
  const found = take(groups, groupFacts.length * n);
  return Array.from(ints(ends, n), (last, i) => ({ ...named(groupFacts, found.slice(groupFacts.length * i)), last }));
});

const putPoints = (p) =>
  [put(p.llr), put(p.n_h1), put(p.n_h2), p.llr.length, p.totals[0], p.totals[1]];

const atPriors = (kernel) => (p, logOdds) => work(() => {
  const n = logOdds.length;
  const out = record(n);
  wasm[kernel](...putPoints(p), put(Float64Array.from(logOdds)), n, out);
  return take(out, n);
});

// The cross-entropy in nats, at each of the prior log-odds.
export const ece = atPriors("ece");
export const excess = atPriors("excess");

// Nats.
export const claims = (p, logOdds) => work(() => {
  const out = record(3);
  wasm.claims(...putPoints(p), logOdds, out);
  const [claimed, over, deviation] = take(out, 3);
  return { claimed, over, deviation };
});

export const chanceMean = (totals) => work(() => wasm.chance_mean(...totals));

// Draws of Cllr_min in nats for uninformative scores; `sizes` is null if no trials are tied.
export const chance = (totals, sizes, draws, seed) => work(() =>
  take(wasm.chance(...totals, putOr0(sizes), sizes ? sizes.length : 0, draws, ...seed), draws));

const vectorOf = (x) => (x instanceof Float64Array ? x : Float64Array.from(x));

// Values that a kernel makes of values one by one.
const mapped = (x, job) => work(() => {
  const out = record(x.length);
  job(put(vectorOf(x)), x.length, out);
  return take(out, x.length);
});

export const convert = (x, from, to) => mapped(x, (at, n, out) =>
  wasm.calibrant_convert(at, n, givenScales.indexOf(from), givenScales.indexOf(to), out));

// ln LRs of posterior probabilities; NaN beyond 0 and 1.
export const llrOfPosterior = (x, prior) => mapped(x, (at, n, out) => {
  if (wasm.calibrant_llr_of_posterior(at, n, prior, out, 0) !== 0) doubles(out, n).fill(NaN);
});

// log10 LRs by the blocks of PAV.
export const applyBlocks = ({ min, max, log10_lr }, x) => mapped(x, (at, n, out) =>
  wasm.apply_blocks(put(min), put(max), put(log10_lr), min.length, at, n, out));

// ln LRs by a line.
export const applyLine = ({ slope, offset }, x) => mapped(x, (at, n, out) =>
  wasm.calibrant_apply_sum(put(Float64Array.of(slope)), 1, offset, at, n, out, 0));

export const tailShares = (count) => work(() => {
  const out = record(count.length);
  wasm.tail_shares(put(count), count.length, out);
  return take(out, count.length);
});

export const pictureEdges = ({ n_h1, n_h2 }) => work(() => {
  const edge = wasm.room(n_h1.length);
  wasm.picture_edges(put(n_h1), put(n_h2), n_h1.length, edge);
  return new Uint8Array(wasm.memory.buffer, edge, n_h1.length).slice();
});

// The next larger double of each value.
export const nextValues = (x) => mapped(x, (at, n, out) => wasm.next_values(at, n, out));

export const milestones = (count) => work(() => {
  const out = record(3);
  wasm.milestones(put(count), count.length, out);
  return Array.from(take(out, 3));
});

// Logistic calibration of the trials of a system. `points` is null if they are not known.
export const logistic = (system, { prior, lambda, points: p }) => work(() => {
  const set = putSet(system);
  if (p) wasm.know_points(set, ...putPoints(p).slice(0, 4));
  const out = record(16);
  if (wasm.calibrate(set, prior, lambda, out) !== 0) throw new Error("no calibration by this prior and this penalty");
  const [status, slope, offset, objective, wrongH1, wrongH2, minimum, steps, ...vcov] = take(out, 16);
  return {
    status: enumNames("fit_status_name")[status], slope, offset, objective, wrong: [wrongH1, wrongH2], minimum, steps,
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
  const which = enumNames("statistic_name").indexOf(name);
  if (which < 0) throw new Error(`no statistic ${name}`);
  return which;
}

// Systems that share their draws. Each has `counts` of its trials, `llr` (null for scores), `cuts`
// (the numbers of rejected trials of either hypothesis at each), and the trials of either
// hypothesis in ascending order, by `order`, `weight`, `source1`, `source2`. `sources` are numbers
// of items, 0 and 0 to draw trials. With `drawsNumbers` the trials are cells, whose weights are
// drawn, and `tied` flags some. `seed` has two halves. `model` has the statistics of the sample.
export const bootstrap = (systems, { logOdds, replicates, sources, drawsNumbers = false, seed }) => work(() => {
  const list = wasm.bootstrap_systems(systems.length);
  const odds = put(Float64Array.from(logOdds));
  const places = [];
  let next = list;
  for (const s of systems) {
    const c = s.counts;
    wasm.bootstrap_system(next, put(c.n_h1), put(c.n_h2), c.value.length, putOr0(s.llr), odds,
      logOdds.length, put(s.cuts.h1), put(s.cuts.h2), s.cuts.h1.length, putOr0(s.tied), replicates);
    [s.h2, s.h1].forEach(({ order, weight, source1, source2 }, hypothesis) =>
      wasm.bootstrap_class(next, hypothesis, ...[order, weight, source1, source2].map(putOr0)));
    places.push(next);
    next = wasm.bootstrap_next(next);
  }
  const lost = wasm.bootstrap(list, systems.length, replicates, ...sources, drawsNumbers, ...seed);
  if (lost >= 0) return { lost };
  return systems.map(({ llr, cuts }, s) => {
    const matrix = (name, n) => take(wasm.bootstrap_statistic(places[s], statisticNumber(name)), n * replicates);
    const model = (name, n) => take(wasm.bootstrap_model(places[s], statisticNumber(name)), n);
    const n = logOdds.length;
    return {
      cost_h1: llr ? matrix("cost_h1", n) : null,
      cost_h2: llr ? matrix("cost_h2", n) : null,
      ece_min: matrix("ece_min", n),
      p_miss: matrix("p_miss", cuts.h1.length),
      p_fa: matrix("p_fa", cuts.h1.length),
      eer: matrix("eer", 1),
      auc: matrix("auc", 1),
      model: { ece_min: model("ece_min", n), eer: model("eer", 1), auc: model("auc", 1) },
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
