// The roles of the columns and the scale: questions that the numbers themselves cannot answer.
import { conclusionsForm } from "./conclusions-form.js";
import { s, h, replace } from "./dom.js";
import { formatLr, formatNumber } from "./format.js";
import { areNumbers, claims, guessColumns, readNumbers, scoreFile, truthFile } from "./read.js";
import { likelyH1 } from "./set.js";
import { LN10, posteriorToLn, toLog10 } from "./units.js";
import { tr } from "./words.js";
import tables from "../generated/tables.json";

const scaleWords = () => ({
  log10: tr("log10 of the LR"), ln: tr("natural logarithm of the LR"), log2: tr("log2 of the LR (bits)"),
  lr: tr("the LR itself"), prob: tr("a posterior probability of H1"), score: tr("not an LR: a score that grows with the support for H1"),
});

const shown = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export function previewTable({ name, table }) {
  const { names, columns, n, nComments } = table;
  const rows = Math.min(4, n);
  return h("div", { class: "scroll preview", tabindex: "0", role: "group", "aria-label": tr("The first rows of the file") },
    h("table", {},
      h("caption", {}, tr("{name}: {n} rows, {k} columns", { name, n, k: names.length }),
        nComments > 0 && tr(", {n} lines of comments", { n: nComments })),
      h("thead", {}, h("tr", {}, names.map((column) => h("th", { scope: "col" }, shown(column))))),
      h("tbody", {}, Array.from({ length: rows }, (_, i) =>
        h("tr", {}, columns.map((column) => h("td", {}, shown(column[i]))))))));
}

const wayText = ({ kind, order }, names) => {
  const [first, ...others] = order.map((k) => names[k]);
  const values = { first, others: others.join(", ") };
  if (kind === "conclusions") return tr("conclusions of examiners, one per row or with counts");
  if (kind === "labelled" && names.length === 1) return tr("LRs or scores, one per row");
  if (kind === "keyed") return tr("{others} has the scores, {first} the truth", values);
  if (kind === "two") return tr("{first} has the LRs of H1, {others} those of H2", values);
  return tr("each file is a system with its truth");
};

// Asks how several files belong together.
function wayField(files, ways, choice, onChange) {
  if (ways.length === 1) return null;
  const names = files.map(({ name }) => name);
  const select = h("select", { id: "way", onchange: () => onChange(ways[Number(select.value)]) },
    ways.map((way, k) => h("option", { value: String(k), selected: way === choice.way }, wayText(way, names))));
  return h("div", { class: "field" }, h("label", { for: "way" }, tr("What the files hold")), select);
}

export function mappingView({ files, ways }, choice, onJudge) {
  const tables_ = files.map(({ table }) => table);
  const holder = h("div", {});
  const show = () => replace(holder, wayField(files, ways, choice, (way) => {
    Object.assign(choice, { way, ...guessColumns(tables_, way), h1: null, h2: null, beside: [] });
    show();
  }), choice.way.kind === "conclusions" ? conclusionsForm(files[0]) : columnsForm(tables_, choice, onJudge));
  show();
  return holder;
}

function columnsForm(tables_, choice, onJudge) {
  const scores = tables_[scoreFile(choice.way)];
  const truths = tables_[truthFile(choice.way)];
  const scaleHolder = h("div", { class: "scales" });
  const h1Holder = h("div", { class: "field" });
  const besideHolder = h("div", {});
  const columnField = (what, label, table, optional, help) => {
    const id = `column-${what}`;
    const select = h("select", { id, onchange: () => {
      choice[what] = Number(select.value);
      if (what === "truth") Object.assign(choice, { h1: null, h2: null });
      update();
    } },
    optional && h("option", { value: "-1", selected: choice[what] === -1 }, tr("none")),
    !optional && choice[what] === -1 && h("option", { value: "-1", selected: true }, tr("choose")),
    what === "truth" && table.roles.claimed >= 0 && table.roles.real >= 0 && h("option", { value: String(claims), selected: choice.truth === claims },
      tr("{a} equals {b}", { a: shown(table.names[table.roles.claimed]), b: shown(table.names[table.roles.real]) })),
    table.names.map((name, k) => h("option", { value: String(k), selected: k === choice[what] }, shown(name))));
    return h("div", { class: "field" }, h("label", { for: id }, label), select, help && h("small", {}, help));
  };
  const update = () => {
    replace(h1Holder, truths && h1Field(scores, truths, choice));
    replace(scaleHolder, scaleField(scores, truths, choice));
    replace(besideHolder, besideField(scores, choice));
  };
  const again = h("input", { type: "checkbox", id: "again", checked: choice.again, onchange: () => { choice.again = again.checked; } });
  const drop = h("input", { type: "checkbox", id: "drop", checked: choice.drop, onchange: () => { choice.drop = drop.checked; } });
  const form = h("form", { class: "mapping", onsubmit: (event) => { event.preventDefault(); onJudge(); } },
    h("div", { class: "fields" },
      columnField("lr", tr("Column with the LRs"), scores),
      truths && columnField("truth", tr("Column with the truth"), truths),
      h1Holder), besideHolder,
    h("details", { class: "further", open: ["system", "weight", "source1", "source2"].some((what) => choice[what] >= 0) },
      h("summary", {}, tr("Further columns: system, weight, items compared")), h("div", { class: "fields" },
      truths && [
        columnField("system", tr("Column with the system"), scores, true, tr("several systems are judged side by side")),
        columnField("weight", tr("Column with the weight"), truths, true, tr("how much each comparison counts")),
        columnField("source1", tr("First item compared"), truths, true, tr("intervals by item, for comparisons that share items")),
        columnField("source2", tr("Second item compared"), truths, true),
        h("p", { class: "field inline" }, again, h("label", { for: "again" }, tr("the same items are compared more than once")))],
      decimalField(choice))),
    scaleHolder,
    h("p", { class: "field inline" }, drop, h("label", { for: "drop" }, tr("leave out incomplete rows"))),
    h("button", { type: "submit", class: "main", id: "judge" }, tr("Evaluate")));
  update();
  return form;
}

const mostBeside = 20;

// Further columns of numbers, each of which may be another system.
function besideField(scores, choice) {
  const taken = ["lr", "truth", "weight", "source1", "source2", "system"].map((what) => choice[what]);
  const free = scores.names.map((_, k) => k).filter((k) => !taken.includes(k) && areNumbers(scores.columns[k].slice(0, 50)).every(Boolean));
  const one = choice.way.kind === "labelled" && choice.way.order.length === 1;
  choice.beside = choice.beside.filter((place) => free.includes(place));
  if (!one || choice.lr < 0 || free.length === 0 || free.length > mostBeside) return [];
  const box = (place) => {
    const id = `beside-${place}`;
    const input = h("input", { type: "checkbox", id, checked: choice.beside.includes(place), onchange: () => {
      choice.beside = input.checked ? [...choice.beside, place] : choice.beside.filter((other) => other !== place);
    } });
    return h("p", { class: "field inline" }, input, h("label", { for: id }, shown(scores.names[place])));
  };
  return [h("details", { class: "beside", open: choice.beside.length > 0 || scores.roles.score < 0 },
    h("summary", {}, tr("Further columns with LRs, each a system of its own")), h("div", { class: "fields" }, free.map(box)))];
}

function decimalField(choice) {
  const select = h("select", { id: "decimal", onchange: () => { choice.decimal = select.value; } },
    [["", tr("the one that the numbers show")], [".", tr("point")], [",", tr("comma")]].map(([mark, name]) =>
      h("option", { value: mark, selected: mark === choice.decimal }, name)));
  return h("div", { class: "field" }, h("label", { for: "decimal" }, tr("Decimal mark")), select);
}

// Values and truth in the shown rows, if one file has both.
function shownTrials(scores, truths, choice) {
  if (choice.lr < 0) return { value: null, truth: null };
  const { value } = readNumbers(scores.columns[choice.lr], scores.separator);
  return { value, truth: scores === truths && choice.truth >= 0 ? truths.columns[choice.truth] : null };
}

function h1Field(scores, truths, choice) {
  if (choice.truth === claims) return [];
  const label = h("label", { for: "h1" }, tr("H1 is true where it says"));
  if (choice.truth < 0) return [label, h("select", { id: "h1", disabled: true })];
  const levels = truths.levels[choice.truth];
  let reason = "";
  if (choice.h1 === null && levels.length >= 2) {
    const { value, truth } = shownTrials(scores, truths, choice);
    const likely = likelyH1(levels, truth && value, truth);
    choice.h1 = likely?.level ?? null;
    if (likely) reason = likely.byName ? tr("that is what the value is called") : tr("its numbers are the larger ones");
  }
  const levelSelect = (id, what, first) => {
    const select = h("select", { id, onchange: () => { choice[what] = select.value || null; } },
      first, levels.slice(0, 50).map((level) => h("option", { value: level, selected: level === choice[what] }, shown(level))));
    return select;
  };
  const isNew = !levels.includes(choice.h1);
  return [
    label, levelSelect("h1", "h1", isNew && h("option", { value: "", selected: true }, tr("choose"))),
    h("small", {}, reason && tr("Probably: {reason}. Please check.", { reason })),
    levels.length > 2 && [h("label", { for: "h2" }, tr("H2 is true where it says")),
      levelSelect("h2", "h2", h("option", { value: "", selected: choice.h2 === null }, tr("choose"))),
      h("small", {}, tr("Comparisons of other values are left out."))],
  ].flat().filter(Boolean);
}

// Each scale with its name and a small histogram of the LRs that it would mean.
function scaleField(scores, truths, choice) {
  if (choice.lr < 0 && truths) return [];
  const { value: values, truth } = shownTrials(scores, truths, choice);
  const value = values ? values.filter((x) => !Number.isNaN(x)) : [];
  if (values && value.length === 0) return [h("p", { class: "problem" }, tr("This column holds no numbers."))];
  const isH1 = truth ? truth.filter((_, i) => !Number.isNaN(values[i])).map((level) => level === choice.h1) : null;
  const words = scaleWords();
  const priorHolder = h("div", {});
  const showPrior = () => replace(priorHolder, choice.scale === "prob" && priorField(choice));
  showPrior();
  const impossible = {
    lr: value.some((x) => x < 0) && tr("not possible: some are negative"),
    prob: value.some((x) => x < 0 || x > 1) && tr("not possible: some are not between 0 and 1"),
  };
  return [h("fieldset", {}, h("legend", {}, tr("On which scale are the LRs? The numbers cannot show it; the picture shows each choice.")),
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

// Posteriors can be converted to LRs only with their prior.
function priorField(choice) {
  const input = h("input", { id: "made-with", type: "number", min: "0", max: "100", step: "any", value: String(100 * choice.prior), oninput: () => { choice.prior = Number(input.value) / 100; } });
  return h("div", { class: "field" }, h("label", { for: "made-with" }, tr("Prior probability of H1 that they were made with, in %")), input);
}

const onLog10 = (value, scale, prior) => (scale === "prob" ? posteriorToLn(value, prior).map((x) => x / LN10) : toLog10(value, scale));

// Shows the LR of the median comparison of either hypothesis.
function meaning(value, isH1, scale, prior) {
  if (scale === "score" || !isH1) return "";
  const middle = (wanted) => {
    const some = Float64Array.from(value.filter((_, i) => isH1[i] === wanted)).sort();
    return some.length > 0 ? onLog10(Float64Array.of(some[some.length >> 1]), scale, prior)[0] : NaN;
  };
  const [h1, h2] = [middle(true), middle(false)];
  return Number.isNaN(h1) || Number.isNaN(h2) ? "" : tr("half of the LRs under H1 above {a}, under H2 above {b}", { a: formatLr(h1, 2), b: formatLr(h2, 2) });
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
