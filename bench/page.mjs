// Speed of the page, and how long it stands still: node bench/page.mjs The page counts its frames.
// During a late frame it does not react to the user.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browserName, folder, idle, openBrowser, openPage } from "../tests/page/browser.mjs";

const browser = await openBrowser();

// Standard normal, from a generator of Lehmer.
let state = 1;
const uniform = () => (state = (state * 48271) % 2147483647) / 2147483647;
const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

function fileOf(rows) {
  const lines = Array.from({ length: rows }, (_, i) => (i % 4 === 0 ? `${2 + 2 * normal()},same` : `${-2 + 2 * normal()},different`));
  const file = join(folder, `${rows}.csv`);
  writeFileSync(file, `lr,truth\n${lines.join("\n")}\n`);
  return file;
}

// The longest time between two frames during an action, and the duration of the action.
async function timed(page, what) {
  await page.evaluate(() => {
    const seen = { longest: 0, last: performance.now(), on: true };
    globalThis.frames = seen;
    const frame = () => {
      const now = performance.now();
      seen.longest = Math.max(seen.longest, now - seen.last);
      seen.last = now;
      if (seen.on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const start = performance.now();
  await what();
  const took = performance.now() - start;
  const longest = await page.evaluate(() => {
    globalThis.frames.on = false;
    return globalThis.frames.longest;
  });
  return { took, longest };
}

const say = (what, { took, longest }) => console.log(`${browserName} | ${what} | ${(took / 1000).toFixed(1)} s | ${Math.round(longest)} ms`);

for (const rows of [20000, 1000000]) {
  const { page, context } = await openPage(browser);
  const file = fileOf(rows);
  say(`${rows} rows: read`, await timed(page, async () => {
    await page.setInputFiles("#file", file);
    await page.waitForSelector("#judge", { timeout: 120000 });
    await idle(page);
  }));
  await page.selectOption("#h1", "same");
  await page.check("#scale-ln");
  say(`${rows} rows: evaluate and draw`, await timed(page, async () => {
    await page.click("#judge");
    await page.waitForSelector("#picture-reliability svg", { timeout: 120000 });
    await idle(page);
    await page.waitForTimeout(300);
  }));
  say(`${rows} rows: 20 steps of the prior`, await timed(page, async () => {
    await page.focus("#prior-odds");
    for (let k = 0; k < 20; ++k) await page.keyboard.press("ArrowRight");
    await idle(page);
  }));
  say(`${rows} rows: calibrate`, await timed(page, async () => {
    await page.click("#tab-repair");
    await page.waitForSelector("#picture-repair-tippett svg", { timeout: 300000 });
    await idle(page);
  }));
  await page.click("#tab-judge");
  say(`${rows} rows: bands of 500 replicates`, await timed(page, async () => {
    await page.click("#bands");
    await page.waitForFunction(() => globalThis.calibrantBands, null, { timeout: 900000 });
    await idle(page);
  }));
  await context.close();
}

const { page, context } = await openPage(browser);
await page.click("#tab-learn");
await page.waitForSelector("#learn-pictures svg");
for (const id of ["nH1", "nH2"]) await page.locator(`#learn-${id}`).fill("12");
const steps = [];
for (let k = 0; k < 40; ++k) {
  await page.focus("#learn-stretch");
  await page.keyboard.press(k < 20 ? "ArrowRight" : "ArrowLeft");
  await page.waitForTimeout(60);
  steps.push(Number(await page.getAttribute("#learn-pictures", "data-frame")));
}
steps.sort((a, b) => a - b);
console.log(`${browserName} | a step of a slider, 20 000 comparisons | median ${Math.round(steps[20])} ms | most ${Math.round(steps[39])} ms`);
await context.close();
await browser.close();
