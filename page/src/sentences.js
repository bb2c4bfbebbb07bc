// Says the sentences of inst/sentences.dcf as R/report-words.R does: of the cases of a sentence the
// first whose condition holds, with its slots filled from what is known.
import tables from "../generated/tables.json";
import { formatLr, formatNumber, plainCount, signif, timesText } from "./format.js";
import { gettext } from "./translate.js";
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
  const found = tables.sentences.cases[name].find(({ when }) => when === undefined || holds(when, fact));
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
  const format = tables.sentences.formats[slot];
  return format === undefined ? String(value) : formats[format](value);
}

// 1 000 000 rather than 1e+06, as far as such a number can be read.
const oddsNumber = (x) => (x < 1e3 || x >= 1e12 ? formatNumber(x) : plainCount(signif(x, 3)));

// Near 100 the distance from it is what counts: 99.9999 is not 100.
function shareText(share, digits = 3) {
  const percent = 100 * share;
  if (!(percent > 50 && percent < 100)) return `${formatNumber(percent, digits)} %`;
  return `${formatNumber(100 - signif(100 - percent, digits), 15)} %`;
}

export function oddsText(log10Odds) {
  const size = Math.abs(log10Odds);
  return say("odds", { log10_odds: log10Odds, size, large: oddsNumber(10 ** size) });
}

export const priorText = (prior) =>
  say("prior", { probability: prior, log10_odds: lnToLog10One(qlogis(prior)) });

const formats = {
  bits: (x) => say("bits", { number: formatNumber(x) }),
  share: shareText,
  share_of_two_digits: (x) => shareText(x, 2),
  number: formatNumber,
  count: plainCount,
  comparisons: (n) => say("comparisons", { n }),
  odds: oddsText,
  prior: priorText,
  lr: formatLr,
};

export function clausesOf(hypotheses) {
  return hypotheses ?? Object.fromEntries(
    ["h1", "h2"].map((h) => [h, say("is_true", { hypothesis: h.toUpperCase() })]),
  );
}

// The useful prior odds in words; empty where there are none.
export const spanWords = (ranges) => ranges
  .map((range) => say("span", { low: range.log10_prior_odds_min, high: range.log10_prior_odds_max }))
  .join(` ${say("and")} `);

export const paragraph = (fact) =>
  ["tested", "before", "after", "blame", "range", "bounds"].map((name) => say(name, fact)).join(" ");

export function verbalSentence(log10Lr, supports, level, hypotheses) {
  const clauses = clausesOf(hypotheses);
  const [first, second] = log10Lr >= 0 ? ["h1", "h2"] : ["h2", "h1"];
  return say("verbal", {
    log10_lr: log10Lr, times: timesText(Math.abs(log10Lr)), supports,
    first: clauses[first], second: clauses[second], strength: gettext(level),
    worded: hypotheses !== null, favoured: first.toUpperCase(), other: second.toUpperCase(),
  });
}
