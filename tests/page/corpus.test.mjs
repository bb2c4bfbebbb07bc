// Every file of tests/files, through the page as users take it. Those that a browser cannot read are
// listed in open.tsv.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openBrowser, openPage, root } from "./browser.mjs";
import { casesIn, outcomeOf } from "./corpus.mjs";

const folder = join(root, "tests/files");

test("the files of the corpus become what they must be", async () => {
  const open = readFileSync(join(folder, "open.tsv"), "utf8").split("\n").map((line) => line.split("\t"))
    .filter(([, door]) => door === "page").map(([name, , outcome]) => `${name}: ${outcome}`);
  const browser = await openBrowser();
  try {
    const { page, problems } = await openPage(browser);
    const found = [];
    for (const one of casesIn(folder)) {
      const [outcome] = await outcomeOf(page, one, folder);
      if (outcome !== "right") found.push(`${one.case}: ${outcome}`);
    }
    assert.deepEqual(found, open);
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
});
