// Report: a judged set on paper, or in a file of its own.
import tables from "../generated/tables.json";
import { download, h, painted, replace } from "./dom.js";
import { plainCount } from "./format.js";
import { pictureView } from "./picture-view.js";
import { columnsOf } from "./read.js";
import { allCode, slipsView } from "./results-view.js";
import { priorText } from "./sentences.js";
import { pictureMakers, summaryTable } from "./results.js";
import { lazily, state } from "./state.js";
import { currentLanguage, tr } from "./words.js";

// The reader's text is kept when the report is rebuilt.
const written = { author: "", remarks: "" };

export function reportView() {
  const body = h("div", { class: "report" });
  const show = () => replace(body, state.set ? [buttons(body), report()] : h("p", {}, tr("Evaluate a file first; its report stands here.")));
  return lazily(h("section", { id: "view-report" }, body), ["set", "prior", "bands"], show);
}

function buttons(body) {
  const field = (what, label, tag) => {
    const id = `report-${what}`;
    const input = h(tag, { id, ...(tag === "input" ? { type: "text" } : { rows: "2" }), oninput: () => {
      written[what] = input.value;
      const line = body.querySelector(`#written-${what}`);
      line.textContent = input.value;
      line.hidden = line.previousSibling.hidden = input.value.trim() === "";
    } });
    input.value = written[what];
    return h("div", { class: "field" }, h("label", { for: id }, label), input);
  };
  return h("div", { class: "no-print" },
    h("div", { class: "fields" }, field("author", tr("Analyst"), "input"), field("remarks", tr("Remarks"), "textarea")),
    h("p", {}, h("button", { type: "button", class: "main", id: "save-report", onclick: saveReport }, tr("Save the report")), " ",
      h("button", { type: "button", id: "print", onclick: () => window.print() }, tr("Print or save as PDF"))));
}

// Runs even if the report is not visible.
export async function saveReport() {
  const body = h("div", { class: "report" }, report());
  await painted();
  download("calibrant-report.html", reportFile(body), "text/html");
}

// One file with its style and without scripts.
function reportFile(body) {
  const copy = body.cloneNode(true);
  copy.querySelectorAll(".no-print, .readout, [data-cursor]").forEach((part) => part.remove());
  copy.querySelectorAll("[tabindex]").forEach((part) => part.removeAttribute("tabindex"));
  const title = document.createElement("title");
  title.textContent = tr("Report on the performance of LRs");
  const policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">";
  return `<!doctype html>\n<html lang="${currentLanguage()}">\n<head><meta charset="utf-8">${policy}${title.outerHTML}<style>${document.querySelector("style").textContent}</style></head>\n`
    + `<body><div id="app">${copy.outerHTML}</div></body>\n</html>\n`;
}

function report() {
  const { set, said, choice, prior } = state;
  const files = state.files?.files ?? [];
  const facts = [
    [tr("Date"), new Date().toLocaleString(currentLanguage(), { dateStyle: "long", timeStyle: "short" })],
    [tr("Analyst"), written.author, "author"],
    ...files.flatMap((file) => [
      [tr("File"), `${file.name}, ${plainCount(file.size)} ${tr("bytes")}`], file.hash && ["SHA-256", file.hash]]),
    files.length > 0 && choice && [tr("Columns"), [
      ...columnsOf(files.map(({ table }) => table), choice).filter(([, name]) => name !== "0").map(([role, name]) => `${role}: ${name}`),
      `H1: ${set.labels.h1}, H2: ${set.labels.h2}`].join("; ")],
    [tr("Scale"), set.posterior ? tr("posterior probabilities, made with a prior of {prior}", { prior: set.posterior.prior }) : set.scale],
    [tr("Comparisons"), plainCount(set.n)],
    [tr("Remarks"), written.remarks, "remarks"],
    [tr("Software"), `calibrant ${tables.version}, calibrant.html (${document.documentElement.dataset.kernels.slice(0, 12)})`],
  ].filter(Boolean);
  return [
    h("h2", {}, tr("Report on the performance of LRs")),
    h("dl", { class: "facts" }, facts.flatMap(([term, text, what]) => {
      const hidden = what !== undefined && text.trim() === "";
      return [h("dt", { hidden }, term), h("dd", { hidden, id: what && `written-${what}` }, text)];
    })),
    slipsView(set),
    h("h3", {}, tr("Verdict at a prior probability of H1 of {prior}", { prior: priorText(prior) })),
    said.systems.map(({ headline, paragraph }, k) => [
      h("p", { class: "headline" }, set.named && `${set.systems[k].name}: `, headline), h("p", {}, paragraph)]),
    h("h3", {}, tr("Results")), summaryTable(set, { withCsv: false }),
    h("div", { class: "pictures" }, pictureMakers(set, { said, bands: state.bands, code: state.code }).map((make) => make()).map((picture) =>
      h("figure", { class: "picture" }, h("figcaption", {}, h("h3", {}, picture.title), h("p", {}, picture.lead)), pictureView({ ...picture, id: `report-${picture.id}` }, { withFrame: false })))),
    h("h3", {}, tr("The same in R")),
    h("pre", { class: "code" }, allCode()),
    h("p", { class: "signature" }, tr("Date, signature")),
  ];
}
