// The files of tests/files through the page, as a user takes them: what each becomes must be what the
// table there says. `node tests/page/corpus.mjs FOLDER` prints the outcome of each case, as
// `make files` needs it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { idle, openBrowser, openPage } from "./browser.mjs";

export function casesIn(folder) {
  const [head, ...rows] = readFileSync(join(folder, "expected.tsv"), "utf8").trimEnd().split("\n").map((line) => line.split("\t"));
  return rows.map((row) => Object.fromEntries(head.map((name, k) => [name, row[k] === "-" ? "" : row[k]])))
    .map((row) => ({ ...row, asked: argumentsOf(row.arguments) })).filter(isOffered);
}

function argumentsOf(text) {
  const asked = Object.fromEntries(text.split("; ").filter(Boolean).map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)];
  }));
  const columns = (asked.columns ?? "").split(",").filter(Boolean).map((pair) => pair.split(":"));
  return { ...asked, columns };
}

// The page finds identities itself.
function isOffered({ verb, asked: { columns } }) {
  const roles = columns.map(([role]) => role).filter((role, k, all) => role !== "score" || all.indexOf(role) === k);
  return ["scores", "two", "conclusions"].includes(verb) && new Set(roles).size === roles.length && !roles.includes("claimed");
}

const value = (text) => ({ Inf: Infinity, "-Inf": -Infinity }[text] ?? Number(text));

// Systems with the values of both hypotheses.
const expected = (text) => Object.fromEntries(text.replace(/^\? /, "").split("; ").map((part) => {
  const [, name, values] = /^(?:([^ ]+): )?H1 (.*)$/.exec(part);
  return [name ?? "", values.split(" / H2 ").map((side) => side.split(" ").map(value))];
}));

const roles = { score: "lr", truth: "truth", system: "system", weight: "weight", source1: "source1", source2: "source2" };

async function choose(page, { verb, files, asked }) {
  const names = files.split(" ");
  if (names.length > 1 || asked.key) {
    const way = verb === "two" ? `${names[0]} has the LRs of H1` : asked.key ? `, ${asked.key} the truth|^.* the scores, ${asked.key} the truth` : "each file is";
    const labels = await page.$$eval("#way option", (all) => all.map((one) => one.textContent));
    const label = labels.find((one) => (asked.key ? one.endsWith(`, ${asked.key} the truth`) : one.startsWith(way)));
    await page.selectOption("#way", { label });
  }
  await page.evaluate(() => { document.querySelector(".further").open = true; });
  const isBeside = (role, k) => role === "score" && asked.columns.findIndex(([one]) => one === "score") < k;
  for (const [role, name] of asked.columns.filter(([one], k) => !isBeside(one, k))) {
    const id = `#column-${roles[role]}`;
    const labels = await page.$$eval(`${id} option`, (all) => all.map((one) => [one.textContent, one.value]));
    const found = labels.find(([label]) => label === name) ?? labels.find(([, place]) => place === String(Number(name) - 1));
    if (!found) return `${id} offers no ${name}`;
    await page.selectOption(id, found[1]);
  }
  for (const [, name] of asked.columns.filter(([role], k) => isBeside(role, k))) await page.check(`label:text-is("${name}")`);
  // A user who knows a label knows its column.
  if (asked.h1 !== undefined && await page.inputValue("#column-truth") === "-1") {
    for (const { value: place } of await page.$$eval("#column-truth option", (all) => all.map((one) => ({ value: one.value })))) {
      await page.selectOption("#column-truth", place);
      if ((await page.$$eval("#h1 option", (all) => all.map((one) => one.value))).includes(asked.h1)) break;
    }
  }
  for (const side of ["h1", "h2"]) {
    if (asked[side] === undefined) continue;
    const labels = (await page.$(`#${side}`)) ? await page.$$eval(`#${side} option`, (all) => all.map((one) => one.value)) : [];
    if (labels.includes(asked[side])) await page.selectOption(`#${side}`, asked[side]);
    else if (side === "h1") return `There is no ${asked[side]} among ${labels.join(", ")}.`;
  }
  if (asked.dec) await page.selectOption("#decimal", asked.dec);
  if (asked.na === "drop") await page.check("#drop");
  return "";
}

// Preview and questions of the page; a guess by the numbers is a question.
async function questions(page, { asked }) {
  const texts = await page.$$eval("#mapping caption, #mapping th, #mapping td, #mapping label, #mapping option, #mapping small", (all) => all.map((one) => one.textContent));
  const open = await page.$$eval("#column-lr, #column-truth, #h1, #h2", (all) => all.filter((one) => one.value === "" || one.value === "-1").length);
  const guessed = texts.some((text) => text.startsWith("Probably: its numbers")) && asked.h1 === undefined;
  return { said: texts.join(" "), isOpen: guessed || open > 0 };
}

// Conclusions: the page shows the result at once.
async function concludedByPage(page, one) {
  await idle(page);
  if (!(await page.$("#column-conclusion")) && await page.$("#way")) await page.selectOption("#way", "1");
  await idle(page);
  for (const [role, name] of one.asked.columns) {
    const id = `#column-${role}`;
    if (!(await page.$(id))) return { refusal: `There is no ${id}.` };
    const labels = await page.$$eval(`${id} option`, (all) => all.map((option) => [option.textContent, option.value]));
    const found = labels.find(([label]) => label === name) ?? labels.find(([, place]) => place === String(Number(name) - 1));
    await page.selectOption(id, found[1]);
    await idle(page);
  }
  const offered = async () => ((await page.$("#h1")) ? page.$$eval("#h1 option", (all) => all.map((option) => option.value)) : []);
  if ((await offered()).includes(one.asked.h1)) {
    await page.selectOption("#h1", one.asked.h1);
    await idle(page);
  }
  const said = await page.$$eval("#mapping caption, #mapping th, #mapping td, #mapping label, #mapping option, #mapping p", (all) => all.map((shown) => shown.textContent).join(" "));
  if (!(await page.$("#conclusions"))) return { refusal: said };
  return { conclusions: await page.evaluate(() => globalThis.calibrantConclusions), said };
}

// Conclusions as they come, or `identification*3`: the same counts in any order.
function concludes({ becomes }, [{ conclusions, h1, h2 }]) {
  const [, ...sides] = /^(?:\? )?H1 (.*) \/ H2 (.*)$/.exec(becomes);
  return [h1, h2].every((counts, side) => {
    const wanted = new Map();
    for (const part of sides[side].split(" ")) {
      const [name, times = "1"] = part.split("*");
      wanted.set(name, (wanted.get(name) ?? 0) + Number(times));
    }
    return conclusions.every((name, k) => (wanted.get(name) ?? 0) === counts[k]) && [...wanted.keys()].every((name) => conclusions.includes(name));
  });
}

async function readByPage(page, one, folder) {
  const names = [...one.files.split(" "), ...(one.asked.key ? [one.asked.key] : [])];
  await page.evaluate(() => { globalThis.calibrantSet = globalThis.calibrantConclusions = null; });
  await page.setInputFiles("#file", names.map((name) => join(folder, name)));
  await page.waitForFunction(() => document.querySelector("#judge, #conclusions, #column-conclusion, #judge-problem p"));
  await idle(page);
  const problem = async () => ((await page.$("#judge-problem p")) ? page.innerText("#judge-problem") : "");
  if (await problem()) return { refusal: await problem() };
  if (one.verb === "conclusions") return concludedByPage(page, one);
  // The page offers a file of conclusions as such, and not as scores.
  if (!(await page.$(".further"))) return { refusal: await page.innerText("#mapping") };
  const without = await choose(page, one);
  const { said, isOpen } = await questions(page, one);
  if (without || (isOpen && one.verb !== "two")) return { refusal: `${without} ${said}` };
  const scale = `#scale-${one.asked.scale ?? "score"}`;
  if (!(await page.$(scale)) || await page.isDisabled(scale)) return { refusal: said };
  await page.check(scale);
  if (one.asked.prior) await page.fill("#made-with", String(100 * Number(one.asked.prior)));
  await page.click("#judge");
  await page.waitForFunction(() => document.querySelector("#judge-problem p") || globalThis.calibrantSet);
  await idle(page);
  if (await problem()) return { refusal: `${await problem()} ${said}` };
  const set = await page.evaluate(() => {
    const { systems, posterior } = globalThis.calibrantSet;
    const text = (x) => (Number.isFinite(x) ? x : String(x).replace("inity", ""));
    return { posterior, systems: systems.map((s) => ({ name: s.name, value: Array.from(s.value, text), truth: Array.from(s.truth) })) };
  });
  return { set, said: `${said} ${await page.innerText("#results")}` };
}

const near = (a, b) => a.length === b.length && a.every((x, i) => x === b[i] || Math.abs(x - b[i]) <= 1e-12 * Math.max(1, Math.abs(b[i])));

function agrees({ becomes }, { systems, posterior }) {
  const wanted = expected(becomes);
  const names = systems.map(({ name }) => (name === "system" ? "" : name));
  if (names.join("\n") !== Object.keys(wanted).join("\n")) return false;
  const odds = posterior ? posterior.prior / (1 - posterior.prior) : 1;
  return systems.every((one, k) => [1, 0].every((side, i) => {
    const found = one.value.map(value).filter((_, j) => one.truth[j] === side);
    return near(posterior ? found.map((x) => 1 / (1 + Math.exp(-x) / odds)) : found, wanted[names[k]][i]);
  }));
}

// Arguments of R, as the page calls them.
const ofPage = { h1: "H1", h2: "H2", drop: "leave out", columns: "Column", dec: "decimal mark" };

function hasWords({ words }, text) {
  const plain = text.replace(/\s+/g, " ");
  const said = (word) => {
    const escaped = word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(plain);
  };
  // The page asks for the column with the LRs, which may be scores.
  const named = (word) => said(ofPage[word] ?? word) || (word === "score" && said("LRs"));
  return words.split(" | ").filter(Boolean).every((all) => all.split(" or ").some(named));
}

export async function outcomeOf(page, one, folder) {
  const mayRefuse = one.becomes === "refused" || one.becomes.startsWith("? ");
  try {
    const found = await readByPage(page, one, folder);
    if (found.refusal !== undefined) {
      const right = hasWords(one, found.refusal);
      return [mayRefuse ? (right ? "right" : "words") : "refused", found.refusal];
    }
    const agreed = found.conclusions ? concludes(one, found.conclusions) : agrees(one, found.set);
    if (one.becomes === "refused" || !agreed) return ["wrong", JSON.stringify(found.conclusions ?? found.set)];
    return [mayRefuse || hasWords(one, found.said) ? "right" : "words", found.said];
  } catch (error) {
    return ["broken", String(error)];
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , folder, pattern = ""] = process.argv;
  const browser = await openBrowser();
  const { page, problems } = await openPage(browser);
  page.setDefaultTimeout(5000);
  for (const one of casesIn(folder).filter((row) => row.case.match(pattern))) {
    const [outcome, today] = await outcomeOf(page, one, folder);
    console.log([one.case, outcome, outcome === "right" ? "" : today.replace(/\s+/g, " ").trim().slice(0, 160)].join("\t"));
  }
  if (problems.length > 0) console.error(problems.join("\n"));
  await browser.close();
}
