// What stays when the network goes: the pages and the games that can be played offline. Whoever serves this puts
// `self.SITE = {version, home, pages, files}` before it; addresses are relative to where it lies.
const scope = /** @type {any} */ (self);
const site = /** @type {{version: string, home: string, pages: string[], files: string[]}} */ (scope.SITE);
const NAME = "round-table ";
const CACHE = NAME + site.version;
const PATIENCE = 4000; // milliseconds until a page that is kept is shown instead of one that does not come

/** @param {string} path */
const here = (path) => new URL(path, scope.registration.scope).href;

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keep());
  scope.skipWaiting(); // pages of the version before find their files in the cache before
});

async function keep() {
  const cache = await caches.open(CACHE);
  for (const path of [...site.pages, ...site.files]) {
    const address = here(path);
    if (!(await cache.match(address))) await cache.add(address);
  }
}

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forget().then(() => scope.clients.claim()));
});

/** The version before is kept too: its pages may still be open. */
async function forget() {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  for (const name of names.slice(0, -1)) await caches.delete(name);
}

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (site.files.some((path) => here(path) === address.href.split(/[?#]/)[0]) || address.pathname.includes("/static/")) event.respondWith(file(request));
});

/** @param {Request} request */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/**
 * A page as it is now; where it does not come, as it was; where that is unknown, where one can play offline.
 * @param {Request} request
 */
async function page(request) {
  const kept = await caches.match(request, { ignoreSearch: true });
  try {
    return await (kept ? Promise.race([fetch(request), late()]) : fetch(request));
  } catch {
    return kept ?? Response.redirect(here(site.home), 302);
  }
}

/** @returns {Promise<Response>} */
const late = () => new Promise((_, fail) => setTimeout(() => fail(new Error("late")), PATIENCE));
