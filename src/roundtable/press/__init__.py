"""The press: a game's cards, tiles, boards, tokens, aids and leaflet as a PDF to print, cut out and play with."""

from .printing import CannotPrint, Settings, components, document, kit, pictures, sheets_of

__all__ = ["document", "pictures", "Settings", "kit", "components", "sheets_of", "CannotPrint"]
