"""`roundtable bench adapters`: a figure for every game through every adapter, beside the frameworks' own games."""

from __future__ import annotations

import json

import pytest

from roundtable.adapters import bench
from roundtable.cli import run

pytest.importorskip("pettingzoo", reason="needs the extra 'rl'")
pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")


def test_figures(capsys):
    assert run(["bench", "adapters", "lancelot", "--seconds", "0.001", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    figures = {(row["adapter"], row["game"], row["players"]): row.get("steps", 0) for row in report["rows"]}
    assert all(figures[adapter, "lancelot", players] > 0 for adapter in bench.ADAPTERS for players in (2, 4))
    assert figures["openspiel", "python_kuhn_poker", 0] > 0 and figures["gymnasium", "CartPole-v1", 0] > 0
    assert {name for adapter in bench.NATIVE.values() for name in adapter} <= {game for _, game, _ in figures}


def test_what_is_missing_is_said(capsys, monkeypatch):
    def missing(slug, players):
        raise ImportError("no such thing", name="zoo")

    monkeypatch.setattr(bench, "ADAPTERS", {"pettingzoo": missing})
    monkeypatch.setattr(bench, "NATIVE", {})
    assert run(["bench", "adapters", "lancelot", "--seconds", "0.001"]) == 0
    assert "not installed (zoo)" in capsys.readouterr().out
