"""Looks at pages in headless Chromium, from the root of the repository: page_test.py [PAGE...]
[--runs PROGRAM] [--lessons PROGRAM TARGET...]

Looks at the pages named, at those of large runs of PROGRAM, and at the lessons that it writes of the targets. For light and dark screens, a narrow
one, paper, and a server whose policy strips style sheets: nothing is wider than the screen or its column, every word
of a picture lies inside it and on no other word, every word stands out from its ground, nothing is requested, the console is silent.
Exit code 77 where there is no Chromium.
"""

import argparse
import base64
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

JENKINS_POLICY = "default-src 'none'; img-src 'self'; style-src 'self'"

# Words are compared by their boxes on the screen, shrunk by a pixel: boxes hold the room of letters like g, too.
FAULTS = """(() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide on ${root.clientWidth}`);
  for (const part of document.querySelectorAll('.lines td, .lines th')) {
    if (part.scrollWidth > part.clientWidth && part.clientWidth > 0) faults.push(`over its edge: ${part.textContent}`);
  }
  for (const picture of document.querySelectorAll('svg')) {
    const frame = picture.getBoundingClientRect();
    const words = [...picture.querySelectorAll('text')].map(text => [text.textContent, text.getBoundingClientRect()]);
    words.forEach(([word, box], index) => {
      if (box.left < frame.left - .5 || box.right > frame.right + .5 || box.top < frame.top - .5 ||
          box.bottom > frame.bottom + .5) faults.push(`outside its picture: ${word}`);
      for (const [other, with_] of words.slice(index + 1)) {
        if (box.left + 1 < with_.right && with_.left + 1 < box.right && box.top + 3 < with_.bottom &&
            with_.top + 3 < box.bottom) faults.push(`on one another: ${word} and ${other}`);
      }
    });
  }
  return faults;
})()"""


# The words that stand out from their ground by less than WCAG 2's 4.5 to 1. In a picture the ground is the uppermost
# shape below the middle of the word; the window must be as high as the page.
PALE = """(() => {
  const parts = colour => colour.match(/[0-9.]+/g).map(Number);
  const luminance = colour => parts(colour).slice(0, 3).map(part => part / 255)
    .map(part => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0);
  const shows = colour => colour !== 'none' && (parts(colour).length < 4 || parts(colour)[3] > 0);
  const ground = element => {
    for (; element; element = element.parentElement) {
      const colour = getComputedStyle(element).backgroundColor;
      if (shows(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const below = text => {
    const box = text.getBoundingClientRect();
    const shape = document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
      .find(element => element.matches('rect, path, circle') && text.closest('svg').contains(element));
    return shape ? getComputedStyle(shape).fill : ground(text);
  };
  const pale = [];
  for (const element of document.querySelectorAll('svg text, h1, h2, h3, p, a, li, th, td, caption, summary, pre, span')) {
    if (!element.textContent.trim()) continue;
    const style = getComputedStyle(element), picture = element.matches('svg text');
    const lights = [picture ? style.fill : style.color, picture ? below(element) : ground(element)].map(luminance);
    const contrast = (Math.max(...lights) + .05) / (Math.min(...lights) + .05);
    if (contrast < 4.5) pale.push(`${element.textContent.trim().slice(0, 40)}: ${contrast.toFixed(2)}`);
  }
  return pale;
})()"""


class Browser:
    """Chromium, spoken to over a pipe: messages of its DevTools protocol, each ended by a zero byte."""

    def __init__(self, program, profile):
        child_reads, self.to_child = os.pipe()
        self.from_child, child_writes = os.pipe()

        def give_pipes():
            # The protocol is spoken on descriptors 3 and 4; copies above them first, so that none is overwritten.
            import fcntl
            reads, writes = fcntl.fcntl(child_reads, fcntl.F_DUPFD, 10), fcntl.fcntl(child_writes, fcntl.F_DUPFD, 10)
            os.dup2(reads, 3)
            os.dup2(writes, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
             f"--user-data-dir={profile}"],
            preexec_fn=give_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(child_reads)
        os.close(child_writes)
        self.rest, self.last_id, self.session, self.events = b"", 0, None, []

    def receive(self):
        while b"\0" not in self.rest:
            some = os.read(self.from_child, 1 << 16)
            if not some:
                raise RuntimeError("Chromium has ended")
            self.rest += some
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_child, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.receive())

    def open_tab(self):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.ask(f"{domain}.enable")

    def look(self, page, width, scheme="light", media="screen", opened=True):
        """The faults of the page, what it requested, and what it said to the console."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.events = []
        self.ask("Page.navigate", url=page.as_uri())
        self.wait_for("Page.loadEventFired")
        if media == "screen" and opened:
            self.ask("Runtime.evaluate", expression="document.querySelectorAll('details').forEach(d => d.open = true)")
        faults = self.ask("Runtime.evaluate", expression=FAULTS, returnByValue=True)["result"]["value"]
        requests = [event["params"]["request"]["url"] for event in self.events
                    if event.get("method") == "Network.requestWillBeSent"]
        said = [event["params"] for event in self.events
                if event.get("method") in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")]
        return faults, [url for url in requests if url != page.as_uri()], said

    def pale_words(self):
        """Of the page that was looked at last."""
        size = self.value_of("[innerWidth, document.documentElement.scrollHeight]")
        self.ask("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)
        return self.value_of(PALE)

    def value_of(self, expression):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"]["value"]

    def close(self):
        self.process.kill()
        self.process.wait()


def check(condition, words):
    if not condition:
        sys.exit(f"page_test.py: {words}")


def check_policy(text):
    """The policy admits the page's own style sheet: otherwise every browser would drop it."""
    style = text.split("<style>", 1)[1].split("</style>", 1)[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    check(f"'sha256-{digest}'" in text, f"the policy in page.cpp must admit 'sha256-{digest}'")


def look_at(browser, page, folder):
    for setting in ({"width": 1000}, {"width": 1000, "scheme": "dark"}, {"width": 360}, {"width": 700, "media": "print"}):
        faults, requests, said = browser.look(page, **setting)
        check(not faults, f"{page.name} at {setting}: {faults[:5]}")
        check(not requests, f"{page.name} requests {requests[:5]}")
        check(not said, f"{page.name} says to the console: {said[:2]}")
        # On a narrow screen pictures are scrolled, and nothing lies below a word that is out of sight.
        pale = browser.pale_words() if setting["width"] > 360 else []
        check(not pale, f"{page.name} at {setting}: too little contrast: {pale[:5]}")
        dark = browser.value_of("getComputedStyle(document.body).color") == "rgb(227, 231, 234)"
        check(dark == (setting.get("scheme") == "dark"), f"{page.name} at {setting}: not the colours of a dark screen")

    pdf = base64.b64decode(browser.ask("Page.printToPDF", printBackground=False)["data"])
    check(pdf.startswith(b"%PDF") and b"/Type /Page\n" in pdf, f"{page.name} is not printed")

    bare = folder / "bare.html"
    bare.write_text(re.sub(r'(http-equiv="Content-Security-Policy" content=)"[^"]*"', rf'\1"{JENKINS_POLICY}"',
                           page.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    faults, requests, said = browser.look(bare, width=1000, opened=False)
    check(not faults, f"{page.name} without its style sheet: {faults[:5]}")
    check(not requests, f"{page.name} without its style sheet requests {requests[:5]}")
    check(len(said) == 1 and "style" in said[0]["entry"]["text"], f"only the style sheet should be refused: {said}")
    wrong = browser.value_of("""['fill', 'stroke'].flatMap(what => [...document.querySelectorAll(`svg [${what}^="#"]`)].filter(shape => {
        const colour = getComputedStyle(shape)[what].match(/[0-9]+/g).map(part => (+part).toString(16).padStart(2, '0'));
        return shape.getAttribute(what) !== '#' + colour.join('');
      })).length""")
    check(wrong == 0, f"{page.name}: {wrong} shapes have another colour without the style sheet")


# Every picture at its largest, many targets, and words from outside that have no end.
RUNS = {
    "seven-cards": ["naive-swap", "durstenfeld", "--n", "7", "--trials", "200000"],
    "54-cards": ["naive-swap", "riffle:m=7", "durstenfeld", "--n", "54", "--trials", "20000"],
    "many-targets": [f"swap-pairs:k={k}" for k in range(1, 21)] + ["--n", "5", "--trials", "16384"],
    "named-bets": ["naive-swap", "--n", "52", "--bets", "poker,bridge", "--bet", "cards=0-25,places=0-25,name=" + "W" * 60,
                   "--bet", "cards=0,places=1,name=one card", "--trials", "20000"],
    "endless-words": ["--exec", "yes 0,1,2 #" + "<&>" * 200 + "x" * 600, "--n", "3", "--trials", "5000"],
}


def runs(program, folder):
    """The pages of RUNS, each in a file of its name."""
    pages = []
    for name, words in RUNS.items():
        pages.append(folder / f"{name}.html")
        done = subprocess.run([program, "certify", *words, "--seed", "1", "--html", str(pages[-1])], check=False,
                              stdout=subprocess.DEVNULL)
        check(pages[-1].exists(), f"{name} ended with {done.returncode} and gave no page")
    return pages


def lessons(program, targets, folder):
    """The pages of lessons, each in a file named like its target."""
    pages = []
    for target in targets:
        pages.append(folder / f"{re.sub('[^a-z0-9=,-]', '-', target)}.html")
        subprocess.run([program, "explain", target, "--html", str(pages[-1])], check=True, stdout=subprocess.DEVNULL)
    return pages


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pages", nargs="*", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--runs", metavar="PROGRAM")
    parser.add_argument("--lessons", nargs="+", default=[], metavar=("PROGRAM", "TARGET"))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        pages = asked.pages
        if asked.runs:
            pages += runs(asked.runs, folder)
        if asked.lessons:
            pages += lessons(asked.lessons[0], asked.lessons[1:], folder)
        check(pages, "no page to look at")
        for page in pages:
            check_policy(page.read_text(encoding="utf-8"))
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            print("skipped: there is no Chromium to look at the pages with")
            sys.exit(77)
        browser = Browser(program, folder / "profile")
        try:
            browser.open_tab()
            for page in pages:
                look_at(browser, page, folder)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
