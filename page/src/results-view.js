// View of a judged set: a line and three numbers per system, the pictures beside the prior, and
// below them the words, the table and the code.
import { ask, stopBeside, Stopped } from "./beside.js";
import { find, h, painted, replace } from "./dom.js";
import { evenNumber, percentText } from "./format.js";
import { pictureView } from "./picture-view.js";
import { priorControl } from "./prior-control.js";
import { FileProblem } from "./problem.js";
import { makersAtPrior, pictureMakers, summaries, summaryTable } from "./results.js";
import { changed, state } from "./state.js";
import { isScore } from "./system.js";
import { term } from "./terms.js";
import { LN10 } from "./units.js";
import { tr } from "./words.js";

// `onReport` saves a report.
export function resultsView(onReport) {
  const { set } = state;
  const scores = isScore(set.systems[0]);
  const cards = h("div", { class: "cards", id: "cards", role: "status" });
  const verdict = h("div", { id: "verdict" });
  const pictures = h("div", { class: "pictures" });
  const words = () => {
    replace(cards, set.systems.map((system, k) => cardOf(set, k)));
    replace(verdict, state.said.systems.map(({ paragraph }) => h("p", { class: "verdict" }, paragraph)));
  };
  words();
  drawAll(pictures);
  return [
    h("h2", { tabindex: "-1" }, state.example ? tr("Verdict on an example: voices of 76 speakers, compared by one vowel and by ten") : tr("Verdict")),
    state.example && h("p", { class: "quiet" }, tr("These are the real LRs of voice_lr in the R package. Your own file takes their place.")),
    slipsView(set),
    scores ? h("p", {}, tr("Scores are not LRs yet: only their discrimination can be evaluated. \"Calibrate\" turns them into LRs."))
      : priorControl(state.prior, (prior) => moved(prior, words, pictures)),
    cards,
    h("p", {}, h("button", { type: "button", class: "main", id: "save-report-here", onclick: onReport }, tr("Save the report"))),
    h("h2", {}, tr("Figures")), bandsButton(set, pictures), pictures,
    !scores && h("details", { class: "in-words", open: true }, h("summary", {}, h("h2", {}, tr("In words"))), verdict),
    h("h2", {}, tr("Results")), summaryTable(set),
    h("details", { class: "all-code" }, h("summary", {}, tr("The same in R")), h("pre", { class: "code" }, allCode())),
  ].filter(Boolean);
}

export const allCode = () => `${state.code.set}\nsummary(x)\nexplain(x, prior = ${state.prior})\nplot(x)`;

// Card of one system: its verdict in words, and the three numbers that add up.
function cardOf(set, k) {
  const row = summaries(set)[k];
  const number = (x) => (Number.isFinite(x) ? evenNumber(x) : "∞");
  const tile = (word, label, value, unit) => h("div", { class: "tile" },
    h("dt", {}, term(word, label)), h("dd", {}, value, unit && h("small", {}, ` ${unit}`)));
  const bits = tr("bits");
  const tiles = isScore(set.systems[0])
    ? [tile("discrimination", tr("discrimination"), number(row.cllr_min), bits), tile("EER", "EER", percentText(row.eer)), tile("AUC", "AUC", number(row.auc))]
    : [tile("Cllr", "Cllr", number(row.cllr), bits), tile("discrimination", `= ${tr("discrimination")}`, number(row.cllr_min), bits),
      tile("calibration", `+ ${tr("calibration")}`, number(row.cllr_cal), bits)];
  return h("section", { class: "card" }, set.named && h("h3", {}, set.systems[k].name),
    state.said.systems[k] && h("p", { class: "headline" }, state.said.systems[k].headline), h("dl", { class: "tiles" }, tiles));
}

// Priors passed by the slider are judged if there is time.
let asked = null;
let busy = false;

async function moved(prior, words, pictures) {
  state.prior = prior;
  asked = prior;
  if (busy) return;
  busy = true;
  try {
    while (asked !== null) {
      const wanted = asked;
      asked = null;
      const said = await ask("say", { prior: wanted, bands: bandSettings() });
      state.said = said;
      words();
      redrawAtPrior(pictures);
      for (const code of document.querySelectorAll("#results .all-code pre")) code.textContent = allCode();
      changed("prior");
    }
  } finally {
    busy = false;
  }
}

const bandSettings = () => state.bands && (({ by, replicates, seed }) => ({ by, replicates, seed }))(state.bands);

const shown = () => ({ said: state.said, bands: state.bands, code: state.code });

// One picture per frame, so that the page reacts while a million comparisons are drawn.
const mostAtOnce = 50000;

export async function drawOneByOne(holder, makers, n) {
  replace(holder);
  for (const make of makers) {
    if (n > mostAtOnce) await painted();
    holder.append(pictureView(make()));
  }
}

// The user may move the prior meanwhile.
async function drawAll(holder) {
  const { set, said: first } = state;
  await drawOneByOne(holder, pictureMakers(set, shown()), set.n);
  if (state.set === set && state.said !== first) redrawAtPrior(holder);
}

function redrawAtPrior(pictures) {
  const makers = makersAtPrior(state.set, shown());
  pictures.querySelectorAll("#picture-ece, #picture-reliability").forEach((old, i) => old.update(makers[i]()));
}

export function slipsView(set) {
  const dropped = [
    set.dropped > 0 && h("p", {}, tr("{n} incomplete rows were left out.", { n: set.dropped })),
    ...set.leftOut.map(({ n, text }) => h("p", {}, tr(text, { n }))),
  ].filter(Boolean);
  const slips = set.slips.map(({ texts, values }) => {
    const said_ = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, tr(value)]));
    return h("div", { class: "slip", role: "alert" }, texts.map((text) => h("p", {}, tr(text, said_))),
      h("p", {}, tr("If everything is right, continue.")));
  });
  return [...dropped, ...slips];
}

function bandsButton(set, pictures) {
  const problem = h("div", { class: "problem", role: "alert" });
  const bar = h("progress", { max: "1", "aria-label": tr("Drawing replicates …"), hidden: true });
  const stop = h("button", { type: "button", hidden: true, onclick: () => stopBeside() }, tr("Stop"));
  const by = set.strata && h("select", { id: "bands-by" },
    h("option", { value: "source" }, tr("by item")), h("option", { value: "trial" }, tr("by comparison")));
  const working = (on) => {
    button.disabled = on;
    bar.hidden = stop.hidden = !on;
    bar.removeAttribute("value");
  };
  const button = h("button", { type: "button", id: "bands", onclick: () => said(problem, async () => {
    working(true);
    try {
      const step = 0.25;
      const log10Odds = Array.from({ length: 25 }, (_, i) => -3 + i * step);
      const settings = { by: by?.value ?? "trial", replicates: 500, seed: 1 };
      const systems = await ask("bands", { ...settings, logOdds: log10Odds.map((x) => x * LN10) }, (share) => { bar.value = share; });
      state.bands = { ...settings, systems, log10_odds: log10Odds, step };
      state.said = await ask("say", { prior: state.prior, bands: bandSettings() });
      await drawAll(pictures);
      changed("bands");
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      await ask("hold", { set: bare(set), prior: state.prior });
    } finally {
      working(false);
    }
  }) }, tr("Add 95 % bands by bootstrap"));
  return h("div", {}, h("p", { class: "bands" }, button, by && [" ", h("label", { for: "bands-by" }, tr("drawn")), " ", by], " ", bar, " ", stop), problem);
}

// The set without derived values.
export const bare = (set) => ({ ...set, known: new Map(), systems: set.systems.map((system) => ({ ...system, known: new Map() })) });

// Shows all errors to the user, including internal ones.
export async function said(holder, work, undo = () => {}) {
  replace(holder);
  try {
    await work();
  } catch (error) {
    undo();
    const known = error instanceof FileProblem;
    const text = known ? tr(error.message, error.values)
      : error.message === "out of memory" || error instanceof RangeError ? tr("This is more than the browser has memory for. R can judge it.")
        : `${tr("An unexpected error occurred:")} ${error.message}`;
    replace(holder, h("p", {}, text), known && error.values.canDrop && h("p", {}, tr("Tick \"leave out incomplete rows\" to go on without them.")));
    if (!known) console.error(error);
  }
}

export const showResults = () => find("#results h2")?.scrollIntoView({ behavior: "auto", block: "start" });
