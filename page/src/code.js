// The R code that gives the same set.

const name = (column) => (/^[A-Za-z.][\w.]*$/.test(column) ? column : `\`${column.replace(/[\\`]/g, "\\$&")}\``);

export const quoted = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => c);

const readers = { "\t": "read.delim", ";": "read.csv2", ",": "read.csv", "|": "read.delim", " ": "read.table" };

const logical = /^(?:TRUE|FALSE|true|false|T|F)$/;

// Texts that stand for a missing value.
const noValues = "c(\"\", \".\", \"NA\", \"na\", \"N/A\", \"n/a\", \"NaN\", \"nan\", \"NULL\", \"null\")";

// Lines that read the file as the page does.
export function readCode({ name, encoding, table }, { decimals = [], drop = false } = {}) {
  const decimalComma = decimals.some((k) => table.columns[k].slice(0, 1000).some((t) => /^\s*[+-]?\d*,\d/.test(t)));
  const reader = readers[table.separator];
  const options = [
    quoted(name),
    table.separator === "|" ? "sep = \"|\"" : "",
    reader === "read.csv2" && !decimalComma ? "dec = \".\"" : "",
    reader !== "read.csv2" && decimalComma ? "dec = \",\"" : "",
    !table.headed ? "header = FALSE" : reader === "read.table" ? "header = TRUE" : "",
    table.skip > 0 ? `skip = ${table.skip}` : "",
    encoding === "UTF-8" ? "" : `fileEncoding = ${quoted(encoding)}`,
    drop ? `na.strings = ${noValues}` : "",
    "check.names = FALSE",
  ].filter(Boolean).join(", ");
  return [
    "library(calibrant)",
    `data <- ${reader}(${options})`,
    table.renamed ? `names(data) <- c(${table.names.map(quoted).join(", ")})` : "",
  ].filter(Boolean);
}

export function setCode({ file, table, choice }) {
  const column = (k) => name(table.names[k]);
  const h1 = logical.test(choice.h1) ? (/^[Tt]/.test(choice.h1) ? "TRUE" : "FALSE") : quoted(choice.h1);
  const formula = `${column(choice.truth)} ~ ${column(choice.lr)}${choice.system >= 0 ? ` | ${column(choice.system)}` : ""}`;
  const others = ["weight", "source1", "source2"].filter((k) => choice[k] >= 0)
    .map((k) => `, ${k} = ${quoted(table.names[choice[k]])}`).join("");
  const drop = choice.drop ? ", na = \"drop\"" : "";
  const prior = choice.scale === "prob" ? `, prior = ${choice.prior}` : "";
  return [
    ...readCode(file, { decimals: [choice.lr, choice.weight].filter((k) => k >= 0), drop: choice.drop }),
    `x <- lr_set(${formula}, data = data, scale = ${quoted(choice.scale)}${prior}, h1 = ${h1}${others}${drop})`,
  ].join("\n");
}
