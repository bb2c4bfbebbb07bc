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
  assert.ok(files.length >= 32, `${files.length} documents`);
  const broken = [];
  for (const file of files) {
    for (const [width, scheme] of [[360, "light"], [1280, "light"], [360, "dark"], [1280, "dark"]]) {
      broken.push(...await look(file, width, scheme));
    }
  }
  assert.deepEqual(broken, []);
});
