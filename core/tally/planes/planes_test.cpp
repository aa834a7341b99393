// What is counted over planes, on every vector target, against counts deck by deck and card by card.
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/order/fingerprint.hpp"
#include "core/order/vector_targets.hpp"
#include "core/tally/planes/order_batches.hpp"
#include "core/tally/planes/plane_counts.hpp"
#include "core/tally/planes/plane_layout.hpp"
#include "core/tally/planes/plane_numbers.hpp"
#include "core/tally/planes/plane_sieves.hpp"
#include "core/tally/tables/orders_for_tests.hpp"
#include "core/tally/tables/top_cards.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

using Orders = std::vector<std::vector<Card>>;
using Cells = std::vector<std::uint64_t>;

struct TargetsRestored {
  ~TargetsRestored() { use_vector_target(vector_targets().front()); }
};

constexpr int deck_sizes[] = {11, 13, 16, 17, 20, 31, 32, 33, 52, 54, 64, 65, 100, 128};

// Calls check(orders, planes) for full and for partial batches of every deck, one and several, on every
// target.
template <class Check>
void on_every_target(Check check) {
  const TargetsRestored restored;
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    for (const int deck_size : deck_sizes) {
      CAPTURE(deck_size);
      OrderBatches planes(deck_size);
      // Full ones first: what they leave behind must not count in those that follow.
      for (const int decks : {512, 64, 1, 17, 63, 449}) {
        CAPTURE(decks);
        const Orders orders = random_orders(deck_size, decks, static_cast<unsigned>(100 * deck_size + decks));
        planes.clear();
        add_all(orders, planes);
        CHECK(planes.size() == orders.size());
        check(orders, planes);
      }
    }
  }
}

// The same with orders that lie in planes once.
template <class Check>
void on_every_target_in_planes(Check check) {
  const TargetsRestored restored;
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    for (const int deck_size : deck_sizes) {
      CAPTURE(deck_size);
      OrderPlanes planes(deck_size);
      for (const int decks : {64, 1, 17}) {
        CAPTURE(decks);
        const Orders orders = random_orders(deck_size, decks, static_cast<unsigned>(100 * deck_size + decks));
        planes.clear();
        for (const auto& order : orders) planes.add(order);
        check(orders, planes);
      }
    }
  }
}

// The value of a deck in a plane.
Card value_at(const PlaneBatches& planes, std::size_t plane, std::size_t deck) {
  return planes.batch(deck / decks_of_planes)[plane][deck % decks_of_planes];
}

std::size_t place_holding(const std::vector<Card>& order, std::size_t card) {
  return static_cast<std::size_t>(std::ranges::find(order, static_cast<Card>(card)) - order.begin());
}

Cells neighbours_by_hand(const Orders& orders) {
  const std::size_t n = orders.front().size();
  Cells cells((n + 1) * (n + 1));
  for (const auto& order : orders) {
    std::size_t before = n;
    for (const Card card : order) {
      ++cells[before * (n + 1) + card];
      before = card;
    }
    ++cells[before * (n + 1) + n];
  }
  return cells;
}

Cells ascending_by_hand(const Orders& orders) {
  const std::size_t n = orders.front().size();
  Cells cells;
  for (std::size_t first = 0; first < n; ++first) {
    for (std::size_t second = first + 1; second < n; ++second) {
      cells.push_back(static_cast<std::uint64_t>(
          std::ranges::count_if(orders, [&](const auto& order) { return order[first] < order[second]; })));
    }
  }
  return cells;
}

// The swaps of Durstenfeld's shuffle undone: position i holds what was drawn.
std::vector<Card> draws_read_back(const std::vector<Card>& order) {
  std::vector<Card> deck(order.size()), digits(order.size());
  std::iota(deck.begin(), deck.end(), Card{0});
  for (std::size_t i = order.size(); i-- > 0;) {
    digits[i] = static_cast<Card>(place_holding(deck, order[i]));
    std::swap(deck[i], deck[digits[i]]);
  }
  return digits;
}

}  // namespace

TEST_CASE("orders, their inverses and their digits lie in planes as they are, on every vector target") {
  on_every_target([](const Orders& orders, const OrderBatches& planes) {
    bool same = true;
    for (std::size_t deck = 0; deck < orders.size(); ++deck) {
      const auto inverse = inverse_of(orders[deck]), digits = draws_read_back(orders[deck]);
      for (std::size_t at = 0; at < inverse.size(); ++at) {
        same = same && value_at(planes.cards(), at, deck) == orders[deck][at];
        same = same && value_at(planes.places(), at, deck) == inverse[at];
        same = same && value_at(planes.digits(), at, deck) == digits[at];
      }
    }
    CHECK(same);
  });
}

TEST_CASE("orders that come in planes are those that come one by one, on every vector target") {
  on_every_target_in_planes([](const Orders& orders, const OrderPlanes& planes) {
    if (!planes.full() || planes.deck_size() > largest_deck_taken_in_planes) return;
    std::vector<Plane> places(planes.cards().size());
    REQUIRE(lay_out_places(planes.cards(), places));
    OrderPlanes taken(planes.deck_size());
    // What came before is forgotten.
    for (std::size_t deck = 0; deck < 3; ++deck) taken.add(orders[deck]);
    CHECK(taken.places().size() == orders.front().size());
    taken.clear();
    taken.take(planes.cards(), places);
    CHECK(taken.full());
    CHECK(taken.known_digits().empty());
    CHECK(std::ranges::equal(taken.cards(), planes.cards()));
    CHECK(std::ranges::equal(taken.places(), planes.places()));
    bool same = true;
    for (std::size_t deck = 0; deck < orders.size(); ++deck) {
      same = same && std::ranges::equal(taken.order(deck), orders[deck]);
    }
    CHECK(same);
    taken.clear();
    taken.add(orders[5]);
    CHECK(std::ranges::equal(taken.order(0), orders[5]));
    CHECK(taken.cards()[0][0] == orders[5][0]);
  });
}

TEST_CASE("digits that are known are not read, and those of other batches are") {
  const Orders orders = random_orders(20, 64, 3);
  OrderPlanes rows(20), known(20);
  for (const auto& order : orders) rows.add(order);
  // Other digits than these orders have.
  const std::vector<Plane> digits(rows.places().begin(), rows.places().end());
  known.take(rows.cards(), rows.places(), digits);
  OrderBatches read(20), mixed(20);
  read.add(rows);
  for (const OrderPlanes* batch : {&rows, &known, &rows}) mixed.add(*batch);
  CHECK(std::ranges::equal(mixed.digits().batch(0), read.digits().batch(0)));
  CHECK(std::ranges::equal(mixed.digits().batch(1), digits));
  CHECK(std::ranges::equal(mixed.digits().batch(2), read.digits().batch(0)));
  // Nor are they those of batches that are gone.
  mixed.clear();
  for (int batch = 0; batch < 2; ++batch) mixed.add(rows);
  CHECK(std::ranges::equal(mixed.digits().batch(1), read.digits().batch(0)));
  known.clear();
  known.add(orders[0]);
  CHECK(known.known_digits().empty());
}

TEST_CASE("sieves of orders in planes are those of the orders, and the low bits of their fingerprints") {
  on_every_target_in_planes([](const Orders& orders, const OrderPlanes& planes) {
    const DeckNumbers sieves = sieves_of(planes.cards());
    bool same = true;
    for (std::size_t deck = 0; deck < orders.size(); ++deck) {
      const std::uint16_t sieve = sieve_of(orders[deck]);
      same = same && sieves[deck] == sieve;
      if (planes.deck_size() >= smallest_sieved_deck) {
        same = same && (fingerprint_of(orders[deck]).low & 0xffff) == sieve;
      }
    }
    CHECK(same);
  });
}

TEST_CASE("one deck that holds a card twice is seen among the others, on every vector target") {
  const TargetsRestored restored;
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    for (const std::size_t n :
         {std::size_t{2}, std::size_t{13}, std::size_t{17}, std::size_t{33}, std::size_t{64}}) {
      CAPTURE(n);
      std::vector<Plane> cards(n), places(n);
      for (std::size_t p = 0; p < n; ++p) cards[p].fill(static_cast<Card>(p));
      CHECK(lay_out_places(cards, places));
      bool all_seen = true;
      for (std::size_t deck = 0; deck < decks_of_planes; ++deck) {
        Card& card = cards[deck % n][deck];
        const Card before = std::exchange(card, static_cast<Card>((card + 1 + deck % (n - 1)) % n));
        all_seen = all_seen && !lay_out_places(cards, places);
        card = before;
      }
      CHECK(all_seen);
    }
  }
}

TEST_CASE("cells counted over planes are those counted one by one, on every vector target") {
  on_every_target([](const Orders& orders, const OrderBatches& planes) {
    const std::size_t n = orders.front().size();
    Orders inverses;
    for (const auto& order : orders) inverses.push_back(inverse_of(order));
    CHECK(std::ranges::equal(planes.neighbours(), neighbours_by_hand(orders)));
    CHECK(std::ranges::equal(planes.inverse_neighbours(), neighbours_by_hand(inverses)));

    std::vector<PairCount> ascending(n * (n - 1) / 2, 3);
    count_ascending_pairs(planes.cards(), ascending);
    CHECK(std::ranges::equal(ascending, ascending_by_hand(orders)));
    CHECK(std::ranges::equal(planes.pairs_in_order(), ascending_by_hand(inverses)));

    // Added to what is there.
    Cells values(n * n, 5), values_by_hand(n * n, 5);
    count_values(planes.cards(), values);
    for (const auto& order : orders) {
      for (std::size_t position = 0; position < n; ++position)
        ++values_by_hand[position * n + order[position]];
    }
    CHECK(values == values_by_hand);

    Cells digits(n * (n + 1) / 2 - 1, 2), digits_by_hand(n * (n + 1) / 2 - 1, 2);
    count_values_to_index(planes.digits(), digits);
    for (const auto& order : orders) {
      const std::vector<Card> draws = draws_read_back(order);
      for (std::size_t i = 1; i < n; ++i) ++digits_by_hand[i * (i + 1) / 2 - 1 + draws[i]];
    }
    CHECK(digits == digits_by_hand);

    // In two, three and four hands, the last of which may be smaller.
    for (const std::size_t hands : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
      CAPTURE(hands);
      const std::size_t width = (n + hands - 1) / hands;
      Cells mates(n * (n - 1) / 2, 1), mates_by_hand;
      count_hand_mates(planes.places(), width, mates);
      for (std::size_t first = 0; first < n; ++first) {
        for (std::size_t second = first + 1; second < n; ++second) {
          mates_by_hand.push_back(
              1 + static_cast<std::uint64_t>(std::ranges::count_if(inverses, [&](const auto& places) {
                return places[first] / width == places[second] / width;
              })));
        }
      }
      CHECK(mates == mates_by_hand);
    }

    Cells sum = neighbours_by_hand(orders);
    add_pair_counts(planes.neighbours(), sum);
    for (std::size_t cell = 0; cell < sum.size(); ++cell) sum[cell] -= planes.neighbours()[cell];
    CHECK(sum == neighbours_by_hand(orders));
  });
}

TEST_CASE("numbers of orders in planes are those of each order by itself, on every vector target") {
  on_every_target([](const Orders& orders, const OrderBatches& planes) {
    // number_of(batch) has one of each deck, by_hand(order, cards) the same.
    const auto check = [&](std::string_view what, auto number_of, auto by_hand) {
      CAPTURE(what);
      bool same = true;
      for (std::size_t deck = 0; deck < orders.size(); ++deck) {
        const auto numbers = number_of(deck / decks_of_planes);
        same = same && numbers[deck % decks_of_planes] == by_hand(orders[deck], orders[deck].size());
      }
      CHECK(same);
    };
    using Order = std::vector<Card>;
    check(
        "descents", [&](std::size_t batch) { return planes.numbers(batch).descents; },
        [](const Order& order, std::size_t n) {
          int count = 0;
          for (std::size_t at = 1; at < n; ++at) count += order[at - 1] > order[at];
          return count;
        });
    check(
        "peaks", [&](std::size_t batch) { return planes.numbers(batch).peaks; },
        [](const Order& order, std::size_t n) {
          int count = 0;
          for (std::size_t at = 1; at + 1 < n; ++at) {
            count += order[at] > order[at - 1] && order[at] > order[at + 1];
          }
          return count;
        });
    check(
        "successions", [&](std::size_t batch) { return planes.numbers(batch).successions; },
        [](const Order& order, std::size_t n) {
          int count = 0;
          for (std::size_t at = 1; at < n; ++at) count += order[at] == order[at - 1] + 1;
          return count;
        });
    check(
        "inversions", [&](std::size_t batch) { return planes.inversions(batch); },
        [](const Order& order, std::size_t n) {
          int count = 0;
          for (std::size_t at = 0; at < n; ++at) {
            for (std::size_t after = at; after < n; ++after) count += order[at] > order[after];
          }
          return count;
        });
    check(
        "fixed points", [&](std::size_t batch) { return fixed_values_of(planes.cards().batch(batch)); },
        [](const Order& order, std::size_t) { return fixed_points(order); });
    check(
        "cycles", [&](std::size_t batch) { return fixed_values_of(planes.digits().batch(batch)); },
        [](const Order& order, std::size_t) { return cycle_count(order); });
    const auto records = [](auto is_better, bool from_end) {
      return [=](Order order, std::size_t) {
        if (from_end) std::ranges::reverse(order);
        int count = 0;
        for (auto at = order.begin(); at != order.end(); ++at) {
          count += std::all_of(order.begin(), at, [&](Card before) { return is_better(*at, before); });
        }
        return count;
      };
    };
    const auto check_record = [&](std::string_view what, Plane OrderNumbers::*record, auto by_hand) {
      check(
          what, [&planes, record](std::size_t batch) { return planes.numbers(batch).*record; }, by_hand);
    };
    check_record("left maxima", &OrderNumbers::left_maxima, records(std::greater(), false));
    check_record("left minima", &OrderNumbers::left_minima, records(std::less(), false));
    check_record("right maxima", &OrderNumbers::right_maxima, records(std::greater(), true));
    check_record("right minima", &OrderNumbers::right_minima, records(std::less(), true));
    const auto descents = [](const Order& order) {
      int count = 0;
      for (std::size_t at = 1; at < order.size(); ++at) count += order[at - 1] > order[at];
      return count;
    };
    check(
        "inverse descents", [&](std::size_t batch) { return planes.inverse_descents(batch).descents; },
        [&](const Order& order, std::size_t) { return descents(inverse_of(order)); });
    check(
        "inverse peaks", [&](std::size_t batch) { return planes.inverse_descents(batch).peaks; },
        [](const Order& order, std::size_t n) {
          const Order places = inverse_of(order);
          int count = 0;
          for (std::size_t at = 1; at + 1 < n; ++at) {
            count += places[at] > places[at - 1] && places[at] > places[at + 1];
          }
          return count;
        });
  });
}

TEST_CASE("numbers of decks are counted as one by one, on every vector target") {
  on_every_target([](const Orders& orders, const OrderBatches& planes) {
    // Few of them and many, up to the highest one that a deck of 128 cards has.
    for (const std::size_t values : {std::size_t{2}, orders.front().size(), std::size_t{129}}) {
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

TEST_CASE("large decks are counted alike on every vector target, however many at a time") {
  const TargetsRestored restored;
  for (const int deck_size : deck_sizes) {
    CAPTURE(deck_size);
    const Orders orders = random_orders(deck_size, 700, static_cast<unsigned>(deck_size));
    Tally one_by_one(deck_size, 2);
    for (const auto& order : orders) one_by_one.add_to_derived(order);
    for (const std::string_view target : vector_targets()) {
      CAPTURE(target);
      use_vector_target(target);
      Tally together(deck_size, 2);
      for (const auto& order : orders) together.add_to_tables(order);
      CHECK_FALSE(together.is_settled());
      together.settle();
      CHECK(together.is_settled());
      CHECK(std::ranges::equal(together.positions.cells(), one_by_one.positions.cells()));
      CHECK(std::ranges::equal(together.neighbours.cells(), one_by_one.neighbours.cells()));
      CHECK(std::ranges::equal(together.fixed_points.by_value(), one_by_one.fixed_points.by_value()));
      CHECK(std::ranges::equal(together.cycles.by_value(), one_by_one.cycles.by_value()));
      CHECK(std::ranges::equal(together.parity.by_value(), one_by_one.parity.by_value()));
      CHECK(std::ranges::equal(together.subsets->by_rank(), one_by_one.subsets->by_rank()));
    }
  }
}

TEST_CASE("trials that are taken in planes are counted and kept as one by one") {
  const auto coded = [](RunningTally& tally) {
    tally.settle();
    std::string bytes;
    CountsWriter writer([&bytes](std::string_view piece) { bytes += piece; });
    tally.write(writer);
    writer.end();
    return bytes;
  };
  for (const int n : {11, 13, 16, 17, 52, 64}) {
    CAPTURE(n);
    const std::vector<NamedBet> bets{{.name = "low on top", .cards = {0, 1, 2}, .places = {0, 1, 7}}};
    const OnRequest asked{.tables = {&top_five_table}, .bets = bets, .pairs = true};
    RunningTally one_by_one(n, 2, std::nullopt, most_birthday_slots, asked);
    RunningTally together(n, 2, std::nullopt, most_birthday_slots, asked);
    REQUIRE(together.takes_planes());
    const auto add = [](RunningTally& tally, const std::vector<Card>& order, std::uint64_t trial) {
      tally.add_order(order);
      tally.keep_order(order, trial);
    };
    std::vector<Plane> cards(static_cast<std::size_t>(n)), places(cards.size());
    for (unsigned batch = 0; batch < 6; ++batch) {
      // Hardly any of those that come now is kept.
      if (batch == 3) one_by_one.expect(most_birthday_slots * 4), together.expect(most_birthday_slots * 4);
      // Some that wait when planes come.
      for (const auto& order : random_orders(n, 3, 7 + batch)) {
        add(one_by_one, order, batch);
        add(together, order, batch);
      }
      const Orders orders = random_orders(n, 64, batch);
      std::array<std::uint64_t, decks_of_planes> trials;
      for (std::size_t deck = 0; deck < trials.size(); ++deck) {
        trials[deck] = 1000 * batch + 7 * deck;
        for (std::size_t p = 0; p < cards.size(); ++p) cards[p][deck] = orders[deck][p];
        add(one_by_one, orders[deck], trials[deck]);
      }
      REQUIRE(lay_out_places(cards, places));
      together.add_planes({.cards = cards, .places = places, .digits = {}, .trials = trials});
    }
    CHECK(together.trials() == 6 * 67);
    CHECK(coded(together) == coded(one_by_one));
  }
}

TEST_CASE("what is counted otherwise than over planes takes none") {
  CHECK_FALSE(RunningTally(10, 0).takes_planes());
  CHECK_FALSE(RunningTally(11, 0, OrderCounting{.most_listed = 1000}).takes_planes());
  CHECK(RunningTally(11, 0).takes_planes());
  CHECK_FALSE(RunningTally(65, 0).takes_planes());
  OnRequest dealt;
  dealt.makeup.dealt = 2;
  CHECK_FALSE(RunningTally(20, 0, std::nullopt, most_birthday_slots, dealt).takes_planes());
}
