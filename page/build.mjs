// Builds the page: kernels and library to WebAssembly, tables and sentences from R, modules to one
// script, and all of it into one file.
//   node page/build.mjs [FILE]        without FILE: inst/page/calibrant.html; beside it the script
//                                     that keeps a served page, calibrant-offline.js
//   node page/build.mjs --checksum    prints what the page is made from, as one number
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const generated = join(here, "generated");
const most = 500e3;

const filesIn = (folder, pattern) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  const path = join(folder, entry.name);
  if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesIn(path, pattern);
  return pattern.test(entry.name) ? [path] : [];
});

const hash = (algorithm, content, form = "hex") => createHash(algorithm).update(content).digest(form);

// The page has no kernels of many classes. Files are sorted by code points, not by a locale.
function kernelFiles(pattern) {
  return [...filesIn(join(root, "src/kernels"), pattern), ...filesIn(join(root, "inst/include/calibrant/kernels"), pattern)]
    .filter((file) => !file.includes("/classes/")).sort();
}

// The library without its host, its replicates and its messages: the page has its own.
const libraryFiles = () => filesIn(join(root, "lib/glue"), /\.c$/)
  .filter((file) => !/\/(bootstrap|host|read|said|slips)\.c$/.test(file)).sort();

// Functions of the library that the page calls.
const called = ["apply_sum", "auc", "bounds", "cllr", "cllr_min", "convert", "det_curve", "eer", "effective_numbers",
  "llr_of_posterior"];

// The checksum that tools/check-page.R computes too.
function checksum() {
  const files = [...kernelFiles(/\.[ch]$/), ...filesIn(join(root, "lib"), /\.[ch]$/), ...filesIn(here, /\.(js|mjs|json|css|html|[chR]|txt)$/)]
    .map((file) => relative(root, file)).sort();
  const lines = files.map((file) => `${hash("md5", readFileSync(join(root, file)))}  ${file}\n`);
  return hash("md5", lines.join(""));
}

function compileKernels() {
  const folder = mkdtempSync(join(tmpdir(), "calibrant-page-"));
  const wasm = join(folder, "kernels.wasm");
  const inside = (path) => join(root, path);
  execFileSync("clang", [
    "--target=wasm32-wasi", "-O2", "-flto", "-std=c99", "-DNDEBUG", "-mbulk-memory", "-nostartfiles", "-nodefaultlibs",
    "-fvisibility=hidden", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror",
    `-I${inside("lib")}`, `-I${inside("src")}`, `-I${inside("inst/include")}`, `-I${inside("inst/include/calibrant")}`, `-I${join(here, "glue")}`,
    "-Wl,--no-entry,--gc-sections,--strip-all,-z,stack-size=1048576", "-o", wasm,
    ...called.map((name) => `-Wl,--export=calibrant_${name}`),
    ...filesIn(join(here, "glue"), /\.c$/).sort(), ...libraryFiles(), ...kernelFiles(/\.c$/), "-lc",
  ], { stdio: "inherit" });
  const bytes = readFileSync(wasm);
  rmSync(folder, { recursive: true });
  return bytes;
}

function readTables() {
  mkdirSync(generated, { recursive: true });
  execFileSync("Rscript", ["page/tables.R", generated], { cwd: root, stdio: "inherit" });
}

// Lists all bundled software with its licence.
function licences() {
  const packages = ["d3-array", "d3-color", "d3-format", "d3-interpolate", "d3-scale", "d3-time", "d3-time-format", "internmap"];
  const texts = packages.map((name) => {
    const folder = join(here, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}`;
  });
  const own = `calibrant\n\n${readFileSync(join(root, "LICENSE.md"), "utf8").trim()}`;
  const library = readFileSync(join(here, "musl.txt"), "utf8").trim();
  return [own, ...texts, library].join("\n\n----\n\n");
}

// Sentences and translations, without those that the page never uses.
function spokenTexts() {
  const { german, sentences, ...tables } = JSON.parse(readFileSync(join(generated, "tables.json"), "utf8"));
  const code = filesIn(join(here, "src"), /\.js$/).map((file) => readFileSync(file, "utf8")).join("");
  const cases = {};
  const take = (name) => {
    if (name in cases || !(name in sentences.cases)) return;
    cases[name] = sentences.cases[name];
    for (const { text = "" } of cases[name]) for (const [, slot] of text.matchAll(/\{([a-z0-9_]+)\}/g)) take(slot);
  };
  Object.keys(sentences.cases).filter((name) => code.includes(`"${name}"`)).forEach(take);
  const strings = (x) => (typeof x === "string" ? [x] : x && typeof x === "object" ? Object.values(x).flatMap(strings) : []);
  const said = new Set([...strings(tables), ...strings(cases)].map((text) => text.trim()));
  const spoken = ([text]) => said.has(text.trim()) || code.includes(JSON.stringify(text));
  const own = JSON.parse(readFileSync(join(here, "src/german.json"), "utf8"));
  return { sentences: { ...sentences, cases }, german: Object.fromEntries(Object.entries(german).filter(spoken)), own };
}

// The tables without the texts, which the page carries packed.
const tablesAlone = {
  name: "tables-alone",
  setup: (build) => build.onLoad({ filter: /generated.tables\.json$/ }, ({ path }) => {
    const { german, sentences, ...tables } = JSON.parse(readFileSync(path, "utf8"));
    return { contents: JSON.stringify(tables), loader: "json" };
  }),
};

async function bundle() {
  const { build } = await import("esbuild");
  const out = await build({
    entryPoints: [join(here, "src/app.js")], bundle: true, minify: true, write: false, format: "esm",
    target: ["es2022"], charset: "utf8", legalComments: "none", absWorkingDir: here, plugins: [tablesAlone],
  });
  // These characters would end the text of a script.
  return out.outputFiles[0].text.trim().replace(/<\/script/gi, "<\\/script");
}

// Every text of the page must have a German translation.
function checkGerman() {
  const german = JSON.parse(readFileSync(join(here, "src/german.json"), "utf8"));
  const tables = JSON.parse(readFileSync(join(generated, "tables.json"), "utf8"));
  const said = filesIn(join(here, "src"), /\.js$/).flatMap((file) => {
    const code = readFileSync(file, "utf8");
    return [/\blabel: "((?:[^"\\]|\\.)*)", values/g, /\btr\(\s*"((?:[^"\\]|\\.)*)"/g, /(?:new FileProblem|later)\("((?:[^"\\]|\\.)*)"/g].flatMap((pattern) => [...code.matchAll(pattern)].map((m) => JSON.parse(`"${m[1]}"`)));
  });
  const exercises = tables.exercises.flatMap(({ title, task, look, answer }) => [title, task, look, answer.text]);
  const fromR = [...exercises, ...Object.values(tables.ece_words), tables.harm.words, ...Object.values(tables.guards).flat(), ...tables.summary_rows.filter((label) => !label.startsWith("ECE")).map((label) => label.trim())];
  // Texts that R translates must not be translated here again, except for these, of which the page
  // needs another form.
  const twice = Object.keys(german).filter((text) => text in tables.german && !["prior", "threshold"].includes(text));
  if (twice.length > 0) throw new Error(`German of R and of the page for:\n${twice.map((text) => JSON.stringify(text)).join("\n")}`);
  const without = [...new Set([...said, ...fromR])].filter((text) => !(text in german) && !(text in tables.german));
  if (without.length > 0) throw new Error(`no German for:\n${without.map((text) => JSON.stringify(text)).join("\n")}`);
}

// As inflate() of the page reads it.
const packed = (content) => gzipSync(content, { level: 9 }).toString("base64");

async function page() {
  readTables();
  checkGerman();
  const script = await bundle();
  const style = readFileSync(join(here, "style.css"), "utf8").trim();
  const { version } = JSON.parse(readFileSync(join(generated, "tables.json"), "utf8"));
  const values = {
    version,
    sources: checksum(),
    kernels: packed(compileKernels()),
    texts: packed(JSON.stringify(spokenTexts())),
    licences: packed(licences()),
    example: packed(readFileSync(join(generated, "example.json"))),
    script,
    style,
    "script-hash": `'sha256-${hash("sha256", script, "base64")}'`,
    "style-hash": `'sha256-${hash("sha256", style, "base64")}'`,
  };
  return readFileSync(join(here, "index.html"), "utf8").replace(/\{\{([a-z-]+)\}\}/g, (_, name) => values[name]);
}

if (process.argv[2] === "--checksum") {
  readTables();
  console.log(checksum());
} else {
  const file = resolve(process.argv[2] ?? join(root, "inst/page/calibrant.html"));
  const text = await page();
  const size = Buffer.byteLength(text);
  if (size > most) throw new Error(`the page has ${size} bytes, more than ${most}`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  copyFileSync(join(here, "offline-worker.js"), join(dirname(file), "calibrant-offline.js"));
  console.log(`${relative(process.cwd(), file)}: ${size} bytes`);
}
