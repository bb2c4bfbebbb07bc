// R code that makes the same set.
import { columnsOf } from "./read.js";

export const quoted = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => c);

const vector = (texts) => (texts.length === 1 ? texts[0] : `c(${texts.join(", ")})`);

// Pasted text is still in the user's clipboard.
export const fileCode = ({ name }) => (name === "clipboard" ? "file(\"clipboard\")" : quoted(name));

function filesCode(files, { kind, order }) {
  const names = order.map((k) => fileCode(files[k]));
  if (kind === "two") return [`genuine = ${names[0]}`, `impostor = ${names[1]}`];
  return kind === "keyed" ? [vector(names.slice(1)), names[0]] : [vector(names)];
}

export const columnCode = ([role, name]) => `${role} = ${/^[0-9]+$/.test(name) ? name : quoted(name)}`;

export function setCode({ files, choice }) {
  const columns = columnsOf(files.map(({ table }) => table), choice).map(columnCode);
  const needsNames = columns.some((one) => one.includes("\"")) && columns.some((one) => !one.includes("\""));
  const roles = needsNames ? columns.map((one) => one.replace(/= ([0-9]+)$/, "= \"$1\"")) : columns;
  const words = choice.way.kind === "two" || choice.truth < -1 ? [] : [
    `h1 = ${quoted(choice.h1)}`, choice.h2 === null ? "" : `h2 = ${quoted(choice.h2)}, others = "drop"`];
  const options = [
    ...filesCode(files, choice.way), `scale = ${quoted(choice.scale)}`, choice.scale === "prob" ? `prior = ${choice.prior}` : "",
    roles.length > 0 ? `columns = c(${roles.join(", ")})` : "", ...words,
    choice.decimal ? `dec = ${quoted(choice.decimal)}` : "", choice.drop ? "na = \"drop\"" : "",
  ].filter(Boolean);
  return `library(calibrant)\nx <- read_scores(${options.join(", ")})`;
}
