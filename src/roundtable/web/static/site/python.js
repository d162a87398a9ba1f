// Python in this worker: Pyodide with the modules that the games need, and the games themselves.
import createPyodideModule from "./vendor/python/pyodide.asm.js";
import { loadPyodide } from "./vendor/python/pyodide.js";

const here = new URL("./", import.meta.url).href;

/** The module `roundtable.site.worker`, ready to be called. */
export async function python() {
  const games = fetch(`${here}roundtable.zip`).then((answer) => {
    if (!answer.ok) throw new Error(`roundtable.zip: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const py = await loadPyodide({
    indexURL: `${here}vendor/python/`,
    stdLibURL: `${here}vendor/python/stdlib.zip`,
    packageBaseUrl: here,
    lockFileURL: `${here}vendor/python/lock.json`,
    createPyodideModule,
    env: { PYTHONDONTWRITEBYTECODE: "1" },
  });
  py.unpackArchive(await games, "zip", { extractDir: "/games" });
  py.runPython("import sys; sys.path.insert(0, '/games')");
  return py.pyimport("roundtable.site.worker");
}
