// Processor time of the page for a million scores with their key: node bench/page-read.mjs SCORES KEY
// The files are those of bench/read-scores.R. The modules of the page run in node, whose engine is
// that of Chromium.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const { build } = createRequire(join(process.cwd(), "page/package.json"))("esbuild");
const out = join(mkdtempSync(join(tmpdir(), "calibrant-page-")), "kernels.mjs");
await build({ entryPoints: ["page/src/kernels.js"], bundle: true, format: "esm", outfile: out, logLevel: "error" });
const { encodingOf, look, readScores, startKernels } = await import(pathToFileURL(out).href);
const [, packed] = /id="kernels"[^>]*>([^<]+)</.exec(readFileSync("inst/page/calibrant.html", "utf8"));
await startKernels(gunzipSync(Buffer.from(packed.trim(), "base64")));
const words = readFileSync("inst/roles.dcf", "utf8");

const [scores, key] = process.argv.slice(2).map((file) => new Uint8Array(readFileSync(file)));
const asked = { kind: "keyed", columns: [], h1: [], h2: [], dropOthers: false, mayLose: false, decimal: "", withNames: false };
const steps = {
  "encoding and SHA-256": () => [scores, key].map((text) => [encodingOf(text), createHash("sha256").update(text).digest()]),
  layout: () => [scores, key].map((text) => look(text, words, { mostRows: 5000, mostLevels: 50 })),
  trials: () => readScores([{ bytes: key, system: "" }, { bytes: scores, system: "" }], words, asked),
};
const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const rounds = Array.from({ length: 5 }, () => Object.entries(steps).map(([, step]) => {
  const start = seconds();
  step();
  return seconds() - start;
}));
const median = (x) => x.sort((a, b) => a - b)[x.length >> 1];
Object.keys(steps).forEach((name, k) => console.log(`${name}: ${median(rounds.map((round) => round[k])).toFixed(2)} s`));
console.log(`together: ${median(rounds.map((round) => round.reduce((a, b) => a + b))).toFixed(2)} s`);
