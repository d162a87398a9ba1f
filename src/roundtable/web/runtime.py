"""The Python that runs in a browser: Pyodide, with those modules of the standard library that the games need.

`roundtable.web.assets` lays it into `static/vendor/python`, so that a wheel can make a site without Node or network.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from roundtable.web import VENDOR

PYTHON: Final = VENDOR / "python"
# Some servers do not know .mjs; scripts are called .js here.
FILES: Final = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
TYPES: Final = {
    "pyodide.d.ts": "export declare function loadPyodide(options: object): Promise<any>;\n",
    "pyodide.asm.d.ts": "declare const create: object;\nexport default create;\n",
}
NOTICE: Final = """Pyodide is free software under the Mozilla Public License 2.0 (https://www.mozilla.org/MPL/2.0/).
Its sources are at https://github.com/pyodide/pyodide. It holds CPython, under the PSF License Agreement
(https://docs.python.org/3/license.html). Both are unchanged but for modules that were left out.
"""
# What Pyodide itself, the games, their bots and the table import. A match of each game in a browser shows that it is
# enough; for what is not there Python says so by an ImportError.
NEEDED: Final = """
__future__ _collections_abc _colorize _compat_pickle _opcode_metadata _py_warnings _sitebuiltins _weakrefset abc
annotationlib ast base64 bisect bz2 codecs codeop contextlib contextvars copy copyreg dataclasses datetime difflib
dis enum fnmatch functools genericpath glob hashlib heapq hmac inspect io keyword linecache locale lzma ntpath opcode
operator os pickle pkgutil posixpath random reprlib secrets selectors shutil signal site socket ssl stat struct
subprocess tempfile textwrap threading token tokenize traceback types typing warnings weakref zipimport
_pyodide pyodide asyncio collections compression concurrent importlib json pathlib re string tomllib zipfile
email/__init__ encodings/__init__ encodings/aliases encodings/ascii encodings/cp437 encodings/latin_1 encodings/utf_8
logging/__init__
"""
MODULES: Final = frozenset(NEEDED.split())
MOMENT: Final = (1980, 1, 1, 0, 0, 0)  # of every file in a zip: the same files make the same bytes


def parts(modules: Path) -> dict[str, bytes]:
    """What of the npm package a browser needs: name -> content."""
    package = modules / "pyodide"
    out = {f"python/{new}": (package / old).read_bytes() for old, new in FILES.items()}
    out["python/pyodide.js"] = out["python/pyodide.js"].rpartition(b"//# sourceMappingURL=")[0]
    out["python/stdlib.zip"] = _needed((package / "python_stdlib.zip").read_bytes())
    info = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    out["python/lock.json"] = json.dumps({"info": info, "packages": {}}).encode()  # no packages from elsewhere
    for name, types in TYPES.items():
        out[f"python/{name}"] = types.encode()
    out["python/LICENSE.txt"] = NOTICE.encode()
    return out


def _needed(library: bytes) -> bytes:
    with ZipFile(io.BytesIO(library)) as whole:
        names = sorted(name for name in whole.namelist() if not name.endswith("/") and _wanted(name))
        return packed({name: whole.read(name) for name in names})


def _wanted(name: str) -> bool:
    """Whether a file of the library is needed.

    >>> _wanted("json/decoder.pyc"), _wanted("email/message.pyc"), _wanted("sqlite3/__init__.pyc")
    (True, False, False)
    """
    path = name.rpartition(".")[0]
    return path in MODULES or path.partition("/")[0] in MODULES


def packed(files: dict[str, bytes]) -> bytes:
    """A zip of these files, repeatable to the byte."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as zip:
        for name, content in files.items():
            zip.writestr(ZipInfo(name, MOMENT), content, ZIP_DEFLATED, 9)
    return out.getvalue()
