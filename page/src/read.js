// Files of comparisons: the separator, the names of the columns and their values.
import { dsvFormat } from "d3-dsv";
import tables from "../generated/tables.json";
import { numbers } from "./kernels.js";

export const mostBytes = 400e6;
const mostColumns = 1000;
const separators = ["\t", ";", ",", "|"];

export class FileProblem extends Error {
  constructor(text, values = {}) {
    super(text);
    this.values = values;
  }
}

// Called in the page, as a worker of Safari cannot read files from a disk.
export async function bytesOf(file) {
  if (file.size > mostBytes) {
    throw new FileProblem("The file has {size} MB, more than a browser can hold. R reads it.", { size: Math.round(file.size / 1e6) });
  }
  return { name: file.name, bytes: await file.arrayBuffer() };
}

export async function readBytes({ name, bytes }) {
  const { text, encoding } = decode(bytes);
  return { name, size: bytes.byteLength, hash: await sha256(bytes), encoding, table: readTable(text) };
}

async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (b) => b.toString(16).padStart(2, "0")).join("");
}

// Decodes by the byte-order mark, else as UTF-8, else as Windows writes. Names the encoding as R
// does.
export function decode(buffer) {
  const bytes = new Uint8Array(buffer);
  const starts = (...marks) => marks.every((m, i) => bytes[i] === m);
  const as = (name, encoding) => ({ text: new TextDecoder(name).decode(bytes), encoding });
  if (starts(0xff, 0xfe)) return as("utf-16le", "UTF-16");
  if (starts(0xfe, 0xff)) return as("utf-16be", "UTF-16");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, encoding: starts(0xef, 0xbb, 0xbf) ? "UTF-8-BOM" : "UTF-8" };
  } catch {
    return as("windows-1252", "windows-1252");
  }
}

// `columns` are arrays of strings. Lines above the table that begin with "#" are skipped; where no
// separator is found, blanks are one.
export function readTable(text) {
  if (text.includes("\0")) throw new FileProblem("This is no text file. Save the table as CSV first.");
  const [above] = /^(?:#[^\r\n]*(?:\r\n|\n|\r))*/.exec(text.replace(/^\ufeff/, ""));
  const skip = above.split(/\r\n|\n|\r/).length - 1;
  let clean = text.replace(/^\ufeff/, "").slice(above.length);
  if (clean.trim() === "") throw new FileProblem("The file is empty.");
  let separator = findSeparator(clean);
  if (separator === null) {
    separator = " ";
    clean = clean.replace(/"(?:[^"]|"")*"|[ \t]+/g, (part) => (part.startsWith("\"") ? part : " ")).replace(/^ | $/gm, "");
  }
  const columns = [];
  let header = null;
  let bad = null;
  let line = skip;
  dsvFormat(separator).parseRows(clean, (row) => {
    ++line;
    if (row.length === 1 && row[0].trim() === "") return null;
    if (header === null) {
      if (row.length > mostColumns) {
        throw new FileProblem("The file has {n} columns, more than {most}. One row per comparison is wanted, and few columns.", { n: row.length, most: mostColumns });
      }
      header = row;
      for (let k = 0; k < row.length; ++k) columns.push([]);
      return null;
    }
    if (row.length !== columns.length) bad ??= { line, found: row.length };
    for (let k = 0; k < columns.length; ++k) columns[k].push(row[k] ?? "");
    return null;
  });
  if (bad) {
    throw new FileProblem("Line {line} has {found} fields, and the first line has {wanted}.", { ...bad, wanted: header.length });
  }
  const headed = !areNumbers(header).every(Boolean);
  if (!headed) {
    header.forEach((field, k) => columns[k].unshift(field));
    header = header.map((_, k) => `V${k + 1}`);
  }
  if (columns[0].length === 0) throw new FileProblem("The file has a first line and nothing below it.");
  const names = uniqueNames(header);
  return { names, renamed: names.some((name, k) => name !== header[k]), headed, skip, columns, separator, n: columns[0].length };
}

function findSeparator(text) {
  const lines = firstLines(text, 20);
  const counts = separators.map((separator) => lines.map((line) => outsideQuotes(line, separator)));
  const steady = counts.map((n) => (n[0] > 0 && n.every((k) => k === n[0]) ? n[0] : 0));
  const best = steady.findIndex((n) => n > 0);
  if (best >= 0) return separators[best];
  const most = counts.map((n) => n[0]);
  if (Math.max(...most) > 0) return separators[most.indexOf(Math.max(...most))];
  return lines.every((line) => /\S[ \t]+\S/.test(line)) ? null : separators[0];
}

const firstLines = (text, n) => text.slice(0, 2e6).split(/\r\n|\n|\r/, n + 1)
  .filter((line) => line.trim() !== "").slice(0, n);

const outsideQuotes = (line, separator) =>
  line.replace(/"(?:[^"]|"")*"/g, "").split(separator).length - 1;

function uniqueNames(header) {
  const seen = new Map();
  return header.map((field, k) => {
    const name = field.trim() || `V${k + 1}`;
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name}.${times}`;
  });
}

export const areNumbers = (cells) => numbers(cells.map((cell) => cell.trim()), ",").isNumber;

const missing = new Set(tables.missing_words);

export const isMissing = (text) => text.trim() === "" || missing.has(plainWord(text));

// Numbers of columns, NaN where a value is missing, with the decimal mark that all of them tell. `bad`
// is the first cell of a column that is no number, `unclear` are cells that contradict each other on
// the mark, or the one that leaves it open.
export function readNumbers(columns, separator) {
  const all = columns.flat();
  const { value, isNumber, decimal, first } = numbers(all.map((cell) => cell.trim()), separator);
  const size = columns[0].length;
  const cell = (i) => ({ column: Math.floor(i / size), row: i % size, text: all[i].slice(0, 60) });
  const [comma, unsureComma, point, unsurePoint] = first;
  const marked = [comma < 0 ? unsureComma : comma, point < 0 ? unsurePoint : point];
  return {
    columns: columns.map((column, k) => ({
      value: value.slice(k * size, (k + 1) * size), ...strangers(column, (i) => isNumber[k * size + i]),
    })),
    unclear: decimal === 0 ? marked.filter((i) => i >= 0).map(cell) : null,
  };
}

function strangers(column, isNumber) {
  const found = { missing: [], bad: null, nBad: 0 };
  column.forEach((text, row) => {
    if (isNumber(row)) return;
    if (isMissing(text)) found.missing.push(row);
    else {
      found.bad ??= { row, text: text.slice(0, 60) };
      ++found.nBad;
    }
  });
  return found;
}

// The number of each value among the distinct ones, in the order of their appearance; -1 for a
// missing value. Stops at `most` values. `known` are numbers that values have already.
export function encode(column, most = 1000, known = new Map()) {
  const raw = new Map();
  const code = new Int32Array(column.length);
  let overflow = false;
  for (let i = 0; i < column.length; ++i) {
    let found = raw.get(column[i]);
    if (found === undefined) {
      const level = column[i].trim();
      found = isMissing(level) ? -1 : known.get(level);
      if (found === undefined) {
        overflow = known.size === most;
        if (overflow) break;
        found = known.size;
        known.set(level, found);
      }
      raw.set(column[i], found);
    }
    code[i] = found;
  }
  return { code, levels: [...known.keys()], overflow };
}

// Distinct values in the order of their appearance, at most so many.
export function distinct(column, most = 50) {
  return encode(column, most + 1).levels;
}

const lrName = /(^|[^a-z])(log10_?lr|log_?lr|llr|lr|score|scores)([^a-z]|$)/i;
const truthName = /truth|same|hypothes|target|label|key|class|ground|mated|source/i;
const systemName = /system|model|method|engine|algorithm|lab/i;

// Guesses the roles of the columns; the user decides. A name counts for more than the values of a
// column, some of which may be no numbers.
export function guessColumns(table) {
  const some = table.columns.map((column) => column.slice(0, 1000));
  const share = some.map((column) => {
    const isNumber = areNumbers(column);
    return column.filter((t, i) => isNumber[i] || isMissing(t)).length / column.length;
  });
  const choose = (fits, name, taken = []) => {
    const places = table.names.map((_, k) => k).filter((k) => fits(k) && !taken.includes(k));
    return places.find((k) => name.test(table.names[k])) ?? -1;
  };
  const many = (k) => share[k] === 1 && table.levels[k].length > 2;
  let lr = choose((k) => share[k] >= 0.5, lrName);
  if (lr < 0) lr = table.names.findIndex((_, k) => many(k));
  const two = (k) => table.levels[k].length === 2;
  let truth = choose(two, truthName, [lr]);
  if (truth < 0) truth = table.names.findIndex((_, k) => k !== lr && two(k));
  const system = choose((k) => table.levels[k].length >= 2 && table.levels[k].length <= 20 && share[k] < 1, systemName, [lr, truth]);
  return { lr, truth, system };
}

const mostRows = 20000;

// Part of a table that the page shows, with the first values of each column as they appear.
export function headOf(table) {
  const levels = table.columns.map((column) => distinct(column));
  return { ...table, levels, columns: table.columns.map((column) => column.slice(0, mostRows)) };
}

// A word as tables.h1_words and tables.missing_words have it: in small letters, without blanks and joints if it has a letter.
export function plainWord(text) {
  const small = text.trim().toLowerCase();
  return /\p{L}/u.test(small) ? small.replace(/[ _.-]/g, "") : small;
}
