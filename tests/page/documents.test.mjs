// Tests reports, vignettes, lessons and the course: their accessibility, as far as a machine can
// check it, and their width on a phone.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { openBrowser, root } from "./browser.mjs";

const axe = readFileSync(createRequire(join(root, "page/package.json")).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const folder = mkdtempSync(join(tmpdir(), "calibrant-documents-"));

let browser;
before(async () => {
  execFileSync("Rscript", ["tests/page/documents.R", folder], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

async function look(file, width, colorScheme) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  await page.goto(pathToFileURL(join(folder, file)).href);
  await page.addScriptTag({ content: axe });
  const found = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), rules);
  const room = await page.evaluate(() => document.documentElement.scrollWidth);
  await page.close();
  const broken = found.violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0].html.slice(0, 80)}`);
  if (room > width) broken.push(`${room} pixels wide`);
  return broken.map((text) => `${file}, ${width} pixels, ${colorScheme}: ${text}`);
}

test("documents break no rule of accessibility and fit on a phone, in light and dark", async () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".html"));
  assert.ok(files.length >= 35, `${files.length} documents`);
  const broken = [];
  for (const file of files) {
    for (const [width, scheme] of [[360, "light"], [1280, "light"], [360, "dark"], [1280, "dark"]]) {
      broken.push(...await look(file, width, scheme));
    }
  }
  assert.deepEqual(broken, []);
});

// Words of these cells of tables that are broken, if they have no more than this many letters.
function brokenWords([cells, most]) {
  return [...document.querySelectorAll(cells)].flatMap((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (texts.nextNode()) {
      for (const { index, 0: word } of texts.currentNode.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        if (word.length > most) continue;
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

test("no word of a heading of a table is broken in print", async () => {
  const files = readdirSync(folder).filter((name) => /^report-/.test(name));
  const broken = [];
  const page = await browser.newPage({ viewport: { width: 673, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  for (const file of files) {
    await page.goto(pathToFileURL(join(folder, file)).href);
    broken.push(...(await page.evaluate(brokenWords, ["th", Infinity])).map((word) => `${file}: ${word}`));
    const room = await page.evaluate(() => document.documentElement.scrollWidth);
    if (room > 673) broken.push(`${file}: ${room} pixels wide`);
  }
  await page.close();
  assert.ok(files.length >= 12, `${files.length} reports`);
  assert.deepEqual(broken, []);
});

test("no number and no word of up to 12 letters is broken in a table on a phone", async () => {
  const broken = [];
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  for (const file of readdirSync(folder).filter((name) => /^report-/.test(name))) {
    await page.goto(pathToFileURL(join(folder, file)).href);
    broken.push(...(await page.evaluate(brokenWords, ["td, th", 12])).map((word) => `${file}: ${word}`));
  }
  await page.close();
  assert.deepEqual(broken, []);
});
