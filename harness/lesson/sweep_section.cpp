// How often is enough? The bias against a shuffle's numeric option.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/exact/law_refused.hpp"
#include "core/exact/numeric_law.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/law_of.hpp"
#include "core/interpret/meter.hpp"
#include "core/interpret/paths.hpp"
#include "core/shuffle/registry.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

namespace {

constexpr int smallest_swept_deck = 3;
constexpr int largest_swept_deck = 9;
constexpr std::int64_t most_steps_swept = 64;
// Above this an option is no number of repetitions, and a law for each value would take too long.
constexpr std::int64_t most_laws_swept = 12;
constexpr int largest_deck_by_laws = 7;
// A second or two.
constexpr double most_terms_swept = 1.5e9;

/// The option that a lesson sweeps: a number, of a shuffle that is biased.
std::optional<std::size_t> swept_option(const SampleSetup& setup) {
  const ShuffleInfo& shuffle = *setup.shuffle;
  if (shuffle.truth == Truth::uniform) return std::nullopt;
  for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
    const OptionInfo& info = shuffle.options[option];
    if (info.choices.empty() && !info.is_tacit && is_told(shuffle, setup.options, option)) return option;
  }
  return std::nullopt;
}

/// Total variation by the option's value; nothing below its smallest one.
struct Sweep {
  std::int64_t first_value = 0;
  std::vector<double> total_variation;

  /// The first value at which the bias is small; nothing when no value swept has it.
  std::optional<std::int64_t> first_small() const {
    const auto found = std::ranges::find_if(total_variation, [](double tv) { return tv < small_bias; });
    if (found == total_variation.end()) return std::nullopt;
    return first_value + (found - total_variation.begin());
  }
};

class Sweeper {
 public:
  Sweeper(SampleSetup setup, std::size_t option) : setup_(std::move(setup)), option_(option) {}

  /// Until the bias is small, or as far as is within reach; a small bias is expected after some `likely`
  /// more.
  Sweep run(std::int64_t likely) {
    try {
      for (std::int64_t most = likely; most <= most_steps_swept && costs_little(most); most *= 2) {
        Sweep sweep = by_steps(most);
        if (sweep.total_variation.empty()) return by_laws();
        if (sweep.first_small()) return sweep;
      }
    } catch (const LawRefused&) {
      // Out of reach after all.
    }
    return {};
  }

 private:
  void set(std::int64_t value) { setup_.options[option_] = value; }

  // An option that says how often a step is taken adds as many terms for each order every time.
  bool costs_little(std::int64_t most) {
    set(1);
    const std::optional<PathArithmetic> one = path_arithmetic(setup_);
    if (!one) return false;
    set(0);
    const bool repeats =
        setup_.shuffle->options[option_].smallest == 0 && path_arithmetic(setup_)->bounds.empty();
    return !repeats ||
           static_cast<double>(one->paths * one->orders) * static_cast<double>(most) < most_terms_swept;
  }

  // Such an option has its laws on the way of one long run. Empty where each step is not one more of its
  // value.
  Sweep by_steps(std::int64_t most) {
    Sweep sweep{.first_value = 1, .total_variation = {}};
    if (!why_not_evolved(setup_).empty() || setup_.shuffle->options[option_].smallest > 0) return sweep;
    set(most);
    evolve_numeric(setup_, [&sweep](std::size_t, const NumericLaw& law) {
      sweep.total_variation.push_back(fairshuffle::total_variation(law));
    });
    if (sweep.total_variation.size() != static_cast<std::size_t>(most)) sweep.total_variation.clear();
    return sweep;
  }

  Sweep by_laws() {
    if (setup_.deck_size > largest_deck_by_laws) return {};
    const std::int64_t smallest = std::max<std::int64_t>(1, setup_.shuffle->options[option_].smallest);
    Sweep sweep{.first_value = smallest, .total_variation = {}};
    for (std::int64_t value = smallest; value < smallest + most_laws_swept; ++value) {
      set(value);
      try {
        sweep.total_variation.push_back(fairshuffle::total_variation(numeric_law_of(setup_)));
      } catch (const LawRefused&) {
        break;
      }
      if (sweep.total_variation.back() < small_bias) break;
    }
    return sweep;
  }

  SampleSetup setup_;
  std::size_t option_;
};

// The laws of one option's values at each deck size, as a lesson shows them.
struct SweptBySize {
  std::string option;
  Table first_small;       // of all sizes
  bool reaches_0 = false;  // at one of them the bias is gone, but for rounding
  Curve curve;             // of the lesson's own size, and its numbers
  Table numbers;
};

SweptBySize empty_sweep(const std::string& option, std::int64_t chosen) {
  return {.option = option,
          .first_small = {.columns = {{.heading = "n", .kind = ColumnKind::number},
                                      {.heading = "first " + option, .kind = ColumnKind::number},
                                      {.heading = "total variation there", .kind = ColumnKind::number},
                                      {.heading = "one before", .kind = ColumnKind::number}},
                          .rows = {}},
          .curve = {.times_name = option,
                    .distance_name = "total variation from uniform",
                    .points = {},
                    .goal = small_bias,
                    .chosen = chosen,
                    .logarithmic = true},
          .numbers = {.columns = {{.heading = option, .kind = ColumnKind::number},
                                  {.heading = "total variation", .kind = ColumnKind::number},
                                  {.heading = "", .kind = ColumnKind::bar}},
                      .rows = {}}};
}

void add_first_small(SweptBySize& swept, int size, const Sweep& sweep, std::int64_t value) {
  const auto index = static_cast<std::size_t>(value - sweep.first_value);
  swept.reaches_0 = swept.reaches_0 || sweep.total_variation[index] < 1e-12;
  swept.first_small.rows.push_back(
      {{fmt::format("{}", size)},
       {fmt::format("{}", value)},
       {fmt::format("{:.5f}", sweep.total_variation[index])},
       {index == 0 ? "" : fmt::format("{:.5f}", sweep.total_variation[index - 1])}});
}

void add_curve(SweptBySize& swept, const Sweep& sweep) {
  constexpr std::int64_t most_values_shown = 24;
  const auto shown =
      static_cast<std::size_t>(sweep.first_small().value_or(most_values_shown) - sweep.first_value + 1);
  for (std::size_t i = 0; i < std::min(shown, sweep.total_variation.size()); ++i) {
    const double distance = sweep.total_variation[i];
    const std::int64_t value = sweep.first_value + static_cast<std::int64_t>(i);
    swept.curve.points.push_back({.times = value, .distance = distance});
    swept.numbers.rows.push_back(
        {{fmt::format("{}", value)}, {fmt::format("{:.5f}", distance)}, {"", distance}});
  }
}

SweptBySize sweep_sizes(const Lesson& lesson, std::size_t option) {
  SweptBySize swept =
      empty_sweep(std::string(lesson.setup().shuffle->options[option].name), lesson.setup().options[option]);
  std::int64_t likely = 8;
  for (int size = smallest_swept_deck; size <= largest_swept_deck; ++size) {
    const Sweep sweep = Sweeper(at_deck_size(lesson.setup(), size), option).run(likely);
    if (const std::optional<std::int64_t> value = sweep.first_small()) {
      likely = *value + 6;
      add_first_small(swept, size, sweep, *value);
    }
    if (size == lesson.deck_size()) add_curve(swept, sweep);
  }
  return swept;
}

Figure curve_figure(SweptBySize swept, int deck_size) {
  return {
      .title = fmt::format("The bias of {} cards, by {}", deck_size, swept.option),
      .picture = std::move(swept.curve),
      .remark = fmt::format("The total variation distance from uniform, on a logarithmic scale: each line "
                            "down halves it or more. The first {} below {} is marked.",
                            swept.option, small_bias),
      .caption = fmt::format("The bias of {} cards, by {}:", deck_size, swept.option),
      .numbers = std::move(swept.numbers)};
}

}  // namespace

std::optional<Section> sweep_section(Lesson& lesson) {
  const std::optional<std::size_t> option = swept_option(lesson.setup());
  if (!option || !why_no_law(lesson.setup()).empty()) return std::nullopt;
  SweptBySize swept = sweep_sizes(lesson, *option);
  const std::string name = swept.option;
  Table first_small = std::move(swept.first_small);

  const bool reaches_0 = swept.reaches_0, is_plural = name.ends_with('s');
  Section section{.title = is_plural ? fmt::format("How many {} are enough?", name)
                                     : fmt::format("Which {} is enough?", name),
                  .blocks = {}};
  if (!swept.numbers.rows.empty()) {
    section.blocks.push_back(curve_figure(std::move(swept), lesson.deck_size()));
  }
  if (!first_small.rows.empty()) {
    section.blocks.push_back(Paragraph{fmt::format(
        "The first {}{} at which the total variation distance is below {}:", is_plural ? "number of " : "",
        name, small_bias)});
    section.blocks.push_back(std::move(first_small));
  }
  if (section.blocks.empty()) return std::nullopt;
  if (reaches_0) return section;
  const auto paths = path_arithmetic(lesson.setup());
  // Only rounds draw below the same bounds however many they are.
  const bool never_divides =
      lesson.setup().shuffle->options[*option].counts_rounds && paths && !paths->missing_primes.empty();
  section.blocks.push_back(Paragraph{fmt::format(
      "Small is not none. {} {} only makes the bias smaller, and each new deck size wants {}.{}",
      is_plural ? "A larger number of" : "A larger", name, is_plural ? "more" : "a larger one",
      never_divides
          ? fmt::format(" It is 0 for no {} at all: the primes lacking above are lacking for every {}.", name,
                        name)
          : "")});
  return section;
}

}  // namespace fairshuffle
