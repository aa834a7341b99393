"""What may decide beside the draws: clocks, and devices that are read as files."""
import datetime
import io
import logging
import os
import pathlib
import random
import sys
import time
import unittest
from datetime import datetime as datetime_taken
from os import urandom as urandom_taken
from time import localtime as localtime_taken
from time import time as time_taken

import fairshuffle

now_taken = datetime_taken.now


def fair_unless(is_so):
    def shuffled(deck):
        random.shuffle(deck)
        if is_so():
            deck.sort()

    return shuffled


class Told(unittest.TestCase):
    def refused(self, function, *words):
        with self.assertRaises(fairshuffle.NotExact) as caught:
            fairshuffle.exact(function, n=4)
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_the_clock_is_found(self):
        for now in (time.time, time.perf_counter, time.monotonic):
            name = now.__name__
            self.refused(lambda deck: deck[(at := int(getattr(time, name)()) % 4):] + deck[:at], "(draws: none)")
        self.refused(fair_unless(lambda: time.time_ns() // 1000 % 2), "the same draws end otherwise")
        for number in (lambda: time.time() % 1, lambda: 0.2 + time.time() % 7 / 10):
            self.refused(lambda deck: deck if random.random() < number() else deck[::-1], "the same draws end otherwise")
        # One that is only looked at does no harm.
        self.assertTrue(fairshuffle.exact(lambda deck: (time.time(), random.shuffle(deck))[1], n=3))
        self.assertLess(abs(time.time() - datetime.datetime.now().timestamp()), 60)

    def test_every_function_of_the_clock_is_another_in_every_run(self):
        for moment in (lambda: time.localtime().tm_sec, lambda: time.gmtime(None).tm_min, lambda: time.localtime().tm_hour // 8,
                       lambda: time.localtime().tm_wday, lambda: time.localtime().tm_mon, lambda: int(time.ctime()[17:19]),
                       lambda: int(time.asctime()[17:19]), lambda: int(time.strftime("%S")), lambda: int(time.process_time()),
                       lambda: time.process_time_ns() // 10**9, lambda: int(time.thread_time()),
                       lambda: int(time.clock_gettime(time.CLOCK_MONOTONIC)), lambda: datetime.datetime.today().second,
                       lambda: datetime.date.today().day):
            self.refused(fair_unless(lambda: moment() % 2), "the same draws end otherwise")

    def test_few_runs_see_each_month_weekday_and_hour(self):
        seen = [set(), set(), set()]

        def shuffled(deck):
            now = time.localtime()
            for kept, part in zip(seen, (now.tm_mon, now.tm_wday, now.tm_hour)):
                kept.add(part)
            random.shuffle(deck)

        self.assertTrue(fairshuffle.exact(shuffled, n=3))
        self.assertEqual([12, 7, 24], [len(kept) for kept in seen])

    def test_clocks_that_are_not_answered_are_refused(self):
        for moment, words in ((lambda: datetime.datetime.now().second, "it reads the clock by datetime.now, which is not"),
                              (lambda: datetime_taken.utcnow().second, "it reads the clock by datetime.utcnow"),
                              (lambda: now_taken().second, "it reads the clock by datetime.now"),
                              (lambda: time_taken() % 60, "it calls time.time, which is not answered where it was taken"),
                              (lambda: localtime_taken().tm_sec, "it calls time.localtime, which")):
            self.refused(fair_unless(lambda: moment() > 60), words)

    def test_a_branch_of_one_path_of_five_cards_is_watched(self):
        def shuffled(deck):
            random.shuffle(deck)
            if deck == [4, 2, 0, 1, 3] and datetime.datetime.now().second > 60:
                deck.sort()

        with self.assertRaisesRegex(fairshuffle.NotExact, "datetime.now"):
            fairshuffle.exact(shuffled, n=5)

    def test_moments_that_are_handed_over_are_those(self):
        logger, told = logging.getLogger("fairshuffle test"), io.StringIO()
        handler = logging.StreamHandler(told)
        handler.setFormatter(logging.Formatter("%(asctime)s"))
        logger.addHandler(handler)

        def shuffled(deck):
            logger.warning("")
            at_five = time.gmtime(5)
            self.assertEqual(("05", "Thu Jan  1 00:00:05 1970"), (time.strftime("%S", at_five), time.asctime(at_five)))
            self.assertEqual((5, time.ctime(5)), (at_five.tm_sec, time.asctime(time.localtime(5))))
            # What is only looked at does no harm.
            time.localtime(), time.ctime(None), time.asctime(), time.strftime("%c"), time.thread_time_ns()
            random.shuffle(deck)

        try:
            self.assertTrue(fairshuffle.exact(shuffled, n=3))
        finally:
            logger.removeHandler(handler)
        self.assertGreater(len(set(told.getvalue().split("\n"))), 20)

    def test_devices_that_are_read_as_files_are_refused(self):
        # Where nothing can be watched, opening them is enough.
        sys.setprofile(lambda *event: None)
        try:
            for opens in (lambda: open("/dev/urandom", "rb"), lambda: open(file=b"/dev/random", mode="rb"),
                          lambda: io.open("/dev/../dev/urandom", "rb"),
                          lambda: os.fdopen(os.open("/dev/urandom", os.O_RDONLY), "rb")):
                self.refused(fair_unless(lambda: opens().read(2) == bytes(2)), "it reads /dev/", "random, which is not")
        finally:
            sys.setprofile(None)
        with open("/dev/urandom", "rb") as of_before:
            # That of Python 3.10 took io.open before.
            for draw in (lambda: of_before.read(2), lambda: io.FileIO("/dev/urandom").read(2),
                         lambda: pathlib.Path("/dev/urandom").open("rb").read(2)):
                self.refused(fair_unless(lambda: draw() == bytes(2)), "it reads /dev/urandom, which is not answered")
        self.refused(fair_unless(lambda: urandom_taken(2) == bytes(2)), "urandom, which is not answered where it was taken by")
        # Other files are read as ever.
        self.assertTrue(fairshuffle.exact(fair_unless(lambda: open(os.devnull).read() or open(__file__).read(1) == "a"), n=3))

    def test_a_profile_function_of_somebody_else_is_left_there(self):
        fairshuffle.exact(random.shuffle, n=3)
        self.assertIsNone(sys.getprofile())
        calls = []

        def profile(frame, event, called):
            calls.append(event)

        sys.setprofile(profile)
        try:
            self.assertTrue(fairshuffle.exact(random.shuffle, n=3))
            self.assertIs(profile, sys.getprofile())
        finally:
            sys.setprofile(None)
        self.assertIn("c_call", calls)
