// Numbers as R's format() writes them, with the decimal mark of the reader's language.

import { roundEven } from "./units.js";

let decimalMark = ".";
export const useDecimalMark = (mark) => { decimalMark = mark; };
const marked = (text) => {
  const [whole, part] = text.split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, " ") + (part ? `${decimalMark}${part}` : "");
};

// format(signif(x, digits), digits = digits, big.mark = " "), without powers from 1000 to 10^12
export const formatNumber = (x, digits = 3) => marked(pointNumber(x, digits));

// format(signif(x, digits), digits = digits, scientific = FALSE), for sentences.
export const decimalNumber = (x, digits = 3) => marked(pointNumber(x, digits, false));

function pointNumber(x, digits, scientific = true) {
  if (Number.isNaN(x)) return "NaN";
  if (!Number.isFinite(x)) return x > 0 ? "Inf" : "-Inf";
  if (x === 0) return "0";
  const [mantissa, power] = Math.abs(signif(x, digits)).toExponential(digits - 1).split("e");
  const figures = mantissa.replace(".", "").replace(/0+$/, "");
  const e = Number(power);
  const sign = x < 0 ? "-" : "";
  const decimals = Math.max(0, figures.length - e - 1);
  const fixedWidth = Math.max(1, e + 1) + (decimals > 0 ? decimals + 1 : 0);
  const scientificWidth = figures.length + (figures.length > 1 ? 1 : 0) +
    (Math.abs(e) >= 100 ? 5 : 4);
  if (scientific && fixedWidth > scientificWidth && (e < 3 || e >= 12)) {
    const point = figures.length > 1 ? `${figures[0]}.${figures.slice(1)}` : figures;
    return `${sign}${point}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, "0")}`;
  }
  return sign + plain(figures, e, decimals);
}

function plain(figures, e, decimals) {
  if (e < 0) return `0.${"0".repeat(-e - 1)}${figures}`;
  const whole = figures.slice(0, e + 1).padEnd(e + 1, "0");
  return decimals > 0 ? `${whole}.${figures.slice(e + 1)}` : whole;
}

// A number with trailing zeros: 0.100, not 0.1.
export function evenNumber(x, digits = 3) {
  const size = Math.abs(signif(x, digits));
  if (!Number.isFinite(size) || size === 0 || size < 1e-4 || size >= 1e6) return formatNumber(x, digits);
  const power = Number(size.toExponential(digits - 1).split("e")[1]);
  return marked(signif(x, digits).toFixed(Math.max(digits - 1 - power, 0)));
}

// format(n, big.mark = " ", scientific = FALSE), with the seven digits of R.
export function plainCount(n) {
  return marked(Number.isInteger(n) ? String(n) : String(Number(n.toPrecision(7))));
}

// The text of a number of comparisons, or of their total weight.
export const numberText = (n) => (Number.isInteger(n) ? plainCount(n) : formatNumber(n));

// R rounds after scaling by a power of ten, exact up to the 22nd: signif(0.0245, 2) is 0.024.
export function signif(x, digits) {
  if (!Number.isFinite(x) || x === 0) return x;
  const power = digits - 1 - Math.floor(Math.log10(Math.abs(x)));
  if (Math.abs(power) > 22) return Number(x.toPrecision(digits));
  return power < 0 ? roundEven(x / 10 ** -power) * 10 ** -power : roundEven(x * 10 ** power) / 10 ** power;
}

// An LR from its log10, fractions as 1/n.
export function formatLr(log10Lr, digits) {
  return log10Lr === -Infinity ? "0" : reciprocal(log10Lr, formatNumber(10 ** Math.abs(log10Lr), digits));
}

// An LR that rounds to 1 has no reciprocal.
export const reciprocal = (log10Lr, size) => (log10Lr < 0 && size !== "1" ? `1/${size}` : size);

export const fixedNumber = (x, decimals) => marked(x.toFixed(decimals));

export const percentText = (share, digits = 3) => `${formatNumber(100 * share, digits)} %`;

// The shortest text that represents the double exactly, for files and code.
export const exact = (x) => (Number.isFinite(x) ? String(x) : x > 0 ? "Inf" : x < 0 ? "-Inf" : "NaN");
