// Exact laws: of orders, of cards at positions, and of a deck that is carried on.
#include <algorithm>
#include <cmath>

#include "core/diagnosis/card_suspects.hpp"
#include "core/exact/closed_forms.hpp"
#include "core/exact/law.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/meter.hpp"
#include "core/order/order.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "harness/lesson/formula.hpp"
#include "harness/lesson/lesson.hpp"

namespace fairshuffle {

// Every order of three cards, the orders of the whole deck, and those that never come.

namespace {

constexpr int listed_deck = 3;
constexpr std::size_t most_groups = 12;
constexpr std::size_t most_examples = 8;

Fraction fair_share(const Law& law) {
  return Fraction(1, order_count(law.deck_size));
}

std::string order_text(const Law& law, std::uint64_t rank) {
  return deck_text(order_of_rank(rank, law.deck_size));
}

Fraction largest_share(const Law& law) {
  return std::max(invalid_probability(law), largest_probability(law).probability);
}

// The bet that total variation speaks of: on the orders that come more often than is fair.
Paragraph bet_paragraph(const Law& law) {
  const Fraction fair = fair_share(law), distance = total_variation(law);
  if (distance == 0) {
    return {fmt::format(
        "Every order has exactly {}: the law of {} cards is uniform, and no bet on the order gains anything.",
        to_text(fair), law.deck_size)};
  }
  Fraction wins = 0, share = 0;
  for (std::uint64_t rank = 0; rank < order_count(law.deck_size); ++rank) {
    const Fraction probability = probability_of(law, rank);
    if (probability <= fair) continue;
    wins += probability;
    share += fair;
  }
  const Fraction invalid = invalid_probability(law);
  std::string bet = fmt::format("on the orders that come more often than {}", to_text(fair));
  if (invalid != 0) bet = wins == 0 ? "that no order comes" : bet + ", or that none comes,";
  wins += invalid;
  std::string wins_text = fraction_and_number(wins), share_text = fraction_and_number(share);
  if (number_text(wins) == number_text(share)) {
    // Decimals that look the same say nothing: the fractions do, or the difference.
    share_text = to_text(share);
    wins_text = short_fraction(wins);
    const std::string more = number_text(distance);
    if (wins_text.empty()) {
      wins_text = more.starts_with('<') ? fmt::format("a little above {}", share_text)
                                        : fmt::format("{} + {}", share_text, more);
    }
  }
  return {
      fmt::format("A bet {} wins with probability {} where a fair deck gives {}. The difference, {}, is the "
                  "total variation distance from uniform: no bet on the order gains more.",
                  bet, wins_text, share_text, fraction_and_number(distance))};
}

// The paths that lead to each order, where they are equally likely and few enough to be looked at.
std::optional<PathArithmetic> countable_paths(const SampleSetup& setup) {
  if (shares_words(setup.clock.seeding.kind)) return std::nullopt;
  std::optional<PathArithmetic> paths = path_arithmetic(setup);
  if (paths && paths->paths > 1'000'000) paths.reset();
  return paths;
}

Section list_of_orders(const Law& law, const SampleSetup& setup) {
  const Fraction fair = fair_share(law), largest = largest_share(law);
  const std::optional<PathArithmetic> paths = countable_paths(setup);
  Table table = table_with({text_column("order")});
  if (paths) table.columns.push_back(number_column("paths"));
  table.columns.push_back(number_column("probability"));
  table.columns.push_back(number_column());
  table.columns.push_back(number_column("against 1/n!"));
  table.columns.push_back(bar_column("line: fair", to_double(fair) / to_double(largest)));
  const auto add = [&](const std::string& order, const Fraction& probability, const std::string& against) {
    std::vector<Cell> row{{order}};
    if (paths) row.push_back({to_text(probability * Fraction(paths->paths))});
    row.push_back({short_fraction(probability)});
    row.push_back({fmt::format("{:.6f}", to_double(probability))});
    row.push_back({against});
    row.push_back({"", to_double(probability) / to_double(largest)});
    table.rows.push_back(std::move(row));
  };
  for (std::uint64_t rank = 0; rank < order_count(law.deck_size); ++rank) {
    const Fraction probability = probability_of(law, rank);
    add(order_text(law, rank), probability, against_fair(probability, fair));
  }
  if (const Fraction invalid = invalid_probability(law); invalid != 0) add("no order", invalid, "invalid");
  Section section{.title = fmt::format("Every order of {} cards", law.deck_size), .blocks = {}};
  section.blocks.push_back(std::move(table));
  section.blocks.push_back(bet_paragraph(law));
  return section;
}

Table quantities(const Law& law) {
  Table table = table_with({text_column("of the whole law"), number_column(), number_column("exactly")});
  const auto add = [&table](const char* what, const Fraction& fraction) {
    add_row(table, what, number_text(fraction), short_fraction(fraction));
  };
  const std::uint64_t orders = order_count(law.deck_size);
  add("total variation from uniform", total_variation(law));
  if (invalid_probability(law) == 0) add("phi2, n! times the sum of (p - 1/n!)^2", phi2(law));
  add("probability of an even order", even_probability(law));
  if (invalid_probability(law) != 0) add("probability of no order at all", invalid_probability(law));
  add_row(table, "orders that can come", with_commas(support_size(law)),
          fmt::format("{} of {}", with_commas(support_size(law)), with_commas(orders)));
  return table;
}

// How many orders share each probability, the likeliest first, where those are few.
std::optional<Table> groups(const Law& law) {
  std::map<Fraction, std::uint64_t, std::greater<>> orders_of;
  for (std::uint64_t rank = 0; rank < order_count(law.deck_size); ++rank) {
    ++orders_of[probability_of(law, rank)];
    if (orders_of.size() > most_groups) return std::nullopt;
  }
  const Fraction fair = fair_share(law), largest = orders_of.begin()->first;
  Table table = table_with({number_column("orders"), number_column("with probability"), number_column(),
                            number_column("against 1/n!"),
                            bar_column("line: fair", std::min(1.0, to_double(fair) / to_double(largest)))});
  for (const auto& [probability, orders] : orders_of) {
    add_row(table, with_commas(orders), short_fraction(probability), short_number(to_double(probability), 4),
            against_fair(probability, fair), to_double(probability) / to_double(largest));
  }
  return table;
}

Table extremes(const Law& law) {
  std::vector<std::uint64_t> ranks(order_count(law.deck_size));
  for (std::uint64_t rank = 0; rank < ranks.size(); ++rank) ranks[rank] = rank;
  std::ranges::stable_sort(ranks, [&law](std::uint64_t a, std::uint64_t b) {
    return probability_of(law, a) > probability_of(law, b);
  });
  const Fraction fair = fair_share(law), largest = probability_of(law, ranks.front());
  Table table = table_with({text_column("order"), number_column("probability"), number_column(),
                            number_column("against 1/n!"),
                            bar_column("line: fair", std::min(1.0, to_double(fair) / to_double(largest)))});
  constexpr std::size_t at_each_end = 4;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i >= at_each_end && i + at_each_end < ranks.size()) continue;
    const Fraction probability = probability_of(law, ranks[i]);
    add_row(table, order_text(law, ranks[i]), short_fraction(probability),
            short_number(to_double(probability), 4), against_fair(probability, fair),
            to_double(probability) / to_double(largest));
  }
  return table;
}

Figure order_figure(const Law& law, std::string caption, Table numbers) {
  const Fraction fair = fair_share(law);
  OrderExcesses orders{.deck_size = law.deck_size, .excesses = {}};
  for (std::uint64_t rank = 0; rank < order_count(law.deck_size); ++rank) {
    orders.excesses.push_back(to_double(Fraction(probability_of(law, rank) / fair - 1)));
  }
  return {.title = "How likely every order is",
          .picture = std::move(orders),
          .remark = fmt::format("The exact probability of each order against its fair share of {}: orange "
                                "where it comes more often than is fair, blue where less often.",
                                to_text(fair)),
          .caption = std::move(caption),
          .numbers = std::move(numbers)};
}

}  // namespace

std::optional<Section> small_law_section(Lesson& lesson) {
  const int n = std::min(listed_deck, lesson.deck_size());
  const Law* law = lesson.law(n);
  if (law == nullptr) return std::nullopt;
  return list_of_orders(*law, at_deck_size(lesson.setup(), n));
}

std::optional<Section> law_section(Lesson& lesson) {
  Section section{.title = fmt::format("The law of {} cards", lesson.deck_size()), .blocks = {}};
  const Law* law = lesson.law();
  if (law == nullptr) {
    const std::string reason = why_no_law(lesson.setup());
    say(section,
        "There is no exact law here: {}. What can be done is to shuffle, count and test: fairshuffle certify "
        "{}",
        reason.empty() ? "it would take too long to compute" : reason, lesson.target_name());
    return section;
  }
  if (lesson.deck_size() <= listed_deck) return std::nullopt;
  section.blocks.push_back(quantities(*law));
  section.blocks.push_back(bet_paragraph(*law));
  if (total_variation(*law) == 0 || support_size(*law) == 0) return section;
  if (std::optional<Table> table = groups(*law)) {
    section.blocks.push_back(
        order_figure(*law, "How many orders share which probability:", std::move(*table)));
  } else {
    section.blocks.push_back(
        order_figure(*law, "The likeliest and the least likely orders:", extremes(*law)));
  }
  return section;
}

std::optional<Section> impossible_section(Lesson& lesson) {
  const Law* law = lesson.law();
  if (law == nullptr) return std::nullopt;
  const std::uint64_t orders = order_count(law->deck_size), missing = orders - support_size(*law);
  if (missing == 0) return std::nullopt;
  if (missing == orders) {
    return Section{.title = "Orders that never come",
                   .blocks = {Paragraph{fmt::format("None of the {} orders of {} cards ever comes.",
                                                    with_commas(orders), law->deck_size)}}};
  }
  std::string examples;
  std::size_t shown = 0;
  for (std::uint64_t rank = 0; rank < orders && shown < most_examples; ++rank) {
    if (probability_of(*law, rank) != 0) continue;
    examples += fmt::format("{}{}", shown == 0 ? "" : ", ", order_text(*law, rank));
    ++shown;
  }
  Section section{.title = "Orders that never come", .blocks = {}};
  say(section, "{} of the {} orders of {} cards {} impossible: {}{}.", with_commas(missing),
      with_commas(orders), law->deck_size, missing == 1 ? "is" : "are", examples,
      missing > shown ? fmt::format(" and {} more", with_commas(missing - shown)) : "");
  say(section, "No luck with the random numbers brings them: whoever knows the shuffle can rule them out.");
  return section;
}

// Card by position: where the bias shows in single cards, and why equal positions are not enough.

namespace {

struct ShownNumber {
  std::string text;
  double value = 0;  ///< what the text says
};

ShownNumber shown(const Fraction& probability, std::size_t deck_size) {
  const std::string text = fmt::format("{:.{}f}", to_double(probability), deck_size <= 6 ? 4 : 3);
  return {.text = text, .value = std::stod(text)};
}

Table position_table(const std::vector<std::vector<Fraction>>& positions) {
  Table table = table_with({number_column("position")});
  // From white, half a shade for the fair share: what matters is who is above it and who below.
  // Shades are of the digits shown, so that equal numbers look alike.
  const std::size_t n = positions.size();
  const double fair = shown(Fraction(1, n), n).value;
  double farthest = 0;
  for (const auto& row : positions) {
    for (const Fraction& probability : row) {
      farthest = std::max(farthest, std::abs(shown(probability, n).value - fair));
    }
  }
  for (std::size_t card = 0; card < positions.size(); ++card) {
    table.columns.push_back({.heading = fmt::format("card {}", card), .kind = ColumnKind::shade});
  }
  for (std::size_t position = 0; position < positions.size(); ++position) {
    std::vector<Cell> row{{fmt::format("{}", position)}};
    for (const Fraction& probability : positions[position]) {
      const auto [text, value] = shown(probability, n);
      row.push_back({text, farthest == 0 ? 0.5 : 0.5 + (value - fair) / farthest / 2});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Figure position_figure(const std::vector<std::vector<Fraction>>& positions) {
  const Fraction fair(1, positions.size());
  CardGrid grid{.deviations = {}, .unit = "per cent"};
  for (const auto& row : positions) {
    auto& of_position = grid.deviations.emplace_back();
    for (const Fraction& probability : row) {
      of_position.push_back(100 * to_double(Fraction(probability / fair - 1)));
    }
  }
  return {.title = "Where every card lands",
          .picture = std::move(grid),
          .remark = fmt::format("How much likelier or less likely than its fair share of {} each card is at "
                                "each position, in per cent of that share.",
                                to_text(fair)),
          .caption = "",
          .numbers = position_table(positions)};
}

std::string worst_cell(const std::vector<std::vector<Fraction>>& positions) {
  const Fraction fair(1, positions.size());
  std::size_t worst_position = 0, worst_card = 0;
  Fraction worst = -1;
  for (std::size_t position = 0; position < positions.size(); ++position) {
    for (std::size_t card = 0; card < positions.size(); ++card) {
      const Fraction distance = abs(Fraction(positions[position][card] - fair));
      if (distance <= worst) continue;
      worst = distance;
      worst_position = position;
      worst_card = card;
    }
  }
  const Fraction& probability = positions[worst_position][worst_card];
  if (probability == 0) {
    return fmt::format("Farthest from the fair share of {} is card {} at position {}: it never comes there.",
                       to_text(fair), worst_card, worst_position);
  }
  // Decimals that look like the fair share say nothing.
  std::string value = fraction_and_number(probability);
  if (number_text(probability) == number_text(fair)) value = short_fraction(probability);
  return fmt::format(
      "Farthest from the fair share of {} is card {} at position {}: {}{}{} against the fair share.",
      to_text(fair), worst_card, worst_position, value, value.empty() ? "" : ", ",
      against_fair(probability, fair));
}

}  // namespace

std::optional<Section> positions_section(Lesson& lesson) {
  const Law* law = lesson.law();
  if (law == nullptr || invalid_probability(*law) != 0) return std::nullopt;
  const auto positions = position_law(*law);
  const Fraction fair(1, lesson.deck_size());
  const bool flat = std::ranges::all_of(positions, [&](const auto& row) {
    return std::ranges::all_of(row, [&](const Fraction& p) { return p == fair; });
  });
  const Fraction distance = total_variation(*law);
  Section section{.title = "Card by position", .blocks = {}};
  if (flat && distance != 0) section.title = "Equal at every position, and still not fair";
  if (!flat) {
    section.blocks.push_back(position_figure(positions));
    say(section, worst_cell(positions));
    return section;
  }
  section.blocks.push_back(position_table(positions));
  if (distance == 0) {
    say(section,
        "Every card is at every position with probability {}, as a uniform shuffle must have it. The reverse "
        "does not hold: the lesson on random-cut shows why.",
        to_text(fair));
  } else {
    say(section,
        "Every card is at every position with probability exactly {}, and a count of single cards will never "
        "find anything. Yet the cards do not move freely of each other: {} of {} orders can come, and the "
        "total variation distance from uniform is {}. A test of positions alone proves nothing; count whole "
        "orders, or at least which card follows which.",
        to_text(fair), with_commas(support_size(*law)), with_commas(order_count(lesson.deck_size())),
        fraction_and_number(distance));
  }
  return section;
}

// The reset trap: what counts show of a deck that is not put back in order, and what quotients show.

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
        "least; all {} decks together are {} from it{}.",
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
  Table table = table_with({number_column("shuffles"), number_column("the deck"), bar_column(),
                            number_column("all decks so far"), number_column("the quotient")});
  const Ranks ranks = shuffled_ranks(size);
  Law deck = *shuffle, mean = *shuffle;
  int shuffles = 1;
  for (;; ++shuffles) {
    const Fraction left = total_variation(deck);
    add_row(table, shuffles, number_text(left), to_double(left / of_one), number_text(total_variation(mean)),
            number_text(of_one));
    if (shuffles == most_shuffles_shown || to_double(left) < forgotten) break;
    deck = shuffled_on(deck, *shuffle, ranks);
    mean = mean_law(mean, deck, shuffles + 1);
  }
  Section section{.title = "If the deck is not put back in order", .blocks = {}};
  say(section,
      "The reset trap: {} cards are shuffled on and on, each time from where the last shuffle left them. The "
      "total variation distance from uniform of the deck after so many shuffles, of all decks that have come "
      "so far, and of the quotient, the order that leads from one deck to the next:",
      size);
  section.blocks.push_back(std::move(table));
  say(section, what_counts_show(*shuffle, deck, mean, shuffles));
  say(section,
      "The quotient is the shuffle itself, {} from uniform each time. So every run tests quotients too, and "
      "reset=never counts nothing else.",
      number_text(of_one));
  return section;
}

}  // namespace fairshuffle
