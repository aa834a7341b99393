"""Recorded permutations: logs and standard input."""
import random
import subprocess

from program import PROGRAM, InFolder, run, words_of


def rows(count, wrong=False):
    """Permutations of three cards of a fixed seed: by Fisher and Yates, or by swapping with any card."""
    words = random.Random(1)
    for _ in range(count):
        deck = [0, 1, 2]
        for last in (2, 1, 0):
            other = words.randrange(3 if wrong else last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        yield deck


def certify_input(text, *arguments):
    return subprocess.run([PROGRAM, "certify", "--stdin", *arguments], input=text, capture_output=True, text=True,
                          timeout=300, check=False)


class Recorded(InFolder):
    def test_a_column_of_a_log_that_is_fair_is_inconclusive(self):
        # Flagged with the odds of the family-wise error rate, 1e-6, once and for all by the seed.
        log = self.path / "games.csv"
        log.write_text("id,deck\n" + "".join(f'{index},"{deck[0]}, {deck[1]}, {deck[2]}"\n'
                                              for index, deck in enumerate(rows(20_000))))
        done = run("certify", "--log", str(log), "--column", "deck", "--n", "3")
        self.assertEqual(done.returncode, 3, done)
        self.assertIn("20,000", done.stdout)
        self.assertIn("INCONCLUSIVE", done.stdout)

    def test_rows_on_standard_input_are_biased_where_they_are(self):
        text = "".join(f"{a + 1} {b + 1} {c + 1}\n" for a, b, c in rows(20_000, wrong=True))
        done = certify_input(text, "--n", "3", "--base", "1")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("BIASED", done.stdout)
        self.assertIn("naive-swap", done.stdout)

    def test_a_row_that_is_no_permutation_is_invalid_and_shown(self):
        done = certify_input("0 1 2\n2 1 0\n0,1,1\n", "--n", "3")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("row 3: 0,1,1", words_of(done.stdout))

        self.assertIn("A row holds each of 0 to 2 once.", words_of(done.stdout))
        done = certify_input("1 2 3\n2 1 3\n", "--n", "3")
        self.assertIn("these begin with 1, which --base 1 declares", words_of(done.stdout))

    def test_rows_as_languages_print_them_are_told_of_on_standard_error(self):
        text = "# by hand\n" + "".join(f"[{a}, {b}, {c}]\n" for a, b, c in rows(20_000, wrong=True))
        done = certify_input(text, "--n", "3")
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(done.stderr, "fairshuffle: stdin:n=3: rows are read as row 1 is written: in [ ]; "
                                      "1 comment passed over\n")
        self.assertEqual(certify_input(text, "--n", "3", "--quiet").stderr, "")

    def test_a_card_a_line_and_a_column_for_each_card_are_read(self):
        decks = list(rows(20_000, wrong=True))
        lines = "".join("".join("abc"[card] + "\n" for card in deck) for deck in decks)
        done = certify_input(lines, "--one-a-line", "--deck", "abc", "--seed", "1")
        self.assertIn("naive-swap", done.stdout, done)
        self.assertIn("--stdin --deck abc --one-a-line --seed 1", words_of(done.stdout))
        done = certify_input("0\n1\n2\n", "--one-a-line")
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("a card a line does not tell how many make a deck", words_of(done.stderr))
        lines = "".join("".join(f"{card}\n" for card in deck) for deck in decks)
        self.assertIn("naive-swap", certify_input(lines, "--one-a-line", "--n", "3", "--seed", "1").stdout)
        table = self.path / "decks.csv"
        table.write_text("game,c0,c1,c2\n" + "".join(f"7,{a},{b},{c}\n" for a, b, c in decks))
        self.assertIn("naive-swap", run("certify", "--log", str(table), "--columns", "c0-c2").stdout)
        self.assertIn("--column", words_of(run("certify", "--log", str(table), "--n", "3").stdout))
        self.refused("certify", "--log", str(table), "--columns", "c2-c0", says="columns=c2-c0")
        self.refused("certify", "--log", str(table), "--columns", "c0-c2", "--column", "game", says="one of them")
        self.refused("certify", "--log", str(table), "--columns", "c0-c2", "--n", "4", says="--n")

    def test_decks_that_are_said_to_start_anew_are_bounded_by_how_many_permutations_there_are(self):
        words = random.Random(3)
        log = self.path / "decks.txt"
        log.write_text("".join(" ".join(map(str, words.sample(range(52), 52))) + "\n" for _ in range(5_000)))
        report = self.path / "report.json"
        plain = words_of(run("certify", "--log", str(log), "--n", "52").stdout)
        self.assertIn("no deck of 5,000 came again", plain)
        self.assertNotIn("can come out", plain)
        said = run("certify", "--log", str(log), "--n", "52", "--starts-anew", "--seed", "1", "--json", str(report))
        # 5000^2 / (2 ln 1000) and less: 2^20.7
        self.assertIn("at least 2^20.7 different permutations can come out (99.9 % confidence), if each deck started "
                      "from a draw of its own, as is declared", words_of(said.stdout), said)
        self.assertIn("--starts-anew", words_of(said.stdout))
        checked = run("check", str(report))
        self.assertEqual(checked.returncode, 0, checked)
        self.assertIn("that each deck started from a draw of its own", words_of(checked.stdout))
        self.refused("certify", "--log", str(log), "--n", "52", "--starts-anew", "--reset", "never", says="starts-anew")

    def test_cards_are_called_what_their_rows_call_them(self):
        words = random.Random(4)
        deck = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
        rows_of_names = []
        for _ in range(3_000):
            cards = words.sample(deck, 52)
            if words.random() < 0.2:
                cards.remove("QS")
                cards.insert(0, "QS")
            rows_of_names.append(" ".join(cards) + "\n")
        page, report = self.path / "page.html", self.path / "report.md"
        done = certify_input("".join(rows_of_names), "--deck", " ".join(deck), "--seed", "1", "--html", str(page))
        self.assertIn("card QS comes first in ", words_of(done.stdout), done)
        text = page.read_text(encoding="utf-8")
        self.assertIn(">card QS<", text)
        self.assertIn("The farthest: card QS at position 0", text)
        self.assertNotIn("card 11 ", text)

    def test_a_recording_that_is_longer_than_the_limit_says_so(self):
        text = "".join(f"{a} {b} {c}\n" for a, b, c in rows(20_000)) + "0 0 0\n"
        cut = "which was not read"
        self.assertIn(cut, words_of(certify_input(text, "--n", "3", "--trials", "20000", "--tolerance", "0.9").stdout))
        self.assertNotIn(cut, words_of(certify_input(text[:-6], "--n", "3", "--trials", "20000", "--tolerance", "0.9").stdout))
        self.assertEqual(certify_input(text, "--n", "3", "--tolerance", "0.9").returncode, 1)

    def test_what_is_no_recording_is_incomplete(self):
        for text, said in (("", "the recording has no rows"), ("0 1 2\nTraceback\n", "row 2 is \"Traceback\""),
                           ("0 1 2\n1 0", "row 2 is cut off")):
            done = certify_input(text, "--n", "3")
            self.assertEqual(done.returncode, 4, done)
            self.assertIn(said, words_of(done.stdout))

    def test_recordings_that_can_not_be_read_are_refused(self):
        self.refused("certify", "--log", str(self.path / "none"), says="No such file")
        self.refused("certify", "--log", str(self.path), says="is a folder")
        self.refused("certify", "--log", "/dev/urandom", "--n", "3", says="is a device")
        self.refused("certify", "--stdin", "--n", "3,4", says="only once")
