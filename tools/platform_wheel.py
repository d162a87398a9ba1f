"""The platform wheel: the pure wheel of the same sources, with the compiled modules beside them.

`python3 x.py wheel` makes both.  Python takes the compiled module where there is one, so nothing else differs.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import sysconfig
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tools import compile as build

DIST: Final = build.ROOT / "dist"


def tag(platform: str = "") -> str:
    """The only Python and system that can load what was compiled here.

    >>> tag("linux-x86_64").endswith("-linux_x86_64")
    True
    """
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub('[-.]', '_', platform or sysconfig.get_platform())}"


def libraries(compiled: Path) -> list[Path]:
    return sorted(path for path in compiled.rglob("*") if path.suffix in (".so", ".pyd"))


def make(pure: Path, compiled: Path = build.TARGET) -> Path:
    """Write the platform wheel beside the pure one."""
    with ZipFile(pure) as wheel:
        entries = [(info, wheel.read(info)) for info in wheel.infolist()]
    (record, _), (about, text) = (
        next(entry for entry in entries if entry[0].filename.endswith(f".dist-info/{name}"))
        for name in ("RECORD", "WHEEL")
    )
    told = re.sub(r"^Tag: .*$", f"Tag: {tag()}", text.decode(), flags=re.M)
    told = told.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    entries = [(info, told.encode() if info is about else data) for info, data in entries if info is not record]
    for path in libraries(compiled):
        info = ZipInfo(path.relative_to(compiled).as_posix(), about.date_time)
        info.external_attr = about.external_attr
        entries.append((info, path.read_bytes()))
    rows = [f"{info.filename},sha256={_digest(data)},{len(data)}\n" for info, data in entries]
    entries.append((record, "".join([*rows, f"{record.filename},,\n"]).encode()))
    target = pure.with_name(pure.name.replace("py3-none-any", tag()))
    with ZipFile(target, "w") as wheel:
        for info, data in entries:
            wheel.writestr(info, data, ZIP_DEFLATED)
    return target


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    newest = max(DIST.glob("*-py3-none-any.whl"), key=lambda path: path.stat().st_mtime)
    print(make(newest).relative_to(build.ROOT).as_posix())
