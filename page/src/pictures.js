// The pictures, in the visual language of R/plot-roles.R. Each has a name, a drawing for any width,
// its numbers as a table and under the pointer, and R code for the same picture.
import tables from "../generated/tables.json";
import { bisector } from "d3-array";
import {
  bandLayer, barLayer, chart, edgeLayer, groundLayer, lastAlike, linear, lineLayer, marksLayer, minus,
  stepLayer, systemShapes, textLayer, tickText, verticalLayer,
} from "./chart.js";
import {
  beyondWindow, detCurve, displayWindow, eceCurve, histogram, histogramBreaks, pavCurve,
  tippettCurve,
} from "./curves.js";
import { qnorm } from "./distributions.js";
import { formatNumber, numberText, percentText } from "./format.js";
import { gettextf } from "./translate.js";
import { auc, countsOf, eer, infiniteOf, isScore, misleading } from "./system.js";
import { LN10, thresholdName, thresholdOf } from "./units.js";
import { tr } from "./words.js";

const { roles } = tables;
const pen = (role, width = 2) => ({ colour: roles[role].colour, line: roles[role].line, width });
const colourOf = (k) => tables.systems.colours[k % tables.systems.colours.length];
const shapeOf = (k) => systemShapes[k % systemShapes.length];
const place = bisector((x) => x).right;

const percentTick = (x) => formatNumber(100 * x);
const percentAxis = (label) => linear([0, 1], { text: percentTick, ticks: 5, label });
const lrLabel = (system) => (isScore(system) ? tr("Score") : tr("log\u2081\u2080 LR"));
const heightFor = (width) => Math.round(Math.min(Math.max(width * 0.5, 190), 330));

function classCounts([h1, h2]) {
  const parts = [h1 > 0 ? `${numberText(h1)} H1` : "", h2 > 0 ? `${numberText(h2)} H2` : ""];
  return parts.filter(Boolean).join(", ");
}

const perSystem = (systems, text) => systems.map((system) =>
  (systems.length > 1 ? `${system.name}: ${text(system)}` : text(system)));

// ---- Empirical cross-entropy ----

export function ecePicture(systems, { useful, bands = null, prior = null, code }) {
  const curves = systems.map((system) => eceCurve(system));
  const overlay = systems.length > 1;
  const odds = curves[0].log10_prior_odds;
  const limit = eceLimit(curves);
  const styles = (k, role) => ({ ...pen(role), ...(overlay ? { colour: colourOf(k) } : {}) });
  const words = tables.ece_words;
  const phrase = (system) => usefulPhrase(useful[systems.indexOf(system)]);

  const draw = (width) => chart({
    width,
    height: heightFor(width),
    x: linear([-3, 3], { ticks: 6, label: tr("Prior log\u2081\u2080 odds of H1") }),
    y: linear([0, limit], { ticks: 5, label: tr("Cross-entropy (bits)") }),
    layers: [
      groundLayer(odds, curves[0].ece_null, tables.harm.fill),
      ...curves.flatMap((c, k) => (bands ? bandLayers(bands, k, styles(k, "actual").colour, overlay) : [])),
      ...(prior === null ? [] : [verticalLayer(Math.log10(prior / (1 - prior)), { colour: roles.none.colour, width: 1 })]),
      lineLayer(odds, curves[0].ece_null, pen("none")),
      ...curves.flatMap((c, k) => [
        lineLayer(odds, c.ece_min, styles(k, "best")), lineLayer(odds, c.ece, styles(k, "actual")),
        ...(overlay ? [marksLayer(markPlaces(odds, c.ece, k, curves.length, [-3, 3]), shapeOf(k), colourOf(k))] : []),
      ]),
      textLayer(infiniteLines(systems, curves), (at) => ({
        x: (at.frame.left + at.frame.right) / 2, y: at.frame.top + 18 })),
    ],
    legend: [
      ...systemLegend(systems),
      ...(overlay ? lineRoles(words) : [
        { ...pen("actual"), text: tr(words.ece) }, { ...pen("best"), text: tr(words.ece_min) },
        { ...pen("none"), text: tr(words.ece_null) },
      ]),
      { fill: tables.harm.fill, text: tr(tables.harm.words) },
    ],
    notes: [
      ...(useful ? perSystem(systems, phrase) : ["\u00a0"]),
      ...cutNotes(systems, curves, limit),
      bandNote(bands),
    ],
    alt: tr("ECE plot: empirical cross-entropy over prior odds. {finding}", {
      finding: useful ? perSystem(systems, phrase).join(" ") : "",
    }),
  });

  return {
    id: "ece",
    title: tr("Empirical cross-entropy"),
    lead: tr("The remaining uncertainty after the evidence, at any prior. Below the dotted line the LRs help."),
    draw,
    hover: (x) => {
      const i = nearest(odds, x);
      const prior = 1 / (1 + 10 ** -odds[i]);
      return { x: odds[i], lines: [
        `${tr("prior")} ${percentText(prior)}`,
        ...systems.map((system, k) => {
          const name = overlay ? `${system.name}: ` : "";
          return `${name}ECE ${formatNumber(curves[k].ece[i])}, ${tr("after PAV")} ${formatNumber(curves[k].ece_min[i])}`;
        }),
        `${tr("no evidence")} ${formatNumber(curves[0].ece_null[i])}`,
      ] };
    },
    table: () => ({
      header: ["system", "log10_prior_odds", "ece", "ece_min", "ece_null", ...limitNames(bands, "ece", "ece_min")],
      rows: systems.flatMap((system, k) => odds.map((o, i) =>
        [system.name, o, curves[k].ece[i], curves[k].ece_min[i], curves[k].ece_null[i], ...eceLimits(bands, k, o)])),
    }),
    code: bands ? bandCode(code, bands, `ece_curve(x, seq(-3, 3, by = ${bands.step}), ${bandArguments(bands)},\n  corrected = FALSE)`)
      : `${code.set}\nplot_ece(x${overlay ? ", systems = \"overlay\"" : ""})`,
  };
}

const limitNames = (bands, ...names) => (bands ? names.flatMap((name) => [`${name}_lower`, `${name}_upper`]) : []);

// Limits exist at fewer priors than the curve.
function eceLimits(bands, k, odds) {
  if (!bands) return [];
  const at = bands.log10_odds.findIndex((o) => Math.abs(o - odds) < 1e-9);
  return at < 0 ? ["", "", "", ""] : [...bands.systems[k].ece[at], ...bands.systems[k].ece_min[at]];
}

const bandNote = (bands) => (!bands ? "" : bands.by === "source" ? tr("Tinted: 95 % intervals at each point, drawn by item.")
  : tr("Tinted: 95 % intervals at each point, drawn by comparison."));

const bandArguments = (bands) =>
  `level = 0.95, ${bands.by === "source" ? "by = \"source\", " : ""}replicates = ${bands.replicates}`;

const bandCode = (code, bands, call) => `${code.set}\nset.seed(${bands.seed})\n${call}`;

function bandLayers(bands, k, colour, overlay) {
  const one = bands.systems[k];
  const side = (rows, end) => rows.map((row) => row[end]);
  return [
    bandLayer(bands.log10_odds, side(one.ece_min, 0), side(one.ece_min, 1), overlay ? colour : roles.best.colour),
    one.ece ? bandLayer(bands.log10_odds, side(one.ece, 0), side(one.ece, 1), colour) : null,
  ].filter(Boolean);
}

const lineRoles = (words) => [
  { colour: "#555555", line: roles.actual.line, text: tr(words.ece) },
  { colour: "#555555", line: roles.best.line, text: tr(words.ece_min) },
  { ...pen("none"), text: tr(words.ece_null) },
];

const systemLegend = (systems, note = () => "") => (systems.length < 2 ? [] : systems.map((system, k) => ({
  colour: colourOf(k), shape: shapeOf(k), text: [system.name, note(system)].filter(Boolean).join(": "),
})));

// Places on a curve between two ends for the marks that identify it.
function markPlaces(xs, ys, k, n, [low, high], marks = 6) {
  return Array.from({ length: marks }, (_, m) => {
    const i = Math.max(place(xs, low + ((high - low) * (m + (k + 0.5) / n)) / marks) - 1, 0);
    return { x: Math.min(Math.max(xs[i], low), high), y: ys[i] };
  }).filter((p) => Number.isFinite(p.y));
}

// The curve of a very bad system leaves any sensible panel.
function eceLimit(curves) {
  const finite = curves.flatMap((c) => Array.from(c.ece).filter(Number.isFinite));
  if (finite.length === 0) return 1.2;
  const lows = curves.map((c) => Math.min(...c.ece)).filter(Number.isFinite);
  const lowest = lows.length > 0 ? Math.max(...lows) : 0;
  return 1.08 * Math.max(...curves[0].ece_null, Math.min(Math.max(...finite), 2), 1.2 * lowest);
}

const cutNotes = (systems, curves, limit) => systems.map((system, k) => {
  const highest = Math.max(0, ...Array.from(curves[k].ece).filter(Number.isFinite));
  return highest > limit
    ? tr("{system}The curve goes on to {high} bits above the panel.", { system: prefix(systems, system), high: formatNumber(highest) })
    : "";
});

const prefix = (systems, system) => (systems.length > 1 ? `${system.name}: ` : "");

const infiniteLines = (systems, curves) => systems.filter((_, k) => curves[k].ece.includes(Infinity))
  .flatMap((system) => {
    const { zero, inf } = infiniteOf(system);
    return [tr("{system}ECE is infinite: LR = 0 in {a} H1, LR = Inf in {b} H2 comparisons", {
      system: prefix(systems, system), a: numberText(zero[0]), b: numberText(inf[1]) })];
  });

export function usefulPhrase(ranges) {
  const shown = ranges.filter((r) => r.log10_prior_odds_min < 3 && r.log10_prior_odds_max > -3);
  if (shown.length === 0) return tr("On these comparisons useful at no prior shown.");
  const border = (p) => (p > 0.99 ? `${formatNumber(100 * p, 5)} %` : percentText(p));
  const pieces = shown.map((r) => {
    const from = r.log10_prior_odds_min <= -3 ? "" : border(r.prior_min);
    const to = r.log10_prior_odds_max >= 3 ? "" : border(r.prior_max);
    if (!from && !to) return tr("every prior shown");
    if (!from) return tr("priors below {to}", { to });
    return to ? tr("priors from {from} to {to}", { from, to }) : tr("priors above {from}", { from });
  });
  return tr("On these comparisons useful at {priors}.", { priors: pieces.join(tr(" and at ")) });
}

const nearest = (xs, x) => {
  const i = Math.min(Math.max(place(xs, x), 1), xs.length - 1);
  return x - xs[i - 1] < xs[i] - x ? i - 1 : i;
};

// ---- Tippett ----

function lrAxis(systems, window, label) {
  return linear(window[0] === window[1] ? [window[0] - 0.5, window[0] + 0.5] : window, { ticks: 6, label: label ?? lrLabel(systems[0]) });
}

function edges(system, window) {
  const ends = beyondWindow(system, window);
  return { low: classCounts(ends.low), high: classCounts(ends.high) };
}

const hasEdges = (ends) => Boolean(ends.low || ends.high);

export function tippettPicture(systems, { bands = null, code }) {
  const curves = systems.map(tippettCurve);
  const overlay = systems.length > 1;
  const window = displayWindow(systems);
  const ends = systems.map((system) => edges(system, window));
  const note = (system) => {
    const { n, rate } = misleading(system);
    const { totals } = countsOf(system);
    // Counts are shown for few trials, for which a percentage is too precise, and instead of 0 %,
    // which would mean "never".
    const part = (i) => ((totals[i] < 100 || rate[i] === 0) && Number.isInteger(totals[i])
      ? gettextf("%s of %s %s", numberText(n[i]), numberText(totals[i]), `H${i + 1}`)
      : gettextf("%s of %s", percentText(rate[i]), `H${i + 1}`));
    return gettextf("misleading in %s and %s", part(0), part(1));
  };
  const draw = (width) => chart({
    width,
    height: heightFor(width),
    labelSpace: !overlay && hasEdges(ends[0]) ? 18 : 0,
    x: lrAxis(systems, window, `${lrLabel(systems[0])} ${tr("greater than")}`),
    y: percentAxis(isWeighted(systems) ? tr("Proportion of weight (%)") : tr("Proportion of comparisons (%)")),
    layers: [
      verticalLayer(0, { colour: roles.none.colour, width: 1 }),
      ...(bands ? curves.flatMap((c, k) => ["h2", "h1"].map((hypothesis) => {
        const { lower, upper } = bands.systems[k].tippett[hypothesis];
        return bandLayer(c.log10_lr, lower, upper, overlay ? colourOf(k) : roles[hypothesis].colour, { steps: true });
      })) : []),
      ...curves.flatMap((c, k) => ["h2", "h1"].map((hypothesis) =>
        stepLayer(c.log10_lr, c[hypothesis], overlay ? { ...pen(hypothesis), colour: colourOf(k) } : pen(hypothesis)))),
      ...(overlay ? curves.flatMap((c, k) => ["h1", "h2"].map((hypothesis) =>
        marksLayer(markPlaces(c.log10_lr, c[hypothesis], k, curves.length, window, 4), shapeOf(k), colourOf(k), 3.5))) : []),
      ...(overlay ? [] : [edgeLayer(ends[0])]),
    ],
    legend: overlay
      ? [...systemLegend(systems, note), { ...pen("h1"), colour: "#555555", text: "H1" }, { ...pen("h2"), colour: "#555555", text: "H2" }]
      : [{ ...pen("h1"), text: "H1" }, { ...pen("h2"), text: "H2" }],
    notes: [
      ...(overlay ? systems.flatMap((system, k) => beyondNotes(system, ends[k]))
        : [capital(note(systems[0])), hasEdges(ends[0]) ? tr("Triangles: comparisons beyond the axis.") : ""]),
      bandNote(bands),
    ],
    alt: tr("Tippett plot. {finding}", { finding: perSystem(systems, note).join(" ") }),
  });
  return {
    id: "tippett",
    title: tr("Tippett plot"),
    lead: tr("The share of comparisons with an LR greater than each value."),
    draw,
    hover: (x) => ({ x, lines: [`${lrLabel(systems[0])} ${tickText(x)}`, ...systems.map((system, k) => {
      const i = Math.max(place(curves[k].log10_lr, x) - 1, 0);
      return `${prefix(systems, system)}H1 ${percentText(curves[k].h1[i])}, H2 ${percentText(curves[k].h2[i])}`;
    })] }),
    table: () => ({
      header: ["system", "log10_lr", "h1", "h2", ...limitNames(bands, "h1", "h2")],
      rows: systems.flatMap((system, k) => Array.from(curves[k].log10_lr, (x, i) => [system.name, x, curves[k].h1[i], curves[k].h2[i],
        ...(bands ? ["h1", "h2"].flatMap((hypothesis) => limitsAt(bands.systems[k].tippett[hypothesis], i)) : [])])),
    }),
    code: drawCode(code, bands, "plot_tippett(x", overlay ? ["systems = \"overlay\""] : []),
  };
}

const limitsAt = (band, i) => [band.lower[i], band.upper[i]];

const isWeighted = (systems) => systems[0].weight !== null;

function drawCode(code, bands, call, settings = []) {
  const whole = `${[call, ...settings, ...(bands ? [bandArguments(bands)] : [])].join(", ")})`;
  return bands ? bandCode(code, bands, whole) : `${code.set}\n${whole}`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const beyondNotes = (system, ends) => [
  ends.low ? tr("{system}: {counts} beyond the axis on the left.", { system: system.name, counts: ends.low }) : "",
  ends.high ? tr("{system}: {counts} beyond the axis on the right.", { system: system.name, counts: ends.high }) : "",
];

// ---- Misses against false alarms ----

const detTicks = [1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999];

export function detPicture(systems, { set, bands = null, code }) {
  const curves = systems.map(detCurve);
  const overlay = systems.length > 1;
  const [low, high] = detLimits(systems, curves);
  const axis = (label) => probit(low, high, label);
  const onto = (p) => Math.min(Math.max(p, low), high);
  const rates = systems.map(eer);
  const note = (system) => `EER ${percentText(eer(system))}`;
  const paths = curves.map((c) => detPath(c, onto));
  const hulls = curves.map((c) => {
    const kept = [];
    c.hull.forEach((on, i) => { if (on) kept.push(i); });
    return detPath({ p_fa: kept.map((i) => c.p_fa[i]), p_miss: kept.map((i) => c.p_miss[i]) }, onto, true);
  });
  const draw = (width) => chart({
    width,
    height: Math.min(width, 440),
    square: true,
    x: axis(tr("False-alarm rate (%)")),
    y: axis(tr("Miss rate (%)")),
    layers: [
      ...(bands ? curves.map((c, k) => {
        const { lower, upper } = bands.systems[k].det;
        return bandLayer(c.p_fa.map(onto), lower.map(onto), upper.map(onto), overlay ? colourOf(k) : "#000000");
      }) : []),
      lineLayer([low, high], [low, high], pen("none", 1)),
      ...(overlay ? [] : [lineLayer(hulls[0].x, hulls[0].y, { colour: "#000000", line: "dashed", width: 1.5 })]),
      ...paths.map((p, k) => lineLayer(p.x, p.y, { colour: overlay ? colourOf(k) : "#000000", width: 2 })),
      ...rates.map((rate, k) => marksLayer([{ x: onto(rate), y: onto(rate) }], overlay ? shapeOf(k) : "circle", overlay ? colourOf(k) : "#000000", 5)),
    ],
    legend: overlay ? systemLegend(systems, note)
      : [{ colour: "#000000", text: tr("Steps") }, { colour: "#000000", line: "dashed", text: tr("Convex hull") },
        { shape: "circle", colour: null, text: note(systems[0]) }],
    notes: [bandNote(bands)],
    alt: tr("DET plot: misses against false alarms. {finding}", { finding: perSystem(systems, note).join(" ") }),
  });
  return {
    id: "det",
    title: tr("DET plot"),
    lead: tr("Misses against false alarms at every threshold: discrimination alone, whatever the calibration."),
    draw,
    hover: (x, y) => {
      const found = nearestCorner(curves, onto, x, y);
      const c = curves[found.k];
      return { x: onto(c.p_fa[found.i]), y: onto(c.p_miss[found.i]), lines: [
        `${prefix(systems, systems[found.k])}${tr("threshold")} ${tickText(thresholdOf(set, c.threshold[found.i]))}`,
        `${tr("false alarms")} ${percentText(c.p_fa[found.i])}, ${tr("misses")} ${percentText(c.p_miss[found.i])}`,
      ] };
    },
    table: () => ({
      header: ["system", thresholdName(set), "p_fa", "p_miss", "hull", ...limitNames(bands, "p_miss")],
      rows: systems.flatMap((system, k) => Array.from(curves[k].p_fa, (p, i) =>
        [system.name, thresholdOf(set, curves[k].threshold[i]), p, curves[k].p_miss[i], curves[k].hull[i] ? "TRUE" : "FALSE", ...(bands ? limitsAt(bands.systems[k].det, i) : [])])),
    }),
    code: drawCode(code, bands, "plot_det(x"),
    numbers: { eer: rates, auc: systems.map(auc) },
  };
}

function detLimits(systems, curves) {
  const upper = systems.some((system) => eer(system) > 0.2) ? 1 : 0.5;
  const least = Math.min(0.04, ...curves.flatMap(({ p_fa, p_miss }) => [leastPositive(p_fa), leastPositive(p_miss)]));
  const low = Math.max(least / 2, 1e-7);
  return [low, Math.min(upper, 1 - low)];
}

// The smallest positive rate of a list that begins or ends at 0.
function leastPositive(rates) {
  if (rates[0] === 0) return rates.find((p) => p > 0);
  let i = rates.length - 1;
  while (rates[i] === 0) --i;
  return rates[i];
}

function probit(low, high, label) {
  const [from, to] = [qnorm(low), qnorm(high)];
  const ticks = detTicks.filter((p) => p > low * 1.3 && p < high - low * 0.3)
    .map((p) => ({ at: p, text: formatNumber(100 * p) }));
  const place_ = (p) => (qnorm(p) - from) / (to - from);
  place_.invert = (share) => share;
  return { place: place_, domain: [low, high], probit: true, ticks: [{ at: low, text: "0" }, ...ticks], label };
}

// A straight line between two corners is curved on these axes.
function detPath({ p_fa, p_miss }, onto, always = false) {
  const n = p_fa.length;
  const [x, y] = [[], []];
  const bends = always || n < 1500 ? Array.from({ length: 24 }, (_, k) => (1 + Math.tanh(-4 + (8 * k) / 23)) / 2) : [];
  const key = (p) => Math.round(qnorm(onto(p)) * 400);
  const cell = (i) => 1e5 * key(p_fa[i]) + key(p_miss[i]);
  for (let i = 0; i < n; i = lastAlike(i, n, cell) + 1) {
    const far = (p) => i > 0 && Math.abs(key(p[i]) - key(p[i - 1])) > 8;
    if (far(p_fa) && far(p_miss)) {
      for (const t of bends) {
        x.push(onto(p_fa[i - 1] + t * (p_fa[i] - p_fa[i - 1])));
        y.push(onto(p_miss[i - 1] + t * (p_miss[i] - p_miss[i - 1])));
      }
    }
    x.push(onto(p_fa[i]));
    y.push(onto(p_miss[i]));
  }
  x.push(onto(p_fa[n - 1]));
  y.push(onto(p_miss[n - 1]));
  return { x, y };
}

function nearestCorner(curves, onto, x, y) {
  let best = { k: 0, i: 0, far: Infinity };
  curves.forEach((c, k) => {
    const step = Math.max(1, Math.floor(c.p_fa.length / 20000));
    for (let i = 0; i < c.p_fa.length; i += step) {
      const far = (qnorm(onto(c.p_fa[i])) - x) ** 2 + (qnorm(onto(c.p_miss[i])) - y) ** 2;
      if (far < best.far) best = { k, i, far };
    }
  });
  return best;
}

// ---- PAV ----

// `band` is the range of LRs of calibrated systems after PAV.
export function pavPicture(system, { code, bands = null, band = null, window = displayWindow([system]), named = false }) {
  const curve = pavCurve(system);
  const n = curve.min.length;
  const finite = Array.from(curve.min.keys()).filter((i) => Number.isFinite(curve.log10_lr_pav[i]));
  const values = finite.map((i) => curve.log10_lr_pav[i]);
  const [bottom, top] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 0];
  const margin = Math.max(0.15 * (top - bottom), 0.25);
  const rows = { low: curve.log10_lr_pav[0] === -Infinity, high: curve.log10_lr_pav[n - 1] === Infinity };
  const domain = [bottom - margin * (rows.low ? 1.6 : 0.4), top + margin * (rows.high ? 1.6 : 0.4)];
  const onto = (v) => Math.min(Math.max(v, domain[0]), domain[1]);
  const corners = finite.flatMap((i) => [[curve.min[i], curve.log10_lr_pav[i]], [curve.max[i], curve.log10_lr_pav[i]]]);
  const inside = (x) => Math.min(Math.max(x, window[0]), window[1]);
  const certain = [];
  if (rows.low) certain.push({ x: inside(curve.max[0]), y: bottom - margin, shape: "down" });
  if (rows.high) certain.push({ x: inside(curve.min[n - 1]), y: top + margin, shape: "up" });
  const y = linear(domain, { ticks: 5, label: tr("log\u2081\u2080 LR after PAV") });
  y.ticks = [
    ...(rows.low ? [{ at: bottom - margin, text: "\u2212\u221e" }] : []),
    ...y.ticks.filter((t) => t.at > bottom - margin * 0.45 && t.at < top + margin * 0.45),
    ...(rows.high ? [{ at: top + margin, text: "\u221e" }] : []),
  ];
  const identity = [Math.max(window[0], Math.min(bottom, 0)), Math.min(window[1], Math.max(top, 0))];
  const draw = (width) => chart({
    width,
    height: heightFor(width),
    x: lrAxis([system], window, `${lrLabel(system)}${isScore(system) ? "" : ` ${tr("before")}`}`),
    y,
    layers: [
      ...(band ? [bandLayer(band.log10_lr, band.lower.map(onto), band.upper.map(onto), roles.none.colour)] : []),
      ...(isScore(system) || identity[0] >= identity[1] ? [] : [lineLayer(identity, identity, pen("none"))]),
      lineLayer(corners.map((c) => c[0]), corners.map((c) => c[1]), { colour: "#000000", width: 0.75 }),
      ...finite.map((i) => lineLayer([inside(curve.min[i]), inside(curve.max[i])], [curve.log10_lr_pav[i], curve.log10_lr_pav[i]], { colour: "#000000", width: 3 })),
      ...(rows.low ? [lineLayer([inside(Math.max(curve.min[0], -1e300)), inside(curve.max[0])], [bottom - margin, bottom - margin], { colour: "#000000", width: 3 })] : []),
      ...(rows.high ? [lineLayer([inside(curve.min[n - 1]), inside(Math.min(curve.max[n - 1], 1e300))], [top + margin, top + margin], { colour: "#000000", width: 3 })] : []),
      marksLayer(certain, "up", "#000000"),
    ],
    legend: [{ ...pen("actual"), text: tr("LR after PAV") }, ...(isScore(system) ? [] : [{ ...pen("none"), text: tr("LRs that PAV leaves as they are") }])],
    notes: [pavNote(curve, rows), band ? tr("Tinted: where 95 % of calibrated samples would be if the comparisons are independent.") : ""],
    alt: tr("PAV plot: LRs after against before calibration by PAV. {finding}", { finding: pavNote(curve, rows) }),
  });
  return {
    id: "pav",
    title: named ? `${tr("PAV")}: ${system.name}` : tr("PAV"),
    lead: tr("The LR after recalibration by PAV against the LR as reported."),
    draw,
    hover: (x) => {
      const i = Math.max(place(curve.min, x) - 1, 0);
      return { x, lines: [
        `${lrLabel(system)} ${tickText(curve.min[i])} ${tr("to")} ${tickText(curve.max[i])}`,
        `${tr("after PAV")} ${minus(formatNumber(curve.log10_lr_pav[i]))}`,
        `${numberText(curve.n_h1[i])} H1, ${numberText(curve.n_h2[i])} H2`,
      ] };
    },
    table: () => ({
      header: ["system", "min", "max", "n_h1", "n_h2", "log10_lr_pav"],
      rows: Array.from(curve.min, (_, i) => [system.name, curve.min[i], curve.max[i], curve.n_h1[i], curve.n_h2[i], curve.log10_lr_pav[i]]),
    }),
    code: band ? bandCode(code, bands, `plot_pav(${oneOf(system, named)}, level = 0.95, replicates = ${bands.replicates})`)
      : `${code.set}\nplot_pav(${oneOf(system, named)})`,
  };
}

const oneOf = (system, named) => `x${named ? `[${JSON.stringify(system.name)}]` : ""}`;

function pavNote(curve, rows) {
  const n = curve.n_h1.length;
  const parts = [
    rows.low ? `${numberText(curve.n_h2[0])} H2` : "", rows.high ? `${numberText(curve.n_h1[n - 1])} H1` : "",
  ].filter(Boolean);
  return parts.length > 0
    ? tr("No finite LR after PAV for {counts}.", { counts: parts.join(tr(" and ")) })
    : tr("All blocks have a finite LR.");
}

// ---- Histogram ----

export function histogramPicture(system, { code, breaks = histogramBreaks([system]), named = false }) {
  const bins = histogram(system, breaks);
  const n = breaks.length - 1;
  const inner = Array.from({ length: n }, (_, i) => i + 1);
  const highest = Math.max(...inner.map((i) => bins.n_h1[i] + 0), ...inner.map((i) => bins.n_h2[i]), 1);
  const share = { n_h1: Math.max(...inner.map((i) => bins.n_h1[i]), 1), n_h2: Math.max(...inner.map((i) => bins.n_h2[i]), 1) };
  // Bars of H1 point up and those of H2 down, each on its own scale.
  const counts = (name, sign) => linear([0, share[name]], { ticks: 3 }).ticks
    .filter((t) => Number.isInteger(t.at))
    .map((t) => ({ at: sign * (t.at / share[name]), text: numberText(t.at) }));
  const up = inner.map((i) => ({ min: breaks[i - 1], max: breaks[i], value: bins.n_h1[i] / share.n_h1 }));
  const down = inner.map((i) => ({ min: breaks[i - 1], max: breaks[i], value: 0, base: -bins.n_h2[i] / share.n_h2 }));
  const ends = {
    low: classCounts([bins.n_h1[0], bins.n_h2[0]]), high: classCounts([bins.n_h1[n + 1], bins.n_h2[n + 1]]),
  };
  const y = linear([-1.06, 1.06], { label: isWeighted([system]) ? tr("Weight of comparisons") : tr("Comparisons") });
  y.ticks = [...counts("n_h2", -1).reverse(), ...counts("n_h1", 1).slice(1)];
  const draw = (width) => chart({
    width,
    height: heightFor(width),
    labelSpace: hasEdges(ends) ? 18 : 0,
    x: lrAxis([system], [breaks[0], breaks[n]]),
    y,
    layers: [
      barLayer(up, roles.h1.fill, "#004c78"),
      barLayer(down, roles.h2.fill, roles.h2.colour),
      verticalLayer(0, { colour: roles.none.colour, width: 1 }),
      edgeLayer(ends),
    ],
    legend: [{ fill: roles.h1.fill, text: tr("H1 (upwards)") }, { fill: roles.h2.fill, text: tr("H2 (downwards)") }],
    notes: [tr("H1 and H2 have vertical axes of their own."), hasEdges(ends) ? tr("Triangles: comparisons beyond the axis.") : ""],
    alt: tr("Histogram of the LRs under H1 and under H2. {finding}", { finding: `H1 ${numberText(highest)}` }),
  });
  return {
    id: "histogram",
    title: named ? `${tr("Histogram")}: ${system.name}` : tr("Histogram"),
    lead: tr("The distribution of the LRs under either hypothesis."),
    draw,
    hover: (x) => {
      const i = Math.min(Math.max(place(breaks, x), 1), n);
      return { x: (breaks[i - 1] + breaks[i]) / 2, lines: [
        `${tickText(breaks[i - 1])} ${tr("to")} ${tickText(breaks[i])}`,
        `H1 ${numberText(bins.n_h1[i])}, H2 ${numberText(bins.n_h2[i])}`,
      ] };
    },
    table: () => ({
      header: ["system", "min", "max", "n_h1", "n_h2"],
      rows: bins.min.map((_, i) => [system.name, bins.min[i], bins.max[i], bins.n_h1[i], bins.n_h2[i]])
        .filter((row, i) => (i > 0 && i <= n) || row[3] + row[4] > 0),
    }),
    code: `${code.set}\nplot_lr_histogram(${oneOf(system, named)})`,
  };
}

// ---- Reliability ----

// `rows` are those of reliabilityCurve(), with limits by item if items were drawn.
export function reliabilityPicture(system, { prior, rows, byItem }, { code, bands = null, named = false }) {
  const many = rows.filter((r) => r.n_h1 + r.n_h2 >= 10);
  const few = rows.filter((r) => r.n_h1 + r.n_h2 < 10);
  const linesNote = byItem ? tr("Lines: 95 % intervals, drawn by item.") : isWeighted([system]) ? "" : tr("Lines: exact 95 % intervals.");
  const points = (some) => some.map((r) => ({ x: r.posterior, y: r.observed }));
  const far = rows.reduce((a, b) => (Math.abs(b.observed - b.posterior) > Math.abs(a.observed - a.posterior) ? b : a));
  const draw = (width) => chart({
    width,
    height: Math.min(width, 400),
    square: true,
    x: percentAxis(tr("Posterior probability of H1 (%)")),
    y: percentAxis(tr("Proportion of H1 (%)")),
    layers: [
      lineLayer([0, 1], [0, 1], pen("none")),
      ...rows.map((r) => lineLayer([r.posterior, r.posterior], [r.lower, r.upper], { colour: "#000000", width: 1.25 })),
      marksLayer(points(many), "circle", "#000000"),
      marksLayer(points(few), "circle-o", "#000000"),
    ],
    legend: [{ shape: "circle", text: tr("at least 10 comparisons") }, { shape: "circle-o", text: tr("fewer") }],
    notes: [`${tr("Prior probability of H1:")} ${percentText(prior)}. ${linesNote}`.trim()],
    alt: tr("Reliability diagram: proportion of H1 against posterior probability. {finding}", {
      finding: tr("Farthest from the diagonal at the posterior {a}, where {b} are H1.", { a: percentText(far.posterior), b: percentText(far.observed) }) }),
  });
  return {
    id: "reliability",
    title: named ? `${tr("Reliability")}: ${system.name}` : tr("Reliability"),
    lead: tr("The agreement of the posterior probabilities from these LRs with the truth."),
    draw,
    hover: (x) => {
      const r = rows.reduce((a, b) => (Math.abs(b.posterior - x) < Math.abs(a.posterior - x) ? b : a));
      return { x: r.posterior, lines: [
        `${tr("posterior")} ${percentText(r.posterior)}, ${tr("observed")} ${percentText(r.observed)}`,
        Number.isNaN(r.lower) ? "" : `${tr("95 % interval")} ${percentText(r.lower)} ${tr("to")} ${percentText(r.upper)}`,
        `${numberText(r.n_h1)} H1, ${numberText(r.n_h2)} H2`,
      ].filter(Boolean) };
    },
    table: () => ({
      header: ["system", "posterior_min", "posterior_max", "posterior", "observed", "lower", "upper", "n_h1", "n_h2"],
      rows: rows.map((r) => [system.name, r.posterior_min, r.posterior_max, r.posterior, r.observed, r.lower, r.upper, r.n_h1, r.n_h2]),
    }),
    code: drawCode(code, byItem && bands, `plot_reliability(x, prior = ${prior}`),
  };
}

export const oddsOf = (log10Odds) => log10Odds * LN10;
