"""A page of tools/serve.py in headless Chromium, and the hand that plays on it.

The browser is the distribution's; its absence is a failure, never a skip.  Any error of a page
fails the test that opened it.
"""

import shutil
import threading

import pytest
from playwright.sync_api import sync_playwright

import serve

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()
NEEDS = "the tests of the page need Chromium; on Debian: apt-get install chromium"
HOLD_MS = 900
WAIT_MS = 20000


@pytest.fixture
def address():
    """A server of its own for each test: another port is another origin, with nothing stored."""
    server = serve.Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.address
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, NEEDS
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=path,
            args=FLAGS,
            headless=True,
            viewport={"width": 1280, "height": 860},
        )
        context.set_default_timeout(WAIT_MS)
        yield context
        context.close()


@pytest.fixture
def box(browser, address):
    """box(board, hurry): a Box that has started and is quiet; its page must end without an error.

    hurry: the time of the panel is skipped while no key is under way; a full refresh takes 4 s.
    """
    made = []

    def make(board=serve.DEFAULT_BOARD, hurry=True):
        made.append(Box(browser, f"{address}?board={board}" + "&hurry" * hurry))
        made[-1].open()
        return made[-1]

    yield make
    for page in browser.pages[1:]:  # closing the first would end the browser
        page.close()
    assert [error for one in made for error in one.errors] == []


class Box:
    """One page.  press, hold, state, idle as the bench has them, so that tools/evening.py plays
    here too; `by` says how: "keyboard" or "click"."""

    KEYBOARD = {
        "k1": "1",
        "k2": "2",
        "k3": "3",
        "k4": "4",
        "up": "ArrowUp",
        "down": "ArrowDown",
        "ok": "Enter",
        "back": "Escape",
        "menu": "m",
    }

    def __init__(self, browser, url):
        self.page = browser.new_page()
        self.url = url
        self.keys = ()
        self.by = "keyboard"
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console", lambda said: said.type == "error" and self.errors.append(said.text)
        )

    def open(self):
        self.page.goto(self.url)
        self.idle()
        self.keys = self.page.eval_on_selector_all(
            "[data-key]", "them => them.map(k => k.dataset.key)"
        )

    def reload(self):
        self.page.reload()
        self.idle()

    def idle(self):
        """Wait until nothing will happen before a key."""
        self.page.wait_for_function("window.dix && (dix.quiet || dix.stopped)")
        assert not self.page.evaluate("dix.stopped"), self.errors

    def played(self):
        """Wait until every key edge has reached the firmware."""
        self.page.evaluate(
            """async () => {
              while (!await dix.ask("played")) await new Promise(done => setTimeout(done, 5));
            }"""
        )

    def press(self, key):
        """The quickest press there is: down and up in one go."""
        if self.by == "keyboard":
            self.page.keyboard.press(self.KEYBOARD[key])
        else:
            self.page.click(f"[data-key={key}]")
        self.played()

    def hold(self, key):
        mouse, keyboard = self.page.mouse, self.page.keyboard
        if self.by == "keyboard":
            keyboard.down(self.KEYBOARD[key])
            self.page.wait_for_timeout(HOLD_MS)
            keyboard.up(self.KEYBOARD[key])
        else:
            self.page.hover(f"[data-key={key}]")
            mouse.down()
            self.page.wait_for_timeout(HOLD_MS)
            mouse.up()
        self.played()

    def at_once(self, keys):
        """Clicks on these keys, all of them inside one task of the page."""
        self.page.evaluate(
            """keys => { for (const key of keys) for (const what of ["pointerdown", "pointerup"])
              document.querySelector(`[data-key=${key}]`).dispatchEvent(
                new PointerEvent(what, { bubbles: true, pointerId: 1 })); }""",
            keys,
        )
        self.played()

    def ask(self, expression):
        return self.page.evaluate("expression => dix.ask(expression)", expression)

    def state(self):
        return self.ask('__import__("report").state(main.app)')

    def kept(self):
        """The state without what a start counts anew."""
        state = self.state()
        del state["machine"]
        return state

    def glass(self):
        """What the canvas shows: bytes, a bit a pixel, 1 = paper."""
        return bytes(
            self.page.evaluate(
                """() => {
                  const canvas = document.getElementById("glass");
                  const { width, height } = canvas;
                  const dots = canvas.getContext("2d").getImageData(0, 0, width, height).data;
                  const out = new Array(width * height / 8).fill(0);
                  for (let i = 0; i < width * height; i++)
                    if (dots[4 * i] > 127) out[i >> 3] |= 128 >> (i & 7);
                  return out;
                }"""
            )
        )
