"""A check on what is packed: a wheel without the client's packages would serve pages on which no table opens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class VendorIsThere(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a checkout fetches them when it needs them
            return
        vendor = Path(self.root, "src", "roundtable", "web", "static", "vendor")
        if not (vendor / "icons.svg").exists():
            raise RuntimeError("the browser client's packages are not there; build with: python3 x.py wheel")
