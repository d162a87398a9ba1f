"""House rules that a machine can check: what the inner packages import, and what no file of ours may name."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "roundtable"
INNER = ("engine", "scene", "games", "bots", "table")
LONGEST = {".py": 500, ".js": 500, ".css": 600, ".tcss": 600}  # lines of a file
# What type checkers bring; that nothing needs it at run time is tested by an installation without packages.
TYPING = {"typing_extensions", "_typeshed"}

# Written so that this file does not match itself.
REGISTRY = re.compile(r"py(pi|thonhosted)\.org|npmjs\.(org|com)|(deb|security)\.debian\.org")
SOMEONES_FOLDER = re.compile(r"(?<![\w.-])/(home|root|Users|work)/\w")


def files() -> list[Path]:
    """Every file of the repository, and those about to be added."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def imports(source: Path) -> Iterator[str]:
    """The top-level names that a file imports, anywhere in it; relative imports stay at home."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"), str(source))):
        match node:
            case ast.Import(names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(str(module), level=0):
                yield module.partition(".")[0]


def test_inner_packages_import_the_standard_library_only():
    home = sys.stdlib_module_names | {"roundtable"}
    foreign = {
        f"{name} imports {module}"
        for package in INNER
        for source in (PACKAGE / package).rglob("*.py")
        for name in [source.relative_to(PACKAGE).as_posix()]
        for module in set(imports(source)) - home - TYPING
    }
    assert not foreign


def test_no_file_names_a_registry_or_a_folder_of_ours():
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="ignore").splitlines(), 1)
        for match in [REGISTRY.search(line) or SOMEONES_FOLDER.search(line)]
        if match
    ]
    assert not found


def public_signatures(body: list[ast.stmt], inside: str = "") -> Iterator[tuple[str, ast.expr]]:
    """What a module or class offers to others, by name, and each type in its signature."""
    for node in body:
        match node:
            case ast.ClassDef(name, body=members) if not name.startswith("_"):
                yield from public_signatures(members, f"{inside}{name}.")
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) if name == "__init__" or not name.startswith("_"):
                of, rest = node.args, (node.args.vararg, node.args.kwarg)
                for argument in (*of.posonlyargs, *of.args, *of.kwonlyargs, *(each for each in rest if each)):
                    if argument.annotation:
                        yield inside + name, argument.annotation
                if node.returns:
                    yield inside + name, node.returns
            case ast.AnnAssign(target=ast.Name(name), annotation=hint) if not name.startswith("_"):
                yield inside + name, hint


def test_no_public_signature_says_any():
    """Whoever calls us knows what to give and what comes back; inside, too, `Any` is rare."""
    sources = [path for path in PACKAGE.rglob("*.py") if "__pycache__" not in path.parts]
    texts = {path: path.read_text(encoding="utf-8") for path in sources}
    vague = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path, text in texts.items()
        for name, hint in public_signatures(ast.parse(text).body)
        if any(isinstance(part, ast.Name) and part.id == "Any" for part in ast.walk(hint))
    ]
    assert not vague
    lines = [line for text in texts.values() for line in text.splitlines() if re.search(r"\bAny\b", line)]
    assert len(lines) < 150, len(lines)


def test_no_file_is_too_long_to_read():
    found = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files() if path.suffix in LONGEST}
    assert len(found) > 300
    assert not {str(path.relative_to(ROOT)): lines for path, lines in found.items() if lines > LONGEST[path.suffix]}


def test_what_is_borrowed_is_fetched_not_committed():
    assert not [path for path in files() if {"vendor", "node_modules"} & set(path.relative_to(ROOT).parts)]


def test_no_lock_that_names_hosts():
    assert not {"uv.lock", "pylock.toml"} & {path.name for path in files()}


def test_locks_pin_every_package_by_hash():
    for path in (ROOT / "requirements").glob("*.txt"):
        text = path.read_text(encoding="utf-8").replace("\\\n", "")
        pins = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
        assert pins and all(re.match(r"[a-z\d-]+==\S+ .*--hash=sha256:", pin) for pin in pins), path.name
        assert "://" not in text, path.name


def test_the_core_depends_on_nothing():
    """Without any installed package, games can be loaded, played and answered by bots."""
    core = ("scene", "engine", "games", "bots", "table")
    there = [name for name in core if (ROOT / "src" / "roundtable" / name).is_dir()]
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); import roundtable as rt"
    code += "".join(f"; import roundtable.{name}" for name in there)
    code += "; [rt.game(slug).match(seed=1) for slug in rt.slugs()]"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)
