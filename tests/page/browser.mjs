// A page in a browser without a window, with a record of all that it should not do. Chromium, or
// Debian's Firefox with BROWSER=firefox.
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../..");
const { chromium, firefox } = createRequire(join(root, "page/package.json"))("playwright-core");

export const pageFile = process.env.PAGE ?? join(root, "inst/page/calibrant.html");

export const browserName = process.env.BROWSER ?? "chromium";

const launchers = {
  chromium: () => chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  }),
  firefox: () => firefox.launch({ channel: "moz-firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr" }),
};

const isFirefox = (browser) => browser.browserType().name() === "firefox";

export const openBrowser = (name = browserName) => launchers[name]();

// `problems` are errors in the page and on its console; `requests` all that it asks for.
export async function openPage(browser, { width = 1280, height = 900, file = pageFile, locale = "en-GB", colorScheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, locale, colorScheme });
  const page = await context.newPage();
  const problems = [];
  const requests = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") problems.push(message.text()); });
  page.on("request", (request) => requests.push(request.url()));
  page.on("dialog", (dialog) => { problems.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  if (isFirefox(browser)) await page.addInitScript(keepDownloads);
  await page.goto(pathToFileURL(file).href);
  await page.waitForFunction(() => document.documentElement.dataset.ready === "true");
  return { page, context, problems, requests, address: pathToFileURL(file).href };
}

export const folder = mkdtempSync(join(tmpdir(), "calibrant-page-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export async function upload(page, name, content) {
  await page.setInputFiles("#file", { name, mimeType: "text/csv", buffer: Buffer.isBuffer(content) ? content : Buffer.from(content) });
}

// Upload, choose and judge.
export async function judge(page, name, content, { scale, h1, system, lr, truth, drop, again, prior, columns = {} } = {}) {
  await upload(page, name, content);
  await page.waitForSelector("#judge");
  await page.evaluate(() => { document.querySelector(".further").open = true; });
  if (lr) await page.selectOption("#column-lr", { label: lr });
  if (truth) await page.selectOption("#column-truth", { label: truth });
  if (system !== undefined) await page.selectOption("#column-system", { label: system });
  for (const [what, label] of Object.entries(columns)) await page.selectOption(`#column-${what}`, { label });
  if (h1) await page.selectOption("#h1", { label: h1 });
  if (scale) await page.check(`#scale-${scale}`);
  if (prior) {
    await page.focus("#made-with");
    await page.keyboard.press("Control+a");
    await page.keyboard.type(String(100 * prior));
  }
  if (drop) await page.check("#drop");
  if (again) await page.check("#again");
  await page.click("#judge");
  await page.waitForSelector("#cards, #judge-problem p");
  await idle(page);
}

// The page works in the background: a result is there when the page says so.
export const idle = (page) => page.waitForFunction(() => document.documentElement.dataset.working === "0");

// Copies cells as a spreadsheet does.
export async function copyCells(page, text) {
  await page.evaluate((cells) => {
    const box = document.createElement("textarea");
    box.id = "spreadsheet";
    box.value = cells;
    document.body.append(box);
    box.select();
  }, text);
  await page.keyboard.press("Control+c");
  await page.evaluate(() => document.querySelector("#spreadsheet").remove());
}

export async function example(page) {
  await page.click("#example");
  await page.waitForSelector("#cards");
  await idle(page);
}

// The driver hears nothing of downloads in Firefox: there the page keeps what it would save.
function keepDownloads() {
  const makeUrl = URL.createObjectURL;
  let blob;
  URL.createObjectURL = (content) => makeUrl.call(URL, (blob = content));
  const click = HTMLElement.prototype.click;
  HTMLElement.prototype.click = function clickOrKeep() {
    if (this.download) globalThis.keptDownload = { name: this.download, blob };
    else click.call(this);
  };
}

async function kept(page, click) {
  await page.evaluate(() => { globalThis.keptDownload = null; });
  await click();
  await page.waitForFunction(() => globalThis.keptDownload);
  const { name, bytes } = await page.evaluate(async () => {
    const { name: called, blob } = globalThis.keptDownload;
    return { name: called, bytes: Array.from(new Uint8Array(await blob.arrayBuffer())) };
  });
  return { name, content: Buffer.from(bytes) };
}

// Chromium drops what a page offers beyond ten downloads in a second.
const betweenDownloads = 125;

export async function saved(page, click) {
  if (isFirefox(page.context().browser())) return kept(page, click);
  await page.waitForTimeout(betweenDownloads);
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

const number = (text) => ({ Inf: Infinity, "-Inf": -Infinity, NaN }[text] ?? (text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text));

export function readCsv(content) {
  const [header, ...rows] = content.toString("utf8").trim().split(/\r?\n/).map((line) =>
    line.match(/("(?:[^"]|"")*"|[^,]*)(,|$)/g).slice(0, line.split(",").length).map((c) => c.replace(/,$/, "").replace(/^"|"$/g, "").replace(/""/g, "\"")));
  return rows.map((row) => Object.fromEntries(header.map((name, k) => [name, number(row[k])])));
}

export const csvOf = async (page, selector) =>
  readCsv((await saved(page, () => page.click(selector))).content);
