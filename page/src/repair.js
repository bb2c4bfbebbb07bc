// Calibration of one system of a set: the calibrated LRs of its comparisons and of new ones, and
// the limits of these LRs.
import { clamp, nSource } from "./bounds.js";
import { calibrate, calibrated, crossCalibrate } from "./calibrate.js";
import { eceCurve, systemSpan, tippettCurve, usefulRange } from "./curves.js";
import { summaryOf } from "./explain.js";
import { FileProblem } from "./problem.js";
import { elub, isScore, misleading } from "./system.js";
import { later } from "./words.js";

const problems = {
  certain: later("No rising transformation can repair comparisons that are certain and wrong. Look at those; bound what the system may claim; or use PAV."),
  constant: later("The comparisons must have at least two distinct finite values: with fewer, no slope can be found."),
  separable: later("The comparisons separate the hypotheses: logistic regression has no finite solution. Use lambda, for example 0.1; or add comparisons, some of them hard."),
  size: later("The values are too large or too small for a calibration in double precision."),
  clash: later("The values are too large or too small for a calibration in double precision."),
  folds: later("There must be at most as many folds as comparisons."),
  one_class: later("Without one of the folds, both hypotheses must have at least one comparison left. Use fewer folds, or more comparisons."),
};

function check(found) {
  if (found.problem) throw new FileProblem(problems[found.problem]);
  return found;
}

// `known` is the ELUB of the calibrated system, even if it is not bounded.
export function repairOf(set, options) {
  const system = set.systems[options.system];
  const fit = check(calibrate(system, options));
  const inSample = calibrated(system, fit);
  const held = check(crossCalibrate(set.systems, options, options.folds)[options.system]);
  const known = elub(inSample);
  const bounds = { none: null, elub: known, n_source: nSource(inSample) }[options.bound];
  const bounded = bounds && { ...held, value: held.value.map((x) => clamp(x, bounds)), known: new Map() };
  const rows = [system, held, bounded].map((one) => one && summaryOf(one, [0.5]));
  for (const one of [isScore(system) ? null : system, held, bounded].filter(Boolean)) {
    for (const derive of [eceCurve, tippettCurve, usefulRange, misleading, systemSpan]) derive(one);
  }
  return { fit, inSample, held, bounded, bounds, known, rows };
}
