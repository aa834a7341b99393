// The reset trap: what counts show of a deck that is not put back in order, and what quotients show.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/exact/law.hpp"
#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

namespace {

constexpr int smallest_carried_deck = 3;
constexpr int largest_carried_deck = 5;
constexpr int most_shuffles_shown = 10;
// Below this a law needs a million trials and more to be told from uniform.
constexpr double forgotten = 0.001;

using Ranks = std::vector<std::vector<std::uint32_t>>;

// The rank of the deck that comes of a deck (first index) by a shuffle that puts the sorted one into an order
// (second index).
Ranks shuffled_ranks(int deck_size) {
  const auto size = static_cast<std::size_t>(deck_size);
  const std::uint64_t orders = order_count(deck_size);
  Ranks ranks(orders, std::vector<std::uint32_t>(orders));
  std::vector<Card> deck(size), order(size), after(size);
  for (std::uint64_t from = 0; from < orders; ++from) {
    order_of_rank(from, deck);
    for (std::uint64_t by = 0; by < orders; ++by) {
      order_of_rank(by, order);
      for (std::size_t position = 0; position < size; ++position) after[position] = deck[order[position]];
      ranks[from][by] = static_cast<std::uint32_t>(rank_of(after));
    }
  }
  return ranks;
}

// The law of the deck after one shuffle more.
Law shuffled_on(const Law& deck, const Law& shuffle, const Ranks& ranks) {
  Law after{.deck_size = deck.deck_size,
            .denominator = deck.denominator * shuffle.denominator,
            .weight = std::vector<Integer>(deck.weight.size()),
            .invalid = 0};
  for (std::size_t from = 0; from < deck.weight.size(); ++from) {
    if (deck.weight[from] == 0) continue;
    for (std::size_t by = 0; by < shuffle.weight.size(); ++by) {
      if (shuffle.weight[by] != 0) after.weight[ranks[from][by]] += deck.weight[from] * shuffle.weight[by];
    }
  }
  return reduced(std::move(after));
}

// Of all decks so far, one drawn at random.
Law mean_law(const Law& mean_before, const Law& last, int decks) {
  Law mean{.deck_size = last.deck_size,
           .denominator = mean_before.denominator * last.denominator * decks,
           .weight = {},
           .invalid = 0};
  for (std::size_t rank = 0; rank < last.weight.size(); ++rank) {
    mean.weight.push_back(mean_before.weight[rank] * last.denominator * (decks - 1) +
                          last.weight[rank] * mean_before.denominator);
  }
  return reduced(std::move(mean));
}

std::string what_counts_show(const Law& shuffle, const Law& last, const Law& mean, int shuffles) {
  const Fraction left = total_variation(last), together = total_variation(mean),
                 even = even_probability(last);
  if (to_double(left) < forgotten) {
    return fmt::format(
        "After {} shuffles the deck is within {} of uniform, and every later one is: counts of the decks "
        "forget the bias, and tests of single decks call the shuffle fair.",
        shuffles, number_text(left));
  }
  if ((even == 0 || even == 1) && left < total_variation(shuffle)) {
    return fmt::format(
        "The shuffle leaves nothing of odd and even to chance, so each deck stays half from uniform at "
        "least; "
        "all {} decks together are {} from it{}.",
        shuffles, number_text(together),
        together < left ? ", and ever nearer: their counts forget the bias" : "");
  }
  if (left < total_variation(shuffle)) {
    return fmt::format(
        "After {} shuffles the deck is {} from uniform, and no later one is farther: counts of the decks "
        "forget the bias.",
        shuffles, number_text(left));
  }
  return fmt::format(
      "Here the counts don't forget: however often it is shuffled, the deck comes in {} of {} orders only.",
      with_commas(support_size(last)), with_commas(order_count(last.deck_size)));
}

}  // namespace

std::optional<Section> carried_section(Lesson& lesson) {
  const int size = std::min(lesson.deck_size(), largest_carried_deck);
  if (size < smallest_carried_deck || lesson.is_seeded_again()) return std::nullopt;
  const Law* shuffle = lesson.law(size);
  if (shuffle == nullptr || invalid_probability(*shuffle) != 0 || total_variation(*shuffle) == 0) {
    return std::nullopt;
  }
  const Fraction of_one = total_variation(*shuffle);
  Table table{.columns = {{.heading = "shuffles", .kind = ColumnKind::number},
                          {.heading = "the deck", .kind = ColumnKind::number},
                          {.heading = "", .kind = ColumnKind::bar},
                          {.heading = "all decks so far", .kind = ColumnKind::number},
                          {.heading = "the quotient", .kind = ColumnKind::number}},
              .rows = {}};
  const Ranks ranks = shuffled_ranks(size);
  Law deck = *shuffle, mean = *shuffle;
  int shuffles = 1;
  for (;; ++shuffles) {
    const Fraction left = total_variation(deck);
    table.rows.push_back({{fmt::format("{}", shuffles)},
                          {number_text(left)},
                          {"", to_double(left / of_one)},
                          {number_text(total_variation(mean))},
                          {number_text(of_one)}});
    if (shuffles == most_shuffles_shown || to_double(left) < forgotten) break;
    deck = shuffled_on(deck, *shuffle, ranks);
    mean = mean_law(mean, deck, shuffles + 1);
  }
  Section section{.title = "If the deck is not put back in order", .blocks = {}};
  section.blocks.push_back(Paragraph{fmt::format(
      "The reset trap: {} cards are shuffled on and on, each time from where the last shuffle left them. The "
      "total variation distance from uniform of the deck after so many shuffles, of all decks that have come "
      "so far, and of the quotient, the order that leads from one deck to the next:",
      size)});
  section.blocks.push_back(std::move(table));
  section.blocks.push_back(Paragraph{what_counts_show(*shuffle, deck, mean, shuffles)});
  section.blocks.push_back(Paragraph{
      fmt::format("The quotient is the shuffle itself, {} from uniform each time. So every run tests "
                  "quotients too, and reset=never counts nothing else.",
                  number_text(of_one))});
  return section;
}

}  // namespace fairshuffle
