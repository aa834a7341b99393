"""The host by itself: its answers and its exit statuses."""
import subprocess
import sys

from program import PROGRAM
from with_plugins import WithPlugins


class Host(WithPlugins):
    def ask(self, *arguments, requests):
        return subprocess.run([PROGRAM, "plugin-host", *arguments], input=requests, capture_output=True,
                              timeout=300, check=False)

    def test_the_same_request_has_the_same_decks_whatever_came_before(self):
        for library, shuffle in [("example_c", "fisher-yates"), ("example_c", "naive-swap"),
                                 ("example_cpp", "std-shuffle")]:
            done = self.ask(self.plugin(library), shuffle, "7", requests=b"100 7 5 1\n100 7 6 2\n100 7 5 3\n")
            self.assertEqual((done.returncode, len(done.stdout)), (0, 3 * 716))
            answers = [done.stdout[begin:begin + 716] for begin in range(0, 3 * 716, 716)]
            for number, answer in enumerate(answers, 1):
                mark = number.to_bytes(8, sys.byteorder)
                self.assertEqual((answer[:8], answer[-8:]), (mark, mark))
            first, other, again = (answer[8:-8] for answer in answers)
            self.assertEqual(first, again)
            self.assertNotEqual(first, other)

    def test_each_fault_has_its_own_exit_status_one_sentence_and_no_rows(self):
        def status_of(*arguments, requests=b"3 5 1 1\n"):
            done = self.ask(*arguments, requests=requests)
            self.assertEqual(done.stdout, b"")
            self.assertEqual(done.stderr.count(b"\n"), 1)
            return done.returncode

        faulty = self.plugin("shuffle_faults")
        self.assertEqual(status_of(f"{self.path}/none.so"), 10)
        self.assertEqual(status_of(self.plugin("no_symbol")), 11)
        self.assertEqual(status_of(self.plugin("wrong_version")), 12)
        self.assertEqual(status_of(faulty, "none", "5"), 13)
        self.assertEqual(status_of(faulty, "three-to-six", "7"), 14)
        self.assertEqual(status_of(self.plugin("throws"), "throws", "5"), 15)
        self.assertEqual(status_of(faulty, "fair", "5", requests=b"3 6 1 1\n"), 16)
