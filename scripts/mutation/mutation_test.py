#!/usr/bin/env python3
"""That scripts/mutate breaks what it should and nothing else, and that its verdicts are true, on a project of three
files."""
import dataclasses
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from build_folder import BuildFolder
from equivalents import Equivalents
from mutants import Mutant, mutants_of, other_number
from sample import all_mutants, files_of, in_order_of
from test_programs import tests_of
from trial import Trial


def changes(text, kind):
    return [f"{mutant.line} {mutant.change}" for mutant in mutants_of("a.cpp", text) if mutant.kind == kind]


class Mutants(unittest.TestCase):
    def test_operators_have_two_sides(self):
        text = "template <int n>\nbool f(const T& a, T&& b, T* c) {\n  return a.x < -n && *c >= std::max<int>(1, 2) + b;\n}\n"
        self.assertEqual(changes(text, "operator"), ["3 < -> <=", "3 && -> ||", "3 >= -> >", "3 + -> -"])

    def test_constants_are_one_more_or_twice_as_much(self):
        self.assertEqual([other_number(text) for text in ("0", "9", "16'384", "0xffU", "2ULL", "0.5", "0.0", "1e-9", "0x1p-3", "0b101")],
                         ["1", "10", "16385", "256U", "3ULL", "(2 * 0.5)", "1.0", "(2 * 1e-9)", "(2 * 0x1p-3)", "6"])
        self.assertEqual(changes("bool b = true;\nint n4 = 4;\n", "constant"), ["1 true -> false", "2 4 -> 5"])

    def test_conditions_are_negated_where_they_begin_and_end(self):
        text = "int f() {\n  if (a(1) == 2) g();\n  int x = 1, y = a && !b ? c : d;\n  while (z) h();\n" \
               "  if (int v = 1; v) h();\n  return k(p, q[0] ? 1 : 2);\n}\n"
        self.assertEqual(changes(text, "condition"),
                         ["2 a(1) == 2 -> !(a(1) == 2)", "3 a && !b -> !(a && !b)", "3 without !", "4 z -> !(z)",
                          "6 q[0] -> !(q[0])"])

    def test_statements_are_left_out_but_declarations_and_results_stay(self):
        text = "int f() {\n  T t(1);\n  int n = 2;\n  const A<B> d = e;\n  a.b->c(n);\n  x[n] += 1;\n  ++n;\n  v.reserve(n);\n" \
               "  if (n) return 1;\n  for (int i = 0; i < 9; ++i) g(i);\n  using X = Y;\n  return 2;\n}\n"
        self.assertEqual(changes(text, "statement"),
                         ["5 without a.b->c(n)", "6 without x[n] += 1", "7 without ++n", "9 without return 1", "10 without g(i)"])

    def test_comments_strings_directives_and_assertions_are_left_alone(self):
        text = "#define A 1 + 2\n// 1 + 2\n/* a < b */\nauto s = \"1 + 2\"; auto r = R\"x(1 + \"2)x\"; auto c = ' ';\n" \
               "static_assert(1 + 2 == 3);\n[[gnu::aligned(8)]] int z;\nvirtual int f() const = 0;\n"
        self.assertEqual([mutant.change for mutant in mutants_of("a.cpp", text) if mutant.kind != "text"], [])
        self.assertEqual([mutant.apply(text).splitlines()[3][:18] for mutant in mutants_of("a.cpp", text)],
                         ['auto s = "1 + 2?";'])

    def test_a_mutant_is_known_by_its_line_wherever_it_stands(self):
        text = "int f() {\n  return 1 + 1;\n}\n"
        before, after = (mutants_of("a.cpp", each) for each in (text, "\n\n" + text.replace("  return", "      return")))
        self.assertEqual([mutant.key for mutant in before], [mutant.key for mutant in after])
        self.assertEqual([mutant.nth for mutant in before if mutant.change == "1 -> 2"], [0, 1])
        self.assertEqual([mutant.apply(text).splitlines()[1].strip() for mutant in before],
                         ["return 2 + 1;", "return 1 - 1;", "return 1 + 2;"])

    def test_a_seed_draws_the_same_mutants_whatever_else_there_is(self):
        some, more = "int a = 1 + 2;\n", "int c = 3 * 4 - 5;\n"
        def drawn(text, seed):
            return [mutant.key for mutant in in_order_of(seed, mutants_of("a.cpp", text)) if mutant.source in some]
        self.assertEqual(drawn(some, 1), drawn(more + some, 1))
        self.assertGreater(len({tuple(drawn(some, seed)) for seed in range(9)}), 1)


class Tree(unittest.TestCase):
    def test_every_equivalent_is_of_a_line_that_is_still_there(self):
        root = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
        # Of lines for vectors that this machine does not have, too.
        mutants = [mutant for path in files_of(root) for mutant in mutants_of(path, pathlib.Path(root, path).read_text(encoding="utf-8"))]
        self.assertEqual(Equivalents().without_mutant(mutants), [])


PROJECT = {
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
enable_testing()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
include_directories("${PROJECT_SOURCE_DIR}")
add_library(core STATIC)
add_subdirectory(core/sum)
add_executable(program program.cpp)
target_link_libraries(program core)
add_test(NAME program COMMAND program WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
""",
    "core/sum/CMakeLists.txt": """
target_sources(core PRIVATE sum.cpp beside.cpp)
add_executable(sum_test sum_test.cpp)
target_link_libraries(sum_test core)
add_test(NAME sum COMMAND sum_test WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
""",
    "core/sum/term.hpp": "#pragma once\ninline int term(int i) { return 3 * i; }\n",
    "core/sum/sum.hpp": "#pragma once\nint sum(int n);\nint unseen(int n);\nint elsewhere();\n",
    "core/sum/sum.cpp": """#include "core/sum/sum.hpp"
#include "core/sum/term.hpp"
int sum(int n) {
  int total = 0;
  for (int i = 1; i <= n; ++i) total += term(i);
  return total;
}
int unseen(int n) { return n - 5; }
int elsewhere() { return 6; }
int stops(int n) {
  volatile int seen = n;
  while (seen < 7) seen = 7;
  return seen;
}
""",
    "core/sum/beside.cpp": "int beside() { return 1; }\n",
    "core/sum/sum_test.cpp": """#include "core/sum/sum.hpp"
int stops(int n);
int main() { return sum(3) == 18 && stops(7) == 7 ? 0 : 1; }
""",
    "program.cpp": """#include "core/sum/sum.hpp"
int main() { return elsewhere() == 6 ? 0 : 1; }
""",
}


@unittest.skipUnless(shutil.which("git"), "git lists the files; scripts/setup --develop installs it")
class WholeRun(unittest.TestCase):
    """Of a build folder that the mutants must leave as it is."""

    united = "OFF"

    @classmethod
    def setUpClass(cls):
        cls.root = os.path.realpath(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.root)
        for path, text in PROJECT.items():
            os.makedirs(os.path.dirname(os.path.join(cls.root, path)), exist_ok=True)
            with open(os.path.join(cls.root, path), "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run(["git", "-C", cls.root, "init", "--quiet"], check=True)
        folder = os.path.join(cls.root, "build")
        subprocess.run(["cmake", "-G", "Ninja", "-D", f"CMAKE_UNITY_BUILD={cls.united}", "-S", cls.root, "-B", folder], check=True, stdout=subprocess.DEVNULL)
        cls.build = BuildFolder(cls.root, folder)
        cls.tests = tests_of(cls.root, folder, cls.build.programs())
        cls.build.build(["all"])
        cls.trial = Trial(cls.build, cls.tests, cls.root, spare=0.2)
        cls.mutants = {(mutant.line, mutant.change): mutant for mutant in all_mutants(cls.root)
                       if not mutant.path.endswith("program.cpp")}

    def verdict(self, line, change, own=True):
        mutant = self.mutants[line, change]
        tests = self.trial.own(mutant) if own else self.trial.covering(mutant)
        outcome = self.trial.of(mutant, tests, own)
        return outcome.verdict, outcome.by

    def test_what_a_test_notices_is_killed_by_its_name(self):
        self.assertEqual(self.verdict(5, "<= -> <"), ("killed", "sum"))
        self.assertEqual(self.verdict(5, "without total += term(i)"), ("killed", "sum"))

    def test_a_header_is_broken_in_all_that_includes_it(self):
        self.assertEqual(self.verdict(2, "3 -> 4"), ("killed", "sum"))

    def test_what_no_test_notices_survives(self):
        self.assertEqual(self.verdict(8, "- -> +"), ("survived", ""))
        self.assertEqual(self.verdict(8, "- -> +", own=False), ("survived", ""))

    def test_what_only_another_folder_notices_is_killed_by_that(self):
        self.assertEqual(self.verdict(9, "6 -> 7"), ("survived", ""))
        self.assertEqual(self.verdict(9, "6 -> 7", own=False), ("killed", "program"))

    def test_what_never_ends_is_killed(self):
        self.assertEqual(self.verdict(12, "seen < 7 -> !(seen < 7)"), ("killed", "sum"))

    def test_what_does_not_compile_is_no_mutant(self):
        wrong = Mutant("core/sum/sum.cpp", 1, "", "operator", "#", "@", 0, 0, 1)
        self.assertEqual(self.trial.of(wrong, self.trial.own(wrong), True).verdict, "no program")

    def test_a_test_is_timed_when_it_is_needed_and_what_ctest_took_says_which_comes_first(self):
        kept = os.path.join(self.build.folder, "Testing", "Temporary")
        os.makedirs(kept)
        self.addCleanup(shutil.rmtree, os.path.dirname(kept))
        with open(os.path.join(kept, "CTestCostData.txt"), "w", encoding="utf-8") as file:
            file.write("sum 2 31.5\nprogram 1 0.25\n---\nsum\n")
        tests = {test.name: test for test in tests_of(self.root, self.build.folder, self.build.programs())}
        self.assertEqual({name: test.expected for name, test in tests.items()}, {"sum": 31.5, "program": 0.25})
        notes = []
        trial = Trial(self.build, list(tests.values()), self.root, spare=0.2, note=notes.append)
        # Killed by the quick one, the other is not even timed.
        outcome = trial.of(self.mutants[9, "6 -> 7"], [tests["sum"], tests["program"]], False)
        self.assertEqual((outcome.by, [note.split()[0] for note in notes]), ("program", ["program"]))
        trial.of(self.mutants[9, "6 -> 7"], [tests["sum"]], True)
        self.assertEqual([note.split()[0] for note in notes], ["program", "sum"])

    def test_of_a_test_that_fails_unchanged_it_is_told_what_it_printed(self):
        failing = dataclasses.replace(next(test for test in self.tests if test.name == "program"),
                                      words=["sh", "-c", "echo not today; false"])
        with self.assertRaisesRegex(SystemExit, "program fails on the unchanged tree:\nnot today"):
            Trial(self.build, [failing], self.root).of(self.mutants[9, "6 -> 7"], [failing], False)

    def test_the_build_folder_and_the_tree_stay_as_they_are(self):
        self.verdict(5, "<= -> <")
        done = subprocess.run(["ninja", "-C", self.build.folder, "-n"], capture_output=True, text=True)
        self.assertIn("no work to do", done.stdout)
        for test in self.tests:
            self.assertEqual(subprocess.run([os.path.join(self.build.folder, test.program)]).returncode, 0)


class WholeRunOfUnitedFiles(WholeRun):
    united = "ON"


if __name__ == "__main__":
    unittest.main()
