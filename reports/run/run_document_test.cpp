// What a terminal gets of a run, at every width.
#include "reports/run/run_document.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "reports/document/render.hpp"
#include "reports/goldens/example_findings.hpp"
#include "reports/goldens/example_run.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Words as they stood before lines were broken.
std::string unbroken(const std::string& text) {
  std::string words;
  for (const char each : text) {
    const bool is_space = each == ' ' || each == '\n';
    if (!is_space || (!words.empty() && words.back() != ' ')) words += is_space ? ' ' : each;
  }
  return words;
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    widest = std::max(widest, width_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return widest;
}

}  // namespace

TEST_CASE("the picture of tests counts them as the text does, whatever hypotheses they have") {
  TargetRecord result = example_run().results[1];
  TestRecord part = result.tests[0];
  part.test = "components";
  part.name = "single cards (2,1)";
  TestRecord same = result.tests[0];
  same.name = same.test = "neighbours";
  same.same_as = "permutations";
  result.tests.insert(result.tests.end(), {part, part, same});
  const auto drawn = std::get<TestBars>(test_figure(result)->picture);
  CHECK(drawn.tests == 2);
  CHECK(drawn.bars.size() == 3);
  CHECK(has(clauses_of(result, {}).evidence, "2 of 2 tests reject"));
}

TEST_CASE("a biased target is a headline and short lines, and the last line sums up with the time") {
  const std::string text = run_text(example_run(), {});
  CHECK(has(text,
            "\n  BIASED   60,000 trials\n  Permutations  X2 = 3,703 on 5 df, p < 1e-300, effect 9.3 points\n"
            "  How much      the best bet gains 9.3 points over a fair deck (8.6 to 10,\n"
            "                99.9 % each)\n"));
  CHECK(has(text,
            "\n  Where         card 0 is 22 % too frequent at position 0\n  Why           consistent with "));
  CHECK(has(text, "\n  Evidence      1 of 1 test rejects\n"));
  CHECK(has(text,
            "durstenfeld:n=3,reset=never   INCONCLUSIVE   600 trials\n  Permutations  X2 = 5.5 on 5 df, p = "
            "0.36 (two-sided)\n"
            "  How much      no bet on where one"));
  CHECK(text.ends_with("2 not as\nexpected; controls as due; 1.5 s\n"));
}

TEST_CASE("one distribution, one bound and one card are told as one") {
  RunRecord run = example_run();
  TargetRecord& biased = run.results[1];
  const auto words = [&run] { return unbroken(run_text(run, {.everything = true})); };
  CHECK(has(words(), "Known mistakes compared: 238. Distributions not excluded: 2, the likeliest first:"));
  CHECK(has(words(),
            "8.6 to 10 points, chi-square distance about 0.0617; each bound with 99.984 % "
            "confidence"));
  biased.diagnosis->distributions_fitting = 1;
  biased.diagnosis->fits.resize(1);
  CHECK(has(words(), "Known mistakes compared: 238. Distributions not excluded: 1, the likeliest first:"));
  biased.bias.tv_lower = 0;
  CHECK(has(words(), "at most 10 points, chi-square distance about 0.0617; with 99.984 % confidence"));
  CHECK(has(words(), " 3 cards"));
  biased.target.deck_size = 1;
  CHECK(has(words(), " 1 card, "));
  CHECK(has(words(), "Trials that were no permutation: 600. The first of them:"));
  run.results[3].evidence.invalid_trials = 1;
  CHECK(has(words(), "Trials that were no permutation: 1. The first of them:"));
}

TEST_CASE("no line is wider than the terminal, and no setting is cut") {
  RunRecord run = example_run();
  run.results[4].evidence.error = std::string(300, 'x');
  run.controls.push_back(run.results[1]);
  for (const bool everything : {false, true}) {
    for (const std::size_t columns : {40U, 60U, 80U, 100U, 200U}) {
      CAPTURE(columns);
      const std::string text =
          run_text(run, {.columns = columns, .pictures = true, .everything = everything});
      CHECK(widest_line(text) <= columns);
      if (columns < 60) continue;
      for (const char* setting :
           {"source=msvc-rand,", "bits=12,", "draw=modulo,", "rate=50000,", "marked=1"}) {
        CHECK(has(text, setting));
      }
      CHECK_FALSE(has(text, "..."));
    }
  }
}

TEST_CASE("components, tests and known mistakes are for those who ask for everything") {
  const std::string brief = run_text(example_run(), {}),
                    whole = run_text(example_run(), {.everything = true});
  for (const std::string_view words :
       {"0.0617", "The bias by components", "(2,1)", "Which known mistake it is", "Tests that were applied",
        "Tests that were not applied", "the marked cards after the first",
        "What came instead of permutations"}) {
    CAPTURE(words);
    CHECK_FALSE(has(brief, words));
    CHECK(has(whole, words));
  }
}

TEST_CASE(
    "what is certified of a large deck, and what would have been found, is told in short, and in full to "
    "those who ask for everything") {
  RunRecord run = example_run();
  run.results[0].families = {{.family = "cards",
                              .asked = true,
                              .members = 104,
                              .farthest = "card 3",
                              .statistic = 80,
                              .degrees_of_freedom = 51,
                              .tv_upper = 0.0004,
                              .confidence = 0.9995,
                              .trials_for_tolerance = 3.3e7},
                             {.family = "parity",
                              .members = 1,
                              .farthest = "the parity",
                              .degrees_of_freedom = 1,
                              .tv_upper = {},
                              .trials_for_tolerance = 7e6}};
  run.results[0].power = {
      .found = {{.target = "riffle:m=8,n=3", .found_by = "mean rising-sequences", .trials = 360}},
      .missed = {{.target = "riffle:m=9,n=3", .found_by = "mean rising-sequences", .trials = 1440}}};
  const std::string whole = unbroken(run_text(run, {.everything = true}));
  for (const std::string_view words :
       {"where any one card lies 0.04 card 3 3.3e7 yes",
        "whether the permutation is even not bounded the parity 7e6 no",
        "These would have been found, each with 99 %, and what is plainer of the kind:",
        "riffle:m=8,n=3 mean rising-sequences 360",
        "These might not have been found:", "riffle:m=9,n=3 mean rising-sequences 1.44e3"}) {
    CAPTURE(words);
    CHECK(has(whole, words));
    CHECK_FALSE(has(unbroken(run_text(run, {})), words));
  }
  const std::string brief = unbroken(run_text(run, {}));
  for (const std::string_view words :
       {"By family points (99.9 % together): cards 0.04; not asked for: parity not bounded; not counted: ",
        "Would find 99 times of 100: up to 8 riffles", "Might miss 9 riffles (takes 1,440 trials)"}) {
    CAPTURE(words);
    CHECK(has(brief, words));
  }
  CHECK(
      has(run_markdown(run), "- **By family:** points (99.9 % together): cards 0.04; not asked for: parity"));
  CHECK_FALSE(has(brief, run.results[0].sentence));
  // Nothing is wider than the terminal.
  run.results.resize(1);
  for (const std::size_t columns : {40U, 80U})
    CHECK(widest_line(run_text(run, {.columns = columns})) <= columns);
}

TEST_CASE("what to do next stands before the line that sums up, and a narrow terminal is wide enough") {
  const Section next{.title = "To decide",
                     .blocks = {Command{"fairshuffle certify durstenfeld --max-trials 1e9"}}};
  for (const RunRecord& run : {example_run(), example_findings()}) {
    const std::string text = run_text(run, {.columns = 40}, next);
    CHECK(widest_line(text) <= 40);
    const std::size_t at =
        text.find("\n\nTo decide: fairshuffle certify \\\n    durstenfeld --max-trials 1e9\n\n");
    REQUIRE(at != std::string::npos);
    CHECK(text.find("Reproduce with: ") < at);
    CHECK(text.find(fmt::format("\n\n{} targets: ", run.results.size())) > at);
  }
}

TEST_CASE("a long command is broken where a shell takes it for one") {
  RunRecord run;
  run.command = "fairshuffle certify --exec 'a b  c' --n 3";
  CHECK(has(run_text(run, {.columns = 80}), "\nReproduce with: fairshuffle certify --exec 'a b  c' --n 3\n"));
  CHECK(has(run_text(run, {.columns = 40}),
            "\nReproduce with: fairshuffle certify \\\n    --exec 'a b  c' --n 3\n"));
  CHECK(has(run_text(run, {.columns = 20}),
            "Reproduce with:\n  fairshuffle \\\n    certify --exec \\\n    'a b  c' --n 3\n"));
  CHECK(has(run_text(run, {.columns = 29}), "Reproduce with: fairshuffle \\\n    certify"));
  CHECK(has(run_text(run, {.columns = 28}), "Reproduce with:\n  fairshuffle certify \\\n"));
  run.command = R"(fairshuffle certify --exec $'node -e \'const s = 1\n s\'' --n 3)";
  CHECK(has(run_text(run, {.columns = 20}),
            "\n    certify --exec \\\n    $'node -e \\'const s = 1\\n s\\'' \\\n    --n 3\n"));
}

TEST_CASE("no control character of outside words reaches a terminal") {
  RunRecord run = example_run();
  const std::string evil = "x\x1b]0;owned\x07\x1b[2J\r\n\x9b";
  for (TargetRecord& result : run.results) {
    result.name = result.target.source = result.sentence = evil;
    if (!result.evidence.error.empty()) result.evidence.error = evil;
    for (TestRecord& test : result.tests) test.name = test.reason = evil;
    for (ComponentRecord& part : result.components) part.name = evil;
    for (WitnessRecord& witness : result.evidence.witnesses) witness.row = evil;
    for (std::string& line : result.blind_spots) line = evil;
    if (result.diagnosis) result.diagnosis->fits[0].mistakes[0] = {.target = evil, .reading = evil};
  }
  run.command = run.note = evil;
  run.environment.host = evil;
  const std::string text = run_text(run, {.everything = true});
  CHECK(std::ranges::none_of(text, [](char byte) { return byte != '\n' && (byte & '\xe0') == 0; }));
  CHECK(has(text, "␛]0;owned␇␛[2J␍␊\ufffd"));
}

TEST_CASE("nothing in the words but the time depends on the environment") {
  RunRecord other = example_run();
  other.environment = {};
  const std::string text = run_text(example_run(), {}), again = run_text(other, {});
  CHECK(text.substr(0, text.rfind(';')) == again.substr(0, again.rfind(';')));
}

TEST_CASE("what a verdict does not cover names its targets, unless there is but one") {
  RunRecord run = example_run();
  run.controls.clear();
  run.results.resize(1);
  run.results[0].verdict = Verdict::fair;
  run.results[0].blind_spots = {"a caveat"};
  const std::string named = fmt::format("a caveat ({})", shown_name(run.results[0]));
  CHECK(has(unbroken(run_text(run, {})), "What fair does not cover"));
  CHECK(has(unbroken(run_text(run, {})), "a caveat"));
  CHECK_FALSE(has(unbroken(run_text(run, {})), named));
  CHECK_FALSE(has(run_markdown(run), "a caveat ("));
  run.controls = run.results;
  CHECK(
      has(unbroken(run_text(run, {})), fmt::format("a caveat ({} and control", shown_name(run.results[0]))));
}

TEST_CASE("named bets are a line each on a terminal, and every value stands where all is asked for") {
  RunRecord run = example_run();
  CHECK_FALSE(has(run_text(run, {.everything = true}), "Named bets"));
  run.results[0].bet_records = {
      {.name = "low on top",
       .values = {{.value = "0", .fair = 0.3, .count = 18'000, .lower = 0.28, .upper = 0.32},
                  {.value = "1", .fair = 0.7, .count = 42'000, .lower = 0.681, .upper = 0.719}},
       .mean_fair = 0.7,
       .mean = 0.7,
       .confidence = 0.999}};
  run.results[0].evidence.trials = 60'000;
  run.results[0].evidence.invalid_trials = 0;
  const std::string brief = unbroken(run_text(run, {})),
                    whole = unbroken(run_text(run, {.everything = true}));
  CHECK(has(brief, "Named bets"));
  CHECK(has(brief, "low on top 0.7 0.7 0 30 30 28 .. 32"));
  CHECK_FALSE(has(brief, "68.1 .. 71.9"));
  CHECK(has(whole, "How the named bets came out"));
  CHECK(has(whole, "low on top: mean 0.7 due, 0.7 came"));
  CHECK(has(whole, "1 42,000 70 70 68.1 .. 71.9"));
  CHECK(has(run_page(run), "How the named bets came out"));
  CHECK(has(run_markdown(run), "low on top"));
}
