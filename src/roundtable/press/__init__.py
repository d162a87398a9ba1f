"""The press: a game's cards, tiles, boards, tokens, aids and leaflet as a PDF to print, cut out and play with."""

from .printing import CannotPrint, Settings, components, document, kit, sheets_of

__all__ = ["document", "Settings", "kit", "components", "sheets_of", "CannotPrint"]
