"""What the user may have mistyped, and the list that helps."""
import json

from program import run
from with_plugins import WithPlugins


class Mistyped(WithPlugins):
    def test_a_missing_file_a_folder_and_a_text_are_no_plugins(self):
        self.refused("certify", f"plugin:path={self.path}/none.so", says=["none.so", "there is no such file"])
        self.refused("certify", f"plugin:path={self.path}", says="can't be loaded as a shared library")
        (self.path / "text.so").write_text("no library")
        self.refused("certify", f"plugin:path={self.path}/text.so", says="can't be loaded as a shared library")

    def test_an_unknown_shuffle_is_told_with_those_there_are(self):
        self.refused("certify", self.target("example_c", "fisher-yate"),
                     says=["no shuffle 'fisher-yate'", "did you mean", "fisher-yates, naive-swap"])

    def test_a_plugin_with_several_shuffles_wants_a_name(self):
        self.refused("certify", self.target("example_c"), says="say which by shuffle=: fisher-yates, naive-swap")

    def test_a_deck_that_the_shuffle_does_not_take_is_refused(self):
        self.refused("certify", self.target("shuffle_faults", "three-to-six", n=7), says="3 to 6 cards, not 7")
        self.refused("certify", self.target("shuffle_faults", "three-to-six", n=2), says="3 to 6 cards, not 2")

    def test_a_plugin_without_a_path_or_with_an_unknown_setting_is_refused(self):
        self.refused("certify", "plugin:n=5", says="path= is missing")
        self.refused("certify", self.target("example_c", "naive-swap", draw="modulo"), says="unknown setting 'draw'")

    def test_the_same_shuffle_twice_is_refused(self):
        twice = [self.target("example_c", "naive-swap"), self.target("example_c", "naive-swap", timeout=3)]
        self.refused("certify", *twice, says="is the same as")


class List(WithPlugins):
    def test_the_shuffles_of_a_plugin_are_listed(self):
        path = self.plugin("shuffle_faults")
        done = run("list", "plugin", path)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"\n  three-to-six +for decks of three to six cards\n")
        shuffles = json.loads(run("list", "plugin", path, "--json").stdout)["shuffles"]
        self.assertEqual([each["decks"] for each in shuffles if each["name"] == "three-to-six"],
                         [{"smallest": 3, "largest": 6}])

    def test_what_is_no_plugin_has_no_list(self):
        self.refused("list", "plugin", says="give the path")
        self.refused("list", "tests", "x.so", says="takes no path")
        self.refused("list", "plugin", f"{self.path}/none.so", says="there is no such file")
        self.refused("list", "plugin", self.plugin("crashes_at_load"), says="signal 11")
