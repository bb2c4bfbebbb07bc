// Actions of users on the page, and attacks by hostile files.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { browserName, copyCells, csvOf, example, folder, idle, judge, openBrowser, openPage, pageFile, readCsv, root, saved, upload } from "./browser.mjs";

const plain = "lr,truth\n1.5,same\n0.2,same\n-0.4,same\n-1,different\n0.1,different\n-2,different\n";

let browser;
before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });

// A page that must end without an error, a dialog or a request beyond itself.
async function visit(work, options) {
  const opened = await openPage(browser, options);
  try {
    await work(opened.page, opened);
    assert.deepEqual(opened.problems, []);
    // The driver does not tell of files that Firefox asks for.
    const foreign = opened.requests.filter((url) => !/^(data|blob):/.test(url));
    assert.deepEqual(foreign, browserName === "firefox" ? [] : [opened.address]);
  } finally {
    await opened.context.close();
  }
}

const cllrOf = async (page) => (await csvOf(page, "#results .table-holder .take-away button"))[0].cllr;
const problemOf = async (page) => (await page.waitForSelector("#view-judge .problem p")).textContent();

describe("files", () => {
  const variants = {
    "semicolon and decimal comma": plain.replaceAll(",", ";").replaceAll(".", ","),
    tabs: plain.replaceAll(",", "\t"),
    quotes: plain.split("\n").map((line) => line.split(",").map((c) => (c ? `"${c}"` : c)).join(",")).join("\r\n"),
    "byte order mark": `\ufeff${plain}`,
    "UTF-16": Buffer.from(`\ufeff${plain}`, "utf16le"),
    "no final line feed": plain.trim(),
    "blank lines": `${plain}\n\n`,
  };
  for (const [name, content] of Object.entries(variants)) {
    test(name, () => visit(async (page) => {
      await judge(page, "some.csv", content, { scale: "ln", h1: "same" });
      const found = await cllrOf(page);
      const softplus = (x) => Math.log1p(Math.exp(x));
      const mean = (x, sign) => x.reduce((sum, v) => sum + softplus(sign * v), 0) / x.length;
      const wanted = (mean([1.5, 0.2, -0.4], -1) + mean([-1, 0.1, -2], 1)) / 2 / Math.log(2);
      assert.ok(Math.abs(found - wanted) < 1e-14, `${found} for ${wanted}`);
    }));
  }
  test("cells of a spreadsheet, pasted anywhere or into the box", () => visit(async (page) => {
    const cells = plain.replaceAll(",", "\t");
    await page.click("#tab-learn");
    await copyCells(page, cells);
    await page.keyboard.press("Control+v");
    await page.waitForSelector(".preview");
    assert.deepEqual(await page.$$eval(".preview thead th", (all) => all.map((th) => th.textContent)), ["lr", "truth"]);
    assert.equal(await page.getAttribute("#tab-judge", "aria-selected"), "true");
    await page.fill("#paste", cells.replace("truth", "origin"));
    await page.waitForFunction(() => document.querySelector(".preview thead")?.textContent.includes("origin"));
    assert.equal(await page.inputValue("#paste"), "");
  }));
  test("no header", () => visit(async (page) => {
    await upload(page, "bare.csv", "1.5,1\n-0.4,1\n-1,0\n0.1,0\n2,1\n");
    await page.waitForSelector(".preview");
    assert.deepEqual(await page.$$eval(".preview thead th", (all) => all.map((th) => th.textContent)), ["V1", "V2"]);
  }));

  test("ratios without a header are no conclusions", () => visit(async (page) => {
    await upload(page, "bare.csv", "63/1,1\n1/2,1\n63/1,1\n1/9,0\n1/9,0\n1/2,0\n");
    await page.waitForSelector("#column-lr");
    await page.selectOption("#column-lr", "0");
    await page.getByText("This column holds no numbers.").waitFor();
  }));

  const bad = {
    empty: ["", /empty/],
    "a header alone": ["lr,truth\n", /nothing below/],
    ragged: ["lr,truth\n1,same\n2\n", /Line 3 of bad\.csv has 1 fields/],
    binary: [Buffer.from([1, 2, 0, 4, 0, 0, 1]), /no text file/],
    "an archive cut short": [Buffer.from([80, 75, 3, 4, 0, 0, 1]), /truncated or damaged/],
    "a quote that stays open": ["lr,truth\n1,\"same\n2,different\n", /quote must open and close a field on one line. That of line 2/],
    "many columns": [`${Array.from({ length: 1e5 }, (_, k) => `c${k}`)}\n${Array.from({ length: 1e5 }, (_, k) => k)}\n`, /100000 columns, more than 1000/],
  };
  for (const [name, [content, words]] of Object.entries(bad)) {
    test(name, () => visit(async (page) => {
      await upload(page, "bad.csv", content);
      assert.match(await problemOf(page), words);
    }));
  }
  const wrong = {
    "words for numbers": [plain.replace("0.2", "zero"), "ln", /Line 3 of wrong\.csv has zero, which is no number/],
    "thousands or a decimal comma": [`lr;truth\n34,000;same\n1.200;different\n`.replaceAll(";", "\t"), "ln", /line 2 of wrong\.csv has 34,000, and line 3 has 1\.200/],
    "thousands alone": [`lr\ttruth\n34,000\tsame\n1\tdifferent\n`, "ln", /34,000 in line 2 of wrong\.csv is 34000 or 34\.000/],
    "two decimal marks": [`lr;truth\n1,5;same\n0.25;different\n`, "ln", /line 2 of wrong\.csv has 1,5, and line 3 has 0\.25/],
    "a limit": [plain.replace("0.2", "<1e-10"), "ln", /has <1e-10, which is no number\. Write a limit as its number/],
    "a formula that failed": [plain.replace("0.2", "#DIV/0!"), "ln", /formula of the spreadsheet has failed/],
    "a date made of a number": [plain.replace("0.2", "03.Mai"), "ln", /has 03\.Mai, which is no number\. It is a date/],
    "a currency": [plain.replace("0.2", "€ 0.2"), "ln", /Its format is a currency/],
    "a ratio": [plain.replace("0.2", "1/63"), "ln", /Write a ratio as one number/],
    "a number cut short": [plain.replace("0.2", "9.5e-"), "ln", /has 9\.5e-, which is no number/],
    "numbers beyond doubles": [plain.replace("0.2", "1e400"), "ln", /has 1e400, which is too large or too small/],
    "negative ratios": [`${plain}`, "lr", null],
    "a missing value": [plain.replace("0.2", "NA"), "ln", /Incomplete comparisons: 1/],
    "one hypothesis": ["lr,truth,system\n1,same,a\n2,different,a\n1,same,b\n3,same,b\n", "ln", /Both hypotheses/],
  };
  for (const [name, [content, scale, words]] of Object.entries(wrong)) {
    test(name, () => visit(async (page) => {
      await upload(page, "wrong.csv", content);
      await page.waitForSelector("#judge");
      await page.selectOption("#column-lr", "0");
      await page.selectOption("#column-truth", "1");
      if (words === null) return assert.ok(await page.isDisabled(`#scale-${scale}`));
      await page.selectOption("#h1", { label: "same" });
      await page.evaluate(() => { document.querySelector(".further").open = true; });
      if (content.includes("system")) await page.selectOption("#column-system", "2");
      await page.check(`#scale-${scale}`);
      await page.click("#judge");
      assert.match(await problemOf(page), words);
      if (name !== "a missing value") return undefined;
      await page.check("#drop");
      await page.click("#judge");
      await page.waitForSelector("#cards");
      return assert.match(await page.textContent("#results"), /1 incomplete rows were left out/);
    }));
  }
  test("decimal commas and thousands", () => visit(async (page) => {
    await judge(page, "some.csv", "lr;truth\n1.234,5;same\n0,25;different\n-1,5;different\n2;same\n", { scale: "ln", h1: "same" });
    const rows = await page.$$eval("#cards", (all) => all.length);
    assert.equal(rows, 1);
  }));
  test("weights must be positive", () => visit(async (page) => {
    const rows = plain.trim().split("\n");
    await judge(page, "some.csv", rows.map((row, i) => `${row},${["weight", 1, 2, 0.5, 1, 0, 1][i]}`).join("\n"), { scale: "ln", h1: "same", columns: { weight: "weight" } });
    assert.match(await problemOf(page), /Weights must be positive.*row 5: 0/);
  }));

  test("nothing is judged without a scale", () => visit(async (page) => {
    await judge(page, "some.csv", plain, { h1: "same" });
    assert.match(await problemOf(page), /cannot be guessed/);
  }));
});

describe("guard rails", () => {
  const slip = (page) => page.textContent("#results .slip");
  const file = (h1, h2) => `lr,truth\n${h1.map((x) => `${x},same`).join("\n")}\n${h2.map((x) => `${x},different`).join("\n")}\n`;
  test("ratios given as logarithms", () => visit(async (page) => {
    await judge(page, "some.csv", file([10, 200, 3, 50], [0.1, 0.02, 0.5, 1.2]), { scale: "log10", h1: "same" });
    assert.match(await slip(page), /look like likelihood ratios, but scale is log10.*largest is 200/);
  }));
  test("probabilities given as ratios", () => visit(async (page) => {
    await judge(page, "some.csv", file([0.9, 0.8, 0.7, 0.95], [0.1, 0.02, 0.5, 0.2]), { scale: "lr", h1: "same" });
    assert.match(await slip(page), /look like probabilities/);
  }));
  test("reversed labels", () => visit(async (page) => {
    const many = Array.from({ length: 30 }, (_, i) => i / 10);
    await judge(page, "some.csv", file(many.map((x) => x - 2), many), { scale: "log10", h1: "same" });
    assert.match(await slip(page), /smaller LRs: the system is worse than chance/);
  }));
  // Calibrated LRs: normal with a mean of half the variance, which the factor makes 4.
  const normal = [-1.98, -1.38, -1.03, -0.76, -0.52, -0.31, -0.1, 0.1, 0.31, 0.52, 0.76, 1.03, 1.38, 1.98].map((z) => z / 1.058);
  const copies = Array.from({ length: 30 }, (_, i) => i / 1e4).flatMap((step) => normal.map((z) => z + step));
  const [h1, h2] = [1, -1].map((sign) => copies.map((z) => (2 * z + sign * 2) / Math.LN10));
  test("log10 LRs given as natural ones", () => visit(async (page) => {
    await judge(page, "some.csv", file(h1, h2), { scale: "ln", h1: "same" });
    assert.match(await slip(page), /look like log10 LRs, but the scale is ln.*too weak by a factor of 2\.[2-4]/);
    await judge(page, "some.csv", file(h1, h2), { scale: "log10", h1: "same" });
    assert.equal(await page.$("#results .slip"), null);
  }));
  test("a column named for another scale", () => visit(async (page) => {
    const named = file(h1, h2).replace("lr", "My log10(LR)");
    await judge(page, "some.csv", named, { scale: "log2", h1: "same" });
    assert.match(await slip(page), /name of the column says log10, but scale is log2/);
    await judge(page, "some.csv", named, { scale: "log10", h1: "same" });
    assert.equal(await page.$("#results .slip"), null);
  }));
  test("percentages given as ratios", () => visit(async (page) => {
    const percent = (x) => 100 / (1 + 10 ** -x);
    await judge(page, "some.csv", file(h1.map(percent), h2.map(percent)), { scale: "lr", h1: "same" });
    assert.match(await slip(page), /probabilities in per cent, but scale is lr.*mean under H2 is [0-9.]+,/);
  }));
  test("a code for no result", () => visit(async (page) => {
    await judge(page, "some.csv", file([-999, ...h1], h2), { scale: "score", h1: "same" });
    assert.match(await slip(page), /Values of 999 or -999 \(1 of them\) look like a code/);
  }));
  test("dates of a spreadsheet", () => visit(async (page) => {
    await judge(page, "some.csv", file([45415, ...h1], h2), { scale: "score", h1: "same" });
    assert.match(await slip(page), /Values such as 45415 \(1 of them\) look like dates/);
  }));
  test("rows appended twice", () => visit(async (page) => {
    await judge(page, "some.csv", file([...h1, ...h1], [...h2, ...h2]), { scale: "log10", h1: "same" });
    assert.match(await slip(page), /there 2 times/);
  }));
});

describe("hostile contents", () => {
  const evil = ["<img src=x onerror=alert(1)>", "=cmd|' /C calc'!A0", "</script><script>alert(1)</script>", "__proto__", "javascript:alert(1)"];
  test("are text and nothing else", () => visit(async (page) => {
    const rows = evil.flatMap((name, k) => [[1 + k, "same"], [0.5, "same"], [-1 - k, "<b>no</b>"], [0.7, "<b>no</b>"]].map(([x, t]) => `${x},${t},"${name.replaceAll("\"", "\"\"")}"`));
    await judge(page, "<script>alert(1)</script>.csv", `<i>lr</i>,truth,model\n${rows.join("\n")}\n`, { lr: "<i>lr</i>", truth: "truth", h1: "same", system: "model", scale: "log10" });
    await page.waitForSelector("#cards");
    for (const tab of ["repair", "report"]) await page.click(`#tab-${tab}`);
    assert.equal(await page.$("main img, main script, main b, main i"), null);
    await page.click("#tab-judge");
    const { content } = await saved(page, () => page.click("#results .table-holder .take-away button"));
    assert.match(content.toString(), /^'=cmd/m);
    assert.doesNotMatch(content.toString(), /^=/m);
  }));

  test("are junk", () => visit(async (page) => {
    // All bytes but zero, in an order without a pattern, with lines and commas among them.
    let x = 1;
    const junk = Buffer.from(Array.from({ length: 50000 }, () => 1 + ((x = (x * 48271) % 2147483647) % 255)));
    await upload(page, "junk.csv", junk);
    assert.match(await problemOf(page), /Line \d+ of junk.csv has \d+ fields|columns, more than|quote must|no text/);
    const named = (letters) => `${"n".repeat(letters)},truth\n1.5,same\n2,different\n2.5,same\n`;
    await upload(page, "longer.csv", Buffer.from(named(1e6)));
    assert.match(await problemOf(page), /10 000 bytes/);
    await judge(page, "label.csv", plain.replaceAll("different", "d".repeat(1e6)), { scale: "ln", h1: "same" });
    assert.match(await page.textContent("#judge-problem"), /10 000 bytes/);
    await judge(page, "long.csv", named(9000), { scale: "ln", h1: "same" });
    assert.ok((await page.textContent("#mapping")).length < 5000);
  }));

  test("are too much", () => visit(async (page) => {
    const file = join(folder, "huge.csv");
    writeFileSync(file, "lr,truth\n");
    truncateSync(file, 3e9);
    await page.evaluate(() => { Blob.prototype.arrayBuffer = () => { throw new Error("read"); }; });
    await page.setInputFiles("#file", file);
    assert.match(await problemOf(page), /3000 MB, more than a browser can hold/);
  }));

  test("cannot reach a network", async () => {
    // A server that would answer requests.
    let reached = 0;
    const server = createServer((_, answer) => {
      ++reached;
      answer.end("1");
    });
    await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
    const address = `http://127.0.0.1:${server.address().port}/`;
    const { page, context } = await openPage(browser);
    const blocked = await page.evaluate(async (to) => {
      const tries = [
        () => fetch(to), () => new Promise((ok, no) => { const i = new Image(); i.onload = ok; i.onerror = no; i.src = `${to}x.png`; }),
        () => new Promise((ok, no) => { const s = document.createElement("script"); s.onload = ok; s.onerror = no; s.src = `${to}x.js`; document.body.append(s); }),
      ];
      const results = await Promise.all(tries.map((attempt) => attempt().then(() => "open", () => "blocked")));
      return results;
    }, address);
    assert.deepEqual(blocked, ["blocked", "blocked", "blocked"]);
    assert.equal(reached, 0);
    server.close();
    // Code of a driver may use eval() in spite of the policy, so the policy itself is read.
    const policy = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
    assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-[^']+'; img-src data: blob:; worker-src blob: 'self'; manifest-src data:; base-uri 'none'; form-action 'none'$/);
    await context.close();
  });
});

// R runs the code that the page shows, where the files are.
function cllrOfCode(code) {
  const lines = `setwd("${folder}")\n${code}\ncat(sprintf("%.17g", cllr(x)))`;
  return Number(execFileSync("Rscript", ["-e", lines], { cwd: root, env: { ...process.env, R_LIBS: join(root, ".lib") } }));
}

describe("the code for R reads what the page has read", () => {
  const rows = plain.trim().split("\n");
  const files = {
    "utf-16.txt": Buffer.from(`\ufeff${plain.replaceAll(",", "\t").replaceAll("lr", "größe")}`, "utf16le"),
    "windows.csv": Buffer.from(plain.replace("lr", "größe"), "latin1"),
    "mark.csv": `\ufeff${plain}`,
    "comma.csv": plain.replaceAll(",", ";").replaceAll(".", ","),
    "bars.txt": plain.replaceAll(",", "|"),
    "blanks.txt": plain.replaceAll(",", "   "),
    "remark.csv": `# made by a program\n${plain}`,
    "bare.csv": rows.slice(1).join("\n").replaceAll("same", "1").replaceAll("different", "0"),
    "twice.csv": rows.map((row, i) => `${i === 0 ? "lr" : "0"},${row}`).join("\n"),
    "unnamed.csv": rows.map((row, i) => `${i === 0 ? "" : i},${row}`).join("\n"),
    "missing.csv": plain.replace("0.2", "n/a").replace("0.1", ""),
  };
  for (const [name, content] of Object.entries(files)) {
    test(name, () => visit(async (page) => {
      writeFileSync(join(folder, name), content);
      const bare = name === "bare.csv";
      const columns = { "twice.csv": "lr (2)", "bare.csv": "V1" };
      await judge(page, name, readFileSync(join(folder, name)), {
        scale: "ln", h1: bare ? "1" : "same", truth: bare ? "V2" : "truth", lr: columns[name], drop: name === "missing.csv" });
      const found = await cllrOf(page);
      const code = (await page.textContent("#results .all-code pre")).split("\n").slice(0, -3).join("\n");
      assert.ok(Math.abs(cllrOfCode(code) - found) < 1e-14, code);
    }));
  }
  test("posteriors", () => visit(async (page) => {
    const content = plain.replace(/-?[\d.]+,/g, (x) => `${1 / (1 + Math.exp(-parseFloat(x)))},`);
    writeFileSync(join(folder, "posteriors.csv"), content);
    await judge(page, "posteriors.csv", content, { scale: "prob", h1: "same", prior: 0.3 });
    const code = (await page.textContent("#results .all-code pre")).split("\n").slice(0, -3).join("\n");
    assert.ok(Math.abs(cllrOfCode(code) - await cllrOf(page)) < 1e-13, code);
    assert.equal(await page.$("#results .slip"), null);
  }));
});

describe("use", () => {
  test("what is dropped beside the box is read", () => visit(async (page) => {
    const dropped = await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.csv"));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector("footer").dispatchEvent(event);
      return event.defaultPrevented;
    }, plain);
    assert.ok(dropped);
    await page.waitForSelector(".preview caption:has-text('dropped.csv')");
    assert.equal(await page.$("#cards"), null);
  }));

  test("work that takes long can be stopped, and the page goes on", () => visit(async (page) => {
    const rows = Array.from({ length: 60000 }, (_, i) => `${Math.sin(i) * 3 + (i % 3 ? -1 : 1)},${i % 3 ? "different" : "same"}`);
    await judge(page, "long.csv", `lr,truth\n${rows.join("\n")}`, { scale: "ln", h1: "same" });
    const before = await page.textContent("#cards");
    await page.click("#bands");
    await page.click(".bands button:has-text('Stop')");
    await idle(page);
    assert.equal(await page.isDisabled("#bands"), false);
    assert.equal(await page.$("#picture-det:has-text('95 % intervals')"), null);
    await page.click("#tab-repair");
    await page.waitForSelector("#picture-repair-ece svg");
    await page.click("#tab-judge");
    assert.equal(await page.textContent("#cards"), before);
  }));

  test("a report is saved that needs the page no more", () => visit(async (page) => {
    await judge(page, "some.csv", plain, { scale: "ln", h1: "same" });
    await page.click("#tab-report");
    await page.fill("#report-author", "<b>A. Analyst</b>");
    await page.fill("#report-remarks", "Second run.");
    const { name, content } = await saved(page, () => page.click("#save-report"));
    assert.equal(name, "calibrant-report.html");
    const file = join(folder, "report.html");
    writeFileSync(file, content);
    const problems = [];
    const other = await page.context().newPage();
    other.on("pageerror", (error) => problems.push(String(error)));
    await other.goto(`file://${file}`);
    assert.equal((await other.$$("svg[role=img]")).length, 6);
    assert.equal(await other.$("script, button, input, b"), null);
    assert.match(await other.textContent("body"), /<b>A. Analyst<\/b>.*SHA-256.*Second run\./s);
    assert.deepEqual(problems, []);
    await other.close();
  }));

  test("the limit is one, and has its name", () => visit(async (page) => {
    await example(page);
    assert.equal((await page.textContent("#verdict")).match(/ELUB/g).length, 2);
    await page.click("#tab-repair");
    await idle(page);
    const limit = /support calibrated LRs from (\S+) to (\S+) \(ELUB/.exec(await page.textContent("#fit"));
    await page.fill("#case", "30");
    assert.match(await page.textContent("#case-result"), new RegExp(`the limit is ${limit[2]} \\(ELUB`));
  }));

  test("pictures go as SVG, PNG and CSV", () => visit(async (page) => {
    await example(page);
    await page.waitForSelector("#picture-ece svg");
    const svg = await saved(page, () => page.click("#picture-ece button:has-text('SVG')"));
    assert.match(svg.content.toString(), /^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    const png = await saved(page, () => page.click("#picture-ece button:has-text('PNG')"));
    assert.deepEqual([...png.content.subarray(0, 4)], [137, 80, 78, 71]);
    assert.ok(png.content.length > 20000);
    assert.equal(readCsv((await saved(page, () => page.click("#picture-det button:has-text('CSV')"))).content)[0].p_fa, 1);
  }));

  test("numbers follow the pointer and the arrow keys", () => visit(async (page) => {
    await example(page);
    await page.hover("#picture-ece svg");
    assert.match(await page.textContent("#picture-ece .readout"), /prior .* ECE [\d.]+, after PAV/);
    for (const id of ["tippett", "det", "pav", "histogram", "reliability"]) {
      await page.focus(`#picture-${id} svg`);
      await page.keyboard.press("ArrowRight");
      assert.ok((await page.textContent(`#picture-${id} .readout`)).length > 5, id);
    }
  }));

  test("the prior changes the sentences", () => visit(async (page) => {
    await example(page);
    const first = await page.textContent("#verdict");
    await page.press("#prior-odds", "ArrowRight");
    await page.waitForFunction((before_) => document.querySelector("#verdict").textContent !== before_, first);
    assert.ok(Number(await page.inputValue("#prior-percent")) > 1);
  }));

  test("exercises set the sliders", () => visit(async (page) => {
    await page.click("#tab-learn");
    assert.equal((await page.$$(".exercise")).length, 6);
    const numbersOf = async (title) => {
      const old = await page.textContent("#learn-numbers");
      await page.click(`.exercise > summary:has-text("${title}")`);
      await page.click(`.exercise:has-text("${title}") button`);
      await page.waitForFunction((before_) => document.querySelector("#learn-numbers").textContent !== before_, old);
      return page.textContent("#learn-numbers");
    };
    assert.match(await numbersOf("One LR of zero"), /Cllr Inf/);
    const small = await numbersOf("Small samples");
    assert.equal(await page.textContent("#view-learn output[for=learn-nH1]"), "20");
    await page.click("#new-sample");
    await page.waitForFunction((old) => document.querySelector("#learn-numbers").textContent !== old, small);
  }));

  test("tabs work from the keyboard, and all that is asked for has a name", () => visit(async (page) => {
    await example(page);
    await page.focus("#tab-judge");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.getAttribute("#tab-repair", "aria-selected"), "true");
    const nameless = await page.$$eval("input, select, svg[role=img]", (all) => all.filter((e) =>
      !e.getAttribute("aria-label") && !document.querySelector(`label[for="${e.id}"]`) && !e.closest("label")).length);
    assert.equal(nameless, 0);
  }));

  test("German is all German", () => visit(async (page) => {
    await example(page);
    await page.selectOption("#language", "de");
    await idle(page);
    assert.equal(await page.getAttribute("html", "lang"), "de");
    assert.match(await page.textContent("#tab-judge"), /Beurteilen/);
    assert.match(await page.textContent("#verdict"), /vor dem Befund/);
  }));

  test("weights and items come with a set from R", async () => {
    const file = join(folder, "weighted.html");
    execFileSync("Rscript", ["-e", `calibrant::open_page(c(1, -1, 0.5, -2, 3, 0), c(TRUE, FALSE, FALSE, FALSE, TRUE, TRUE), "log10", weight = 1:6, source1 = c(1, 1, 2, 3, 2, 3), source2 = c(1, 2, 3, 4, 2, 3), file = "${file}", browse = FALSE)`], { cwd: root });
    await visit(async (page) => {
      assert.match(await page.textContent("#results"), /weight \(H1, H2\)12, 9/);
      assert.equal(await page.inputValue("#bands-by"), "source");
    }, { file });
  });

  test("a set from R is judged at once", async () => {
    const file = join(folder, "from-r.html");
    execFileSync("Rscript", ["-e", `calibrant::open_page(c(1, -Inf, 0.5), c(TRUE, FALSE, FALSE), "log10", h1 = TRUE, system = "</script>&", file = "${file}", browse = FALSE)`], { cwd: root });
    await visit(async (page) => {
      assert.match(await page.textContent("#verdict"), /System <\/script>& was tested on 1 comparison in which/);
    }, { file });
  });
});

test("the same sources make the same page", { skip: process.env.PAGE_REBUILD ? false : "takes a build: PAGE_REBUILD=1" }, () => {
  const again = join(folder, "again.html");
  execFileSync("node", ["page/build.mjs", again], { cwd: root });
  assert.ok(readFileSync(again).equals(readFileSync(pageFile)));
  assert.ok(readFileSync(again).length < 500e3);
});
