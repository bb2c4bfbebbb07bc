// The R code that gives the same set.

const name = (column) => (/^[A-Za-z.][\w.]*$/.test(column) ? column : `\`${column.replace(/[\\`]/g, "\\$&")}\``);

export const quoted = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => c);

const readers = { "\t": "read.delim", ";": "read.csv2", ",": "read.csv" };

const logical = /^(?:TRUE|FALSE|true|false|T|F)$/;

export function setCode({ file, table, choice }) {
  const column = (k) => name(table.names[k]);
  const decimalComma = table.columns[choice.lr].slice(0, 1000).some((t) => /^\s*[+-]?\d*,\d/.test(t));
  const reader = readers[table.separator];
  const options = [
    quoted(file.name),
    reader === "read.csv2" && !decimalComma ? "dec = \".\"" : "",
    reader !== "read.csv2" && decimalComma ? "dec = \",\"" : "",
    "check.names = FALSE",
  ].filter(Boolean).join(", ");
  const h1 = logical.test(choice.h1) ? (/^[Tt]/.test(choice.h1) ? "TRUE" : "FALSE") : quoted(choice.h1);
  const formula = `${column(choice.truth)} ~ ${column(choice.lr)}${choice.system >= 0 ? ` | ${column(choice.system)}` : ""}`;
  const others = ["weight", "source1", "source2"].filter((k) => choice[k] >= 0)
    .map((k) => `, ${k} = ${quoted(table.names[choice[k]])}`).join("");
  const drop = choice.drop ? ", na = \"drop\"" : "";
  return [
    "library(calibrant)",
    `data <- ${reader}(${options})`,
    `x <- lr_set(${formula}, data = data, scale = ${quoted(choice.scale)}, h1 = ${h1}${others}${drop})`,
  ].join("\n");
}
