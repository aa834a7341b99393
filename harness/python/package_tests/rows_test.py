import unittest

import fairshuffle

try:
    import numpy
except ImportError:
    numpy = None


@unittest.skipIf(numpy is None, "numpy is not installed")
class Rows(unittest.TestCase):
    def fair(self, n, make_shuffle, **options):
        result = fairshuffle.certify_rows(make_shuffle(numpy.random.default_rng(1)), n, **options)
        self.assertTrue(result, result.sentence)
        return result

    def test_rows_shuffled_in_place_or_returned_are_fair(self):
        shuffles = (lambda rng: lambda rows: rng.permuted(rows, axis=1, out=rows),
                    lambda rng: lambda rows: rng.permuted(rows, axis=1),
                    lambda rng: lambda rows: rng.random(rows.shape).argsort(axis=1))
        first, second, _ = (self.fair(5, shuffle, tolerance=0.02) for shuffle in shuffles)
        self.assertEqual(first.permutation_counts, second.permutation_counts)
        self.fair(52, shuffles[0], tolerance=0.02)

    def test_a_biased_one_is_named(self):
        rng = numpy.random.default_rng(1)

        def naive(rows):
            every = numpy.arange(len(rows))
            for position in range(rows.shape[1]):
                other = rng.integers(rows.shape[1], size=len(rows))
                kept = rows[:, position].copy()
                rows[:, position] = rows[every, other]
                rows[every, other] = kept

        result = fairshuffle.certify_rows(naive, 5)
        self.assertTrue(result.biased)
        self.assertIn("naive-swap:n=5", result.sentence)

    def test_rows_are_sorted_before_every_call_and_stay_whole_after_the_last(self):
        seen = []

        def shuffle(rows):
            self.assertEqual(numpy.uint8, rows.dtype)
            self.assertTrue((rows == numpy.arange(6)).all())
            rows[:] = rows[:, ::-1].copy()
            seen.append((rows, rows.ctypes.data))

        result = fairshuffle.certify_rows(shuffle, 6, trials=30_000)
        self.assertEqual(30_000, result.trials)
        self.assertEqual(30_000, sum(len(rows) for rows, _ in seen))
        self.assertEqual(1, len({address for _, address in seen}))
        # What the function kept is still there.
        self.assertEqual([5, 4, 3, 2, 1, 0], seen[0][0][0].tolist())

    def test_rows_that_are_no_permutation_are_invalid_and_shown(self):
        for wrong, shown in ((7, "7 1 2"), (300, "300 1 2"), (-1, "-1 1 2")):
            def shuffle(rows):
                returned = rows.astype(numpy.int64)
                returned[4, 0] = wrong
                return returned

            result = fairshuffle.certify_rows(shuffle, 3)
            self.assertTrue(result.invalid)
            self.assertIn(f"trial 4: {shown}", result.sentence)

    def test_rows_of_more_than_128_cards_have_two_bytes_for_each(self):
        rng = numpy.random.default_rng(2)

        def shuffle(rows):
            self.assertEqual(numpy.uint16, rows.dtype)
            self.assertTrue((rows == numpy.arange(300)).all())
            rng.permuted(rows, axis=1, out=rows)

        result = fairshuffle.certify_rows(shuffle, 300, trials=3_000)
        self.assertEqual((3_000, False), (result.trials, result.biased))

        def foreign(rows):
            returned = rows.astype(numpy.int64)
            returned[4, 0] = 70_000
            return returned

        result = fairshuffle.certify_rows(foreign, 1024)
        self.assertTrue(result.invalid)
        self.assertIn("trial 4: 70000 1 2", result.sentence)

    def test_bad_input_is_a_sentence(self):
        for kind, words, shuffle, n in (
                (TypeError, "expected a function that shuffles the rows of an array, found 3", 3, 5),
                (ValueError, "it was 0", lambda rows: None, 0),
                (TypeError, "it was 5.0", lambda rows: None, 5.0),
                (ValueError, "it returned one of shape (3, 5)", lambda rows: rows[:3], 5),
                (TypeError, "it returned an array of float64", lambda rows: rows * 1.0, 5),
                (TypeError, "it returned 'abc'", lambda rows: "abc", 5),
                (ZeroDivisionError, "division", lambda rows: 1 // 0, 5)):
            with self.subTest(words):
                with self.assertRaises(kind) as caught:
                    fairshuffle.certify_rows(shuffle, n)
                self.assertIn(words, str(caught.exception))
