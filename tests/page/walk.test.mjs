// An examiner who has LRs in a spreadsheet wants a report: four actions, in every browser, on every
// size of screen. SHOTS=FOLDER keeps screenshots of the way.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { copyCells, idle, openBrowser, openPage, saved } from "./browser.mjs";

// Twelve speakers, each with the other: a table as it lies in a spreadsheet.
const speakers = Array.from({ length: 12 }, (_, k) => Math.sin(3 * k + 1));
const cells = ["log10 LR\tsame speaker"].concat(speakers.flatMap((a, i) => speakers.slice(i).map((b, j) =>
  `${(j === 0 ? 1.2 + a / 2 : 0.4 - 2 * Math.abs(a - b)).toFixed(2)}\t${j === 0 ? "yes" : "no"}`))).join("\n");

const sizes = { desktop: [1280, 900], tablet: [768, 1024], phone: [360, 740] };

for (const name of ["chromium", "firefox"]) {
  describe(name, () => {
    for (const locale of ["en-GB", "de-DE"]) {
      for (const [device, [width, height]] of Object.entries(sizes)) {
        test(`${device}, ${locale}`, async () => {
          const browser = await openBrowser(name);
          try {
            const { page, problems } = await openPage(browser, { width, height, locale });
            const shoot = async (step) => {
              if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}-${locale}-${device}-${step}.png`), caret: "initial" });
            };
            await shoot(0);
            await copyCells(page, cells);
            const start = performance.now();
            const actions = [
              () => page.keyboard.press("Control+v"),
              () => page.check("#scale-log10"),
              () => page.click("#judge"),
              async () => { report = await saved(page, () => page.click("#save-report-here")); },
            ];
            let report;
            for (const [step, act] of actions.entries()) {
              await act();
              await idle(page);
              await shoot(step + 1);
            }
            assert.ok(performance.now() - start < 60000);
            assert.equal(await page.inputValue("#h1"), "yes");
            assert.equal((await page.$$("#cards .tile")).length, 3);
            assert.match(report.content.toString(), /<h2[^>]*>[^<]*LR[^<]*<[\s\S]*<svg [\s\S]*read_scores\(/);
            // A screenshot puts a style into the page, which the policy of the page refuses.
            if (!process.env.SHOTS) assert.deepEqual(problems, []);
          } finally {
            await browser.close();
          }
        });
      }
    }
  });
}
