#include <doctest/doctest.h>

#include "core/statistics/positions.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

// 13 cards, 1,000 trials in which every pair is even but for those told, and these tests reject.
TargetRecord uneven_pairs(std::vector<std::pair<std::string, double>> rejecting,
                          const std::string& table = "relative-order") {
  TargetRecord result;
  result.target.deck_size = 13;
  result.evidence.trials = 1'003;
  result.evidence.invalid_trials = 3;
  result.evidence.tables[table].assign(78, 500);
  for (auto& [name, log10_p] : rejecting) {
    TestRecord& test = result.tests.emplace_back();
    test.name = test.test = name;
    test.applied = test.rejected = true;
    test.log10_p = log10_p;
  }
  result.found_by = result.tests.empty() ? "" : result.tests.front().name;
  return result;
}

}  // namespace

TEST_CASE("of two cards that come in one order too often both are named, the first one first") {
  TargetRecord result = uneven_pairs({{"strongest-pair", -20}});
  std::vector<std::uint64_t>& pairs = result.evidence.tables["relative-order"];
  pairs[cell_of_pair(13, 2, 7)] = 640;
  pairs[cell_of_pair(13, 3, 7)] = 350;
  CHECK(looked_at(result) == "card 7 comes before card 3 in 650 of 1,000 decks");
  pairs[cell_of_pair(13, 3, 7)] = 0;
  CHECK(looked_at(result) == "card 7 always comes before card 3");
  result.target.options = {{"deck", "A 2 3 4 5 6 7 8 9 10 J Q K"}};
  CHECK(looked_at(result) == "card 8 always comes before card 4");
  result = uneven_pairs({{"inverse-relative-order", -20}}, "inverse-relative-order");
  result.evidence.tables["inverse-relative-order"][cell_of_pair(13, 0, 12)] = 620;
  CHECK(looked_at(result) == "position 0 holds a lower card than position 12 in 620 of 1,000 decks");
}

TEST_CASE("of mean positions the farthest is told, with decimals enough to see that it is off") {
  const auto without_counts = [](std::size_t deck_size, const char* test) {
    TargetRecord result = uneven_pairs({{test, -20}});
    result.target.deck_size = static_cast<int>(deck_size);
    result.position_counts.assign(deck_size, std::vector<std::uint64_t>(deck_size));
    return result;
  };
  TargetRecord result = without_counts(13, "mean-positions");
  for (std::size_t card = 0; card < 13; ++card) result.position_counts[6][card] = 1'000;
  result.position_counts[6][0] = 800;
  result.position_counts[0][0] = 200;
  CHECK(looked_at(result) == "card 0 lies at position 4.8 on average (expected: 6.0)");
  result.position_counts[6][0] = 995;
  result.position_counts[0][0] = 0;
  result.position_counts[12][0] = 5;
  CHECK(looked_at(result) == "card 0 lies at position 6.030 on average (expected: 6.000)");
  result = without_counts(13, "mean-cards");
  for (std::size_t position = 0; position < 13; ++position) result.position_counts[position][6] = 1'000;
  result.position_counts[12][6] = 800;
  result.position_counts[12][12] = 200;
  CHECK(looked_at(result) == "position 12 holds card 7.2 on average (expected: 6.0)");
  result.target.options = {{"deck", "A 2 3 4 5 6 7 8 9 10 J Q K"}};
  CHECK(looked_at(result) ==
        "position 12 holds the card that the sorted deck has at position 7.2 on average (expected: 6.0)");
  TargetRecord wide = without_counts(129, "mean-positions");
  wide.position_counts.clear();
  CHECK(looked_at(wide).empty());
  wide.position_counts.assign(129, std::vector<std::uint64_t>(129));
  for (std::size_t card = 0; card < 129; ++card) wide.position_counts[card][card] = 1'000;
  CHECK(looked_at(wide) == "card 0 lies at position 0.0 on average (expected: 64.0)");
}

TEST_CASE("the test with the smallest p is the one that speaks") {
  TargetRecord result = uneven_pairs({{"strongest-pair", -20}, {"mean-positions", -30}});
  result.position_counts.assign(13, std::vector<std::uint64_t>(13, 1));
  result.position_counts[0][0] = 988;
  std::vector<std::uint64_t>& pairs = result.evidence.tables["relative-order"];
  for (std::size_t other = 1; other < 13; ++other) pairs[cell_of_pair(13, 0, other)] = 600;
  CHECK(looked_at(result).starts_with("card 0 lies at"));
  result.tests.front().log10_p = -40;
  CHECK(looked_at(result).starts_with("card 0 comes before"));
  for (TestRecord& test : result.tests) test.rejected = false;
  CHECK(looked_at(result).empty());
}
