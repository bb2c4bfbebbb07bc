// The roles of the columns and the scale: questions that the numbers themselves cannot answer.
import { s, h, replace } from "./dom.js";
import { formatNumber } from "./format.js";
import { readNumbers } from "./read.js";
import { likelyH1 } from "./set.js";
import { LN10, posteriorToLn, toLog10 } from "./units.js";
import { tr } from "./words.js";
import tables from "../generated/tables.json";

const scaleWords = () => ({
  log10: tr("log10 of the LR"), ln: tr("natural logarithm of the LR"), log2: tr("log2 of the LR (bits)"),
  lr: tr("the LR itself"), prob: tr("a posterior probability of H1"), score: tr("no LR: a score that grows with the support for H1"),
});

const shown = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export function previewTable(file) {
  const { names, columns, n } = file.table;
  const rows = Math.min(4, n);
  return h("div", { class: "scroll preview", tabindex: "0", role: "group", "aria-label": tr("The first rows of the file") },
    h("table", {},
      h("caption", {}, tr("{name}: {n} rows, {k} columns", { name: file.name, n, k: names.length })),
      h("thead", {}, h("tr", {}, names.map((name) => h("th", { scope: "col" }, shown(name))))),
      h("tbody", {}, Array.from({ length: rows }, (_, i) =>
        h("tr", {}, columns.map((column) => h("td", {}, shown(column[i]))))))));
}

export function mappingView(table, choice, onJudge) {
  const scaleHolder = h("div", { class: "scales" });
  const h1Holder = h("div", { class: "field" });
  const columnField = (what, label, optional, help) => {
    const id = `column-${what}`;
    const select = h("select", { id, onchange: () => {
      choice[what] = Number(select.value);
      if (what === "truth") choice.h1 = null;
      update();
    } },
    optional && h("option", { value: "-1", selected: choice[what] === -1 }, tr("none")),
    !optional && choice[what] === -1 && h("option", { value: "-1", selected: true }, tr("choose")),
    table.names.map((name, k) => h("option", { value: String(k), selected: k === choice[what] }, shown(name))));
    return h("div", { class: "field" }, h("label", { for: id }, label), select, help && h("small", {}, help));
  };
  const update = () => {
    replace(h1Holder, h1Field(table, choice));
    replace(scaleHolder, scaleField(table, choice));
  };
  const drop = h("input", { type: "checkbox", id: "drop", checked: choice.drop, onchange: () => { choice.drop = drop.checked; } });
  const form = h("form", { class: "mapping", onsubmit: (event) => { event.preventDefault(); onJudge(); } },
    h("div", { class: "fields" },
      columnField("lr", tr("Column with the LRs")),
      columnField("truth", tr("Column with the truth")),
      h1Holder),
    h("details", { class: "further", open: ["system", "weight", "source1", "source2"].some((what) => choice[what] >= 0) },
      h("summary", {}, tr("Further columns: system, weight, items compared")), h("div", { class: "fields" },
      columnField("system", tr("Column with the system"), true, tr("several systems are judged side by side")),
      columnField("weight", tr("Column with the weight"), true, tr("how much each comparison counts")),
      columnField("source1", tr("First item compared"), true, tr("intervals by item, for comparisons that share items")),
      columnField("source2", tr("Second item compared"), true))),
    scaleHolder,
    h("p", { class: "field inline" }, drop, h("label", { for: "drop" }, tr("leave out rows in which something is missing"))),
    h("button", { type: "submit", class: "main", id: "judge" }, tr("Evaluate")));
  update();
  return form;
}

function h1Field(table, choice) {
  const label = h("label", { for: "h1" }, tr("H1 is true where it says"));
  if (choice.truth < 0) return [label, h("select", { id: "h1", disabled: true })];
  const levels = table.levels[choice.truth];
  let reason = "";
  if (choice.h1 === null && levels.length === 2 && choice.lr >= 0) {
    const most = 20000;
    const value = valuesIn(table, choice.lr, most);
    const likely = likelyH1(levels, value, table.columns[choice.truth].slice(0, most).map((t) => t.trim()));
    choice.h1 = likely?.level ?? null;
    if (likely) reason = likely.byName ? tr("that is what the value is called") : tr("its numbers are the larger ones");
  }
  const select = h("select", { id: "h1", onchange: () => { choice.h1 = select.value; } },
    !levels.includes(choice.h1) && h("option", { value: "", selected: true }, tr("choose")),
    levels.slice(0, 50).map((level) => h("option", { value: level, selected: level === choice.h1 }, shown(level))));
  return [label, select, h("small", {}, reason && tr("Probably: {reason}. Please check.", { reason }))];
}

const valuesIn = (table, place, most) =>
  readNumbers([table.columns[place].slice(0, most)], table.separator).columns[0].value;

// Each scale with its name and a small histogram of the LRs that it would mean.
function scaleField(table, choice) {
  if (choice.lr < 0) return [];
  const values = valuesIn(table, choice.lr, 5000);
  const value = values.filter((x) => !Number.isNaN(x));
  if (value.length === 0) return [h("p", { class: "problem" }, tr("This column holds no numbers."))];
  const truth = choice.truth >= 0 ? table.columns[choice.truth].slice(0, values.length) : null;
  const isH1 = truth ? truth.filter((_, i) => !Number.isNaN(values[i])).map((level) => level.trim() === choice.h1) : null;
  const words = scaleWords();
  const priorHolder = h("div", {});
  const showPrior = () => replace(priorHolder, choice.scale === "prob" && priorField(choice));
  showPrior();
  const impossible = {
    lr: value.some((x) => x < 0) && tr("not possible: some are negative"),
    prob: value.some((x) => x < 0 || x > 1) && tr("not possible: some are not between 0 and 1"),
  };
  return [h("fieldset", {}, h("legend", {}, tr("On which scale are the LRs? The numbers cannot tell; what each choice would mean is drawn.")),
    Object.keys(words).map((scale) => {
      const not = impossible[scale];
      const id = `scale-${scale}`;
      const radio = h("input", { type: "radio", name: "scale", id, value: scale, checked: choice.scale === scale, disabled: not, onchange: () => {
        choice.scale = scale;
        showPrior();
      } });
      return h("label", { class: "scale", for: id }, radio, h("span", { class: "scale-name" }, words[scale]),
        not ? h("small", {}, not) : [small(value, isH1, scale, choice.prior), h("small", {}, meaning(value, isH1, scale, choice.prior))]);
    })), priorHolder];
}

// Only the prior that posteriors were made with tells how much of them is evidence.
function priorField(choice) {
  const input = h("input", { id: "made-with", type: "number", min: "0", max: "100", step: "any", value: String(100 * choice.prior), oninput: () => { choice.prior = Number(input.value) / 100; } });
  return h("div", { class: "field" }, h("label", { for: "made-with" }, tr("Prior probability of H1 that they were made with, in %")), input);
}

const onLog10 = (value, scale, prior) => (scale === "prob" ? posteriorToLn(value, prior).map((x) => x / LN10) : toLog10(value, scale));

// Tells what the middle comparison of either hypothesis would say.
function meaning(value, isH1, scale, prior) {
  if (scale === "score" || !isH1) return "";
  const middle = (wanted) => {
    const some = Float64Array.from(value.filter((_, i) => isH1[i] === wanted)).sort();
    return some.length > 0 ? onLog10(Float64Array.of(some[some.length >> 1]), scale, prior)[0] : NaN;
  };
  const [h1, h2] = [middle(true), middle(false)];
  const lr = (x) => (x >= 0 ? formatNumber(10 ** x, 2) : `1/${formatNumber(10 ** -x, 2)}`);
  return Number.isNaN(h1) || Number.isNaN(h2) ? "" : tr("half of the LRs under H1 above {a}, under H2 above {b}", { a: lr(h1), b: lr(h2) });
}

function small(value, isH1, scale, prior, bins = 24) {
  const at = Array.from(onLog10(value, scale, prior));
  const finite = at.filter(Number.isFinite).sort((a, b) => a - b);
  if (finite.length === 0) return s("svg", { width: 150, height: 46 });
  const [low, high] = [finite[Math.floor(finite.length * 0.01)], finite[Math.ceil(finite.length * 0.99) - 1]];
  const counts = [new Float64Array(bins), new Float64Array(bins)];
  at.forEach((x, i) => {
    if (x < low || x > high) return;
    const bin = Math.min(Math.floor(((x - low) / (high - low || 1)) * bins), bins - 1);
    ++counts[isH1?.[i] ? 0 : 1][bin];
  });
  const [w, half] = [150 / bins, 21];
  const most = counts.map((c) => Math.max(...c, 1));
  const zero = low < 0 && high > 0 && scale !== "score" ? ((0 - low) / (high - low)) * 150 : null;
  return s("svg", { width: 150, height: 58, viewBox: "0 0 150 58", "aria-hidden": "true" },
    Array.from(counts[0], (n, b) => s("rect", { x: b * w, width: w - 0.5, y: half - (n / most[0]) * half, height: (n / most[0]) * half, fill: tables.roles.h1.fill })),
    Array.from(counts[1], (n, b) => s("rect", { x: b * w, width: w - 0.5, y: half, height: (n / most[1]) * half, fill: tables.roles.h2.fill })),
    zero !== null && s("line", { x1: zero, x2: zero, y1: 0, y2: 2 * half, stroke: "#555555" }),
    s("text", { x: 0, y: 55, "font-size": 10, fill: "#444444" }, formatNumber(low, 2)),
    s("text", { x: 150, y: 55, "font-size": 10, fill: "#444444", "text-anchor": "end" }, formatNumber(high, 2)));
}
