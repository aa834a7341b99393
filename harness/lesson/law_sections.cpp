// The exact law: every order of three cards, the orders of the whole deck, and those that never come.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/exact/distances.hpp"
#include "core/exact/law.hpp"
#include "core/interpret/law_of.hpp"
#include "core/interpret/meter.hpp"
#include "core/order/number_text.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

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
    return {
        fmt::format("Every order has exactly {}: the law of {} cards is uniform, and no bet on the order "
                    "gains anything.",
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
      fmt::format("A bet {} wins with probability {} where a "
                  "fair deck gives {}. The difference, {}, is the total variation distance from uniform: "
                  "no bet on the order gains more.",
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
  Table table{.columns = {{.heading = "order"}}, .rows = {}};
  if (paths) table.columns.push_back({.heading = "paths", .kind = ColumnKind::number});
  table.columns.push_back({.heading = "probability", .kind = ColumnKind::number});
  table.columns.push_back({.heading = "", .kind = ColumnKind::number});
  table.columns.push_back({.heading = "against 1/n!", .kind = ColumnKind::number});
  table.columns.push_back(
      {.heading = "line: fair", .kind = ColumnKind::bar, .mark = to_double(fair) / to_double(largest)});
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
  Table table{.columns = {{.heading = "of the whole law"},
                          {.heading = "", .kind = ColumnKind::number},
                          {.heading = "exactly", .kind = ColumnKind::number}},
              .rows = {}};
  const auto add = [&table](const char* what, const Fraction& fraction) {
    table.rows.push_back({{what}, {number_text(fraction)}, {short_fraction(fraction)}});
  };
  const std::uint64_t orders = order_count(law.deck_size);
  add("total variation from uniform", total_variation(law));
  if (invalid_probability(law) == 0) add("phi2, n! times the sum of (p - 1/n!)^2", phi2(law));
  add("probability of an even order", even_probability(law));
  if (invalid_probability(law) != 0) add("probability of no order at all", invalid_probability(law));
  table.rows.push_back({{"orders that can come"},
                        {with_commas(support_size(law))},
                        {fmt::format("{} of {}", with_commas(support_size(law)), with_commas(orders))}});
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
  Table table{.columns = {{.heading = "orders", .kind = ColumnKind::number},
                          {.heading = "with probability", .kind = ColumnKind::number},
                          {.heading = "", .kind = ColumnKind::number},
                          {.heading = "against 1/n!", .kind = ColumnKind::number},
                          {.heading = "line: fair",
                           .kind = ColumnKind::bar,
                           .mark = std::min(1.0, to_double(fair) / to_double(largest))}},
              .rows = {}};
  for (const auto& [probability, orders] : orders_of) {
    table.rows.push_back({{with_commas(orders)},
                          {short_fraction(probability)},
                          {short_number(to_double(probability), 4)},
                          {against_fair(probability, fair)},
                          {"", to_double(probability) / to_double(largest)}});
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
  Table table{.columns = {{.heading = "order"},
                          {.heading = "probability", .kind = ColumnKind::number},
                          {.heading = "", .kind = ColumnKind::number},
                          {.heading = "against 1/n!", .kind = ColumnKind::number},
                          {.heading = "line: fair",
                           .kind = ColumnKind::bar,
                           .mark = std::min(1.0, to_double(fair) / to_double(largest))}},
              .rows = {}};
  constexpr std::size_t at_each_end = 4;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i >= at_each_end && i + at_each_end < ranks.size()) continue;
    const Fraction probability = probability_of(law, ranks[i]);
    table.rows.push_back({{order_text(law, ranks[i])},
                          {short_fraction(probability)},
                          {short_number(to_double(probability), 4)},
                          {against_fair(probability, fair)},
                          {"", to_double(probability) / to_double(largest)}});
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
    section.blocks.push_back(Paragraph{
        fmt::format("There is no exact law here: {}. What can be done is to shuffle, count and test: "
                    "fairshuffle certify {}",
                    reason.empty() ? "it would take too long to compute" : reason, lesson.target_name())});
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
  section.blocks.push_back(Paragraph{
      fmt::format("{} of the {} orders of {} cards {} impossible: {}{}.", with_commas(missing),
                  with_commas(orders), law->deck_size, missing == 1 ? "is" : "are", examples,
                  missing > shown ? fmt::format(" and {} more", with_commas(missing - shown)) : "")});
  section.blocks.push_back(
      Paragraph{"No luck with the random numbers brings them: whoever knows the shuffle can rule them out."});
  return section;
}

}  // namespace fairshuffle
