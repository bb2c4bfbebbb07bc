// Control of a prior: a slider of odds, and a field for percent.
import { oddsText } from "./sentences.js";
import { h } from "./dom.js";
import { signif } from "./format.js";
import { term } from "./terms.js";
import { tr } from "./words.js";

const log10Odds = (prior) => Math.log10(prior / (1 - prior));

export function priorControl(prior, onPrior) {
  const slider = h("input", { type: "range", id: "prior-odds", min: "-6", max: "6", step: "0.1" });
  const percent = h("input", { type: "number", id: "prior-percent", min: "0.0001", max: "99.9999", step: "any" });
  const odds = h("output", { for: "prior-odds", class: "odds" });
  const show = (value) => {
    odds.textContent = oddsText(log10Odds(value));
    slider.setAttribute("aria-valuetext", odds.textContent);
  };
  const set = (value) => {
    slider.value = log10Odds(value);
    percent.value = signif(100 * value, 4);
    show(value);
  };
  slider.addEventListener("input", () => {
    const value = 1 / (1 + 10 ** -Number(slider.value));
    percent.value = signif(100 * value, 4);
    show(value);
    onPrior(value);
  });
  percent.addEventListener("change", () => {
    const value = Number(percent.value) / 100;
    if (!(value > 0 && value < 1)) return;
    slider.value = log10Odds(value);
    show(value);
    onPrior(value);
  });
  set(prior);
  return h("div", { class: "control prior" },
    h("label", { for: "prior-odds" }, tr("Prior odds of H1")), slider, odds,
    h("label", { for: "prior-percent" }, tr("or as a probability, in %")), percent,
    h("div", { class: "about" }, term("prior", tr("What is the prior?"))));
}
