// Keeps one page, whose address is the scope, for use without a network. If there is a network, the
// page is loaded from there, so it is never outdated. A page with a set from R is not kept.
const page = self.registration.scope;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open("calibrant").then((cache) => cache.add(page)));
});

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate" && origin + pathname === page) event.respondWith(fresh(event.request));
});

async function fresh(request) {
  const cache = await caches.open("calibrant");
  try {
    const answer = await fetch(request);
    if (answer.ok && /id="set-from-r">null</.test(await answer.clone().text())) await cache.put(page, answer.clone());
    return answer;
  } catch {
    return (await cache.match(page)) ?? Response.error();
  }
}
