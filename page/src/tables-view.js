// Tables on the page, with their CSV.
import { toCsv } from "./csv.js";
import { download, h } from "./dom.js";
import { term } from "./terms.js";
import { tr } from "./words.js";

// `meanings` of row labels open below the table, since a cell is narrow.
export function tableView({ caption, header, rows, notes = [], csv, name, meanings = {} }) {
  const explained = h("div", {});
  const labelled = (label) => {
    if (!(label in meanings)) return label;
    const [button, note] = term(meanings[label], label);
    explained.append(note);
    return button;
  };
  const table = h("table", {},
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, header.map((text) => (text === "" ? h("td") : h("th", { scope: "col" }, text))))),
    h("tbody", {}, rows.map(([label, ...cells]) =>
      h("tr", {}, h("th", { scope: "row" }, labelled(label)), cells.map((text) => h("td", {}, text))))));
  return h("div", { class: "table-holder" },
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": caption }, table),
    explained,
    notes.filter(Boolean).map((note) => h("p", { class: "quiet" }, note)),
    csv && h("div", { class: "take-away" }, h("button", { type: "button", onclick: () => download(`${name}.csv`, toCsv(csv.header, csv.rows), "text/csv") }, tr("Table as CSV"))));
}
