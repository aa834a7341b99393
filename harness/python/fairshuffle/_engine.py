"""The engine's C interface: requests and answers as JSON, functions of ours that it calls back."""

from __future__ import annotations

import ctypes
import json
import math
import numbers
import os
import re
import reprlib
from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Type, Union

from ._interrupts import Interrupts

GO_ON, FAIL = 0, 2

_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libfairshuffle.so")
_FILL = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)
_PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_char_p)
_SHUFFLE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)

#: The most cards of a deck whose rows have a byte for each; above, they have two.
MOST_BYTE_CARDS = 128

#: The most values of a draw that the engine answers, and its kinds: whole numbers, those of which the code uses some bits, and
#: equal parts of a number from [0, 1).
MOST_VALUES = 2**53
_BELOW, _WORD, _PART = 0, 1, 3
#: Words of no more values are followed one by one, so that what comes of them is proven.
_MOST_FOLLOWED_EACH = 2**16

# Answers a draw with one of so many alternatives: equally likely ones, of the kind, or such of whole weights. -1: it is over.
Pick = Callable[[str, int, Optional[Sequence[int]]], int]

# Fills rows: (address of the rows, how many there are, show(row, text) for a row that is no permutation).
Fill = Callable[[int, int, Callable[[int, str], None]], None]


_short = reprlib.Repr()
_short.maxother = 100
#: What stands in a sentence for a value of the caller's, which may be large.
shown_short = _short.repr


class EngineError(RuntimeError):
    """The engine could not do what it was asked, though nothing was wrong with the question."""


class NotExact(ValueError):
    """`exact` can't follow this code, and says why; `certify` judges any."""


#: What is raised of the engine's errors, and what is said beyond its sentence.
_KINDS: Dict[str, Tuple[Type[Exception], str]] = {
    "input": (ValueError, ""),
    "refused": (NotExact, ""),
    "limit": (NotExact, ". max_paths and max_seconds may be larger, or the deck smaller; certify judges any by trials"),
}


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
        "fairshuffle_exact_code": (ctypes.c_void_p, [ctypes.c_char_p, _SHUFFLE, ctypes.c_void_p]),
        "fairshuffle_explain_code": (ctypes.c_void_p, [ctypes.c_char_p, _SHUFFLE, ctypes.c_void_p]),
        "fairshuffle_looks": (ctypes.c_int32, [ctypes.c_void_p]),
        "fairshuffle_answer": (ctypes.c_double, [ctypes.c_void_p, ctypes.c_int32, ctypes.c_double]),
        "fairshuffle_answer_weighted": (ctypes.c_int32, [ctypes.c_void_p, ctypes.c_char_p]),
        "fairshuffle_show_deck": (None, [ctypes.c_void_p, ctypes.c_char_p]),
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
_answer, _answer_weighted = _library.fairshuffle_answer, _library.fairshuffle_answer_weighted


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


def _taken(called: str, address: Optional[int], thrown: Optional[BaseException] = None) -> Dict[str, Any]:
    if not address:
        raise MemoryError("fairshuffle: there is no memory for an answer")
    try:
        answer: Dict[str, Any] = json.loads(ctypes.string_at(address))
    finally:
        _library.fairshuffle_free(address)
    if "error" not in answer:
        return answer
    error = answer["error"]
    if thrown is not None and (error["kind"] == "caller" or isinstance(thrown, (KeyboardInterrupt, SystemExit))):
        raise thrown
    kind, hint = _KINDS.get(error["kind"], (EngineError, ""))
    raise kind(_in_words_of(called, error["message"]) + hint)


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


def _calling_back(called: str, ask: Callable[[Callable[..., int]], Optional[int]], work: Callable[..., None]) -> Dict[str, Any]:
    """The answer of a call of the engine that is given a callback, which does `work`, for our function `called`.

    What `work` raises ends the call and is raised here, with its own stack. Raises ValueError for a bad request."""
    thrown: Optional[BaseException] = None

    with Interrupts() as interrupts:

        def guarded(context: Any, *arguments: Any) -> int:
            nonlocal thrown
            if interrupts.heard:
                return FAIL
            try:
                with interrupts.raised_at_once():
                    work(*arguments)
                return GO_ON
            except BaseException as error:  # whatever it is, it is the caller's to see
                thrown = error
                return FAIL

        address = ask(guarded)
        interrupts.raise_heard(lambda: _library.fairshuffle_free(address))
        return _taken(called, address, thrown)


def certify_rows(called: str, request: Dict[str, Any], fill: Fill, room: Optional[int] = None) -> Dict[str, Any]:
    """Judges the rows that `fill` shuffles, in memory at the address `room` or in the engine's own, for our function `called`.

    Raises what `fill` raises, and ValueError for a bad request."""
    text = _written(called, request)

    def work(rows: int, row_count: int, batch: int) -> None:
        fill(rows, row_count, lambda row, words: _library.fairshuffle_show_row(batch, row, _shown(words)))

    return _calling_back(
        called, lambda guarded: _library.fairshuffle_certify_rows(text, room, _FILL(guarded), _PROGRESS(), None), work)


# Shuffles n cards: (n, pick, watched), and returns the cards by position, or a text where they are none. Where there is a
# `watched`, it is told the cards as they lie before each pick.
Shuffle = Callable[[int, Pick, Optional[Callable[[bytes], None]]], Union[bytes, str]]


def ask_of_code(function: str, request: Dict[str, Any], shuffle: Shuffle) -> Dict[str, Any]:
    """What "exact" or "explain" answers of a shuffle whose draws are answered.

    Raises what `shuffle` raises, NotExact where it can't be followed, and ValueError for a bad request."""
    text = _written(function, request)
    door = getattr(_library, f"fairshuffle_{function}_code")

    def work(n: int, cards: int, draws: int) -> None:
        def pick(kind: str, count: int, weights: Optional[Sequence[int]]) -> int:
            if weights is not None:
                return _answer_weighted(draws, " ".join(map(str, weights)).encode())
            is_wide = kind == "word" and count > _MOST_FOLLOWED_EACH
            return int(_answer(draws, _WORD if is_wide else _PART if kind == "random" else _BELOW, count))

        def watched(row: bytes) -> None:
            ctypes.memmove(cards, row if len(row) == n else bytes(n), n)

        row = shuffle(n, pick, watched if _library.fairshuffle_looks(draws) else None)
        if isinstance(row, str):
            _library.fairshuffle_show_deck(draws, _shown(row))
        else:
            ctypes.memmove(cards, row, n)

    return _calling_back(function, lambda guarded: door(text, _SHUFFLE(guarded), None), work)


def _shown(words: str) -> bytes:
    return words.encode("utf-8", "replace")
