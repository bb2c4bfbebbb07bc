// Results of a judged set: sentences, the table of summary(), the pictures.
import { reliabilityBands } from "./curve-bands.js";
import { displayWindow, histogramBreaks, reliabilityCurve } from "./curves.js";
import { drawnLimits, explainFacts, summaryOf, summaryRows } from "./explain.js";
import { evenNumber } from "./format.js";
import {
  detPicture, ecePicture, histogramPicture, pavPicture, reliabilityPicture, tippettPicture,
} from "./pictures.js";
import { paragraph, say } from "./sentences.js";
import { isScore } from "./system.js";
import { tableView } from "./tables-view.js";
import { tr } from "./words.js";

// Priors of summary() in R; for posteriors the prior that they were made with.
const priorsOf = ({ posterior }) => (posterior ? [posterior.prior] : [0.01, 0.1, 0.5]);

const once = (set, what, compute) => (set.known ??= new Map()).get(what) ?? set.known.set(what, compute()).get(what);

export const summaries = (set) => once(set, "summaries", () => set.systems.map((s) => summaryOf(s, priorsOf(set))));

const usefulOf = (set) => once(set, "useful", () => summaries(set).map((row) => row.useful));

// Larger sets are drawn from only on request.
const mostDrawn = 200000;

const drawsItems = (set) => set.strata !== null && set.n <= mostDrawn;

// Sentences on a set at a prior: per system one line, a paragraph, and the rows of the reliability
// diagram.
export function saidOf(set, prior, bands = null) {
  if (isScore(set.systems[0])) return { prior, systems: [] };
  const drawn = drawsItems(set) ? drawnLimits(set, prior) : [];
  const byItem = drawsItems(set) && bands?.by !== "trial";
  const limits = byItem ? reliabilityBands(set, prior, bands ?? { replicates: 500, seed: 1 }) : [];
  return { prior, systems: set.systems.map((system, k) => {
    const fact = explainFacts(system, prior, {
      named: set.named, hypotheses: set.hypotheses, useful: usefulOf(set)[k], drawn: drawn[k], first: k === 0 });
    const rows = reliabilityCurve(system, prior, limits[k]);
    return { headline: say("headline", fact), paragraph: paragraph(fact), reliability: { prior, rows, byItem } };
  }) };
}

export function summaryTable(set, { withCsv = true } = {}) {
  const rows = summaries(set);
  const printed = rows.map((row) => summaryRows(row, priorsOf(set)));
  const extra = [
    [tr("Equal error rate (EER)"), ...rows.map((row) => `${evenNumber(100 * row.eer)} %`)],
    [tr("Area under the ROC curve (AUC)"), ...rows.map((row) => evenNumber(row.auc))],
  ];
  return tableView({
    caption: tr("H1: truth is {h1}. H2: truth is {h2}.", set.labels),
    header: ["", ...set.systems.map((s) => (set.named ? s.name : tr("value")))],
    rows: [...printed[0].map(({ label, values }, i) => [tr(label, values), ...printed.map((p) => p[i].text)]), ...extra],
    notes: [
      tr("Cllr and ECE in bits; priors are probabilities of H1; none: without evidence."),
      set.systems[0].weight ? tr("Comparisons are weighted.") : "",
      printed.some((p) => p.some(({ text }) => text.endsWith("*"))) ? tr("* more than without evidence, on these comparisons") : "",
      rows.some((row) => row.useful?.length > 1) ? tr("Useful in several ranges within; the ECE plot shows them.") : "",
    ],
    name: "calibrant-summary",
    meanings: withCsv ? Object.fromEntries(Object.entries(meaningOf).map(([label, word]) => [tr(label), word])
      .concat(printed[0].filter(({ label }) => label.startsWith("ECE")).map(({ label, values }) => [tr(label, values), "ECE"]))) : {},
    csv: withCsv && summaryCsv(set, rows),
  });
}

// Terms of terms.js that explain the rows.
const meaningOf = {
  "sharing none": "sharing", "LR = 0 (H1, H2)": "certain", "LR = Inf (H1, H2)": "certain", "tied trials": "tied",
  Cllr: "Cllr", "Cllr_min (discrimination)": "discrimination", "Cllr_cal (calibration)": "calibration",
  "misleading under H1": "misleading", "misleading under H2": "misleading", "useful log10 prior odds": "useful",
  "Equal error rate (EER)": "EER", "Area under the ROC curve (AUC)": "AUC",
};

const plainColumns = [
  "n_h1", "n_h2", "weight_h1", "weight_h2", "n_sources_h1", "n_sources_h2", "n_disjoint_h1", "n_disjoint_h2", "min_h1", "max_h1", "min_h2", "max_h2", "n_zero_h1", "n_inf_h1", "n_zero_h2",
  "n_inf_h2", "n_tied", "cllr", "cllr_min", "cllr_cal", "misleading_h1", "misleading_h2", "eer", "auc",
];

const unitName = (set, column) => (/^m(in|ax)_/.test(column) ? `${isScore(set.systems[0]) ? "score" : "log10_lr"}_${column}` : column);

function summaryCsv(set, rows) {
  const columns = plainColumns.filter((c) => c in rows[0]);
  return {
    header: ["system", ...columns.map((c) => unitName(set, c)), ...priorsOf(set).map((p) => `ece_${p}`)],
    rows: rows.map((row, k) => [set.systems[k].name, ...columns.map((c) => row[c]), ...row.ece]),
  };
}

// All pictures of a set, each made on demand; pictures of one system are repeated for each system.
export function pictureMakers(set, { said, bands, code }) {
  const { systems, named } = set;
  const each = (make) => systems.map((system, k) => () => make(system, k));
  const window = displayWindow(systems);
  const breaks = histogramBreaks(systems);
  const scores = isScore(systems[0]);
  return [
    ...(scores ? [] : [eceMaker(set, { said, bands, code }), () => tippettPicture(systems, { bands, code })]),
    () => detPicture(systems, { set, bands, code }),
    ...each((system, k) => pavPicture(system, { code, bands, band: bands?.systems[k].pav, window, named })),
    ...each((system) => histogramPicture(system, { code, breaks, named })),
    ...reliabilityMakers(set, { said, bands, code }),
  ];
}

const eceMaker = (set, { said, bands, code }) => () =>
  ecePicture(set.systems, { useful: usefulOf(set), bands, code, prior: said.prior });

const reliabilityMakers = (set, { said, bands, code }) => said.systems.map(({ reliability }, k) =>
  () => reliabilityPicture(set.systems[k], reliability, { code, bands, named: set.named }));

// Pictures that change with the prior, in their order on the page.
export const makersAtPrior = (set, about) => [eceMaker(set, about), ...reliabilityMakers(set, about)];
