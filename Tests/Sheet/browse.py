#!/usr/bin/env python3
"""What a page of `tonemap sheet` does in a browser: its slider, its keyboard, its numbers, and that it asks for nothing.

    python3 Tests/Sheet/browse.py PAGE.html     # exit code 1 if something is not as expected, 77 without Chromium

It drives a headless Chromium through a pipe, by the Chrome DevTools Protocol, and needs nothing but Python.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
KEYS = {"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35}


class Browser:
    """A headless Chromium with one page."""

    def __init__(self, program, folder):
        (their_input, our_output), (our_input, their_output) = os.pipe(), os.pipe()

        def place():
            # The protocol's pipes are descriptors 3 and 4; copies above them keep one from replacing the other.
            high = os.dup(their_input), os.dup(their_output)
            high = tuple(os.dup2(end, 60 + i) for i, end in enumerate(high))
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        words = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--window-size=1300,1200", f"--user-data-dir={folder}", "about:blank"]
        self.process = subprocess.Popen([program, *words], preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(their_input)
        os.close(their_output)
        self.output, self.input = our_output, os.fdopen(our_input, "rb")
        self.buffer, self.number, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def message(self):
        while b"\0" not in self.buffer:
            part = self.input.raw.read(1 << 20)
            if not part:
                raise EOFError("the browser ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.output, json.dumps(request).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def until(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key, shift=False):
        text = {"Enter": "\r", " ": " "}.get(key, "")
        about = {"key": key, "code": "Space" if key == " " else key, "windowsVirtualKeyCode": KEYS[key], "modifiers": 8 if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **about)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def mouse(self, kind, x, y):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=0 if kind == "mouseReleased" else 1, clickCount=1)

    def close(self):
        self.call("Browser.close")
        self.process.wait(20)


def check(browser, page):
    """Sentences about what is not as expected."""
    faults = []

    def expect(condition, sentence):
        if not condition:
            faults.append(sentence)

    for domain in ("Page", "Network", "Runtime", "Log"):
        browser.call(f"{domain}.enable")
    browser.call("Page.navigate", url=page.resolve().as_uri())
    browser.until("Page.loadEventFired")
    value, press = browser.value, browser.press

    def focused():
        return value("(e => e.id || e.dataset.copy || (e.dataset.step || '') + (e.dataset.of || '') || e.textContent)(document.activeElement)")

    def go_to(name):
        """Moves the focus by the tabulator alone."""
        for _ in range(400):
            if focused() == name:
                return True
            press("Tab")
        expect(False, f"{name} cannot be reached by the keyboard")
        return False

    shown = "[get('name-left').textContent, get('name-right').textContent]"
    choices = value("choices.length")
    expect(choices >= 3, f"{choices} choices were found, three or more were expected")
    expect(value("[...document.images].every(i => i.complete && i.naturalWidth > 0)"), "a picture is not shown")
    sizes = value("[...document.images].map(i => [i.naturalWidth, i.naturalHeight, +i.getAttribute('width'), +i.getAttribute('height')])")
    expect(all(size[:2] == size[2:] for size in sizes), f"pictures have other sizes than their elements: {sizes}")
    expect(value(shown) == ["untouched, as if SDR", value("choices[1].name")], f"the page begins with {value(shown)}")
    expect(value("document.querySelectorAll('#all tbody tr').length") == choices, "the table lacks choices")

    # The divider, by keys.
    if go_to("split"):
        before = value("get('over').style.clipPath")
        for _ in range(20):
            press("ArrowRight")
        expect(float(value("split.value")) == 60, f"twenty steps to the right led to {value('split.value')}")
        expect(value("get('over').style.clipPath") != before, "the divider does not move the picture")
        expect("40%" in value("get('over').style.clipPath"), f"the picture is cut at {value('get(`over`).style.clipPath')}")
        expect(value("get('line').style.left") == "60%" and value("get('share').textContent") == "60 %", "the line or its number lies elsewhere")
        for key, end in (("Home", "0"), ("End", "100")):
            press(key)
            expect(value("split.value") == end, f"{key} leads to {value('split.value')}")

    # The divider, by the pointer.
    box = value("(b => [b.left, b.top, b.width, b.height])(get('figure').getBoundingClientRect())")
    browser.mouse("mousePressed", box[0] + 0.25 * box[2], box[1] + 0.5 * box[3])
    expect(abs(float(value("split.value")) - 25) <= 1, f"a press at a quarter led to {value('split.value')}")
    browser.mouse("mouseMoved", box[0] + 0.75 * box[2], box[1] + 0.5 * box[3])
    expect(abs(float(value("split.value")) - 75) <= 1, f"a drag to three quarters led to {value('split.value')}")
    browser.mouse("mouseReleased", box[0] + 0.75 * box[2], box[1] + 0.5 * box[3])
    browser.mouse("mouseMoved", box[0] + 0.1 * box[2], box[1] + 0.5 * box[3])
    expect(abs(float(value("split.value")) - 75) <= 1, "the divider follows a pointer that nobody presses")

    # Choices, by keys: buttons, lists, the table.
    value("document.activeElement.blur()")
    for name, side in (("1right", 1), ("1left", 0)):
        before = value(shown)
        if go_to(name):
            press("Enter")
            expect(value(shown)[side] != before[side] and value(shown)[1 - side] == before[1 - side], f"{name} led from {before} to {value(shown)}")
    if go_to("right"):
        before, picture = value("right.value"), value("get('under').src.length + get('under').src.slice(-400)")
        press("ArrowDown")
        expect(value("right.value") == str((int(before) + 1) % choices), f"the list led from {before} to {value('right.value')}")
        expect(value("get('name-right').textContent === nameOf(choices[right.value])"), "the list shows no other choice")
        equal = value(f"sheet.jpeg[choices[right.value].pictures[0]] === sheet.jpeg[choices[{before}].pictures[0]]")
        now = value("get('under').src.length + get('under').src.slice(-400)")
        expect((now == picture) == equal, "the list shows no other picture")
    if go_to("swap"):
        before = value(shown)
        press(" ")
        expect(value(shown) == before[::-1], f"swapping led from {before} to {value(shown)}")
    last = value("nameOf(choices.at(-1))")
    if go_to(last):
        press("Enter")
        expect(value(shown)[1] == last, f"the table led to {value(shown)}")

    # The numbers are those of the data.
    numbers = value("[...document.querySelectorAll('#two tbody tr')].map(r => r.cells[2].textContent)")
    expect(numbers[0] == f"{value('choices[right.value].gray'):.1f}", f"the numbers are {numbers}")
    expect(value("get('command-right').textContent") == value("choices[right.value].command"), "the command is another one")
    expect(value("[...get('command-right').textContent].length > 20"), "there is no command")
    if go_to("Clipped"):
        press("Enter")
        expect(value("(c => c.every((n, i) => i === 0 || c[i - 1] <= n))([...get('all').tBodies[0].rows].map(r => parseFloat(r.cells[3].textContent)))"), "the table is not sorted")
        expect(value("document.querySelector('[aria-sort=ascending]').textContent") == "Clipped", "no heading says that it sorts")

    # Other times, if there are some.
    if value("sheet.times.length") > 1 and go_to("time"):
        press("ArrowDown")
        expect(value("time.value") == "1" and value("get('over').src === picture(choices[left.value])"), "another time shows no other picture")

    # Every control has a name.
    nameless = value(
        "[...document.querySelectorAll('button, select, input')].filter(e => !(e.textContent.trim() && e.tagName === 'BUTTON') && !e.ariaLabel && !e.labels?.length).map(e => e.outerHTML)"
    )
    expect(not nameless, f"controls without a name: {nameless}")

    asked = [event["params"]["request"]["url"] for event in browser.events if event.get("method") == "Network.requestWillBeSent"]
    foreign = [url[:100] for url in asked if url != page.resolve().as_uri() and not url.startswith("data:image/jpeg;base64,")]
    expect(not foreign, f"the page asked for {foreign}")
    problems = [event["params"] for event in browser.events if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]
    expect(not problems, f"the browser complains: {json.dumps(problems)[:400]}")
    return faults


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        print(f"browse.py: skipped, since none of {', '.join(NAMES)} is installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, folder)
        try:
            faults = check(browser, pathlib.Path(sys.argv[1]))
        finally:
            browser.close()
    for fault in faults:
        print(f"browse.py: {fault}")
    print(f"browse.py: {sys.argv[1]}: {'as expected' if not faults else f'{len(faults)} faults'}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
