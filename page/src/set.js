// Makes systems from a table and a choice of columns, with the checks and the warnings of lr_set().
import tables from "../generated/tables.json";
import { formatNumber } from "./format.js";
import { findSlips } from "./kernels.js";
import { FileProblem } from "./problem.js";
import { claims, readTrials, scoreFile, sidesOf } from "./read.js";
import { makeSystem } from "./system.js";
import { posteriorToLn, scales } from "./units.js";
import { later } from "./words.js";

const mostSystems = 20;

// `choice`: the `way` in which the files belong together; places of the columns `lr`, `truth`,
// `system`, `weight`, `source1`, `source2` (-1 for none); the levels `h1` and `h2` (null for the
// other one), the `decimal` mark ("" for the one that shows), the `scale`, the `prior` of posteriors,
// whether to `drop` incomplete
// comparisons, and whether items are compared `again`.
export function buildSet(files, choice) {
  const isTwo = choice.way.kind === "two";
  if (!isTwo && choice.truth !== claims && choice.h1 === null) throw new FileProblem("Say which value means that H1 is true.");
  if (!scales.includes(choice.scale)) throw new FileProblem("The scale of the ratios cannot be guessed. Choose it.");
  if (choice.scale === "prob" && !(choice.prior > 0 && choice.prior < 1)) {
    throw new FileProblem("Posterior probabilities need the prior probability that they were made with.");
  }
  const readings = readTrials(files, choice);
  const { trials, named } = joined(readings);
  const kept = keptRows(trials, choice.drop);
  const rows = kept.all ? null : kept.rows;
  for (const name of Object.keys(trials)) trials[name] = trials[name] && picked(trials[name], rows);
  checkValues(trials.value, choice.scale, kept.rows);
  if (trials.weight) checkWeights(trials.weight, kept.rows);
  const posterior = choice.scale === "prob" ? { prior: choice.prior } : null;
  const slips_ = [...slips(trials.value, trials.truth, choice.scale, trials.system), ...namedScale(files, choice)];
  if (posterior) trials.value = posteriorToLn(trials.value, choice.prior);
  const scale = posterior ? "ln" : choice.scale;
  const { system, ...more } = trials;
  return {
    strata: strataOf(trials),
    systems: split(more, system && { levels: named, code: system }, scale),
    named: system !== null,
    scale,
    posterior,
    labels: labelsOf(readings[0].sides, choice),
    hypotheses: null,
    n: kept.rows.length,
    dropped: kept.lost,
    leftOut: leftOut(readings),
    slips: slips_,
  };
}

// One list of trials, with the number of the system of each. Items of several readings are the same
// if they have the same name.
function joined(readings) {
  const fields = ["value", "truth", "weight", "source1", "source2", "system"];
  if (readings.length === 1) {
    const [one] = readings;
    return { trials: { ...Object.fromEntries(fields.map((field) => [field, one[field]])), system: one.system && one.system.map((code) => code - 1) }, named: one.systems };
  }
  const numbers = { names: new Map(), systems: new Map() };
  const anew = (known, list) => list.map((name) => known.get(name) ?? known.set(name, known.size).get(name));
  const parts = readings.map((one) => {
    const [names, systems] = [anew(numbers.names, one.names), anew(numbers.systems, one.systems)];
    const coded = (code, to) => code && code.map((k) => to[k - 1]);
    return { ...one, source1: coded(one.source1, names), source2: coded(one.source2, names), system: coded(one.system, systems) };
  });
  const together = (field) => (parts.every((one) => one[field]) ? concatenated(parts.map((one) => one[field])) : null);
  return { trials: Object.fromEntries(fields.map((field) => [field, together(field)])), named: [...numbers.systems.keys()] };
}

function concatenated(parts) {
  const out = new parts[0].constructor(parts.reduce((n, part) => n + part.length, 0));
  parts.reduce((at, part) => {
    out.set(part, at);
    return at + part.length;
  }, 0);
  return out;
}

function labelsOf({ labels, side, settled }, choice) {
  if (choice.way.kind === "two" || labels.length === 0) return { h1: "TRUE", h2: "FALSE" };
  const others = settled ? labels.filter((label, k) => side[k] === 0) : labels.filter((label) => label.trim() !== choice.h1);
  return { h1: choice.h1, h2: choice.h2 ?? [...new Set(others.map((label) => label.trim()))].join(", ") };
}

// Numbers of comparisons that were left out, for each reason that lies in their file.
function leftOut(readings) {
  const sum = (count) => readings.reduce((n, one) => n + count(one), 0);
  const extra = sum((one) => one.texts.reduce((n, text) => n + text.nExtra, 0));
  return [
    { n: sum((one) => one.texts[0].nDropped), text: later("{n} comparisons with another truth were left out.") },
    { n: extra, text: later("{n} scores that the key does not name were left out.") },
    { n: sum((one) => one.lostH1 + one.lostH2), text: later("{n} comparisons of the key without a score were left out.") },
  ].filter(({ n }) => n > 0);
}

// `rows` is null for all rows.
function picked(column, rows) {
  if (!rows) return column;
  const out = new column.constructor(rows.length);
  for (let i = 0; i < rows.length; ++i) out[i] = column[rows[i]];
  return out;
}

// Items are drawn in two strata: those that take part in an H1 comparison, and the others. They are
// numbered in this order. Returns the size of each stratum; null unless both items of each
// comparison are known.
function strataOf(trials) {
  const { truth, source1, source2 } = trials;
  if (!source1 || !source2) return null;
  const columns = [source1, source2];
  const inH1 = new Set();
  for (const column of columns) column.forEach((id, i) => { if (truth[i] === 1) inH1.add(id); });
  const all = new Set();
  for (const column of columns) for (const id of column) all.add(id);
  const ordered = [...all].filter((id) => inH1.has(id)).concat([...all].filter((id) => !inH1.has(id)));
  const place = new Map(ordered.map((id, k) => [id, k]));
  for (const column of columns) column.forEach((id, i) => { column[i] = place.get(id); });
  return [inH1.size, all.size - inH1.size];
}

// Rows without missing values.
function keptRows({ value, weight }, drop) {
  const n = value.length;
  const rows = new Int32Array(n);
  let size = 0;
  let first = -1;
  for (let i = 0; i < n; ++i) {
    if (!Number.isNaN(value[i]) && !(weight && Number.isNaN(weight[i]))) rows[size++] = i;
    else if (first < 0) first = i;
  }
  if (size < n && !drop) {
    throw new FileProblem("Incomplete comparisons: {n}, the first in row {row}.", {
      n: n - size, row: first + 1, canDrop: true });
  }
  return { rows: rows.slice(0, size), all: size === n, lost: n - size };
}

function checkValues(value, scale, rows) {
  if (scale === "prob") {
    const outside = value.findIndex((p) => p < 0 || p > 1);
    if (outside >= 0) {
      throw new FileProblem("A posterior probability must be between 0 and 1; the first that is not stands in row {row}: {x}.", {
        row: rows[outside] + 1, x: formatNumber(value[outside]) });
    }
  }
  if (scale !== "lr") return;
  const negative = value.findIndex((x) => x < 0);
  if (negative >= 0) {
    throw new FileProblem("A likelihood ratio cannot be negative; the first that is stands in row {row}: {x}. Logarithms have a scale of their own.", {
      row: rows[negative] + 1, x: formatNumber(value[negative]) });
  }
}

// Products of four weights must stay clear of underflow and overflow.
function checkWeights(weight, rows) {
  const wrong = weight.findIndex((w) => !(w >= 1e-100 && w <= 1e100));
  if (wrong >= 0) {
    throw new FileProblem("Weights must be positive, between 1e-100 and 1e100; the first that is not stands in row {row}: {x}. Leave out comparisons that should not count.", {
      row: rows[wrong] + 1, x: formatNumber(weight[wrong]) });
  }
}

function split(trials, named, scale) {
  if (named && named.levels.length > mostSystems) {
    throw new FileProblem("There are {n} systems, more than {most}. Is it the right column?", { n: named.levels.length, most: mostSystems });
  }
  const groups = named ? named.levels.map((name, k) => [name, placesOf(named.code, k)]).filter(([, places]) => places.length > 0)
    : [["system", null]];
  return groups.map(([name, places]) => {
    const of = (column) => column && picked(column, places);
    const { value, truth, ...more } = Object.fromEntries(Object.entries(trials).map(([key, column]) => [key, of(column)]));
    const nH1 = truth.reduce((sum, k) => sum + k, 0);
    if (nH1 === 0 || nH1 === truth.length) {
      throw new FileProblem("Both hypotheses must have at least one comparison. {system}: {a} under H1, {b} under H2.", {
        system: name, a: nH1, b: truth.length - nH1 });
    }
    return makeSystem(name, value, truth, scale, more);
  });
}

function placesOf(code, wanted) {
  const out = [];
  for (let i = 0; i < code.length; ++i) if (code[i] === wanted) out.push(i);
  return out;
}

// Slips that produce a legal set, in the order of reporting. Each is a message with values for its
// slots.
function slips(value, truth, scale, system) {
  const { names, facts } = findSlips(value, truth, system, scale);
  const { code, n, others, largest, power, mean, factor, area, times } = facts;
  const values = {
    scale, code: String(code), n: String(n), times: String(times), others: formatNumber(others),
    largest: formatNumber(largest), power: formatNumber(power), mean_h2: formatNumber(mean),
    unit: names.includes("weak") ? "log10" : "ln", factor: formatNumber(factor, 2), area: formatNumber(area, 2),
  };
  const n1 = truth.reduce((sum, t) => sum + t, 0);
  const all = Math.min(n1, truth.length - n1) === 1 ? [...names, "single"] : names;
  return all.map((name) => ({ texts: slipTexts[name], values }));
}

const scaleInName = new RegExp(/^scale_in_name: (.*)$/m.exec(tables.role_words)[1], "i");

// A column whose name indicates another logarithm than the scale.
function namedScale(files, { way, lr, scale }) {
  const [found] = scaleInName.exec(files[scoreFile(way)].table.names[lr] ?? "") ?? [""];
  const named = found.toLowerCase();
  return named === "" || named === scale || scale === "score" ? [] : [{ texts: tables.guards.named, values: { named, scale } }];
}

const scoresText = later("These look like scores, but the scale is {scale}: where H2 is true, an LR of 10^{power} would support H1.");
const slipTexts = {
  ...tables.guards,
  code: [later("Values of {code} or -{code} ({n} of them) look like a code for no result, since no other is beyond {others}, but they count as very strong evidence."),
    later("Leave such rows out, and report their number.")],
  dates: [later("Values such as {code} ({n} of them) look like dates of a spreadsheet, which counts days."),
    later("Spreadsheets may make a date of 3.5: set the format of the column to numbers or text, then enter the numbers again.")],
  high: [scoresText],
  scores: [scoresText],
  weak: [later("These look like {unit} LRs, but the scale is {scale}."), later("Then all LRs are too weak by a factor of {factor} on the scale of logarithms.")],
  strong: [later("These look like {unit} LRs, but the scale is {scale}."), later("Then all LRs are too strong by a factor of {factor} on the scale of logarithms.")],
  doubled: [later("All comparisons seem to be there {times} times. Were rows appended or joined twice?")],
  single: [later("One of the hypotheses has a single comparison, on which every result depends.")],
};

// The level that is H1 by its name, or else the one with the larger numbers; null if neither tells.
export function likelyH1(levels, value, truth) {
  const sides = sidesOf(levels);
  const named = levels.filter((_, k) => sides[k] === 1);
  if (named.length === 1) return { level: named[0], byName: true };
  if (levels.length !== 2 || value === null) return null;
  const means = levels.map((level) => {
    const values = Array.from(value).filter((x, i) => truth[i] === level && Number.isFinite(x)).sort((a, b) => a - b);
    return values.length > 0 ? values[values.length >> 1] : NaN;
  });
  if (!(means[0] !== means[1])) return null;
  return { level: levels[means[0] > means[1] ? 0 : 1], byName: false };
}

// A set that R has put into the page. Items have the numbers of strataOf() there.
export function setFromR(given) {
  const number = (x) => (x === "Inf" ? Infinity : x === "-Inf" ? -Infinity : x);
  const ids = (x) => (x ? Int32Array.from(x) : null);
  const systems = given.systems.map((s) =>
    makeSystem(s.name, Float64Array.from(s.value, number), Int32Array.from(s.truth), given.scale, {
      weight: s.weight ? Float64Array.from(s.weight) : null, source1: ids(s.source1), source2: ids(s.source2),
    }));
  return {
    systems, named: given.named, scale: given.scale, labels: given.labels,
    hypotheses: given.hypotheses ?? null, strata: given.strata ?? null, posterior: null,
    n: systems.reduce((sum, s) => sum + s.value.length, 0), dropped: 0, leftOut: [], slips: [],
  };
}
