"""A step of GitHub Actions: its summary and its annotations."""
from program import InFolder, run


class Github(InFolder):
    def setUp(self):
        super().setUp()
        self.summary = self.path / "summary.md"
        self.output = self.path / "output"

    def certify(self, *arguments):
        return run("certify", *arguments, "--seed", "1", "--github", environment={"GITHUB_STEP_SUMMARY": str(self.summary),
                                                                                  "GITHUB_OUTPUT": str(self.output)})

    def annotations(self, done):
        return [line for line in done.stdout.split("\n") if line.startswith("::")]

    def test_the_summary_grows_by_what_report_draws(self):
        self.summary.write_text("Before.\n")
        report = self.path / "report.json"
        done = self.certify("naive-swap:n=5", "--json", str(report))
        self.assertEqual(done.returncode, 1, done)
        drawn = run("report", str(report), "--format", "markdown").stdout
        self.assertEqual(self.summary.read_text(), "Before.\n" + drawn + "\n")
        self.assertNotIn("--github", drawn)

    def test_what_is_not_as_due_is_annotated_and_the_rest_is_not(self):
        done = self.certify("durstenfeld", "naive-swap", "--tolerance", "0.05", "--trials", "16384")
        self.assertEqual(done.returncode, 1)
        found = self.annotations(done)
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0].startswith("::error title=naive-swap%3An=5%3A biased::Biased: fairness is rejected in "), found)
        self.assertIn(", 99.9 %25 each)", found[0])
        self.assertIn(" Evidence: e-value p = ", found[0])
        done = self.certify("durstenfeld", "--trials", "20000")
        self.assertEqual(done.returncode, 3)
        self.assertTrue(self.annotations(done)[0].startswith("::warning title=durstenfeld%3An=5%3A inconclusive::"))
        self.assertEqual(self.annotations(self.certify("durstenfeld", "--tolerance", "0.05")), [])

    def test_the_verdict_of_the_run_is_an_output_of_the_step_where_it_has_one(self):
        self.output.write_text("mine=1\n")
        self.certify("durstenfeld", "naive-swap", "--tolerance", "0.05")
        self.assertEqual(self.output.read_text(), "mine=1\nverdict=biased\n")
        self.certify("durstenfeld", "--tolerance", "0.05")
        self.certify("--exec", "exit 1", "--n", "3")
        self.assertEqual(self.output.read_text(), "mine=1\nverdict=biased\nverdict=fair\n")

    def test_no_word_from_outside_is_a_command_to_the_server(self):
        done = self.certify("--exec", "printf '0 1 2\\n'\n::error::mine", "--n", "3", "--trials", "5000")
        self.assertEqual([line for line in self.annotations(done) if line.startswith("::error::")], [])
        self.assertIn(r"\x0a\x3a\x3aerror\x3a\x3amine'", done.stdout)

    def test_a_step_without_a_summary_is_refused_before_the_run(self):
        for named, says in [({"GITHUB_STEP_SUMMARY": ""}, "GITHUB_STEP_SUMMARY names no file"),
                            ({"GITHUB_STEP_SUMMARY": str(self.path)}, "cannot append"),
                            ({"GITHUB_STEP_SUMMARY": str(self.path / "no" / "folder")}, "No such file"),
                            ({"GITHUB_STEP_SUMMARY": "/dev/null", "GITHUB_OUTPUT": str(self.path)}, "which GITHUB_OUTPUT names")]:
            done = run("certify", "durstenfeld", "--github", environment=named)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done)
            self.assertIn(says, done.stderr)
        self.refused("certify", "durstenfeld", "--github", "--json", "-", says=["--github", "--json -"])
        self.assertEqual(self.files(), [])
