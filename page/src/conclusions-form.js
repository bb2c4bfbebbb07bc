// Conclusions case by case: the roles of the columns, and the counts of the rows.
import { ask } from "./beside.js";
import { conclusionSets } from "./conclusions.js";
import { conclusionsView } from "./conclusions-view.js";
import { h, replace } from "./dom.js";
import { FileProblem } from "./problem.js";
import { columnName } from "./read.js";
import { said } from "./results-view.js";
import { changed, state } from "./state.js";
import { tr } from "./words.js";

// Exported for tests too.
export function holdConclusions(sets) {
  globalThis.calibrantConclusions = state.conclusions = sets;
  changed("held");
}

const roles = ["conclusion", "truth", "count"];

// Shows the result of every answer at once.
export function conclusionsForm(file) {
  const { table } = file;
  const choice = { columns: {}, h1: null, decimal: "", drop: false };
  const fields = h("div", { class: "fields" });
  const problem = h("div", { class: "problem", id: "conclusions-problem", role: "alert" });
  const result = h("div", {});
  const told = h("p", { class: "quiet", id: "conclusions-told", role: "status" });
  const count = () => said(problem, async () => {
    replace(result);
    holdConclusions(null);
    const found = await ask("count", { choice });
    replace(fields, roles.map((role) => columnField(role, found)), h1Field(found));
    replace(told, toldOf(found));
    if (found.failed) throw new FileProblem(found.failed.text, Object.fromEntries(Object.entries(found.failed.values).map(([key, x]) => [key, key === "what" ? tr(x) : x])));
    const sets = conclusionSets(found);
    holdConclusions(sets);
    replace(result, leftOut(found), conclusionsView(sets, file, choice));
  });
  const columnField = (role, { columns }) => {
    const id = `column-${role}`;
    const at = columns[role] - 1;
    const select = h("select", { id, onchange: () => {
      choice.columns[role] = select.value === "-1" ? "0" : columnName(table, Number(select.value));
      if (role === "truth") choice.h1 = null;
      count();
    } },
    at < 0 && role !== "count" && h("option", { value: "-1", selected: true }, tr("choose")),
    role === "count" && h("option", { value: "-1", selected: at < 0 }, tr("none")),
    table.names.map((name, k) => h("option", { value: String(k), selected: k === at }, name.slice(0, 40))));
    const label = { conclusion: () => tr("Column with the conclusions"), truth: () => tr("Column with the truth"), count: () => tr("Column with counts") }[role]();
    return h("div", { class: "field" }, h("label", { for: id }, label), select,
      role === "count" && h("small", {}, tr("where a row stands for several comparisons")));
  };
  const h1Field = ({ labels, sides }) => {
    const select = h("select", { id: "h1", onchange: () => {
      choice.h1 = select.value || null;
      count();
    } });
    const isH1 = (label, k) => (choice.h1 === null ? sides.settled && sides.side[k] === 1 : label === choice.h1);
    const known = labels.some(isH1);
    replace(select, !known && h("option", { value: "", selected: true }, tr("choose")),
      labels.map((label, k) => h("option", { value: label, selected: isH1(label, k) }, label.slice(0, 40))));
    return h("div", { class: "field" }, h("label", { for: "h1" }, tr("H1 is true where it says")), select);
  };
  const drop = h("input", { type: "checkbox", id: "drop", onchange: () => {
    choice.drop = drop.checked;
    count();
  } });
  count();
  return h("div", {},
    h("form", { class: "mapping", onsubmit: (event) => event.preventDefault() }, fields,
      h("p", { class: "field inline" }, drop, h("label", { for: "drop" }, tr("leave out incomplete rows")))),
    told, problem, result);
}

function toldOf({ columns }) {
  const found = roles.filter((role) => columns[role] > 0);
  return found.map((role) => tr("{what}: column {k}", { what: tr(role), k: columns[role] })).join("; ");
}

const leftOut = ({ nDropped }) => nDropped > 0 && h("p", {}, tr("{n} incomplete rows were left out.", { n: nDropped }));
