// Writes the sentences of inst/sentences.dcf as R/explain-words.R does: takes the first case of a
// sentence whose condition holds, and fills its slots with the facts.
import { decimalNumber, fixedNumber, formatNumber, plainCount, reciprocal, signif } from "./format.js";
import { texts } from "./texts.js";
import { gettext, gettextf } from "./translate.js";
import { lnToLog10One, qlogis } from "./units.js";

const compare = {
  "==": (x, y) => x === y, "<": (x, y) => x < y, ">": (x, y) => x > y,
  "<=": (x, y) => x <= y, ">=": (x, y) => x >= y,
};

const constants = { TRUE: true, FALSE: false, Inf: Infinity, "-Inf": -Infinity };

function valueOf(word, fact) {
  if (word.startsWith('"')) return word.slice(1, -1);
  if (word in constants) return constants[word];
  return word in fact ? fact[word] : Number(word);
}

const holds = (when, fact) => when.split(" & ").every((clause) => {
  const [left, operator, right] = clause.split(" ");
  return compare[operator](valueOf(left, fact), valueOf(right, fact));
});

export function say(name, fact = {}) {
  const found = texts.sentences.cases[name].find(({ when }) => when === undefined || holds(when, fact));
  if (found === undefined || found.text === "") return "";
  const text = gettext(found.one !== undefined && fact.n === 1 ? found.one : found.text);
  return text.replace(/( ?)\{([a-z0-9_]+)\}/g, (_, blank, slot) => {
    const filled = slotText(slot, fact);
    return filled === "" ? "" : blank + filled;
  }).trim();
}

function slotText(slot, fact) {
  const value = fact[slot];
  if (value === undefined) return say(slot, fact);
  const format = texts.sentences.formats[slot];
  return format === undefined ? String(value) : formats[format](value, fact);
}

// The distance from 100 counts near 100: 99.9999 is not 100.
function shareText(share, digits = 3) {
  const percent = 100 * share;
  if (!(percent > 50 && percent < 100)) return `${decimalNumber(percent, digits)} %`;
  return `${decimalNumber(100 - signif(100 - percent, digits), 15)} %`;
}

// Ends of spans of priors in whole percent, nearer to 0 or 100 with one digit of the distance.
function spanEndText(share) {
  const percent = 100 * share;
  const near = signif(Math.min(percent, 100 - percent), 1);
  if (near >= 1) return `${Math.round(percent)} %`;
  return `${formatNumber(percent < 50 ? near : 100 - near, 15)} %`;
}

export function oddsText(log10Odds) {
  const size = Math.abs(log10Odds);
  return say("odds", { log10_odds: log10Odds, size, large: formatNumber(10 ** size) });
}

export const priorText = (prior) =>
  say("prior", { probability: prior, log10_odds: lnToLog10One(qlogis(prior)) });

// A number with an interval has the decimals that its interval supports: two digits of the width,
// and more if needed to distinguish the ends from the uncertainty without evidence.
function numberOfInterval(x, fact) {
  const decimals = decimalsOf([fact.lower, fact.upper], fact.null ?? 1);
  return decimals === null || !Number.isFinite(x) ? decimalNumber(x) : fixedNumber(x, decimals);
}

// At most seven digits of the larger end.
function decimalsOf([low, high], none) {
  if (!(Number.isFinite(high - low) && high > low)) return null;
  const most = Math.max(6 - Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high)))), 0);
  const decimals = Math.max(1 - Math.floor(Math.log10(high - low)), 0);
  return digitsApart(none, [low, high], Math.min(decimals, most), most, (x, digits) => x.toFixed(digits));
}

// The fewest digits, from these up to the most, in which a number reads as none of the others.
function digitsApart(x, others, digits = 3, most = 7, rounded = signif) {
  const blurred = (other) => Number.isFinite(other) && x !== other && rounded(x, digits) === rounded(other, digits);
  while (digits < most && others.some(blurred)) ++digits;
  return digits;
}

const bitsApart = (x, others) => say("bits", { number: decimalNumber(x, digitsApart(x, others)) });

// Two digits, rounded down.
const largeNumbers = ["%s million", "%s billion", "%s trillion"];

export function timesText(log10Size) {
  const size = Number.isFinite(log10Size) ? log10Size : 0;
  const power = Math.floor(size + 1e-12);
  const digits = Math.floor(10 ** (size - power + 1) * (1 + 1e-12));
  const plain = (x) => plainCount(Number(x.toPrecision(2)));
  if (power >= 15) return `${plain(digits / 10)} x 10^${power}`;
  if (power < 6) return plain(digits * 10 ** (power - 1));
  return gettextf(largeNumbers[Math.floor(power / 3) - 2], plain(digits * 10 ** ((power % 3) - 1)));
}

// A bound on LRs, rounded towards 1.
export const boundText = (log10Lr) => reciprocal(log10Lr, timesText(Math.abs(log10Lr)));

const formats = {
  bits: (x) => bitsApart(x, []),
  bits_beside_interval: (x, { lower, upper }) => bitsApart(x, [lower, upper]),
  bits_of_claims: (x, { claimed, told }) => bitsApart(x, [claimed, told]),
  bits_of_interval: (x, fact) => say("bits", { number: numberOfInterval(x, fact) }),
  number_of_interval: numberOfInterval,
  share: (x) => shareText(x),
  share_of_two_digits: (x) => shareText(x, digitsApart(x, [0.05, 0.5], 2)),
  share_of_span: spanEndText,
  number: (x) => formatNumber(x),
  p_value: (p) => `p = ${formatNumber(p, digitsApart(p, [0.01, 0.05], 2))}`,
  count: (x) => plainCount(x),
  comparisons: (n) => say("comparisons", { n }),
  odds: (x) => oddsText(x),
  prior: (x) => priorText(x),
  lr: boundText,
};

export function clausesOf(hypotheses) {
  const words = (h) => (hypotheses ? say("clause", { hypothesis: hypotheses[h] })
    : say("is_true", { hypothesis: h.toUpperCase() }));
  return { h1: words("h1"), h2: words("h2") };
}

// The useful priors in words; empty if there are none. Priors within one in a million of certainty
// are left out, since they do not occur in practice.
export const spanWords = (ranges) => ranges
  .filter((range) => range.prior_max > 1e-6 && range.prior_min < 1 - 1e-6)
  .map((range) => say("span", { low: range.prior_min, high: range.prior_max }))
  .join(` ${say("and")} `);

export const paragraph = (fact) =>
  ["tested", "before", "after", "claims", "blame", "by_chance", "range", "certain", "bounds", ...(fact.by ? ["drawn"] : [])]
    .map((name) => say(name, fact)).filter(Boolean).join(" ");

export function verbalSentence(log10Lr, supports, level, hypotheses) {
  const clauses = clausesOf(hypotheses);
  const [first, second] = log10Lr >= 0 ? ["h1", "h2"] : ["h2", "h1"];
  return say("verbal", {
    log10_lr: log10Lr, times: timesText(Math.abs(log10Lr)), supports,
    first: clauses[first], second: clauses[second], strength: gettext(level),
    worded: hypotheses !== null, favoured: first.toUpperCase(), other: second.toUpperCase(),
  });
}
