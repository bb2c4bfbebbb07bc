// The engine of Safari, as Debian has it, driven by its own WebDriver: the page begins, judges what is
// pasted, and works beside itself there too.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { pageFile } from "./browser.mjs";

const port = 4478;
const screen = ":78";
const started = [];
const start = (command, args, env = {}) => started.push(spawn(command, args, { stdio: "ignore", env: { ...process.env, ...env } }));
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

async function send(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
  return value;
}

let session;
const run = (script) => send("POST", `/session/${session}/execute/sync`, { script, args: [] });

async function until(condition) {
  for (let k = 0; k < 200; ++k) {
    if (await run(`return Boolean(${condition})`)) return;
    await pause(100);
  }
  throw new Error(`never: ${condition}`);
}

before(async () => {
  const binary = readdirSync("/usr/lib").map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`).find(existsSync);
  start("Xvfb", [screen, "-screen", "0", "1280x900x24"]);
  start("WebKitWebDriver", [`--port=${port}`], { DISPLAY: screen, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", LIBGL_ALWAYS_SOFTWARE: "1" });
  for (let k = 0; k < 50 && !(await send("GET", "/status").then(({ ready }) => ready, () => false)); ++k) await pause(100);
  const found = await send("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } } });
  session = found.sessionId;
  await send("POST", `/session/${session}/url`, { url: pathToFileURL(pageFile).href });
  await until("document.documentElement.dataset.ready === 'true'");
});
after(async () => {
  await send("DELETE", `/session/${session}`).catch(() => {});
  for (const one of started) one.kill();
});

test("it begins with the example, judged in a worker", async () => {
  assert.equal(await run("return document.querySelectorAll('#cards .card').length"), 2);
  assert.equal(await run("return document.querySelector('#judge-problem').textContent"), "");
});

test("what is pasted is judged, calibrated and reported", async () => {
  const half = ["1.5\\tsame", "0.2\\tsame", "-0.4\\tsame", "-1\\tdifferent", "0.1\\tdifferent", "-2\\tdifferent"];
  const cells = ["lr\\ttruth", ...half, ...half].join("\\n");
  await run(`const box = document.querySelector("#paste"); box.value = "${cells}"; box.dispatchEvent(new Event("input"))`);
  await until("document.querySelector('#scale-ln')");
  await run("document.querySelector('#scale-ln').click(); document.querySelector('#judge').click()");
  await until("document.querySelector('#cards')");
  const softplus = (x) => Math.log1p(Math.exp(x));
  const mean = (x, sign) => x.reduce((sum, v) => sum + softplus(sign * v), 0) / x.length;
  const cllr = (mean([1.5, 0.2, -0.4], -1) + mean([-1, 0.1, -2], 1)) / 2 / Math.LN2;
  assert.equal(await run("return document.querySelector('#cards .tile dd').firstChild.data"), cllr.toPrecision(3));
  await run("document.querySelector('#tab-repair').click()");
  await until("document.querySelector('#picture-repair-ece svg')");
  await run("document.querySelector('#tab-report').click()");
  await until("document.querySelectorAll('#view-report svg').length === 6");
});
