"""`x.py` prepares `.venv` once, mends what was interrupted, and says clearly what it does not understand."""

import json
import os
from pathlib import Path

import pytest
import x
from tools import compile as build


class House:
    """A copy of the house's papers in an empty folder, where venv and pip only tell that they were called."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch):
        self.root, self.calls = root, list[str]()
        (root / "requirements").mkdir()
        for name in ("pyproject.toml", *(f"requirements/{lock}.txt" for lock in x.LOCKS)):
            (root / name).write_bytes((x.ROOT / name).read_bytes())
        patch.setattr(x, "ROOT", root)
        patch.setattr(x, "STAMP", root / ".venv" / "stamp.json")
        patch.setattr(x, "PYTHON", root / ".venv" / "python")
        patch.setattr(x, "make_venv", self.make_venv)
        patch.setattr(x, "pip", self.pip)

    def make_venv(self) -> None:
        self.calls.append("venv")
        x.STAMP.parent.mkdir(exist_ok=True)
        x.PYTHON.touch()

    def pip(self, *args: str) -> None:
        locks = [Path(arg).stem for arg in args if arg.startswith("--requirement=")]
        self.calls.append(" ".join(locks) or "project")

    def prepare(self, *locks: str) -> list[str]:
        """What was done to get `.venv` ready."""
        self.calls = []
        x.prepare(*locks)
        return self.calls

    def edit(self, name: str) -> None:
        with (self.root / name).open("a") as file:
            file.write("# edited\n")


@pytest.fixture
def house(tmp_path, monkeypatch):
    return House(tmp_path, monkeypatch)


def test_the_second_run_does_nothing(house):
    assert house.prepare("base", "dev") == ["venv", "base dev", "project"]
    assert house.prepare("base", "dev") == []
    assert house.prepare("base") == []


def test_what_is_missing_is_added(house):
    house.prepare("base")
    assert house.prepare("base", "dev") == ["dev"]
    assert house.prepare("peers") == ["peers"]
    assert json.loads(x.STAMP.read_text()).keys() > {"base", "dev", "peers"}


def test_a_changed_lock_begins_anew_and_keeps_what_was_asked_for(house):
    house.prepare("base", "dev", "peers")
    house.edit("requirements/dev.txt")
    assert house.prepare("base") == ["venv", "base dev peers", "project"]


def test_a_changed_project_is_only_linked_again(house):
    house.prepare("base")
    house.edit("pyproject.toml")
    assert house.prepare("base") == ["project"]


@pytest.mark.parametrize("harm", [lambda: x.STAMP.unlink(), lambda: x.STAMP.write_text(""), lambda: x.PYTHON.unlink()])
def test_a_broken_environment_is_made_anew(house, harm):
    house.prepare("base")
    harm()
    assert house.prepare("base") == ["venv", "base", "project"]


def test_an_interrupted_addition_is_begun_anew(house, monkeypatch):
    house.prepare("base")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(x, "pip", interrupt)
        x.prepare("dev")
    assert house.prepare("base", "dev") == ["venv", "base dev", "project"]


def test_a_match_in_the_terminal_does_not_wait_for_a_developers_tools(house, monkeypatch):
    monkeypatch.setattr(x, "become", lambda command: 0)
    x.main(["run", "roundtable", "play", "lancelot"])
    assert house.calls == ["venv", "base build server", "project"]
    house.calls.clear()
    x.main(["run", "pytest"])
    assert house.calls == ["dev"]


@pytest.mark.parametrize(
    ("wanted", "fits", "used"),
    [("", True, True), ("", False, False), ("", None, False), ("0", True, False), ("1", True, True)],
)
def test_a_compiled_build_that_fits_is_used(house, monkeypatch, wanted, fits, used):
    monkeypatch.setenv("ROUNDTABLE_COMPILED", wanted)
    monkeypatch.setenv("PYTHONPATH", "own")
    monkeypatch.setattr(build, "fits", lambda: fits)
    monkeypatch.setattr(x, "become", lambda command: 0)
    x.main(["run", "roundtable", "games"])
    assert os.environ["PYTHONPATH"].split(os.pathsep) == [str(build.TARGET), "own"][not used :]


def test_tools_look_at_the_sources(house, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "own")
    monkeypatch.setattr(build, "fits", lambda: True)
    monkeypatch.setattr(x, "become", lambda command: 0)
    x.main(["run", "pytest"])
    assert os.environ["PYTHONPATH"] == "own"


def test_a_compiled_build_that_must_be_there_and_is_not(house, monkeypatch):
    monkeypatch.setenv("ROUNDTABLE_COMPILED", "1")
    monkeypatch.setattr(build, "fits", lambda: False)
    with pytest.raises(SystemExit, match="makes one"):
        x.main(["run", "roundtable", "games"])


def interrupt(*args: str) -> None:
    raise KeyboardInterrupt


def test_help_tells_of_every_command(capsys):
    assert x.main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"\n  {name}" in shown for name in x.COMMANDS)


@pytest.mark.parametrize("args", [["tset"], ["setup", "--pears"], ["run"]])
def test_misuse_is_one_line_and_exit_code_2(args, capsys):
    assert x.main(args) == 2
    assert capsys.readouterr().err.count("\n") == 1
