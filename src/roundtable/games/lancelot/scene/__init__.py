"""Lancelot on the table: the ring of sites, the deeds, the Virtues board, the tracks and the players."""

from .table import draw

__all__ = ["draw"]
