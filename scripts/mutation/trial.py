"""Tries mutants: compiles each beside the tree, links the test programs with it, and runs them."""
import os
import tempfile
import threading
from dataclasses import dataclass

from test_programs import own_tests, run


@dataclass
class Outcome:
    mutant: object
    verdict: str  # killed, survived, or no program: it does not compile
    by: str = ""  # the test that killed it
    own: bool = False  # one of its folder's own


class Trial:
    def __init__(self, build, tests, folder, spare=5, note=lambda text: None):
        """`spare` seconds, and twelve times as many by the clock on the wall, are given to tests that take no time."""
        self.build, self.tests, self.folder, self.spare, self.note = build, tests, folder, spare, note
        self.timing = threading.Lock()

    def _time(self, test):
        """Runs the unchanged program, once: it has to pass, and its time sets the limits of its mutants."""
        with self.timing:
            if test.seconds:
                return
            with tempfile.TemporaryFile() as output:
                program = os.path.join(self.build.folder, test.program)
                passed, seconds, test.wall = run(test, program, 1800, 3600, output=output)
                if not passed:
                    output.seek(0)
                    printed = output.read()[-4000:].decode(errors="replace")
                    raise SystemExit(f"scripts/mutate: {test.name} fails on the unchanged tree:\n{printed}")
            self.note(f"{test.name} passes in {seconds:.1f} s")
            test.seconds = max(seconds, 1e-3)

    def own(self, mutant):
        return own_tests(self.tests, mutant.path)

    def covering(self, mutant):
        """The tests, quick ones first, of whose programs the mutated file is a part; the folder's own left out."""
        objects, own = self.build.objects_with(mutant.path), self.own(mutant)
        return sorted((test for test in self.tests if test not in own and objects & self.build.dependence_of(test.program)[1]),
                      key=lambda test: test.expected)

    def of(self, mutant, tests, is_own):
        """What these tests make of the mutant. Its survival is no news of other tests."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            overlay = os.path.join(folder, "overlay")
            path = os.path.join(overlay, mutant.path)
            os.makedirs(os.path.dirname(path))
            with open(os.path.join(self.build.root, mutant.path), encoding="utf-8") as file:
                text = file.read()
            if text[mutant.start:mutant.end] != mutant.old:
                raise SystemExit(f"scripts/mutate: {mutant.path} was changed meanwhile")
            with open(path, "w", encoding="utf-8") as file:
                file.write(mutant.apply(text))
            compiled = {}
            for test in sorted(tests, key=lambda test: test.expected):
                program = os.path.join(folder, os.path.basename(test.program))
                affected = self.build.objects_with(mutant.path) & self.build.dependence_of(test.program)[1]
                if not affected:
                    continue
                for name in sorted(affected - compiled.keys()):
                    output = os.path.join(folder, f"{len(compiled)}.o")
                    if not self.build.compile(name, overlay, mutant.path, output):
                        return Outcome(mutant, "no program")
                    compiled[name] = output
                self._time(test)
                changed = {name: compiled[name] for name in affected}
                if not os.path.exists(program) and not self.build.link(test.program, changed, program):
                    return Outcome(mutant, "no program")
                if not self._passes(test, program, mutant):
                    return Outcome(mutant, "killed", test.name, is_own)
            return Outcome(mutant, "survived")

    def _passes(self, test, program, mutant):
        limits = 4 * test.seconds + self.spare, 10 * test.wall + 12 * self.spare
        # The test file of the broken file's name comes first: it kills most, soon.
        first = f"*/{os.path.splitext(os.path.basename(mutant.path))[0]}_test.cpp"
        if test.is_doctest and not run(test, program, *limits, [f"--source-file={first}"])[0]:
            return False
        return run(test, program, *limits)[0]
