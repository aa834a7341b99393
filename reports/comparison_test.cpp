#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reports/comparison_report.hpp"
#include "reports/document/render.hpp"
#include "reports/goldens/example_comparison.hpp"

using namespace fairshuffle;

namespace {

struct Golden {
  const char* path;
  std::string text;
};

std::vector<Golden> drawings() {
  const Comparison comparison = example_comparison();
  const Document document = comparison_document(comparison, example_files);
  return {{"reports/goldens/diff.txt", as_terminal_text(document)},
          {"reports/goldens/diff.md", as_markdown(document)},
          {"reports/goldens/diff.json", json_comparison(comparison, example_files)}};
}

std::string file_text(const char* path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file, std::string(path));
  return (std::ostringstream() << file.rdbuf()).str();
}

// A comparison of one target that is fair in both, with this answer of its counts.
Comparison with_answer(CountsAnswer answer, SeedRemark remark = SeedRemark::none) {
  ComparedTarget target;
  target.name = "a:n=3";
  target.before = target.after =
      TargetState{.verdict = Verdict::fair, .error = {}, .sentence = {}, .bias = {}};
  target.tests = {{.name = "permutations", .before = TestOutcome{.p_value = 0.5}, .after = TestOutcome{}}};
  target.counts.answer = answer;
  target.counts.remark = remark;
  if (answer == CountsAnswer::untested) target.counts.why_untested = CountsUntested::too_few_trials;
  Comparison comparison;
  comparison.targets = {target};
  return comparison;
}

bool tells(const Comparison& comparison) {
  const ComparedTarget& target = comparison.targets.at(0);
  const std::string on_counts = compared_counts_words(target, comparison);
  REQUIRE_FALSE(on_counts.empty());
  // The summary may say of all counts what this says of those of one target.
  return as_markdown(comparison_document(comparison, example_files))
             .find(moved_verdict_words(target) + " " + on_counts) != std::string::npos;
}

}  // namespace

TEST_CASE("the drawings of the example comparison are the golden ones, byte for byte") {
  INFO("if the change is wanted: scripts/goldens");
  for (const Golden& golden : drawings()) CHECK(golden.text == file_text(golden.path));
}

// Run from the root of the repository, by name, when the drawings are meant to change.
TEST_CASE("the golden comparisons are written anew" * doctest::skip()) {
  for (const Golden& golden : drawings()) std::ofstream(golden.path, std::ios::binary) << golden.text;
  for (const Golden& golden : drawings()) CHECK(golden.text == file_text(golden.path));
}

TEST_CASE("only what the table does not say is told in sentences") {
  CHECK_FALSE(tells(with_answer(CountsAnswer::same, SeedRemark::same_of_same_seed)));
  CHECK_FALSE(tells(with_answer(CountsAnswer::agree)));
  CHECK(tells(with_answer(CountsAnswer::agree, SeedRemark::changed)));
  CHECK(tells(with_answer(CountsAnswer::differ)));
  CHECK(tells(with_answer(CountsAnswer::dependent)));
  CHECK(tells(with_answer(CountsAnswer::untested)));
  Comparison changed = with_answer(CountsAnswer::agree);
  changed.targets[0].after->verdict = Verdict::inconclusive;
  CHECK(tells(changed));
}

TEST_CASE("outside words stay on their line, in their cell, and are never markup") {
  Comparison comparison = with_answer(CountsAnswer::differ);
  comparison.targets[0].name = "a|b <img> `c` *d*\n\x01\x1b[31m🂡\xff";
  comparison.targets[0].after->verdict.reset();
  comparison.targets[0].after->error = "died\n# of <b>.";
  const ComparedFiles files{.before = "a\nb.json", .after = "<new>.json"};
  const Document document = comparison_document(comparison, files);
  const std::string markdown = as_markdown(document), text = as_terminal_text(document);
  CHECK(markdown.find("\n| a\\|b \\<img\\> \\`c\\` \\*d\\*␊␁␛\\[31m🂡� | fair | failed |") !=
        std::string::npos);
  CHECK(markdown.find("died␊\\# of \\<b\\>.") != std::string::npos);
  CHECK(markdown.find("OLD is a␊b.json, NEW is \\<new\\>.json.") != std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find('\x01') == std::string::npos);
  const auto json = nlohmann::json::parse(json_comparison(comparison, files));
  CHECK(json["targets"][0]["name"] == "a|b <img> `c` *d*\n\x01\x1b[31m🂡�");
}

TEST_CASE("of ten thousand targets those with something to tell are shown, what became biased first") {
  Comparison comparison = with_answer(CountsAnswer::agree);
  comparison.targets.resize(10'000, comparison.targets[0]);
  for (std::size_t index = 0; index < comparison.targets.size(); index += 10) {
    comparison.targets[index].counts.answer = CountsAnswer::differ;
    comparison.targets[index].name = fmt::format("moved{}", index);
  }
  comparison.targets[9'999].name = "broken";
  comparison.targets[9'999].became_biased = true;
  comparison.targets[9'999].after->verdict = Verdict::biased;
  const std::string text = as_markdown(comparison_document(comparison, example_files));
  CHECK(text.find("\nbroken: ") < text.find("\nmoved0: "));
  CHECK(text.find("\nmoved980: ") != std::string::npos);
  CHECK(text.find("\nmoved990: ") == std::string::npos);
  CHECK(text.find("\n901 more are left out here") != std::string::npos);
  CHECK(
      text.find(
          "Of 10,000 targets 8,999 are as they were and not shown; the table has 500 of the other 1,001.") !=
      std::string::npos);
  CHECK(text.find("| broken | fair | biased ! |") < text.find("| moved0 | fair | fair |"));
  CHECK(text.find("| a:n=3 |") == std::string::npos);
  CHECK(text.size() < 1024 * 1024);
}

TEST_CASE("repeats that were tested stand in the JSON, and are null where they were not") {
  Comparison comparison = with_answer(CountsAnswer::differ);
  ComparedCounts& counts = comparison.targets[0].counts;
  const auto drawn = [&comparison] {
    return nlohmann::json::parse(
        json_comparison(comparison, example_files))["targets"][0]["counts"]["repeats"];
  };
  CHECK(drawn().is_null());
  counts.repeats = ComparedRepeats{.before = {.pairs = 100, .equal = 3},
                                   .after = {.pairs = 200, .equal = 90},
                                   .p = {.p = 0.25, .log10_p = -0.5},
                                   .told = true};
  CHECK(drawn() == nlohmann::json::parse(R"({"old": {"pairs": 100, "equal": 3},
      "new": {"pairs": 200, "equal": 90}, "p_value": 0.25, "log10_p": -0.5, "told": true})"));
}

TEST_CASE("named bets have a table of their own, and those that do not come out alike a sentence") {
  Comparison comparison = with_answer(CountsAnswer::agree);
  CHECK(as_markdown(comparison_document(comparison, example_files)).find("Named bets") == std::string::npos);
  ComparedBet bet;
  bet.name = "aces|";
  bet.settings = "cards=0,places=0";
  bet.found = FoundIn::both;
  bet.answer = CountsAnswer::agree;
  bet.mean_before = 0.25;
  bet.mean_after = 0.26;
  bet.trials_before = 400;
  bet.trials_after = 800;
  bet.strongest = StrongestValue{.value = "1", .count_before = 100, .count_after = 208};
  bet.statistic = 2.5;
  bet.degrees_of_freedom = 1;
  bet.p_value = 0.125;
  bet.log10_p = -0.9;
  bet.adjusted_p = 0.5;
  comparison.targets[0].bets = {bet};
  std::string text = as_markdown(comparison_document(comparison, example_files));
  CHECK(text.find("| target | bet | mean in OLD | in NEW | values | adjusted p |") != std::string::npos);
  CHECK(text.find("| a:n=3 | aces\\| | 0.25 | 0.26 | agree | 0.5 |") != std::string::npos);
  CHECK(text.find("The values of the bet") == std::string::npos);
  auto json = nlohmann::json::parse(json_comparison(comparison, example_files))["targets"][0]["bets"][0];
  CHECK(json == nlohmann::json::parse(R"({"name": "aces|", "settings": "cards=0,places=0", "in": "both",
      "mean_old": 0.25, "mean_new": 0.26, "answer": "agree", "strongest": "1", "statistic": 2.5, "df": 1.0,
      "p_value": 0.125, "log10_p": -0.9, "adjusted_p": 0.5, "dependent_in": null, "sentence": "The values of the bet 'aces|' agree (p = 0.12)."})"));

  bet.answer = CountsAnswer::differ;
  comparison.targets[0].bets = {comparison.targets[0].bets[0], bet};
  comparison.targets[0].bets[1].name = "told";
  text = as_markdown(comparison_document(comparison, example_files));
  CHECK(text.find("The values of the bet 'told' do not agree (p = 0.12, most clearly 1, which came in 25 % "
                  "and in 26 % of the trials)") != std::string::npos);
  CHECK(text.find("| told | 0.25 | 0.26 | differ | 0.5 |") < text.find("aces\\|"));

  bet = {};
  bet.name = "gone";
  bet.settings = "poker=0-4";
  bet.found = FoundIn::old_only;
  bet.mean_before = 0.5;
  comparison.targets[0].bets = {bet};
  text = as_markdown(comparison_document(comparison, example_files));
  CHECK(text.find("| gone | 0.5 | \\- | only in OLD | \\- |") != std::string::npos);
  CHECK(text.find("Only OLD has the bet 'gone'.") != std::string::npos);
  json = nlohmann::json::parse(json_comparison(comparison, example_files))["targets"][0]["bets"][0];
  CHECK(json["in"] == "old");
  CHECK(json["mean_old"] == 0.5);
  for (const char* member :
       {"mean_new", "strongest", "statistic", "df", "p_value", "log10_p", "adjusted_p"}) {
    CHECK(json[member].is_null());
  }
}

TEST_CASE("of a thousand bets the table has those that do not agree first, and ten have a sentence") {
  Comparison comparison = with_answer(CountsAnswer::agree);
  ComparedBet bet;
  bet.name = "quiet";
  bet.answer = CountsAnswer::agree;
  bet.degrees_of_freedom = 1;
  comparison.targets[0].bets.assign(1'000, bet);
  for (std::size_t index = 900; index < 920; ++index) {
    ComparedBet& loud = comparison.targets[0].bets[index];
    loud.name = "loud";
    loud.answer = CountsAnswer::differ;
  }
  const std::string text = as_markdown(comparison_document(comparison, example_files));
  const auto occurrences = [&text](const std::string& word) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
    return count;
  };
  CHECK(occurrences(" The values of the bet 'loud' do not agree") == 10);
  CHECK(text.find("10 more bets are in the table.") != std::string::npos);
  CHECK(occurrences("| loud |") == 20);
  CHECK(occurrences("| quiet |") == 480);
  CHECK(text.find("Of 1,000 bets the table has 500, those that do not agree first.") != std::string::npos);
}

TEST_CASE("where nothing was tested or applied JSON has null and no number that could pass for a result") {
  const auto json = nlohmann::json::parse(json_comparison(with_answer(CountsAnswer::same), example_files));
  const auto& target = json["targets"][0];
  for (const char* member : {"of", "statistic", "df", "p_value", "log10_p", "adjusted_p"}) {
    CHECK(target["counts"][member].is_null());
  }
  CHECK(target["counts"]["answer"] == "same");
  CHECK(target["old"]["tv_upper"].is_null());
  CHECK(target["tests"][0]["old"]["p_value"] == 0.5);
}

TEST_CASE("of five hundred targets all have their row, of one more those with something to tell") {
  Comparison comparison = with_answer(CountsAnswer::agree);
  comparison.targets.resize(500, comparison.targets[0]);
  const auto rows = [&comparison] {
    const std::string text = as_markdown(comparison_document(comparison, example_files));
    std::size_t count = 0;
    for (std::size_t at = text.find("\n| a:n=3 |"); at != std::string::npos;
         at = text.find("\n| a:n=3 |", at + 1))
      ++count;
    return count;
  };
  CHECK(rows() == 500);
  comparison.targets.push_back(comparison.targets[0]);
  CHECK(rows() == 0);
  for (ComparedTarget& target : comparison.targets) target.counts.answer = CountsAnswer::differ;
  CHECK(rows() == 500);
}

TEST_CASE("a hundred targets have their sentences, and of one more the text says that it has none") {
  Comparison comparison = with_answer(CountsAnswer::differ);
  comparison.targets.resize(100, comparison.targets[0]);
  const auto left_out = [&comparison] {
    const std::string text = as_markdown(comparison_document(comparison, example_files));
    const std::size_t at = text.find(" more are left out here");
    return at == std::string::npos ? std::string()
                                   : text.substr(text.rfind('\n', at) + 1, at - text.rfind('\n', at) - 1);
  };
  CHECK(left_out().empty());
  comparison.targets.push_back(comparison.targets[0]);
  CHECK(left_out() == "1");
}
