"""Draws the pictures of the browser from the recorded matches of its tests: `python docs/pictures/tables.py`."""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.web.conftest import CHROMIUM, FLAGS, serving  # noqa: E402
from tests.web.people import Visitor  # noqa: E402
from tests.web.phases import PHASES, reach, viewer  # noqa: E402

TABLES = {  # phase -> by candlelight
    "knights-duty-target": False,
    "lancelot-road": False,
    "quests-of-the-round-table-foe": True,
    "of-knights-and-ninjas-herald-takes": False,
    "knights-and-damosels-select": False,
}
PHONES = ("knights-duty-target", "quests-of-the-round-table-tournament", "of-knights-and-ninjas-action", "lancelot-end")

# Pictures side by side on one sheet, as WebP.
SHEET = """async (pictures) => {
  const images = await Promise.all(pictures.map(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    return image;
  }));
  const sheet = document.createElement("canvas");
  sheet.width = images.reduce((width, image) => width + image.width + 10, -10);
  sheet.height = images[0].height;
  let x = 0;
  for (const image of images) {
    sheet.getContext("2d").drawImage(image, x, 0);
    x += image.width + 10;
  }
  return sheet.toDataURL("image/webp", 0.86).split(",")[1];
}"""


def picture(browser: Browser, address: str, name: str, phone: bool, dark: bool) -> bytes:
    phase = next(each for each in PHASES if each.id == name)
    match = reach(phase)
    person = Visitor(browser, address, phone, dark)
    person.begin(match.game.slug, bot="page")
    person.show(match, viewer(match), phase.chosen)
    shot = person.page.screenshot()
    person.leave()
    return shot


def main() -> None:
    with TemporaryDirectory() as data, serving(Path(data)) as address, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(address)
        sheets = {"front": [page.screenshot()]}
        for name, dark in TABLES.items():
            match = next(each.match for each in PHASES if each.id == name)
            sheets[f"table-{match}"] = [picture(browser, address, name, False, dark)]
        sheets["phones"] = [picture(browser, address, name, True, i % 2 == 1) for i, name in enumerate(PHONES)]
        for name, shots in sheets.items():
            drawn = page.evaluate(SHEET, [b64encode(shot).decode() for shot in shots])
            (HERE / f"{name}.webp").write_bytes(b64decode(drawn))
        browser.close()


if __name__ == "__main__":
    main()
