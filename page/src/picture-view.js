// A picture on the page: its title, the drawing, numbers under the pointer or the arrow keys, and
// downloads: SVG, PNG, the numbers as CSV, the R code.
import { qnorm } from "./distributions.js";
import { download, h, s } from "./dom.js";
import { toCsv } from "./csv.js";
import { tr } from "./words.js";

export function pictureView(picture, { withFrame = true } = {}) {
  const holder = h("div", { class: "drawing" });
  const readout = h("p", { class: "readout" }, " ");
  const view = h("figure", { class: "picture", id: `picture-${picture.id}` },
    withFrame && h("figcaption", {}, h("h3", {}, picture.title), h("p", { class: "lead" }, picture.lead)),
    holder, readout, withFrame && takeAway(() => picture, holder));
  // Drawn once it has its place on the page, and therefore its width.
  queueMicrotask(() => drawInto(holder, readout, picture));
  watchWidth(holder, () => drawInto(holder, readout, picture));
  // Fills the same frame with other numbers.
  view.update = (other) => {
    picture = other;
    view.querySelector("pre.code")?.replaceChildren(picture.code);
    drawInto(holder, readout, picture);
  };
  view.shows = () => picture;
  return view;
}

const widthFor = (holder) => Math.round(Math.min(Math.max(holder.clientWidth || 640, 280), 760));

function drawInto(holder, readout, picture) {
  const width = widthFor(holder);
  const drawn = picture.draw(width);
  const hadFocus = holder.contains(document.activeElement);
  holder.dataset.width = width;
  holder.replaceChildren(drawn.svg);
  follow(drawn, readout, picture);
  // Otherwise keyboard users would be sent back to the top of the page.
  if (hadFocus) drawn.svg.focus();
}

let watcher = null;

function watchWidth(holder, redraw) {
  holder.redraw = redraw;
  watcher ??= new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.clientWidth > 0 && String(widthFor(target)) !== target.dataset.width) target.redraw?.();
    }
  });
  watcher.observe(holder);
}

// The pointer or the arrow keys choose a place, whose values are written below the picture.
function follow({ svg, at, frame, x, y }, readout, picture) {
  const cursor = s("line", { y1: frame.top, y2: frame.bottom, stroke: "#666666", "stroke-width": 1, visibility: "hidden", "data-cursor": true });
  svg.append(cursor);
  svg.setAttribute("tabindex", "0");
  let share = 0.5;
  const show = (shareX, shareY) => {
    const found = x.probit ? picture.hover(probitAt(x, shareX), probitAt(y, shareY)) : picture.hover(at_(x, shareX), shareY);
    const px = at.x(Math.min(Math.max(found.x, x.domain[0]), x.domain[1]));
    cursor.setAttribute("x1", px);
    cursor.setAttribute("x2", px);
    cursor.setAttribute("visibility", "visible");
    readout.textContent = found.lines.join("  ·  ");
  };
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    share = ((event.clientX - box.left) * scale - frame.left) / (frame.right - frame.left);
    const shareY = (frame.bottom - (event.clientY - box.top) * scale) / (frame.bottom - frame.top);
    if (share >= 0 && share <= 1) show(share, shareY);
  });
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
    if (!step) return;
    event.preventDefault();
    share = Math.min(Math.max(share + step, 0), 1);
    show(share, 1 - share);
  });
  svg.addEventListener("focus", () => readout.setAttribute("aria-live", "polite"));
  svg.addEventListener("pointerleave", () => cursor.setAttribute("visibility", "hidden"));
}

const at_ = (axis, share) => axis.domain[0] + share * (axis.domain[1] - axis.domain[0]);

const probitAt = (axis, share) =>
  qnorm(axis.domain[0]) + share * (qnorm(axis.domain[1]) - qnorm(axis.domain[0]));

function takeAway(shown, holder) {
  const name = `calibrant-${shown().id}`;
  const code = h("pre", { class: "code", hidden: true }, shown().code);
  return h("div", { class: "take-away" },
    h("button", { type: "button", onclick: () => download(`${name}.svg`, svgText(holder), "image/svg+xml") }, "SVG"),
    h("button", { type: "button", onclick: async () => download(`${name}.png`, await pngOf(holder)) }, "PNG"),
    h("button", { type: "button", onclick: () => download(`${name}.csv`, toCsv(shown().table().header, shown().table().rows), "text/csv") }, "CSV"),
    h("button", { type: "button", "aria-expanded": "false", onclick: (event) => {
      code.hidden = !code.hidden;
      event.target.setAttribute("aria-expanded", String(!code.hidden));
    } }, tr("R code")),
    code);
}

export function svgText(holder) {
  const svg = holder.querySelector("svg").cloneNode(true);
  svg.querySelector("[data-cursor]")?.remove();
  svg.removeAttribute("tabindex");
  return new XMLSerializer().serializeToString(svg);
}

// Twice the resolution of the page, which is enough for a column of a journal.
async function pngOf(holder, scale = 3) {
  const svg = holder.querySelector("svg");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(holder))}`;
  await image.decode();
  const canvas = h("canvas", { width: svg.viewBox.baseVal.width * scale, height: svg.viewBox.baseVal.height * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
