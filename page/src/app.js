// The page: its views, its languages, and a set that R may have put into it.
import tables from "../generated/tables.json";
import { find, h, inflated, replace } from "./dom.js";
import { ask, serve, startBeside, startWith } from "./beside.js";
import { heldView } from "./held-view.js";
import { forgetAll, judgeView, showExample, takeGiven } from "./judge-view.js";
import { learnView } from "./learn-view.js";
import { isKept, keepOffline } from "./offline.js";
import { repairView } from "./repair-view.js";
import { reportView } from "./report-view.js";
import { setFromR } from "./set.js";
import { simulate } from "./simulate.js";
import { halfWidths, sizeFor } from "./size.js";
import { on, state } from "./state.js";
import { chooseLanguage, currentLanguage, languages, onLanguage, tr } from "./words.js";

const views = {
  judge: { title: () => tr("Evaluate"), make: judgeView },
  repair: { title: () => tr("Calibrate"), make: repairView },
  learn: { title: () => tr("Learn"), make: learnView },
  report: { title: () => tr("Report"), make: reportView },
};

let shown = "judge";

function show(name) {
  shown = name;
  for (const key of Object.keys(views)) {
    find(`#view-${key}`).hidden = key !== name;
    const tab = find(`#tab-${key}`);
    tab.setAttribute("aria-selected", String(key === name));
    tab.tabIndex = key === name ? 0 : -1;
  }
  find(`#view-${name}`).refresh?.();
  redrawVisible();
}

function redrawVisible() {
  for (const holder of document.querySelectorAll(`#view-${shown} .drawing`)) {
    if (holder.dataset.width !== String(Math.round(Math.min(Math.max(holder.clientWidth, 280), 760)))) holder.redraw?.();
  }
}

function tabs() {
  const names = Object.keys(views);
  return h("div", { role: "tablist", "aria-label": tr("What to do"), onkeydown: (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = names[(names.indexOf(shown) + step + names.length) % names.length];
    show(next);
    find(`#tab-${next}`).focus();
  } }, names.map((name) => h("button", {
    type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `view-${name}`, onclick: () => show(name),
  }, views[name].title())));
}

function build() {
  const language = h("select", { id: "language", "aria-label": "Language / Sprache", onchange: () => chooseLanguage(language.value) },
    Object.entries(languages).map(([key, text]) => h("option", { value: key, lang: key, selected: key === currentLanguage() }, text)));
  replace(find("#app"),
    h("header", { class: "top" },
      h("div", {}, h("h1", {}, "calibrant"), h("p", {}, tr("How good are these likelihood ratios?"))), language),
    h("nav", {}, tabs()),
    h("main", {}, Object.entries(views).map(([key, view]) => {
      const made = view.make();
      made.setAttribute("role", "tabpanel");
      made.setAttribute("aria-labelledby", `tab-${key}`);
      return made;
    })),
    heldView(async () => {
      await forgetAll();
      build();
      find("#tab-judge").focus();
    }),
    h("footer", {}, h("p", {}, tr("calibrant {version}. The numbers are made by the C code of the R package.", { version: tables.version })),
      h("p", { id: "offline", hidden: !isKept() }, tr("This page also opens without a network, and the menu of the browser installs it.")),
      licencesView()));
  show(shown);
}

function licencesView() {
  const texts = h("pre");
  return h("details", { ontoggle: async () => { texts.textContent = new TextDecoder().decode(await inflated("#licences")); } },
    h("summary", {}, tr("Licences")), texts);
}

async function start() {
  const packed = { kernels: await inflated("#kernels"), texts: await inflated("#texts") };
  await startWith(packed);
  startBeside(packed);
  const given = JSON.parse(find("#set-from-r").textContent);
  window.addEventListener("beforeprint", () => show("report"));
  onLanguage(() => { document.documentElement.lang = currentLanguage(); });
  chooseLanguage(given?.language ?? (navigator.language?.startsWith("de") ? "de" : "en"));
  onLanguage(async () => {
    if (state.set) state.said = await ask("say", { prior: state.prior, bands: null });
    build();
  });
  build();
  // Values for tests, which no button shows.
  on("bands", () => { globalThis.calibrantBands = state.bands; });
  on("set", () => { globalThis.calibrantSet = state.set; });
  globalThis.calibrantSimulate = simulate;
  globalThis.calibrantSize = (system, n, ratio, wanted) => ({ half: halfWidths(system)(n, ratio * n), size: sizeFor(system, wanted, ratio) });
  await (given ? takeGiven(setFromR(given), given.code) : showExample());
  document.documentElement.dataset.ready = "true";
  await keepOffline(() => { find("#offline").hidden = false; });
}

// A worker has no document.
if (typeof document === "undefined") {
  serve();
} else {
  start().catch((error) => {
    find("#app").textContent = `calibrant cannot start here: ${error.message}`;
  });
}
