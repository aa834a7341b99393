"""The four formats, the file that is written, and what is refused."""
import collections
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from lesson_reader import ENTRIES, PROGRAM, WAYS, Lesson, lesson, run


class Page(html.parser.HTMLParser):
    VOID = {"meta", "wbr"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.faults, self.tables, self.attributes, self.pictures = [], [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.attributes += attrs
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        elif tag == "svg" and ("role", "img") in attrs:
            self.pictures.append([])
        elif tag in ("title", "desc") and self.pictures:
            self.pictures[-1].append((tag, dict(attrs)["id"]))
        elif tag == "details":
            self.pictures[-1].append((tag, None))
        elif tag == "svg" and ("aria-hidden", "true") in attrs:  # a bar
            self.tables[-1][-1][-1] = None

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][-1][-1] += data


class Formats(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def page(self, *arguments):
        path = self.path / f"{len(list(self.path.iterdir()))}.html"
        done = run("explain", *arguments, "--html", str(path))
        self.assertEqual((done.returncode, done.stdout), (0, f"Lesson: {path}\n"), done)
        return path.read_text()

    def test_in_the_terminal_code_lines_stay_whole_and_no_other_is_wider_than_80(self):
        for name in ENTRIES + WAYS + ["durstenfeld:draw=modulo", "naive-swap:n=8", "swap-pairs:n=2"]:
            done = run("explain", name)
            self.assertEqual(done.returncode, 0, done)
            blocks = re.findall(r"^```cpp\n(.*?)^```", lesson(name).text, re.DOTALL | re.MULTILINE)
            code = {f"    {line}" for block in blocks for line in block.splitlines() if line}
            lines = done.stdout.splitlines()
            self.assertEqual(code - set(lines), set(), name)
            for line in lines:
                self.assertTrue(len(line) <= 80 or line in code, (name, line))
            self.assertNotIn("`", "\n".join(line for line in lines if line not in code), name)

    def test_the_three_formats_say_the_same_numbers(self):
        def numbers(text):
            return sorted(re.findall(r"\d[\d,.e+/^-]*", text))

        for name in ("naive-swap", "comparator-sort", "random-cut:n=4", "inside-out:draw=modulo,seeding=per-draw-clock"):
            markdown = lesson(name)
            plain = Lesson.plain(markdown.text)
            self.assertEqual(numbers(run("explain", name).stdout), numbers(plain), name)
            text = self.page(name)
            page = Page()
            page.feed(text)
            tables = [table for title in markdown.sections for table in markdown.tables(title)]
            self.assertEqual(len(page.tables), len(tables))
            for (head, rows), (page_head, *page_rows) in zip(tables, page.tables):
                bars = {i for row in page_rows for i, cell in enumerate(row) if cell is None}
                self.assertEqual(head, [cell for i, cell in enumerate(page_head) if i not in bars])
                self.assertEqual(rows, [[cell for cell in row if cell is not None] for row in page_rows])

    def test_the_page_is_whole_balanced_and_needs_nothing_beside_itself(self):
        for name in ENTRIES:
            text = self.page(name)
            page = Page()
            page.feed(text)
            page.close()
            self.assertEqual((page.open, page.faults), ([], []), name)
            self.assertTrue(text.startswith("<!DOCTYPE html>\n<html lang=\"en\">"))
            text = text.replace(' xmlns="http://www.w3.org/2000/svg"', "")
            self.assertNotRegex(text, r"(?i)https?:|//[a-z]|@import|url\(|<script|<link|<img")
            self.assertFalse({"src", "href", "onload", "style"} & {name for name, _ in page.attributes})
            self.assertIn("content=\"default-src 'none'; style-src 'sha256-", text)
            for index, picture in enumerate(page.pictures, 1):
                self.assertEqual(picture, [("title", f"figure-{index}-t"), ("desc", f"figure-{index}-d"), ("details", None)])
            self.assertIn("prefers-color-scheme: dark", text)
            # The code has < and & in it: all of it is escaped.
            self.assertNotRegex(text, r"&(?!amp;|lt;|gt;|quot;|#39;)")

    def test_json_has_the_same_tables_and_what_the_pictures_are_drawn_from(self):
        def told(name):
            document = json.loads(run("explain", name, "--json").stdout)
            return {section["title"]: section["blocks"] for section in document["sections"]}

        sections = told("naive-swap")
        markdown = lesson("naive-swap:n=5")
        story = next(block["table"] for block in sections["One shuffle, step by step"] if "table" in block)
        head, rows = markdown.tables("One shuffle, step by step")[0]
        self.assertEqual((story["columns"], story["rows"]), (head, rows))
        tree = next(block["figure"]["tree"] for block in sections["Every path of 3 cards"] if "figure" in block)
        ends = collections.Counter(tree["outcomes"][path["outcome"]] for path in tree["paths"])
        self.assertEqual((ends["0 1 2"], ends["0 2 1"], len(tree["paths"])), (4, 5, 27))
        for path in tree["paths"]:
            deck = [0, 1, 2]
            for position, (drawn, after) in enumerate(zip(path["draws"], path["decks"][1:], strict=True)):
                deck[position], deck[drawn] = deck[drawn], deck[position]
                self.assertEqual(after, " ".join(map(str, deck)))
        curve = next(block["figure"]["curve"] for block in told("swap-pairs")["Which k is enough?"] if "figure" in block)
        distribution = json.loads(run("exact", "swap-pairs:k=6", "--json", "-").stdout)
        self.assertAlmostEqual(curve["points"][5]["distance"], distribution["tv"]["value"], places=12)
        self.assertEqual(curve["points"][5]["times"], 6)

    def test_the_live_page_is_copied_from_where_it_was_put_or_said_to_be_missing(self):
        installed = self.path / "bin" / "fairshuffle"
        installed.parent.mkdir()
        shutil.copy(PROGRAM, installed)
        asked = [installed, "explain", "--live", "--html", self.path / "mine.html"]
        done = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done)
        self.assertIn("fairshuffle-web", done.stderr)
        self.assertFalse((self.path / "mine.html").exists())
        page = self.path / "share" / "fairshuffle" / "live.html"
        page.parent.mkdir(parents=True)
        page.write_bytes(bytes(range(256)) * 5000)
        done = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        self.assertEqual((self.path / "mine.html").read_bytes(), page.read_bytes())
        done = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("--force", done.stderr)

    def test_every_lesson_has_the_pictures_that_fit_it(self):
        tree, permutations, cards = "From the sorted deck to every end", "How likely every permutation is", "Where every card lands"
        curve, riffles = "The bias of 5 cards, by ", "The bias of 52 cards, by riffles"
        for name, titles in {"naive-swap": [tree, permutations, cards], "durstenfeld": [tree], "sattolo": [tree, permutations, cards],
                             "swap-pairs": [permutations, cards, curve + "k"], "random-cut": [tree, permutations],
                             "draw-insert": [tree, permutations, cards, curve + "rounds"],
                             "riffle": [permutations, cards, curve + "m", riffles], "durstenfeld:draw=modulo": [permutations, cards],
                             "comparator-sort": [permutations, cards], "std-shuffle": []}.items():
            self.assertEqual(re.findall(r"<h3>(.*?)</h3>", self.page(name)), titles, name)

    def test_a_page_is_never_written_over_another_unasked(self):
        path = self.path / "page.html"
        path.write_text("mine")
        done = run("explain", "sattolo", "--html", str(path))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"the file {path} exists already; pass --force", done.stderr)
        self.assertEqual(path.read_text(), "mine")
        self.assertEqual(run("explain", "sattolo", "--html", str(path), "--force").returncode, 0)
        self.assertIn("<title>sattolo:n=5</title>", path.read_text())
        self.assertEqual([each.name for each in self.path.iterdir()], ["page.html"])

    def test_the_list_has_every_entry_with_its_sentence(self):
        done = run("explain", "--list")
        self.assertEqual(done.returncode, 0)
        lines = done.stdout.splitlines()
        self.assertEqual(sorted(line.split()[0] for line in lines if line[0] != " "), ENTRIES)
        self.assertTrue(all(len(line.split()) > 3 for line in lines if line[0] != " "))
        self.assertLessEqual(max(map(len, lines)), 80)

    def test_options_of_the_shuffle_stand_behind_its_name_or_alone(self):
        behind = run("explain", "swap-pairs:k=3,source=minstd", "--n", "4").stdout
        self.assertIn("swap-pairs:k=3,n=4,source=minstd", behind)
        for arguments in [("swap-pairs", "--k", "3", "--source=minstd"), ("--k=3", "swap-pairs:source=minstd")]:
            self.assertEqual(run("explain", *arguments, "--n", "4").stdout.replace("source=minstd,k=3", "k=3,source=minstd"),
                             behind)

    def test_bad_input_is_one_sentence_and_exit_2(self):
        for arguments, says in [(("sattollo",), "did you mean 'sattolo'"), ((), "name what to explain"),
                                (("sattolo", "--n", "9"), "2 to 8 cards"), (("sattolo", "--n", "1"), "2 to 8 cards"),
                                (("sattolo", "--n", "3,4"), "one deck size"), (("sattolo", "--list"), "takes no target"),
                                (("--list", "--markdown"), "--list takes no"), (("--list", "--json"), "--list takes no"),
                                (("sattolo", "--json", "--markdown"), "not both"), (("--live",), "add --html FILE"),
                                (("sattolo", "--live", "--html", "x"), "takes no target"), (("--list", "--html", "x"), "--list takes no"),
                                (("swap-pairs", "--k"), "--k needs a value"), (("swap-pairs", "naive-swap"), "one target"),
                                (("swap-pairs", "--rounds", "3"), "rounds"),
                                (("swap-pairs:k=-1",), "k=-1"), (("swap-pairs:k=1000000",), "draws"),
                                (("sattolo", "--markdown", "--html", "x"), "not both"),
                                (("sattolo", "--seed", "x"), "--seed"), (("sattolo", "--html", "/proc/x.html"), "/proc/x.html")]:
            done = run("explain", *arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), arguments)
            self.assertIn(says, done.stderr)
