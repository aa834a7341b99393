#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "reports/goldens/example_run.hpp"
#include "reports/html/page.hpp"
#include "reports/run/run_document.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

std::size_t occurrences(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

// Counts like those of a shuffle, some cells far off: all shades and all lengths of numbers occur.
TargetRecord counted(int deck_size) {
  TargetRecord result;
  result.name = std::string("example:n=").append(std::to_string(deck_size));
  result.target.deck_size = deck_size;
  result.verdict = Verdict::biased;
  for (int position = 0; position < deck_size; ++position) {
    auto& row = result.position_counts.emplace_back();
    for (int card = 0; card < deck_size; ++card) {
      row.push_back(1'000'000 + static_cast<std::uint64_t>((card * 7919 + position * 104'729) % 9973));
    }
  }
  return result;
}

}  // namespace

TEST_CASE("nothing in a page is a script, an inline style or a request") {
  const std::string page = run_page(example_run());
  for (const std::string_view word :
       {"<script", "style=\"", "src=", "url(", "@import", "<link", "onload=", "href=\"h"}) {
    CAPTURE(word);
    CHECK(page.find(word) == std::string::npos);
  }
  CHECK(page.find("default-src 'none'") != std::string::npos);
}

TEST_CASE("every outside word of a record is escaped wherever it stands") {
  RunRecord run = example_run();
  const std::string evil = "<img src=x onerror=alert(1)>\"'&\x1b\U0001F0A1";
  for (TargetRecord& result : run.results) {
    result.name = result.target.shuffle = result.target.source = result.target.draw = evil;
    result.target.seeding = result.sentence = evil;
    if (!result.evidence.error.empty()) result.evidence.error = evil;
    for (TestRecord& test : result.tests) test.name = test.reason = evil;
    for (ComponentRecord& part : result.components) part.name = evil;
    for (WitnessRecord& witness : result.evidence.witnesses) witness.row = evil;
    for (std::string& line : result.blind_spots) line = evil;
    if (result.diagnosis) {
      result.diagnosis->sentence = evil;
      for (FittingDistribution& fit : result.diagnosis->fits) {
        for (KnownMistake& mistake : fit.mistakes) mistake = {.target = evil, .reading = evil};
      }
    }
  }
  run.command = run.note = run.tool_version = evil;
  for (std::string* word : {&run.environment.started, &run.environment.host, &run.environment.compiler,
                            &run.environment.vectors, &run.environment.system}) {
    *word = evil;
  }
  const std::string page = run_page(run);
  CHECK(page.find("<img") == std::string::npos);
  CHECK(page.find('\x1b') == std::string::npos);
  CHECK(occurrences(page, "&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\u241b\U0001F0A1") > 40);
}

TEST_CASE("every picture has a title, a description and a table beside it") {
  const std::string page = run_page(example_run());
  // A bar in a line says nothing that the numbers beside it do not.
  const std::size_t pictures = occurrences(page, "<svg ") - occurrences(page, "aria-hidden=\"true\"");
  CHECK(pictures >= 15);
  CHECK(occurrences(page, "role=\"img\"") == pictures);
  CHECK(occurrences(page, "<desc id=") == pictures);
  CHECK(occurrences(page, "</svg>\n</div>\n<p class=\"remark\">") == pictures);
  CHECK(occurrences(page, "</p>\n<details><summary>The numbers") == pictures);
  CHECK(occurrences(page, "<details>") >= pictures);
}

TEST_CASE("the environment changes nothing before its own part") {
  RunRecord other = example_run();
  other.environment = {};
  const std::string page = run_page(example_run()), again = run_page(other);
  const std::size_t apart = page.find("<summary>Environment</summary>");
  REQUIRE(apart != std::string::npos);
  CHECK(page.substr(0, apart) == again.substr(0, apart));
  CHECK(page != again);
}

TEST_CASE("a page is its title, a table of its targets, and what is not fair with its charts") {
  const std::string page = run_page(example_run());
  CHECK(page.find("<h1>No verdict</h1>") != std::string::npos);
  CHECK(page.find("<a href=\"#target-5\">") != std::string::npos);
  CHECK(page.find("<section id=\"target-5\">") != std::string::npos);
  CHECK(occurrences(page, "<table class=\"lines\">") == 2);  // of the targets, and of the controls
  CHECK(occurrences(page, "<details class=\"target\" open>") == 4);
  CHECK(occurrences(page, "<details class=\"target\"><summary><span class=\"verdict good\">fair</span>") ==
        2);
  CHECK(occurrences(page, points_explained) == 1);
  // Nothing hides the charts of what is biased.
  const std::size_t begin = page.find("<section id=\"target-2\">"), chart = page.find("<svg ", begin);
  CHECK(chart < page.find("<details", begin));
}

TEST_CASE("the page of one target opens with what was tested, its verdict and its charts") {
  RunRecord run = example_run();
  run.results.erase(run.results.begin());
  run.results.resize(1);
  run.results[0].label = "Unity's";
  run.controls.clear();
  run.verdict = Verdict::biased;
  const std::string page = run_page(run), text = run_markdown(run);
  const std::size_t label = page.find("<h1>Unity&#39;s <span class=\"small\">swap-pairs:<wbr>k=2,"),
                    verdict = page.find("<span class=\"verdict bad\">biased</span>"),
                    mistake = page.find("looks like swap-pairs:"), trials = page.find("60,000 trials</span>"),
                    worth = page.find("If this shuffle were fair"), chart = page.find("<svg "),
                    folded = page.find("<details");
  CHECK(label < verdict);
  CHECK(verdict < mistake);
  CHECK(mistake < trials);
  CHECK(trials < worth);
  CHECK(worth < chart);
  CHECK(chart < folded);
  CHECK(page.find("<table class=\"lines\">") == std::string::npos);
  CHECK(text.starts_with("# \"Unity's\" swap-pairs:k=2,"));
  CHECK(text.find("\n**biased:** ") < text.find("\nIf this shuffle were fair"));
  CHECK(text.find("\n## \"Unity's\"") == std::string::npos);
}

TEST_CASE(
    "no sentence stands twice in a page, but what is left open once for fair targets and once for others") {
  RunRecord run = example_run();
  for (std::size_t index = 1; index < run.results.size(); ++index) {
    run.results[index].blind_spots = run.results[0].blind_spots;
  }
  run.controls[0].name = "another:n=3";
  run.controls[0].sentence = "The sentence of another target.";
  const std::string page = run_page(run);
  for (const TargetRecord& result : run.results) {
    if (!result.sentence.empty()) CHECK(occurrences(page, result.sentence) <= 1);
  }
  CHECK(occurrences(page, "bets on several shuffles at once") == 2);
}

TEST_CASE("a heat map of 54 cards stays below 250 KB with its tables") {
  RunRecord run;
  run.results = {counted(54)};
  const std::string page = run_page(run);
  CHECK(page.size() > 50'000);
  CHECK(page.size() < 250'000);
}

TEST_CASE("one permutation that is far off shows among 5,040") {
  TargetRecord result = counted(7);
  result.evidence.permutations.assign(permutation_count(7), 1000);
  const auto drawn = [](const TargetRecord& target) {
    return drawing(std::get<PermutationExcesses>(permutation_figure(target).value().picture), "x");
  };
  CHECK(occurrences(drawn(result), "class=\"fill-alarm\"") == 0);
  result.evidence.permutations[3333] = 2000;
  const std::string with_outlier = drawn(result);
  // A single bar up: one stroke of the path.
  const std::size_t end = with_outlier.find("\" class=\"fill-alarm\"");
  REQUIRE(end != std::string::npos);
  const std::string path =
      with_outlier.substr(with_outlier.rfind("d=\"", end), end - with_outlier.rfind("d=\"", end));
  CHECK(occurrences(path, "M") == 1);
  std::string cards;
  for (const Card card : permutation_of_rank(3333, 7))
    cards.append(cards.empty() ? "" : " ").append(std::to_string(card));
  CHECK(with_outlier.find(">" + cards + ": +") != std::string::npos);
}

TEST_CASE("each named bet has a picture with its numbers, by decades where its rarest value is far rarer") {
  BetRecord bet{.name = "<evil>",
                .values = {{.value = "0", .fair = 0.985, .count = 97'000, .lower = 0.96, .upper = 0.98},
                           {.value = "1", .fair = 0.015, .count = 3'000, .lower = 0.02, .upper = 0.04}},
                .mean_fair = 0.015,
                .mean = 0.03,
                .confidence = 0.999};
  const std::optional<Figure> figure = bet_figure(bet, 100'000, "bet-1");
  REQUIRE(figure);
  const auto& chances = std::get<Chances>(figure->picture);
  CHECK(chances.title == "<evil>");
  CHECK_FALSE(chances.least);
  REQUIRE(chances.values.size() == 2);
  CHECK(chances.values[1].name == "1");
  CHECK(chances.values[1].fair == 0.015);
  CHECK(chances.values[1].came == 0.03);
  CHECK(chances.values[1].lower == 0.02);
  CHECK(chances.values[1].upper == 0.04);
  CHECK(chances.values[1].fair_words == "1.5");
  CHECK(chances.values[1].came_words == "3");
  CHECK(figure->caption == "<evil>: mean 0.015 due, 0.03 came");
  REQUIRE(figure->numbers.rows.size() == 2);
  CHECK(figure->numbers.rows[1][4].text == "2 .. 4");

  // From a hundredth on the scale is even; below it reaches to the rarest, or to a tenth of a trial.
  const auto least_of = [&bet](double rarest, std::uint64_t trials) {
    bet.values[0].fair = 0.5;
    bet.values[1].fair = rarest;
    const std::optional<double> least = std::get<Chances>(bet_figure(bet, trials, "bet-1")->picture).least;
    return least ? std::log10(*least) : 0;
  };
  using doctest::Approx;
  CHECK(least_of(0.005, 100'000) == 0);
  CHECK(least_of(0.0049, 100'000) == Approx(-3));
  CHECK(least_of(2e-6, 100'000) == Approx(-6));
  CHECK(least_of(2e-9, 100'000) == Approx(-6));
  CHECK(least_of(2e-9, 2) == Approx(-3));
  CHECK(least_of(2e-9, 0) == Approx(-9));

  bet.values[0].count = bet.values[1].count = 0;
  const std::optional<Figure> unseen = bet_figure(bet, 0, "bet-1");
  REQUIRE(unseen);
  CHECK(std::get<Chances>(unseen->picture).values[0].came == 0);
  CHECK(unseen->numbers.rows[0][3].text.empty());
  CHECK(unseen->caption.ends_with("none came"));
  CHECK_FALSE(bet_figure(BetRecord{}, 10, "bet-1"));

  RunRecord run = example_run();
  run.results[0].bet_records = {bet, bet};
  const std::string page = run_page(run);
  CHECK(occurrences(page, "<h3>&lt;evil&gt;</h3>") == 2);
  CHECK(occurrences(page, "\"target-1-bet-2-t\"") == 1);
  CHECK(occurrences(page, "Each bar is the share of trials that had the value") == 2);
}

TEST_CASE("permutations are drawn from five trials a permutation on") {
  TargetRecord result = counted(4);
  result.evidence.permutations.assign(permutation_count(4), 5);
  CHECK(permutation_figure(result));
  result.evidence.permutations[0] = 4;
  CHECK_FALSE(permutation_figure(result));
}

TEST_CASE("up to four cards every permutation stands under its bar, its cards from the top down") {
  const auto labels = [](int deck_size) {
    TargetRecord result = counted(deck_size);
    result.evidence.permutations.assign(permutation_count(deck_size), 1000);
    const std::string picture =
        drawing(std::get<PermutationExcesses>(permutation_figure(result).value().picture), "x");
    return occurrences(picture, ">0</text>") + occurrences(picture, ">3</text>");
  };
  CHECK(labels(3) == 6);
  CHECK(labels(4) == 48);
  CHECK(labels(5) == 0);
}

TEST_CASE("a target without counts has no pictures of them") {
  TargetRecord result;
  result.target.deck_size = 5;
  CHECK_FALSE(position_figure(result));
  CHECK_FALSE(permutation_figure(result));
  CHECK_FALSE(test_figure(result));
  CHECK_FALSE(detection_figure(result, 0.001));
  CHECK_FALSE(component_figure(result));
  CHECK_FALSE(bound_figure({&result, 1}, 0.001));
  // A bias that is at least nothing has no bar.
  result.bias.tv_lower = 0;
  CHECK_FALSE(bound_figure({&result, 1}, 0.001));
}

TEST_CASE(
    "a lower bound of nothing is no lower end, and what is known of one card closes no bet on permutations") {
  const auto interval_of = [](const BiasRecord& bias) {
    TargetRecord result;
    result.bias = bias;
    const std::optional<Figure> figure = bound_figure({&result, 1}, 0.001);
    REQUIRE(figure);
    return std::get<Intervals>(figure->picture).intervals.front();
  };
  BiasRecord bias;
  bias.covers = "positions";
  bias.tv_lower = 0;
  bias.tv_upper = 0.25;
  CHECK_FALSE(interval_of(bias).lower);
  CHECK(interval_of(bias).upper == 0.25);
  bias.tv_lower = 0.125;
  CHECK(interval_of(bias).lower == 0.125);
  CHECK_FALSE(interval_of(bias).upper);
  bias.covers = "permutations";
  CHECK(interval_of(bias).upper == 0.25);
}

TEST_CASE("the table of bounds has a row for each where they are of different bets") {
  TargetRecord result;
  result.bias = {.covers = "positions",
                 .chi_square_distance = 0.5,
                 .tv_lower = 0.125,
                 .tv_upper = 0.25,
                 .confidence = 0.999};
  const auto rows_of = [&result] { return bound_figure({&result, 1}, 0.001).value().numbers.rows; };
  REQUIRE(rows_of().size() == 2);
  CHECK(rows_of()[0][1].text == "12");
  CHECK(rows_of()[0][2].text.empty());
  CHECK(rows_of()[0][3].text == "bets on the order");
  CHECK(rows_of()[1][1].text.empty());
  CHECK(rows_of()[1][2].text == "25");
  CHECK(rows_of()[1][3].text == "bets on where one card lies");
  result.bias.covers = "permutations";
  CHECK(rows_of().size() == 1);
}

TEST_CASE("a target's line has a bar from its lower bound to its upper, by decades, where it has either") {
  const auto bar_of = [](const std::optional<double>& lower, const std::optional<double>& upper,
                         const std::string& covers) {
    TargetRecord result;
    result.bias.covers = covers;
    result.bias.tv_lower = lower;
    result.bias.tv_upper = upper;
    return target_section(result, Budget{}, "target-1").headline.value().bar;
  };
  using doctest::Approx;
  CHECK_FALSE(bar_of({}, {}, "permutations"));
  CHECK_FALSE(bar_of(0, {}, "permutations"));
  const std::optional<LineBar> fair = bar_of({}, 0.01, "positions");
  REQUIRE(fair);
  CHECK(fair->from == 0);
  CHECK(fair->to == Approx(3. / 5));
  CHECK_FALSE(fair->alarm);
  const std::optional<LineBar> biased = bar_of(0.001, 0.1, "permutations");
  REQUIRE(biased);
  CHECK(biased->from == Approx(2. / 5));
  CHECK(biased->to == Approx(4. / 5));
  CHECK(biased->alarm);
  const std::optional<LineBar> open = bar_of(0.001, 0.1, "positions");
  REQUIRE(open);
  CHECK(open->to == 1);
  CHECK(bar_of(0.001, {}, "permutations")->to == 1);
}

TEST_CASE("the table of known mistakes has a row for each that fits, with how well it does") {
  const Section biased = target_section(example_run().results[1], Budget{}, "target-2");
  const auto part = std::ranges::find(biased.parts, "Which known mistake it is", &Section::title);
  REQUIRE(part != biased.parts.end());
  const auto table = std::ranges::find_if(
      part->blocks, [](const Block& block) { return std::holds_alternative<Table>(block); });
  REQUIRE(table != part->blocks.end());
  const auto& rows = std::get<Table>(*table).rows;
  REQUIRE(rows.size() == 3);
  CHECK(rows[0][0].text.starts_with("swap-pairs:k=2,n=3"));
  CHECK(rows[0][1].text == "0.48");
  CHECK(rows[2][4].text == "-3.25");
}

TEST_CASE("a family of bets is said to be not asked for where it was not, and only there") {
  TargetRecord result;
  result.verdict = Verdict::fair;
  result.families.resize(2);
  result.families[0].family = "cards";
  result.families[0].asked = true;
  result.families[1].family = "parity";
  const std::optional<Section> section = certificate_section(result, Budget{});
  REQUIRE(section);
  const Table& table = std::get<Table>(section->blocks.front());
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].back().text == "yes");
  CHECK(table.rows[1].back().text == "no");
}

TEST_CASE("how often each number of a lottery is dealt has a picture with its intervals") {
  TargetRecord result;
  result.target.deck_size = 4;
  result.target.multiset = {.dealt = 2, .unordered = true};
  result.bias.confidence = 0.999;
  result.evidence.trials = 1000;
  result.evidence.multiset.emplace().sites = {{500, 500}, {500, 500}, {700, 300}, {300, 700}};
  const std::optional<Figure> figure = frequency_figure(result);
  REQUIRE(figure);
  const auto& values = std::get<Chances>(figure->picture).values;
  REQUIRE(values.size() == 4);
  CHECK(values[2].fair == 0.5);
  CHECK(values[2].came == 0.7);
  CHECK(values[2].lower.value() > 0.6);
  CHECK(values[0].lower.value() < 0.5);
  CHECK(values[0].upper.value() > 0.5);
  CHECK(figure->numbers.rows.size() == 4);
  result.target.multiset = {};
  CHECK_FALSE(frequency_figure(result));
}

TEST_CASE("the picture of trials says in its title what so many find") {
  TargetRecord result = example_run().results[1];
  result.target.deck_size = 3;
  const auto title = [&result](std::uint64_t trials) {
    result.evidence.trials = trials;
    const std::optional<Figure> figure = detection_figure(result, 0.001);
    REQUIRE(figure);
    return figure->title;
  };
  CHECK(title(600) == "600 trials may miss a bias of any size");
  CHECK(title(100'000'000).starts_with("100,000,000 trials find any bias of 0."));
}
