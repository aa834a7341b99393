#include "core/statistics/families/family_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/families/coverage_for_tests.hpp"
#include "core/tally/tables/tables.hpp"

using namespace fairshuffle;

namespace {

const BetFamily& family_named(std::string_view name) {
  const BetFamily* family = find_family(name);
  REQUIRE(family != nullptr);
  return *family;
}

// With all that a family can ask for.
Tally counted(int deck_size, const std::vector<std::vector<Card>>& permutations) {
  std::vector<std::string> names;
  for (const BetFamily& family : all_families()) names.emplace_back(family.name);
  Tally tally(deck_size, 0, asked_by(names));
  PairPositionCounts pairs(deck_size);
  for (const std::vector<Card>& permutation : permutations) {
    ++tally.trials;
    tally.add_to_derived(permutation);
    tally.tables.add(permutation);
    pairs.add(permutation);
  }
  tally.tables.settle();
  tally.pair_positions = pairs.sums();
  return tally;
}

std::vector<std::vector<Card>> fair_permutations(int deck_size, int trials, std::mt19937_64& words) {
  std::vector<Card> deck(static_cast<std::size_t>(deck_size));
  std::iota(deck.begin(), deck.end(), Card{0});
  std::vector<std::vector<Card>> permutations;
  for (int trial = 0; trial < trials; ++trial) {
    std::ranges::shuffle(deck, words);
    permutations.push_back(deck);
  }
  return permutations;
}

// The members of a tally by name.
std::vector<std::pair<std::string, std::vector<std::uint64_t>>> members_of(const BetFamily& family,
                                                                           const Tally& tally) {
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> members;
  family.visit(tally, [&](std::span<const std::uint64_t> counts) {
    members.emplace_back(family.member_name(tally.deck_size, members.size()),
                         std::vector(counts.begin(), counts.end()));
  });
  return members;
}

std::vector<std::uint64_t> counts_of(const BetFamily& family, const Tally& tally, std::string_view name) {
  for (const auto& [member, counts] : members_of(family, tally)) {
    if (member == name) return counts;
  }
  FAIL("no member " << name);
  return {};
}

}  // namespace

TEST_CASE(
    "every member of every family has as many cells as told, which add up to the trials, and its own name") {
  std::mt19937_64 words(1);
  for (const int deck_size : {smallest_large_deck, 52}) {
    const Tally tally = counted(deck_size, fair_permutations(deck_size, 30, words));
    for (const BetFamily& family : all_families()) {
      CAPTURE(family.name);
      CHECK(find_family(family.name)->name == family.name);
      if (family.visit == nullptr) continue;
      const auto members = members_of(family, tally);
      CHECK(members.size() == family.size({}, deck_size).members);
      std::set<std::string> names;
      for (const auto& [name, counts] : members) {
        CHECK(counts.size() == family.size({}, deck_size).cells);
        CHECK(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == 30);
        names.insert(name);
      }
      CHECK(names.size() == members.size());
    }
  }
  CHECK(find_family("permutations") == nullptr);
}

TEST_CASE("members hold the counts that their names say") {
  // Four cards moved in a circle, in two of three trials: not the same as its inverse.
  constexpr int n = 13;
  std::vector<Card> sorted(n);
  std::iota(sorted.begin(), sorted.end(), Card{0});
  std::vector<Card> moved = sorted;
  moved[3] = 9, moved[9] = 5, moved[5] = 7, moved[7] = 3;
  const Tally tally = counted(n, {sorted, moved, moved});
  const auto only = [](std::initializer_list<std::pair<std::size_t, std::uint64_t>> cells) {
    std::vector<std::uint64_t> counts(n);
    for (const auto& [cell, count] : cells) counts[cell] = count;
    return counts;
  };
  CHECK(counts_of(family_named("cards"), tally, "card 3") == only({{3, 1}, {7, 2}}));
  CHECK(counts_of(family_named("cards"), tally, "position 12") == only({{12, 3}}));
  CHECK(counts_of(family_named("cards"), tally, "position 9") == only({{9, 1}, {5, 2}}));
  using Two = std::vector<std::uint64_t>;
  const BetFamily& pairs = family_named("pairs-order");
  CHECK(counts_of(pairs, tally, "cards 3 and 9") == Two{1, 2});
  CHECK(counts_of(pairs, tally, "cards 5 and 7") == Two{1, 2});
  CHECK(counts_of(pairs, tally, "cards 0 and 1") == Two{3, 0});
  CHECK(counts_of(pairs, tally, "cards 11 and 12") == Two{3, 0});
  const BetFamily& neighbours = family_named("neighbours");
  // Without card 2 itself: card 3 is the third of the others, card 9 the ninth.
  CHECK(counts_of(neighbours, tally, "what follows card 2") == only({{2, 1}, {8, 2}}));
  CHECK(counts_of(neighbours, tally, "what precedes card 9") == only({{8, 1}, {2, 2}}));
  CHECK(counts_of(neighbours, tally, "what precedes card 2") == only({{1, 3}}));
  CHECK(counts_of(neighbours, tally, "what lies first") == only({{0, 3}}));
  CHECK(counts_of(neighbours, tally, "what lies last") == only({{12, 3}}));
  CHECK(counts_of(family_named("parity"), tally, "the parity") == Two{1, 2});
  // The cards 0 and 1 lie on top, by the lowest rank; under them 2 first, and 3 and 4 or 9 and 4.
  CHECK(counts_of(family_named("hole-cards"), tally, "the top two cards")[0] == 3);
  CHECK(counts_of(family_named("flop"), tally, "the top three cards")[0] == 3);
  const std::vector<std::uint64_t> hands = counts_of(family_named("top-five"), tally, "the top five cards");
  CHECK(hands[0] == 1);
  // C(9, 5) + C(4, 4) + C(2, 3) + C(1, 2) + C(0, 1).
  CHECK(hands[126 + 1] == 2);
}

TEST_CASE("a family is counted where its table is, and pairs where the counters of pairs are") {
  std::mt19937_64 words(5);
  const std::vector<std::vector<Card>> permutations = fair_permutations(14, 20, words);
  const Tally with_pairs = counted(14, permutations);
  Tally without = with_pairs;
  without.pair_positions.reset();
  CHECK(is_counted(family_named("pairs"), with_pairs));
  CHECK_FALSE(is_counted(family_named("pairs"), without));
  CHECK(is_counted(family_named("cards"), without));
}

TEST_CASE("pairs of cards and of places lie as far from fair as their counts by definition") {
  constexpr int n = 14;
  std::mt19937_64 words(6);
  const std::vector<std::vector<Card>> permutations = fair_permutations(n, 700, words);
  const Tally tally = counted(n, permutations);
  const BetFamily& family = family_named("pairs");
  std::vector<std::pair<std::string, BetFamily::Deviation>> members;
  for_each_deviation(family, tally, [&](const BetFamily::Deviation& deviation) {
    members.emplace_back(family.member_name(n, members.size()), deviation);
  });
  CHECK(members.size() == family.size({}, n).members);
  CHECK(members.front().first == "cards 0 and 1");
  CHECK(members[90].first == "cards 12 and 13");
  CHECK(members[91].first == "positions 0 and 1");
  CHECK(members.back().first == "positions 12 and 13");
  const double due = 700. / (n * (n - 1));
  for (const auto& member : members) {
    const std::string name = member.first;
    const BetFamily::Deviation deviation = member.second;
    int first = 0, second = 0;
    const bool of_cards = std::sscanf(name.c_str(), "cards %d and %d", &first, &second) == 2;
    if (!of_cards) REQUIRE(std::sscanf(name.c_str(), "positions %d and %d", &first, &second) == 2);
    std::map<std::pair<std::ptrdiff_t, std::ptrdiff_t>, double> counts;
    for (const std::vector<Card>& permutation : permutations) {
      const auto place = [&](int card) {
        return std::ranges::find(permutation, Card(card)) - permutation.begin();
      };
      const auto at = [&](int position) -> std::ptrdiff_t {
        return permutation[static_cast<std::size_t>(position)];
      };
      ++counts[of_cards ? std::pair{place(first), place(second)} : std::pair{at(first), at(second)}];
    }
    const double empty = n * (n - 1) - static_cast<double>(counts.size());
    double statistic = empty * due, distance = empty * due;
    for (const auto& [way, count] : counts) {
      statistic += (count - due) * (count - due) / due;
      distance += std::abs(count - due);
    }
    CAPTURE(name);
    CHECK(deviation.statistic == doctest::Approx(statistic).epsilon(1e-11));
    CHECK(deviation.distance == doctest::Approx(distance / 2 / 700).epsilon(1e-11));
  }
  Tally without(13, 0);
  without.trials = 1;
  CHECK_THROWS_AS(bound_family(family, without, 0.99), std::invalid_argument);
}

TEST_CASE("families have the members and degrees of freedom of the reference, and its trials") {
  // Made outside this program.
  const auto file =
      nlohmann::json::parse(std::ifstream("core/statistics/reference/large_deck_distributions.json"));
  int found = 0;
  for (const auto& row : file.at("certificates_99.9")) {
    const std::string name = row["family"];
    const BetFamily* family = name.starts_with("any one card or any one position") ? find_family("cards")
                              : name.starts_with("order of any two cards") ? find_family("pairs-order")
                              : name == "parity"                           ? find_family("parity")
                              : name == "hold'em hole cards C(n,2)"        ? find_family("hole-cards")
                              : name == "flop C(n,3)"                      ? find_family("flop")
                              : name == "poker hand C(n,5)"                ? find_family("top-five")
                              : name.starts_with("positions of any pair,") ? find_family("pairs")
                                                                           : nullptr;
    if (family == nullptr) continue;
    ++found;
    const int n = row["n"];
    CAPTURE(n);
    CAPTURE(name);
    const double degrees_of_freedom = row["df"];
    CHECK(family->size({}, n).members == row["bonferroni"]);
    CHECK(static_cast<double>(family->size({}, n).cells) == degrees_of_freedom + 1);
    // The reference has X2 = df for every member and takes no part of the error for the distance: a bound of
    // such counts is at the reference's number of trials its tolerance, to 2 %.
    const double limit = noncentrality_upper_limit(
        degrees_of_freedom, degrees_of_freedom, 1 - 0.001 / static_cast<double>(family->size({}, n).members));
    CHECK(limit / (4 * 0.001 * 0.001) == doctest::Approx(row["N_tv_.001"].get<double>()).epsilon(0.02));
    // The worst member takes more; only parity has no other.
    const double forecast = trials_for_family(*family, n, 0.001, 0.999);
    CHECK(forecast > limit / (4 * 0.001 * 0.001));
  }
  CHECK(found == 21);
}

TEST_CASE(
    "a fair deck of 52 takes 2.8e7 trials for where any one card lies, 1.7e7 for which of two comes first") {
  CHECK(trials_for_family(family_named("cards"), 52, 0.001, 0.999) == doctest::Approx(2.8e7).epsilon(0.02));
  CHECK(trials_for_family(family_named("pairs-order"), 52, 0.001, 0.999) ==
        doctest::Approx(1.7e7).epsilon(0.02));
  // With a share of the error for each of the looks to 1e9 trials.
  CHECK(trials_for_family(family_named("cards"), 52, 0.001, 1 - 0.001 / 39) ==
        doctest::Approx(3.3e7).epsilon(0.02));
  CHECK(trials_for_family(family_named("pairs-order"), 52, 0.001, 1 - 0.001 / 39) ==
        doctest::Approx(2.0e7).epsilon(0.02));
}

TEST_CASE("the forecast is the number of trials at which half of all fair decks are within the tolerance") {
  // 101 fair runs; the median of the bounds has a standard error of about 0.6 % of them, and so of about 1.2
  // % of the trials: 8 % are more than six.
  constexpr int runs = 101;
  struct Runs {
    int deck_size, trials;
    std::size_t bounded;
  };
  // Five trials for each hand of five of thirteen cards.
  for (const Runs& of : {Runs{20, 2'400, 6}, Runs{13, 6'435, 8}}) {
    std::mt19937_64 words(2);
    std::vector<std::vector<double>> bounds(all_families().size());
    for (int run = 0; run < runs; ++run) {
      const Tally tally = counted(of.deck_size, fair_permutations(of.deck_size, of.trials, words));
      for (std::size_t family = 0; family < bounds.size(); ++family) {
        // Fewer trials have a bound, too. No forecast is made of it.
        if (trials_for_family(all_families()[family], of.deck_size, 1, 0.999) > of.trials) continue;
        const FamilyBound bound = bound_family(all_families()[family], tally, 0.999);
        if (bound.tv_upper) bounds[family].push_back(*bound.tv_upper);
      }
    }
    std::size_t bounded = 0;
    for (std::size_t family = 0; family < bounds.size(); ++family) {
      CAPTURE(all_families()[family].name);
      if (bounds[family].empty()) continue;
      ++bounded;
      REQUIRE(bounds[family].size() == runs);
      std::ranges::nth_element(bounds[family], bounds[family].begin() + runs / 2);
      const double median = bounds[family][runs / 2];
      CHECK(trials_for_family(all_families()[family], of.deck_size, median, 0.999) ==
            doctest::Approx(of.trials).epsilon(0.08));
    }
    CHECK(bounded == of.bounded);
  }
}

TEST_CASE(
    "a bound is that of the farthest member by the smaller of both forms, each with its share of the error") {
  constexpr int n = 20;
  constexpr std::uint64_t trials = 4'000, members = 2 * n;
  std::mt19937_64 words(3);
  std::vector<std::vector<Card>> permutations = fair_permutations(n, trials, words);
  const Tally fair = counted(n, permutations);
  const FamilyBound bound = bound_family(family_named("cards"), fair, 0.99);
  double largest = 0;
  std::uint64_t farthest = 0, member = 0;
  family_named("cards").visit(fair, [&](std::span<const std::uint64_t> counts) {
    double statistic = 0;
    for (const std::uint64_t count : counts) {
      const double due = static_cast<double>(trials) / n;
      statistic += (static_cast<double>(count) - due) * (static_cast<double>(count) - due) / due;
    }
    if (statistic > largest) farthest = member;
    largest = std::max(largest, statistic);
    ++member;
  });
  CHECK(bound.statistic == doctest::Approx(largest).epsilon(1e-12));
  CHECK(bound.farthest == farthest);
  CHECK(bound.degrees_of_freedom == n - 1);
  CHECK(bound.tv_upper.value() ==
        doctest::Approx(tv_upper_bound(largest, n - 1, trials, 1 - 0.9 * 0.01 / members)).epsilon(1e-9));

  // The first card stays on top: its place is 1 - 1/n from fair, and so are the counts.
  for (std::vector<Card>& permutation : permutations)
    std::swap(permutation[0], *std::ranges::find(permutation, Card{0}));
  const FamilyBound stuck = bound_family(family_named("cards"), counted(n, permutations), 0.99);
  CHECK(stuck.farthest == 0);
  CHECK(stuck.tv_upper.value() ==
        doctest::Approx(1 - 1. / n + std::sqrt(std::log(members / 0.001) / (2 * trials))).epsilon(1e-9));
}

TEST_CASE("few trials are bounded by their distance alone, at the smallest errors fewer than 12,000") {
  std::mt19937_64 words(4);
  std::vector<std::vector<Card>> permutations = fair_permutations(13, 2'400, words);
  const BetFamily& cards = family_named("cards");
  const auto by_distance = [&cards](const Tally& tally, double error) {
    double largest = 0;
    for_each_deviation(cards, tally, [&](const BetFamily::Deviation& deviation) {
      largest = std::max(largest, deviation.distance);
    });
    return largest + std::sqrt(std::log(26 / (error / 10)) / (2. * static_cast<double>(tally.trials)));
  };
  const Tally enough = counted(13, permutations);
  CHECK(bound_family(cards, enough, 0.999).tv_upper.value() < by_distance(enough, 0.001) / 1.05);
  CHECK(bound_family(cards, enough, 1 - 1e-7).tv_upper.value() ==
        doctest::Approx(by_distance(enough, 1e-7)).epsilon(1e-6));
  CHECK(trials_for_family(cards, 13, 1, 1 - 1e-7) == 12'000);
  permutations.pop_back();
  const Tally few = counted(13, permutations);
  CHECK(bound_family(cards, few, 0.999).tv_upper.value() ==
        doctest::Approx(by_distance(few, 0.001)).epsilon(1e-9));
  CHECK(trials_for_family(cards, 13, 1, 0.999) == 2'400);
  // Of which no bound says anything.
  permutations.resize(5);
  CHECK_FALSE(bound_family(cards, counted(13, permutations), 0.999).tv_upper.has_value());
  const FamilyBound none = bound_family(cards, Tally(13, 0), 0.999);
  CHECK_FALSE(none.tv_upper.has_value());
  CHECK(none.degrees_of_freedom == 12);
}

TEST_CASE("counts that go on as they did are bounded by the tolerance at the trials that are told") {
  for (const double chi_square_distance : {0., 1e-4, 3e-4}) {
    const double trials = trials_for_counts(12, 26, chi_square_distance, 0.01, 0.999);
    CAPTURE(chi_square_distance);
    // The bound as it is made, at the statistic that is due then: confidence 1 - 0.9 e / m.
    const double due = median_of_largest(12, 26) + trials * chi_square_distance;
    const double bound = tv_upper_bound(due, 12, static_cast<std::uint64_t>(trials), 1 - 0.9 * 0.001 / 26);
    CHECK(bound == doctest::Approx(0.01).epsilon(0.001));
  }
  CHECK(trials_for_counts(12, 26, 0, 0.01, 0.999) < trials_for_counts(12, 26, 1e-4, 0.01, 0.999));
  // A distance of half the root of chi-square distance is never bounded by less.
  CHECK(std::isinf(trials_for_counts(12, 26, 4e-4, 0.01, 0.999)));
  CHECK(std::isinf(trials_for_counts(12, 26, 1, 0.01, 0.999)));
  CHECK_THROWS_AS(trials_for_counts(12, 26, -1, 0.01, 0.999), std::invalid_argument);
  CHECK_THROWS_AS(trials_for_counts(12, 26, 0, 0, 0.999), std::invalid_argument);
  CHECK_THROWS_AS(trials_for_counts(12, 26, 0, 0.01, 1), std::invalid_argument);
  // One of two is as often above the median of the larger as not: (1 - q)^2 = 1/2.
  CHECK(median_of_largest(2, 1) == doctest::Approx(2 * std::log(2.)));
  CHECK(median_of_largest(2, 2) == doctest::Approx(-2 * std::log(1 - std::sqrt(0.5))));
}

TEST_CASE("arguments that make no sense are refused") {
  const BetFamily& cards = family_named("cards");
  for (const double bad : {0., -1., 1.1, std::nan("")}) {
    CHECK_THROWS_AS(trials_for_family(cards, 13, bad, 0.9), std::invalid_argument);
  }
  for (const double bad : {0., 1., std::nan("")}) {
    CHECK_THROWS_AS(trials_for_family(cards, 13, 0.1, bad), std::invalid_argument);
  }
  Tally more = Tally(13, 0);
  more.trials = 3'000;
  CHECK_THROWS_AS(bound_family(cards, more, 0.9), std::invalid_argument);
}

TEST_CASE(
    "in a hundred runs of fair and mixed distributions the bounds of all families hold as often as they "
    "promise" *
    doctest::test_suite("long-simulations")) {
  // 7 families of 2,400 trials and 8 of 6,435, which is where hands of five are bounded; 2 confidences, 21
  // distributions: a correct program fails with probability below 630 * 1e-10.
  std::size_t checks = 0;
  for (const FamilyCoveragePlan& plan :
       {FamilyCoveragePlan{.deck_size = 13, .trials = 2'400, .replicates = 100, .seed = 5},
        FamilyCoveragePlan{.deck_size = 13, .trials = 6'435, .replicates = 20, .seed = 6}}) {
    for (const MixedDistribution& distribution : distributions_for_family_coverage(13)) {
      for (const PromiseCheck& check : check_family_coverage(plan, distribution)) {
        CAPTURE(check.promise);
        CAPTURE(check.promised);
        CAPTURE(check.observed);
        CHECK(check.p >= smallest_believable_p);
        ++checks;
      }
    }
  }
  CHECK(checks == 630);
}
