// Repair: calibrate, bound, apply to a case, take away.
import { ask } from "./beside.js";
import { clamp } from "./bounds.js";
import { apply, inputOf } from "./calibrate.js";
import { toCsv } from "./csv.js";
import { download, h, replace } from "./dom.js";
import { rateText, usefulText, verbal } from "./explain.js";
import { fitJson } from "./fit-json.js";
import { evenNumber, exact, formatLr, formatNumber } from "./format.js";
import { limitsOf } from "./limits.js";
import { ecePicture, tippettPicture } from "./pictures.js";
import { readNumbers } from "./read.js";
import { drawOneByOne, said } from "./results-view.js";
import { boundText } from "./sentences.js";
import { changed, lazily, on, state } from "./state.js";
import { isScore } from "./system.js";
import { tableView } from "./tables-view.js";
import { posteriorToLn, toLn } from "./units.js";
import { tr } from "./words.js";
import { usefulRange } from "./curves.js";

const options = { system: 0, method: "logistic", prior: 0.5, lambda: 0, bound: "none", folds: 10 };

// The training prior that calibrate() has by default: that of posteriors, or even odds.
const defaultPrior = (set) => set.posterior?.prior ?? 0.5;
on("set", () => { options.prior = state.set ? defaultPrior(state.set) : 0.5; });

export function repairView() {
  const problem = h("div", { class: "problem", role: "alert" });
  const results = h("div", { id: "repair-results" });
  const body = h("div", {});
  const view = h("section", { id: "view-repair" }, body);

  let runs = 0;
  // The set or an option may change while this one is computed.
  const run = () => said(problem, async () => {
    const number = ++runs;
    const { set } = state;
    if (results.childElementCount === 0) replace(results, h("p", { class: "quiet", role: "status" }, tr("Calibrating …")));
    results.setAttribute("aria-busy", "true");
    try {
      const made = await ask("repair", { ...options });
      if (number === runs && set === state.set) {
        replace(results, repaired(set, made));
        holdFit({ system: set.systems[options.system], method: options.method, prior: options.prior, named: set.named });
      }
    } finally {
      if (number === runs) results.removeAttribute("aria-busy");
    }
  }, () => {
    replace(results);
    holdFit(null);
  });
  const show = () => {
    if (!state.set) {
      replace(body, h("p", {}, tr("Evaluate a file first; then its LRs or scores can be calibrated here.")));
      replace(results);
      return;
    }
    options.system = Math.min(options.system, state.set.systems.length - 1);
    replace(body, optionsForm(state.set, run), problem, results);
    run();
  };
  return lazily(view, ["set"], show);
}

function holdFit(fit) {
  state.fit = fit;
  changed("held");
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

function repaired(set, made) {
  const system = set.systems[options.system];
  const { fit, held, bounds, known } = made;
  const before = rename(system, tr("before"));
  const after = rename(held, tr("after (out of fold)"));
  const bounded = made.bounded && rename(made.bounded, tr("after, bounded"));
  const compared = [isScore(system) ? null : before, after, bounded].filter(Boolean);
  const code = { set: repairCode(set, system) };
  const useful = compared.map(usefulRange);
  const pictures = h("div", { class: "pictures" });
  drawOneByOne(pictures, [
    () => ({ ...ecePicture(compared, { useful, code }), id: "repair-ece", code: repairPictures(code.set, "plot_ece", isScore(system)) }),
    () => ({ ...tippettPicture(compared, { code }), id: "repair-tippett", code: repairPictures(code.set, "plot_tippett", isScore(system)) }),
  ], set.n);
  return [
    h("h2", {}, tr("Fit")), fitView(system, fit, known),
    options.bound === "n_source" && h("p", {}, tr("Bounds by the number of sources or comparisons: LRs from {low} to {high}.", {
      low: boundText(bounds.lower), high: boundText(bounds.upper) })),
    h("h2", {}, tr("Before and after")),
    h("p", { class: "quiet" }, tr("\"After\" is out of fold: each comparison was calibrated by a fit that had not seen it (10 folds unless chosen otherwise, as after set.seed(1)).")),
    beforeAfter([before, after, bounded].filter(Boolean), made.rows.filter(Boolean)),
    pictures,
    h("h2", {}, tr("Apply to a case")), caseView(set, system, made),
    h("h2", {}, tr("Download")), takeAwayView(set, system, made),
  ].filter(Boolean);
}

const rename = (system, name) => ({ ...system, name });

function repairCode(set, system) {
  const settings = [
    `method = "${options.method}"`, options.prior === defaultPrior(set) ? "" : `prior = ${options.prior}`,
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

function fitView(system, fit, known) {
  const lines = fit.method === "logistic"
    ? [`ln LR = ${formatNumber(fit.slope, 4)} ${isScore(system) ? tr("score") : "ln LR"} ${fit.offset < 0 ? "\u2212" : "+"} ${formatNumber(Math.abs(fit.offset), 4)}`]
    : [tr("ln LR = that of one of {n} PAV blocks", { n: fit.min.length })];
  return h("div", { id: "fit" }, lines.map((line) => h("p", { class: "formula" }, line)),
    fit.slope <= 0 && h("p", { class: "slip" }, tr("The scores do not grow with the support for H1. Is the truth the right way round? Give distances a minus sign.")),
    h("p", { class: "limit" }, tr("These comparisons support calibrated LRs from {low} to {high} (ELUB, Vergeer et al. 2016); stronger ones should be reported as these limits.", {
      low: boundText(known.lower), high: boundText(known.upper) })));
}

function beforeAfter(systems, rows) {
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
function caseView(set, system, { fit, bounds, known }) {
  const out = h("div", { id: "case-result", role: "status" });
  const input = h("input", { id: "case", type: "text", inputmode: "decimal", oninput: () => show() });
  const show = () => {
    replace(out);
    if (input.value.trim() === "") return;
    const { value, decimal } = readNumbers([input.value], ",");
    if (decimal === 0 || Number.isNaN(value[0]) || (set.scale === "lr" && value[0] < 0) || (set.posterior && !(value[0] >= 0 && value[0] <= 1))) {
      replace(out, h("p", { class: "problem" }, tr("This is not a value on the scale of the file.")));
      return;
    }
    const ln = set.posterior ? posteriorToLn(value, set.posterior.prior) : toLn(value, set.scale);
    const [after] = apply(fit, ln);
    const within = (x) => (bounds ? clamp(x, bounds) : x);
    const final = within(after);
    const limits = set.strata ? null : limitsOf(system, fit, ln);
    const beyond = !bounds && (after < known.lower - 1e-9 || after > known.upper + 1e-9);
    replace(out,
      h("p", {}, tr("Calibrated: log10 LR {x}, LR {lr}.", { x: formatNumber(after, 4), lr: formatLr(after) })),
      limits && h("p", {}, tr("The comparisons that calibrated the system support LRs between {low} and {high} (95 % interval).", {
        low: formatLr(within(limits.lower[0])), high: formatLr(within(limits.upper[0])) })),
      bounds && h("p", {}, tr("Bounded: log10 LR {x}, LR {lr}.", { x: formatNumber(final, 4), lr: formatLr(final) })),
      h("p", { class: "verdict" }, verbal(final, "enfsi2015", set.hypotheses)),
      beyond && h("p", { class: "slip" }, tr("This is stronger than these comparisons support: the limit is {limit} (ELUB). Choose bounds above.", { limit: boundText(after < 0 ? known.lower : known.upper) })));
    out.dataset.log10 = exact(final);
    if (limits) out.dataset.limits = [limits.lower[0], limits.upper[0]].map(within).map(exact).join(" ");
  };
  const unit = set.posterior ? tr("posterior probability") : { log10: "log10 LR", ln: "ln LR", log2: "log2 LR", lr: "LR", score: tr("score") }[set.scale];
  return h("div", {}, h("div", { class: "field" }, h("label", { for: "case" }, tr("Value of the case ({unit})", { unit })), input), out);
}

function takeAwayView(set, system, { fit, held, inSample, bounds }) {
  const final = (x) => (bounds ? clamp(x, bounds) : x);
  const csv = () => {
    const limits = set.strata ? null : limitsOf(system, fit, inputOf(system));
    const header = ["system", "truth", set.scale === "score" ? "score" : `input_${set.scale}`, "log10_lr", "log10_lr_out_of_fold",
      ...(limits ? ["log10_lr_lower", "log10_lr_upper"] : [])];
    return toCsv(header, Array.from(system.value, (x, i) => [
      system.name, system.truth[i] ? set.labels.h1 : set.labels.h2, x, final(inSample.value[i]), final(held.value[i]),
      ...(limits ? [final(limits.lower[i]), final(limits.upper[i])] : []),
    ]));
  };
  const data = { fit, bounds, bound: options.bound, system, set };
  return h("p", { class: "take-away" },
    h("button", { type: "button", id: "take-data", onclick: () => download("calibrated.csv", csv(), "text/csv") }, tr("Calibrated data as CSV")),
    h("button", { type: "button", id: "take-fit", onclick: () => download("calibration.json", fitJson(data), "application/json") }, tr("The fit as JSON")),
    h("span", { class: "quiet" }, tr("R reads the fit with read_calibrant().")));
}
