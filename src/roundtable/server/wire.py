"""Frames as bytes: read from sockets, written to them."""

from __future__ import annotations

from typing import Final

import msgspec

from roundtable.scene import Scene
from roundtable.table.frames import ChatFrame, ClientFrame, Nonsense, PromptFrame, SceneFrame, ServerFrame, TableFrame
from roundtable.table.frames import data as frame_data
from roundtable.table.frames import read as read_frame

from .encoding import EncodedScene, encode

SHARED: Final = (SceneFrame, TableFrame, ChatFrame)  # frames that many may be sent

_decode = msgspec.json.Decoder().decode


def read(text: str | bytes) -> ClientFrame:
    """The frame in a text; `Nonsense` says what is wrong.

    >>> read('{"do": "back", "seat": 2}')
    Back(id=None, seat=2)
    """
    try:
        return read_frame(_decode(text))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Nonsense(str(error)) from error


class Encoder:
    """Encodes what is sent in one go: what many are sent is encoded once for all of them."""

    def __init__(self) -> None:
        self.texts: dict[tuple[int, int], tuple[object, bytes]] = {}  # by identity, so what it is of must live
        self.scenes: dict[int, EncodedScene] = {}

    def text(self, frame: ServerFrame) -> bytes:
        """The frame, with its whole scene if it has one."""
        if not isinstance(frame, SHARED):
            return encode(frame_data(frame))
        key = id(frame), 0
        known = self.texts.get(key)
        if known is None:
            known = self.texts[key] = frame, encode(frame_data(frame))
        return known[1]

    def brief(self, frame: SceneFrame | PromptFrame, before: EncodedScene | None) -> bytes:
        """The frame; of its scene only what is new since the one `before`."""
        key = id(frame), id(before) if before is not None else 1
        known = self.texts.get(key)
        if known is None:
            data = frame_data(frame)
            data["scene"] = self.scene(frame.scene).brief(before)
            known = self.texts[key] = frame, encode(data)
        return known[1]

    def scene(self, scene: Scene) -> EncodedScene:
        found = self.scenes.get(id(scene))
        if found is None:
            found = self.scenes[id(scene)] = EncodedScene(scene)
        return found
