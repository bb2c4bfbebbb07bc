// One picture: axes, layers, legend below, notes, and numbers under the pointer. Everything is an
// attribute of an SVG element, so that a saved picture is the same as the one on the page.
import { scaleLinear } from "d3-scale";
import { s } from "./dom.js";
import { formatNumber } from "./format.js";

const FONT = 12;
const CHARACTER = 6.3;
const GRID = "#e5e5e5";
const INK = "#333333";
export const DASHES = {
  solid: null, longdash: "9 4", dashed: "5 4", dotted: "1.5 3.5", dotdash: "1.5 3 6 3",
  twodash: "8 3 3 3",
};

export const minus = (text) => text.replace(/^-/, "\u2212");

export const tickText = (x) => minus(formatNumber(Math.abs(x) < 1e-12 ? 0 : x));

export function linear(domain, { ticks = 6, text = tickText, label = "" } = {}) {
  const scale = scaleLinear(domain, [0, 1]);
  return { place: scale, domain, ticks: scale.ticks(ticks).map((at) => ({ at, text: text(at) })), label };
}

// Text in lines of a limited number of characters; longer words are cut.
export function wrap(text, width) {
  const lines = [];
  let line = "";
  for (const word of String(text).split(/\s+/).flatMap((w) => w.match(new RegExp(`.{1,${width}}`, "gu")) ?? [])) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > width && line !== "") {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  if (line !== "") lines.push(line);
  return lines;
}

const text = (x, y, content, attributes = {}) =>
  s("text", { x, y, "font-size": FONT, fill: INK, ...attributes }, content);

const round = (x) => Math.round(x * 100) / 100;

// `layers` draw with two arguments: the places of values in the panel, and its frame.
export function chart({
  width, height, x, y, layers, legend = [], notes = [], alt, square = false, labelSpace = 0,
}) {
  const yWidth = Math.max(...y.ticks.map((t) => t.text.length)) * CHARACTER;
  const frame = { left: Math.ceil(yWidth + 30), top: 8 + labelSpace, right: width - 12 };
  frame.bottom = square ? frame.top + Math.min(frame.right - frame.left, height) : frame.top + height;
  if (square) frame.right = frame.left + (frame.bottom - frame.top);
  const at = {
    x: (v) => round(frame.left + x.place(v) * (frame.right - frame.left)),
    y: (v) => round(frame.bottom - y.place(v) * (frame.bottom - frame.top)),
    frame,
  };
  const below = legendRows(legend, width - 12);
  const noteLines = notes.filter(Boolean).flatMap((note) => wrap(note, Math.floor((width - 20) / CHARACTER)));
  const legendTop = frame.bottom + 57;
  const total = legendTop + below.length * 18 + noteLines.length * 15 + 4;
  const clip = `panel-${++panels}`;
  const svg = s("svg", {
    xmlns: "http://www.w3.org/2000/svg", width, height: total, viewBox: `0 0 ${width} ${total}`,
    role: "img", "aria-label": alt, "font-family": "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif",
  },
  s("title", {}, alt),
  s("defs", {}, s("clipPath", { id: clip }, panel(frame))),
  s("rect", { width, height: total, fill: "#ffffff" }),
  axes(x, y, at));
  svg.append(s("g", { "clip-path": `url(#${clip})` }, layers.map((layer) => layer(at))));
  svg.append(panel(frame, { fill: "none", stroke: "#8c8c8c", "stroke-width": 1 }));
  svg.append(...layers.map((layer) => layer.outside?.(at)).filter(Boolean));
  svg.append(...drawLegend(below, legendTop));
  noteLines.forEach((line, i) => {
    svg.append(text(10, legendTop + below.length * 18 + 8 + i * 15, line, { "font-size": 11, fill: "#555555" }));
  });
  return { svg, at, frame, x, y };
}

let panels = 0;

const panel = (frame, attributes = {}) => s("rect", {
  x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top, ...attributes,
});

function axes(x, y, at) {
  const { left, right, top, bottom } = at.frame;
  const out = s("g", {});
  let lastEnd = -Infinity;
  for (const tick of x.ticks) {
    const px = at.x(tick.at);
    if (px < left - 0.5 || px > right + 0.5) continue;
    out.append(s("line", { x1: px, x2: px, y1: top, y2: bottom, stroke: GRID }));
    const half = (tick.text.length * CHARACTER) / 2;
    if (px - half < lastEnd + 4) continue;
    lastEnd = px + half;
    out.append(text(px, bottom + 16, tick.text, { "text-anchor": "middle" }));
  }
  let lastTop = Infinity;
  for (const tick of y.ticks) {
    const py = at.y(tick.at);
    if (py < top - 0.5 || py > bottom + 0.5) continue;
    out.append(s("line", { x1: left, x2: right, y1: py, y2: py, stroke: GRID }));
    if (py + 7 > lastTop) continue;
    lastTop = py - 7;
    out.append(text(left - 6, py + 4, tick.text, { "text-anchor": "end" }));
  }
  out.append(text((left + right) / 2, bottom + 35, x.label, { "text-anchor": "middle" }));
  const middle = (top + bottom) / 2;
  out.append(text(13, middle, y.label, { "text-anchor": "middle", transform: `rotate(-90 13 ${middle})` }));
  return out;
}

// An entry of a legend: text, and a line, a fill or a mark.
function legendRows(entries, width) {
  const rows = [];
  let room = 0;
  for (const entry of entries) {
    const lines = wrap(entry.text, Math.floor((width - 60) / CHARACTER));
    const size = 46 + Math.max(...lines.map((l) => l.length)) * CHARACTER;
    if (size > room) {
      rows.push([]);
      room = width;
    }
    rows[rows.length - 1].push({ ...entry, text: lines[0], offset: width - room });
    room -= size;
    for (const more of lines.slice(1)) {
      rows.push([{ text: more, offset: 0, bare: true }]);
      room = 0;
    }
  }
  return rows;
}

function drawLegend(rows, top) {
  return rows.flatMap((row, i) => row.flatMap((entry) => {
    const y = top + i * 18;
    const x = 10 + entry.offset;
    return [
      entry.bare ? null : key(entry, x, y - 4),
      text(x + 34, y, entry.text),
    ].filter(Boolean);
  }));
}

function key(entry, x, y) {
  const group = s("g", {});
  if (entry.fill) group.append(s("rect", { x, y: y - 6, width: 28, height: 11, fill: entry.fill, stroke: "#aaaaaa", "stroke-width": 0.5 }));
  if (entry.colour) group.append(s("line", { x1: x, x2: x + 28, y1: y, y2: y, ...pen(entry) }));
  if (entry.shape) group.append(mark(x + 14, y, entry.shape, entry.colour ?? "#000000"));
  return group;
}

export const pen = ({ colour, line = "solid", width = 2 }) => ({
  stroke: colour, "stroke-width": width, "stroke-dasharray": DASHES[line], fill: "none",
});

const shapes = {
  circle: (r) => `M${-r},0a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0`,
  up: (r) => `M0,${-r}L${r},${r}L${-r},${r}Z`,
  down: (r) => `M0,${r}L${r},${-r}L${-r},${-r}Z`,
  square: (r) => `M${-r},${-r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  diamond: (r) => `M0,${-1.3 * r}L${1.3 * r},0L0,${1.3 * r}L${-1.3 * r},0Z`,
};

// Names of marks: filled, or hollow if they end in "o".
export function mark(x, y, shape, colour, r = 4) {
  const hollow = shape.endsWith("-o");
  return s("path", {
    d: shapes[shape.replace("-o", "")](r), transform: `translate(${round(x)} ${round(y)})`,
    fill: hollow ? "#ffffff" : colour, stroke: colour, "stroke-width": 1.5,
  });
}

export const systemShapes = ["circle", "up-o", "square", "diamond-o", "up", "square-o", "diamond", "circle-o"];

// Layers.

export const lineLayer = (xs, ys, style) => (at) =>
  s("path", { d: path(xs, ys, at), "stroke-linejoin": "round", ...pen(style) });

function path(xs, ys, at) {
  const parts = [];
  let open = false;
  for (let i = 0; i < xs.length; ++i) {
    if (!Number.isFinite(ys[i]) || !Number.isFinite(xs[i])) {
      open = false;
      continue;
    }
    parts.push(`${open ? "L" : "M"}${at.x(xs[i])},${clampPixel(at.y(ys[i]))}`);
    open = true;
  }
  return parts.join("");
}

// Renderers do not like numbers far outside the picture.
const clampPixel = (y) => Math.min(Math.max(y, -5000), 5000);

// Steps, horizontal first: the value at x holds up to the next x.
export const stepLayer = (xs, ys, style) => (at) => {
  const kept = visiblePlaces(xs, at);
  const { left, right } = at.frame;
  const place = (x) => Math.min(Math.max(at.x(x === -Infinity ? -1e300 : x === Infinity ? 1e300 : x), left - 50), right + 50);
  let d = "";
  kept.forEach((i, k) => {
    const px = place(xs[i]);
    const py = at.y(ys[i]);
    d += k === 0 ? `M${px},${py}` : `H${px}V${py}`;
  });
  return s("path", { d: `${d}H${right + 50}`, ...pen(style) });
};

// The first and the last of the places that share a column of pixels. Curves are monotone, so all
// places between lie on one line. `xs` ascends, and only a few values are examined.
function visiblePlaces(xs, at) {
  const n = xs.length;
  if (n <= 3000) return Array.from({ length: n }, (_, i) => i);
  const { left, right } = at.frame;
  const column = (i) => Math.round(2 * Math.min(Math.max(at.x(xs[i]), left - 1), right + 1));
  const kept = [];
  for (let i = 0; i < n; ++i) {
    kept.push(i);
    const last = lastAlike(i, n, column);
    if (last > i) kept.push(last);
    i = last;
  }
  return kept;
}

// The last of `n` places, from `first` on, at which a monotone function has the same value as at
// `first`.
export function lastAlike(first, n, column) {
  const wanted = column(first);
  let step = 1;
  while (first + step < n && column(first + step) === wanted) step *= 2;
  let inside = first + (step >> 1);
  let outside = Math.min(first + step, n);
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (column(middle) === wanted) inside = middle;
    else outside = middle;
  }
  return inside;
}

// Rows without limits are not drawn. Limits of steps have steps too.
export const bandLayer = (xs, low, high, colour, { steps = false } = {}) => (at) => {
  const there = visiblePlaces(xs, at).filter((i) => Number.isFinite(low[i]) && Number.isFinite(high[i]));
  if (there.length < 2) return s("g", {});
  const { left, right } = at.frame;
  const place = (i) => Math.min(Math.max(at.x(Math.min(Math.max(xs[i], -1e300), 1e300)), left - 50), right + 50);
  const corners = there.flatMap((i, k) => (steps && k > 0 ? [[place(i), there[k - 1]], [place(i), i]] : [[place(i), i]]));
  if (steps) corners.push([right + 50, there[there.length - 1]]);
  const side = (ys) => corners.map(([px, i]) => `${px},${clampPixel(at.y(ys[i]))}`);
  const edge = { fill: "none", stroke: colour, "stroke-width": 0.5, "stroke-opacity": 0.6 };
  const [up, down] = [side(high), side(low)];
  return s("g", {},
    s("path", { d: `M${up.join("L")}L${[...down].reverse().join("L")}Z`, fill: colour, "fill-opacity": 0.16 }),
    s("path", { d: `M${up.join("L")}`, ...edge }), s("path", { d: `M${down.join("L")}`, ...edge }));
};

// The area between a curve and the upper edge.
export const groundLayer = (xs, ys, fill) => (at) => {
  const { top } = at.frame;
  const points = xs.map((x, i) => `${at.x(x)},${at.y(ys[i])}`);
  return s("path", { d: `M${at.x(xs[0])},${top}L${points.join("L")}L${at.x(xs[xs.length - 1])},${top}Z`, fill });
};

export const marksLayer = (points, shape, colour, r = 4) => (at) =>
  s("g", {}, points.map((p) => mark(at.x(p.x), at.y(p.y), p.shape ?? shape, colour, r)));

export const verticalLayer = (x, style) => (at) =>
  s("line", { x1: at.x(x), x2: at.x(x), y1: at.frame.top, y2: at.frame.bottom, ...pen(style) });

export const barLayer = (bars, fill, stroke) => (at) => s("g", {}, bars.map((b) => s("rect", {
  x: at.x(b.min), width: Math.max(at.x(b.max) - at.x(b.min), 0.5), y: at.y(b.value),
  height: Math.max(at.y(b.base ?? 0) - at.y(b.value), 0), fill, stroke, "stroke-width": 0.75,
})));

// Counts of trials beyond the axis, above the panel, with triangles at its edges.
export function edgeLayer(ends, shape = { low: "down", high: "up" }) {
  const layer = () => s("g", {});
  layer.outside = (at) => s("g", {}, ["low", "high"].filter((end) => ends[end]).map((end) => {
    const x = end === "low" ? at.frame.left + 6 : at.frame.right - 6;
    const y = at.frame.top - 8;
    return s("g", {}, mark(x, y, shape[end], "#4d4d4d", 3.5),
      text(end === "low" ? x + 9 : x - 9, y + 4, ends[end],
        { "text-anchor": end === "low" ? "start" : "end", "font-size": 11 }));
  }));
  return layer;
}

export const textLayer = (lines, where) => (at) => s("g", {}, lines.map((line, i) =>
  text(where(at).x, where(at).y + i * 15, line, { "text-anchor": "middle" })));
