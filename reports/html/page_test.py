"""Looks at report pages in headless Chromium: usage page_test.py [PAGE...], from the root of the repository.

For light and dark screens, a narrow one, paper, and a server whose policy strips style sheets: nothing is wider than
the screen, every word of a picture lies inside it and on no other word, nothing is requested, the console is silent.
Exit code 77 where there is no Chromium.
"""

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

GOLDEN = "reports/goldens/report.html"
JENKINS_POLICY = "default-src 'none'; img-src 'self'; style-src 'self'"

# Words are compared by their boxes on the screen, shrunk by a pixel: boxes hold the room of letters like g, too.
FAULTS = """(() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide on ${root.clientWidth}`);
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
    check(f"'sha256-{digest}'" in text, f"the policy in page_style.cpp must admit 'sha256-{digest}'")


def look_at(browser, page, folder):
    for setting in ({"width": 1000}, {"width": 1000, "scheme": "dark"}, {"width": 360}, {"width": 700, "media": "print"}):
        faults, requests, said = browser.look(page, **setting)
        check(not faults, f"{page.name} at {setting}: {faults[:5]}")
        check(not requests, f"{page.name} requests {requests[:5]}")
        check(not said, f"{page.name} says to the console: {said[:2]}")
        dark = browser.value_of("getComputedStyle(document.body).color") == "rgb(227, 231, 234)"
        check(dark == (setting.get("scheme") == "dark"), f"{page.name} at {setting}: not the colours of a dark screen")

    bare = folder / "bare.html"
    bare.write_text(re.sub(r'(http-equiv="Content-Security-Policy" content=)"[^"]*"', rf'\1"{JENKINS_POLICY}"',
                           page.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    faults, requests, said = browser.look(bare, width=1000, opened=False)
    check(not faults, f"{page.name} without its style sheet: {faults[:5]}")
    check(not requests, f"{page.name} without its style sheet requests {requests[:5]}")
    check(len(said) == 1 and "style" in said[0]["entry"]["text"], f"only the style sheet should be refused: {said}")
    wrong = browser.value_of("""[...document.querySelectorAll('svg [fill]')].filter(shape => {
        const colour = getComputedStyle(shape).fill.match(/[0-9]+/g).map(part => (+part).toString(16).padStart(2, '0'));
        return shape.getAttribute('fill') !== '#' + colour.join('');
      }).length""")
    check(wrong == 0, f"{page.name}: {wrong} shapes have another colour without the style sheet")


def main():
    pages = [pathlib.Path(name).resolve() for name in sys.argv[1:] or [GOLDEN]]
    for page in pages:
        check_policy(page.read_text(encoding="utf-8"))
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        print("skipped: there is no Chromium to look at the pages with")
        sys.exit(77)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(program, pathlib.Path(folder) / "profile")
        try:
            browser.open_tab()
            for page in pages:
                look_at(browser, page, pathlib.Path(folder))
        finally:
            browser.close()


if __name__ == "__main__":
    main()
