// Calibration of one system, as by calibrate() and cross_calibrate().
import * as kernels from "./kernels.js";
import { rRandom } from "./random.js";
import { blocksOf, isScore, makeSystem, pointsOf, sizesOf, withValues } from "./system.js";
import { LN10, lnToLog10, toLn } from "./units.js";

// A fit, or `{ problem }` with a status of the kernel.
export const calibrate = (system, options) => trained(system, isScore(system) || system.weight ? null : pointsOf(system), options);

function trained(system, points, { method = "logistic", prior = 0.5, lambda = 0 } = {}) {
  if (method === "pav") return trainPav(system);
  const found = kernels.logistic(system, { prior, lambda, points });
  if (found.status !== "found") return { problem: found.status, wrong: found.wrong };
  return { method, prior, lambda, ...found };
}

function trainPav(system) {
  const blocks = blocksOf(system);
  return {
    method: "pav",
    prior: 0.5,
    objective: kernels.ece(blocks, [0])[0],
    min: toLn(blocks.min, system.scale),
    max: toLn(blocks.max, system.scale),
    log10_lr: blocks.log10_lr,
  };
}

// log10 LRs from ln LRs or scores.
export const apply = (fit, value) =>
  (fit.method === "pav" ? kernels.applyBlocks(fit, value) : lnToLog10(kernels.applyLine(fit, value)));

export const inputOf = (system) => toLn(system.value, system.scale);

export function calibrated(system, fit) {
  return withValues(system, apply(fit, inputOf(system)), "log10");
}

// The folds of R after set.seed(). The second class continues where the first one stopped.
export function dealFolds(truth, folds, random) {
  const places = (wanted) => {
    const found = [];
    truth.forEach((t, i) => { if ((t === 1) === wanted) found.push(i); });
    return found;
  };
  const fold = new Int32Array(truth.length);
  [...random.shuffle(places(true)), ...random.shuffle(places(false))].forEach((trial, i) => {
    fold[trial] = i % folds;
  });
  return fold;
}

// Each trial, calibrated by the trials of the other folds. Systems with the same truths have the
// same folds.
export function crossCalibrate(systems, options, folds = 10, seed = 1) {
  if (systems.some((system) => folds > system.value.length)) {
    return systems.map(() => ({ problem: "folds" }));
  }
  const random = rRandom(seed);
  const dealt = [];
  return systems.map((system) => {
    const same = dealt.find((d) => sameTruth(d.truth, system.truth));
    const fold = same ? same.fold : dealFolds(system.truth, folds, random);
    if (!same) dealt.push({ truth: system.truth, fold });
    return outOfFold(system, options, fold, folds);
  });
}

export const sameTruth = (x, y) => x.length === y.length && x.every((t, i) => t === y[i]);

function outOfFold(system, options, fold, folds) {
  const out = new Float64Array(fold.length);
  const input = inputOf(system);
  for (let k = 0; k < folds; ++k) {
    const test = [];
    const train = [];
    fold.forEach((f, i) => (f === k ? test : train).push(i));
    if (test.length === 0) continue;
    const some = makeSystem(system.name, pickAt(system.value, train), pickAt(system.truth, train),
      system.scale, { weight: system.weight && pickAt(system.weight, train) });
    const nH1 = some.truth.reduce((n, t) => n + t, 0);
    if (nH1 === 0 || nH1 === train.length) return { problem: "one_class" };
    const fit = trained(some, null, options);
    if (fit.problem) return { problem: fit.problem };
    apply(fit, pickAt(input, test)).forEach((x, i) => { out[test[i]] = x; });
  }
  return withValues(system, out, "log10");
}

function pickAt(x, places) {
  const out = new x.constructor(places.length);
  places.forEach((at, i) => { out[i] = x[at]; });
  return out;
}

// ln LRs beyond those that a number of trials can support.
export function bearable(system) {
  const [h1, h2] = sizesOf(system);
  return [-Math.log1p(h1) / LN10, Math.log1p(h2) / LN10];
}
