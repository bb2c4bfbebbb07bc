// From a table and a choice of columns to systems: what the door of the package, lr_set(), checks is
// checked here, and what it warns of is warned of.
import tables from "../generated/tables.json";
import { formatNumber } from "./format.js";
import { range } from "./kernels.js";
import { encode, FileProblem, readNumbers } from "./read.js";
import { makeSystem } from "./system.js";
import { scales } from "./units.js";

const mostSystems = 20;

// `choice`: places of the columns `lr`, `truth`, `system`, `source1`, `source2` (-1 for none), the
// level `h1`, the `scale`, and whether to `drop` comparisons of which something is missing.
export function buildSet(table, choice) {
  const numbers = readNumbers(table.columns[choice.lr]);
  if (numbers.bad) {
    throw new FileProblem("{n} values of {column} are no numbers, the first in row {row}: {text}.", {
      n: numbers.nBad, column: table.names[choice.lr], row: numbers.bad.row + 1, text: numbers.bad.text });
  }
  const truth = encode(table.columns[choice.truth]);
  const system = choice.system >= 0 ? encode(table.columns[choice.system]) : null;
  const kept = keptRows(numbers, [truth, system].filter(Boolean), choice.drop);
  checkLevels(truth, table.names[choice.truth]);
  const h1 = truth.levels.indexOf(choice.h1);
  if (h1 < 0) throw new FileProblem("Say which value means that H1 is true.");
  if (!scales.includes(choice.scale)) throw new FileProblem("The scale of the ratios cannot be guessed. Choose it.");
  const value = kept.all ? numbers.value : Float64Array.from(kept.rows, (i) => numbers.value[i]);
  const isH1 = Int32Array.from(kept.rows, (i) => (truth.code[i] === h1 ? 1 : 0));
  checkValues(value, choice.scale, kept.rows);
  return {
    systems: split(value, isH1, system && { levels: system.levels, code: kept.rows.map((i) => system.code[i]) }, choice.scale),
    named: system !== null,
    scale: choice.scale,
    labels: { h1: choice.h1, h2: truth.levels[1 - h1] },
    hypotheses: null,
    sources: countSources(table, choice, kept.rows, system),
    n: kept.rows.length,
    dropped: numbers.value.length - kept.rows.length,
    slips: slips(value, isH1, choice.scale),
  };
}

// Rows of which nothing is missing.
function keptRows(numbers, columns, drop) {
  const n = numbers.value.length;
  const isKept = (i) => !Number.isNaN(numbers.value[i]) && columns.every(({ code }) => code[i] >= 0);
  const rows = new Int32Array(n);
  let size = 0;
  let first = -1;
  for (let i = 0; i < n; ++i) {
    if (isKept(i)) rows[size++] = i;
    else if (first < 0) first = i;
  }
  if (size < n && !drop) {
    throw new FileProblem("{n} comparisons lack their LR, their truth or their system, the first in row {row}.", {
      n: n - size, row: first + 1, canDrop: true });
  }
  return { rows: rows.slice(0, size), all: size === n };
}

function checkLevels({ levels, overflow }, column) {
  if (levels.length !== 2) {
    throw new FileProblem("The truth must have two values, one for each hypothesis. {column} has {n}: {levels}.", {
      column, n: overflow ? `> ${levels.length}` : levels.length, levels: levels.slice(0, 6).join(", ").slice(0, 80) });
  }
}

function checkValues(value, scale, rows) {
  if (scale !== "lr") return;
  const negative = value.findIndex((x) => x < 0);
  if (negative >= 0) {
    throw new FileProblem("A likelihood ratio cannot be negative; the first that is stands in row {row}: {x}. Logarithms have a scale of their own.", {
      row: rows[negative] + 1, x: formatNumber(value[negative]) });
  }
}

function split(value, truth, named, scale) {
  if (named && named.levels.length > mostSystems) {
    throw new FileProblem("There are {n} systems, more than {most}. Is it the right column?", { n: named.levels.length, most: mostSystems });
  }
  const groups = named ? named.levels.map((name, k) => [name, placesOf(named.code, k)]).filter(([, places]) => places.length > 0)
    : [["system", null]];
  return groups.map(([name, places]) => {
    const v = places ? Float64Array.from(places, (i) => value[i]) : value;
    const t = places ? Int32Array.from(places, (i) => truth[i]) : truth;
    const nH1 = t.reduce((sum, k) => sum + k, 0);
    if (nH1 === 0 || nH1 === t.length) {
      throw new FileProblem("Both hypotheses must have at least one comparison. {system}: {a} under H1, {b} under H2.", {
        system: name, a: nH1, b: t.length - nH1 });
    }
    return makeSystem(name, v, t, scale);
  });
}

function placesOf(code, wanted) {
  const out = [];
  for (let i = 0; i < code.length; ++i) if (code[i] === wanted) out.push(i);
  return out;
}

// Distinct items per system, null where no column names them.
function countSources(table, { source1 = -1, source2 = -1 }, rows, system) {
  const columns = [source1, source2].filter((k) => k >= 0).map((k) => table.columns[k]);
  if (columns.length === 0) return null;
  const sets = new Map();
  for (const row of rows) {
    const name = system ? system.levels[system.code[row]] : "system";
    const set = sets.get(name) ?? sets.set(name, new Set()).get(name);
    for (const column of columns) set.add(column[row].trim());
  }
  return Object.fromEntries([...sets].map(([name, set]) => [name, set.size]));
}

// Slips that leave a legal set behind, as R/lr-set-guards.R finds them. Each is what the package says,
// with values to fill in.
export function slips(value, truth, scale) {
  const found = [];
  const [low, high] = range(value);
  const n1 = truth.reduce((sum, t) => sum + t, 0);
  const enough = n1 >= 3 && truth.length - n1 >= 3;
  if (scale === "lr" && high <= 1 && enough && low !== 1) {
    found.push({ texts: tables.guards.probabilities, values: {} });
  }
  const logarithm = ["log10", "ln", "log2"].includes(scale);
  if (logarithm && low >= 0 && enough && value.some((x, i) => truth[i] === 0 && x !== 0)) {
    const largest = value.reduce((most, x) => (Number.isFinite(x) && x > most ? x : most), -Infinity);
    found.push({ texts: tables.guards.ratios, values: { scale, largest: formatNumber(largest) } });
  }
  const { auc, z } = thinnedAuc(value, truth);
  if (!Number.isNaN(z) && (z <= -3.1 || (auc < 0.1 && z <= -2.3))) {
    found.push({ texts: tables.guards.reversed, values: {
      what: scale === "score" ? "scores" : "LRs", auc: formatNumber(auc, 2) } });
  }
  return found;
}

// The share of pairs in the right order, and how far it is from one half in standard errors. A
// thousand comparisons of each hypothesis tell as well as millions.
function thinnedAuc(value, truth) {
  const places = (wanted) => thinned(placesOf(truth, wanted));
  const h1 = places(1);
  const h2 = places(0);
  const [n1, n2] = [h1.length, h2.length];
  const all = [...h1, ...h2].map((i, k) => ({ x: value[i], isH1: k < n1 })).sort((a, b) => (a.x < b.x ? -1 : a.x > b.x ? 1 : 0));
  const n = n1 + n2;
  let sum = 0;
  let ties = 0;
  for (let i = 0; i < n;) {
    let end = i;
    while (end < n && all[end].x === all[i].x) ++end;
    const size = end - i;
    ties += size ** 3 - size;
    for (let k = i; k < end; ++k) if (all[k].isH1) sum += (i + end + 1) / 2;
    i = end;
  }
  const auc = (sum - (n1 * (n1 + 1)) / 2) / n1 / n2;
  const variance = (n + 1 - ties / n / (n - 1)) / 12 / n1 / n2;
  return { auc, z: variance > 0 ? (auc - 0.5) / Math.sqrt(variance) : NaN };
}

function thinned(at, most = 1000) {
  const n = at.length;
  if (n <= most) return at;
  return Array.from({ length: most }, (_, k) => at[Math.floor((((k + 1) * 0.6180339887498949) % 1) * n)]);
}

// The level that is H1 by its name, or else the one with the larger numbers; null where neither says.
export function likelyH1(levels, value, truth) {
  const named = levels.filter((level) => tables.h1_words.includes(level.toLowerCase()));
  if (named.length === 1) return { level: named[0], byName: true };
  const means = levels.map((level) => {
    const values = Array.from(value).filter((x, i) => truth[i] === level && Number.isFinite(x)).sort((a, b) => a - b);
    return values.length > 0 ? values[values.length >> 1] : NaN;
  });
  if (!(means[0] !== means[1])) return null;
  return { level: levels[means[0] > means[1] ? 0 : 1], byName: false };
}

// A set that R has put into the page.
export function setFromR(given) {
  const number = (x) => (x === "Inf" ? Infinity : x === "-Inf" ? -Infinity : x);
  const systems = given.systems.map((s) =>
    makeSystem(s.name, Float64Array.from(s.value, number), Int32Array.from(s.truth), given.scale));
  return {
    systems, named: given.named, scale: given.scale, labels: given.labels,
    hypotheses: given.hypotheses ?? null, sources: null,
    n: systems.reduce((sum, s) => sum + s.value.length, 0), dropped: 0, slips: [],
  };
}
