"""What a newcomer types, and what is said where it is not yet right."""
import gzip
import subprocess

from program import PROGRAM, InFolder, run, words_of


class FirstSteps(InFolder):
    def test_the_bare_program_prints_its_help(self):
        done = run()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, run("--help").stdout)
        with open("/dev/full", "w", encoding="ascii") as full:
            self.assertEqual(subprocess.run([PROGRAM], stdout=full, stderr=subprocess.DEVNULL, check=False).returncode, 4)

    def test_settings_of_a_shuffle_are_options_wherever_one_is_named(self):
        done = run("certify", "swap-pairs", "--k", "6", "--source=msvc-rand", "--n", "4", "--seed", "1")
        self.assertIn("swap-pairs:k=6,n=4,source=msvc-rand", words_of(done.stdout))
        self.assertIn("certify swap-pairs --k 6 --source msvc-rand --n 4", words_of(done.stdout))
        behind = run("certify", "swap-pairs:k=6,source=msvc-rand", "--n", "4", "--seed", "1")
        self.assertEqual(done.stdout.splitlines()[:4], behind.stdout.splitlines()[:4])
        self.assertEqual(run("exact", "swap-pairs", "--k", "2", "--n", "4").stdout,
                         run("exact", "swap-pairs:k=2", "--n", "4").stdout)
        self.refused("certify", "swap-pairs:k=6", "--k", "6", says="given twice")
        self.refused("certify", "sattolo", "--k", "6", says="unknown setting 'k'")
        self.refused("certify", "--exec", "true", "--k", "6", says="name one, as in")
        self.assertNotIn("--source", run("certify", "--help").stdout)

    def test_a_file_that_is_packed_is_known_before_the_run(self):
        packed = self.path / "log.gz"
        packed.write_bytes(gzip.compress(b"0 1 2\n"))
        self.refused("certify", "--log", str(packed), "--n", "3", says=["gzip packed", "gzip -dc FILE |"])
        for arguments in (["--n", "3"], ["--n", "3", "--format", "u8"], []):
            with packed.open("rb") as file:
                done = subprocess.run([PROGRAM, "certify", "--stdin", *arguments], stdin=file, capture_output=True, text=True,
                                      timeout=60, check=False)
            self.assertEqual(done.returncode, 4)
            self.assertIn("gzip packed these bytes", words_of(done.stdout))

    def test_another_format_than_was_said_is_told(self):
        for written, arguments, said in (
                ("0 1 2\n2 1 0\n", ["--n", "3", "--format", "u8"], "rows are lines of numbers"),
                ("\x00\x01\x02\x02\x01\x00", ["--n", "3"], "--format u8"),
                ("ace king\n", ["--n", "2"], "with --deck"),
                ("id,deck\n1,0 1\n", ["--n", "2"], "with --column")):
            done = subprocess.run([PROGRAM, "certify", "--stdin", *arguments], input=written, capture_output=True,
                                  text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 4, done)
            self.assertIn(said, words_of(done.stdout))

    def test_a_dash_and_a_program_are_known_for_what_they_are(self):
        self.refused("certify", "--log", "-", says="--stdin")
        self.refused("certify", "./my_shuffle", says="--exec COMMAND")

    def test_what_comes_from_outside_is_held_to_a_hundredth_where_nothing_is_said(self):
        rows = self.path / "rows"
        rows.write_text("0 1 2\n2 1 0\n")
        outside = run("certify", "--log", str(rows))
        self.assertIn("(tolerance 0.01)", words_of(outside.stdout))
        self.assertIn("(tolerance 0.001)", words_of(run("certify", "--log", str(rows), "--tolerance", "0.001").stdout))
        mixed = run("certify", "--log", str(rows), "durstenfeld", "--n", "3", "--max-trials", "3000")
        self.assertNotIn("(tolerance 0.01)", words_of(mixed.stdout))
