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
  TargetRecord result = uneven_pairs({{"mean-positions", -20}});
  std::vector<std::uint64_t>& pairs = result.evidence.tables["relative-order"];
  for (std::size_t other = 1; other < 13; ++other) pairs[cell_of_pair(13, 0, other)] = 600;
  CHECK(looked_at(result) == "card 0 lies at position 4.8 in the mean, where 6.0 is due");
  for (std::size_t other = 1; other < 13; ++other) pairs[cell_of_pair(13, 0, other)] = 500;
  pairs[cell_of_pair(13, 0, 5)] = 490;
  pairs[cell_of_pair(13, 0, 6)] = 480;
  CHECK(looked_at(result) == "card 0 lies at position 6.030 in the mean, where 6.000 is due");
  result = uneven_pairs({{"mean-cards", -20}}, "inverse-relative-order");
  for (std::size_t other = 0; other < 12; ++other) {
    result.evidence.tables["inverse-relative-order"][cell_of_pair(13, other, 12)] = 600;
  }
  CHECK(looked_at(result) == "position 12 holds card 7.2 in the mean, where 6.0 is due");
  // Of wide decks by their positions alone.
  TargetRecord wide = uneven_pairs({{"mean-positions", -20}});
  wide.target.deck_size = 129;
  wide.evidence.tables.clear();
  CHECK(looked_at(wide).empty());
  wide.evidence.positions.assign(129, std::vector<std::uint64_t>(129));
  for (std::size_t card = 0; card < 129; ++card)
    wide.evidence.positions[card == 7 ? 8 : card == 8 ? 7 : card][card] = 1'000;
  CHECK(looked_at(wide) == "card 0 lies at position 0.0 in the mean, where 64.0 is due");
  result.target.options = {{"deck", "A 2 3 4 5 6 7 8 9 10 J Q K"}};
  CHECK(looked_at(result) ==
        "position 12 holds the card that the sorted deck has at position 7.2 in the mean, where 6.0 is due");
}

TEST_CASE("the test with the smallest p is the one that speaks") {
  TargetRecord result = uneven_pairs({{"strongest-pair", -20}, {"mean-positions", -30}});
  std::vector<std::uint64_t>& pairs = result.evidence.tables["relative-order"];
  for (std::size_t other = 1; other < 13; ++other) pairs[cell_of_pair(13, 0, other)] = 600;
  CHECK(looked_at(result).starts_with("card 0 lies at"));
  result.tests.front().log10_p = -40;
  CHECK(looked_at(result).starts_with("card 0 comes before"));
  for (TestRecord& test : result.tests) test.rejected = false;
  CHECK(looked_at(result).empty());
}
