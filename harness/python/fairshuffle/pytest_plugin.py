"""Fixtures for pytest: a shuffle that is not fair fails the test, with the report that says why.

    def test_my_shuffle(assert_fair):
        assert_fair(my_shuffle, n=5)
"""

from __future__ import annotations

from typing import Any, Callable

import pytest

from ._catalogue import Distribution, exact
from ._certify import certify, certify_rows
from ._result import Result


def _asserting(judge: Callable[..., Any]) -> Callable[..., Any]:
    def check(*arguments: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        result = judge(*arguments, **options)
        if not result:
            pytest.fail(f"{getattr(result, 'headline', None) or result.sentence or repr(result)}\n\n{result}")
        return result

    check.__doc__ = judge.__doc__
    return check


@pytest.fixture
def assert_fair() -> Callable[..., Result]:
    """As fairshuffle.certify, which says what it costs: a fair deck of 52 cards takes about five seconds with
    ``assert_fair(my_shuffle, n=52, tolerance=0.015)``. What is not fair fails the test, an inconclusive shuffle too."""
    return _asserting(certify)


@pytest.fixture
def assert_fair_rows() -> Callable[..., Result]:
    """As fairshuffle.certify_rows; what is not fair fails the test, an inconclusive shuffle too."""
    return _asserting(certify_rows)


@pytest.fixture
def assert_exactly_fair() -> Callable[..., Distribution]:
    """As fairshuffle.exact; what is not proven to be exactly fair fails the test."""
    return _asserting(exact)
