// What a target's own settings do: draws that are not uniform, and a source that is seeded again and again.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
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

Section per_shuffle_counter(Lesson& lesson) {
  constexpr std::uint64_t shuffles_shown = 10;
  const SampleSetup& setup = lesson.setup();
  Section section{.title = "Seeded with a counter for every shuffle", .blocks = {}};
  section.blocks.push_back(
      Paragraph{fmt::format("Deck number 1 is seeded with 1, deck number 2 with 2: every run of the program "
                            "plays the same decks, and "
                            "whoever has seen them once knows them all. Whether they look fair is up to the "
                            "source, which was made to "
                            "be seeded once. The first draw below {} of each of the first {} decks:",
                            whole_deck, shuffles_shown)});
  Table table{.columns = {{.heading = "deck", .kind = ColumnKind::number},
                          {.heading = fmt::format("draw below {}", whole_deck), .kind = ColumnKind::number},
                          {.heading = "", .kind = ColumnKind::bar}},
              .rows = {}};
  const std::unique_ptr<AnySource> source = setup.source->make(0, setup.bits);
  for (std::uint64_t trial = 0; trial < shuffles_shown; ++trial) {
    source->seed(counter_seed(trial));
    const std::uint64_t drawn = setup.draw->below(*source, whole_deck);
    table.rows.push_back({{fmt::format("{}", trial + 1)},
                          {fmt::format("{}", drawn)},
                          {"", static_cast<double>(drawn) / (whole_deck - 1)}});
  }
  section.blocks.push_back(std::move(table));
  section.blocks.push_back(
      Paragraph{"Seed once, when the program starts, and let the draws of all shuffles follow each other."});
  return section;
}

// How many of `seeds`, drawn again and again, make one come twice with probability 1/2: sqrt(2 ln 2 seeds),
// and half a one more. Mathis 1991, SIAM Review 33(2).
double seeds_until_one_comes_twice(double seeds) {
  return std::ceil(std::sqrt(2 * std::numbers::ln2 * seeds + 0.25) + 0.5);
}

Section per_shuffle_random(Lesson& lesson) {
  const auto seeds = static_cast<double>(lesson.setup().clock.seeding.seeds);
  Section section{.title = "Seeded at random for every shuffle", .blocks = {}};
  section.blocks.push_back(
      Paragraph{fmt::format("One of {} seeds decides all: there are at most as many decks, and {} cards have "
                            "about {} orders. Some deck "
                            "has come twice, to the last card, after about {} shuffles with probability 1/2, "
                            "and whoever sees a few "
                            "cards can try all seeds and know the rest. Seed once, when the program starts, "
                            "from as many random bits "
                            "as the deck has.",
                            with_commas(lesson.setup().clock.seeding.seeds), whole_deck,
                            short_number(std::tgamma(whole_deck + 1.0), 1),
                            with_commas(static_cast<std::uint64_t>(seeds_until_one_comes_twice(seeds))))});
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
    case SeedingKind::per_shuffle_counter:
      return per_shuffle_counter(lesson);
    case SeedingKind::per_shuffle_random:
      return per_shuffle_random(lesson);
    case SeedingKind::per_block:
    case SeedingKind::per_run:
      break;
  }
  return std::nullopt;
}

}  // namespace fairshuffle
