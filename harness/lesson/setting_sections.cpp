// What a target's own settings do: draws that are not uniform, and a source that is seeded again and again.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/draw/law.hpp"
#include "core/exact/distances.hpp"
#include "core/exact/law.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/meter.hpp"
#include "core/interpret/paths.hpp"
#include "core/order/number_text.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"
#include "harness/lesson/worst_draw.hpp"

namespace fairshuffle {

namespace {

constexpr int whole_deck = 52;

Section per_draw_clock(Lesson& lesson) {
  Section section{.title = "Seeded before every draw", .blocks = {}};
  section.blocks.push_back(Paragraph{
      "A shuffle takes far less than a tick of the clock, so each of its draws is seeded alike and reads the "
      "same first word R. All choices are made of one number."});
  Table table{.columns = {{.heading = "n", .kind = ColumnKind::number},
                          {.heading = "orders that come", .kind = ColumnKind::number},
                          {.heading = "of", .kind = ColumnKind::number},
                          {.heading = "likeliest order", .kind = ColumnKind::number},
                          {.heading = "against 1/n!", .kind = ColumnKind::number},
                          {.heading = "total variation", .kind = ColumnKind::number}},
              .rows = {}};
  const int n = lesson.deck_size();
  for (int size = std::min(3, n); size <= largest_taught_deck; ++size) {
    const Law* law = lesson.law(size);
    if (law == nullptr) continue;
    const Fraction likeliest = largest_probability(*law).probability;
    table.rows.push_back({{fmt::format("{}", size)},
                          {with_commas(support_size(*law))},
                          {with_commas(order_count(size))},
                          {number_text(likeliest)},
                          {against_fair(likeliest, Fraction(1, order_count(size)))},
                          {number_text(total_variation(*law))}});
  }
  if (!table.rows.empty()) {
    section.blocks.push_back(Paragraph{"Were R itself uniform:"});
    section.blocks.push_back(std::move(table));
  }
  if (lesson.setup().draw->info.name == "modulo") {
    std::uint64_t classes = 1;
    for (const std::uint64_t bound : bounds_drawn(lesson.setup())) classes = std::lcm(classes, bound);
    section.blocks.push_back(
        Paragraph{fmt::format("Two words that leave the same remainder by {}, the least common multiple of "
                              "all bounds, make the same draws: "
                              "{} cards can't come in more than {} orders.",
                              with_commas(classes), n, with_commas(classes))});
  }
  section.blocks.push_back(
      Paragraph{"Seed once, when the program starts, and let the draws of all shuffles follow each other."});
  return section;
}

Section per_shuffle_clock(Lesson& lesson) {
  const Seeding& seeding = lesson.setup().clock.seeding;
  const std::uint64_t ticks = seeding.clock == ClockUnit::seconds ? 1 : 1000;
  const std::uint64_t a_day = 86'400 * ticks;
  const std::uint64_t rate = seeding.shuffles_per_second;
  Section section{.title = "Seeded from the clock for every shuffle", .blocks = {}};
  if (rate > ticks) {
    section.blocks.push_back(
        Paragraph{fmt::format("At {} shuffles a second and {} tick{} a second, {} shuffles in a row begin "
                              "with the same seed and come out "
                              "the same: of 1,000,000 shuffles about {} can differ, while two decks in a row "
                              "of a fair shuffle of {} "
                              "cards are equal once in {}.",
                              with_commas(rate), with_commas(ticks), ticks == 1 ? "" : "s",
                              number_text(static_cast<double>(rate) / static_cast<double>(ticks)),
                              number_text(1e6 * static_cast<double>(ticks) / static_cast<double>(rate)),
                              lesson.deck_size(), with_commas(order_count(lesson.deck_size())))});
  }
  section.blocks.push_back(Paragraph{fmt::format(
      "The time of day is all that decides: {} ticks a day, so at most {} decks, and "
      "whoever knows the time to the "
      "tick knows the deck. {} cards have about {} orders. Seed once, when the "
      "program starts, from more than a "
      "clock.",
      with_commas(a_day), with_commas(a_day), whole_deck, short_number(std::tgamma(whole_deck + 1.0), 1))});
  return section;
}

}  // namespace

std::optional<Section> draw_section(Lesson& lesson) {
  const std::optional<WorstDraw> worst = worst_draw_of(lesson.setup());
  if (!worst) return std::nullopt;
  const auto& [bound, law] = *worst;
  const Fraction words = Fraction(law.max_word) + 1, fair(1, bound);
  const Fraction most = Fraction(*std::ranges::max_element(law.words)) / words;
  Section section{.title = fmt::format("A draw of {} that is not uniform", bound), .blocks = {}};
  section.blocks.push_back(Paragraph{fmt::format(
      "draw={}: {}. The source {} gives {} different words; so many of them make each value below {}:",
      lesson.setup().draw->info.name, lesson.setup().draw->info.truth, lesson.setup().source->info.name,
      integer_text(PathArithmetic::Integer(law.max_word) + 1), bound)});
  Table table{.columns = {{.heading = "value", .kind = ColumnKind::number},
                          {.heading = "words", .kind = ColumnKind::number},
                          {.heading = "probability", .kind = ColumnKind::number},
                          {.heading = fmt::format("against 1/{}", bound), .kind = ColumnKind::number},
                          {.heading = "line: fair", .kind = ColumnKind::bar, .mark = to_double(fair / most)}},
              .rows = {}};
  for (std::size_t value = 0; value < law.words.size(); ++value) {
    const Fraction probability = Fraction(law.words[value]) / words;
    table.rows.push_back({{fmt::format("{}", value)},
                          {with_commas(law.words[value])},
                          {fmt::format("{:.6f}", to_double(probability))},
                          {against_fair(probability, fair)},
                          {"", to_double(probability / most)}});
  }
  section.blocks.push_back(std::move(table));
  return section;
}

std::optional<Section> seeding_section(Lesson& lesson) {
  switch (lesson.setup().clock.seeding.kind) {
    case SeedingKind::per_draw_clock:
      return per_draw_clock(lesson);
    case SeedingKind::per_shuffle_clock:
      return per_shuffle_clock(lesson);
    case SeedingKind::per_block:
    case SeedingKind::per_run:
      break;
  }
  return std::nullopt;
}

}  // namespace fairshuffle
