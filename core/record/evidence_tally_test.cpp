// Does evidence give the tally back that it was made of, and is what does not add up refused?
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/record/evidence.hpp"
#include "core/tally/tables/tables.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

PlannedTarget target_of(int deck_size, int marked, bool permutations_counted) {
  PlannedTarget target;
  target.target.deck_size = deck_size;
  target.target.marked = marked;
  target.facts.permutations_counted = permutations_counted;
  return target;
}

// Shuffles of one fixed seed; nothing is tested of their distribution.
TallyHalves some_halves(int deck_size, int marked, std::optional<PermutationCounting> counting, int trials,
                        const AskedTables& asked = {}) {
  TallyHalves halves(deck_size, marked, counting, most_birthday_slots, {.tables = asked, .bets = {}});
  TrialStream stream(deck_size);
  std::mt19937_64 words(1);
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  for (int trial = 0; trial < trials; ++trial) {
    std::shuffle(deck.begin(), deck.end(), words);
    stream.add(deck, static_cast<std::uint64_t>(trial), trial % 2 == 0 ? halves.first : halves.second);
  }
  return halves;
}

void check_same_tables(const Tally& made, const Tally& counted) {
  CHECK(made.trials == counted.trials);
  CHECK(made.repeats.pairs == counted.repeats.pairs);
  CHECK(made.repeats.equal == counted.repeats.equal);
  for (int row = 0; row < made.deck_size; ++row) {
    for (int card = 0; card < made.deck_size; ++card) {
      CHECK(made.positions.at(row, card) == counted.positions.at(row, card));
      if (row != card) CHECK(made.neighbours.at(row, card) == counted.neighbours.at(row, card));
    }
  }
  CHECK(std::ranges::equal(made.fixed_points.by_value(), counted.fixed_points.by_value()));
  CHECK(std::ranges::equal(made.cycles.by_value(), counted.cycles.by_value()));
  CHECK(std::ranges::equal(made.parity.by_value(), counted.parity.by_value()));
  REQUIRE(made.tables.all().size() == counted.tables.all().size());
  for (std::size_t table = 0; table < made.tables.all().size(); ++table) {
    CHECK(made.tables.all()[table].cells == counted.tables.all()[table].cells);
  }
  REQUIRE(made.subsets.has_value() == counted.subsets.has_value());
  if (made.subsets) CHECK(std::ranges::equal(made.subsets->by_rank(), counted.subsets->by_rank()));
}

}  // namespace

TEST_CASE("evidence gives back the tally that it was made of, at every way of counting") {
  struct Deck {
    int size, marked;
    bool counted;
  };
  for (const Deck& deck : {Deck{1, 0, true}, Deck{2, 1, true}, Deck{5, 2, true}, Deck{11, 3, false},
                           Deck{20, 0, false}, Deck{52, 2, false}}) {
    CAPTURE(deck.size);
    const TallyHalves halves = some_halves(
        deck.size, deck.marked, deck.counted ? std::optional(PermutationCounting{}) : std::nullopt, 3'000);
    const Evidence evidence = evidence_of(halves);
    CHECK(evidence.permutations.empty() != deck.counted);
    const EvidenceTally made = tally_of(target_of(deck.size, deck.marked, deck.counted), evidence);
    CHECK(made.contradictions.empty());
    REQUIRE(made.tally.has_value());
    Tally counted = halves.first.complete();
    counted.merge_without_permutations(halves.second.complete());
    check_same_tables(*made.tally, counted);
    CHECK(made.tally->counts_permutations() == deck.counted);
  }
}

TEST_CASE(
    "of eleven cards counted by order the histogram of the counts is kept, and tells how often they came") {
  TallyHalves halves(11, 0, PermutationCounting{CounterWidth::narrow, 100});
  // One permutation five times, two permutations three times, over both halves.
  for (const auto& [rank, times] : {std::pair{7, 5}, {100, 3}, {39'916'799, 3}}) {
    for (int time = 0; time < times; ++time) {
      (time % 2 == 0 ? halves.first : halves.second)
          .add_permutation(permutation_of_rank(static_cast<std::uint64_t>(rank), 11));
    }
  }
  const Evidence evidence = evidence_of(halves);
  CHECK(evidence.permutations.empty());
  CHECK(evidence.permutation_histogram == PermutationHistogram{{3, 2}, {5, 1}});
  const EvidenceTally made = tally_of(target_of(11, 0, true), evidence);
  REQUIRE(made.tally.has_value());
  std::uint64_t trials = 0;
  made.tally->for_each_permutation_count(
      [&](std::uint64_t count, std::uint64_t permutations) { trials += count * permutations; });
  CHECK(trials == 11);
}

TEST_CASE("counts that do not add up are named where they stand, and give no tally") {
  const Evidence small = evidence_of(some_halves(4, 1, PermutationCounting{}, 500));
  const Evidence large = evidence_of(some_halves(12, 2, std::nullopt, 500));
  Evidence listed = large;
  listed.permutation_histogram = {{1, 498}, {2, 1}};
  listed.birthday = {};
  const PlannedTarget small_target = target_of(4, 1, true), large_target = target_of(12, 2, false),
                      listed_target = target_of(12, 2, true);
  REQUIRE(tally_of(small_target, small).tally.has_value());
  REQUIRE(tally_of(large_target, large).tally.has_value());
  REQUIRE(tally_of(listed_target, listed).tally.has_value());
  struct Change {
    const char* where;
    const PlannedTarget* target;
    const Evidence* honest;
    std::function<void(Evidence&)> make;
  };
  const Change changes[] = {
      {"/evidence/permutations", &small_target, &small, [](Evidence& e) { ++e.permutations[5]; }},
      {"/evidence/permutations", &small_target, &small, [](Evidence& e) { e.permutations.pop_back(); }},
      // Two counts that wrap round 64 bits to the number of trials.
      {"/evidence/permutations", &small_target, &small,
       [](Evidence& e) {
         e.permutations[1] += std::uint64_t{1} << 63;
         e.permutations[2] += std::uint64_t{1} << 63;
       }},
      {"/evidence/positions", &small_target, &small, [](Evidence& e) { e.positions = {{1}}; }},
      {"/evidence/parity", &small_target, &small,
       [](Evidence& e) {
         e.parity = {1, 2};
       }},
      {"/evidence/permutation_histogram", &small_target, &small,
       [](Evidence& e) {
         e.permutation_histogram = {{1, 1}};
       }},
      {"/evidence/positions/3", &large_target, &large, [](Evidence& e) { ++e.positions[3][4]; }},
      {"/evidence/positions", &large_target, &large, [](Evidence& e) { e.positions.pop_back(); }},
      {"/evidence/positions/2", &large_target, &large, [](Evidence& e) { e.positions[2].push_back(0); }},
      {"/evidence/neighbours/0", &large_target, &large, [](Evidence& e) { ++e.neighbours[0][5]; }},
      {"/evidence/neighbours", &large_target, &large,
       [](Evidence& e) { std::swap(e.neighbours[0], e.neighbours[1]); }},
      {"/evidence/fixed_points", &large_target, &large, [](Evidence& e) { ++e.fixed_points[1]; }},
      {"/evidence/fixed_points", &large_target, &large,
       [](Evidence& e) { --e.fixed_points[0], ++e.fixed_points[2]; }},
      {"/evidence/cycles", &large_target, &large, [](Evidence& e) { e.cycles.pop_back(); }},
      {"/evidence/parity", &large_target, &large, [](Evidence& e) { --e.parity[0], ++e.parity[1]; }},
      {"/evidence/subsets", &large_target, &large, [](Evidence& e) { ++e.subsets[9]; }},
      {"/evidence/subsets", &large_target, &large, [](Evidence& e) { e.subsets.clear(); }},
      {"/evidence/permutation_histogram", &large_target, &large,
       [](Evidence& e) {
         e.permutation_histogram = {{1, 500}};
       }},
      {"/evidence/permutation_histogram", &listed_target, &listed,
       [](Evidence& e) { ++e.permutation_histogram[1].permutations; }},
      {"/evidence/permutation_histogram", &listed_target, &listed,
       [](Evidence& e) { std::swap(e.permutation_histogram[0], e.permutation_histogram[1]); }},
      {"/evidence/permutation_histogram", &listed_target, &listed,
       [](Evidence& e) {
         e.permutation_histogram = {{1, std::uint64_t{1} << 60}};
       }},
      {"/evidence/repeats/pairs", &large_target, &large, [](Evidence& e) { e.repeats.pairs = 500; }},
      {"/evidence/repeats/equal", &large_target, &large,
       [](Evidence& e) { e.repeats.equal = e.repeats.pairs + 1; }},
      {"/evidence/bet", &large_target, &large,
       [](Evidence& e) {
         e.bet = {0.5, 11, 10};
       }},
      {"/evidence/bet/share", &large_target, &large,
       [](Evidence& e) {
         e.bet = {1.5, 1, 10};
       }},
      {"/evidence/invalid/count", &large_target, &large, [](Evidence& e) { e.invalid_trials = 501; }},
      {"/evidence/invalid/witnesses", &large_target, &large,
       [](Evidence& e) {
         e.witnesses = {{0, {1}, ""}};
       }},
  };
  for (const Change& change : changes) {
    CAPTURE(change.where);
    Evidence evidence = *change.honest;
    change.make(evidence);
    const EvidenceTally made = tally_of(*change.target, evidence);
    CHECK_FALSE(made.tally.has_value());
    REQUIRE_FALSE(made.contradictions.empty());
    CHECK(made.contradictions.front().where == change.where);
  }
}

// 25 cards have 53,130 hands of five, more than an evidence holds cell by cell.
TEST_CASE("tables on request stand in the evidence, large ones by how often their counts came") {
  const AskedTables asked{&top_three_table, &top_five_table};
  const TallyHalves halves = some_halves(25, 0, std::nullopt, 3'000, asked);
  const Evidence evidence = evidence_of(halves);
  CHECK(evidence.tables.at("top-three").size() == 2'300);
  CHECK_FALSE(evidence.tables.contains("top-five"));
  const PermutationHistogram& histogram = evidence.table_histograms.at("top-five");
  std::uint64_t trials = 0;
  for (const EqualCounts& equal : histogram) trials += equal.count * equal.permutations;
  CHECK(trials == 3'000);

  const PlannedTarget target = target_of(25, 0, false);
  const EvidenceTally made = tally_of(target, evidence);
  CHECK(made.contradictions.empty());
  REQUIRE(made.tally.has_value());
  Tally counted = halves.first.complete();
  counted.merge_without_permutations(halves.second.complete());
  CHECK(std::ranges::equal(made.tally->tables.of(top_three_table), counted.tables.of(top_three_table)));
  // The same counts, of other hands.
  std::vector<std::uint64_t> of_evidence, of_run;
  std::ranges::copy(made.tally->tables.of(top_five_table), std::back_inserter(of_evidence));
  std::ranges::copy(counted.tables.of(top_five_table), std::back_inserter(of_run));
  std::ranges::sort(of_evidence);
  std::ranges::sort(of_run);
  CHECK(of_evidence == of_run);
}

TEST_CASE("counts of the cards on top that do not add up, or are not those of the positions, give no tally") {
  const Evidence honest =
      evidence_of(some_halves(25, 0, std::nullopt, 500, {&top_three_table, &top_five_table}));
  const PlannedTarget target = target_of(25, 0, false);
  REQUIRE(tally_of(target, honest).tally.has_value());
  const auto move_a_trial = [](std::vector<std::uint64_t>& cells) {
    const auto some = std::ranges::find_if(cells, [](std::uint64_t count) { return count > 0; });
    --*some;
    ++*(some == cells.begin() ? some + 1 : some - 1);
  };
  struct Change {
    const char* where;
    std::function<void(Evidence&)> make;
  };
  const Change changes[] = {
      {"/evidence/tables/top-two", [](Evidence& e) { e.tables.erase("top-two"); }},
      {"/evidence/tables/top-two", [](Evidence& e) { ++e.tables["top-two"][7]; }},
      {"/evidence/tables/top-two", [&](Evidence& e) { move_a_trial(e.tables["top-two"]); }},
      {"/evidence/tables/top-three", [](Evidence& e) { e.tables["top-three"].pop_back(); }},
      {"/evidence/tables/top-three", [&](Evidence& e) { move_a_trial(e.tables["top-three"]); }},
      {"/evidence/tables", [](Evidence& e) { e.tables["top-five"].assign(53'130, 0); }},
      {"/evidence/tables", [](Evidence& e) { e.tables["top-four"] = {500}; }},
      {"/evidence/table_histograms",
       [](Evidence& e) {
         e.table_histograms["top-two"] = {{500, 1}};
       }},
      {"/evidence/table_histograms/top-five",
       [](Evidence& e) { ++e.table_histograms["top-five"].front().permutations; }},
      {"/evidence/table_histograms/top-five",
       [](Evidence& e) {
         e.table_histograms["top-five"] = {{1, 250}, {1, 250}};
       }},
      {"/evidence/table_histograms/top-five",
       [](Evidence& e) {
         e.table_histograms["top-five"] = {{0, 60'000}, {500, 1}};
       }},
      {"/evidence/table_histograms/top-five",
       [](Evidence& e) {
         e.table_histograms["top-five"] = {{std::uint64_t{1} << 60, 16}};
       }},
  };
  for (const Change& change : changes) {
    CAPTURE(change.where);
    Evidence evidence = honest;
    change.make(evidence);
    const EvidenceTally made = tally_of(target, evidence);
    CHECK_FALSE(made.tally.has_value());
    REQUIRE_FALSE(made.contradictions.empty());
    CHECK(made.contradictions.front().where == change.where);
  }
  // More cells than there are sets.
  Evidence many = evidence_of(some_halves(25, 0, std::nullopt, 60'000, {&top_five_table}));
  many.table_histograms["top-five"] = {{1, 60'000}};
  CHECK(tally_of(target, many).contradictions.front().sentence ==
        "is of 60,000 cells, where there are 53,130");
}

TEST_CASE("a deck that cannot have so many marked cards gives no tally") {
  const EvidenceTally made = tally_of(target_of(4, 9, true), Evidence{});
  CHECK_FALSE(made.tally.has_value());
  CHECK(made.contradictions.front().where == "/target/marked");
}
