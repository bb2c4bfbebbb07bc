// Report: all of a judged set on paper.
import tables from "../generated/tables.json";
import { h, replace } from "./dom.js";
import { slipsView } from "./judge-view.js";
import { plainCount } from "./format.js";
import { pictureView } from "./picture-view.js";
import { priorText } from "./sentences.js";
import { allPictures, paragraphs, summaryTable } from "./results.js";
import { lazily, state } from "./state.js";
import { tr } from "./words.js";

export function reportView() {
  const body = h("div", { class: "report" });
  const show = () => replace(body, state.set ? report() : h("p", {}, tr("Judge a file first; its report stands here.")));
  return lazily(h("section", { id: "view-report" }, body), ["set", "prior", "bands"], show);
}

function report() {
  const { set, file, choice, prior } = state;
  const column = (k) => file.table.names[k];
  const facts = [
    [tr("Date"), new Date().toISOString().slice(0, 10)],
    file && [tr("File"), `${file.name}, ${plainCount(file.size)} ${tr("bytes")}`],
    file?.hash && ["SHA-256", file.hash],
    file && choice && [tr("Columns"), [
      `LR: ${column(choice.lr)}`, `${tr("truth")}: ${column(choice.truth)} (H1: ${set.labels.h1}, H2: ${set.labels.h2})`,
      choice.system >= 0 ? `${tr("system")}: ${column(choice.system)}` : "",
      choice.weight >= 0 ? `${tr("weight")}: ${column(choice.weight)}` : "",
      set.strata ? `${tr("items")}: ${column(choice.source1)}, ${column(choice.source2)}` : "",
    ].filter(Boolean).join("; ")],
    [tr("Scale"), set.scale],
    [tr("Comparisons"), plainCount(set.n)],
    [tr("Software"), `calibrant ${tables.version}, calibrant.html (${document.documentElement.dataset.kernels.slice(0, 12)})`],
  ].filter(Boolean);
  return [
    h("p", { class: "no-print" }, h("button", { type: "button", class: "main", id: "print", onclick: () => window.print() }, tr("Print or save as PDF"))),
    h("h2", {}, tr("Report on the performance of LRs")),
    h("dl", { class: "facts" }, facts.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)])),
    slipsView(set),
    h("h3", {}, tr("Verdict at a prior probability of H1 of {prior}", { prior: priorText(prior) })),
    paragraphs(set, prior).map((text) => h("p", {}, text)),
    h("h3", {}, tr("Results")), summaryTable(set, { withCsv: false }),
    h("div", { class: "pictures" }, allPictures(set, { prior, bands: state.bands, code: state.code }).map((picture) =>
      h("figure", { class: "picture" }, h("figcaption", {}, h("h3", {}, picture.title), h("p", {}, picture.lead)), pictureView({ ...picture, id: `report-${picture.id}` }, { withFrame: false })))),
    h("h3", {}, tr("The same in R")),
    h("pre", { class: "code" }, `${state.code.set}\nsummary(x)\nexplain(x, prior = ${prior})\nplot(x)`),
  ];
}
