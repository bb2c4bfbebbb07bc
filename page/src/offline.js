// Lets a browser install a page that is served, and open it without a network. A page with a set that
// R has put into it is not kept.
import { find, h } from "./dom.js";

let kept = false;
export const isKept = () => kept;

const drawn = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 192 192'><rect width='192' height='192' fill='#00598c'/>"
  + "<path d='M32 150C70 150 100 120 106 92S140 42 160 42' fill='none' stroke='#fff' stroke-width='14'/></svg>";
const dataUrl = (type, text) => `data:${type},${encodeURIComponent(text)}`;

// Uses absolute addresses, since a page in a data URL has no base.
function manifest() {
  const { origin, pathname } = location;
  const address = origin + pathname;
  return {
    id: address, start_url: address, scope: address, name: "calibrant", short_name: "calibrant", display: "standalone",
    background_color: "#ffffff", theme_color: "#00598c",
    icons: [{ src: dataUrl("image/svg+xml", drawn), sizes: "any", type: "image/svg+xml" }],
  };
}

export async function keepOffline(onKept) {
  if (!/^https?:$/.test(location.protocol) || !navigator.serviceWorker || find("#set-from-r").textContent !== "null") return;
  try {
    await navigator.serviceWorker.register("calibrant-offline.js", { scope: location.pathname });
  } catch {
    return; // The page is served without the file that belongs beside it.
  }
  document.head.append(h("link", { rel: "manifest", href: dataUrl("application/manifest+json", JSON.stringify(manifest())) }));
  await navigator.serviceWorker.ready;
  kept = true;
  onKept();
}
