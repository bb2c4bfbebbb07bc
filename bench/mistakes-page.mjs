// Makes slips of new users on the page, and prints what it said: node bench/mistakes-page.mjs FOLDER
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { judge, openBrowser, openPage, upload } from "../tests/page/browser.mjs";

const folder = process.argv[2];
const text = (name) => readFileSync(join(folder, name), "utf8");
const llr = text("llr.csv");
const lines = llr.trim().split("\n");
const changed = (row, cell) => [...lines.slice(0, row), `${cell},${lines[row].split(",")[1]}`, ...lines.slice(row + 1)].join("\n");
const column = lines.map((line) => line.split(",")[0]).join("\n");
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

// The name of a file, its content, the choice (or the choice that is not offered), and a word that
// the answer must have.
const slips = [
  ["a picture instead of a table", "llr.csv", png, null, /text|file/],
  ["an empty file", "llr.csv", "", null, /empty|no |nothing/i],
  ["a column of LRs without truth", "llr.csv", column, null, /truth|target|label/i],
  ["LRs as logarithms", "lr.csv", text("lr.csv2"), { scale: "log10", h1: "same" }, /look like likelihood ratios/],
  ["log10 LRs as natural ones", "llr.csv", llr, { scale: "ln", h1: "same" }, /log10/],
  ["probabilities as LRs", "p.csv", text("p.csv"), { scale: "lr", h1: "same" }, /look like probabilities/],
  ["labels reversed", "llr.csv", llr, { scale: "log10", h1: "different" }, /smaller LRs/],
  ["no scale", "llr.csv", llr, { h1: "same" }, /cannot be guessed/],
  ["a negative LR, seen before it is asked", "llr.csv", llr, "#scale-lr", /negative/],
  ["a value that is missing", "llr.csv", changed(3, ""), { scale: "log10", h1: "same" }, /missing|empty|row|line/i],
  ["a word among numbers", "llr.csv", changed(3, "unclear"), null, /no number/],
  ["one hypothesis alone", "llr.csv", lines.filter((line) => !line.endsWith("different")).join("\n"), { scale: "log10", h1: "same" }, /two|both|hypothes/i],
  ["half of the truth missing", "llr.csv", lines.map((line, i) => (i % 2 ? line.replace(/,.*/, ",") : line)).join("\n"), { scale: "log10", h1: "same" }, /two values.*""/],
  ["a third label", "llr.csv", [...lines, "0.5,maybe", "0.1,maybe"].join("\n"), null, /label|two|maybe/],
  ["truth first", "llr.csv", lines.map((line) => line.split(",").reverse().join(",")).join("\n"), { scale: "ln", h1: "same" }, /log10/],
  ["decimal commas", "llr.csv", lines.map((line) => line.replace(",", ";").replace(".", ",")).join("\n"), { scale: "ln", h1: "same" }, /look like log10 LRs/],
  ["tabs", "llr.tsv", lines.map((line) => line.replace(",", "\t")).join("\n"), { scale: "ln", h1: "same" }, /look like log10 LRs/],
  ["a header alone", "llr.csv", lines[0], null, /empty|nothing/],
  ["per cent for probabilities", "p.csv", text("p.csv").split("\n").map((line, i) => (i && line ? `${100 * line.split(",")[0]},${line.split(",")[1]}` : line)).join("\n"), "#scale-prob", /above 1|not possible|outside|between/],
  ["one column of words", "names.csv", "name\nAnn\nBen\n", null, /number|truth|column/],
  ["a JSON file", "fit.json", '{\n  "format": "calibrant calibration"\n}\n', null, /JSON/],
  ["a workbook cut short", "llr.xlsx", Buffer.from("504b0304140006000800", "hex"), null, /truncated or damaged/],
  ["a formula in place of a value", "llr.csv", changed(3, "=A1/B1"), null, /Line 4 .* no number/],
  ["an error of a spreadsheet", "llr.csv", changed(3, "#DIV/0!"), null, /Line 4 .* formula/],
  ["a limit in place of a value", "llr.csv", changed(3, ">1000"), null, /Write a limit/],
  ["a mean below the table", "llr.csv", `${llr.trim()}\nMean,same\n`, null, /Mean, which is no number/],
  ["a title above the header", "llr.csv", `Results,\n${llr}`, null, /truth, same, different/],
  ["a code for no result", "llr.csv", changed(3, "-999"), { scale: "log10", h1: "same" }, /code|-999/],
];

const browser = await openBrowser();
let wrong = 0;
for (const [i, [what, name, content, chosen, word]] of slips.entries()) {
  const { page, context } = await openPage(browser);
  let offered = "";
  if (typeof chosen === "string") {
    await upload(page, name, content);
    await page.waitForSelector("#judge");
    offered = await page.$eval(chosen, (choice) => (choice.disabled ? choice.closest("label") ?? choice.parentElement : choice).textContent.trim());
  } else if (chosen) {
    await judge(page, name, content, chosen);
  } else {
    await upload(page, name, content);
    await page.waitForSelector("#view-judge .problem p, #judge", { timeout: 20000 });
    if (await page.$("#judge")) await judge(page, name, content, { scale: "log10" }).catch(() => {});
  }
  const said = [offered, ...await page.$$eval("#view-judge .problem p, #results .slip", (found) => found.map((p) => p.innerText.trim()))]
    .filter(Boolean).join(" ").replace(/\s+/g, " ");
  const helps = word.test(said);
  wrong += !helps;
  console.log(`| ${i + 1} | ${what} | ${said.replaceAll("|", "\\|") || "(nothing)"}${helps ? "" : " **no remedy**"} |`);
  await context.close();
}
console.log(`\n${slips.length} slips, ${wrong} without a helpful answer.`);
await browser.close();
