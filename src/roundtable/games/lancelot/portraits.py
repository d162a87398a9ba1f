"""Lancelot in print: a name and a charge for every single card, so that no two of a kind look alike.

They mean nothing in play: a Lady is a Lady.  The names are those of the legends, the intrigues our own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import cycle, islice
from typing import Final

from roundtable.scene.print import Item

from .cards import GOOD, PRINTED
from .faces import good_face

LADIES: Final = (
    *("Lynet", "Lyonesse", "Enid", "Laudine", "Blanchefleur", "Felelolie", "Ettard", "Lunete", "Ragnell", "Olwen"),
    *("Bragwaine", "Igraine", "Morgause", "Clarine", "Dindrane", "Repanse", "Elaine", "Isoud", "Orable", "Soredamor"),
)
KNIGHTS: Final = (
    *("Ector", "Lionel", "Kay", "Bors", "Gareth", "Gaheris", "Agloval", "Lamorak", "Dinadan", "Palomides"),
    *("Sagramore", "Dagonet", "Griflet", "Lucan", "Safir", "Pelleas", "Tor", "Urry", "Yvain", "Pellinore"),
)
ENEMIES: Final = (
    *("Turquine", "Claudas", "Rience", "Breunis", "Agravain", "Pinel", "Damas", "Meliot", "Nabon", "Taulas"),
    *("Lucius", "Marsil", "Accolon", "Garlon", "Ironside", "Corsablin", "Helin", "Phelot", "Andred", "Cundry"),
)
PLOTS: Final = (
    *("A forged letter", "A bribed guard", "A stolen ring", "A false friend", "A secret door"),
    *("A poisoned cup", "A whispered name", "A broken seal", "A borrowed shield", "A hidden heir"),
    *("A rumour at court", "A locked tower", "A lost glove", "An old debt", "An unsigned note"),
    *("A midnight ride", "A bought witness", "A double oath", "An empty purse", "An open gate"),
    *("A masked guest", "A burnt bridge", "A changed flag", "A quiet threat", "An unlit beacon"),
)
# kind of card -> the names, and the charges beside the sign of the kind
PORTRAITS: Final = {
    "ladies": (LADIES, ("harp", "swan", "moon", "trefoil-lily", "queen-crown", "lotus-flower", "sun")),
    "allied": (KNIGHTS, ("lion", "eagle-emblem", "stag-head", "griffin-symbol", "oak-leaf", "sun", "tower-flag")),
    "enemies": (ENEMIES, ("wolf-head", "boar", "raven", "bear-head", "dragon-head", "backstab", "anchor")),
    "plots": (PLOTS, ("cloak-dagger", "backstab", "moon", "ring", "crown", "broken-heart", "castle", "two-coins")),
}


def cards(good: str) -> tuple[Item, ...]:
    """All cards of a kind, as many as are printed; an edition with more of them uses the names again."""
    names, charges = PORTRAITS[good]
    face = good_face(good, "card")
    shown = Counter(islice(cycle(names), PRINTED[GOOD[good]]))
    return tuple(
        Item(f"{name.lower().replace(' ', '_')}:{good}", replace(face, kind=name), n, signs=(face.icon, charge))
        for (name, n), charge in zip(shown.items(), cycle(charges))
    )
