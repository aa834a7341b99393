// Is evidence that contradicts itself told, with the place and in a sentence with the right numbers, and is
// what is just possible let through?
#include "core/record/evidence_check.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/record/evidence.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

PlannedTarget target_of(int deck_size, int marked = 0) {
  PlannedTarget target;
  target.target.deck_size = deck_size;
  target.target.marked = marked;
  target.facts.permutations_counted = deck_size <= 10;
  return target;
}

// Of one fixed seed; every tenth is the one before again, and every hundredth no permutation.
Evidence counted(const PlannedTarget& target, int trials) {
  const int deck_size = target.target.deck_size;
  TallyHalves halves(deck_size, target.target.marked,
                     target.facts.permutations_counted ? std::optional(PermutationCounting{}) : std::nullopt);
  TrialStream stream(deck_size);
  std::mt19937_64 words(7);
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  for (int trial = 0; trial < trials; ++trial) {
    if (trial % 10 != 9) std::shuffle(deck.begin(), deck.end(), words);
    std::vector<Card> shown = deck;
    if (trial % 100 == 50) shown.front() = shown.back();
    stream.add(shown, static_cast<std::uint64_t>(trial), trial % 3 == 0 ? halves.first : halves.second);
  }
  return evidence_of(halves);
}

// What is told first of it where one thing of honest evidence is changed: "place: sentence"; or nothing.
std::string told(const PlannedTarget& target, Evidence evidence,
                 const std::function<void(Evidence&)>& change) {
  change(evidence);
  const EvidenceTally made = tally_of(target, evidence);
  CHECK(made.tally.has_value() == made.contradictions.empty());
  if (made.contradictions.empty()) return "";
  return made.contradictions.front().where + ": " + made.contradictions.front().sentence;
}

std::string number(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

// One trial fewer in the first cell that has some, one more in the next.
void move_a_trial(std::vector<std::uint64_t>& cells) {
  const auto some = std::ranges::find_if(cells, [](std::uint64_t count) { return count > 0; });
  --*some;
  ++*(some + 1 == cells.end() ? some - 1 : some + 1);
}

}  // namespace

TEST_CASE("the first eight invalid trials of both halves are kept in turn, and must be so") {
  const PlannedTarget target = target_of(5);
  const Evidence honest = counted(target, 3'000);
  CHECK(honest.trials == 3'000);
  CHECK(honest.invalid_trials == 30);
  REQUIRE(honest.witnesses.size() == 8);
  for (std::size_t index = 0; index < 8; ++index) {
    CHECK(honest.witnesses[index].trial == 50 + 100 * index);
    CHECK(honest.witnesses[index].permutation.size() == 5);
    CHECK(honest.witnesses[index].permutation.front() == honest.witnesses[index].permutation.back());
  }
  const auto changed = [&](const std::function<void(Evidence&)>& change) {
    return told(target, honest, change);
  };
  CHECK(changed([](Evidence&) {}).empty());
  CHECK(changed([](Evidence& e) { e.witnesses.pop_back(); }) ==
        "/evidence/invalid/witnesses: holds 7 of 30 invalid trials, where 8 are kept");
  for (const std::size_t index : {0U, 2U, 7U}) {
    CHECK(changed([&](Evidence& e) {
            e.witnesses[index].permutation = {4, 3, 2, 1, 0};
          }) == "/evidence/invalid/witnesses/" + std::to_string(index) +
                    "/permutation: is a permutation of the deck");
  }
  CHECK(changed([](Evidence& e) { e.witnesses[2].permutation = {4, 3, 2, 1, 5}; }).empty());
  CHECK(changed([](Evidence& e) { e.witnesses[2].permutation = {3, 2, 1, 0}; }).empty());
  CHECK(changed([](Evidence& e) { e.witnesses[2].permutation = {}; }).empty());
  CHECK(changed([](Evidence& e) { e.witnesses[1].trial = 50; }) ==
        "/evidence/invalid/witnesses/1/trial: is 50, after 50");
  CHECK(changed([](Evidence& e) { e.witnesses[1].trial = 51; }).empty());
  // After the fourth of thirty 26 more must have room: it is trial 2,973 of 0 to 2,999 at the latest.
  CHECK(changed([](Evidence& e) {
          for (std::size_t index = 3; index < 8; ++index) e.witnesses[index].trial = 2'970 + index;
        }).empty());
  CHECK(changed([](Evidence& e) { e.witnesses[3].trial = 2'974; }) ==
        "/evidence/invalid/witnesses/3/trial: is 2,974 (from 0), of 3,000 trials in all, 30 of them invalid");
  CHECK(changed([](Evidence& e) { e.witnesses[7].trial = 3'000; }) ==
        "/evidence/invalid/witnesses/7/trial: is 3,000 (from 0), of 3,000 trials in all, 30 of them invalid");
}

TEST_CASE("tables of a large deck share their margins, and one trial that is moved is told") {
  const PlannedTarget target = target_of(12, 2);
  const Evidence honest = counted(target, 2'000);
  const auto changed = [&](const std::function<void(Evidence&)>& change) {
    return told(target, honest, change);
  };
  CHECK(changed([](Evidence&) {}).empty());
  CHECK(changed([](Evidence& e) {
          // The boundary's row and column keep their sums.
          std::swap(e.neighbours[12][0], e.neighbours[12][1]);
          const std::uint64_t off = e.neighbours[12][0] - e.neighbours[12][1];
          e.neighbours[3][0] -= off;
          e.neighbours[3][1] += off;
        }).starts_with("/evidence/neighbours: has card 0 first otherwise than the positions"));
  CHECK(changed([](Evidence& e) {
          --e.neighbours[1][12];
          ++e.neighbours[1][3];
          ++e.neighbours[2][12];
          --e.neighbours[2][3];
        }) == "/evidence/neighbours: has card 1 last otherwise than the positions");
  CHECK(changed([](Evidence& e) {
          for (const auto& [row, column] : {std::pair{2, 2}, {3, 4}})
            ++e.neighbours[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
          for (const auto& [row, column] : {std::pair{2, 4}, {3, 2}})
            --e.neighbours[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        }) == "/evidence/neighbours: has card 2 follow itself");
  const std::uint64_t home = honest.fixed_points[1] + 2 * honest.fixed_points[2] +
                             3 * honest.fixed_points[3] + 4 * honest.fixed_points[4] +
                             5 * honest.fixed_points[5] + 6 * honest.fixed_points[6];
  CHECK(changed([](Evidence& e) { --e.fixed_points[0], ++e.fixed_points[3]; }) ==
        "/evidence/fixed_points: has " + number(home + 3) + " in all, and the positions " + number(home));
  CHECK(changed([](Evidence& e) { --e.cycles[2], ++e.cycles[3]; }) ==
        "/evidence/parity: has " + number(honest.parity[0]) + " even permutations, and the cycles " +
            number(honest.parity[0] - 1));
  CHECK(changed([](Evidence& e) {
          move_a_trial(e.subsets);
        }).starts_with("/evidence/subsets: has marked cards at position "));
  // Marked cards at 0 and 1, not at 0 and 2: position 1 has one more and position 2 one fewer than the
  // positions have.
  std::uint64_t at_one = 0;
  for (std::size_t card = 0; card < 2; ++card) at_one += honest.positions[1][card];
  CHECK(changed([](Evidence& e) { ++e.subsets[0], --e.subsets[1]; }) ==
        "/evidence/subsets: has marked cards at position 1 in " + number(at_one + 1) +
            " trials, and the positions in " + number(at_one));
}

TEST_CASE("each table of a large deck must have its size and hold every valid trial, by itself") {
  const PlannedTarget target = target_of(12, 2);
  const Evidence honest = counted(target, 2'000);
  const auto changed = [&](const std::function<void(Evidence&)>& change) {
    return told(target, honest, change);
  };
  struct Numbers {
    const char* where;
    std::vector<std::uint64_t> Evidence::*table;
    std::string size;
  };
  for (const Numbers& each : {Numbers{"/evidence/fixed_points", &Evidence::fixed_points, "13"},
                              Numbers{"/evidence/cycles", &Evidence::cycles, "13"},
                              Numbers{"/evidence/parity", &Evidence::parity, "2"}}) {
    const std::string where = each.where;
    CAPTURE(where);
    CHECK((honest.*each.table).size() == std::stoul(each.size));
    const auto counts_told = [&](const std::string& size) {
      return where + ": has " + size + " counts, where ";
    };
    CHECK(changed([&](Evidence& e) {
            (e.*each.table).push_back(0);
          }).starts_with(counts_told(std::to_string(std::stoul(each.size) + 1))));
    CHECK(changed([&](Evidence& e) {
            (e.*each.table).pop_back();
          }).starts_with(counts_told(std::to_string(std::stoul(each.size) - 1))));
    CHECK(changed([&](Evidence& e) { (e.*each.table).clear(); }).starts_with(counts_told("0")));
    CHECK(changed([&](Evidence& e) { ++(e.*each.table)[1]; }).starts_with(where + ": adds up to 1,981"));
    CHECK(changed([&](Evidence& e) { --(e.*each.table)[1]; }).starts_with(where + ": adds up to 1,979"));
  }
  CHECK(changed([](Evidence& e) { e.subsets.push_back(0); }).starts_with("/evidence/subsets: has 67 "));
  CHECK(changed([](Evidence& e) { ++e.subsets[3]; }).starts_with("/evidence/subsets: adds up to 1,981"));
  CHECK(changed([](Evidence& e) { e.positions.pop_back(); }).starts_with("/evidence/positions: has 11 rows"));
  CHECK(changed([](Evidence& e) {
          e.neighbours[12].push_back(0);
        }).starts_with("/evidence/neighbours/12: has 14 counts"));
  CHECK(changed([](Evidence& e) {
          ++e.positions[3][4];
        }).starts_with("/evidence/positions/3: adds up to 1,981"));
  // The rows keep their sums, and two columns do not.
  CHECK(changed([](Evidence& e) {
          ++e.positions[3][4], --e.positions[3][5];
        }).starts_with("/evidence/positions: adds up to 1,981 in column 4, where 1,980 are due"));
}

TEST_CASE("of eleven and twelve cards no permutation came more often than a card was at each position") {
  PlannedTarget target = target_of(12);
  Evidence honest = counted(target, 2'000);
  target.facts.permutations_counted = true;
  const std::uint64_t most = std::ranges::max(honest.positions[0]);
  std::uint64_t least_most = most;
  for (const auto& row : honest.positions) least_most = std::min(least_most, std::ranges::max(row));
  const std::uint64_t valid = honest.trials - honest.invalid_trials;
  honest.permutation_histogram = {{1, valid - least_most}, {least_most, 1}};
  honest.birthday = {};
  CHECK(told(target, honest, [](Evidence&) {}).empty());
  CHECK(told(target, honest,
             [&](Evidence& e) {
               e.permutation_histogram = {{1, valid - most - 1}, {most + 1, 1}};
             })
            .find("/evidence/permutation_histogram: has a permutation that came " + number(most + 1) +
                  " times, and no card is at position 0 more than " + number(most) + " times") == 0);
  CHECK(told(target, honest, [&](Evidence& e) {
          e.permutation_histogram = {{0, 5}, {1, valid}};
        }) == "/evidence/permutation_histogram: is not by ascending count, each once");
  CHECK(told(target, honest, [&](Evidence& e) {
          e.permutation_histogram = {{1, valid}, {2, 0}};
        }) == "/evidence/permutation_histogram: is not by ascending count, each once");
  CHECK(told(target, honest, [&](Evidence& e) {
          e.permutation_histogram = {{1, 479'001'601}};
        }) == "/evidence/permutation_histogram: is of 479,001,601 cells, where there are 479,001,600");
}

TEST_CASE("repeats are pairs of valid trials, and a bet is judged on some of them") {
  const PlannedTarget target = target_of(5);
  Evidence honest;
  honest.trials = 120;
  honest.permutations.assign(120, 1);
  const auto changed = [&](const std::function<void(Evidence&)>& change) {
    Evidence evidence = honest;
    change(evidence);
    std::vector<std::string> all;
    for (const Contradiction& each : contradictions_of(target, Tally(5, 0), evidence))
      all.push_back(each.where + ": " + each.sentence);
    return all;
  };
  using All = std::vector<std::string>;
  const auto with_pairs = [](std::uint64_t pairs, std::uint64_t equal) {
    return [=](Evidence& e) {
      e.repeats = {.pairs = pairs, .equal = equal};
      e.successive.pairs = pairs;
      e.successive.permutations.assign(120, 0);
      e.successive.permutations[0] = equal;
      e.successive.permutations[1] = pairs - std::min(pairs, equal);
      e.successive.successive.fixed_points.assign(6, 0);
      e.successive.successive.cycles.assign(6, 0);
      e.successive.apart = e.successive.successive;
    };
  };
  CHECK(changed([](Evidence&) {}).empty());
  CHECK(changed(with_pairs(119, 3)).empty());
  CHECK(changed(with_pairs(119, 119)).empty());
  CHECK(changed(with_pairs(120, 3)) ==
        All{"/evidence/repeats/pairs: is 120, but 120 of 120 trials are valid"});
  CHECK(changed(with_pairs(100, 101)).front() == "/evidence/repeats/equal: is 101, of 100 pairs");
  // Without a valid trial there is no pair.
  CHECK(changed([&](Evidence& e) {
          e.permutations.assign(120, 0);
          e.invalid_trials = 120;
          for (std::uint64_t trial = 0; trial < RunningTally::most_witnesses; ++trial)
            e.witnesses.push_back({.trial = trial, .permutation = {}, .row = ""});
          with_pairs(1, 0)(e);
        }) == All{"/evidence/repeats/pairs: is 1, but 0 of 120 trials are valid"});
  const auto with_bet = [](double share, std::uint64_t hits, std::uint64_t judged) {
    return [=](Evidence& e) { e.bet = {.share = share, .hits = hits, .judged = judged}; };
  };
  CHECK(changed(with_bet(0, 120, 120)).empty());
  CHECK(changed(with_bet(1, 0, 0)).empty());
  CHECK(changed(with_bet(0.5, 1, 121)) ==
        All{"/evidence/bet: has 1 hits of 121 trials, but 120 of 120 trials are valid"});
  CHECK(changed(with_bet(0.5, 11, 10)) ==
        All{"/evidence/bet: has 11 hits of 10 trials, but 120 of 120 trials are valid"});
  CHECK(changed(with_bet(1.01, 1, 10)) == All{"/evidence/bet/share: is 1.01, which is no probability"});
  CHECK(changed(with_bet(-0.01, 1, 10)) == All{"/evidence/bet/share: is -0.01, which is no probability"});
  CHECK(changed([](Evidence& e) { e.invalid_trials = 121; }).front() ==
        "/evidence/invalid/count: is 121, of 120 trials in all");
  CHECK(changed([](Evidence& e) { e.permutations[7] = 0; }) ==
        All{"/evidence/permutations: adds up to 119, where 120 are due"});
  CHECK(changed([](Evidence& e) { e.permutations.pop_back(); }) ==
        All{"/evidence/permutations: has 119 counts, where 120 are due"});
  for (const char* table : {"neighbours", "fixed_points", "cycles", "subsets"}) {
    const std::string cells = std::string_view(table) == "neighbours" ? "rows" : "counts";
    const All expected{std::string("/evidence/") + table + ": has 1 " + cells + ", where 0 are due"};
    CHECK(changed([&](Evidence& e) {
            const std::string name(table);
            if (name == "neighbours") e.neighbours = {{1}};
            if (name == "fixed_points") e.fixed_points = {1};
            if (name == "cycles") e.cycles = {1};
            if (name == "subsets") e.subsets = {1};
          }) == expected);
  }
}

TEST_CASE("relative permutations give the counts back that they were made of, by order and as tables") {
  for (const int deck_size : {5, 8, 9, 13}) {
    CAPTURE(deck_size);
    const PlannedTarget target = target_of(deck_size);
    const Evidence evidence = counted(target, 2'000);
    const EvidenceTally made = tally_of(target, evidence);
    REQUIRE(made.tally.has_value());
    const SuccessiveCounts& counts = made.tally->successive;
    CHECK(counts.pairs == evidence.repeats.pairs);
    CHECK(made.tally->repeats.equal == evidence.repeats.equal);
    // Nine cards' follow from their permutations.
    if (deck_size != 9) {
      CHECK(made.tally->birthday.kept == evidence.birthday.kept);
      CHECK(made.tally->birthday.distinct == evidence.birthday.distinct);
    } else {
      const auto came =
          std::ranges::count_if(evidence.permutations, [](std::uint64_t count) { return count > 0; });
      CHECK(evidence.birthday.kept == 0);
      CHECK(made.tally->birthday.kept == made.tally->trials);
      CHECK(made.tally->birthday.distinct == static_cast<std::uint64_t>(came));
    }
    CHECK((counts.permutations == evidence.successive.permutations));
    CHECK(evidence.successive.permutations.empty() == (deck_size > 8));
    if (deck_size > 8) {
      for (int position = 0; position < deck_size; ++position) {
        for (int card = 0; card < deck_size; ++card) {
          CHECK(counts.positions.at(position, card) ==
                evidence.successive
                    .positions[static_cast<std::size_t>(position)][static_cast<std::size_t>(card)]);
        }
      }
      CHECK(std::ranges::equal(counts.fixed_points.by_value(), evidence.successive.fixed_points));
      CHECK(std::ranges::equal(counts.cycles.by_value(), evidence.successive.cycles));
      CHECK(std::ranges::equal(counts.parity.by_value(), evidence.successive.parity));
    }
    CHECK(evidence.successive.tables.empty() == (deck_size < 9));
    CHECK(std::ranges::equal(counts.successive.fixed_points.by_value(),
                             evidence.successive.successive.fixed_points));
    CHECK(std::ranges::equal(counts.successive.cycles.by_value(), evidence.successive.successive.cycles));
    CHECK(std::ranges::equal(counts.apart.fixed_points.by_value(), evidence.successive.apart.fixed_points));
    CHECK(std::ranges::equal(counts.apart.cycles.by_value(), evidence.successive.apart.cycles));
    std::uint64_t apart = 0;
    for (const std::uint64_t count : evidence.successive.apart.cycles) apart += count;
    CHECK(apart > 0);
  }
}

TEST_CASE("relative permutations that contradict themselves or the repeats are told where they do") {
  const PlannedTarget small = target_of(5), large = target_of(9);
  const Evidence by_permutation = counted(small, 2'000), by_table = counted(large, 2'000);
  const SuccessiveEvidence& tables = by_table.successive;
  const std::string pairs = number(tables.pairs);
  const auto of_small = [&](const std::function<void(SuccessiveEvidence&)>& change) {
    return told(small, by_permutation, [&](Evidence& e) { change(e.successive); });
  };
  const auto of_large = [&](const std::function<void(SuccessiveEvidence&)>& change) {
    return told(large, by_table, [&](Evidence& e) { change(e.successive); });
  };
  CHECK(of_small([](SuccessiveEvidence&) {}).empty());
  CHECK(of_large([](SuccessiveEvidence&) {}).empty());
  CHECK(of_small([](SuccessiveEvidence& q) { q.permutations.pop_back(); }) ==
        "/evidence/successive/permutations: has 119 counts, where 120 are due");
  CHECK(of_small([](SuccessiveEvidence& q) { ++q.permutations[9]; }) ==
        "/evidence/successive/permutations: adds up to " + number(tables.pairs + 1) + ", where " + pairs +
            " are due");
  CHECK(of_small([](SuccessiveEvidence& q) { --q.permutations[0], ++q.permutations[1]; }) ==
        "/evidence/successive: moves no card in " + number(by_permutation.repeats.equal - 1) +
            " pairs, and " + number(by_permutation.repeats.equal) + " pairs have equal permutations");
  CHECK(of_small([](SuccessiveEvidence& q) {
          q.parity = {1, 2};
        }).starts_with("/evidence/successive/parity: has 2 counts"));
  CHECK(of_small([](SuccessiveEvidence& q) {
          q.positions = {{1}};
        }).starts_with("/evidence/successive/positions: has 1 rows"));
  CHECK(of_large([](SuccessiveEvidence& q) {
          q.permutations = {1};
        }).starts_with("/evidence/successive/permutations: has 1 counts"));
  CHECK(of_large([](SuccessiveEvidence& q) { q.tables.erase("descents"); }) ==
        "/evidence/successive/tables/descents: is missing");
  CHECK(of_large([](SuccessiveEvidence& q) { ++q.tables.at("descents")[4]; }) ==
        "/evidence/successive/tables/descents: adds up to " + number(tables.pairs + 1) + ", of " + pairs +
            " trials");
  CHECK(of_large([](SuccessiveEvidence& q) { q.tables["peaks"] = {1}; }) ==
        "/evidence/successive/tables: holds 10 tables, where 9 are due");
  CHECK(of_small([](SuccessiveEvidence& q) { q.tables["descents"] = {1}; }) ==
        "/evidence/successive/tables: holds 1 tables, where 0 are due");
  CHECK(of_large([](SuccessiveEvidence& q) { q.positions[4].pop_back(); }) ==
        "/evidence/successive/positions/4: has 8 counts, where 9 are due");
  CHECK(of_large([](SuccessiveEvidence& q) { ++q.positions[4][8]; }) ==
        "/evidence/successive/positions/4: adds up to " + number(tables.pairs + 1) + ", where " + pairs +
            " are due");
  CHECK(of_large([](SuccessiveEvidence& q) { --q.positions[4][8], ++q.positions[4][7]; }) ==
        "/evidence/successive/positions: adds up to " + number(tables.pairs + 1) + " in column 7, where " +
            pairs + " are due");
  CHECK(of_large([](SuccessiveEvidence& q) {
          --q.fixed_points[0], ++q.fixed_points[2];
        }).starts_with("/evidence/successive/fixed_points: has "));
  CHECK(of_large([](SuccessiveEvidence& q) { --q.fixed_points[0]; }).find("adds up to") != std::string::npos);
  CHECK(of_large([](SuccessiveEvidence& q) { --q.cycles[2], ++q.cycles[3]; }) ==
        "/evidence/successive/parity: has " + number(tables.parity[0]) +
            " even permutations, and the cycles " + number(tables.parity[0] + 1));
  CHECK(of_large([](SuccessiveEvidence& q) { q.cycles.push_back(0); }) ==
        "/evidence/successive/cycles: has 11 counts, where 10 are due");
  CHECK(of_large([](SuccessiveEvidence& q) {
          q.parity = {};
        }).starts_with("/evidence/successive/parity: has 0 counts"));
  CHECK(of_large([](SuccessiveEvidence& q) {
          ++q.successive.cycles[3];
        }).starts_with("/evidence/successive/successive/cycles: adds up to "));
  CHECK(of_large([](SuccessiveEvidence& q) {
          q.apart.fixed_points.pop_back();
        }).starts_with("/evidence/successive/apart/fixed_points: has 9 counts"));
  CHECK(of_large([&](SuccessiveEvidence& q) {
          q.apart.fixed_points[0] += q.pairs;
          q.apart.cycles[1] += q.pairs;
        }).find(" of " + pairs + " relative permutations") != std::string::npos);
  CHECK(told(large, by_table, [](Evidence& e) { e.successive = {}; }) ==
        "/evidence/successive/pairs: is 0, of " + pairs + " pairs of successive trials");
}

TEST_CASE("sums of counts stop above the most that a report may hold, and never wrap") {
  // A hundred counts of 2^63 would wrap to 0.
  PlannedTarget target = target_of(12);
  Evidence evidence = counted(target, 100);
  for (auto& count : evidence.cycles) count = std::uint64_t{1} << 63;
  CHECK(told(target, evidence, [](Evidence&) {
        }).starts_with("/evidence/cycles: adds up to 9,007,199,254,740,993, where "));
}
