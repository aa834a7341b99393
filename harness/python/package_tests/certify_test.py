import random
import signal
import threading
import time
import traceback
import unittest
import warnings

import fairshuffle


def naive(source):
    def shuffle(deck):
        for position in range(len(deck)):
            other = source.randrange(len(deck))
            deck[position], deck[other] = deck[other], deck[position]

    return shuffle


class Verdicts(unittest.TestCase):
    def test_the_librarys_own_shuffle_is_fair(self):
        result = fairshuffle.certify(random.Random(1).shuffle, n=5, tolerance=0.02)
        self.assertTrue(result)
        self.assertTrue(result.fair)
        self.assertEqual("fair", result.verdict)
        self.assertTrue(result.sentence.startswith("Fair: "))
        self.assertEqual(result.trials, sum(result.permutation_counts))
        self.assertEqual(120, len(result.permutation_counts))

    def test_bounds_of_different_bets_stand_in_different_objects(self):
        five = fairshuffle.certify("durstenfeld", n=5, trials=5000, seed=1)
        self.assertEqual(("permutations", 0), (five.bias["covers"], five.bias["tv_lower"]))
        self.assertIsNone(five.bias_of_whole_deck)
        nine = fairshuffle.certify("sattolo", n=9, trials=5000, seed=1)
        self.assertEqual(("positions", None), (nine.bias["covers"], nine.bias["tv_lower"]))
        self.assertEqual("permutations", nine.bias_of_whole_deck["covers"])
        self.assertGreater(nine.bias_of_whole_deck["tv_lower"], nine.bias["tv_upper"])

    def test_permutations_that_never_came_have_a_count_of_their_own(self):
        counts = fairshuffle.certify("sattolo", n=9, trials=5000, seed=1).permutation_counts
        self.assertEqual((362880, 5000, 0), (len(counts), sum(counts), min(counts)))

    def test_a_function_goes_by_the_name_that_it_is_called_by(self):
        for shuffle, called in ((random.shuffle, "random.shuffle"), (random.Random(1).shuffle, "random.Random.shuffle")):
            report = fairshuffle.certify(shuffle, n=3, trials=2400).to_dict()
            self.assertEqual(f"fairshuffle.certify({called}, n=3, trials=2400)", report["command"])
        self.assertIn("instead: fairshuffle.exact(random.shuffle, ", " ".join(str(fairshuffle.certify(random.shuffle, n=3, trials=2400)).split()))

    def test_swapping_with_any_card_is_biased_and_named(self):
        result = fairshuffle.certify(naive(random.Random(1)), n=5, name="mine")
        self.assertFalse(result)
        self.assertTrue(result.biased)
        self.assertIn("naive-swap:n=5", result.sentence)
        self.assertIn(result.sentence, repr(result))
        self.assertIn("BIASED", str(result))
        self.assertIn("callback:shuffle=mine,n=5", str(result))
        report = result.to_dict()
        self.assertEqual("biased", report["verdict"])
        self.assertIn("name='mine'", report["command"])
        self.assertIn("<!DOCTYPE html>", result.draw())
        self.assertIn("srcdoc=\"&lt;!DOCTYPE html&gt;", result._repr_html_())
        self.assertIn("&lt;span class=&quot;verdict bad&quot;&gt;biased&lt;/span&gt;", result._repr_html_())

    def test_a_shuffle_may_return_its_deck(self):
        source = random.Random(1)
        fair = fairshuffle.certify(lambda deck: source.sample(deck, len(deck)), n=5, tolerance=0.02)
        self.assertTrue(fair, fair.sentence)
        biased = fairshuffle.certify(lambda deck: sorted(deck, key=lambda card: source.random() < 0.5), n=5)
        self.assertTrue(biased.biased)

    def test_a_deck_that_is_not_put_back_is_told(self):
        own = list(range(5))
        shuffle = naive(random.Random(1))

        def carried(deck):
            shuffle(own)
            deck[:] = own

        result = fairshuffle.certify(carried, n=5)
        self.assertTrue(result.biased)
        self.assertIn("not reset between shuffles", str(result))
        meant = fairshuffle.certify(shuffle, n=5, reset="never")
        self.assertIn("naive-swap:n=5", meant.sentence)

    def test_decks_of_more_than_128_cards_are_judged_and_foreign_cards_shown(self):
        result = fairshuffle.certify(random.Random(3).shuffle, n=300, trials=1_000)
        self.assertEqual((1_000, False), (result.trials, result.biased))
        self.assertTrue(fairshuffle.certify(lambda deck: deck.reverse(), n=129).biased)
        for wrong, shown in ((70_000, "70000 1 2"), ("Queen", "Queen 1 2"), (1.5, "1.5 1 2"), (1024, "1024 1 2")):
            with self.subTest(wrong):
                result = fairshuffle.certify(lambda deck: deck.__setitem__(0, wrong), n=1024)
                self.assertTrue(result.invalid)
                self.assertIn(shown, result.sentence)

    def test_decks_that_lost_cards_are_invalid_and_shown(self):
        for spoil, shown in ((lambda deck: deck.pop(), "0 1 2 3 (4 cards instead of 5)"),
                             (lambda deck: deck.append(5), "0 1 2 3 4 5 (6 cards instead of 5)"),
                             (lambda deck: deck.__setitem__(1, "Queen"), "0 Queen 2 3 4"),
                             (lambda deck: deck.__setitem__(1, "1"), "0 '1' 2 3 4"),
                             (lambda deck: deck.__setitem__(1, 300), "0 300 2 3 4"),
                             (lambda deck: deck.__setitem__(1, -1), "0 -1 2 3 4"),
                             (lambda deck: deck.__setitem__(1, 0), "0 0 2 3 4")):
            def shuffle(deck):
                spoil(deck)

            with self.subTest(shown):
                result = fairshuffle.certify(shuffle, n=5)
                self.assertTrue(result.invalid)
                self.assertIn("trial 0: " + shown, result.sentence)
                self.assertEqual(result.trials, 2400)
                self.assertEqual(sum(result.permutation_counts), 0)

    def test_a_lost_and_a_doubled_card_of_two_decks_do_not_make_up_for_each_other(self):
        decks = iter(range(10**9))

        def shuffle(deck):
            if next(decks) % 2:
                deck.insert(0, 4)
            else:
                deck.pop()

        self.assertTrue(fairshuffle.certify(shuffle, n=5).invalid)

    def test_shuffles_of_the_catalogue_go_by_name_and_repeat_by_seed(self):
        first, second = (fairshuffle.certify("naive-swap:n=4", seed=7, threads=threads) for threads in (1, 2))
        self.assertEqual(first.permutation_counts, second.permutation_counts)
        self.assertTrue(first.biased)
        other = fairshuffle.certify("naive-swap", 4, seed=8)
        self.assertNotEqual(first.permutation_counts, other.permutation_counts)
        self.assertEqual("fairshuffle certify naive-swap --n 4 --seed 8", other.to_dict()["command"])

    def test_a_seed_decides_what_a_function_draws_of_shared_sources_and_leaves_them_as_they_were(self):
        random.seed(3)
        due = random.Random(3).random()
        first, again, other = (fairshuffle.certify(random.shuffle, n=4, trials=3000, seed=seed) for seed in (7, 7, 8))
        self.assertEqual(due, random.random())
        self.assertEqual(first.permutation_counts, again.permutation_counts)
        self.assertNotEqual(first.permutation_counts, other.permutation_counts)
        self.assertIn("seed=7", first.to_dict()["command"])

    def test_options_reach_the_run(self):
        result = fairshuffle.certify(random.Random(1).shuffle, n=5, trials=5000, alpha=1e-4, confidence=0.99, tolerance=0.3,
                                     tests=["permutations", "bets"], bets=["cards=0,places=0,name=first stays"], marked=2)
        plan = result.to_dict()["plan"]
        self.assertEqual(5000, result.trials)
        self.assertEqual({"alpha": 1e-4, "confidence": 0.99, "tolerance": 0.3}.items() - plan["budget"].items(), set())
        self.assertEqual(["permutations", "bets"], plan["tests"])
        self.assertEqual(2, plan["targets"][0]["target"]["marked"])
        self.assertIn("tests=['permutations', 'bets']", result.to_dict()["command"])
        self.assertTrue(fairshuffle.certify(random.Random(1).shuffle, n=5, max_trials=2400).inconclusive)
        for typed in ("3%", "0.03", 0.03):
            self.assertEqual(0.03, fairshuffle.certify("sattolo", 4, tolerance=typed).to_dict()["plan"]["budget"]["tolerance"])
        self.assertTrue(fairshuffle.certify("durstenfeld", 8, tolerance=1e-6, max_trials=10**12, max_seconds=0.1).inconclusive)

    def test_a_label_stands_in_reports(self):
        for result in (fairshuffle.certify("sattolo", 4, label="the dealer"),
                       fairshuffle.certify(lambda deck: None, n=4, label="the dealer")):
            self.assertEqual("the dealer", result.to_dict()["plan"]["targets"][0]["label"])
            self.assertIn("the dealer", result.to_dict()["command"])
            self.assertIn('"the dealer" ', str(result))

    def test_a_report_holds_what_exact_proved_of_the_function(self):
        proof = fairshuffle.exact(random.shuffle, n=4)
        result = fairshuffle.certify(random.shuffle, n=6, proof=proof, trials=2400)
        self.assertEqual(proof.to_dict(), result.to_dict()["plan"]["targets"][0]["proof"])
        self.assertIn("random.shuffle:n=4 is exactly fair: each of the 24 permutations has chance 1/24", result.sentence)
        self.assertNotIn("proof", result.to_dict()["command"])
        with self.assertRaisesRegex(ValueError, "^certify: the proof is not what exact writes as JSON"):
            fairshuffle.certify(random.shuffle, n=6, proof=fairshuffle.exact("naive-swap", n=4))
        with self.assertRaisesRegex(ValueError, "is for functions"):
            fairshuffle.certify("naive-swap", n=4, proof=proof)


class BadInput(unittest.TestCase):
    def refused(self, kind, words, *arguments, **options):
        with self.assertRaises(kind) as caught:
            fairshuffle.certify(*arguments, **options)
        self.assertIn(words, str(caught.exception))

    def test_each_is_a_sentence(self):
        def shuffle(deck):
            self.fail("it was called")

        self.refused(ValueError, "n is the number of cards, a whole number from 1 to 1024; it was 0", shuffle, n=0)
        self.refused(ValueError, "it was 1025", shuffle, n=1025)
        self.refused(TypeError, "it was '5'", shuffle, n="5")
        self.refused(TypeError, "it was None", shuffle)
        self.refused(TypeError, "expected a function that shuffles a list, or the name of a shuffle, found 5", 5)
        self.refused(ValueError, "threads is for shuffles of the catalogue", shuffle, n=5, threads=1)
        self.refused(TypeError, "seed: expected a whole number, found 'one'", shuffle, n=5, seed="one")
        self.refused(ValueError, "name is for functions", "sattolo", name="x")
        self.refused(ValueError, "unknown shuffle 'satolo' (did you mean 'sattolo'?)", "satolo")
        self.refused(ValueError, "expected a total variation distance above 0", shuffle, n=5, tolerance=0)
        self.refused(ValueError, "certify: tolerance: expected a number above 0 and at most 1, or a percentage", shuffle, n=5,
                     tolerance="300%")
        self.refused(ValueError, "certify: label: expected what stands in quotation marks", "sattolo", label="")
        self.refused(ValueError, "expected a list of 1 to 100 tests", shuffle, n=5, tests="permutations")
        self.refused(ValueError, "tests: unknown test 'ordres'", shuffle, n=5, tests=["ordres"])
        self.refused(TypeError, "expected a number, a text", shuffle, n=5, tolerance=object())
        self.refused(ValueError, "give one of them", shuffle, n=5, trials=1, max_trials=1)
        self.refused(ValueError, "certify: tolerance: expected a finite number, found nan", shuffle, n=5, tolerance=float("nan"))
        self.refused(ValueError, "certify: alpha: expected a finite number, found inf", "sattolo", alpha=float("inf"))

    def test_each_names_the_function_and_the_option_that_were_typed(self):
        self.refused(ValueError, "certify: trials: expected a whole number", lambda deck: None, n=5, trials=0)
        self.refused(ValueError, "certify: max_seconds: expected seconds", lambda deck: None, n=5, max_seconds=-1)
        self.refused(ValueError, "certify: families: unknown bet family", lambda deck: None, n=52, families=["carts"])
        self.refused(ValueError, "certify: families: expected a list", "sattolo", n=52, families="cards")

    def test_what_is_no_shuffle_is_told_by_what_it_returns(self):
        self.refused(TypeError, "it returned 3", lambda deck: 3, n=5)
        self.refused(TypeError, "it returned <generator", lambda deck: (card for card in deck), n=5)
        with self.assertRaises(TypeError) as caught:
            fairshuffle.certify(lambda deck: "x" * 10**6 and type("Long", (), {"__repr__": lambda self: "x" * 10**6})(), n=5)
        self.assertLess(len(str(caught.exception)), 300)

        async def later(deck):
            pass

        self.refused(TypeError, "it returned <coroutine", lambda deck, kept=[]: kept.append(later(deck)) or kept[-1].close()
                     or kept[-1], n=5)

    def test_an_async_shuffle_is_told_so_and_leaves_nothing_to_wait_for(self):
        async def later(deck):
            pass

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.refused(TypeError, "give one that is not async", later, n=5)

    def test_every_seed_of_64_bits_is_one(self):
        self.assertTrue(fairshuffle.certify("naive-swap", n=5, seed=2**64 - 1).biased)
        self.refused(ValueError, "found '18446744073709551616'", "naive-swap", n=5, seed=2**64)

    def test_what_the_shuffle_raises_is_raised_with_its_stack(self):
        class Mine(Exception):
            pass

        def inner(deck):
            raise Mine("no card")

        def shuffle(deck):
            inner(deck)

        # assertRaises would throw the stack away.
        names = []
        try:
            fairshuffle.certify(shuffle, n=5)
        except Mine as error:
            names = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
        self.assertEqual(["shuffle", "inner"], names[-2:])
        with self.assertRaises(SystemExit):
            fairshuffle.certify(lambda deck: exit(3), n=5)

    def test_control_c_ends_a_run_in_the_engine_and_in_a_shuffle_that_never_ends(self):
        # Where a shell started this in the background, the signal is ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))

        def interrupt():
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

        # Each ends without the signal, too, so that its loss is told and not waited for: however many decks are shuffled, the
        # endless ones end together.
        limit = 20

        def endless(deck):
            while time.monotonic() < end:
                pass

        for work in (lambda: fairshuffle.certify("durstenfeld", 8, tolerance=1e-8, max_trials=10**12, max_seconds=limit),
                     lambda: fairshuffle.certify(endless, n=5, max_seconds=limit),
                     lambda: fairshuffle.exact(endless, n=3, max_seconds=limit),
                     lambda: fairshuffle.certify(lambda deck: None, n=128, trials=10**9, max_seconds=limit)):
            end = time.monotonic() + limit
            before = signal.getsignal(signal.SIGINT)
            timer = threading.Timer(0.3, interrupt)
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                work()
            timer.join()
            self.assertIs(before, signal.getsignal(signal.SIGINT))

    def test_threads_other_than_the_main_one_may_ask(self):
        found = []
        thread = threading.Thread(target=lambda: found.append(fairshuffle.certify(lambda deck: None, n=4).verdict))
        thread.start()
        thread.join()
        self.assertEqual(["biased"], found)
