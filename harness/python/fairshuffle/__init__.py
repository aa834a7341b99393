"""Is this shuffle fair? Proof, or the mistake by name.

    >>> import random, fairshuffle
    >>> result = fairshuffle.certify(random.shuffle, n=5)
    >>> result.fair
    True
    >>> print(fairshuffle.certify("naive-swap", n=5, seed=1).sentence)
    Biased: ...

``certify`` takes a function that shuffles one list, or the name of a shuffle of the catalogue, ``certify_rows`` one that
shuffles all rows of a numpy array at once. ``exact`` gives the exact distribution of either as fractions, by answering all
that a function draws, and ``explain`` the lesson of either. pytest has the fixtures ``assert_fair``,
``assert_fair_rows`` and ``assert_exactly_fair``.
"""

from ._catalogue import Distribution, Lesson, assert_exactly_fair, exact, explain, replay, shuffles
from ._certify import certify, certify_rows
from ._engine import EngineError, NotExact, version
from ._result import Result

__version__ = version()
__all__ = [
    "EngineError",
    "Distribution",
    "Lesson",
    "NotExact",
    "Result",
    "assert_exactly_fair",
    "certify",
    "certify_rows",
    "exact",
    "explain",
    "replay",
    "shuffles",
]
