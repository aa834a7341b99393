"""Is this shuffle fair? Proof, or the mistake by name.

    >>> import random, fairshuffle
    >>> result = fairshuffle.certify(random.shuffle, n=5)
    >>> result.fair
    True
    >>> print(fairshuffle.certify("naive-swap", n=5, seed=1).sentence)
    Biased: ...

``certify`` takes a function that shuffles one list, or the name of a shuffle of the catalogue, ``certify_rows`` one that
shuffles all rows of a numpy array at once. ``exact`` gives the exact distribution of a shuffle of the catalogue as fractions,
``explain`` its lesson. pytest has the fixtures ``assert_fair`` and ``assert_fair_rows``.
"""

from ._catalogue import Distribution, Lesson, exact, explain, shuffles
from ._certify import certify, certify_rows
from ._engine import EngineError, version
from ._result import Result

__version__ = version()
__all__ = [
    "EngineError",
    "Distribution",
    "Lesson",
    "Result",
    "certify",
    "certify_rows",
    "exact",
    "explain",
    "shuffles",
]
