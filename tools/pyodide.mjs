// pytest in Pyodide: node tools/pyodide.mjs SITE [PYTEST ARGS].  See pyodide.py.
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const [site, ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const env = { CI: process.env.CI ?? "", COVERAGE_FILE: "/tmp/coverage", PYTHONDONTWRITEBYTECODE: "1" };
const python = await loadPyodide({ env });
for (const [place, folder] of [["/house", root], ["/site", site]]) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, folder);
}
const test = python.runPython(`
import os, sys
os.chdir("/house")
sys.path[:0] = ["/house/src", "/house", "/site"]
import pytest
print("Python", sys.version.split()[0], "in Pyodide")
lambda args: int(pytest.main(["-p", "no:cacheprovider", *args]))
`);
process.exit(test(args));
