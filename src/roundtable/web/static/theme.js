// Vellum by day, candle by night: the choice is a cookie, so that the server draws the next page in it at once.
const root = document.documentElement;

export const dark = () =>
  root.dataset.theme ? root.dataset.theme === "night" : matchMedia("(prefers-color-scheme: dark)").matches;

/** @param {string} theme day or night */
export function light(theme) {
  root.dataset.theme = theme;
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax`;
}

export const turn = () => light(dark() ? "day" : "night");

for (const button of document.querySelectorAll("[data-turn-theme]")) button.addEventListener("click", turn);
