"""The engine's C interface: requests and answers as JSON, functions of ours that it calls back."""

from __future__ import annotations

import ctypes
import json
import math
import numbers
import os
import re
import reprlib
from typing import Any, Callable, Dict, Optional

from ._interrupts import Interrupts

GO_ON, FAIL = 0, 2

_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libfairshuffle.so")
_FILL = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)
_PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_char_p)

#: The most cards of a deck whose rows have a byte for each; above, they have two.
MOST_BYTE_CARDS = 128

# Fills rows: (address of the rows, how many there are, show(row, text) for a row that is no permutation).
Fill = Callable[[int, int, Callable[[int, str], None]], None]


_short = reprlib.Repr()
_short.maxother = 100
#: What stands in a sentence for a value of the caller's, which may be large.
shown_short = _short.repr


class EngineError(RuntimeError):
    """The engine could not do what it was asked, though nothing was wrong with the question."""


def _loaded() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(_FILE)
    except OSError as error:
        raise ImportError(f"fairshuffle: the engine can't be loaded ({error}); it is for Linux on x86-64, "
                          "with the glibc that the wheel's name tells or a newer one") from error
    signatures = {
        "fairshuffle_certify": (ctypes.c_void_p, [ctypes.c_char_p, _PROGRESS, ctypes.c_void_p]),
        "fairshuffle_certify_rows": (ctypes.c_void_p,
                                     [ctypes.c_char_p, ctypes.c_void_p, _FILL, _PROGRESS, ctypes.c_void_p]),
        "fairshuffle_rows_in_memory": (ctypes.c_int32, [ctypes.c_int32]),
        "fairshuffle_show_row": (None, [ctypes.c_void_p, ctypes.c_int32, ctypes.c_char_p]),
        "fairshuffle_exact": (ctypes.c_void_p, [ctypes.c_char_p]),
        "fairshuffle_explain": (ctypes.c_void_p, [ctypes.c_char_p]),
        "fairshuffle_draw": (ctypes.c_void_p, [ctypes.c_char_p]),
        "fairshuffle_list": (ctypes.c_void_p, []),
        "fairshuffle_free": (None, [ctypes.c_void_p]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _loaded()


def _plain(value: Any) -> Any:
    """numpy's numbers, and whatever else stands for one."""
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value)
    raise TypeError(f"fairshuffle: expected a number, a text, a list or True or False, found {value!r}")


def _written(called: str, request: Dict[str, Any]) -> bytes:
    given = {name: value for name, value in request.items() if value is not None}
    for name, value in given.items():
        if isinstance(value, numbers.Real) and not isinstance(value, numbers.Integral) and not math.isfinite(value):
            raise ValueError(f"{called}: {name}: expected a finite number, found {value!r}")
    return json.dumps(given, default=_plain, ensure_ascii=False).encode()


def _in_words_of(called: str, message: str) -> str:
    """The engine's sentences begin with its own name of a function, and with members of a request, which are our options."""
    _, _, sentence = message.partition(": ")
    return f"{called}: {re.sub(r'^/?certify(?=[:/])', 'families', sentence).removeprefix('/')}"


def _taken(called: str, address: Optional[int]) -> Dict[str, Any]:
    if not address:
        raise MemoryError("fairshuffle: there is no memory for an answer")
    try:
        answer: Dict[str, Any] = json.loads(ctypes.string_at(address))
    finally:
        _library.fairshuffle_free(address)
    if "error" not in answer:
        return answer
    error = answer["error"]
    raise (ValueError if error["kind"] == "input" else EngineError)(_in_words_of(called, error["message"]))


def ask(function: str, request: Dict[str, Any]) -> Dict[str, Any]:
    """The answer of "exact", "explain" or "draw". Raises ValueError for a bad request."""
    return _taken(function, getattr(_library, f"fairshuffle_{function}")(_written(function, request)))


def catalogue() -> Dict[str, Any]:
    return _taken("list", _library.fairshuffle_list())


def version() -> str:
    return str(catalogue()["version"])


def rows_in_memory(n: int) -> int:
    """The rows that there is memory for; 0 where there are no decks of n cards."""
    return int(_library.fairshuffle_rows_in_memory(n))


def seed_text(seed: Any) -> Any:
    """A whole number as the engine takes one of any size: JSON's own numbers end at 2**53."""
    return str(seed) if isinstance(seed, int) and not isinstance(seed, bool) else seed


def certify(request: Dict[str, Any]) -> Dict[str, Any]:
    """Judges shuffles of the catalogue. Raises ValueError for a bad request; Ctrl-C ends the run."""
    text = _written("certify", request)
    with Interrupts() as interrupts:
        # It is called so that Python sees a signal.
        tell = _PROGRESS(lambda context, state: FAIL if interrupts.heard else GO_ON)
        address = _library.fairshuffle_certify(text, tell, None)
        interrupts.raise_heard(lambda: _library.fairshuffle_free(address))
        return _taken("certify", address)


def certify_rows(called: str, request: Dict[str, Any], fill: Fill, room: Optional[int] = None) -> Dict[str, Any]:
    """Judges the rows that `fill` shuffles, in memory at the address `room` or in the engine's own, for our function `called`.

    What `fill` raises ends the run and is raised here, with its own stack. Raises ValueError for a bad request."""
    text = _written(called, request)
    thrown: Optional[BaseException] = None

    with Interrupts() as interrupts:

        def guarded(context: Any, rows: int, row_count: int, batch: int) -> int:
            nonlocal thrown
            if interrupts.heard:
                return FAIL

            def show(row: int, words: str) -> None:
                _library.fairshuffle_show_row(batch, row, words.encode("utf-8", "replace"))

            try:
                with interrupts.raised_at_once():
                    fill(rows, row_count, show)
                return GO_ON
            except BaseException as error:  # whatever it is, it is the caller's to see
                thrown = error
                return FAIL

        address = _library.fairshuffle_certify_rows(text, room, _FILL(guarded), _PROGRESS(), None)
        if thrown is not None:
            _library.fairshuffle_free(address)
            raise thrown
        interrupts.raise_heard(lambda: _library.fairshuffle_free(address))
        return _taken(called, address)
