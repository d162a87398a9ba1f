// How much room the screen has.

/** A phone held upright or sideways: the page scrolls, and a ring of sites becomes a list of stretches. */
export const narrow = matchMedia("(max-width: 700px) or (max-height: 500px)");

/** A road around the table has no room for its names. */
export const slim = matchMedia("(max-width: 900px) or (max-height: 500px)");

/** The rail has room beside the table; elsewhere it covers it. */
export const roomy = matchMedia("(min-width: 1100px)");
