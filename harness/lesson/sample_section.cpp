// How large a sample reveals the bias, and what it costs to shuffle so.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/exact/law.hpp"
#include "core/interpret/growth.hpp"
#include "core/interpret/law_of.hpp"
#include "core/interpret/meter.hpp"
#include "core/order/number_text.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

namespace {

// A million shuffles a second for three years.
constexpr double most_trials_ever = 1e14;

// No number is enough where there is no bias; beyond doubles one is, but it is too large for them.
std::string trials_text(double trials, const Fraction& bias) {
  if (bias == 0) return "none";
  return std::isinf(trials) ? "> 1e307" : number_text(std::ceil(trials));
}

// The law of draws that share a word is of one shuffle, and counts add up shuffles as if each had a word of
// its own.
std::optional<Paragraph> clock_caveat(const Seeding& seeding) {
  if (seeding.kind != SeedingKind::per_draw_clock) return std::nullopt;
  const std::uint64_t ticks = seeding.clock == ClockUnit::seconds ? 1 : 1000;
  const double in_a_row = static_cast<double>(seeding.shuffles_per_second) / static_cast<double>(ticks);
  const std::string truth =
      in_a_row > 1 ? fmt::format("{} shuffles in a row, on average, are seeded alike and come out equal",
                                 number_text(in_a_row))
                   : "R follows the clock, and shuffles within one tick of it come out equal";
  return Paragraph{fmt::format(
      "This assumes that R is uniform, and independent from shuffle to shuffle. In truth {}: that "
      "is found much sooner.",
      truth)};
}

struct TrialsNeeded {
  Fraction phi2_of_orders, phi2_of_positions;
  double by_orders = 0, by_positions = 0;
};

// Precondition: every result of the law is an order.
TrialsNeeded trials_needed_for(const Law& law) {
  const double orders_df = static_cast<double>(order_count(law.deck_size)) - 1;
  const double positions_df = (law.deck_size - 1.0) * (law.deck_size - 1.0);
  TrialsNeeded needed{.phi2_of_orders = phi2(law), .phi2_of_positions = phi2_positions(law)};
  needed.by_orders = trials_needed(orders_df, sample_alpha, sample_power, to_double(needed.phi2_of_orders));
  needed.by_positions =
      trials_needed(positions_df, sample_alpha, sample_power, to_double(needed.phi2_of_positions));
  return needed;
}

Table trials_by_deck_size(Lesson& lesson) {
  Table table{.columns = {{.heading = "n", .kind = ColumnKind::number},
                          {.heading = "total variation", .kind = ColumnKind::number},
                          {.heading = "phi2", .kind = ColumnKind::number},
                          {.heading = "shuffles, by orders", .kind = ColumnKind::number},
                          {.heading = "by positions", .kind = ColumnKind::number}},
              .rows = {}};
  for (int size = std::min(3, lesson.deck_size()); size <= std::max(5, lesson.deck_size()); ++size) {
    const Law* law = lesson.law(size);
    if (law == nullptr || invalid_probability(*law) != 0) continue;
    const TrialsNeeded needed = trials_needed_for(*law);
    table.rows.push_back({{fmt::format("{}", size)},
                          {number_text(total_variation(*law))},
                          {number_text(needed.phi2_of_orders)},
                          {trials_text(needed.by_orders, needed.phi2_of_orders)},
                          {trials_text(needed.by_positions, needed.phi2_of_positions)}});
  }
  return table;
}

Paragraph note_on(double fewest_trials) {
  if (std::isinf(fewest_trials)) {
    return {"No sampling will ever see it: more than 1e307 shuffles are wanted. Only the exact law does."};
  }
  if (fewest_trials > most_trials_ever) {
    return {fmt::format(
        "No sampling will ever see it: {} shuffles take {} years at a million a second. Only the exact "
        "law does.",
        number_text(fewest_trials), number_text(std::ceil(fewest_trials / 1e6 / 31'557'600)))};
  }
  return {
      "The chi-square law wants five counts an order and 2,400 in all, so a real run takes no fewer than "
      "that."};
}

}  // namespace

std::optional<Section> sample_section(Lesson& lesson) {
  const Law* own = lesson.law();
  if (own == nullptr) return std::nullopt;
  Section section{.title = "How large a sample shows it", .blocks = {}};
  if (const Fraction invalid = invalid_probability(*own); invalid != 0) {
    const std::string how_often =
        invalid == 1 ? "every deck"
                     : fmt::format("one deck in {} on average", number_text(to_double(1 / invalid)));
    section.blocks.push_back(
        Paragraph{fmt::format("Counting needs no statistics here: {} is no order.", how_often)});
    return section;
  }
  if (total_variation(*own) == 0) {
    section.blocks.push_back(Paragraph{
        "None: with ideal draws there is nothing to find, and a test that finds something is at fault in "
        "its own right. What a test can find is a bad source, draw method or seeding."});
    if (auto caveat = clock_caveat(lesson.setup().clock.seeding))
      section.blocks.push_back(std::move(*caveat));
    return section;
  }
  section.blocks.push_back(Paragraph{
      fmt::format("With so many shuffles a chi-square test rejects fairness with probability {} at a "
                  "false-alarm rate of {}. A "
                  "test of orders counts all n! of them, a test of positions every card at every position.",
                  sample_power, exact_number(sample_alpha))});
  section.blocks.push_back(trials_by_deck_size(lesson));
  const TrialsNeeded needed = trials_needed_for(*own);
  section.blocks.push_back(note_on(std::min(needed.by_orders, needed.by_positions)));
  if (auto caveat = clock_caveat(lesson.setup().clock.seeding)) section.blocks.push_back(std::move(*caveat));
  return section;
}

std::optional<Section> cost_section(Lesson& lesson) {
  const std::vector<CostPoint> points = meter(lesson.setup(), metered_sizes(*lesson.setup().shuffle));
  Section section{.title = "What it costs", .blocks = {}};
  section.blocks.push_back(
      Paragraph{"Counted on plain arrays: draws, cards written (a swap writes two), and the cards and keys "
                "that lie outside "
                "the deck; means over up to 32 shuffles."});
  Table costs{.columns = {{.heading = "n", .kind = ColumnKind::number},
                          {.heading = "draws", .kind = ColumnKind::number},
                          {.heading = "moves", .kind = ColumnKind::number},
                          {.heading = "extra memory", .kind = ColumnKind::number}},
              .rows = {}};
  for (const CostPoint& point : points) {
    costs.rows.push_back({{fmt::format("{}", point.deck_size)},
                          {number_text(point.draws)},
                          {number_text(point.moves)},
                          {number_text(point.extra)}});
  }
  section.blocks.push_back(std::move(costs));
  Table growth{.columns = {{.heading = "of"},
                           {.heading = "claimed"},
                           {.heading = "grows as"},
                           {.heading = "exponent", .kind = ColumnKind::number},
                           {.heading = "the claim"}},
               .rows = {}};
  for (const CheckedClaim& claim : check_claims(lesson.setup(), points)) {
    const auto kind = claim.what == "draws"   ? &CostPoint::draws
                      : claim.what == "moves" ? &CostPoint::moves
                                              : &CostPoint::extra;
    const GrowthFit fit = fit_growth(measured(points, kind));
    const bool none = fit.growth == "0";
    growth.rows.push_back({{claim.what == "extra" ? "extra memory" : claim.what},
                           {claim.claim},
                           {none ? "none" : fmt::format("{:.3g} × {}", fit.factor, fit.growth)},
                           {none ? "" : fmt::format("{:.2f}", fit.slope)},
                           {claim.holds ? "holds" : "does not hold"}});
  }
  section.blocks.push_back(std::move(growth));
  return section;
}

}  // namespace fairshuffle
