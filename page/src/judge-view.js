// Judge: a file in, a verdict out.
import { h, find, painted, replace } from "./dom.js";
import { bandsOf } from "./curve-bands.js";
import { conclusionsOf } from "./conclusions.js";
import { conclusionsView } from "./conclusions-view.js";
import { mappingView, previewTable } from "./mapping-view.js";
import { pictureView } from "./picture-view.js";
import { priorControl } from "./prior-control.js";
import { FileProblem, guessColumns, readFile } from "./read.js";
import { allPictures, mostForBands, paragraphs, summaryTable } from "./results.js";
import { buildSet } from "./set.js";
import { setCode } from "./code.js";
import { simulate } from "./simulate.js";
import { changed, on, state } from "./state.js";
import { countsOf, isScore } from "./system.js";
import { LN10 } from "./units.js";
import { tr } from "./words.js";

export function judgeView() {
  const problem = h("div", { class: "problem", role: "alert" });
  const mapping = h("div", { id: "mapping" });
  const results = h("div", { id: "results" });
  const input = h("input", { type: "file", id: "file", accept: ".csv,.tsv,.txt,text/csv,text/tab-separated-values", onchange: () => input.files[0] && load(input.files[0]) });
  const drop = h("div", { class: "drop", ondragover: (e) => { e.preventDefault(); drop.classList.add("over"); }, ondragleave: () => drop.classList.remove("over"),
    ondrop: (e) => {
      e.preventDefault();
      drop.classList.remove("over");
      if (e.dataTransfer.files[0]) load(e.dataTransfer.files[0]);
    } },
  h("p", {}, h("label", { for: "file", class: "button" }, tr("Choose a file")), " ", tr("or drop it here: a table as CSV or TSV, one row per comparison, with a column for the LR and one for the truth; or a table of conclusions with their counts under either hypothesis.")),
  input,
  h("p", { class: "quiet" }, tr("Nothing leaves this machine: the page has no access to any network."), " ",
    h("button", { type: "button", class: "link", id: "example", onclick: () => example() }, tr("Show me an example"))));

  const pasted = h("textarea", { id: "paste", rows: "3", "aria-label": tr("Table to paste"), placeholder: tr("… or paste cells of a spreadsheet: Ctrl+V, here or anywhere on this page."),
    oninput: () => {
      if (pasted.value.trim() !== "") loadText(pasted.value);
      pasted.value = "";
    } });
  document.onpaste = (event) => {
    if (event.target.matches?.("input, textarea, select")) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!file && text.trim() === "") return;
    event.preventDefault();
    document.querySelector("#tab-judge").click();
    if (file) load(file);
    else loadText(text);
  };

  // R reads the same by read.delim("clipboard").
  const loadText = (text) => load(new File([text], "clipboard"));

  async function load(file) {
    await said(problem, async () => {
      replace(mapping, h("p", { class: "quiet" }, tr("Reading …")));
      replace(results);
      await painted();
      state.file = await readFile(file);
      state.choice = { ...guessColumns(state.file.table), h1: null, scale: null, weight: -1, source1: -1, source2: -1, drop: false };
      showMapping();
    }, () => replace(mapping));
    input.value = "";
  }

  function showMapping() {
    const { file, choice } = state;
    const conclusions = conclusionsOf(file.table);
    if (conclusions) {
      take(null);
      replace(mapping, previewTable(file), conclusionsView(conclusions, file));
    } else {
      replace(mapping, h("h2", {}, tr("What is what?")), previewTable(file), mappingView(file.table, choice, judge));
    }
  }

  async function judge() {
    await said(problem, async () => {
      const { file, choice } = state;
      if (choice.lr < 0 || choice.truth < 0) throw new FileProblem("Choose the columns with the LRs and with the truth.");
      replace(results, h("p", { class: "quiet" }, tr("Judging …")));
      await painted();
      const start = performance.now();
      const set = buildSet(file.table, choice);
      set.systems.forEach(countsOf);
      state.code = { set: setCode({ file, table: file.table, choice }) };
      take(set);
      state.judgedIn = performance.now() - start;
      document.documentElement.dataset.judged = Math.round(state.judgedIn);
      find("#results h2")?.scrollIntoView({ behavior: "auto", block: "start" });
    }, () => replace(results));
  }

  function take(set) {
    state.set = set;
    state.bands = null;
    changed("set");
  }

  function example() {
    const of = (stretch, name) => simulate({ nH1: 300, nH2: 1000, stretch, seed: 1 }, name);
    state.file = null;
    state.code = { set: [
      "library(calibrant)", "set.seed(1)", "a <- simulate_lr(300, 1000, system = \"calibrated\")", "set.seed(1)",
      "b <- simulate_lr(300, 1000, stretch = 2, system = \"overconfident\")", "x <- c(a, b)",
    ].join("\n") };
    replace(problem);
    replace(mapping);
    take({
      systems: [of(1, "calibrated"), of(2, "overconfident")], named: true, scale: "log10",
      labels: { h1: "TRUE", h2: "FALSE" }, hypotheses: null, strata: null, n: 2600, dropped: 0, slips: [],
    });
  }

  on("set", () => state.set && replace(results, resultsView()));
  if (state.file) showMapping();
  if (state.set) replace(results, resultsView());
  return h("section", { id: "view-judge" }, drop, h("p", {}, pasted), problem, mapping, results);
}

// What goes wrong is said; a mistake of ours as well.
export async function said(holder, work, undo = () => {}) {
  replace(holder);
  try {
    await work();
  } catch (error) {
    undo();
    const known = error instanceof FileProblem;
    const text = known ? tr(error.message, error.values)
      : error.message === "out of memory" || error instanceof RangeError ? tr("This is more than the browser has memory for. R can judge it.")
        : `${tr("Something went wrong that should not:")} ${error.message}`;
    replace(holder, h("p", {}, text), known && error.values.canDrop && h("p", {}, tr("Tick \"leave out rows in which something is missing\" to go on without them.")));
    if (!known) console.error(error);
  }
}

function resultsView() {
  const { set } = state;
  const verdict = h("div", { id: "verdict" });
  const pictures = h("div", { class: "pictures" });
  const sentences = () => replace(verdict, paragraphs(set, state.prior).map((text) => h("p", { class: "verdict" }, text)));
  const draw = () => replace(pictures, allPictures(set, { prior: state.prior, bands: state.bands, code: state.code }).map((p) => pictureView(p)));
  let pending = 0;
  const control = isScore(set.systems[0]) ? null : priorControl(state.prior, (prior) => {
    state.prior = prior;
    sentences();
    clearTimeout(pending);
    pending = setTimeout(() => {
      redrawReliability(pictures, set);
      changed("prior");
    }, 120);
  });
  sentences();
  draw();
  return [
    h("h2", { tabindex: "-1" }, tr("Verdict")),
    slipsView(set),
    isScore(set.systems[0]) ? h("p", {}, tr("Scores are no LRs yet: only their discrimination can be judged. \"Repair\" makes LRs of them.")) : control,
    verdict,
    h("h2", {}, tr("Results")), summaryTable(set),
    h("h2", {}, tr("Figures")), bandsButton(set, draw), pictures,
    h("details", { class: "all-code" }, h("summary", {}, tr("The same in R")), h("pre", { class: "code" }, `${state.code.set}\nsummary(x)\nexplain(x, prior = ${state.prior})\nplot(x)`)),
  ].filter(Boolean);
}

function redrawReliability(pictures, set) {
  const fresh = allPictures(set, { prior: state.prior, bands: state.bands, code: state.code }).filter((p) => p.id === "reliability");
  pictures.querySelectorAll("#picture-reliability").forEach((old, i) => old.replaceWith(pictureView(fresh[i])));
}

export function slipsView(set) {
  const dropped = set.dropped > 0 ? [h("p", {}, tr("{n} rows were left out, in which something is missing.", { n: set.dropped }))] : [];
  const slips = set.slips.map(({ texts, values }) => {
    const said = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, tr(value)]));
    return h("div", { class: "slip", role: "alert" }, texts.map((text) => h("p", {}, tr(text, said))),
      h("p", {}, tr("If all is as it should be, go on.")));
  });
  return [...dropped, ...slips];
}

function bandsButton(set, draw) {
  if (set.n > mostForBands) return null;
  const problem = h("div", { class: "problem", role: "alert" });
  const note = h("span", { class: "quiet", role: "status" });
  const by = set.strata && h("select", { id: "bands-by" },
    h("option", { value: "source" }, tr("by item")), h("option", { value: "trial" }, tr("by comparison")));
  const button = h("button", { type: "button", id: "bands", onclick: () => said(problem, async () => {
    button.disabled = true;
    note.textContent = tr("Drawing replicates …");
    await painted();
    try {
      const step = 0.25;
      const log10Odds = Array.from({ length: 25 }, (_, i) => -3 + i * step);
      const settings = { by: by?.value ?? "trial", replicates: 500, seed: 1 };
      state.bands = { ...settings, systems: bandsOf(set, { ...settings, logOdds: log10Odds.map((x) => x * LN10) }), log10_odds: log10Odds, step };
      draw();
      changed("bands");
    } finally {
      note.textContent = "";
      button.disabled = false;
    }
  }) }, tr("Add 95 % bands by bootstrap"));
  return h("div", {}, h("p", {}, button, by && [" ", h("label", { for: "bands-by" }, tr("drawn")), " ", by], " ", note), problem);
}
