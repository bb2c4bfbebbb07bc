// Results of conclusions: sentences, a table, a picture and the code.
import tables from "../generated/tables.json";
import { chart, linear, lineLayer, marksLayer, minus, tickText, verticalLayer } from "./chart.js";
import { columnCode, fileCode, quoted } from "./code.js";
import { conclusionLrs, exchanged, level, priorCount } from "./conclusions.js";
import { h, replace } from "./dom.js";
import { formatLr, formatNumber, plainCount, signif } from "./format.js";
import { pictureView } from "./picture-view.js";
import { clausesOf, say, timesText } from "./sentences.js";
import { tableView } from "./tables-view.js";
import { tr } from "./words.js";

const worth = (log10Lr) => (Number.isNaN(log10Lr) ? "-" : formatLr(log10Lr));

function limitText(log10Lr) {
  const size = signif(10 ** Math.abs(log10Lr), 2);
  return `${log10Lr < 0 && size > 1 ? "1/" : ""}${formatNumber(size)}`;
}

// Rounds to two digits, like the limits beside it.
function nearestTimes(log10Size) {
  const power = Math.floor(log10Size);
  return timesText(power + Math.log10(Math.round(10 ** (log10Size - power) * 10) / 10));
}

export function conclusionSentences(set) {
  const clauses = clausesOf(null);
  const sum = (counts) => counts.reduce((a, b) => a + b, 0);
  return [
    say("conclusions_counted", { n_h1: sum(set.h1), n_h2: sum(set.h2), ...clauses }),
    ...conclusionLrs(set).map((row) => sentenceOf(row, clauses)),
    say("conclusions_caution", clauses),
  ];
}

function sentenceOf(row, clauses) {
  const up = row.log10_lr >= 0;
  const times = nearestTimes(Math.abs(row.log10_lr));
  // A conclusion that supports neither side is reported as an LR of H1 against H2, as in tables.
  const ends = up || times === "1" ? [row.lower, row.upper] : [-row.upper, -row.lower];
  const never = [row.n_h1 === 0 ? "h1" : "", row.n_h2 === 0 ? "h2" : ""].join("");
  const fact = {
    ...clauses, conclusion: row.conclusion, of_h1: formatNumber(1000 * row.share_h1, 2),
    of_h2: formatNumber(1000 * row.share_h2, 2), times,
    first: clauses[up ? "h1" : "h2"], second: clauses[up ? "h2" : "h1"],
    from: limitText(ends[0]), to: limitText(ends[1]), level, never,
  };
  return ["conclusion_reached", "conclusion_worth", "conclusion_never"]
    .map((name) => say(name, fact)).filter(Boolean).join(" ");
}

// `choice` has the columns that the user chose, where the sets were read case by case.
export function conclusionsView(sets, file, choice = null) {
  const holder = h("div", { id: "conclusions" });
  const show = (shown) => replace(holder,
    h("h2", { tabindex: "-1" }, tr("What the conclusions are worth")),
    sets.length > 1 && systemField(shown),
    h("p", {}, tr("H1 is \"{h1}\", H2 is \"{h2}\".", shown.labels), " ",
      h("button", { type: "button", id: "exchange", onclick: () => show(exchanged(shown)) }, tr("Exchange them"))),
    conclusionSentences(shown).map((text) => h("p", { class: "verdict" }, text)),
    worthTable(shown), pictureView(worthPicture(shown, codeOf(shown, file, choice))),
    h("details", { class: "all-code" }, h("summary", {}, tr("The same in R")),
      h("pre", { class: "code" }, `${codeOf(shown, file, choice)}\n${worthCode(shown)}\nexplain(${worthCode(shown)})\nmeasures(x)`)));
  const systemField = ({ name }) => {
    const select = h("select", { id: "conclusions-system", onchange: () => show(sets[Number(select.value)]) },
      sets.map((set, k) => h("option", { value: String(k), selected: set.name === name }, set.name)));
    return h("p", { class: "field inline" }, h("label", { for: "conclusions-system" }, tr("System")), select);
  };
  show(sets[0]);
  return holder;
}

function worthTable(set) {
  const rows = conclusionLrs(set);
  return tableView({
    caption: tr("What each conclusion is worth"),
    header: ["", "H1", "H2", "LR", tr("95 % interval"), tr("without prior counts")],
    rows: rows.map((row) => [row.conclusion, plainCount(row.n_h1), plainCount(row.n_h2), worth(row.log10_lr),
      tr("{low} to {high}", { low: worth(row.lower), high: worth(row.upper) }), worth(row.counts_log10_lr)]),
    notes: [tr("{n} is added to every count, so that no conclusion is worth infinity only because the study ended. Intervals assume that the comparisons are independent; where examiners or items repeat they are too narrow, and R allows for it.", { n: formatNumber(priorCount) })],
    csv: { header: Object.keys(rows[0]), rows: rows.map((row) => Object.values(row)) },
    name: "calibrant-conclusions",
  });
}

function worthPicture(set, code) {
  const rows = conclusionLrs(set);
  const n = rows.length;
  const ends = rows.flatMap((row) => [row.lower, row.upper]).concat([-1, 1]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = 0.05 * (high - low);
  const y = linear([0.4, n + 0.6], { label: "" });
  y.ticks = rows.map((row, k) => ({ at: k + 1, text: row.conclusion.slice(0, 24) }));
  const black = tables.roles.actual.colour;
  const draw = (width) => chart({
    width, height: 40 + 34 * n,
    x: linear([low - room, high + room], { label: tr("log\u2081\u2080 LR") }), y,
    layers: [
      verticalLayer(0, { colour: tables.roles.none.colour, line: tables.roles.none.line, width: 1.5 }),
      ...rows.map((row, k) => lineLayer([row.lower, row.upper], [k + 1, k + 1], { colour: black, width: 2 })),
      marksLayer(rows.map((row, k) => ({ x: row.log10_lr, y: k + 1 })), "circle", black),
    ],
    notes: [tr("Lines: 95 % intervals.")],
    alt: rows.map((row) => `${row.conclusion}: LR ${worth(row.log10_lr)}`).join("; "),
  });
  return {
    id: "conclusions", title: tr("What each conclusion is worth"), lead: tr("To the right a conclusion supports H1, to the left H2."), draw,
    hover: (x, share) => {
      const row = rows[Math.min(Math.max(Math.round(0.4 + share * (n + 0.2)) - 1, 0), n - 1)];
      return { x: row.log10_lr, lines: [row.conclusion, `log\u2081\u2080 LR ${minus(tickText(row.log10_lr))}`] };
    },
    table: () => ({ header: Object.keys(rows[0]), rows: rows.map((row) => Object.values(row)) }),
    code: `${code}\nautoplot(${worthCode(set)})`,
  };
}

// R allows for examiners and items if the file names them.
const worthCode = ({ shared }) => `conclusion_lr(x${shared ? ", by = \"trial\"" : ""})`;

function codeOf(set, file, choice) {
  const chosen = Object.entries(choice?.columns ?? {}).map(columnCode);
  const columns = chosen.length > 0 ? `, columns = c(${chosen.join(", ")})` : "";
  const drop = choice?.drop ? ", na = \"drop\"" : "";
  return `library(calibrant)\nx <- conclusion_set(${fileCode(file)}, h1 = ${quoted(set.labels.h1)}${columns}${drop})`;
}
