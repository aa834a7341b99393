"""Standard streams that are closed or full end nothing but what needs them."""
import os
import subprocess

from program import PROGRAM, InFolder

CHILD = ("certify", "--exec", "yes 0 2 1", "--n", "3")


class StandardStreams(InFolder):
    def shell(self, redirection, *arguments):
        return subprocess.run(["sh", "-c", f'exec "$0" "$@" {redirection}', PROGRAM, *arguments], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=300, check=False)

    def test_a_closed_input_is_not_missed(self):
        done = self.shell("<&-", *CHILD)
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("BIASED", done.stdout)

    def test_what_cannot_be_printed_is_told_and_ends_with_exit_4(self):
        for redirection in (">&-", ">/dev/full", ">&- <&-"):
            for arguments in (CHILD, ("list",), ("--help",), ("--version",), ("certify", "--help")):
                with self.subTest(redirection=redirection, arguments=arguments):
                    done = self.shell(redirection, *arguments)
                    self.assertEqual(done.returncode, 4, done)
                    self.assertTrue(done.stderr.startswith("fairshuffle: the run broke off: "), done.stderr)

    def test_a_file_that_may_not_grow_is_like_a_full_disk(self):
        limited = ["sh", "-c", 'ulimit -f 0; exec "$0" "$@" >lesson', PROGRAM, "explain", "naive-swap"]
        done = subprocess.run(limited, cwd=self.path, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 4, done)
        self.assertIn("File too large", done.stderr)

    def test_an_error_that_cannot_be_told_keeps_its_exit_code(self):
        for redirection in ("2>&-", "2>/dev/full", "<&- >&- 2>&-"):
            with self.subTest(redirection=redirection):
                self.assertEqual(self.shell(redirection, "certify", "nope").returncode, 2)

    def test_notes_that_cannot_be_told_change_no_verdict(self):
        for redirection in ("2>&-", "2>/dev/full"):
            with self.subTest(redirection=redirection):
                done = self.shell(redirection, "certify", "sattolo:n=13", "--pairs")
                self.assertEqual(done.returncode, 1, done)
                self.assertIn("BIASED", done.stdout)

    def test_a_file_is_not_taken_for_a_stream_that_was_closed(self):
        report = os.path.join(self.folder.name, "report.json")
        done = self.shell("<&- 2>&-", *CHILD, "--json", report)
        self.assertEqual(done.returncode, 1, done)
        with open(report, encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("{"))
