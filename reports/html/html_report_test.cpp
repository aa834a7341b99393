#include "reports/html/html_report.hpp"

#include <cstdint>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/order/order.hpp"
#include "reports/goldens/example_run.hpp"
#include "reports/html/pictures.hpp"

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
  const std::string page = html_report(example_run());
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
    for (PartRecord& part : result.parts) part.name = evil;
    for (WitnessRecord& witness : result.evidence.witnesses) witness.row = evil;
    for (std::string& line : result.blind_spots) line = evil;
    if (result.diagnosis) {
      result.diagnosis->sentence = evil;
      for (FittingLaw& fit : result.diagnosis->fits) {
        for (KnownMistake& mistake : fit.mistakes) mistake = {.target = evil, .reading = evil};
      }
    }
  }
  run.command = run.note = run.tool_version = evil;
  run.environment = {.started = evil, .host = evil, .compiler = evil, .vectors = evil, .system = evil};
  const std::string page = html_report(run);
  CHECK(page.find("<img") == std::string::npos);
  CHECK(page.find('\x1b') == std::string::npos);
  CHECK(occurrences(page, "&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\u241b\U0001F0A1") > 40);
}

TEST_CASE("every picture has a title, a description and a table beside it") {
  const std::string page = html_report(example_run());
  const std::size_t pictures = occurrences(page, "<svg ");
  CHECK(pictures >= 15);
  CHECK(occurrences(page, "role=\"img\"") == pictures);
  CHECK(occurrences(page, "<desc id=") == pictures);
  CHECK(occurrences(page, "</svg>\n</div>\n<p class=\"remark\">") == pictures);
  CHECK(occurrences(page, "<details>") >= pictures);
}

TEST_CASE("the environment changes nothing before its own part") {
  RunRecord other = example_run();
  other.environment = {};
  const std::string page = html_report(example_run()), again = html_report(other);
  const std::size_t apart = page.find("<h2>Environment</h2>");
  REQUIRE(apart != std::string::npos);
  CHECK(page.substr(0, apart) == again.substr(0, apart));
  CHECK(page != again);
}

TEST_CASE("a heat map of 54 cards stays below 250 KB with its tables") {
  const std::string picture = heat_map(counted(54), "x");
  CHECK(picture.size() > 50'000);
  CHECK(picture.size() < 250'000);
}

TEST_CASE("one order that is far off shows among 5,040") {
  TargetRecord result = counted(7);
  result.evidence.orders.assign(order_count(7), 1000);
  const std::string flat = order_bars(result, "x");
  CHECK(occurrences(flat, "class=\"fill-alarm\"") == 0);
  result.evidence.orders[3333] = 2000;
  const std::string with_outlier = order_bars(result, "x");
  // A single bar up: one stroke of the path.
  const std::size_t end = with_outlier.find("\" class=\"fill-alarm\"");
  REQUIRE(end != std::string::npos);
  const std::string path =
      with_outlier.substr(with_outlier.rfind("d=\"", end), end - with_outlier.rfind("d=\"", end));
  CHECK(occurrences(path, "M") == 1);
  std::string cards;
  for (const Card card : order_of_rank(3333, 7))
    cards.append(cards.empty() ? "" : " ").append(std::to_string(card));
  CHECK(with_outlier.find(">" + cards + ": +") != std::string::npos);
}

TEST_CASE("a target without counts has no pictures of them") {
  TargetRecord result;
  result.target.deck_size = 5;
  CHECK(heat_map(result, "x").empty());
  CHECK(order_bars(result, "x").empty());
  CHECK(p_value_bars(result, "x").empty());
  CHECK(detection_curve(result, 0.001, "x").empty());
  CHECK(part_bars(result, "x").empty());
  CHECK(tv_intervals({&result, 1}, 0.001, "x").empty());
}
