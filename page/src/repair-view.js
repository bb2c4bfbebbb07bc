// Repair: calibrate, bound, apply to a case, take away.
import { clamp, elub, nSource } from "./bounds.js";
import { apply, bearable, calibrate, calibrated, crossCalibrate, inputOf } from "./calibrate.js";
import { toCsv } from "./csv.js";
import { download, h, replace } from "./dom.js";
import { rateText, summaryOf, usefulText, verbal } from "./explain.js";
import { fitJson } from "./fit-json.js";
import { evenNumber, exact, formatLr, formatNumber } from "./format.js";
import { said } from "./judge-view.js";
import { limitsOf } from "./limits.js";
import { pictureView } from "./picture-view.js";
import { ecePicture, tippettPicture } from "./pictures.js";
import { FileProblem, readNumbers } from "./read.js";
import { lazily, state } from "./state.js";
import { isScore } from "./system.js";
import { tableView } from "./tables-view.js";
import { toLn } from "./units.js";
import { later, tr } from "./words.js";
import { usefulRange } from "./curves.js";

const options = { system: 0, method: "logistic", prior: 0.5, lambda: 0, bound: "none", folds: 10 };

export function repairView() {
  const problem = h("div", { class: "problem", role: "alert" });
  const results = h("div", { id: "repair-results" });
  const body = h("div", {});
  const view = h("section", { id: "view-repair" }, body);

  const run = () => said(problem, () => replace(results, repaired(state.set)), () => replace(results));
  const show = () => {
    if (!state.set) {
      replace(body, h("p", {}, tr("Judge a file first; then its LRs or scores can be calibrated here.")));
      return;
    }
    options.system = Math.min(options.system, state.set.systems.length - 1);
    replace(body, optionsForm(state.set, run), problem, results);
    run();
  };
  return lazily(view, ["set"], show);
}

function optionsForm(set, run) {
  const select = (id, label, choices, value, onChoose) => {
    const element = h("select", { id, onchange: () => {
      onChoose(element.value);
      run();
    } }, choices.map(([key, text]) => h("option", { value: String(key), selected: String(key) === String(value) }, text)));
    return h("div", { class: "field" }, h("label", { for: id }, label), element);
  };
  const number = (id, label, value, attributes, onChoose) => {
    const element = h("input", { id, type: "number", value: String(value), ...attributes, onchange: () => {
      const x = Number(element.value);
      if (element.checkValidity() && Number.isFinite(x)) {
        onChoose(x);
        run();
      }
    } });
    return h("div", { class: "field" }, h("label", { for: id }, label), element);
  };
  return h("div", { class: "fields" },
    set.systems.length > 1 && select("repair-system", tr("System"), set.systems.map((s, k) => [k, s.name]), options.system, (v) => { options.system = Number(v); }),
    select("repair-method", tr("Method"), [["logistic", tr("logistic regression")], ["pav", "PAV"]], options.method, (v) => { options.method = v; }),
    number("repair-prior", tr("Training prior of H1, in %"), 100 * options.prior, { min: "0.0001", max: "99.9999", step: "any" }, (x) => { options.prior = x / 100; }),
    number("repair-lambda", tr("Pseudo-comparisons (lambda)"), options.lambda, { min: "0", step: "any" }, (x) => { options.lambda = x; }),
    number("repair-folds", tr("Folds"), options.folds, { min: "2", max: "100", step: "1" }, (x) => { options.folds = Math.floor(x); }),
    select("repair-bound", tr("Bounds"), [["none", tr("none")], ["elub", "ELUB (Vergeer et al. 2016)"], ["n_source", tr("number of sources or comparisons")]], options.bound, (v) => { options.bound = v; }));
}

const problems = {
  certain: later("No rising transformation can repair comparisons that are certain and wrong. Look at those; bound what the system may claim; or use PAV."),
  constant: later("The comparisons must have at least two distinct finite values: with less no slope can be found."),
  separable: later("The comparisons separate the hypotheses: logistic regression has no finite solution. Use lambda, for example 0.1; or add comparisons, among which some are hard."),
  size: later("The values are too large or too small for a calibration in double precision."),
  clash: later("The values are too large or too small for a calibration in double precision."),
  folds: later("There must be at most as many folds as comparisons."),
  one_class: later("Without one of the folds, both hypotheses must have at least one comparison left. Use fewer folds, or more comparisons."),
};

function check(found) {
  if (found.problem) throw new FileProblem(problems[found.problem]);
  return found;
}

const boundsOf = (system) => (options.bound === "elub" ? elub(system) : nSource(system));

function repaired(set) {
  const system = set.systems[options.system];
  const fit = check(calibrate(system, options));
  const inSample = calibrated(system, fit);
  const held = check(crossCalibrate(set.systems, options, options.folds)[options.system]);
  const bounds = options.bound === "none" ? null : boundsOf(inSample);
  const bounded = bounds ? rename({ ...held, value: held.value.map((x) => clamp(x, bounds)), known: new Map() }, tr("after, bounded")) : null;
  const before = rename(system, tr("before"));
  const after = rename(held, tr("after (out of fold)"));
  const compared = [isScore(system) ? null : before, after, bounded].filter(Boolean);
  const code = { set: repairCode(set, system) };
  const useful = compared.map(usefulRange);
  return [
    h("h2", {}, tr("Fit")), fitView(system, fit),
    bounds && h("p", {}, tr("Bounds: LRs from {low} to {high}; log10 from {a} to {b}.", {
      low: formatLr(bounds.lower), high: formatLr(bounds.upper), a: formatNumber(bounds.lower), b: formatNumber(bounds.upper) })),
    h("h2", {}, tr("Before and after")),
    h("p", { class: "quiet" }, tr("\"After\" is out of fold: each comparison was calibrated by a fit that had not seen it (10 folds unless chosen otherwise, as after set.seed(1)).")),
    beforeAfter([before, after, bounded].filter(Boolean)),
    h("div", { class: "pictures" }, [
      { ...ecePicture(compared, { useful, code }), id: "repair-ece", code: repairPictures(code.set, "plot_ece", isScore(system)) },
      { ...tippettPicture(compared, { code }), id: "repair-tippett", code: repairPictures(code.set, "plot_tippett", isScore(system)) },
    ].map((p) => pictureView(p))),
    h("h2", {}, tr("Apply to a case")), caseView(set, system, fit, bounds),
    h("h2", {}, tr("Take away")), takeAwayView(set, system, fit, held, inSample, bounds),
  ].filter(Boolean);
}

const rename = (system, name) => ({ ...system, name });

function repairCode(set, system) {
  const settings = [
    `method = "${options.method}"`, options.prior === 0.5 ? "" : `prior = ${options.prior}`,
    options.method === "logistic" && options.lambda > 0 ? `lambda = ${options.lambda}` : "",
  ].filter(Boolean).join(", ");
  return [
    state.code.set,
    `fit <- calibrate(x, ${settings})`,
    "set.seed(1)",
    `held_out <- cross_calibrate(x, ${settings}, folds = ${options.folds})`,
    set.named ? `system <- ${JSON.stringify(system.name)}` : "",
    options.bound === "none" ? "" : `bounds <- bound_lr(predict(fit)${set.named ? "[system]" : ""}, method = "${options.bound}")`,
  ].filter(Boolean).join("\n");
}

function repairPictures(set, plot, scores) {
  const one = state.set.named ? "[system]" : "";
  return scores ? `${set}\n${plot}(held_out${one})`
    : `${set}\n${plot}(c(before = x${one}, after = held_out${one}), systems = "overlay")`;
}

function fitView(system, fit) {
  const [low, high] = bearable(system);
  const lines = fit.method === "logistic"
    ? [`ln LR = ${formatNumber(fit.slope, 4)} ${isScore(system) ? tr("score") : "ln LR"} ${fit.offset < 0 ? "\u2212" : "+"} ${formatNumber(Math.abs(fit.offset), 4)}`]
    : [tr("ln LR = that of one of {n} PAV blocks", { n: fit.min.length })];
  return h("div", { id: "fit" }, lines.map((line) => h("p", { class: "formula" }, line)),
    fit.slope <= 0 && h("p", { class: "slip" }, tr("The scores do not grow with the support for H1. Is the truth the right way round? Distances must be given a minus sign.")),
    h("p", { class: "quiet" }, tr("The comparisons say nothing about log10 LRs beyond {low} and {high}.", { low: formatNumber(low), high: formatNumber(high) })));
}

function beforeAfter(systems) {
  const rows = systems.map((s) => summaryOf(s, [0.5]));
  const bitsOr = (x) => (Number.isNaN(x) ? "-" : evenNumber(x));
  const percentOr = (x) => (Number.isNaN(x) ? "-" : `${evenNumber(100 * x)} %`);
  const line = (label, text) => [label, ...rows.map(text)];
  const columns = ["cllr", "cllr_min", "cllr_cal", "misleading_h1", "misleading_h2", "eer"];
  return tableView({
    caption: tr("Cllr in bits"),
    header: ["", ...systems.map((s) => s.name)],
    rows: [
      line("Cllr", (r) => bitsOr(r.cllr)),
      line(tr("Cllr_min (discrimination)"), (r) => bitsOr(r.cllr_min)),
      line(tr("Cllr_cal (calibration)"), (r) => bitsOr(r.cllr_cal)),
      line(tr("misleading under H1"), (r) => rateText(r.misleading_h1, r.n_h1)),
      line(tr("misleading under H2"), (r) => rateText(r.misleading_h2, r.n_h2)),
      line(tr("Equal error rate (EER)"), (r) => percentOr(r.eer)),
      line(tr("useful log10 prior odds"), (r) => usefulText(r.useful)),
    ],
    name: "calibrant-before-after",
    csv: { header: ["system", ...columns], rows: rows.map((r, k) => [systems[k].name, ...columns.map((c) => r[c])]) },
  });
}

// One value of casework, on the scale of the file.
function caseView(set, system, fit, bounds) {
  const out = h("div", { id: "case-result", role: "status" });
  const input = h("input", { id: "case", type: "text", inputmode: "decimal", oninput: () => show() });
  const show = () => {
    replace(out);
    if (input.value.trim() === "") return;
    const { value, bad, missing } = readNumbers([input.value]);
    if (bad || missing.length > 0 || (set.scale === "lr" && value[0] < 0)) {
      replace(out, h("p", { class: "problem" }, tr("This is no value on the scale of the file.")));
      return;
    }
    const [after] = apply(fit, toLn(value, set.scale));
    const within = (x) => (bounds ? clamp(x, bounds) : x);
    const final = within(after);
    const limits = set.strata ? null : limitsOf(system, fit, toLn(value, set.scale));
    const [low, high] = bearable(system);
    const beyond = !bounds && (after < low - 1e-9 || after > high + 1e-9);
    replace(out,
      h("p", {}, tr("Calibrated: log10 LR {x}, LR {lr}.", { x: formatNumber(after, 4), lr: formatLr(after) })),
      limits && h("p", {}, tr("The comparisons that calibrated the system support LRs between {low} and {high} (95 % interval).", {
        low: formatLr(within(limits.lower[0])), high: formatLr(within(limits.upper[0])) })),
      bounds && h("p", {}, tr("Bounded: log10 LR {x}, LR {lr}.", { x: formatNumber(final, 4), lr: formatLr(final) })),
      h("p", { class: "verdict" }, verbal(final, "enfsi2015", set.hypotheses)),
      beyond && h("p", { class: "slip" }, tr("This is stronger than so few comparisons can support. Choose bounds above.")));
    out.dataset.log10 = exact(final);
    if (limits) out.dataset.limits = [limits.lower[0], limits.upper[0]].map(within).map(exact).join(" ");
  };
  const unit = { log10: "log10 LR", ln: "ln LR", log2: "log2 LR", lr: "LR", score: tr("score") }[set.scale];
  return h("div", {}, h("div", { class: "field" }, h("label", { for: "case" }, tr("Value of the case ({unit})", { unit })), input), out);
}

function takeAwayView(set, system, fit, held, inSample, bounds) {
  const header = ["system", "truth", set.scale === "score" ? "score" : `input_${set.scale}`, "log10_lr", "log10_lr_out_of_fold"];
  const final = (x) => (bounds ? clamp(x, bounds) : x);
  const limits = set.strata ? null : limitsOf(system, fit, inputOf(system));
  if (limits) header.push("log10_lr_lower", "log10_lr_upper");
  const rows = () => Array.from(system.value, (x, i) => [
    system.name, system.truth[i] ? set.labels.h1 : set.labels.h2, x, final(inSample.value[i]), final(held.value[i]),
    ...(limits ? [final(limits.lower[i]), final(limits.upper[i])] : []),
  ]);
  const data = { fit, bounds, bound: options.bound, system, set };
  return h("p", { class: "take-away" },
    h("button", { type: "button", id: "take-data", onclick: () => download("calibrated.csv", toCsv(header, rows()), "text/csv") }, tr("Calibrated data as CSV")),
    h("button", { type: "button", id: "take-fit", onclick: () => download("calibration.json", fitJson(data), "application/json") }, tr("The fit as JSON")),
    h("span", { class: "quiet" }, tr("R reads the fit with read_calibration().")));
}
