// Learn: sliders for the properties of a system, and guided exercises.
import { cllr, cllrCal, cllrMin, eer } from "./system.js";
import { usefulRange } from "./curves.js";
import { explain } from "./explain.js";
import { exercises } from "./exercises.js";
import { exact, formatNumber, percentText, plainCount } from "./format.js";
import { h, replace } from "./dom.js";
import { ecePicture, histogramPicture, pavPicture, tippettPicture } from "./pictures.js";
import { pictureView } from "./picture-view.js";
import { priorControl } from "./prior-control.js";
import { simulate, simulateCode } from "./simulate.js";
import { halfWidths, sizeFor } from "./size.js";
import { lazily } from "./state.js";
import { tr } from "./words.js";

const start = { s: 2, stretch: 1, shift: 0, nH1: 300, nH2: 1000, seed: 1, certain: false, prior: 0.5, halfWidth: 0.05 };

const sliders = () => [
  { key: "s", label: tr("Discrimination s"), min: 0.2, max: 5, step: 0.1 },
  { key: "stretch", label: tr("Stretch of the log LR"), min: 0.2, max: 4, step: 0.1 },
  { key: "shift", label: tr("Shift, log10 LR"), min: -2, max: 2, step: 0.1 },
  { key: "nH1", label: tr("Comparisons under H1"), counts: true },
  { key: "nH2", label: tr("Comparisons under H2"), counts: true },
  { key: "halfWidth", label: tr("Wanted half-width of Cllr"), min: 0.01, max: 0.2, step: 0.01 },
];

const numbers = [3, 5, 10, 20, 50, 100, 200, 300, 500, 1000, 2000, 5000, 10000];

const settings = { ...start };

export function learnView() {
  const controls = h("div", {});
  const verdict = h("p", { class: "key-numbers", role: "status", id: "learn-numbers" });
  const sentence = h("p", { class: "verdict" });
  const size = h("p", { id: "learn-size", role: "status" });
  const first = h("div", { class: "pictures learn-first" });
  const pictures = h("div", { class: "pictures", id: "learn-pictures" });
  const inputs = {};
  let later = 0;

  function update() {
    const began = performance.now();
    const system = simulate(settings);
    const code = { set: simulateCode(settings) };
    verdict.textContent = [
      `Cllr ${formatNumber(cllr(system))}`, `= ${tr("discrimination")} ${formatNumber(cllrMin(system))}`,
      `+ ${tr("calibration")} ${formatNumber(cllrCal(system))}`, `· EER ${percentText(eer(system))}`,
    ].join(" ");
    tellSize(size, settings);
    replaceDrawings(first, [ecePicture([system], { useful: null, code, prior: settings.prior })]);
    replaceDrawings(pictures, [tippettPicture([system], { code }), pavPicture(system, { code }), histogramPicture(system, { code })]);
    pictures.dataset.frame = performance.now() - began;
    clearTimeout(later);
    later = setTimeout(() => {
      const ranges = usefulRange(system);
      first.firstChild.update(ecePicture([system], { useful: [ranges], code, prior: settings.prior }));
      sentence.textContent = explain(system, settings.prior, { named: false, useful: ranges });
    }, 200);
  }

  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      update();
    });
  };

  function showControls() {
    replace(controls,
      sliders().map((slider) => sliderView(slider, inputs, soon)),
      priorControl(settings.prior, (prior) => {
        settings.prior = prior;
        soon();
      }),
      h("p", {}, h("button", { type: "button", class: "main", id: "new-sample", onclick: () => {
        ++settings.seed;
        soon();
      } }, tr("New sample")), " ",
      h("button", { type: "button", onclick: () => apply({}) }, tr("Start again"))));
  }

  function apply(changes) {
    Object.assign(settings, start, changes);
    showControls();
    soon();
  }

  showControls();
  const view = h("section", { id: "view-learn" },
    h("p", {}, tr("Move the sliders. Stretch and shift never change the order of the LRs, so the dashed line stays where it is; the solid line is the cost of the LRs as reported.")),
    h("h2", {}, tr("One system")),
    h("div", { class: "learn" }, first, h("div", { class: "controls" }, verdict, controls)), sentence, size,
    h("h2", {}, tr("Figures")), pictures,
    h("h2", {}, tr("Six exercises")), exercises().map((exercise, i) => exerciseView(exercise, i, apply)));
  return lazily(view, [], update);
}

// Shows the sentences of plan_size() in R.
function tellSize(holder, { nH1, nH2, halfWidth, ...system }) {
  const ratio = nH2 / nH1;
  const half = halfWidths(system)(nH1, nH2);
  const n = sizeFor(system, halfWidth, ratio);
  holder.dataset.half = exact(half);
  holder.dataset.size = exact(n);
  holder.textContent = tr("Before such a study: with {n1} and {n2} comparisons the 95 % interval of Cllr will have a mean half-width of {half}; a half-width of {wanted} takes {size} comparisons under H1, with {ratio} times as many under H2.", {
    n1: plainCount(nH1), n2: plainCount(nH2), half: formatNumber(half), wanted: formatNumber(halfWidth),
    size: plainCount(n), ratio: formatNumber(ratio) });
}

function sliderView({ key, label, min, max, step, counts }, inputs, soon) {
  const id = `learn-${key}`;
  const value = h("output", { for: id }, String(settings[key]));
  const input = h("input", {
    type: "range", id, min: String(counts ? 0 : min), max: String(counts ? numbers.length - 1 : max), step: String(counts ? 1 : step),
    value: String(counts ? numbers.indexOf(settings[key]) : settings[key]),
    oninput: () => {
      settings[key] = counts ? numbers[Number(input.value)] : Number(input.value);
      value.textContent = String(settings[key]);
      input.setAttribute("aria-valuetext", value.textContent);
      soon();
    },
  });
  inputs[key] = input;
  return h("div", { class: "control" }, h("label", { for: id }, label), input, value);
}

// The frames are kept, so that nothing jumps while a slider moves.
function replaceDrawings(holder, pictures) {
  const views = [...holder.children];
  pictures.forEach((picture, i) => {
    const view = views[i];
    if (view?.update) view.update(picture);
    else holder.append(pictureView(picture));
  });
}

function exerciseView({ title, task, setUp, look, answer }, i, apply) {
  return h("details", { class: "exercise", id: `exercise-${i + 1}` }, h("summary", {}, `${i + 1}. ${title}`),
    h("ol", {}, h("li", {}, task, " ", h("button", { type: "button", onclick: () => {
      apply(setUp);
      document.querySelector(".learn-first").scrollIntoView({ block: "nearest" });
    } }, tr("Set the sliders"))), h("li", {}, look)),
    h("details", {}, h("summary", {}, tr("Answer")), h("p", {}, answer)));
}
