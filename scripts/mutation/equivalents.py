"""The mutants known to change nothing that a test could see, each with the reason."""
import json
import os

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "equivalents.json")


class Equivalents:
    def __init__(self, file=FILE):
        with open(file, encoding="utf-8") as text:
            entries = json.load(text)
        self.reasons = {(each["path"], each["source"], each["change"], each.get("nth", 0)): each["reason"] for each in entries}

    def __contains__(self, mutant):
        return mutant.key in self.reasons

    def without_mutant(self, mutants):
        """The entries whose line is no more, or reads otherwise."""
        return sorted(set(self.reasons) - {mutant.key for mutant in mutants})
