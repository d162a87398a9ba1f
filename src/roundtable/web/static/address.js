// Where pages are: a server has them at these very paths. A site without one has another file in place of this.

/** @type {(path: string, game?: string) => string} a table or a replay may have to be looked for by its game */
export const at = (path) => path;
