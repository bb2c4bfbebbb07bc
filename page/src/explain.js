// Facts behind the sentences about one system; the sentences come from R.
import tables from "../generated/tables.json";
import { calibrate } from "./calibrate.js";
import { usefulRange } from "./curves.js";
import { pnorm } from "./distributions.js";
import * as kernels from "./kernels.js";
import { costRows, drawOf, eceInterval, replicatesOf } from "./intervals.js";
import {
  auc, blocksOf, cllr, cllrCal, cllrMin, countsOf, eceAt, eceNull, eer, elub, infiniteOf, isReversed,
  isScore, misleading, once, overlapOf, pointsOf, rangeOf, sharesItems, sizesOf, tiedTrials,
} from "./system.js";
import { rRandom } from "./random.js";
import { evenNumber, formatNumber, numberText, plainCount, signif } from "./format.js";
import { clausesOf, paragraph, spanWords, verbalSentence } from "./sentences.js";
import { bits, plogis, qlogis } from "./units.js";
import { tr } from "./words.js";

// Bits that the LRs claim and deliver, and the one-sided P value that they overstate the evidence.
function claimsFacts(system, logOdds) {
  const { claimed, over, deviation } = kernels.claims(pointsOf(system), logOdds);
  const told = bits(claimed - over);
  const z = system.weight || sharesItems(system) || deviation === 0 ? NaN : over / deviation;
  const tail = pnorm(-Math.abs(z));
  return { claimed: bits(claimed), told, taken: -told, claims_p: z > 0 ? tail : 1 - tail };
}

// For a system that may be uninformative, as weak_facts() in R.
function weakFacts(system) {
  if (system.weight || sharesItems(system)) return { weak: false };
  const { n_h1: h1, n_h2: h2, totals } = countsOf(system);
  const least = cllrMin(system);
  const mean = bits(kernels.chanceMean(totals));
  if (1 - least > 10 * (1 - mean)) return { weak: false };
  const sizes = Float64Array.from(h1, (n, i) => n + h2[i]);
  const tied = sizes.length <= 1e4 && sizes.some((n) => n > 1);
  const drawn = kernels.chance(totals, tied ? sizes : null, 1999, rRandom(1).kernelSeed()).map(bits).sort();
  const p = (1 + drawn.filter((x) => x <= least + 1e-12).length) / 2000;
  return {
    weak: p > 0.001, cllr_min: least, p_value: p, chance_lower: drawn[Math.ceil(0.05 * 1999) - 1],
    chance_mean: tied ? drawn.reduce((sum, x) => sum + x, 0) / 1999 : mean,
  };
}

// LRs of 0 and infinity, as certain_facts() in R.
function certainFacts(system) {
  const { zero, inf } = infiniteOf(system);
  const mayErr = sizesOf(system).filter((_, k) => [zero[1], inf[0]][k] > 0);
  const dependent = system.weight || sharesItems(system) || mayErr.length === 0;
  return {
    n_certain: zero[0] + zero[1] + inf[0] + inf[1], n_wrong: zero[0] + inf[1],
    unseen: dependent ? NaN : 1 - 0.05 ** (1 / Math.min(...mayErr)),
  };
}

export function explainFacts(system, prior, { named, first = true, hypotheses = null, useful = null, drawn = null }) {
  const logOdds = qlogis(prior);
  const [n1, n2] = sizesOf(system);
  const ranges = useful ?? usefulRange(system);
  const bounds = elub(system);
  const ece = eceAt(pointsOf(system), [logOdds])[0];
  const none = eceNull(logOdds);
  const fit = calibrate(system, { prior });
  const gain = fit.problem ? NaN : ece - bits(fit.objective);
  return {
    system: system.name,
    named,
    worded: hypotheses !== null,
    ...clausesOf(hypotheses),
    n_h1: n1,
    n_h2: n2,
    spans: spanWords(ranges),
    everywhere: ranges.length === 1 && ranges[0].prior_min === 0 && ranges[0].prior_max === 1,
    prior,
    first,
    level: 0.95,
    by: drawn && "source",
    null: none,
    ece,
    min: eceAt(blocksOf(system), [logOdds])[0],
    parted: misleading(system).n.every((n) => n === 0),
    gain,
    ...claimsFacts(system, logOdds),
    ...certainFacts(system),
    ...once(system, "chance", () => weakFacts(system)),
    delivered: 1 - ece / none,
    saved: Number.isFinite(ece) ? Math.max(gain, 0) / ece : NaN,
    reversed: isReversed(system),
    lower_bound: bounds.lower,
    upper_bound: bounds.upper,
    ...(drawn ?? limitsOf(system, prior)),
  };
}

// Prior odds at which the page asks whether LRs help.
const verdictOdds = Array.from({ length: 25 }, (_, i) => -3 + i / 4);
const verdictLogOdds = verdictOdds.map((x) => x * Math.LN10);

const limitsOf = (system, prior) => ({
  ...eceInterval(system, prior),
  ...settledFacts(system, once(system, "verdict", () => verdictLogOdds.map((x) => eceInterval(system, plogis(x))))),
});

// Limits of the facts of each system, for intervals by item.
export function drawnLimits(set, prior) {
  const logOdds = [qlogis(prior), ...verdictLogOdds];
  const drawn = replicatesOf(set, { by: "source", logOdds, replicates: 500, seed: 1, ranks: set.systems.map(() => [0]) });
  return set.systems.map((system, k) => {
    const [own, ...others] = costRows(system, drawn[k], logOdds, drawOf(system, "source"))
      .map(([lower, upper]) => ({ lower, upper }));
    return { ...own, ...settledFacts(system, others) };
  });
}

// Factor by which intervals must be wider to hold at all these odds at once, and the number of
// trials of a hypothesis from which they do, as in R.
const verdictWidening = 1.17;
const fewestForVerdict = 15;

// The prior odds at which the interval of the cost excludes that of no evidence.
function settledFacts(system, pointwise) {
  const few = Math.min(...sizesOf(system)) < fewestForVerdict;
  const costs = eceAt(pointsOf(system), verdictLogOdds);
  const limits = pointwise.map(({ lower, upper }, i) => ({
    lower: costs[i] + verdictWidening * (lower - costs[i]),
    upper: costs[i] + verdictWidening * (upper - costs[i]),
  }));
  const oddsWhere = (holds) => {
    const runs = [];
    limits.forEach((limit, i) => {
      if (!holds(limit, eceNull(verdictLogOdds[i]))) return;
      const run = runs[runs.length - 1];
      if (run && run.last === i - 1) run.last = i; else runs.push({ first: i, last: i });
    });
    return spanWords(runs.map(({ first, last }) => ({
      prior_min: plogis(verdictLogOdds[first]), prior_max: plogis(verdictLogOdds[last]),
    })));
  };
  return {
    limited: limits.some(({ lower }) => !Number.isNaN(lower)),
    few,
    helps: oddsWhere(({ upper }, none) => !few && upper < none),
    harms: oddsWhere(({ lower }, none) => !few && lower > none),
  };
}

export const explain = (system, prior, options) => paragraph(explainFacts(system, prior, options));

// The row of summary() for one system, as numbers.
export function summaryOf(system, priors) {
  const [n1, n2] = sizesOf(system);
  const weights = system.weight ? countsOf(system).totals : null;
  const [min1, max1] = rangeOf(system, "n_h1");
  const [min2, max2] = rangeOf(system, "n_h2");
  const infinite = infiniteOf(system);
  const overlap = [1, 0].map((h) => overlapOf(system, h));
  const known = (compute) => (isScore(system) ? NaN : compute());
  const wrong = misleading(system);
  const ece = isScore(system) ? priors.map(() => NaN) : eceAt(pointsOf(system), priors.map(qlogis));
  return {
    n_h1: n1, n_h2: n2,
    ...(weights ? { weight_h1: weights[0], weight_h2: weights[1] } : {}),
    ...(overlap[0] ? {
      n_sources_h1: overlap[0].sources, n_sources_h2: overlap[1].sources,
      n_disjoint_h1: overlap[0].disjoint, n_disjoint_h2: overlap[1].disjoint,
    } : {}),
    min_h1: min1, max_h1: max1, min_h2: min2, max_h2: max2,
    n_zero_h1: infinite.zero[0], n_inf_h1: infinite.inf[0],
    n_zero_h2: infinite.zero[1], n_inf_h2: infinite.inf[1],
    n_tied: tiedTrials(system),
    cllr: known(() => cllr(system)),
    cllr_min: cllrMin(system),
    cllr_cal: known(() => cllrCal(system)),
    misleading_h1: known(() => wrong.rate[0]),
    misleading_h2: known(() => wrong.rate[1]),
    useful: isScore(system) ? null : usefulRange(system),
    ece: Array.from(ece),
    eer: eer(system),
    auc: auc(system),
  };
}

const number = (x) => (Number.isNaN(x) ? "-" : evenNumber(x));

// Without a limit, 0 % would say that there never are any.
export function rateText(rate, n) {
  if (Number.isNaN(rate)) return "-";
  return rate === 0 ? tr("0 of {n}", { n: plainCount(n) }) : `${number(100 * rate)} %`;
}

const both = (x, y) => (Number.isNaN(x) ? "-" : `${numberText(x)}, ${numberText(y)}`);

// Two numbers of a row; null if the set lacks them.
const pairOf = (row, name) => (`${name}_h1` in row ? both(row[`${name}_h1`], row[`${name}_h2`]) : null);

// A cost with enough digits to distinguish it from that without evidence, and a mark if it is
// higher.
function costText(cost, none) {
  if (Number.isNaN(cost)) return "-";
  let digits = 3;
  while (digits < 7 && cost !== none && signif(cost, digits) === signif(none, digits)) ++digits;
  return evenNumber(cost, digits) + (cost > none * (1 + 1e-12) ? "*" : "");
}

const fromTo = (low, high) => `${number(low)} ${tr("to")} ${number(high)}`;

// Range from the lowest to the highest useful prior odds, over all useful ranges.
export function usefulText(ranges) {
  if (ranges === null) return "-";
  if (ranges.length === 0) return tr("none");
  const last = ranges[ranges.length - 1];
  return fromTo(ranges[0].log10_prior_odds_min, last.log10_prior_odds_max);
}

// The printed lines of summary(), with labels from R.
export function summaryRows(row, priors) {
  const values = {
    "H1 trials": plainCount(row.n_h1),
    "H2 trials": plainCount(row.n_h2),
    "weight (H1, H2)": pairOf(row, "weight"),
    "items (H1, H2)": pairOf(row, "n_sources"),
    "sharing none": pairOf(row, "n_disjoint"),
    "log10 LR range under H1": fromTo(row.min_h1, row.max_h1),
    "log10 LR range under H2": fromTo(row.min_h2, row.max_h2),
    "LR = 0 (H1, H2)": both(row.n_zero_h1, row.n_zero_h2),
    "LR = Inf (H1, H2)": both(row.n_inf_h1, row.n_inf_h2),
    "tied trials": plainCount(row.n_tied),
    Cllr: costText(row.cllr, 1),
    "Cllr_min (discrimination)": number(row.cllr_min),
    "Cllr_cal (calibration)": number(row.cllr_cal),
    "misleading under H1": rateText(row.misleading_h1, row.n_h1),
    "misleading under H2": rateText(row.misleading_h2, row.n_h2),
    "useful log10 prior odds": usefulText(row.useful),
  };
  const labels = tables.summary_rows.map((label) => label.trim()).filter((label) => !label.startsWith("ECE"));
  const unknown = labels.filter((label) => !(label in values));
  if (unknown.length > 0) throw new Error(`The page has no value for the line ${unknown[0]} of summary()`);
  const rows = labels.map((label) => ({ label, text: values[label] })).filter(({ text }) => text !== null);
  priors.forEach((prior, i) => {
    const none = eceNull(qlogis(prior));
    if (Number.isNaN(row.ece[i])) {
      rows.push({ label: "ECE at prior {prior}", values: { prior: formatNumber(prior) }, text: "-" });
      return;
    }
    rows.push({ label: "ECE at prior {prior} (none: {none})", values: { prior: formatNumber(prior), none: evenNumber(none) }, text: costText(row.ece[i], none) });
  });
  return rows;
}

// The verbal equivalent of an LR.
export function verbal(log10Lr, table = "enfsi2015", hypotheses = null) {
  const scale = tables.verbal[table];
  const size = Math.abs(log10Lr);
  const starts = scale.lr_min.map(Math.log10);
  const reached = starts.filter((s) => (scale.border === "lower" ? s < size : s <= size)).length;
  const level = size === 0 ? 0 : reached;
  const supports = level === 0 ? "neither" : log10Lr > 0 ? "h1" : "h2";
  return verbalSentence(log10Lr, supports, level === 0 ? "no" : scale.level[level - 1], hypotheses);
}
