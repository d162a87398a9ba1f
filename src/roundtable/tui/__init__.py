"""The terminal table: any game's scene in text, played with keys or mouse by people and bots at one keyboard."""
