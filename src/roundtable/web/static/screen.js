// How much room the screen has.

/** A phone held upright or sideways: the page scrolls, and a road is panned like a map. */
export const narrow = matchMedia("(max-width: 700px) or (max-height: 500px)");

/** The rail has room beside the table; elsewhere it covers it. */
export const roomy = matchMedia("(min-width: 1100px)");
