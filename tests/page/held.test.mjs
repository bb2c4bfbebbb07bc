// Tests the table of data in the page, and the copy that a browser keeps of a served page.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { browserName, example, folder, idle, judge, openBrowser, openPage, pageFile, upload } from "./browser.mjs";

const plain = "lr,truth\n1.5,same\n0.2,same\n-0.4,same\n-1,different\n0.1,different\n-2,different\n";

let browser;
before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });

const heldRows = (page) => page.$$eval("#held tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

describe("the table of what is held", () => {
  for (const [locale, scheme, words] of [["en-GB", "light", ["table", "system", "calibration"]], ["de-DE", "dark", ["Tabelle", "System", "Kalibrierung"]]]) {
    test(`has files, systems and a calibration: ${locale}, ${scheme}`, async () => {
      const { page, context, problems } = await openPage(browser, { locale, colorScheme: scheme });
      await upload(page, "two.csv", "lr,truth,system\n1,same,a\n-1,different,a\n0.5,same,b\n-2,different,b\n0,different,b\n-1,same,b\n1,different,b\n");
      await page.waitForSelector("#judge");
      assert.deepEqual((await heldRows(page)).map((row) => row.slice(0, 2)), [["two.csv", words[0]]]);
      await judge(page, "two.csv", "lr,truth,system\n1,same,a\n-1,different,a\n0.5,same,b\n-2,different,b\n0,different,b\n-1,same,b\n1,different,b\n", { scale: "ln", h1: "same", system: "system" });
      assert.deepEqual((await heldRows(page)).slice(1), [["a", words[1], "1", "1", "ln", "two.csv"], ["b", words[1], "2", "3", "ln", "two.csv"]]);
      await page.click("#tab-repair");
      await page.selectOption("#repair-system", "1");
      await page.selectOption("#repair-method", "pav");
      await page.fill("#repair-folds", "2");
      await page.keyboard.press("Tab");
      await idle(page);
      const [last] = (await heldRows(page)).slice(-1);
      assert.match(last[0], /^PAV, .*50 %$/);
      assert.deepEqual(last.slice(1), [words[2], "2", "3", "ln", locale === "en-GB" ? "system b" : "System b"]);
      assert.deepEqual(problems, []);
      await context.close();
    });
  }

  test("names the example, and conclusions", async () => {
    const { page, context } = await openPage(browser);
    assert.deepEqual((await heldRows(page)).map((row) => row[5]), ["example of this page", "example of this page"]);
    await upload(page, "counts.csv", "conclusion,same,different\nIdentification,30,1\nInconclusive,5,9\nElimination,2,40\n");
    await page.waitForSelector("#conclusions");
    assert.deepEqual((await heldRows(page)).slice(-1), [["conclusions", "conclusions", "37", "50", "", "counts.csv"]]);
    await context.close();
  });

  test("forgets all of it, with what is shown of it", async () => {
    const { page, context, problems } = await openPage(browser);
    await judge(page, "some.csv", plain, { scale: "ln", h1: "same" });
    await page.click("#tab-report");
    await page.waitForSelector("#view-report svg");
    await page.click("#held summary");
    await page.click("#forget");
    await page.waitForFunction(() => !document.querySelector("#held details") && document.activeElement.id === "tab-judge");
    assert.equal(await page.evaluate(() => document.body.textContent.includes("some.csv")), false);
    assert.equal(await page.evaluate(() => globalThis.calibrantSet), null);
    await page.click("#tab-repair");
    assert.match(await page.textContent("#view-repair"), /Evaluate a file first/);
    await page.click("#tab-judge");
    await example(page);
    assert.ok(await page.$("#cards"));
    assert.deepEqual(problems, []);
    await context.close();
  });
});

// Serves a folder as any server of files does.
async function serve(root) {
  const asked = [];
  const server = createServer(({ url }, answer) => {
    asked.push(url);
    try {
      const content = readFileSync(join(root, basename(url)));
      answer.setHeader("Content-Type", url.endsWith(".js") ? "text/javascript" : "text/html");
      answer.end(content);
    } catch {
      answer.statusCode = 404;
      answer.end();
    }
  });
  await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
  const stop = () => new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${server.address().port}/calibrant.html`, asked, stop };
}

function placed(names, change = (text) => text) {
  const root = mkdtempSync(join(folder, "served-"));
  for (const name of names) copyFileSync(join(dirname(pageFile), name), join(root, name));
  writeFileSync(join(root, "calibrant.html"), change(readFileSync(pageFile, "utf8")));
  return root;
}

const open = async (address, options = {}) => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => { if (/Content Security Policy/.test(message.text())) problems.push(message.text()); });
  const go = async () => {
    await page.goto(address);
    await page.waitForFunction(() => document.documentElement.dataset.ready === "true");
  };
  await go();
  return { context, page, problems, go };
};

// Firefox has no workers of this kind in the windows that its driver opens.
describe("a page that is served", { skip: browserName === "firefox" && "no service workers in this driver" }, () => {
  for (const [locale, words] of [["en-GB", /opens without a network/], ["de-DE", /ohne Netz/]]) {
    test(`can be installed, and opens without its server: ${locale}`, async () => {
      const { address, asked, stop } = await serve(placed(["calibrant-offline.js"]));
      const { context, page, problems, go } = await open(address, { locale, colorScheme: locale === "en-GB" ? "light" : "dark" });
      await page.waitForSelector("#offline:not([hidden])");
      assert.match(await page.textContent("#offline"), words);
      const driver = await context.newCDPSession(page);
      const { errors, data } = await driver.send("Page.getAppManifest");
      assert.deepEqual(errors, []);
      assert.equal(JSON.parse(data).start_url, address);
      const { installabilityErrors } = await driver.send("Page.getInstallabilityErrors");
      // The contexts of the driver are windows in private, in which nothing is installed.
      assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
      assert.deepEqual([...new Set(asked)].sort(), ["/calibrant-offline.js", "/calibrant.html", "/favicon.ico"].filter((url) => asked.includes(url)));
      await stop();
      await go();
      await judge(page, "some.csv", plain, { scale: "ln", h1: "same" });
      assert.ok(await page.$("#cards"));
      assert.deepEqual(problems, []);
      await context.close();
    });
  }

  test("is never an old one while there is a network", async () => {
    const root = placed(["calibrant-offline.js"]);
    const { address, stop } = await serve(root);
    const { context, page, go } = await open(address);
    await page.waitForSelector("#offline:not([hidden])");
    writeFileSync(join(root, "calibrant.html"), readFileSync(pageFile, "utf8").replace("<title>calibrant", "<title>newer"));
    await go();
    assert.equal(await page.title(), "newer");
    await stop();
    await go();
    assert.equal(await page.title(), "newer");
    await context.close();
  });

  const given = JSON.stringify({ systems: [{ name: "s", value: [1, -1], truth: [1, 0] }], scale: "ln", named: false, labels: { h1: "a", h2: "b" }, code: "x" });
  const withSet = (text) => text.replace(/(id="set-from-r">)null/, `$1${given}`);

  test("is not kept with a set from R that comes to its address later", async () => {
    const root = placed(["calibrant-offline.js"]);
    const { address, stop } = await serve(root);
    const { context, page, go } = await open(address);
    const set = () => page.textContent("#set-from-r");
    await page.waitForSelector("#offline:not([hidden])");
    writeFileSync(join(root, "calibrant.html"), withSet(readFileSync(pageFile, "utf8")));
    await go();
    assert.equal(await set(), given);
    await stop();
    await go();
    assert.equal(await set(), "null");
    await context.close();
  });

  test("is not kept with a set from R, nor without the file beside it", async () => {
    const cases = [[["calibrant-offline.js"], withSet], [[]]];
    for (const [names, change] of cases) {
      const { address, stop } = await serve(placed(names, change));
      const { context, page, problems } = await open(address);
      await page.waitForTimeout(500);
      assert.equal(await page.isVisible("#offline"), false);
      assert.equal(await page.$("link[rel=manifest]"), null);
      assert.deepEqual(problems, []);
      await stop();
      await context.close();
    }
  });
});

test("a page that is opened from a file asks for nothing and keeps nothing", async () => {
  const { page, context, requests, address } = await openPage(browser);
  assert.equal(await page.$("link[rel=manifest]"), null);
  assert.equal(await page.isVisible("#offline"), false);
  if (browserName !== "firefox") assert.deepEqual(requests.filter((url) => !/^(data|blob):/.test(url)), [address]);
  await context.close();
});
