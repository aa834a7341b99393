"""What the program refuses as breaking a schema is what another implementation of JSON Schema refuses, and where.

Its own reading knows the rules that our schemas use and no others. The changes are fixed by a seed, and nothing of
chance is asserted."""
import copy
import json
import random

from program import ROOT, InFolder, cases, run
from schemas import JOB_SCHEMA, REPORT_SCHEMA

REPORT = json.loads((ROOT / "reports/goldens/report.json").read_text())
JOB = {"name": "mixed", "budget": {"alpha": 1e-6, "trials": 10}, "seed": "7", "certify": ["cards"], "slots": "2^13",
       "bets": ["top: card 0 at 0"], "pairs": True,
       "targets": [{"shuffle": "swap-pairs", "n": [3, 4], "options": {"k": ["1", 2]}, "expect": "biased"},
                   {"shuffle": ["durstenfeld"], "n": 5, "source": "pcg64", "label": "mine"}]}
VALUES = [None, True, -1, 0, 3, 1.5, 1e300, 2**53, 2**64, "", "x", "x" * 1001, "\u00e4", "017", [], [1, 1], ["x", "x"], {}, {"x": 1}]


def places(value, path=()):
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in inside:
        yield from places(inner, (*path, step))


def changed(value, path, new):
    """The same with another value at a place, or with none there, or with a member more."""
    if not path:
        return new
    value = copy.deepcopy(value)
    holder = value
    for step in path[:-1]:
        holder = holder[step]
    if new == "(gone)":
        del holder[path[-1]]
    elif new == "(more)" and isinstance(holder, dict):
        holder["colour"] = 1
    else:
        holder[path[-1]] = new
    return value


class StrictJson(InFolder):
    def held(self, whole, schema, *command):
        """How many changes broke the schema, and how many did not, both refused or not as the schema has it."""
        drawn = random.Random(5)
        every = list(places(whole))
        counts = {True: 0, False: 0}
        for path in cases(*drawn.sample(every, min(len(every), 150))):
            value = changed(whole, path, drawn.choice([*VALUES, "(gone)", "(more)"]))
            file = self.path / "changed.json"
            file.write_text(json.dumps(value))
            broken = list(schema.iter_errors(value))
            done = run(*command, str(file))
            told = done.stderr
            if "too long" in told or "is a report of version" in told or "duplicate" in told:
                continue  # said before the schema is asked
            is_refused = ": expected " in told or "which breaks the schema: " in told
            with self.subTest(path=path, value=value if not path else None, told=told):
                if broken:
                    self.assertEqual(done.returncode, 2, done)
                    self.assertTrue(is_refused, told)
                    at = ["".join(f"/{step}" for step in error.absolute_path) for error in broken]
                    self.assertTrue(any(place in told for place in at), at)
                else:
                    self.assertNotIn("which breaks the schema", told)
            counts[bool(broken)] += 1
        return counts

    def test_reports(self):
        counts = self.held(REPORT, REPORT_SCHEMA, "report", "--format", "csv")
        self.assertGreater(counts[True], 0)
        self.assertGreater(counts[False], 0)

    def test_jobs(self):
        counts = self.held(JOB, JOB_SCHEMA, "certify", "--job")
        self.assertGreater(counts[True], 0)
