"""What is wrong gets one sentence and exit code 2."""
import json
import subprocess

from program import PROGRAM, InFolder, run


class BadInput(InFolder):
    def test_a_command_line_that_says_nothing_to_the_program_is_told_what_was_meant(self):
        self.refused("certfy", "sattolo", says="did you mean 'certify'")
        self.refused("sattolo:n=5", says="did you mean 'certify sattolo:n=5'")
        self.refused("rounded-index", says="did you mean 'certify rounded-index'")
        self.refused("naiv-swap:n=5", says="did you mean 'certify naive-swap'")
        self.refused("rounded-indx:n=5", says="did you mean 'certify rounded-index'")
        program = self.path / "shuffle.py"
        program.write_text("")
        self.refused(str(program), says="did you mean certify --exec")
        self.refused("probe", str(program), says=f"probe takes no '{program}' here; a program of your own is run by --exec 'python3 {program}'")
        self.refused("certify", "sattolo", "--tolerence=0.1",
                     says=["certify has no option '--tolerence' (did you mean '--tolerance'?)", "fairshuffle certify --help"])
        self.refused("certify", "sattolo", "--zzz", says="certify has no option '--zzz'; see")
        self.refused("diff", "a.json", "b.json", "c.json", says="fairshuffle: diff takes no 'c.json' here")
        self.refused("--verison", says="fairshuffle has no option '--verison' (did you mean '--version'?)")
        self.refused("--n", "5", "certify", says="fairshuffle has no option '--n'")
        self.refused("help", "certfy", says="'certfy' is no subcommand (did you mean 'certify'?); there are certify, ")
        self.refused("certify", "sattolo", "--seed", says=["--seed needs a value", "fairshuffle certify --help"])
        self.refused("certify", "sattolo", "--seed", "1", "--seed", "2", says="--seed is given twice")
        self.refused("certify", "swap-pairs", "--n", "4", "--k", says="fairshuffle: --k needs a value")
        self.refused("certify", "swap-pairs", "--k", "3", "--source=minstd", "--k=4", says="fairshuffle: --k is given twice")

    def test_files_where_shuffles_are_meant_are_told_with_the_option_that_takes_them(self):
        for name, says in (("my shuffle.py", "--exec 'python3 "), ("job.json", "--job "), ("games.csv", "--log "), ("run.fair", "--resume ")):
            file = self.path / name
            file.write_text("")
            self.refused("certify", str(file), says=["is no shuffle", says])
        script = self.path / "shuffle.py"
        script.write_text("")
        self.refused("certify", "python3", str(script), says=f"--exec 'python3 {script}'")

    def test_names(self):
        self.refused("certify", "satolo", says="did you mean 'sattolo'")
        self.refused("certify", "xyzzy*", says="nothing matches 'xyzzy*'")
        self.refused("certify", "my_shuffle.py", says=["'my_shuffle.py'", "--exec COMMAND"])
        self.refused("certify", says="nothing to certify")
        self.refused("certify", "sattolo", "sattolo", says="name it once")
        self.refused("exact", "satolo", says="did you mean 'sattolo'")
        self.refused("list", "shuffle", says="no section 'shuffle'")
        self.refused("certify", "durstenfeld", "--tests", "permutation", says="did you mean 'permutations'")
        self.refused("certify", "durstenfeld:n=52", "--certify", "cards,pair-order",
                     says=["unknown bet family 'pair-order'", "did you mean 'pairs-order'"])
        self.refused("certify", "durstenfeld:n=52", "--certify", "", says="unknown bet family ''")
        self.refused("certify", "durstenfeld", "durstenfeld:n=12", "--certify", "cards", says="13 cards and more")

    def test_ranges(self):
        self.refused("certify", "swap-pairs:k=-3", says="from 0 to 1000000")
        self.refused("certify", "durstenfeld", "--n", "0", says=["--n", "1 to 1024"])
        self.refused("certify", "durstenfeld", "--n", "1025", says="1 to 1024")
        self.refused("certify", "durstenfeld", "--n", "3,,4", says="1 to 1024")
        self.refused("certify", "durstenfeld", "--n", "13", "--tests", "permutations", says=["permutations", "2 to 12", "n=13"])
        self.refused("certify", "durstenfeld", "--n", "12", "--tests", "permutations",
                     says=["permutations", "28,986,721,000", "n=12", "--max-trials"])
        self.refused("exact", "durstenfeld", "--n", "11", says="up to 10 cards")
        for trials in ("0", "-5", "1e13", "ten", "1.5", "nan", ""):
            self.refused("certify", "durstenfeld", f"--trials={trials}", says="--trials")
            self.refused("certify", "durstenfeld", f"--max-trials={trials}", says="--max-trials")
        self.refused("certify", "durstenfeld", "--trials", "-5", says="--trials")
        for option in ("--alpha", "--confidence", "--tolerance"):
            for value in ("0", "2", "-1", "x", "nan", "inf"):
                self.refused("certify", "durstenfeld", f"{option}={value}", says=option)
        for value in ("0%", "101%", "%", "1e-1%", "-1%"):
            self.refused("certify", "durstenfeld", f"--tolerance={value}", says="or a percentage, like 0.001 or 0.1%")
        self.refused("certify", "durstenfeld", "--seed", "-1", says="--seed")
        self.refused("certify", "durstenfeld", "--threads", "0", says="--threads")

    def test_the_same_target_written_twice(self):
        self.refused("certify", "swap-pairs:n=4", "swap-pairs:k=4,n=4", says=["is the same as", "name it once"])
        self.refused("certify", "rounded-index", "durstenfeld:draw=rounded-double", says="name it once")

    def test_tests_that_can_not_end_a_run(self):
        self.refused("certify", "random-cut", "--tests", "positions", says=["permutations", "--max-trials"])
        done = run("certify", "random-cut:n=4", "--tests", "positions", "--trials", "100000", "--tolerance", "0.5")
        self.assertIn(done.returncode, (1, 3))

    def test_distributions_that_can_not_be_followed(self):
        self.refused("exact", "swap-pairs:k=1000000", says="too many, or too long")
        self.refused("exact", "random-key-sort:bits=32,draw=modulo", says="4294967296 values")
        self.refused("exact", "riffle:n=10,m=7", says="too many")
        self.refused("exact", "random-key-sort:n=8,bits=20,source=msvc-rand,draw=modulo", "--json",
                     str(self.path / "new" / "distribution.json"), says="too large")
        self.assertEqual(self.files(), [])

    def test_distributions_that_can_not_be_shown(self):
        self.refused("exact", "naive-swap", "sattolo", says="--compare")
        self.refused("exact", "--compare", "naive-swap", says="two targets, not 1")
        self.refused("exact", "--compare", "naive-swap:n=3", "sattolo:n=4", says="different deck sizes")
        self.refused("exact", "--compare", "naive-swap", "sattolo", "--steps", says="leave one of them out")
        self.refused("exact", "--compare", "naive-swap", "std-shuffle", says=["std-shuffle", "draws its own way"])
        self.refused("exact", "comparator-sort", "--steps", says=["--steps", "looks into what it draws"])
        self.refused("exact", "random-cut:n=10", "--json", "-", says=["3,628,800", "n up to 9"])
        self.refused("exact", "inside-out:seeding=per-draw-clock", says="try draw=modulo")

    def test_counters_that_no_memory_holds(self):
        job = self.path / "job.json"
        job.write_text(json.dumps({"targets": [
            {"shuffle": "swap-pairs", "n": 12, "options": {"k": list(range(first, first + 100))}}
            for first in range(1, 1001, 100)]}))
        report = self.path / "report.json"
        self.refused("certify", "--job", str(job), "--max-trials", "3e10", "--json", str(report),
                     says=["1000 targets", "GiB", "fewer targets", "--n", "--max-trials below 28,986,721,000"])
        self.assertEqual(self.files(), ["job.json"])

    def test_messages_are_one_line_of_bounded_length(self):
        self.refused("certify", "x" * 100000, says=" ... ")
        words = " ".join(f"a-song-of-{card}" for card in range(1024))
        self.refused("certify", "--log", __file__, "--deck", words, says=[" ... ", "the words of the deck have more than 8192 bytes"])
        self.refused("certify", "two\nlines", says="two?lines")

    def test_report_names_that_no_file_can_have(self):
        self.refused("certify", "sattolo", "--out", "", says="--out")
        self.refused("certify", "sattolo", "--json", str(self.path / ("x" * 300)), says="cannot write")
        self.assertEqual(self.files(), [])

    def test_lost_output_is_no_success(self):
        for arguments in (["certify", "durstenfeld", "--tolerance", "0.5", "--quiet"], ["list", "seedings"],
                          ["exact", "durstenfeld", "--n", "3"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True,
                                      check=False)
            self.assertEqual(done.returncode, 4, arguments)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_options(self):
        self.refused("certify", "durstenfeld", "--bogus", says="--bogus")
        self.refused("certify", "durstenfeld", "--trials", "10", "--max-trials", "10", says="one of them")
        self.refused("certify", "durstenfeld", "--json", "a", "--out", "b", says="one of them")
        self.refused("bogus", says="bogus")

    def test_job_files(self):
        job = self.path / "job.json"
        self.refused("certify", "--job", str(job), says="job.json")
        for text, says in [("", "job.json"), ("{", ["job.json", "line"]), ("[]", "job.json"), ('{"targets": []}', "/targets"),
                           ('{"targets": [{"shuffle": "sattolo", "n": "five"}]}', ["/targets/0/n", "five"]),
                           ('{"targets": [{"shuffle": "satolo"}]}', ["/targets/0", "did you mean 'sattolo'"]),
                           ('{"targets": [{"shuffle": "sattolo", "colour": 1}]}', ["/targets/0", "colour"]),
                           ('{"targets": [{"shuffle": "sattolo", "expect": "unfair"}]}', ["/targets/0/expect"])]:
            job.write_text(text)
            self.refused("certify", "--job", str(job), says=says)
        self.assertEqual(self.files(), ["job.json"])
