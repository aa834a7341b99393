"""certify and certify_rows."""

from __future__ import annotations

import contextlib
import random
import sys
from typing import TYPE_CHECKING, Any, Callable, Iterator, List, Optional, Sequence, Union

from . import _engine
from ._lists import list_fill
from ._result import Result

if TYPE_CHECKING:
    from ._catalogue import Distribution

#: Shuffles the list that it is given and returns nothing, or returns the shuffled deck.
Shuffle = Callable[[List[int]], Any]


def name_of(function: Callable[..., Any]) -> str:
    name = getattr(function, "__qualname__", type(function).__qualname__)
    module = getattr(function, "__module__", None)
    # random.shuffle is a method of a source that has no name.
    short = getattr(function, "__name__", name)
    if getattr(sys.modules.get(module or ""), short, None) is function:
        name = short
    return name if module in (None, "__main__") else f"{module}.{name}"


def _call_of(function: str, shuffle: str, n: int, options: Any) -> str:
    """The call as it is typed, with the options that were given."""
    given = "".join(f", {name}={value!r}" for name, value in options.items() if value is not None)
    return f"fairshuffle.{function}({shuffle}, n={n}{given})"[:1000]


@contextlib.contextmanager
def _seeded(seed: Optional[int]) -> Iterator[None]:
    """The source of the module random begins with that seed, and goes on afterwards as if nobody had drawn from it."""
    kept = random.getstate()
    if seed is not None:
        random.seed(seed)
    try:
        yield
    finally:
        if seed is not None:
            random.setstate(kept)


def certify(
    shuffle: Union[Shuffle, str],
    n: Optional[int] = None,
    *,
    tolerance: Union[float, str, None] = None,
    alpha: Optional[float] = None,
    confidence: Optional[float] = None,
    trials: Optional[int] = None,
    max_trials: Optional[int] = None,
    until_decided: Optional[bool] = None,
    max_seconds: Optional[float] = None,
    bets: Optional[Sequence[str]] = None,
    pairs: Optional[bool] = None,
    tests: Optional[Sequence[str]] = None,
    families: Optional[Sequence[str]] = None,
    label: Optional[str] = None,
    name: Optional[str] = None,
    reset: Optional[str] = None,
    marked: Optional[int] = None,
    proof: Optional[Distribution] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
) -> Result:
    """Is this shuffle fair?

    `shuffle` is a function that shuffles the list ``[0, 1, ..., n - 1]`` in place, as ``random.shuffle`` does, or returns
    the shuffled deck; or the name of a shuffle of the catalogue (``shuffles()``), as in ``"swap-pairs:k=10"``. n is the deck
    size, 1 to 1024. A function is called as often as it takes, on the calling thread, each time with a new list: one that
    shuffles a list of its own again and again walks from deck to deck, which looks fair however bad it is. That is found
    and told (``reset="never"`` is for those who mean it: the same list again and again). With a seed, a function that draws
    from the module ``random`` does the same in every run; the source of another is to be seeded before the call.

    What it costs: a fair function of 52 cards is called some 377,000 times at the standard tolerance of 0.01, and 180,000
    times with ``tolerance=0.015``: a Fisher-Yates written in Python takes about ten seconds, and five. A biased one is found
    sooner.

    tolerance    the largest bias that passes as fair, as a total variation distance: what the best bet gains; 0.01, which
                 is "1%", for a function, 0.001 for a name. Half of it takes four times the trials
    alpha        probability that this call finds a fair shuffle biased, over all tests and looks (1e-6)
    confidence   of each bound on the bias (0.999)
    trials       run exactly so many and judge once, or
    max_trials   trials at which an undecided shuffle is inconclusive (1e8 for a function, 1e9 for a name)
    until_decided
                 whether to stop at the first look that decides. Otherwise the shuffle is run often enough to measure its
                 bias before it is judged: a function 131,072 times, 16,384 times above ten cards
    max_seconds  end after so long; what came is judged
    bets         named bets to watch, "cards=0-23,places=0-6,name=opening hand" or a ready list like "bridge"
    pairs        whether to count where any two cards lie, in decks of 13 cards and more
    tests        only these tests, by name
    families     the bet families that the tolerance is asked of in decks of 13 cards and more
    label        what stands in quotation marks before the target's name in reports
    name, reset, marked, proof
                 of a function: what reports call it; "never" as above; so many first cards are watched as a set; what
                 `exact` found of two to six cards, which stands beside the trials in reports
    seed         decides every trial of a name; of a function, what it draws from the module random
    threads      of a name (all cores): they decide only how long it takes

    Raises ValueError for an option or a name that can't be, TypeError for a shuffle that is none, and what the function
    raises, with its stack. Ctrl-C ends it.
    """
    asked = {"tolerance": tolerance, "alpha": alpha, "confidence": confidence, "trials": trials, "max_trials": max_trials,
             "until_decided": until_decided, "max_seconds": max_seconds, "bets": bets, "pairs": pairs, "tests": tests,
             "certify": families, "label": label}
    of_function = {"name": name, "reset": reset, "marked": marked}
    of_name = {"threads": threads}
    if isinstance(shuffle, str):
        _refuse_given({**of_function, "proof": proof}, "is for functions; a shuffle of the catalogue takes settings behind its name, as in "
                                   "'naive-swap:reset=never'")
        return Result(_engine.certify({"targets": [shuffle], "n": n, **asked, **of_name, "seed": _engine.seed_text(seed)}))
    if not callable(shuffle):
        raise TypeError("certify: expected a function that shuffles a list, or the name of a shuffle, "
                        f"found {_engine.shown_short(shuffle)}")
    _refuse_given(of_name, "is for shuffles of the catalogue; a function is called on the thread that calls certify")
    check_deck_size("certify", n)
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise TypeError(f"certify: seed: expected a whole number, found {_engine.shown_short(seed)}")
    shown = name_of(shuffle)
    call = _call_of("certify", shown, n, {**asked, **of_function, "seed": seed})
    request = {"n": n, "call": call, **asked, **of_function, "name": name or shown[:100]}
    if reset is None and marked is None:
        request["prove"] = f"fairshuffle.exact({shown[:100]}, n={max(2, min(n, 5))})"
    if proof is not None:
        request["proof"] = proof.to_dict()
    with _seeded(seed):
        return Result(_engine.certify_rows("certify", request, list_fill(shuffle, n)))


def certify_rows(
    fill: Callable[[Any], Any],
    n: int,
    *,
    tolerance: Union[float, str, None] = None,
    alpha: Optional[float] = None,
    confidence: Optional[float] = None,
    trials: Optional[int] = None,
    max_trials: Optional[int] = None,
    until_decided: Optional[bool] = None,
    max_seconds: Optional[float] = None,
    bets: Optional[Sequence[str]] = None,
    pairs: Optional[bool] = None,
    tests: Optional[Sequence[str]] = None,
    families: Optional[Sequence[str]] = None,
    label: Optional[str] = None,
    name: Optional[str] = None,
    marked: Optional[int] = None,
) -> Result:
    """The same for a function that shuffles all rows of a numpy array at once:

        rng = numpy.random.default_rng(1)
        fairshuffle.certify_rows(lambda rows: rng.permuted(rows, axis=1, out=rows), n=52)

    `fill` is given an array of bytes (numpy.uint8, and numpy.uint16 of more than 128 cards) with a deck in each row, and
    shuffles it in place, or returns an array of whole numbers of the same shape. It is not copied, and what an earlier call
    was given is used again: before each call every row is set to 0, 1, ..., n - 1. A function that relies on what it left
    there, and so would shuffle on instead of anew, is judged by shuffles of sorted decks all the same. How many rows a call
    has depends on n and the options only.
    The rest is as `certify` has it. Raises ImportError where there is no numpy.
    """
    from ._arrays import ArrayFill

    if not callable(fill):
        raise TypeError("certify_rows: expected a function that shuffles the rows of an array, "
                        f"found {_engine.shown_short(fill)}")
    check_deck_size("certify_rows", n)
    asked = {"tolerance": tolerance, "alpha": alpha, "confidence": confidence, "trials": trials, "max_trials": max_trials,
             "until_decided": until_decided, "max_seconds": max_seconds, "bets": bets, "pairs": pairs, "tests": tests,
             "certify": families, "label": label, "name": name, "marked": marked}
    shown = name_of(fill)
    rows = ArrayFill(fill, n)
    request = {"n": n, "call": _call_of("certify_rows", shown, n, asked), **asked, "name": name or shown[:100]}
    return Result(_engine.certify_rows("certify_rows", request, rows, rows.address))


def check_deck_size(function: str, n: Any) -> None:
    if isinstance(n, bool) or not hasattr(n, "__index__"):
        raise TypeError(f"{function}: n is the number of cards, a whole number from 1 to 1024; it was {n!r}")
    if _engine.rows_in_memory(n) == 0:
        raise ValueError(f"{function}: n is the number of cards, a whole number from 1 to 1024; it was {n!r}")


def _refuse_given(options: Any, reason: str) -> None:
    for name, value in options.items():
        if value is not None:
            raise ValueError(f"certify: {name} {reason}")
