"""probe shows how rows are understood and how fast they come, and fails as certify would."""
import os
import re
import signal
import subprocess
import time

from program import PROGRAM, InFolder, run

ENDLESS = "yes 0 2 1 4 3"


class Probe(InFolder):
    def test_rows_are_shown_as_written_and_as_understood(self):
        done = run("probe", "--exec", f"echo starting >&2; {ENDLESS}", "--rows", "3")
        self.assertEqual(done.returncode, 0, done)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[1:4], [f'  row {row}  "0 2 1 4 3"  is the permutation 0 2 1 4 3' for row in (1, 2, 3)])
        self.assertRegex(lines[4], r"^[\d,]+ rows a second \([\d,]+ rows in [\d.]+ s(, with starts and judgements)?\)$")
        self.assertEqual(lines[5], "on standard error: starting")

    def test_every_format_is_understood(self):
        for arguments, written, permutation in (
                (["yes 2,1,3", "--n", "3", "--base", "1"], "2,1,3", "2 1 3"),
                (["yes Q K A", "--format", "tokens", "--deck", "A K Q"], "Q K A", "2 1 0"),
                (["while printf '\\1\\0'; do :; done", "--format", "u8", "--n", "2"], "\\x01\\x00", "1 0"),
                (["while read rows n; do yes 1 0 | head -n $rows; done", "--manner", "serve", "--n", "2"], "1 0", "1 0")):
            done = run("probe", "--exec", *arguments, "--rows", "1")
            self.assertIn(f'  row 1  "{written}"  is the permutation {permutation}\n', done.stdout, done)
            self.assertEqual(done.returncode, 0, done)

    def test_of_equal_cards_and_deals_what_can_be_told_is_shown(self):
        for arguments, shown in (
                (["yes S L L", "--deck", "L*2 S", "--equal-cards"], '"S L L"  is the order S L L'),
                (["yes L S S", "--deck", "L*2 S", "--equal-cards"], '"L S S"  is no order of the 3 cards of the deck'),
                (["yes 3 1", "--n", "49", "--deal", "2"], '"3 1"  is the deal 3 1'),
                (["yes 3 1", "--n", "49", "--deal", "2", "--unordered"], '"3 1"  is the deal 1 3, in whatever order'),
                (["yes 3 3", "--n", "49", "--deal", "2"], '"3 3"  is no deal of 2 of the 49 cards from 0 to 48')):
            done = run("probe", "--exec", *arguments, "--rows", "1")
            self.assertIn(f"  row 1  {shown}\n", done.stdout, done)

    def test_what_the_program_is_told_is_what_was_asked(self):
        done = run("probe", "--exec", "echo {trials} {n} $FAIRSHUFFLE_TRIALS >&2; yes 0 1 2", "--n", "3", "--trials", "70")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("on standard error: 70 3 70", done.stdout)
        # Beside the rows that are shown, certify has all of its own.
        self.assertIn("(70 rows in", done.stdout)

    def test_a_program_that_prints_all_its_rows_at_its_end_is_measured_too(self):
        program = ("import random; r = random.Random({seed}); "
                   "print('\\n'.join(' '.join(map(str, r.sample(range(5), 5))) for _ in range({trials})))")
        done = run("probe", "--exec", f'python3 -c "{program}"', "--rows", "1")
        self.assertEqual(done.returncode, 0, done)
        # It was told of its first look, and started again for what came after.
        rows = int(re.search(r"\(([\d,]+) rows in", done.stdout)[1].replace(",", ""))
        self.assertGreaterEqual(rows, 2400)

    def test_what_fails_after_the_rows_shown_is_told(self):
        done = run("probe", "--exec", "echo 0 1 2; echo 1 0 2; echo 0 1 x; exit 0", "--n", "3", "--rows", "1")
        self.assertEqual(done.returncode, 4, done)
        self.assertIn('row 1  "0 1 2"  is the permutation 0 1 2', done.stdout)
        self.assertIn("row 3", done.stderr)

    def test_a_row_that_is_no_permutation_is_shown(self):
        done = run("probe", "--exec", "echo 0 1 2; yes 0 1 1", "--n", "3", "--rows", "2")
        self.assertEqual(done.returncode, 1, done)
        self.assertIn('  row 1  "0 1 2"  is the permutation 0 1 2\n  row 2  "0 1 1"  is no order of the 3 cards from 0 to 2\n', done.stdout)

    def test_cards_are_counted_as_their_writer_counts_them(self):
        done = run("probe", "--exec", "yes 3 1", "--n", "5", "--deal", "2", "--base", "1", "--rows", "1")
        self.assertIn('row 1  "3 1"  is the deal 3 1\n', done.stdout)

    def test_what_is_written_turns_no_other_words(self):
        done = run("probe", "--exec", "echo '##[\u202e' >&2; yes 'a\u202e'", "--deck", "a\u202e b", "--rows", "1")
        self.assertIn('  row 1  "a\ufffd"  is no order of the 2 words of the deck\n', done.stdout)
        self.assertIn("on standard error: #\uff03[\ufffd\n", done.stdout)

    def test_recordings_are_shown_too(self):
        log = self.path / "games.csv"
        log.write_text('when,deck\nnow,"1 0 2"\nthen,"2 0 1"\n', encoding="utf-8")
        done = run("probe", "--log", str(log), "--column", "deck", "--n", "3")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn('  row 2  "then,"2 0 1""  is the permutation 2 0 1\n', done.stdout)
        self.assertEqual(done.stdout.count("row"), 2, done)
        with open(log, encoding="utf-8") as rows:
            done = subprocess.run([PROGRAM, "probe", "--stdin", "--column", "deck", "--n", "3"], stdin=rows,
                                  capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("is the permutation 2 0 1", done.stdout)

    def test_a_fault_ends_it_with_what_came_before(self):
        done = run("probe", "--exec", "echo 0 1 2; echo oops >&2; exit 3", "--n", "3")
        self.assertEqual(done.returncode, 4, done)
        self.assertIn('row 1  "0 1 2"  is the permutation 0 1 2', done.stdout)
        self.assertIn("It exited with status 3.", done.stderr)
        self.assertIn("oops", done.stderr)
        done = run("probe", "--exec", "echo 0 1 2; sleep 1000", "--n", "3", "--timeout", "1")
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("wrote nothing for 1 s", done.stderr)

    def test_bad_input(self):
        self.refused("probe", says="probe tries one target")
        self.refused("probe", "--exec", "x", "--exec", "y", says="probe tries one target")
        self.refused("probe", "--exec", "x", "--n", "3,4", says="one deck size")
        self.refused("probe", "--exec", "x", "--rows", "1001", says="at most 1000")
        self.refused("probe", "--exec", "x", "--rows", "0", says="--rows")

    def test_an_interrupt_leaves_no_child(self):
        file = self.path / "pid"
        # A shell's background jobs ignore interrupts, and so would what they start: a signal that is handled
        # here has its default there.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        program = subprocess.Popen([PROGRAM, "probe", "--exec", f"echo $$ > {file}; exec sleep 1000", "--timeout", "900"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        deadline = time.monotonic() + 200
        while not (file.exists() and re.fullmatch(r"\d+\n", file.read_text())):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        child = int(file.read_text())
        program.send_signal(signal.SIGINT)
        program.wait(timeout=200)
        while self.runs(child):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    @staticmethod
    def runs(process):
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8") as file:
                return os.path.exists(f"/proc/{process}") and file.read().rpartition(")")[2].split()[0] != "Z"
        except (FileNotFoundError, ProcessLookupError):
            return False
