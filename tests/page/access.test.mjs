// Accessibility, as far as a machine can check it: work without sight and without a mouse.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { example, idle, judge, openBrowser, openPage, root } from "./browser.mjs";

const axe = readFileSync(createRequire(join(root, "page/package.json")).resolve("axe-core/axe.min.js"), "utf8");
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

let browser;
before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });

const plain = "lr,truth\n1.5,same\n0.2,same\n-0.4,same\n-1,different\n0.1,different\n-2,different\n0.3,same\n0.4,different\n1,same\n-0.1,different\n";

// The states of the page that look different.
const screens = {
  "nothing yet": async () => {},
  "a file to be mapped": async (page) => {
    await page.setInputFiles("#file", { name: "some.csv", mimeType: "text/csv", buffer: Buffer.from(plain) });
    await page.waitForSelector("#judge");
  },
  judged: async (page) => {
    await judge(page, "some.csv", plain, { scale: "ln", h1: "same" });
    await page.click("#bands");
    await page.waitForSelector("#picture-det:has-text('95')");
    await page.click(".all-code summary");
    await page.click("#picture-ece button[aria-expanded]");
  },
  "a problem": async (page) => { await judge(page, "some.csv", plain.replace("0.2", "zero"), { scale: "ln", h1: "same", lr: "lr" }); },
  repaired: async (page) => {
    await example(page);
    await page.click("#tab-repair");
    await idle(page);
    await page.selectOption("#repair-bound", "elub");
    await idle(page);
    await page.fill("#case", "12");
  },
  "words explained": async (page) => {
    await page.click("#cards .term");
    await page.click(".about .term");
  },
  posteriors: async (page) => {
    await judge(page, "some.csv", plain.replace(/-?[\d.]+,/g, (x) => `${1 / (1 + Math.exp(-parseFloat(x)))},`), { scale: "prob", h1: "same" });
  },
  learning: async (page) => {
    await page.click("#tab-learn");
    await page.click("#exercise-1 > summary");
    await page.click("#exercise-1 details summary");
    await page.waitForSelector("#learn-pictures svg");
  },
  "what is held": async (page) => {
    await example(page);
    await page.click("#tab-repair");
    await idle(page);
    await page.click("#held summary");
  },
  report: async (page) => {
    await example(page);
    await page.click("#tab-report");
    await page.waitForSelector("#view-report svg");
  },
};

const views = [
  [1280, "en-GB", "light"], [360, "de-DE", "light"], [768, "en-GB", "dark"],
  [360, "en-GB", "dark"], [1280, "de-DE", "dark"],
];
for (const [width, locale, colorScheme] of views) {
  describe(`${width} pixels, ${locale}, ${colorScheme}`, () => {
    for (const [name, go] of Object.entries(screens)) {
      test(name, async () => {
        const { page, context } = await openPage(browser, { width, locale, colorScheme });
        await go(page);
        await page.evaluate(axe);
        const { violations } = await page.evaluate((values) => globalThis.axe.run(document, { runOnly: { type: "tag", values } }), rules);
        const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary.replaceAll(/\s+/g, " ")}`));
        assert.deepEqual(found, []);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(overflow <= 0, `${overflow} pixels stick out on the right`);
        await context.close();
      });
    }
  });
}

// Luminance of a colour "rgb(r, g, b)", and contrast of two.
const luminance = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map((v) => v / 255)
  .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, k) => sum + [0.2126, 0.7152, 0.0722][k] * v, 0);
const contrast = (a, b) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

test("lines and words of pictures stand out, of eight systems too", async () => {
  const { page, context } = await openPage(browser);
  const rows = Array.from({ length: 8 }, (_, k) => [1, 0.5, 2, -0.3].map((x) => `${x + k / 9},same,s${k}`).concat([-1, 0.1, -2, 0.4].map((x) => `${x - k / 9},different,s${k}`)));
  await judge(page, "eight.csv", `lr,truth,system\n${rows.flat().join("\n")}`, { scale: "ln", h1: "same", system: "system" });
  await page.waitForSelector("#picture-det svg");
  const shown = await page.$$eval("#results svg[role=img]", (all) => all.flatMap((svg) => [...svg.querySelectorAll("text, path, line")].map((e) => {
    const style = getComputedStyle(e);
    const faint = Number(style.strokeOpacity) < 1 || e.getAttribute("stroke") === "#e5e5e5" || e.hasAttribute("data-cursor");
    return { name: e.localName, fill: style.fill, stroke: faint ? "none" : style.stroke };
  })));
  const grounds = ["rgb(255, 255, 255)", "rgb(246, 233, 204)"];
  const least = (colour) => Math.min(...grounds.map((ground) => contrast(colour, ground)));
  for (const { name, fill, stroke } of shown) {
    if (name === "text") assert.ok(least(fill) >= 4.5, `text ${fill}: ${least(fill)}`);
    else if (stroke !== "none") assert.ok(least(stroke) >= 3, `${name} ${stroke}: ${least(stroke)}`);
  }
  assert.ok(new Set(shown.map(({ stroke }) => stroke)).size > 8);
  await context.close();
});

describe("the keyboard alone", () => {
  // A picture may be drawn again meanwhile: what is passed is its place.
  const walk = async (page) => {
    const passed = [];
    for (let k = 0; k < 400; ++k) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const e = document.activeElement;
        if (e === document.body) return null;
        const ring = [e, e.nextElementSibling, e.closest(".drop")].filter(Boolean).map((x) => getComputedStyle(x));
        (e.closest(".drawing") ?? e).dataset.passed = "true";
        return { what: `${e.localName}#${e.id} ${e.textContent.slice(0, 20)}`, ring: ring.some((style) => style.outlineStyle !== "none" && style.outlineWidth !== "0px") };
      });
      if (at === null) return passed;
      passed.push(at);
    }
    throw new Error("the walk does not end");
  };
  // A scroll bar that appears narrows the page, and its pictures are drawn again.
  const drawnToWidth = () => [...document.querySelectorAll(".drawing")].every((e) =>
    !e.clientWidth || Number(e.dataset.width) === Math.round(Math.min(Math.max(e.clientWidth, 280), 760)));
  test("stays where it is when a picture is drawn again", async () => {
    const { page, context } = await openPage(browser);
    await example(page);
    await page.focus("#view-judge .drawing svg");
    await page.evaluate(() => { document.activeElement.dataset.old = "true"; });
    await page.setViewportSize({ width: 500, height: 900 });
    await page.waitForFunction(() => !document.querySelector("svg[data-old]"));
    assert.equal(await page.evaluate(() => document.activeElement.localName), "svg");
    await context.close();
  });
  for (const tab of ["judge", "repair", "learn", "report"]) {
    test(`reaches all of ${tab}, and shows where it is`, async () => {
      const { page, context } = await openPage(browser);
      await example(page);
      await page.click(`#tab-${tab}`);
      await page.waitForSelector(`#view-${tab} svg`);
      await page.evaluate(() => { document.activeElement.blur(); window.getSelection().removeAllRanges(); });
      await page.mouse.click(2, 2);
      await page.waitForFunction(drawnToWidth);
      const passed = await walk(page);
      assert.deepEqual(passed.filter(({ ring }) => !ring), []);
      const missed = await page.$$eval("button, select, input, summary, svg[tabindex], [tabindex='0']", (all) => all
        .filter((e) => e.checkVisibility() && !e.disabled && e.tabIndex >= 0 && !(e.closest(".drawing") ?? e).dataset.passed && e.type !== "radio").map((e) => e.outerHTML.slice(0, 90)));
      assert.deepEqual(missed, []);
      await context.close();
    });
  }

  test("judges a file", async () => {
    const { page, context } = await openPage(browser);
    await page.setInputFiles("#file", { name: "some.csv", mimeType: "text/csv", buffer: Buffer.from(plain) });
    await page.waitForSelector("#judge");
    await page.focus("#column-lr");
    for (let k = 0; k < 30 && await page.evaluate(() => document.activeElement.name !== "scale"); ++k) await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#picture-ece svg");
    assert.equal(await page.isChecked("#scale-ln"), true);
    await context.close();
  });
});
