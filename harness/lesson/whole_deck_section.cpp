// A whole deck has too many orders for a law, but some shuffles have a formula.
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/diagnosis/card_suspects.hpp"
#include "core/exact/closed_forms.hpp"
#include "core/exact/riffle_distance.hpp"
#include "core/exact/shelf_words.hpp"
#include "core/order/number_text.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

namespace {

double mean_of(const std::vector<double>& law) {
  double mean = 0;
  for (std::size_t value = 0; value < law.size(); ++value) mean += static_cast<double>(value) * law[value];
  return mean;
}

// By the mean of a number whose fair law has this mean and variance.
std::string shuffles_until_seen(const std::vector<double>& law, double fair_mean, double fair_variance) {
  const double from_fair = mean_of(law) - fair_mean;
  return number_text(
      std::ceil(trials_needed(1, sample_alpha, sample_power, from_fair * from_fair / fair_variance)));
}

std::string until_riffles_are_seen(int riffles) {
  return shuffles_until_seen(rising_sequences_of_riffles(whole_deck, std::pow(2.0, riffles)),
                             (whole_deck + 1) / 2., (whole_deck + 1) / 12.);
}

std::string until_shelves_are_seen(const Integer& shelves) {
  return shuffles_until_seen(peaks_of_shelves(whole_deck, shelves), (whole_deck - 2) / 3.,
                             2 * (whole_deck + 1) / 45.);
}

Paragraph on_shuffles_until_seen(const char* number) {
  return {fmt::format(
      "The last number is how many shuffles it takes to see that, by the mean of their {}: fairness is "
      "rejected with probability {} at a false-alarm rate of {}.",
      number, sample_power, exact_number(sample_alpha))};
}

Section riffles() {
  constexpr int most_riffles = 10;
  const Fraction half(1, 2);
  Table table{.columns = {{.heading = "riffles", .kind = ColumnKind::number},
                          {.heading = "total variation", .kind = ColumnKind::number},
                          {.heading = "line: 1/2", .kind = ColumnKind::bar, .mark = 0.5},
                          {.heading = "shuffles to see it", .kind = ColumnKind::number}},
              .rows = {}};
  Curve curve{.times_name = "riffles",
              .distance_name = "total variation from uniform",
              .points = {},
              .goal = to_double(half)};
  std::optional<int> first_below_half;
  for (int riffles = 1; riffles <= most_riffles; ++riffles) {
    const Fraction distance = riffle_total_variation(whole_deck, riffles);
    if (distance < half && !first_below_half) first_below_half = riffles;
    const double share = to_double(distance);
    curve.points.push_back({.times = riffles, .distance = share});
    table.rows.push_back({{fmt::format("{}", riffles)},
                          {fmt::format("{:.5f}", share)},
                          {"", share},
                          {until_riffles_are_seen(riffles)}});
  }
  Section section{.title = fmt::format("How many riffles for {} cards?", whole_deck), .blocks = {}};
  section.blocks.push_back(Paragraph{fmt::format(
      "A deck of {} has too many orders to look at one by one, but those with equally many rising "
      "sequences are equally likely (Bayer and Diaconis 1992), so the distance is exact:",
      whole_deck)});
  section.blocks.push_back(Figure{.title = fmt::format("The bias of {} cards, by riffles", whole_deck),
                                  .picture = std::move(curve),
                                  .remark = "At first hardly anything is gained, then much with each riffle.",
                                  .caption = "",
                                  .numbers = std::move(table)});
  section.blocks.push_back(on_shuffles_until_seen("rising sequences"));
  if (first_below_half) {
    section.blocks.push_back(Paragraph{fmt::format(
        "With the first riffles hardly anything is gained; {} riffles are the first to come below 1/2. It is "
        "never 0.",
        *first_below_half)});
  }
  return section;
}

Section shelves() {
  // As in the table of Diaconis, Fulman and Holmes 2013.
  constexpr std::array shelf_counts{10, 15, 20, 25, 30, 35, 50, 100, 150, 200, 250, 300};
  Table table{.columns = {{.heading = "shelves", .kind = ColumnKind::number},
                          {.heading = "total variation", .kind = ColumnKind::number},
                          {.heading = "line: 1/2", .kind = ColumnKind::bar, .mark = 0.5}},
              .rows = {}};
  for (const int shelves : shelf_counts) {
    const double share = to_double(shelf_total_variation(whole_deck, shelves));
    table.rows.push_back({{fmt::format("{}", shelves)}, {fmt::format("{:.5f}", share)}, {"", share}});
  }
  constexpr int of_casinos = 10;
  Section section{.title = fmt::format("What does a casino machine leave of {} cards?", whole_deck),
                  .blocks = {}};
  section.blocks.push_back(
      Paragraph{fmt::format("Orders with equally many peaks are equally likely (Diaconis, Fulman and Holmes "
                            "2013), so the distance is "
                            "exact for {} cards too. The machines have {} shelves:",
                            whole_deck, of_casinos)});
  section.blocks.push_back(std::move(table));
  constexpr int most_passes = 3;
  Table passes{.columns = {{.heading = "passes", .kind = ColumnKind::number},
                           {.heading = "as one over shelves", .kind = ColumnKind::number},
                           {.heading = "total variation", .kind = ColumnKind::number},
                           {.heading = "shuffles to see it", .kind = ColumnKind::number}},
               .rows = {}};
  for (int pass = 1; pass <= most_passes; ++pass) {
    const Integer as_one = shelves_of_passes(of_casinos, pass);
    passes.rows.push_back({{fmt::format("{}", pass)},
                           {as_one.str()},
                           {number_text(shelf_total_variation(whole_deck, as_one))},
                           {until_shelves_are_seen(as_one)}});
  }
  section.blocks.push_back(Paragraph{fmt::format(
      "A second pass over {} shelves makes one over {} of it. It is never 0, however many passes:",
      of_casinos, shelves_of_passes(of_casinos, 2).str())});
  section.blocks.push_back(std::move(passes));
  section.blocks.push_back(on_shuffles_until_seen("peaks"));
  return section;
}

Section random_swaps() {
  constexpr std::array swap_counts{26, 52, 100, 150, 200};
  const Fraction most = mean_fixed_points_after_swaps(whole_deck, swap_counts.front());
  Table table{
      .columns = {{.heading = "swaps", .kind = ColumnKind::number},
                  {.heading = "mean of cards in their own place", .kind = ColumnKind::number},
                  {.heading = "line: fair", .kind = ColumnKind::bar, .mark = to_double(Fraction(1 / most))}},
      .rows = {}};
  for (const int swaps : swap_counts) {
    const Fraction mean = mean_fixed_points_after_swaps(whole_deck, swaps);
    table.rows.push_back({{fmt::format("{}", swaps)},
                          {fmt::format("{:.4f}", to_double(mean))},
                          {"", to_double(Fraction(mean / most))}});
  }
  Section section{.title = fmt::format("How many swaps for {} cards?", whole_deck), .blocks = {}};
  section.blocks.push_back(Paragraph{fmt::format(
      "A fair shuffle leaves one card in its own place, on average. Of {} cards k swaps leave 1 + "
      "{} (1 - 2/{})^k (Diaconis and Shahshahani 1981):",
      whole_deck, whole_deck - 1, whole_deck)});
  section.blocks.push_back(std::move(table));
  return section;
}

}  // namespace

std::optional<Section> whole_deck_section(Lesson& lesson) {
  if (!lesson.has_ideal_draws()) return std::nullopt;
  const std::string_view shuffle = lesson.setup().shuffle->name;
  if (shuffle == "riffle") return riffles();
  if (shuffle == "shelf") return shelves();
  if (shuffle == "swap-pairs") return random_swaps();
  return std::nullopt;
}

}  // namespace fairshuffle
