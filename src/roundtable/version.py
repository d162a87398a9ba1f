"""The version of the program; the only place where it stands."""

from importlib.util import find_spec
from typing import Final

VERSION: Final = "1.0.0"


def compiled() -> bool:
    """Whether the engine that is imported is the compiled one."""
    engine = find_spec("roundtable.engine.flow")
    return engine is not None and not str(engine.origin).endswith(".py")
