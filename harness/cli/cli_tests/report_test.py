"""Reports drawn anew from JSON reports, and the same reports read by other programs."""
import csv
import html
import io
import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree

from program import PROGRAM, ROOT, InFolder, formats, run

GOLDENS = ROOT / "reports/goldens"
EXAMPLE = GOLDENS / "report.json"
FORMATS = formats()
AWKWARD = "\"a\" 'b' <c>&amp;]]> |d| `e` \x01\x1b[31m\r\n\t=1+1,\U0001f0a1"


def without_command(text):
    """The same without the command: the goldens show one that stands in no plan, and the program the one of the plan."""
    return re.sub(r'fairshuffle certify --job (?:/[^\s"&]*\.json|.*?18446744073709551615)', "COMMAND", text, flags=re.DOTALL)


class Report(InFolder):
    def example(self, **members):
        """The example's report with these members changed, as a file."""
        report = json.loads(EXAMPLE.read_text())
        report.update(members)
        file = self.path / "changed.json"
        file.write_text(json.dumps(report))
        return str(file)

    def is_valid_junit(self, text):
        if shutil.which("xmllint"):  # where it is missing, the test reports.junit_schema says so
            checked = subprocess.run(["xmllint", "--noout", "--schema", str(ROOT / "reports/schema/junit.xsd"), "-"],
                                     input=text.encode(), capture_output=True, check=False)
            self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_one_format_of_one_report_is_printed_and_is_the_golden(self):
        for name, ending in FORMATS.items():
            done = subprocess.run([PROGRAM, "report", str(EXAMPLE), "--format", name], capture_output=True, check=True)
            self.assertEqual(without_command(done.stdout.decode()), without_command((GOLDENS / ("report" + ending)).read_text()), name)
            self.assertNotIn(b"caf\xc3\xa9", done.stdout)
            self.assertEqual(done.stderr, b"")

    def test_several_formats_of_several_reports_go_to_a_folder(self):
        shutil.copy(EXAMPLE, self.path / "a.json")
        shutil.copy(EXAMPLE, self.path / "b.json")
        out = self.path / "new" / "drawn"
        arguments = ["report", str(self.path / "a.json"), str(self.path / "b.json"), "--format", ",".join(FORMATS),
                     "--out", str(out)]
        done = run(*arguments)
        self.assertEqual(done.returncode, 0, done)
        names = sorted(stem + ending for stem in "ab" for ending in FORMATS.values())
        self.assertEqual(sorted(path.name for path in out.iterdir()), names)
        self.assertEqual(sorted(done.stdout.split()), sorted(str(out / name) for name in names))
        for ending in FORMATS.values():
            self.assertEqual(*(without_command(path.read_text()) for path in (out / ("a" + ending), GOLDENS / ("report" + ending))))
        self.refused(*arguments, says=["exists already", "--force"])
        (out / "a.csv").write_text("old")
        self.assertEqual(run(*arguments, "--force").returncode, 0)
        self.assertEqual((out / "a.csv").read_bytes(), (GOLDENS / "report.csv").read_bytes())

    def test_a_page_of_20_targets_of_five_cards_stays_below_a_megabyte(self):
        targets = [f"swap-pairs:k={k}" for k in range(1, 21)]
        page = self.path / "page.html"
        self.assertEqual(run("certify", *targets, "--n", "5", "--trials", "16384", "--seed", "1", "--html", str(page)).returncode, 1)
        self.assertEqual(page.read_text().count('<section id="target-'), 20)
        self.assertLess(page.stat().st_size, 1_000_000)

    def test_the_drawing_of_a_run_says_what_the_run_said(self):
        report = self.path / "run.json"
        done = run("certify", "durstenfeld", "naive-swap", "--n", "4", "--tolerance", "0.05", "--seed", "1", "--controls",
                   "--json", str(report))
        self.assertEqual(done.returncode, 1, done)
        record = json.loads(report.read_text())
        junit = run("report", str(report), "--format", "junit").stdout
        self.is_valid_junit(junit)
        suites = xml.etree.ElementTree.fromstring(junit)
        cases = {(case.get("classname"), case.get("name")): [part.tag for part in case] for case in suites.iter("testcase")}
        self.assertEqual(cases["fairshuffle.target", "durstenfeld:n=4"], ["system-out"])
        self.assertEqual(cases["fairshuffle.target", "naive-swap:n=4"], ["failure"])
        self.assertEqual(suites.get("tests"), "6")
        self.assertEqual(suites.get("failures"), "1")
        failure = suites.find(".//failure")
        self.assertEqual(failure.text.split("\n")[0], record["results"][1]["sentence"])
        lines = list(csv.DictReader(io.StringIO(run("report", str(report), "--format", "csv").stdout)))
        naive = [line for line in lines if line["role"] == "target" and line["target"] == "naive-swap:n=4"]
        self.assertEqual([int(line["count"]) for line in naive if line["kind"] == "permutation"],
                         record["results"][1]["evidence"]["permutations"])
        self.assertEqual([int(line["count"]) for line in naive if line["kind"] == "position"],
                         [count for row in record["results"][1]["positions"] for count in row])
        repeats = record["results"][1]["evidence"]["repeats"]
        self.assertEqual([(line["what"], int(line["count"]), float(line["expected"])) for line in naive if line["kind"] == "repeats"],
                         [("pairs", repeats["pairs"], repeats["pairs"]), ("equal", repeats["equal"], repeats["pairs"] / 24)])
        self.assertEqual({float(line["expected"]) for line in naive if line["kind"] == "permutation"},
                         {record["results"][1]["evidence"]["trials"] / 24})

    def test_names_of_all_kinds_survive(self):
        report = json.loads(EXAMPLE.read_text())
        planned = report["plan"]["targets"][1]
        name = f"exec:command={AWKWARD},n=3,marked=1"
        planned.update(name=name)
        planned["target"].update(kind="exec", shuffle=AWKWARD, options={}, source=None, bits=None, draw=None, seeding=None, clock=None,
                                 shuffles_per_second=None)
        file = self.path / "awkward.json"
        file.write_text(json.dumps(report))
        drawn = {name: subprocess.run([PROGRAM, "report", str(file), "--format", name], capture_output=True, check=True)
                 .stdout.decode() for name in FORMATS}
        visible = re.sub("[\x00-\x1f]", lambda control: chr(0x2400 + ord(control[0])), name)
        names = [case.get("name") for case in xml.etree.ElementTree.fromstring(drawn["junit"]).iter("testcase")]
        self.assertIn(visible, names)
        lines = list(csv.reader(io.StringIO(drawn["csv"], newline="")))
        self.assertEqual(sum(line[1] == visible for line in lines), 6 + 9 + 3 + 2)
        self.assertEqual({len(line) for line in lines}, {6})
        heading = [line for line in drawn["markdown"].split("\n") if line.startswith("## exec")]
        self.assertEqual([re.sub(r"</?span>|\\(.)", r"\1", line) for line in heading], ["## " + visible + ": biased"])
        self.is_valid_junit(drawn["junit"])
        self.assertGreater(html.unescape(drawn["html"].replace("<wbr>", "")).count(visible), 2)
        self.assertNotIn("<c>", drawn["html"])

    def test_what_is_no_report_is_refused_in_one_sentence(self):
        file = self.path / "report.json"
        self.refused("report", str(file), "--format", "csv", says=["report.json", "No such file"])
        for text in ("", "{", "[]", "{}", "nonsense", "[" * 100000):
            file.write_text(text)
            self.refused("report", str(file), "--format", "csv", says="report.json")
        self.refused("report", self.example(verdict="maybe"), "--format", "csv", says=["changed.json", "/verdict"])
        plan = dict(json.loads(EXAMPLE.read_text())["plan"], seed="9" * 1000000)
        self.refused("report", self.example(plan=plan), "--format", "csv", says=["changed.json", "/plan/seed"])
        self.refused("report", self.example(schema_version=1), "--format", "csv",
                     says=["changed.json", "is a report of version 1, which this program does not read"])
        self.refused("report", self.example(colour="red"), "--format", "csv", says=["changed.json", "colour"])
        results = json.loads(EXAMPLE.read_text())["results"]
        results[0]["evidence"]["permutations"].pop()
        self.refused("report", self.example(results=results), "--format", "csv",
                     says=["changed.json", "durstenfeld:n=3 has 5 counts of permutations, which should be 6"])

    def test_numbers_that_no_run_gives_are_left_out_of_the_page_or_refused_in_one_sentence(self):
        results = json.loads(EXAMPLE.read_text())["results"]
        permutations = next(test for test in results[0]["tests"] if test["name"] == "permutations")
        permutations["df"] = 1e15
        page = run("report", self.example(results=results), "--format", "html")
        self.assertEqual((page.returncode, page.stderr), (0, ""))
        permutations["df"] = 1e-300
        self.refused("report", self.example(results=results), "--format", "html",
                     says=["changed.json", "cannot be drawn as html"])

    def test_a_bad_report_beside_a_good_one_leaves_nothing_behind(self):
        bad = self.path / "bad.json"
        bad.write_text("{}")
        self.refused("report", str(EXAMPLE), str(bad), "--format", "csv", "--out", str(self.path / "out"), says="bad.json")
        self.assertEqual(self.files(), ["bad.json"])

    def test_a_report_goes_to_devices_too_and_nothing_stands_beside_it(self):
        asked = ["certify", "naive-swap", "--trials", "3000", "--seed", "1", "--quiet"]
        table, report = run(*asked).stdout, json.loads(run(*asked, "--json", "-").stdout)
        for option in ("--json", "--html"):
            done = run(*asked, option, "/dev/null")
            self.assertEqual((done.returncode, done.stdout[:100]), (1, table[:100]), done)
        self.assertEqual(json.loads(run(*asked, "--json", "/dev/stdout").stdout)["results"], report["results"])
        with open(self.path / "page", "w", encoding="utf-8") as page:
            subprocess.run([PROGRAM, *asked, "--html", "/dev/stdout"], stdout=page, check=False, timeout=60)
        page = (self.path / "page").read_text(encoding="utf-8")
        self.assertTrue(page.startswith(table[:20]) and "<html" in page and page.rstrip().endswith("</html>"), page[-300:])
        distribution = run("exact", "naive-swap", "--n", "3", "--json", "/dev/stdout")
        self.assertEqual(distribution.returncode, 0, distribution)
        self.assertIn("{", distribution.stdout)
        self.refused("certify", "naive-swap", "--checkpoint", "/dev/null", says="it is no file")
        self.assertFalse([name for name in os.listdir("/dev") if "begun" in name or "fair" in name])

    def test_options(self):
        example = str(EXAMPLE)
        self.refused("report", says="name the JSON reports")
        self.refused("report", example, "--out", "drawn", says=["--format", "junit", "markdown", "csv"])
        self.refused("report", example, "--format", "junt", says="did you mean 'junit'")
        self.refused("report", example, "--format", "csv,", says="'' is no format")
        self.refused("report", example, "--format", "csv,junit", says="--out")
        self.refused("report", example, example, "--format", "csv", says="--out")
        self.refused("report", example, "--format", "csv", "--out", "", says="--out")
        out = str(self.path / "out")
        self.refused("report", example, example, "--format", "csv", "--out", out, says="two drawings")
        self.refused("report", example, "--format", "csv,csv", "--out", out, says="two drawings")
        self.assertEqual(self.files(), [])
