// Pages that can be kept and played offline: once everything else is there, the service worker is asked to keep them.
const place = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=manifest]"));

if (place && "serviceWorker" in navigator) {
  const start = () => navigator.serviceWorker.register(new URL("service.js", place.href)).catch(() => undefined); // not here, then
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
