// Where pages are: a server has them at these very paths.

/**
 * @param {string} path
 * @param {string} [_game] of a table or a replay; a site without a server asks for it
 */
export const at = (path, _game) => path;
