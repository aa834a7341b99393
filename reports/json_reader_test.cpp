#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "reports/goldens/example_findings.hpp"
#include "reports/goldens/example_run.hpp"
#include "reports/json_report.hpp"

using namespace fairshuffle;

namespace {

// The example, and in one of its results all that only the evidence of a larger deck holds.
RunRecord run_with_all_evidence() {
  RunRecord run = example_run();
  run.results[1].label = "the usual mistake";
  run.results[1].group = "mistakes";
  TargetRecord& large = run.results[2];
  large.evidence.permutations.clear();
  large.evidence.permutation_histogram = {{.count = 2, .permutations = 3}, {.count = 7, .permutations = 1}};
  large.evidence.positions = large.position_counts = {{6, 7}, {7, 6}};
  large.evidence.neighbours = {{0, 6, 7}, {7, 0, 6}, {6, 7, 0}};
  large.evidence.fixed_points = {7, 0, 6};
  large.evidence.cycles = {0, 7, 6};
  large.evidence.parity = {6, 7};
  large.evidence.subsets = large.subset_counts = {6, 7};
  large.evidence.unread = true;
  run.bets = {{.name = "top", .cards = {1}, .places = {0}, .deck_size = 2},
              {.kind = NamedBet::Kind::poker, .name = "hand", .cards = {}, .places = {0, 1, 2, 3, 5}}};
  large.evidence.bets = {{"top", {6, 7}}};
  large.bet_records = {{.name = "top",
                        .values = {{.value = "0", .fair = 0.5, .count = 6, .lower = 0.25, .upper = 0.75},
                                   {.value = "1", .fair = 0.5, .count = 7, .lower = {}, .upper = {}}},
                        .mean_fair = 0.5,
                        .mean = 7.0 / 13,
                        .confidence = 0.999}};
  large.bias.covers = "cards";
  large.bias.lower_covers = "arrangements";
  large.bias.tv_lower = 0.125;
  large.families = {
      {.family = "cards",
       .asked = true,
       .members = 4,
       .farthest = "card 1",
       .statistic = 0.5,
       .degrees_of_freedom = 1,
       .tv_upper = 0.25,
       .confidence = 0.9995,
       .trials_for_tolerance = 1e6},
      {.family = "parity", .members = 1, .farthest = {}, .degrees_of_freedom = 1, .tv_upper = {}}};
  large.power = {
      .found = {{.target = "riffle:m=8,n=2", .found_by = "mean rising-sequences", .trials = 360}},
      .missed = {{.target = "riffle:m=9,n=2", .found_by = "mean rising-sequences", .trials = 1440}}};
  return run;
}

}  // namespace

TEST_CASE("a report that is read and written again is the same, byte for byte") {
  for (const RunRecord& run : {example_run(), run_with_all_evidence(), example_findings()}) {
    const std::string report = json_report(run);
    CHECK(json_report(run_from_json(report)) == report);
  }
}

TEST_CASE("the tables that findings show are read wherever they stand") {
  const RunRecord run = run_with_all_evidence(), read = run_from_json(json_report(run));
  CHECK(read.results[1].position_counts == run.results[1].position_counts);
  CHECK(read.results[1].evidence.positions.empty());
  CHECK(read.results[2].position_counts == run.results[2].position_counts);
  CHECK(read.results[2].subset_counts == run.results[2].subset_counts);
}

TEST_CASE("of nine cards, permutations in a row that never came are minus their number, and only so") {
  RunRecord run;
  TargetRecord& nine = run.results.emplace_back();
  nine.target.deck_size = 9;
  std::vector<std::uint64_t>& counts = nine.evidence.permutations;
  counts.assign(362'880, 0);
  counts[0] = 7;
  counts[2] = 1;
  counts[5] = counts[6] = 1'000'000;
  const std::string told = "[7, 0, 1, -2, 1000000, 1000000, -362873]", report = json_report(run);
  const auto with = [&](const std::string& other, const char* n = "9") {
    std::string text = report;
    text.replace(text.find(told), told.size(), other);
    return text.replace(text.find("\"n\": 9") + 5, 1, n);
  };
  REQUIRE(report.find("\"permutations\": " + told + ",\n") != std::string::npos);
  CHECK(run_from_json(with(told)).results[0].evidence.permutations == counts);
  // Of wrong lengths `check` says more.
  CHECK(run_from_json(with("[7, 0, 0]")).results[0].evidence.permutations.size() == 3);
  for (const char* other :
       {"[7, -1, 1, -2, 1000000, 1000000, -362873]", "[7, 0, 1, 0, 0, 1000000, 1000000, -362873]",
        "[7, 0, 1, -2, 1000000, 1000000, -362872, 0]", "[7, 0, 1, -2, 1000000, 1000000, -362870, -3]",
        "[7, 0, 1, -2, 1000000, 1000000, -362874]", "[-362880, -362880]", "[-9007199254740992]",
        "[-9223372036854775808]"}) {
    CAPTURE(std::string(other));
    CHECK_THROWS_AS(run_from_json(with(other)), std::invalid_argument);
  }
  for (const char* n : {"0", "1", "3", "8", "11", "1024"}) {
    CAPTURE(std::string(n));
    CHECK_THROWS_AS(run_from_json(with("[7, -2]", n)), std::invalid_argument);
  }
}

TEST_CASE("every word is read back as the value that it is for, and another is refused") {
  RunRecord run = run_with_all_evidence();
  TargetRecord& result = run.results[2];
  result.dependence.emplace();
  result.trials_to_decide = 1e6;
  const auto read = [&run] { return run_from_json(json_report(run)).results[2]; };
  for (const DependenceProof proof :
       {DependenceProof::repeats, DependenceProof::birthday, DependenceProof::permutations,
        DependenceProof::successive, DependenceProof::samples}) {
    result.dependence->proof = proof;
    CHECK(read().dependence.value().proof == proof);
  }
  for (const DependenceShape shape :
       {DependenceShape::periodic, DependenceShape::never_repeated, DependenceShape::repeated,
        DependenceShape::fixed_step, DependenceShape::alternating, DependenceShape::known_mistake,
        DependenceShape::moved, DependenceShape::unclear}) {
    result.dependence->shape = shape;
    CHECK(read().dependence.value().shape == shape);
  }
  for (const Verdict verdict : {Verdict::fair, Verdict::biased, Verdict::inconclusive, Verdict::invalid}) {
    result.verdict = result.decided_if = verdict;
    CHECK(read().verdict == verdict);
    CHECK(read().decided_if == verdict);
  }
  for (const HitFault fault : {HitFault::clinging, HitFault::uneven}) {
    result.bias.withheld = fault;
    CHECK(read().bias.withheld == fault);
  }
  result.tests.emplace_back().applied = true;
  for (const Tail tail : {Tail::upper, Tail::lower}) {
    result.tests.back().tail = tail;
    CHECK(read().tests.back().tail == tail);
  }
  const auto report = nlohmann::ordered_json::parse(json_report(run));
  for (const char* member : {"/verdict", "/decided_if", "/dependence/proof", "/dependence/shape",
                             "/bias/withheld", "/tests/0/tail"}) {
    nlohmann::ordered_json other = report;
    other[nlohmann::ordered_json::json_pointer(std::string("/results/2") + member)] = "periodic ";
    CHECK_THROWS_AS(run_from_json(other.dump()), std::invalid_argument);
  }
}

TEST_CASE("a seed is a number of 64 bits and nothing else") {
  nlohmann::ordered_json report = nlohmann::ordered_json::parse(json_report(example_run()));
  const auto read_with = [&report](const std::string& seed) {
    report["plan"]["seed"] = seed;
    return run_from_json(report.dump()).seed;
  };
  CHECK(read_with("18446744073709551615") == 18'446'744'073'709'551'615U);
  for (const char* seed : {"18446744073709551616", "12x", "12 ", "x", "", "-1", "0x12", "1e3"}) {
    CAPTURE(seed);
    CHECK_THROWS_AS(read_with(seed), std::invalid_argument);
  }
}

TEST_CASE("a plan of more or fewer targets than there are results is none") {
  using OrderedJson = nlohmann::ordered_json;
  for (const char* list : {"targets", "controls"}) {
    OrderedJson report = OrderedJson::parse(json_report(example_run()));
    report["plan"][list].push_back(report["plan"][list][0]);
    CHECK_THROWS_AS(run_from_json(report.dump()), std::invalid_argument);
  }
}

TEST_CASE("every member of a report is read: none can be taken out or be of another type") {
  using OrderedJson = nlohmann::ordered_json;
  const OrderedJson whole = OrderedJson::parse(json_report(run_with_all_evidence()));
  // The places of all members but optional ones, by a walk over the whole report.
  std::size_t members = 0;
  const auto walk = [&](const auto& self, const OrderedJson& value,
                        const OrderedJson::json_pointer& place) -> void {
    if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) self(self, value[i], place / i);
    }
    if (!value.is_object()) return;
    for (const auto& [name, member] : value.items()) {
      const OrderedJson::json_pointer here = place / name;
      self(self, member, here);
      const bool is_optional = name == "error" || name == "expected" || name == "bets" || name == "group" ||
                               name == "decided_if" || name == "bias_of_whole_deck" ||
                               (!place.empty() && (place.back() == "options" || place.back() == "bets"));
      // The writer's own, which stand in every report alike, and what follows from the plan.
      const bool is_shown_name = name == "name" && place.parent_pointer().parent_pointer().empty();
      const bool is_read = name != "schema_version" && here.to_string() != "/plan/looks" && !is_shown_name;
      if (is_optional || !is_read) continue;
      CAPTURE(here.to_string());
      OrderedJson without = whole;
      without[place].erase(name);
      CHECK_THROWS_AS(run_from_json(without.dump()), std::invalid_argument);
      OrderedJson other = whole;
      other[here] = OrderedJson::object({{"not", "this"}});
      if (name != "options") CHECK_THROWS_AS(run_from_json(other.dump()), std::invalid_argument);
      ++members;
    }
  };
  walk(walk, whole, OrderedJson::json_pointer());
  CHECK(members > 300);
  CHECK_THROWS_AS(run_from_json("{"), std::invalid_argument);
  CHECK_THROWS_AS(run_from_json(""), std::invalid_argument);
}
