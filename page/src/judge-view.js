// Judge: turns a file, cells of a spreadsheet or an example into a verdict.
import { ask } from "./beside.js";
import { setCode } from "./code.js";
import { conclusionsOf } from "./conclusions.js";
import { holdConclusions } from "./conclusions-form.js";
import { conclusionsView } from "./conclusions-view.js";
import { download, find, h, inflated, replace } from "./dom.js";
import { mappingView, previewTable } from "./mapping-view.js";
import { bytesOf } from "./bytes.js";
import { FileProblem } from "./problem.js";
import { claims } from "./read.js";
import { saveReport } from "./report-view.js";
import { resultsView, said, showResults } from "./results-view.js";
import { changed, on, state } from "./state.js";
import { tr } from "./words.js";

export function judgeView() {
  const input = h("input", { type: "file", id: "file", multiple: true, onchange: () => input.files[0] && load([...input.files]) });
  const pasted = h("textarea", { id: "paste", rows: "1", "aria-label": tr("Table to paste"), placeholder: tr("… or paste cells of a spreadsheet (Ctrl+V)"),
    oninput: () => {
      if (pasted.value.trim() !== "") loadText(pasted.value);
      pasted.value = "";
    } });
  catchAnywhere();
  const view = h("section", { id: "view-judge" },
    h("div", { class: "drop" },
      h("div", { class: "ways" },
        h("p", {}, h("label", { for: "file", class: "button" }, tr("Choose a file")), input, " ", tr("or drop it anywhere on this page")), pasted),
      h("p", { class: "quiet" }, tr("Nothing leaves this machine: the page has no access to any network."), " ",
        h("button", { type: "button", class: "link", id: "example", onclick: async () => {
          await showExample();
          showResults();
        } }, tr("Show me an example"))),
      wantedView()),
    h("div", { class: "problem", id: "judge-problem", role: "alert" }), h("div", { id: "mapping" }), h("div", { id: "results" }));
  if (state.files) showMapping(find("#mapping", view));
  if (state.set) replace(find("#results", view), resultsView(saveReport));
  return view;
}

const pattern = "lr,truth\n12.5,same\n0.03,different\n480,same\n";

function wantedView() {
  return h("details", { class: "quiet" }, h("summary", {}, tr("What must the table hold?")),
    h("p", {}, tr("One row per comparison, with a column for the LR and one for the truth; as CSV, TSV or cells of a spreadsheet. Further columns may name the system, the items compared and a weight. Or a table of conclusions with their counts under either hypothesis. Choose several files at once if the truth stands in a key of its own, or if the LRs of H1 and of H2 are in two files.")),
    h("pre", { class: "code" }, pattern),
    h("p", {}, h("button", { type: "button", onclick: () => download("calibrant-table.csv", pattern, "text/csv") }, tr("Download this pattern"))));
}

on("set", () => state.set && replace(find("#results"), resultsView(saveReport)));

// read.delim("clipboard") reads the same in R.
const loadText = (text) => load([new File([text], "clipboard")]);

// Otherwise a file dropped beside the box would replace the page.
function catchAnywhere() {
  const toJudge = () => find("#tab-judge").click();
  const edge = (shown) => find("#app").classList.toggle("over", shown);
  window.ondragover = (event) => {
    event.preventDefault();
    edge(true);
  };
  window.ondragleave = (event) => { if (!event.relatedTarget) edge(false); };
  window.ondrop = (event) => {
    event.preventDefault();
    edge(false);
    toJudge();
    const text = event.dataTransfer.getData("text/plain");
    if (event.dataTransfer.files[0]) load([...event.dataTransfer.files]);
    else if (text.trim() !== "") loadText(text);
  };
  document.onpaste = (event) => {
    if (event.target.matches?.("input, textarea, select")) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!file && text.trim() === "") return;
    event.preventDefault();
    toJudge();
    if (file) load([file]);
    else loadText(text);
  };
}

const attempt = (work, undo) => said(find("#judge-problem"), work, undo);

async function load(files) {
  const mapping = find("#mapping");
  await attempt(async () => {
    replace(mapping, h("p", { class: "quiet", role: "status" }, tr("Reading …")));
    forget();
    const { guess, ...read } = await ask("read", { files: await Promise.all(files.map(bytesOf)) });
    state.files = read;
    state.choice = { way: read.ways[0], ...guess, h1: null, h2: null, decimal: "", scale: null, prior: 0.5, weight: -1, drop: false, again: false, beside: [] };
    showMapping(mapping);
    find("h2", mapping).scrollIntoView({ block: "start" });
  }, () => replace(mapping));
  find("#file").value = "";
}

function forget() {
  Object.assign(state, { files: null, set: null, said: null, bands: null, example: false, conclusions: null, fit: null });
  replace(find("#results"));
  changed("set");
}

// Removes the copy in the worker as well.
export async function forgetAll() {
  forget();
  Object.assign(state, { choice: null, code: { set: "" } });
  await ask("forget");
}

function showMapping(mapping) {
  const { files, choice } = state;
  const previews = files.files.map(previewTable);
  const conclusions = files.files.length === 1 ? conclusionsOf(files.files[0].table) : null;
  holdConclusions(conclusions && [conclusions]);
  if (conclusions) replace(mapping, previews, conclusionsView([conclusions], files.files[0]));
  else replace(mapping, h("h2", {}, tr("Assign the columns")), previews, mappingView(files, choice, judge));
}

async function judge() {
  const results = find("#results");
  await attempt(async () => {
    const { files: { files, took }, choice } = state;
    const isTwo = choice.way.kind === "two";
    if (!isTwo && (choice.lr < 0 || (choice.truth < 0 && choice.truth !== claims))) throw new FileProblem("Choose the columns with the LRs and with the truth.");
    replace(results, h("p", { class: "quiet", role: "status" }, tr("Evaluating …")));
    const start = performance.now();
    const judged = await ask("judge", { choice, prior: state.prior });
    take(judged, setCode({ files, choice }));
    document.documentElement.dataset.judged = Math.round(performance.now() - start);
    document.documentElement.dataset.read = Math.round(took + judged.read);
    showResults();
  }, () => replace(results));
}

function take({ set, said: about }, code) {
  Object.assign(state, { set, said: about, bands: null, fit: null, code: { set: code } });
  changed("set");
}

// A set that R has put into the page.
export async function takeGiven(set, code) {
  take(await ask("hold", { set, prior: state.prior }), code);
}

export async function showExample() {
  const { name, text, code, choice } = JSON.parse(new TextDecoder().decode(await inflated("#example-set")));
  await attempt(async () => {
    replace(find("#mapping"));
    forget();
    const { files: [{ table }], ways: [way] } = await ask("read", { files: [await bytesOf(new File([text], name))] });
    const place = Object.fromEntries(Object.entries(choice.columns).map(([what, column]) => [what, table.names.indexOf(column)]));
    const judged = await ask("judge", { choice: { weight: -1, again: false, h2: null, decimal: "", way, ...choice, ...place }, prior: state.prior });
    state.example = true;
    take(judged, code);
  });
}
