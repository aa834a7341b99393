"""What is known of the shuffles of the catalogue: exact distributions and lessons."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, Optional, Tuple

from . import _engine
from ._result import framed_page


class Distribution:
    """The exact distribution of a shuffle: the probability of every permutation. ``str()`` is the table that the program prints."""

    def __init__(self, request: Dict[str, Any]) -> None:
        self._request = request
        self._distribution: Dict[str, Any] = _engine.ask("exact", {**request, "format": "json"})["distribution"]
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

    def to_dict(self) -> Dict[str, Any]:
        """All its figures, as ``fairshuffle exact --json`` writes them."""
        return self._distribution

    def __str__(self) -> str:
        return str(_engine.ask("exact", self._request)["text"])

    def __repr__(self) -> str:
        return f"<fairshuffle.Distribution of {self.target}: total variation {self.tv}>"


class Lesson:
    """A shuffle taught: why it is fair or not, every path of three cards, what to write instead.

    ``str()`` is the text that the program prints, and a notebook shows the page."""

    def __init__(self, request: Dict[str, Any]) -> None:
        self._request = request
        self._text = self.draw("text")

    def draw(self, format: str = "html") -> str:
        """The lesson as "html" (one page with pictures), "markdown" or "text"."""
        return str(_engine.ask("explain", {**self._request, "format": format})["text"])

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<fairshuffle.Lesson of {self._request['target']}>"

    def _repr_html_(self) -> str:
        return framed_page(self.draw("html"))


def _fraction(figure: Dict[str, Any]) -> Fraction:
    return Fraction(figure["fraction"])


def exact(target: str, n: Optional[int] = None, *, steps: Optional[bool] = None) -> Distribution:
    """The exact distribution of a shuffle of the catalogue, as fractions, of up to ten cards (five where n is not given).

    ``exact("naive-swap", n=3).permutations[0, 1, 2]`` is ``Fraction(4, 27)``. With `steps` the distances after every step stand in
    ``to_dict()``. Raises ValueError for a shuffle that is none, or has no distribution, or too large a one."""
    return Distribution({"target": target, "n": n, "steps": steps})


def explain(target: str, n: Optional[int] = None, *, seed: Optional[int] = None) -> Lesson:
    """The lesson of a shuffle of the catalogue, of two to eight cards (five where n is not given); the seed decides the
    shuffle that is told step by step. Raises ValueError for a shuffle that is none."""
    return Lesson({"target": target, "n": n, "seed": _engine.seed_text(seed)})


def shuffles() -> Dict[str, str]:
    """The shuffles of the catalogue, each with the truth about it in one sentence."""
    return {shuffle["name"]: shuffle["sentence"] for shuffle in _engine.catalogue()["shuffles"]}
