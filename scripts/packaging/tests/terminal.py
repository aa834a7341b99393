"""A shell on a terminal of its own, to press keys in."""
import os
import pty
import re
import select
import time

from program import ENVIRONMENT

# Long enough for any machine; a shell that has not answered by then hangs.
LONGEST_WAIT = 120
# Shows what arguments a command line came to.
FUNCTION = "fairshuffle() { printf 'ARGUMENT<%s>\\n' \"$@\"; printf 'END%s\\n' ING; }; printf 'REA%s\\n' DY\n"


class Shell:
    def __init__(self, *words, setup):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(words[0], words, dict(ENVIRONMENT, TERM="dumb", PS1="", HISTFILE="/dev/null"))
        self.seen = ""
        self.send(setup + "\n" + FUNCTION)
        self.read_until("READY")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, word):
        deadline = time.monotonic() + LONGEST_WAIT
        while word not in self.seen:
            ready, _, _ = select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise AssertionError(f"the shell did not say {word}, but {self.seen!r}")
            try:
                self.seen += os.read(self.terminal, 4096).decode(errors="replace")
            except OSError as error:
                raise AssertionError(f"the shell ended: {self.seen!r}") from error
        before, _, self.seen = self.seen.partition(word)
        return before

    def arguments(self, typed):
        """What the command is called with after these keys and Return."""
        self.send(typed + "\r")
        return re.findall(r"ARGUMENT<(.*)>", self.read_until("ENDING"))

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)
