// The few functions of R that the sentences are written with; a single number or string stands for
// a vector of one.
import tables from "../generated/tables.json";
import { formatNumber, plainCount, signif as signifOne, useDecimalMark } from "./format.js";
import { lnToLog10One, qlogis as qlogisOne } from "./units.js";

let language = "en";
export const useLanguage = (chosen) => {
  language = chosen;
  useDecimalMark(gettext("."));
};

const list = (x) => (Array.isArray(x) || ArrayBuffer.isView(x) ? Array.from(x) : [x]);

export const one = (x) => (Array.isArray(x) ? x[0] : x);

// R looks messages up without the blanks around them.
export function gettext(text) {
  if (language !== "de") return text;
  const bare = text.trim();
  const found = tables.german[text] ?? tables.german[bare];
  return found === undefined ? text : text.replace(bare, () => found.trim());
}

export const ngettext = (n, singular, plural) => gettext(n === 1 ? singular : plural);

export function sprintf(format, ...values) {
  let next = 0;
  return format.replace(/%(?:(\d+)\$)?([s%])/g, (_, place, kind) =>
    (kind === "%" ? "%" : String(one(values[place ? place - 1 : next++]))));
}

export const gettextf = (format, ...values) => sprintf(gettext(format), ...values);

const isOptions = (x) => x !== null && typeof x === "object" && "collapse" in x;

export function paste(...parts) {
  return joined(parts, " ");
}

export function paste0(...parts) {
  return joined(parts, "");
}

function joined(parts, separator) {
  const last = parts[parts.length - 1];
  if (isOptions(last)) return list(parts[0]).join(one(last.collapse));
  return parts.map(one).join(separator);
}

// x[i] and x[[i]], counted from one; a list without names is its only element.
export function pick(x, i) {
  if (Array.isArray(i)) return i.map((k) => pick(x, k));
  if (typeof i === "string") return x[i];
  return Array.isArray(x) ? x[i - 1] : x;
}

export const c = (...values) => values;
export const nrow = (table) => list(Object.values(table)[0]).length;
export const seq_along = (x) => list(x).map((_, i) => i + 1);
export const vapply = (x, compute) => list(x).map(compute);
export const mapply = (compute, x, y) => list(x).map((v, i) => compute(v, list(y)[i]));
export const tolower = (x) => (Array.isArray(x) ? x.map(tolower) : x.toLowerCase());

export const is_null = (x) => x === null || x === undefined;
export const is_na = (x) => Number.isNaN(one(x));
export const is_infinite = (x) => Math.abs(one(x)) === Infinity;

export const abs = (x) => Math.abs(one(x));
export const max = (...values) => Math.max(...values.map(one));
export const signif = (x, digits) => signifOne(one(x), digits);
export const qlogis = (p) => qlogisOne(one(p));
export const from_ln = (x, _scale) => lnToLog10One(one(x));

export const format = (x, { digits }) => formatNumber(one(x), digits);
export const format_number = (x, digits = 3) => formatNumber(one(x), digits);
export const plain_count = (n) => plainCount(one(n));

// An LR from its log10, fractions as 1/n.
export function format_lr(log10Lr) {
  const size = formatNumber(10 ** Math.abs(log10Lr));
  if (log10Lr >= 0) return size;
  return log10Lr === -Infinity ? "0" : `1/${size}`;
}

// Two digits, rounded down.
export function times_text(log10Size) {
  const size = Number.isFinite(log10Size) ? log10Size : 0;
  const power = Math.floor(size + 1e-12);
  const digits = Math.floor(10 ** (size - power + 1) * (1 + 1e-12));
  const plain = (x) => plainCount(Number(x.toPrecision(2)));
  return power < 6 ? plain(digits * 10 ** Math.min(power - 1, 6)) : `${plain(digits / 10)} x 10^${power}`;
}
