// How many are enough? The bias against an option that has its laws at numbers far apart.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/exact/law_refused.hpp"
#include "core/exact/numeric_law.hpp"
#include "core/interpret/law_of.hpp"
#include "core/interpret/meter.hpp"
#include "core/order/number_text.hpp"
#include "core/shuffle/registry.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

namespace {

constexpr int smallest_deck = 3;
constexpr int largest_deck = 7;
constexpr std::int64_t most_tried = 10'000;

// 2, 5, 10, 20, 50 ...
std::vector<std::int64_t> round_numbers() {
  std::vector<std::int64_t> numbers;
  for (std::int64_t ten = 1; ten <= most_tried; ten *= 10) {
    for (const std::int64_t digit : {1, 2, 5}) {
      if (digit * ten > 1 && digit * ten <= most_tried) numbers.push_back(digit * ten);
    }
  }
  return numbers;
}

// One that stands in the place of another option, and was given.
std::optional<std::size_t> given_instead(const SampleSetup& setup) {
  const auto& options = setup.shuffle->options;
  for (std::size_t option = 0; option < options.size(); ++option) {
    if (!options[option].instead_of.empty() && is_told(*setup.shuffle, setup.options, option)) return option;
  }
  return std::nullopt;
}

struct Point {
  std::int64_t value;
  double distance;
};

// Up to the first value whose bias is small; shorter where a law is out of reach.
std::vector<Point> swept(SampleSetup setup, std::size_t option) {
  std::vector<Point> points;
  try {
    for (const std::int64_t value : round_numbers()) {
      setup.options[option] = value;
      points.push_back({value, total_variation(numeric_law_of(setup))});
      if (points.back().distance < small_bias) break;
    }
  } catch (const LawRefused&) {
    // A lesson says less, but does not fail, where a law is out of reach.
  }
  return points;
}

}  // namespace

std::optional<Section> keys_section(Lesson& lesson) {
  const std::optional<std::size_t> option = given_instead(lesson.setup());
  if (!option || !why_no_law(lesson.setup()).empty()) return std::nullopt;
  const std::string name(lesson.setup().shuffle->options[*option].name);
  Table own{.columns = {{.heading = name, .kind = ColumnKind::number},
                        {.heading = "total variation", .kind = ColumnKind::number},
                        {.heading = "", .kind = ColumnKind::bar}},
            .rows = {}};
  Table enough{.columns = {{.heading = "n", .kind = ColumnKind::number},
                           {.heading = name, .kind = ColumnKind::number},
                           {.heading = "total variation there", .kind = ColumnKind::number}},
               .rows = {}};
  for (int size = smallest_deck; size <= largest_deck; ++size) {
    const std::vector<Point> points = swept(at_deck_size(lesson.setup(), size), *option);
    if (size == lesson.deck_size()) {
      for (const Point& point : points) {
        own.rows.push_back({{with_commas(static_cast<std::uint64_t>(point.value))},
                            {fmt::format("{:.5f}", point.distance)},
                            {"", point.distance}});
      }
    }
    if (points.empty() || points.back().distance >= small_bias) continue;
    enough.rows.push_back({{fmt::format("{}", size)},
                           {with_commas(static_cast<std::uint64_t>(points.back().value))},
                           {fmt::format("{:.5f}", points.back().distance)}});
  }
  if (own.rows.empty()) return std::nullopt;
  Section section{.title = fmt::format("How many {} are enough?", name), .blocks = {}};
  section.blocks.push_back(Paragraph{fmt::format("The bias of {} cards:", lesson.deck_size())});
  section.blocks.push_back(std::move(own));
  if (!enough.rows.empty()) {
    section.blocks.push_back(Paragraph{
        fmt::format("The first round number of {} at which the total variation distance is below {}:", name,
                    small_bias)});
    section.blocks.push_back(std::move(enough));
  }
  section.blocks.push_back(
      Paragraph{fmt::format("Small is not none: two cards can always have the same of {0} {1}, and each card "
                            "more makes that likelier.",
                            with_commas(static_cast<std::uint64_t>(lesson.setup().options[*option])), name)});
  return section;
}

}  // namespace fairshuffle
