"""The page of a run."""
import json

from program import InFolder, run


class Html(InFolder):
    def test_the_page_of_a_run_is_what_report_draws_of_it(self):
        page, report = self.path / "run.html", self.path / "run.json"
        done = run("certify", "naive-swap:n=4", "--seed", "1", "--html", str(page), "--json", str(report))
        self.assertEqual(done.returncode, 1, done)
        self.assertIn(f"Page: {page}\n", done.stdout)
        drawn = run("report", str(report), "--format", "html").stdout
        self.assertEqual(page.read_text(), drawn)
        self.assertIn("<svg", drawn)
        self.assertNotIn("--html", drawn)

    def test_beside_a_page_standard_output_may_be_the_json_report(self):
        page = self.path / "run.html"
        done = run("certify", "naive-swap", "--n", "4", "--seed", "1", "--html", str(page), "--json", "-")
        self.assertEqual(json.loads(done.stdout)["verdict"], "biased")
        self.assertTrue(page.exists())

    def test_a_page_that_cannot_be_written_is_refused_before_the_run(self):
        page = self.path / "run.html"
        page.write_text("mine")
        certify = ("certify", "durstenfeld", "--html")
        self.refused(*certify, str(page), says=["exists already", "--force"])
        self.assertEqual(page.read_text(), "mine")
        self.refused(*certify, "-", says=["--html"])
        self.refused(*certify, "", says=["--html"])
        same = str(self.path / "one")
        self.refused(*certify, same, "--json", str(self.path / "." / "one"), says=["--html", "same file"])
        self.assertEqual(self.files(), ["run.html"])
