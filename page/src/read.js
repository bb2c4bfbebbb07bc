// Files of comparisons, read by the kernels: first the layout of each, from which the user chooses,
// and then the comparisons.
import tables from "../generated/tables.json";
import { textOf } from "./bytes.js";
import { labelSides, look, numbers, readConclusions, readScores } from "./kernels.js";
import { FileProblem } from "./problem.js";
import { problemOf, problemOfConclusions } from "./read-words.js";

const words = tables.role_words;
const mostColumns = 1000;
const shown = { mostRows: 5000, mostLevels: 50 };

async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (b) => b.toString(16).padStart(2, "0")).join("");
}

// A file with its text and its layout.
export async function readFile(file) {
  const text = await textOf(file);
  return { name: file.name, size: file.bytes.byteLength, hash: await sha256(file.bytes), text, table: layoutOf(text, file.name) };
}

// `columns` has some of the rows, `levels` the distinct values of each column, `roles` the columns
// that suit a role from 0 on, -1 for none.
function layoutOf(text, name) {
  const one = look(text, words, shown);
  if (one.nFields > mostColumns) throw new FileProblem("The file has {n} columns, more than {most}. One row per comparison is wanted, and few columns.", { n: one.nFields, most: mostColumns });
  const problem = one.open === "long" ? "long" : one.problem;
  if (problem !== "none") throw problemOf({ problem, atText: 0, texts: [one] }, [name]);
  if (one.n === 1 && !one.columns.some(([cell]) => areNumbers([cell])[0])) throw problemOf({ problem: "empty", atText: 0, texts: [one] }, [name]);
  // A role that two columns may have is open.
  const isOpen = (role) => one.open === { score: "two_scores", truth: "two_truths" }[role];
  const header = one.shortHeader ? ["", ...one.header] : one.header;
  const plain = (cells) => cells.map((cell) => cell.replaceAll("\"\"", "\""));
  return {
    names: Array.from({ length: one.nFields }, (_, k) => (!header[k] ? `V${k + 1}` : header.indexOf(header[k]) < k ? `${header[k]} (${k + 1})` : header[k])), header,
    columns: one.columns.map(plain), levels: one.levels.map(plain),
    roles: Object.fromEntries(Object.entries(one.roles).map(([role, column]) => [role, isOpen(role) ? -1 : column - 1])),
    separator: one.separator, n: one.n, nComments: one.nComments, holdsConclusions: one.conclusions,
  };
}

// A column as R and the kernels name it: by its header, if that is the only one, or by its number.
export function columnName({ header }, place) {
  const name = header[place];
  return name && header.indexOf(name) === header.lastIndexOf(name) ? name : String(place + 1);
}

const isLabelled = ({ roles }) => roles.truth >= 0 || (roles.claimed >= 0 && roles.real >= 0);

// The ways in which files may belong together, each with its files in the order of the kernels: a
// key before its scores, H1 before H2. The most likely way is first.
export function waysOf(tables_) {
  const all = tables_.map((_, k) => k);
  const keyed = all.map((key) => ({ kind: "keyed", order: [key, ...all.filter((k) => k !== key)] }));
  const labelled = { kind: "labelled", order: all };
  if (all.length === 1) {
    const concluded = { kind: "conclusions", order: all };
    return [[labelled], [labelled, concluded], [concluded, labelled]][tables_[0].holdsConclusions];
  }
  const two = all.length === 2 ? [{ kind: "two", order: [0, 1] }, { kind: "two", order: [1, 0] }] : [];
  const scored = all.filter((k) => tables_[k].roles.score >= 0);
  const truths = all.filter((k) => isLabelled(tables_[k]));
  const key = truths.find((k) => !scored.includes(k)) ?? (truths.length === 1 ? truths[0] : -1);
  const likely = key >= 0 ? keyed[key] : truths.length === all.length || two.length === 0 ? labelled : two[0];
  return [likely, ...[...keyed, ...two, labelled].filter((way) => way !== likely)];
}

// The file with the scores and the file with the truth; of several, the first.
export const scoreFile = ({ kind, order }) => order[kind === "keyed" ? 1 : 0];
export const truthFile = ({ kind, order }) => (kind === "two" ? -1 : order[0]);

// Claimed and real identities; trials with equal ones are targets.
export const claims = -2;

// Guesses the columns by the roles from the kernels.
export function guessColumns(tables_, way) {
  const scores = tables_[scoreFile(way)].roles;
  const truth = tables_[truthFile(way)]?.roles ?? { truth: -1, source1: -1, source2: -1 };
  const claimed = truth.claimed >= 0 && truth.real >= 0 && truth.truth < 0;
  const named = (role) => (way.kind === "labelled" && truth.source1 >= 0 && truth.source2 >= 0 ? truth[role] : -1);
  return {
    lr: scores.score, truth: claimed ? claims : truth.truth, system: scores.system, source1: named("source1"), source2: named("source2"),
  };
}

// Roles with columns, in the form of the kernels and R. Columns that are found without a request
// are omitted, and a role that the user removed is 0.
export function columnsOf(tables_, choice) {
  const { way } = choice;
  const guess = guessColumns(tables_, way);
  const [scores, truth] = [tables_[scoreFile(way)], tables_[truthFile(way)] ?? tables_[0]];
  const one = (role, table, place) => (place >= 0 ? [[role, columnName(table, place)]] : []);
  // Items in columns that the user gave may be compared again.
  const isNamed = (role) => choice.again && role !== "system" && choice[role] >= 0;
  const changed = (role, table) => (choice[role] === guess[role] && !isNamed(role) ? [] : [[role, choice[role] >= 0 ? columnName(table, choice[role]) : "0"]]);
  if (way.kind === "two") return choice.lr === guess.lr ? [] : one("score", scores, choice.lr);
  const claimed = choice.truth === claims ? ["claimed", "real"].flatMap((role) => one(role, truth, truth.roles[role])) : [];
  return [...systemColumns(choice).flatMap((place) => one("score", scores, place)), ...one("truth", truth, choice.truth), ...claimed, ...one("weight", truth, choice.weight),
    ...changed("system", scores), ...changed("source1", truth), ...changed("source2", truth)];
}

// Further columns with LRs, each of which is a system.
const besideOf = ({ beside = [], lr, way }) => (way.kind === "labelled" && way.order.length === 1 ? beside.filter((place) => place !== lr) : []);

const systemColumns = (choice) => [choice.lr, ...besideOf(choice)].sort((a, b) => a - b);

// A table with a column for each system is read once per system.
function readBeside(files, choice) {
  const [{ table }] = files;
  return systemColumns(choice).flatMap((lr) =>
    readEach(files, { ...choice, lr, system: -1, beside: [] }, table.names[lr]));
}

const stem = (name) => name.replace(/\..*$/, "");

// The texts of each reading, with the names of their systems.
function readingsOf(files, { kind, order }) {
  const named = files.length > (kind === "labelled" ? 1 : 2);
  const texts = order.map((k, place) => ({
    name: files[k].name, bytes: files[k].text, system: named && (kind === "labelled" || place > 0) ? stem(files[k].name) : "",
  }));
  return kind === "labelled" ? texts.map((one) => [one]) : [texts];
}

// The comparisons of all files.
export const readTrials = (files, choice) => (besideOf(choice).length > 0 ? readBeside(files, choice) : readEach(files, choice));

// `system` is the name for all trials of the file.
function readEach(files, choice, system = "") {
  const { kind } = choice.way;
  const tables_ = files.map(({ table }) => table);
  const asked = {
    kind, columns: columnsOf(tables_, choice), h1: choice.h1 === null || choice.truth === claims || kind === "two" ? [] : [choice.h1],
    h2: choice.h2 === null || kind === "two" ? [] : [choice.h2], dropOthers: choice.h2 !== null, mayLose: choice.drop, decimal: choice.decimal,
    withNames: (kind === "labelled" && files.length > 1) || system !== "",
  };
  const readings = system === "" ? readingsOf(files, choice.way) : [[{ name: files[0].name, bytes: files[0].text, system }]];
  return readings.map((texts) => {
    const found = readScores(texts, words, asked);
    if (found.problem !== "none") throw problemOf(found, texts.map(({ name }) => name));
    return { ...found, sides: found.texts[0] };
  });
}

// Conclusions of a file with their counts by system. `choice` has the columns by role that the user
// chose, "0" for none; the word for H1; the decimal mark; and a flag to leave out incomplete rows.
export function readCounts({ name, text }, { columns, h1, decimal, drop }) {
  const asked = { columns: Object.entries(columns), h1: h1 === null ? [] : [h1], decimal, mayLose: drop };
  const found = readConclusions(text, words, asked);
  const [{ columns: at, labels, side, settled }] = found.texts;
  const failed = conclusionProblem(found, name, h1);
  return {
    ...found, columns: at, labels, sides: { side, settled }, failed: failed && { text: failed.message, values: failed.values },
  };
}

// The problem, with the columns found; null if there is none.
function conclusionProblem(found, name, h1) {
  const problem = problemOfConclusions(found, name);
  if (problem) return problem;
  const { settled, labels } = found.texts[0];
  if (!settled && h1 === null) return new FileProblem("Say which value means that H1 is true. The values are {levels}.", { levels: labels.join(", ") });
  return null;
}

// Numbers in some cells; NaN for a cell without a number.
export const readNumbers = (cells, separator) => numbers(cells.map((cell) => cell.trim()), separator);

export const areNumbers = (cells) => readNumbers(cells, ",").isNumber;

export const sidesOf = (labels) => labelSides(labels, words);
