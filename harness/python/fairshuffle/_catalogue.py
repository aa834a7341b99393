"""What is known, not measured: exact distributions, of the caller's own shuffles as well, and lessons."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from . import _engine, _replay
from ._certify import check_deck_size, name_of
from ._result import framed_page


class Distribution:
    """The exact distribution of a shuffle: the probability of every permutation. ``str()`` is the table that the program
    prints. It is true where it is fair, so ``assert fairshuffle.exact(...)`` fails where it is not."""

    def __init__(self, request: Dict[str, Any], answer: Optional[Dict[str, Any]] = None) -> None:
        self._request = request
        answer = _engine.ask("exact", {**request, "format": "json"}) if answer is None else answer
        self._text: Optional[str] = answer.get("text")
        self._distribution: Dict[str, Any] = answer["distribution"]
        #: the target's whole name
        self.target: str = self._distribution["target"]
        #: the deck size
        self.n: int = self._distribution["n"]
        #: the total variation distance from uniform: what the best bet on the order gains
        self.tv: Fraction = _fraction(self._distribution["tv"])
        #: of every permutation, as the cards by position, its probability
        self.permutations: Dict[Tuple[int, ...], Fraction] = {
            tuple(entry["permutation"]): _fraction(entry["p"]) for entry in self._distribution["permutations"]
        }
        #: whether each permutation has the same probability; of a function, but for 0.001 that was not followed
        self.fair: bool = answer.get("fair", self.tv == 0)
        #: of a function: "exactly fair", "exactly biased", "invalid" and so on, and the same in a sentence
        self.verdict: Optional[str] = answer.get("verdict")
        self.sentence: Optional[str] = answer.get("sentence")
        #: of a function: how many paths were followed
        self.paths: Optional[int] = self._distribution.get("paths")
        if self.paths == 1 and self._text and self.sentence:
            self.sentence, self._text = f"{self.sentence} {_NO_DRAW_MATTERS}", f"{self._text}\n{_NO_DRAW_MATTERS}\n"

    def to_dict(self) -> Dict[str, Any]:
        """All its figures, as ``fairshuffle exact --json`` writes them."""
        return self._distribution

    def __bool__(self) -> bool:
        return self.fair

    def __str__(self) -> str:
        return self._text or str(_engine.ask("exact", self._request)["text"])

    def __repr__(self) -> str:
        return f"<fairshuffle.Distribution of {self.target}: total variation {self.tv}>"


_NO_DRAW_MATTERS = ("No draw that exact answers makes a difference. If it is random by other means, such as the hashes of "
                    "texts, this is only what it does in this process.")


class Lesson:
    """A shuffle taught: why it is fair or not, every path of three cards, what to write instead.

    ``str()`` is the text that the program prints, and a notebook shows the page."""

    def __init__(self, name: str, draw: Callable[[str], str]) -> None:
        self._name, self._draw = name, draw
        self._text = draw("text")

    def draw(self, format: str = "html") -> str:
        """The lesson as "html" (one page with pictures), "markdown" or "text"."""
        return self._draw(format)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<fairshuffle.Lesson of {self._name}>"

    def _repr_html_(self) -> str:
        return framed_page(self.draw("html"))


def _fraction(figure: Dict[str, Any]) -> Fraction:
    return Fraction(figure["fraction"])


def exact(
    shuffle: Union[str, Callable[..., Any]],
    n: Optional[int] = None,
    *,
    steps: Optional[bool] = None,
    name: Optional[str] = None,
    max_paths: int = 1_000_000,
    max_seconds: float = 60,
) -> Distribution:
    """The exact distribution of a shuffle, as fractions, of few cards (five where n is not given): a proof, no trials.

    `shuffle` is the name of a shuffle of the catalogue, of up to ten cards: ``exact("naive-swap", n=3).permutations[0, 1, 2]``
    is ``Fraction(4, 27)``. With `steps` the distances after every step stand in ``to_dict()``.

    Or it is a function as `certify` takes it, which is called with each answer that its draws can have. They are ideal, and
    those of the module ``random``, of every ``random.Random`` and ``SystemRandom``, of ``secrets``, ``os.urandom`` and
    ``os.getrandom``. A second parameter is given a ``random.Random``; where it is annotated as numpy's ``Generator``, one of
    those, which answers ``integers``, ``permutation``, ``random`` and ``shuffle``, as ``numpy.random.default_rng()`` does in
    the shuffle. A number from ``random.random()`` may be added to and multiplied by constants, rounded, and compared with
    constants and others of its kind. Of words of more than 16 bits, and of draws that loop long, the answer is exact as far as
    ordinary runs see. What else is asked of a number, other sources, seeds set in the shuffle, and decks or numbers that
    outlive a call are found, and `NotExact` says which.

    name         what reports call a function
    max_paths    most paths that are followed; rejected draws are followed until hardly any chance is left
    max_seconds  and for how long

    Raises NotExact, which is a ValueError, where a function can't be followed, or has too many paths, ValueError for a name
    that is none, or has no distribution, or too large a one, and what the function raises, with the draws that led there."""
    if isinstance(shuffle, str):
        return Distribution({"target": shuffle, "n": n, "steps": steps})
    if not callable(shuffle):
        raise TypeError("exact: expected a function that shuffles a list, or the name of a shuffle, "
                        f"found {_engine.shown_short(shuffle)}")
    if steps is not None:
        raise ValueError("exact: steps is for shuffles of the catalogue")
    n = 5 if n is None else n
    check_deck_size("exact", n)
    request = {"n": n, "name": name or name_of(shuffle)[:100], "max_paths": max_paths, "max_seconds": max_seconds}
    return Distribution(request, _replay.ask("exact", shuffle, request))


def assert_exactly_fair(shuffle: Union[str, Callable[..., Any]], n: Optional[int] = None, **options: Any) -> Distribution:
    """Raises AssertionError where `exact` does not find that each permutation has the same probability: exactly, or of words
    as far as ordinary runs see (`verdict` tells which)."""
    distribution = exact(shuffle, n, **options)
    if not distribution:
        raise AssertionError(f"{distribution.sentence or repr(distribution)}\n\n{distribution}")
    return distribution


def replay(shuffle: Callable[..., Any], n: int, path: Sequence[int]) -> List[Any]:
    """The cards that a function deals where `exact` answers its draws by these choices, and by 0 beyond: one path of it, as
    the note of an exception names it."""
    check_deck_size("replay", n)
    return _replay.cards_on(shuffle, n, path)


def explain(shuffle: Union[str, Callable[..., Any]], n: Optional[int] = None, *, seed: Optional[int] = None) -> Lesson:
    """The lesson of a shuffle, of two to eight cards (five where n is not given).

    Of one of the catalogue the seed decides the shuffle that is told step by step. Or it is a function as `exact` takes it:
    what it comes to, every path of three cards, one of them draw by draw, and where the paths pile up.

    Raises ValueError for a shuffle that is none, and what `exact` raises."""
    if isinstance(shuffle, str):
        request = {"target": shuffle, "n": n, "seed": _engine.seed_text(seed)}
        return Lesson(shuffle, lambda format: str(_engine.ask("explain", {**request, "format": format})["text"]))
    if not callable(shuffle):
        raise TypeError("explain: expected a function that shuffles a list, or the name of a shuffle, "
                        f"found {_engine.shown_short(shuffle)}")
    if seed is not None:
        raise ValueError("explain: seed is for shuffles of the catalogue")
    name = name_of(shuffle)[:100]
    of_code = {"n": 5 if n is None else n, "name": name}
    return Lesson(name, lambda format: str(_replay.ask("explain", shuffle, {**of_code, "format": format})["text"]))


def shuffles() -> Dict[str, str]:
    """The shuffles of the catalogue, each with the truth about it in one sentence."""
    return {shuffle["name"]: shuffle["sentence"] for shuffle in _engine.catalogue()["shuffles"]}
