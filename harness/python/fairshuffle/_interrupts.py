"""Ctrl-C while the engine runs.

Python raises KeyboardInterrupt wherever it happens to be, and that may be on the first line of a function that the engine
called: there nobody can catch it, and it would be lost. So it is noted there, and raised at once only inside of a shuffle,
which may never end."""

from __future__ import annotations

import contextlib
import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Callable, Iterator, Optional, Type


class Interrupts:
    """Notes Ctrl-C while it is entered. Only the main thread hears of signals, and only a handler in Python is put aside."""

    def __init__(self) -> None:
        self.heard = False
        self._at_once = False
        self._before: Any = None

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            before = signal.getsignal(signal.SIGINT)
            if callable(before):
                self._before = before
                signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: Optional[FrameType]) -> None:
        if self._at_once:
            self._before(number, frame)
        else:
            self.heard = True

    @contextlib.contextmanager
    def raised_at_once(self) -> Iterator[None]:
        self._at_once = True
        try:
            yield
        finally:
            self._at_once = False

    def raise_heard(self, before: Callable[[], None]) -> None:
        """Does what was due when Ctrl-C came, after `before()`."""
        if self.heard:
            before()
            self._before(signal.SIGINT, None)
