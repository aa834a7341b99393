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
#include "core/tally/planes/order_planes.hpp"
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

// Calls check(orders, planes) for full and for partial batches of every deck on every target.
template <class Check>
void on_every_target(Check check) {
  const TargetsRestored restored;
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    for (const int deck_size : deck_sizes) {
      CAPTURE(deck_size);
      OrderPlanes planes(deck_size);
      // A full batch first: what it leaves behind must not count in those that follow.
      for (const int decks : {64, 1, 17, 63}) {
        CAPTURE(decks);
        const Orders orders = random_orders(deck_size, decks, static_cast<unsigned>(100 * deck_size + decks));
        planes.clear();
        for (const auto& order : orders) planes.add(order);
        check(orders, planes);
      }
    }
  }
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
  on_every_target([](const Orders& orders, const OrderPlanes& planes) {
    bool same = true;
    for (std::size_t deck = 0; deck < orders.size(); ++deck) {
      const auto inverse = inverse_of(orders[deck]), digits = draws_read_back(orders[deck]);
      same = same && std::ranges::equal(planes.order(deck), orders[deck]);
      for (std::size_t at = 0; at < inverse.size(); ++at) {
        same =
            same && planes.cards()[at][deck] == orders[deck][at] && planes.places()[at][deck] == inverse[at];
        same = same && planes.digits()[at][deck] == digits[at];
      }
    }
    CHECK(same);
  });
}

TEST_CASE("orders that come in planes are those that come one by one, on every vector target") {
  on_every_target([](const Orders& orders, const OrderPlanes& planes) {
    if (!planes.full() || planes.deck_size() > largest_deck_taken_in_planes) return;
    std::vector<Plane> places(planes.cards().size());
    REQUIRE(lay_out_places(planes.cards(), places));
    OrderPlanes taken(planes.deck_size());
    // What came before is forgotten.
    for (std::size_t deck = 0; deck < 3; ++deck) taken.add(orders[deck]);
    CHECK(taken.digits().size() == orders.front().size());
    taken.clear();
    taken.take(planes.cards(), places);
    CHECK(taken.full());
    CHECK(std::ranges::equal(taken.cards(), planes.cards()));
    CHECK(std::ranges::equal(taken.places(), planes.places()));
    CHECK(std::ranges::equal(taken.digits(), planes.digits()));
    CHECK(std::ranges::equal(taken.neighbours(), planes.neighbours()));
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

TEST_CASE("sieves of orders in planes are those of the orders, and the low bits of their fingerprints") {
  on_every_target([](const Orders& orders, const OrderPlanes& planes) {
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
  on_every_target([](const Orders& orders, const OrderPlanes& planes) {
    const std::size_t n = orders.front().size();
    Orders inverses;
    for (const auto& order : orders) inverses.push_back(inverse_of(order));
    CHECK(std::ranges::equal(planes.neighbours(), neighbours_by_hand(orders)));
    CHECK(std::ranges::equal(planes.inverse_neighbours(), neighbours_by_hand(inverses)));

    // Added to what is there.
    Cells ascending(n * (n - 1) / 2, 3), expected = ascending_by_hand(orders);
    count_ascending_pairs(planes.cards(), planes.size(), ascending);
    for (std::uint64_t& cell : expected) cell += 3;
    CHECK(ascending == expected);

    bool same = true;
    for (std::size_t position = 0; position < n; ++position) {
      Cells values(n, 5), by_hand(n, 5);
      count_values(planes.cards()[position], planes.size(), values);
      for (const auto& order : orders) ++by_hand[order[position]];
      same = same && values == by_hand;
    }
    CHECK(same);

    const std::size_t width = (n + 2) / 3;
    std::vector<Plane> hands(n);
    tell_hands_apart(planes.places(), width, hands);
    Cells mates(n * (n - 1) / 2, 1), mates_by_hand;
    count_equal_pairs(hands, planes.size(), mates);
    for (std::size_t first = 0; first < n; ++first) {
      for (std::size_t second = first + 1; second < n; ++second) {
        mates_by_hand.push_back(
            1 + static_cast<std::uint64_t>(std::ranges::count_if(inverses, [&](const auto& places) {
              return places[first] / width == places[second] / width;
            })));
      }
    }
    CHECK(mates == mates_by_hand);

    Cells sum = neighbours_by_hand(orders);
    add_counts(planes.neighbours(), sum);
    for (std::size_t cell = 0; cell < sum.size(); ++cell)
      same = same && sum[cell] == 2 * planes.neighbours()[cell];
    CHECK(same);
  });
}

TEST_CASE("numbers of orders in planes are those of each order by itself, on every vector target") {
  on_every_target([](const Orders& orders, const OrderPlanes& planes) {
    const auto check = [&](std::string_view what, const DeckNumbers& numbers, auto by_hand) {
      CAPTURE(what);
      bool same = true;
      for (std::size_t deck = 0; deck < orders.size(); ++deck) {
        same = same && numbers[deck] == by_hand(orders[deck], orders[deck].size());
      }
      CHECK(same);
    };
    using Order = std::vector<Card>;
    check("descents", descents_of(planes.cards()), [](const Order& order, std::size_t n) {
      int count = 0;
      for (std::size_t at = 1; at < n; ++at) count += order[at - 1] > order[at];
      return count;
    });
    check("peaks", peaks_of(planes.cards()), [](const Order& order, std::size_t n) {
      int count = 0;
      for (std::size_t at = 1; at + 1 < n; ++at) {
        count += order[at] > order[at - 1] && order[at] > order[at + 1];
      }
      return count;
    });
    check("successions", successions_of(planes.cards()), [](const Order& order, std::size_t n) {
      int count = 0;
      for (std::size_t at = 1; at < n; ++at) count += order[at] == order[at - 1] + 1;
      return count;
    });
    check("inversions", inversions_of(planes.cards()), [](const Order& order, std::size_t n) {
      int count = 0;
      for (std::size_t at = 0; at < n; ++at) {
        for (std::size_t after = at; after < n; ++after) count += order[at] > order[after];
      }
      return count;
    });
    check("fixed points", fixed_values_of(planes.cards()),
          [](const Order& order, std::size_t) { return fixed_points(order); });
    check("cycles", fixed_values_of(planes.digits()),
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
    for (const From from : {From::start, From::end}) {
      check("maxima", records_of(planes.cards(), Record::maximum, from),
            records(std::greater(), from == From::end));
      check("minima", records_of(planes.cards(), Record::minimum, from),
            records(std::less(), from == From::end));
    }
  });
}

TEST_CASE("large decks are counted alike on every vector target, however many at a time") {
  const TargetsRestored restored;
  for (const int deck_size : deck_sizes) {
    CAPTURE(deck_size);
    const Orders orders = random_orders(deck_size, 150, static_cast<unsigned>(deck_size));
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
