// Every number of the page is that of R, to 1e-12 of its size.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { csvOf, folder, idle, judge, openBrowser, openPage, readCsv, root, saved } from "./browser.mjs";

const given = process.env.EXPECTED;
const files = given ?? folder;
for (const language of given ? [] : [[], ["de"]]) {
  execFileSync("Rscript", ["tests/page/expected.R", files, ...language], { cwd: root, stdio: "inherit" });
}
const german = JSON.parse(readFileSync(join(files, "german.json"), "utf8"));

const asNumber = (text) => (/Inf|NaN/.test(text) ? number(text) : Number(text));

const number = (x) => ({ Inf: Infinity, "-Inf": -Infinity, NaN, NA: NaN }[x] ?? x);

function close(found, wanted, what, room = 1e-12) {
  const [a, b] = [number(found), number(wanted)];
  if (typeof b !== "number") return assert.equal(String(a), String(b), what);
  if (Number.isNaN(b)) return assert.ok(Number.isNaN(a), `${what}: ${a}, not NaN`);
  if (a === b) return undefined;
  const size = Math.max(Math.abs(b), Math.abs(a));
  return assert.ok(Math.abs(a - b) <= room * size || size < 1e-14, `${what}: ${a} for ${b}`);
}

// Columns of the same name; `pairs` names those that differ.
function sameTable(found, wanted, pairs, what, room) {
  assert.equal(found.length, wanted.length, `rows of ${what}`);
  found.forEach((row, i) => {
    for (const [ours, theirs] of Object.entries(pairs)) close(row[ours], wanted[i][theirs], `${what}[${i}].${ours}`, room);
  });
}

const alike = (...names) => Object.fromEntries(names.map((name) => [name, name]));

const allOf = async (page, selector) => {
  const out = [];
  for (const view of await page.$$(selector)) {
    const button = await view.$("button:has-text(\"CSV\")");
    out.push(...readCsv((await saved(page, () => button.click())).content));
  }
  return out;
};

let browser;
before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });

for (const name of ["glass", "ties", "infinite", "right", "separated", "apart", "harmful", "ratios", "scores", "many", "large", "items", "weights", "posteriors"]) {
  describe(name, () => {
    const wanted = JSON.parse(readFileSync(join(files, `${name}.json`), "utf8"));
    const isLr = wanted.scale !== "score";
    let page;
    let opened;
    before(async () => {
      opened = await openPage(browser);
      page = opened.page;
      await judge(page, `${name}.csv`, readFileSync(join(files, `${name}.csv`)), {
        lr: wanted.lr, truth: wanted.truth, h1: wanted.h1, system: wanted.system ?? "none", scale: wanted.scale, prior: wanted.prior, columns: wanted.columns,
        again: Boolean(wanted.columns.source1) });
    });
    after(async () => {
      assert.deepEqual(opened.problems, []);
      await opened.context.close();
    });

    test("summary", async () => {
      const unit = isLr ? "log10_lr" : "score";
      const found = await csvOf(page, "#results .table-holder .take-away button");
      sameTable(found, wanted.summary, {
        ...alike("n_h1", "n_h2", "n_zero_h1", "n_inf_h1", "n_zero_h2", "n_inf_h2", "n_tied", "cllr", "cllr_min", "misleading_h1", "misleading_h2"),
        ...Object.fromEntries(["min_h1", "max_h1", "min_h2", "max_h2"].map((c) => [`${unit}_${c}`, `${unit}_${c}`])),
        ...(wanted.columns.weight ? alike("weight_h1", "weight_h2") : {}),
        ...(wanted.columns.source2 ? alike("n_sources_h1", "n_sources_h2", "n_disjoint_h1", "n_disjoint_h2") : {}),
        ...(isLr ? alike(...Object.keys(wanted.summary[0]).filter((column) => column.startsWith("ece_0"))) : {}),
      }, "summary");
      // A difference of two numbers of the size of 1.
      found.forEach((row, i) => {
        const cal = number(wanted.summary[i].cllr_cal);
        if (Number.isFinite(cal)) assert.ok(Math.abs(row.cllr_cal - cal) < 1e-13, `cllr_cal ${row.cllr_cal} for ${cal}`);
        else close(row.cllr_cal, cal, "cllr_cal");
      });
      const lines = await page.$$eval("#results tbody tr", (rows) => rows.map((row) => [...row.children].map((c) => c.textContent)));
      assert.deepEqual(lines.slice(0, wanted.printed.length), wanted.printed.map((line) => isLr ? line : line.map((t) => t.replace(/^Score range/, "log10 LR range"))));
      const all = [wanted.eer, wanted.auc].map((x) => [x].flat());
      found.forEach((row, i) => {
        close(row.eer, all[0][i], "eer");
        close(row.auc, all[1][i], "auc");
      });
    });

    test("pictures", async () => {
      if (isLr) {
        sameTable(await csvOf(page, "#picture-ece button:has-text('CSV')"), wanted.ece, alike("log10_prior_odds", "ece", "ece_min", "ece_null"), "ece");
        const tippett = await csvOf(page, "#picture-tippett button:has-text('CSV')");
        // R ends the curve at infinity, where nothing is greater.
        const r = wanted.tippett.filter((row) => !(row.log10_lr === "Inf" && row.h1 === 0 && row.h2 === 0));
        const ours = tippett.filter((row) => !(row.log10_lr === Infinity && row.h1 === 0 && row.h2 === 0));
        sameTable(ours, r, alike("log10_lr", "h1", "h2"), "tippett");
        sameTable(await allOf(page, "#picture-reliability"), wanted.reliability, alike("posterior_min", "posterior_max", "posterior", "observed", "lower", "upper", "n_h1", "n_h2"), "reliability");
      }
      sameTable(await csvOf(page, "#picture-det button:has-text('CSV')"), wanted.det, alike(...Object.keys(wanted.det[0]).filter((name) => name.startsWith("threshold")), "p_fa", "p_miss"), "det");
      const unit = isLr ? "log10_lr" : "score";
      sameTable(await allOf(page, "#picture-pav"), wanted.pav, { min: `${unit}_min`, max: `${unit}_max`, ...alike("n_h1", "n_h2", "log10_lr_pav") }, "pav");
      sameTable(await allOf(page, "#picture-histogram"), wanted.histogram, { min: `${unit}_min`, max: `${unit}_max`, ...alike("n_h1", "n_h2") }, "histogram");
    });

    if (isLr) {
      test("sentences", async () => {
        for (const [i, percent] of [["0", "1"], ["1", "30"]]) {
          await page.fill("#prior-percent", percent);
          await page.dispatchEvent("#prior-percent", "change");
          await idle(page);
          assert.deepEqual(await page.$$eval("#verdict p", (all) => all.map((p) => p.textContent)), [wanted.explain[i]].flat());
          assert.deepEqual(await page.$$eval(".headline", (all) => all.map((p) => p.textContent)), [wanted.headline[i]].flat());
        }
        await page.fill("#prior-percent", "1");
        await page.dispatchEvent("#prior-percent", "change");
        await page.selectOption("#language", "de");
        await idle(page);
        assert.deepEqual(await page.$$eval("#verdict p", (all) => all.map((p) => p.textContent)), [german[name]].flat());
        await page.selectOption("#language", "en");
        await idle(page);
      });
    }

    test("bands", async () => {
      await page.click("#bands");
      await idle(page);
      await page.waitForSelector("#picture-det:has-text('95 % intervals')");
      const room = 1e-11;
      const two = (names) => alike(...names.flatMap((name) => [`${name}_lower`, `${name}_upper`]));
      sameTable(await csvOf(page, "#picture-det button:has-text('CSV')"), wanted.bands.det, two(["p_miss"]), "det bands", room);
      const found = await page.evaluate(() => globalThis.calibrantBands);
      if (wanted.bands.pav) {
        found.systems.forEach(({ pav }, k) => sameTable(pav.log10_lr.map((x, i) => ({ log10_lr: x, lower: pav.lower[i], upper: pav.upper[i] })),
          wanted.bands.pav[k], alike("log10_lr", "lower", "upper"), "pav band", room));
      } else assert.ok(found.systems.every(({ pav }) => pav === null));
      if (!isLr) return;
      const atBands = (rows) => rows.filter((row) => row.ece_lower !== "");
      sameTable(atBands(await csvOf(page, "#picture-ece button:has-text('CSV')")), wanted.bands.ece, two(["ece", "ece_min"]), "ece bands", room);
      const inside = (rows) => rows.filter((row) => !(number(row.log10_lr) === Infinity && row.h1 === 0 && row.h2 === 0));
      sameTable(inside(await csvOf(page, "#picture-tippett button:has-text('CSV')")), inside(wanted.bands.tippett), two(["h1", "h2"]), "tippett bands", room);
      if (wanted.bands.reliability) {
        sameTable(await allOf(page, "#picture-reliability"), wanted.bands.reliability, alike("lower", "upper"), "reliability bands", room);
      }
    });

    test("repair", async () => {
      await page.click("#tab-repair");
      for (const method of ["logistic", "pav"]) {
        const key = method === "pav" ? "pav_fit" : "logistic";
        await page.selectOption("#repair-method", method);
        await idle(page);
        const r = wanted[key];
        if (typeof r === "string") {
          assert.ok(await page.$("#view-repair .problem p"), `${method} must fail: ${r}`);
          continue;
        }
        assert.equal(await page.$("#view-repair .problem p"), null, await page.textContent("#view-repair .problem"));
        await checkRepair(page, wanted, r, method);
      }
    });
  });
}

async function checkRepair(page, wanted, r, method) {
  const n = (await page.$$("#repair-system option")).length || 1;
  const found = [];
  for (let k = 0; k < n; ++k) {
    if (n > 1) await page.selectOption("#repair-system", String(k));
    await idle(page);
    found.push(...await csvOf(page, "#take-data"));
    const json = JSON.parse((await saved(page, () => page.click("#take-fit"))).content);
    if (method === "logistic") {
      close(json.systems[0].function.slope, r.coef[k][0], "slope");
      close(json.systems[0].function.offset, r.coef[k][1], "offset", 1e-11);
    }
    await page.selectOption("#repair-bound", "elub");
    await idle(page);
    const bounds = JSON.parse((await saved(page, () => page.click("#take-fit"))).content).bounds;
    close(bounds.lower, r.elub[k].lower, "lower bound");
    close(bounds.upper, r.elub[k].upper, "upper bound");
    await page.selectOption("#repair-bound", "none");
    await idle(page);
    if (k === 0 && wanted.scale !== "prob") {
      await page.fill("#case", "1.25");
      close(asNumber(await page.getAttribute("#case-result", "data-log10")), r.case, "case");
    }
  }
  assert.equal(found.length, r.log10_lr.length);
  // The offset near 0 is a small difference of larger numbers.
  const near = (a, b, what) => { if (!(Math.abs(number(a) - number(b)) < 1e-11)) close(a, b, what); };
  found.forEach((row, i) => {
    near(row.log10_lr, r.log10_lr[i], `calibrated ${i}`);
    near(row.log10_lr_out_of_fold, r.out_of_fold[i], `out of fold ${i}`);
    if (r.limits?.lower) {
      near(row.log10_lr_lower, r.limits.lower[i], `lower limit ${i}`);
      near(row.log10_lr_upper, r.limits.upper[i], `upper limit ${i}`);
    }
  });
}

test("simulated", async () => {
  const wanted = JSON.parse(readFileSync(join(files, "simulated.json"), "utf8"));
  const { page, context } = await openPage(browser);
  const found = await page.evaluate(() => Array.from(globalThis.calibrantSimulate({ nH1: 50, nH2: 80, s: 1.7, stretch: 1.3, shift: 0.4, seed: 5 }).value));
  found.forEach((x, i) => close(x, wanted.log10_lr[i], `simulated ${i}`));
  await context.close();
});

test("conclusions are worth what R says, in its words", async () => {
  const { page, context, problems } = await openPage(browser);
  for (const wanted of Object.values(JSON.parse(readFileSync(join(files, "conclusions.json"), "utf8")))) {
    await page.fill("#paste", wanted.text);
    await page.waitForSelector("#conclusions, #way");
    await idle(page);
    if (!(await page.$("#conclusions"))) await page.selectOption("#way", "1");
    await page.waitForSelector("#conclusions");
    const found = await allOf(page, "#conclusions .table-holder");
    sameTable(found, wanted.rows, alike("conclusion", "log10_lr", "counts_log10_lr"), "conclusions");
    // The limits are roots of a sum.
    sameTable(found, wanted.rows, alike("lower", "upper"), "limits", 1e-10);
    assert.deepEqual(await page.$$eval("#conclusions p.verdict", (all) => all.map((p) => p.textContent)), wanted.said);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test("sizes of a validation", async () => {
  const { page, context } = await openPage(browser);
  for (const wanted of JSON.parse(readFileSync(join(files, "sizes.json"), "utf8"))) {
    const { s, stretch, shift } = wanted;
    const found = await page.evaluate((system) => globalThis.calibrantSize(system, 50, 4, 0.07), { s, stretch, shift });
    close(found.half, wanted.half, "half-width");
    close(found.size, wanted.size, "size");
  }
  await context.close();
});
