// The words of the field, each explained in place by a button that opens and closes a note.
import { h } from "./dom.js";
import { tr } from "./words.js";

const meanings = () => ({
  Cllr: tr("The log-likelihood-ratio cost, in bits: the mean uncertainty that the LRs leave at even prior odds, if a fact finder uses them. 0 is perfect, 1 is no information, more does harm."),
  discrimination: tr("Cllr_min: the cost that would remain if the LRs were recalibrated in the best way that keeps their order (PAV). It shows how well the system tells H1 from H2."),
  calibration: tr("Cllr_cal = Cllr − Cllr_min: the loss because the LRs are too strong, too weak or shifted. Calibration can repair it."),
  EER: tr("The equal error rate: the error rate at the threshold where misses and false alarms are equally frequent. It says nothing about calibration."),
  tied: tr("Comparisons whose value occurs more than once. Many ties mean rounded values, or a scale of few steps."),
  certain: tr("LRs that claim certainty. One that is wrong makes Cllr and ECE infinite."),
  misleading: tr("The share of comparisons whose LR supports the wrong hypothesis."),
  useful: tr("The prior odds, as powers of ten, at which a fact finder is better off with the LRs than without; -2 is 1 to 100."),
  ECE: tr("Empirical cross-entropy: the mean uncertainty about the truth at this prior, with the LRs, and in brackets without."),
  sharing: tr("The number of comparisons that can be chosen so that no two share an item. A small number means that the comparisons carry less information than their total suggests."),
  AUC: tr("The area under the ROC curve: how often a comparison under H1 has a larger value than one under H2."),
  prior: tr("The belief in H1 before this evidence. It belongs to the fact finder, not to the system; move it to see where the LRs help."),
});

let opened = 0;

export function term(word, text) {
  const id = `meaning-${++opened}`;
  const note = h("span", { class: "meaning", id, role: "note", hidden: true }, meanings()[word]);
  const button = h("button", { type: "button", class: "term", "aria-expanded": "false", "aria-controls": id,
    onclick: () => show(note.hidden),
    onkeydown: (event) => { if (event.key === "Escape") show(false); } }, text);
  function show(shown) {
    note.hidden = !shown;
    button.setAttribute("aria-expanded", String(shown));
  }
  return [button, note];
}
