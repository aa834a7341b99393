"""What certify found out."""

from __future__ import annotations

import html
import json
from typing import Any, Dict, List, Optional

from . import _engine


def framed_page(page: str) -> str:
    """A whole page inside of a notebook's cell: its styles and its policy are its own."""
    return ('<iframe sandbox="allow-popups" style="width: 100%; height: 40em; border: 0; background: white" '
            f'srcdoc="{html.escape(page)}"></iframe>')


class Result:
    """The verdict on a shuffle, and the report that proves it.

    True where the shuffle is fair, so ``assert fairshuffle.certify(...)`` fails with the sentence where it is not:
    an inconclusive run is no pass. ``str()`` is the report as a terminal shows it, and a notebook shows the page."""

    def __init__(self, answer: Dict[str, Any]) -> None:
        #: "fair", "biased", "inconclusive" or "invalid"; None where a run has no verdict (see `sentence`)
        self.verdict: Optional[str] = answer["verdict"]
        #: the verdict in a line: "Biased: looks like sattolo; card 0 never lands at position 0; 79 to 86 points"
        self.headline: str = answer["targets"][0]["headline"]
        #: the verdict in plain words, with its trials and bounds
        self.sentence: str = answer["sentence"] if self.verdict else answer["note"]
        #: the JSON report, as the program writes it: what ``fairshuffle check`` reads
        self.report: str = answer["report"]
        self._text: str = answer["text"]

    @property
    def fair(self) -> bool:
        """Not rejected, and the bound on the bias is within the tolerance."""
        return self.verdict == "fair"

    @property
    def biased(self) -> bool:
        """Fairness is rejected within the family-wise error rate."""
        return self.verdict == "biased"

    @property
    def inconclusive(self) -> bool:
        """Neither, at the trial limit."""
        return self.verdict == "inconclusive"

    @property
    def invalid(self) -> bool:
        """A deck came out that was no order of the cards: one lost, doubled or foreign."""
        return self.verdict == "invalid"

    @property
    def trials(self) -> int:
        """Shuffles that were counted, those that were no permutation among them."""
        return int(self._evidence["trials"])

    @property
    def bias(self) -> Dict[str, Any]:
        """Bounds on the total variation distance from fair, as the JSON report has them: ``tv_lower`` and ``tv_upper``
        (None where there is none) of the bets that ``covers`` names: "permutations", all that there are; of larger decks
        fewer, such as "positions" or "cards,pairs-order". Then `bias_of_whole_deck` has the lower bound."""
        bias: Dict[str, Any] = self.to_dict()["results"][0]["bias"]
        return bias

    @property
    def bias_of_whole_deck(self) -> Optional[Dict[str, Any]]:
        """``tv_lower`` of all bets, where `bias` covers fewer; None elsewhere."""
        bias: Optional[Dict[str, Any]] = self.to_dict()["results"][0].get("bias_of_whole_deck")
        return bias

    @property
    def permutation_counts(self) -> List[int]:
        """How often each of the n! permutations came, in lexicographic order; empty above ten cards."""
        counts: List[int] = []
        for count in self._evidence.get("permutations", []):
            # Of nine and ten cards a run of permutations that never came is minus their number.
            counts.extend([0] * -count if count < 0 else [count])
        return counts

    def to_dict(self) -> Dict[str, Any]:
        """The report as dicts and lists."""
        report: Dict[str, Any] = json.loads(self.report)
        return report

    def draw(self, format: str = "html") -> str:
        """The report as "html" (one page with pictures), "text", or any other format that `fairshuffle report` draws."""
        return str(_engine.ask("draw", {"report": self.report, "format": format})["text"])

    @property
    def _evidence(self) -> Dict[str, Any]:
        evidence: Dict[str, Any] = self.to_dict()["results"][0]["evidence"]
        return evidence

    def __bool__(self) -> bool:
        return self.fair

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<fairshuffle.Result: {self.sentence}>"

    def _repr_html_(self) -> str:
        return framed_page(self.draw("html"))
