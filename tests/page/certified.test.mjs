// The certified sets through the page: it shows the certified values to 1e-13, as it computes in
// natural logarithms.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { csvOf, judge, openBrowser, openPage, readCsv, root } from "./browser.mjs";

const table = (name) => readCsv(readFileSync(join(root, "inst/certified", name), "utf8"));
const sets = table("sets.csv").filter((set) => set.kind === "two" && set.set !== "million");
const trials = table("trials.csv");
const values = table("values.csv");

const number = (text) => ({ Inf: Infinity, "-Inf": -Infinity }[text] ?? Number(text));

function close(found, wanted, what) {
  const [a, b] = [number(found), number(wanted)];
  assert.ok(a === b || Math.abs(a - b) <= 1e-13 * Math.max(Math.abs(b), 1e-2), `${what}: ${a} for ${b}`);
}

let browser;
before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });

for (const set of sets) {
  test(set.set, async () => {
    const rows = trials.filter((row) => row.set === set.set);
    const weighted = rows.some((row) => row.weight !== "");
    const lines = ["value,truth,weight", ...rows.map((row) => (
      [String(row.value).replace("Infinity", "Inf"), row.truth, row.weight || 1].join(",")))];
    const { page, context } = await openPage(browser);
    await judge(page, `${set.set}.csv`, lines.join("\n"), {
      lr: "value", truth: "truth", h1: "1", system: "none", scale: set.scale,
      columns: weighted ? { weight: "weight" } : {} });
    const [summary] = await csvOf(page, "#results .table-holder .take-away button");
    let compared = 0;
    for (const { quantity, value } of values.filter((row) => row.set === set.set)) {
      if (!["cllr", "cllr_min"].includes(quantity) || summary[quantity] === undefined) continue;
      close(summary[quantity], value, `${quantity} of ${set.set}`);
      compared += 1;
    }
    assert.ok(compared > 0, "something is compared");
    await context.close();
  });
}
