"""Compile the hot modules with mypyc: the same sources, three to four times faster.

`python3 x.py compile` copies the package to ``build/compiled``, writes out what the pure version does by reflection
(`State.clone` field by field, each step of a flow as a call), compiles in place, lays the sources back beside the
libraries and leaves a stamp of them.  As long as the stamp fits, `x.py` puts that folder first on ``PYTHONPATH``;
nothing else changes, and every test passes on both.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import sys
import sysconfig
import time
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = ROOT / "src" / "roundtable"
TARGET: Final = ROOT / "build" / "compiled"
STAMP: Final = "stamp.json"

# The tests that are run once more on the build; the first makes sure that it is really the build.
TESTS: Final = (
    "tests/tools/test_compile.py::test_the_tests_run_on_the_compiled_build",
    "tests/engine",
    "tests/scene",
    "tests/games",
    "tests/bots",
    "tests/table",
)
# What is compiled, and what it is there for.
COMPILED: Final = {
    "engine/*.py": "every answer, clone, view and world",
    "scene/*.py": "the parts of every scene",
    "games/*/**/*.py": "rules, grammars, beliefs, scenes and bots of the games",
    "bots/ismcts/*.py": "every simulation of a search",
    "table/*.py": "every answer at a table, and what each viewer is then told",
}
# What of that is left as it is, and why.
LEFT_OUT: Final = {
    "engine/__init__.py": "imports only",
    "engine/callings.py": "a kind of tuple, which mypyc cannot make",
    "engine/game.py": "hands on to the hooks of a game",
    "engine/generics.py": "a type variable, made otherwise for type checkers",
    "engine/knowledge.py": "made once for each game; mypyc cannot make generic dataclasses",
    "engine/match.py": "stands around a match; its time goes into flows and views",
    "engine/matchfile.py": "reads and writes files",
    "engine/naming.py": "reads and writes positions",
    "engine/options.py": "run once for each match",
    "engine/parts.py": "reads positions for tests and lessons",
    "engine/research.py": "for learners, whose time goes into learning; generic dataclasses",
    "games/*/**/__init__.py": "run once: names the hooks of a game",
    "games/*/options.py": "run once for each match; mypyc takes no fields that are made by a function",
    "games/*/words.py": "sentences are made once for each event and kept",
    "games/*/positions.py": "arranges positions for tests and lessons",
    "games/*/invariants.py": "a check",
    "games/*/legend.py": "sentences, sent once for each table",
    "games/*/press.py": "print; its time goes into typst",
    "games/*/research.py": "for learners",
    "bots/ismcts/__init__.py": "imports only",
    "table/__init__.py": "imports only",
    "table/frames.py": "turned into bytes by their fields, which a compiled class does not show",
    "table/log_codes.py": "a list of names",
    "table/model.py": "turned into bytes by their fields",
}


def modules(root: Path) -> list[Path]:
    """The files that are compiled, under this copy of the package."""
    wanted, left_out = ({path for pattern in table for path in root.glob(pattern)} for table in (COMPILED, LEFT_OUT))
    return sorted(wanted - left_out)


# -- the stamp ---------------------------------------------------------------------------------------------------------


def stamp() -> dict[str, str]:
    """What a build is made from: this Python, this file, and every file of the package."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return {"python": sys.version, "sources": digest.hexdigest()}


def fits(target: Path = TARGET) -> bool | None:
    """Whether the build there is made from these sources by this Python; None if there is none."""
    try:
        found = json.loads((target / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return bool(found == stamp())


# -- what is rewritten -------------------------------------------------------------------------------------------------


class _Classes:
    """The classes of one module: what they derive from and which fields they declare."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        self.bases = {node.name: [base.id for base in node.bases if isinstance(base, ast.Name)] for node in self.nodes}
        self.fields = {
            node.name: [
                item.target.id
                for item in node.body
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
            ]
            for node in self.nodes
        }

    def is_state(self, name: str) -> bool:
        return name == "State" or any(self.is_state(base) for base in self.bases.get(name, ()))

    def all_fields(self, name: str, common: list[str]) -> list[str]:
        """Own and inherited fields; `common` are those of the engine's State, which is in another module."""
        if name == "State":
            return common
        inherited = [field for base in self.bases.get(name, ()) for field in self.all_fields(base, common)]
        return list(dict.fromkeys(inherited + self.fields.get(name, [])))


OPEN: Final = "@mypyc_attr(allow_interpreted_subclasses=True)"
PLAIN_CLONE: Final = """\
    def clone(self: S) -> S:
        new: S = type(self).__new__(type(self))
        for name in fields(self):
            setattr(new, name, getattr(self, name))
        new.out = None
        return new"""


def clone_source(name: str, fields: list[str]) -> str:
    """The clone of a state class, written out.

    >>> print(clone_source("Duty", ["turn", "out"]))
        def clone(self) -> "Duty":  # type: ignore[override]
            new = Duty.__new__(Duty)
            new.turn = self.turn
            new.out = None
            return new
    """
    copies = [f"        new.{field} = {'None' if field == 'out' else f'self.{field}'}" for field in fields]
    head = [f'    def clone(self) -> "{name}":  # type: ignore[override]', f"        new = {name}.__new__({name})"]
    return "\n".join([*head, *copies, "        return new"])


def take_source(node: ast.ClassDef) -> str:
    """How a flow takes a step by its number, written out: a call that the compiler sees, instead of one by reflection.

    >>> source = "class Turn(Flow):\\n    @rule('4.3')\\n    def start(self, s: Duty, chance: Chance): ..."
    >>> print(take_source(ast.parse(source).body[0]))
        def take_step(self, at: int, s: "_State", chance: "_Chance") -> "_Next":
            mine = _cast("Duty", s)
            if at == 0:
                return self.start(mine, chance)
            raise IndexError(at)
    """
    steps = _steps(node)
    state = ast.unparse(steps[0].args.args[1].annotation or ast.Name("State"))
    out = ['    def take_step(self, at: int, s: "_State", chance: "_Chance") -> "_Next":']
    out += [f'        mine = _cast("{state}", s)']
    for i, step in enumerate(steps):
        out += [f"        if at == {i}:", f"            return self.{step.name}(mine, chance)"]
    return "\n".join([*out, "        raise IndexError(at)"])


def _steps(node: ast.ClassDef) -> list[ast.FunctionDef]:
    methods = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.decorator_list]
    return [method for method in methods if ast.unparse(method.decorator_list[0]).startswith("rule(")]


def _write_out_steps(lines: list[str], node: ast.ClassDef) -> None:
    """Steps are marked after the class instead of by decorators, behind which the compiler does not look."""
    steps = _steps(node)
    marks = [f"{ast.unparse(step.decorator_list[0])}({node.name}.{step.name})" for step in steps]
    lines[node.end_lineno : node.end_lineno] = ["", take_source(node), "", "", *marks]
    for step in reversed(steps):
        del lines[step.decorator_list[0].lineno - 1 : step.lineno - 1]


def guarded(text: str) -> str:
    """The same source, in which what is told for the log is only put together if somebody keeps one.

    >>> print(guarded("def f(s):\\n    s.tell('moved', by=1)"))
    def f(s):
        if s.out is not None:
            s.tell('moved', by=1)
    """
    lines = text.split("\n")
    told = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr in ("tell", "whisper")
    ]
    for node in sorted(told, key=lambda node: node.lineno, reverse=True):
        assert node.end_lineno is not None and isinstance(node.value, ast.Call)
        assert isinstance(node.value.func, ast.Attribute)
        first, last, indent = node.lineno - 1, node.end_lineno, " " * node.col_offset
        state = ast.unparse(node.value.func.value)
        lines[first:last] = [f"{indent}if {state}.out is not None:", *("    " + line for line in lines[first:last])]
    return "\n".join(lines)


KNOWN: Final = """
import typing as _typing

if _typing.TYPE_CHECKING:  # a word for the compiler: where the build runs there need be no mypy
    from mypy_extensions import mypyc_attr
"""
STEP: Final = "steps[at](flow, s, chance)"
NEEDED: Final = """
from typing import cast as _cast

from roundtable.engine.chance import Chance as _Chance
from roundtable.engine.flow import Next as _Next
from roundtable.engine.state import State as _State
"""
ANY_TAKE: Final = """\
    def take_step(self, at: int, s: State, chance: Chance) -> Next:
        return table(type(self)).steps[at](self, s, chance)
"""


def prepare(paths: list[Path], engine: Path) -> None:
    """Rewrite the copies: what is written out, and engine classes that a game in plain Python may still derive from."""
    common = _Classes(ast.parse((PACKAGE / "engine" / "state.py").read_text(encoding="utf-8"))).fields["State"]
    for path in paths:
        text = path.read_text(encoding="utf-8")
        if path.parent != engine:
            text = guarded(text)
        elif STEP in text:
            text = text.replace(STEP, "flow.take_step(at, s, chance)")
        classes = _Classes(ast.parse(text))
        lines = text.split("\n")
        mark = "from __future__ import annotations\n"
        for node in reversed(classes.nodes):
            if node.name == "State":  # for states in plain Python, of a game that is not compiled
                _replace_clone(lines, node, PLAIN_CLONE)
            elif classes.is_state(node.name):
                _replace_clone(lines, node, clone_source(node.name, classes.all_fields(node.name, common)))
                lines.insert(node.lineno - 1, OPEN)  # else __new__ would call __init__
            elif node.name == "Flow":
                lines.insert(node.end_lineno or 0, "\n" + ANY_TAKE)
            elif classes.bases[node.name] == ["Flow"]:
                _write_out_steps(lines, node)
                lines.insert(node.lineno - 1, OPEN)  # else one that was sent to a worker could not be made again
            if path.parent == engine and not any(base.endswith("Exception") for base in classes.bases[node.name]):
                lines.insert(node.lineno - 1, OPEN)
        text = "\n".join(lines)
        if "_cast(" in text:
            text = text.replace(mark, mark + NEEDED, 1)
        if OPEN in text:
            text = text.replace(mark, mark + KNOWN, 1)
        path.write_text(text, encoding="utf-8")


def _replace_clone(lines: list[str], node: ast.ClassDef, clone: str) -> None:
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.name == "clone":
            lines[item.lineno - 1 : item.end_lineno] = [clone]
            return
    assert node.end_lineno is not None
    lines.insert(node.end_lineno, "\n" + clone)


def compile_all(target: Path = TARGET) -> Path:
    """Copy, prepare and compile; returns the folder to put on the path."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    made_from = stamp()
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(PACKAGE, target / "roundtable", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    paths = modules(target / "roundtable")
    prepare(paths, target / "roundtable" / "engine")
    here = Path.cwd()
    os.chdir(target)
    if linker := sysconfig.get_config_var("LDSHARED"):  # no folders of this computer in what others may install
        os.environ.setdefault("LDSHARED", re.sub(r" -(Wl,-rpath,|L)\S+", "", linker))
    try:
        sources = [str(path.relative_to(target)) for path in paths]
        settings = ["--config-file=", "--python-version", _version()]
        extensions = mypycify([*settings, *sources], opt_level="3", debug_level="0")
        distribution = Distribution({"name": "roundtable", "packages": [], "ext_modules": extensions})
        command: Any = distribution.get_command_obj("build_ext")
        command.inplace = True
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(here)
    for left in ("build", ".mypy_cache"):
        shutil.rmtree(target / left, ignore_errors=True)
    for path in paths:  # as in a platform wheel; an edition is made from these
        shutil.copy2(PACKAGE / path.relative_to(target / "roundtable"), path)
    (target / STAMP).write_text(json.dumps(made_from), encoding="utf-8")
    return target


def _version() -> str:
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def main() -> None:
    began = time.monotonic()
    target = compile_all()
    count = len(modules(target / "roundtable"))
    print(f"compiled {count} modules in {time.monotonic() - began:.0f} s into build/compiled")


if __name__ == "__main__":
    main()
