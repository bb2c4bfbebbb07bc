// A table of all data in the page, and their origin.
import { find, h, replace } from "./dom.js";
import { plainCount } from "./format.js";
import { on, state } from "./state.js";
import { sizesOf } from "./system.js";
import { tableView } from "./tables-view.js";
import { tr } from "./words.js";

// `onForget` is called when the reader wants all data removed.
export function heldView(onForget) {
  const holder = h("section", { id: "held", class: "no-print", "aria-label": tr("What this page holds") });
  holder.update = () => replace(holder, held(onForget, find("details", holder)?.open ?? false));
  holder.update();
  return holder;
}

for (const what of ["set", "held"]) on(what, () => find("#held")?.update());

function held(onForget, open) {
  const rows = [...fileRows(), ...systemRows(), ...conclusionRows(), ...fitRows()];
  if (rows.length === 0) return null;
  return h("details", { open }, h("summary", {}, tr("What this page holds ({n})", { n: rows.length })),
    tableView({
      caption: tr("Comparisons, and what was made of them"),
      header: [tr("name"), tr("what"), "H1", "H2", tr("Scale"), tr("from")],
      rows: rows.map((row) => row.map((cell) => (typeof cell === "number" ? plainCount(cell) : cell))),
      notes: [tr("It is nowhere else, and gone when the page is closed.")],
      name: "calibrant-held",
    }),
    h("p", {}, h("button", { type: "button", id: "forget", onclick: onForget }, tr("Forget all of it"))));
}

const fileNames = () => (state.files?.files ?? []).map(({ name }) => name).join(", ");

const fileRows = () => (state.files?.files ?? []).map(({ name, table, hash }) =>
  [name, tr("table"), tr("{n} rows", { n: plainCount(table.n) }), "", "", hash ? `SHA-256 ${hash.slice(0, 12)}…` : ""]);

function systemRows() {
  const { set } = state;
  if (!set) return [];
  const from = state.example ? tr("example of this page") : fileNames() || "R";
  const scale = set.posterior ? tr("posterior probability") : set.scale;
  return set.systems.map((system) => [set.named ? system.name : tr("system"), tr("system"), ...sizesOf(system), scale, from]);
}

const total = (counts) => counts.reduce((sum, n) => sum + n, 0);

const conclusionRows = () => (state.conclusions ?? []).map(({ name, h1, h2 }) =>
  [name ?? tr("conclusions"), tr("conclusions"), total(h1), total(h2), "", fileNames()]);

function fitRows() {
  if (!state.fit) return [];
  const { system, method, prior, named } = state.fit;
  const how = method === "pav" ? "PAV" : tr("logistic regression");
  return [[`${how}, ${tr("prior {p} %", { p: 100 * prior })}`, tr("calibration"), ...sizesOf(system), "ln",
    named ? tr("system {name}", { name: system.name }) : tr("system")]];
}
