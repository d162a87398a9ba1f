"""Knights & Damosels on the table: `table` draws it from the players' places, the middle and the open question."""

from .table import draw

__all__ = ["draw"]
