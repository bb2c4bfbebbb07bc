// Tables as files. A cell that a spreadsheet would take for a formula gets an apostrophe.
import { exact } from "./format.js";

const formula = /^[=+\-@\t\r]/;

export function cell(x) {
  if (typeof x === "number") return exact(x);
  const text = formula.test(x) ? `'${x}` : String(x);
  return /[",\n\r;]/.test(text) ? `"${text.replace(/"/g, "\"\"")}"` : text;
}

// `rows` are lists of cells.
export const toCsv = (header, rows) =>
  [header, ...rows].map((row) => Array.from(row, cell).join(",")).join("\r\n") + "\r\n";
