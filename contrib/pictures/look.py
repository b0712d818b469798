#!/usr/bin/env python3
"""Draws calendar pages with headless Chromium, by day and by night, as a phone and a printer show them, and measures them.

usage: look.py FOLDER FILE.html|FILE.svg...

Writes FILE-light.png, -dark.png, -phone.png and, of HTML, -print-a4.pdf and -print-a3.pdf to the folder. Fails when text
has a contrast below 4.5 (WCAG 2.2, 1.4.3), when a page is wider than a phone, when a print takes more than one sheet,
or when a page asks for anything beyond itself.
"""
import base64
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LEAST = 4.5
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
DESK = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False}
# Inches, upright.
SHEETS = {"a4": (8.27, 11.69), "a3": (11.69, 16.54)}

# Every piece of text that is seen, with its colour and that of the nearest opaque ground around or before it.
MEASURE = r"""(() => {
  const rgb = text => (text.match(/[\d.]+/g) || []).map(Number);
  const light = color => color.slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, place) => sum + v * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const isSVG = document.documentElement.localName === 'svg';
  const ground = element => {
    if (isSVG) {
      for (let node = element; node; node = node.parentElement) {
        const rect = [...(node.parentElement ? node.parentElement.children : [])]
          .slice(0, node.parentElement ? [...node.parentElement.children].indexOf(node) : 0)
          .filter(other => {
            if (other.localName !== 'rect' || getComputedStyle(other).fill === 'none') return false;
            const [a, b] = [other.getBoundingClientRect(), element.getBoundingClientRect()];
            return a.left <= b.left + 1 && a.right >= b.right - 1 && a.top <= b.top + 4 && a.bottom >= b.bottom - 4;
          }).pop();
        if (rect) return rgb(getComputedStyle(rect).fill);
      }
      return [255, 255, 255];
    }
    for (let node = element; node; node = node.parentElement) {
      const color = rgb(getComputedStyle(node).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  const found = {};
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, style = getComputedStyle(element);
    if (!node.data.trim() || ['style', 'title', 'desc', 'script'].includes(element.localName)) continue;
    const box = element.getBoundingClientRect();
    if (style.display === 'none' || box.width < 2 || parseFloat(style.fontSize) === 0) continue;
    const [text, under] = [rgb(isSVG ? style.fill : style.color), ground(element)];
    const key = `${text} on ${under}`;
    found[key] = { ratio: contrast(text, under), text: node.data, size: parseFloat(style.fontSize) };
  }
  return JSON.stringify({ found, wide: document.documentElement.scrollWidth, seen: innerWidth,
    asked: performance.getEntriesByType('resource').map(entry => entry.name) });
})()"""


class Browser:
    """Chromium, spoken to through two pipes."""

    def __init__(self, profile):
        into, self.out = os.pipe()
        self.into, out = os.pipe()
        chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not chromium:
            sys.exit("look.py: there is no Chromium; install it with: apt install chromium")

        def pipes():
            # The browser reads from 3 and writes to 4.
            high = [os.dup2(fd, 30 + place) for place, fd in enumerate([into, out])]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"]
        self.process = subprocess.Popen(
            [chromium, *options, f"--user-data-dir={profile}", "about:blank"], preexec_fn=pipes, close_fds=False,
            stderr=subprocess.DEVNULL)
        os.close(into)
        os.close(out)
        self.number, self.rest, self.session = 0, b"", None

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"look.py: {method}: {answer['error']}")
                return answer["result"]

    def read(self):
        while b"\0" not in self.rest:
            chunk = os.read(self.into, 1 << 20)
            if not chunk:
                sys.exit("look.py: the browser has ended")
            self.rest += chunk
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def open(self, url):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Page.navigate", url=url)
        while self.read().get("method") != "Page.loadEventFired":
            pass

    def show(self, scheme, screen, medium="screen"):
        self.call("Emulation.setDeviceMetricsOverride", **screen)
        self.call("Emulation.setEmulatedMedia", media=medium,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def measure(self):
        return json.loads(self.call("Runtime.evaluate", expression=MEASURE)["result"]["value"])

    def end(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait()


def main():
    folder, files = pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]
    faults = []
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        for file in files:
            browser.open(file.resolve().as_uri())
            name = f"{file.stem}-{file.suffix[1:]}"
            for look, scheme, screen in [("light", "light", DESK), ("dark", "dark", DESK), ("phone", "light", PHONE)]:
                browser.show(scheme, screen)
                shot = browser.call("Page.captureScreenshot", captureBeyondViewport=True)
                (folder / f"{name}-{look}.png").write_bytes(base64.b64decode(shot["data"]))
                seen = browser.measure()
                least = min(seen["found"].values(), key=lambda item: item["ratio"])
                print(f"{name} {look}: {len(seen['found'])} pairs of colours, least contrast {least['ratio']:.2f}, "
                      f"{seen['wide']} of {seen['seen']} wide")
                for pair, item in seen["found"].items():
                    if item["ratio"] < LEAST:
                        faults.append(f"{name} {look}: contrast {item['ratio']:.2f} of “{item['text']}”, {pair}")
                if file.suffix == ".html" and seen["wide"] > seen["seen"]:
                    faults.append(f"{name} {look}: {seen['wide']} wide, the screen {seen['seen']}")
                if seen["asked"]:
                    faults.append(f"{name}: asks for {seen['asked']}")
            if file.suffix != ".html":
                continue
            browser.show("dark", DESK, "")
            for sheet, (width, height) in SHEETS.items():
                printed = browser.call("Page.printToPDF", paperWidth=width, paperHeight=height, landscape=True,
                                       printBackground=False, preferCSSPageSize=False)
                data = base64.b64decode(printed["data"])
                (folder / f"{name}-print-{sheet}.pdf").write_bytes(data)
                pages = len(re.findall(rb"/Type\s*/Page\b(?!s)", data))
                print(f"{name} print {sheet}: {pages} page(s)")
                if pages != 1:
                    faults.append(f"{name}: {pages} sheets of {sheet}")
        browser.end()
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
