// What is counted over planes, on every vector target, against counts deck by deck and card by card.
#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "core/tally/planes/planes.hpp"
#include "core/tally/planes/planes_for_tests.hpp"

using namespace fairshuffle;

namespace {

using Cells = std::vector<std::uint64_t>;

Cells neighbours_by_hand(const Permutations& permutations) {
  const std::size_t n = permutations.front().size();
  Cells cells((n + 1) * (n + 1));
  for (const auto& permutation : permutations) {
    std::size_t before = n;
    for (const Card card : permutation) {
      ++cells[before * (n + 1) + card];
      before = card;
    }
    ++cells[before * (n + 1) + n];
  }
  return cells;
}

// By pair of places, or of cards where these are inverse permutations: of how many permutations holds(lower,
// higher).
template <class Holds>
Cells pairs_by_hand(const Permutations& permutations, Holds holds) {
  const std::size_t n = permutations.front().size();
  Cells cells(n * (n - 1) / 2);
  for (const auto& permutation : permutations) {
    auto cell = cells.begin();
    for (std::size_t first = 0; first < n; ++first) {
      for (std::size_t second = first + 1; second < n; ++second)
        *cell++ += holds(permutation[first], permutation[second]);
    }
  }
  return cells;
}

Cells ascending_by_hand(const Permutations& permutations) {
  return pairs_by_hand(permutations, [](Card first, Card second) { return first < second; });
}

}  // namespace

TEST_CASE("cells counted over planes are those counted one by one, on every vector target") {
  on_every_target_in_batches([](const Permutations& permutations, PermutationBatches& planes) {
    const std::size_t n = permutations.front().size();
    Permutations inverses;
    for (const auto& permutation : permutations) inverses.push_back(inverse_of(permutation));
    CHECK(std::ranges::equal(planes.neighbours(), neighbours_by_hand(permutations)));
    CHECK(std::ranges::equal(planes.inverse_neighbours(), neighbours_by_hand(inverses)));

    std::vector<PairCount> ascending(n * (n - 1) / 2, 3);
    count_ascending_pairs(planes.cards(), ascending);
    CHECK(std::ranges::equal(ascending, ascending_by_hand(permutations)));
    CHECK(std::ranges::equal(planes.pairs_in_order(), ascending_by_hand(inverses)));

    // Added to what is there.
    Cells values(n * n, 5), values_by_hand(n * n, 5);
    count_values(planes.cards(), values);
    for (const auto& permutation : permutations) {
      for (std::size_t position = 0; position < n; ++position)
        ++values_by_hand[position * n + permutation[position]];
    }
    CHECK(values == values_by_hand);

    Cells digits(n * (n + 1) / 2 - 1, 2), digits_by_hand(n * (n + 1) / 2 - 1, 2);
    count_values(planes.digits(), digits);
    for (const auto& permutation : permutations) {
      const std::vector<Card> draws = draws_read_back(permutation);
      for (std::size_t i = 1; i < n; ++i) ++digits_by_hand[i * (i + 1) / 2 - 1 + draws[i]];
    }
    CHECK(digits == digits_by_hand);

    // In two, three and four hands, the last of which may be smaller.
    for (const std::size_t hands : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
      CAPTURE(hands);
      const std::size_t width = (n + hands - 1) / hands;
      Cells mates(n * (n - 1) / 2, 1);
      count_hand_mates(planes.places(), width, mates);
      Cells mates_by_hand = pairs_by_hand(
          inverses, [width](Card first, Card second) { return first / width == second / width; });
      for (std::uint64_t& cell : mates_by_hand) ++cell;
      CHECK(mates == mates_by_hand);
    }

    Cells sum = neighbours_by_hand(permutations);
    add_pair_counts(planes.neighbours(), sum);
    for (std::size_t cell = 0; cell < sum.size(); ++cell) sum[cell] -= planes.neighbours()[cell];
    CHECK(sum == neighbours_by_hand(permutations));
  });
}

TEST_CASE(
    "numbers of permutations in planes are those of each permutation by itself, on every vector target") {
  on_every_target_in_batches([](const Permutations& permutations, PermutationBatches& planes) {
    // number_of(batch) has one of each deck, by_hand(order, cards) the same.
    const auto check = [&](std::string_view what, auto number_of, auto by_hand) {
      CAPTURE(what);
      bool same = true;
      for (std::size_t deck = 0; deck < permutations.size(); ++deck) {
        const auto numbers = number_of(deck / decks_of_planes);
        same =
            same && numbers[deck % decks_of_planes] == by_hand(permutations[deck], permutations[deck].size());
      }
      CHECK(same);
    };
    using Permutation = std::vector<Card>;
    check(
        "descents", [&](std::size_t batch) { return planes.numbers(batch).descents; },
        [](const Permutation& permutation, std::size_t n) {
          int count = 0;
          for (std::size_t at = 1; at < n; ++at) count += permutation[at - 1] > permutation[at];
          return count;
        });
    check(
        "peaks", [&](std::size_t batch) { return planes.numbers(batch).peaks; },
        [](const Permutation& permutation, std::size_t n) {
          int count = 0;
          for (std::size_t at = 1; at + 1 < n; ++at) {
            count += permutation[at] > permutation[at - 1] && permutation[at] > permutation[at + 1];
          }
          return count;
        });
    check(
        "successions", [&](std::size_t batch) { return planes.numbers(batch).successions; },
        [](const Permutation& permutation, std::size_t n) {
          int count = 0;
          for (std::size_t at = 1; at < n; ++at) count += permutation[at] == permutation[at - 1] + 1;
          return count;
        });
    check(
        "inversions", [&](std::size_t batch) { return planes.inversions(batch); },
        [](const Permutation& permutation, std::size_t n) {
          int count = 0;
          for (std::size_t at = 0; at < n; ++at) {
            for (std::size_t after = at; after < n; ++after) count += permutation[at] > permutation[after];
          }
          return count;
        });
    check(
        "fixed points", [&](std::size_t batch) { return fixed_values_of(planes.cards().batch(batch)); },
        [](const Permutation& permutation, std::size_t) { return fixed_points(permutation); });
    check(
        "cycles", [&](std::size_t batch) { return fixed_values_of(planes.digits().batch(batch)); },
        [](const Permutation& permutation, std::size_t) { return cycle_count(permutation); });
    const auto records = [](auto is_better, bool from_end) {
      return [=](Permutation permutation, std::size_t) {
        if (from_end) std::ranges::reverse(permutation);
        int count = 0;
        for (auto at = permutation.begin(); at != permutation.end(); ++at) {
          count += std::all_of(permutation.begin(), at, [&](Card before) { return is_better(*at, before); });
        }
        return count;
      };
    };
    const auto check_record = [&](std::string_view what, Plane PermutationNumbers::*record, auto by_hand) {
      check(
          what, [&planes, record](std::size_t batch) { return planes.numbers(batch).*record; }, by_hand);
    };
    check_record("left maxima", &PermutationNumbers::left_maxima, records(std::greater(), false));
    check_record("left minima", &PermutationNumbers::left_minima, records(std::less(), false));
    check_record("right maxima", &PermutationNumbers::right_maxima, records(std::greater(), true));
    check_record("right minima", &PermutationNumbers::right_minima, records(std::less(), true));
    const auto descents = [](const Permutation& permutation) {
      int count = 0;
      for (std::size_t at = 1; at < permutation.size(); ++at) count += permutation[at - 1] > permutation[at];
      return count;
    };
    check(
        "inverse descents", [&](std::size_t batch) { return planes.inverse_descents(batch).descents; },
        [&](const Permutation& permutation, std::size_t) { return descents(inverse_of(permutation)); });
    check(
        "inverse peaks", [&](std::size_t batch) { return planes.inverse_descents(batch).peaks; },
        [](const Permutation& permutation, std::size_t n) {
          const Permutation places = inverse_of(permutation);
          int count = 0;
          for (std::size_t at = 1; at + 1 < n; ++at) {
            count += places[at] > places[at - 1] && places[at] > places[at + 1];
          }
          return count;
        });
  });
}

TEST_CASE("numbers of decks are counted as one by one, on every vector target") {
  on_every_target_in_batches([](const Permutations& permutations, PermutationBatches& planes) {
    // Few of them and many, up to the highest one that a deck of 128 cards has.
    for (const std::size_t values : {std::size_t{2}, permutations.front().size(), std::size_t{129}}) {
      CAPTURE(values);
      std::vector<Plane> of_batches(planes.batches());
      NumberBatches numbers(planes.size());
      Cells counted(values, 4), by_hand(values, 4);
      for (std::size_t batch = 0; batch < planes.batches(); ++batch) {
        numbers[batch] = &of_batches[batch];
        for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
          of_batches[batch][deck] = static_cast<Card>((7 * deck + batch) % values);
          if (deck < planes.cards().decks_of(batch)) ++by_hand[of_batches[batch][deck]];
        }
      }
      count_numbers(numbers, counted);
      CHECK(counted == by_hand);
    }
  });
}
