// How much is enough? Repetitions, keys, riffles of a whole deck, shuffles of a sample, and what they cost.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/ranges.h>

#include "core/diagnosis/card_suspects.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/trace.hpp"
#include "core/permutation/permutation.hpp"
#include "core/random/seeding.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "harness/lesson/formula.hpp"
#include "harness/lesson/lesson.hpp"

namespace fairshuffle {

// How often is enough? The bias against a shuffle's numeric option.

namespace {

constexpr int smallest_swept_deck = 3;
constexpr int largest_swept_deck = 9;
constexpr std::int64_t most_steps_swept = 64;
// Above this an option is no number of repetitions, and a distribution for each value would take too long.
constexpr std::int64_t most_distributions_swept = 12;
constexpr std::int64_t largest_round_number = 10'000;
constexpr int largest_deck_by_distributions = 7;
// A second or two.
constexpr double most_terms_swept = 1.5e9;

/// The option that a lesson sweeps, of a shuffle that is biased: a number, which may stand instead of another
/// option.
std::optional<std::size_t> swept_option(const SampleSetup& setup) {
  const ShuffleInfo& shuffle = *setup.shuffle;
  if (shuffle.truth == Truth::uniform) return std::nullopt;
  for (std::size_t option = 0; option < shuffle.options.size(); ++option) {
    const OptionInfo& info = shuffle.options[option];
    const bool may_be = info.choices.empty() && (!info.is_tacit || !info.instead_of.empty());
    if (may_be && is_told(shuffle, setup.options, option)) return option;
  }
  return std::nullopt;
}

struct SweptValue {
  std::int64_t value;
  double total_variation;

  bool is_small() const { return total_variation < small_bias; }
};

/// By ascending value, up to the first one whose bias is small where one is within reach.
using Sweep = std::vector<SweptValue>;

class Sweeper {
 public:
  Sweeper(SampleSetup setup, std::size_t option)
      : setup_(std::move(setup)), option_(option), info_(setup_.shuffle->options[option]) {}

  /// A small bias is expected after some `likely` more.
  Sweep run(std::int64_t likely) {
    if (!info_.instead_of.empty()) return by_distributions(round_numbers());
    try {
      for (std::int64_t most = likely; most <= most_steps_swept && costs_little(most); most *= 2) {
        Sweep sweep = by_steps(most);
        if (sweep.empty()) return by_distributions(first_values());
        if (sweep.back().is_small()) return sweep;
      }
    } catch (const DistributionRefused&) {
      // Out of reach after all.
    }
    return {};
  }

 private:
  void set(std::int64_t value) { setup_.options[option_] = value; }

  std::vector<std::int64_t> first_values() const {
    std::vector<std::int64_t> values(most_distributions_swept);
    std::iota(values.begin(), values.end(), std::max<std::int64_t>(1, info_.smallest));
    return values;
  }

  // 2, 5, 10, 20, 50 ...
  static std::vector<std::int64_t> round_numbers() {
    std::vector<std::int64_t> values;
    for (std::int64_t ten = 1; ten < largest_round_number; ten *= 10) {
      values.insert(values.end(), {2 * ten, 5 * ten, 10 * ten});
    }
    return values;
  }

  // An option that says how often a step is taken adds as many terms for each permutation every time.
  bool costs_little(std::int64_t most) {
    set(1);
    const std::optional<PathArithmetic> one = path_arithmetic(setup_);
    if (!one) return false;
    set(0);
    const bool repeats = info_.smallest == 0 && path_arithmetic(setup_)->bounds.empty();
    return !repeats ||
           static_cast<double>(one->paths * one->permutations) * static_cast<double>(most) < most_terms_swept;
  }

  // Such an option has its distributions on the way of one long run. Empty where each step is not one more of
  // its value.
  Sweep by_steps(std::int64_t most) {
    Sweep sweep;
    if (!why_not_evolved(setup_).empty() || info_.smallest > 0) return sweep;
    set(most);
    evolve_numeric(setup_, [&sweep](std::size_t, const NumericDistribution& distribution) {
      sweep.push_back({std::ssize(sweep) + 1, total_variation(distribution)});
    });
    if (std::ssize(sweep) != most) return {};
    const auto small = std::ranges::find_if(sweep, &SweptValue::is_small);
    if (small != sweep.end()) sweep.erase(small + 1, sweep.end());
    return sweep;
  }

  // A lesson says less, but does not fail, where a distribution is out of reach.
  Sweep by_distributions(const std::vector<std::int64_t>& values) {
    Sweep sweep;
    if (setup_.deck_size > largest_deck_by_distributions) return sweep;
    for (const std::int64_t value : values) {
      set(value);
      try {
        sweep.push_back({value, total_variation(numeric_distribution_of(setup_))});
      } catch (const DistributionRefused&) {
        break;
      }
      if (sweep.back().is_small()) break;
    }
    return sweep;
  }

  SampleSetup setup_;
  std::size_t option_;
  const OptionInfo& info_;
};

Table numbers_of(const Sweep& sweep, const std::string& option) {
  Table table = table_with({number_column(option), number_column("total variation"), bar_column()});
  for (const SweptValue& each : sweep) {
    add_row(table, with_commas(static_cast<std::uint64_t>(each.value)),
            fmt::format("{:.5f}", each.total_variation), each.total_variation);
  }
  return table;
}

Figure curve_figure(const Sweep& sweep, const std::string& option, std::int64_t chosen, int deck_size) {
  Curve curve{.times_name = option,
              .distance_name = "total variation from uniform",
              .points = {},
              .goal = small_bias,
              .chosen = chosen,
              .logarithmic = true};
  for (const SweptValue& each : sweep) {
    curve.points.push_back({.times = each.value, .distance = each.total_variation});
  }
  const std::string title = fmt::format("The bias of {} cards, by {}", deck_size, option);
  return {.title = title,
          .picture = std::move(curve),
          .remark = fmt::format("The total variation distance from uniform, on a logarithmic scale: each "
                                "line down halves it or more. The first {} below {} is marked.",
                                option, small_bias),
          .caption = title + ":",
          .numbers = numbers_of(sweep, option)};
}

}  // namespace

std::optional<Section> sweep_section(Lesson& lesson) {
  const std::optional<std::size_t> option = swept_option(lesson.setup());
  if (!option || !why_no_distribution(lesson.setup()).empty()) return std::nullopt;
  const OptionInfo& info = lesson.setup().shuffle->options[*option];
  const std::string name(info.name);
  const bool is_plural = name.ends_with('s'), is_instead = !info.instead_of.empty();
  Section section{.title = is_plural ? fmt::format("How many {} are enough?", name)
                                     : fmt::format("Which {} is enough?", name),
                  .blocks = {}};
  Table first_small = table_with({number_column("n"), number_column("first " + name),
                                  number_column("total variation there"), number_column("one before")});
  bool reaches_0 = false;
  std::int64_t likely = 8;
  for (int size = smallest_swept_deck; size <= largest_swept_deck; ++size) {
    const Sweep sweep = Sweeper(at_deck_size(lesson.setup(), size), *option).run(likely);
    if (sweep.empty()) continue;
    if (size == lesson.deck_size() && is_instead) {
      // Numbers so far apart make no curve.
      say(section, "The bias of {} cards:", size);
      section.blocks.push_back(numbers_of(sweep, name));
    } else if (size == lesson.deck_size()) {
      section.blocks.push_back(curve_figure(sweep, name, lesson.setup().options[*option], size));
    }
    const SweptValue& last = sweep.back();
    if (!last.is_small()) continue;
    likely = last.value + 6;
    // Gone, but for rounding.
    reaches_0 = reaches_0 || last.total_variation < 1e-12;
    add_row(first_small, size, with_commas(static_cast<std::uint64_t>(last.value)),
            fmt::format("{:.5f}", last.total_variation),
            sweep.size() == 1 ? "" : fmt::format("{:.5f}", sweep[sweep.size() - 2].total_variation));
  }
  if (!first_small.rows.empty()) {
    say(section,
        "The first {}{}{} at which the total variation distance is below {}:", is_instead ? "round " : "",
        is_plural ? "number of " : "", name, small_bias);
    section.blocks.push_back(std::move(first_small));
  }
  if (section.blocks.empty()) return std::nullopt;
  if (reaches_0) return section;
  const auto paths = path_arithmetic(lesson.setup());
  // Only rounds draw below the same bounds however many they are.
  const bool never_divides = info.counts_rounds && paths && !paths->missing_primes.empty();
  say(section, "Small is not none. {} {} only makes the bias smaller, and each new deck size wants {}.{}",
      is_plural ? "A larger number of" : "A larger", name, is_plural ? "more" : "a larger one",
      never_divides
          ? fmt::format(
                " It is 0 for no {} at all: the prime factors missing above are missing for every {}.", name,
                name)
          : "");
  return section;
}

// A whole deck has too many permutations for a distribution, but some shuffles have a formula.

namespace {

double mean_of(const std::vector<double>& distribution) {
  double mean = 0;
  for (std::size_t value = 0; value < distribution.size(); ++value)
    mean += static_cast<double>(value) * distribution[value];
  return mean;
}

// By the mean of a number whose fair distribution has this mean and variance.
std::string shuffles_until_seen(const std::vector<double>& distribution, double fair_mean,
                                double fair_variance) {
  const double from_fair = mean_of(distribution) - fair_mean;
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
  return {
      fmt::format("The last number is how many shuffles it takes to see that, by the mean of their {}: "
                  "fairness is rejected with probability {} at a false-alarm rate of {}.",
                  number, sample_power, exact_number(sample_alpha))};
}

Section riffles() {
  constexpr int most_riffles = 10;
  const Fraction half(1, 2);
  Table table = table_with({number_column("riffles"), number_column("total variation"),
                            bar_column("line: 1/2", 0.5), number_column("shuffles to see it")});
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
    add_row(table, riffles, fmt::format("{:.5f}", share), share, until_riffles_are_seen(riffles));
  }
  Section section{.title = fmt::format("How many riffles for {} cards?", whole_deck), .blocks = {}};
  say(section,
      "A deck of {} has too many permutations to look at one by one, but those with equally many rising "
      "sequences are equally likely (Bayer and Diaconis 1992), so the distance is exact:",
      whole_deck);
  section.blocks.push_back(Figure{.title = fmt::format("The bias of {} cards, by riffles", whole_deck),
                                  .picture = std::move(curve),
                                  .remark = "At first hardly anything is gained, then much with each riffle.",
                                  .caption = "",
                                  .numbers = std::move(table)});
  section.blocks.push_back(on_shuffles_until_seen("rising sequences"));
  if (first_below_half) {
    say(section,
        "With the first riffles hardly anything is gained; {} riffles are the first to come below 1/2. It is "
        "never 0.",
        *first_below_half);
  }
  return section;
}

Section shelves() {
  // As in the table of Diaconis, Fulman and Holmes 2013.
  constexpr std::array shelf_counts{10, 15, 20, 25, 30, 35, 50, 100, 150, 200, 250, 300};
  Table table =
      table_with({number_column("shelves"), number_column("total variation"), bar_column("line: 1/2", 0.5)});
  for (const int shelves : shelf_counts) {
    const double share = to_double(shelf_total_variation(whole_deck, shelves));
    add_row(table, shelves, fmt::format("{:.5f}", share), share);
  }
  constexpr int of_casinos = 10;
  Section section{.title = fmt::format("What does a casino machine leave of {} cards?", whole_deck),
                  .blocks = {}};
  say(section,
      "Permutations with equally many peaks are equally likely (Diaconis, Fulman and Holmes 2013), so the "
      "distance is exact for {} cards too. The machines have {} shelves:",
      whole_deck, of_casinos);
  section.blocks.push_back(std::move(table));
  constexpr int most_passes = 3;
  Table passes = table_with({number_column("passes"), number_column("as one over shelves"),
                             number_column("total variation"), number_column("shuffles to see it")});
  for (int pass = 1; pass <= most_passes; ++pass) {
    const Integer as_one = shelves_of_passes(of_casinos, pass);
    add_row(passes, pass, as_one.str(), number_text(shelf_total_variation(whole_deck, as_one)),
            until_shelves_are_seen(as_one));
  }
  say(section, "A second pass over {} shelves makes one over {} of it. It is never 0, however many passes:",
      of_casinos, shelves_of_passes(of_casinos, 2).str());
  section.blocks.push_back(std::move(passes));
  section.blocks.push_back(on_shuffles_until_seen("peaks"));
  return section;
}

Section random_swaps() {
  constexpr std::array swap_counts{26, 52, 100, 150, 200};
  const Fraction most = mean_fixed_points_after_swaps(whole_deck, swap_counts.front());
  Table table = table_with({number_column("swaps"), number_column("mean of cards in their own place"),
                            bar_column("line: fair", to_double(Fraction(1 / most)))});
  for (const int swaps : swap_counts) {
    const Fraction mean = mean_fixed_points_after_swaps(whole_deck, swaps);
    add_row(table, swaps, fmt::format("{:.4f}", to_double(mean)), to_double(Fraction(mean / most)));
  }
  Section section{.title = fmt::format("How many swaps for {} cards?", whole_deck), .blocks = {}};
  say(section,
      "A fair shuffle leaves one card in its own place, on average. Of {} cards k swaps leave 1 + {} (1 - "
      "2/{})^k (Diaconis and Shahshahani 1981):",
      whole_deck, whole_deck - 1, whole_deck);
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

// How large a sample reveals the bias, and what it costs to shuffle so.

namespace {

// A million shuffles a second for three years.
constexpr double most_trials_ever = 1e14;

// No number is enough where there is no bias; beyond doubles one is, but it is too large for them.
std::string trials_text(double trials, const Fraction& bias) {
  if (bias == 0) return "none";
  return std::isinf(trials) ? "> 1e307" : number_text(std::ceil(trials));
}

// The distribution of draws that share a word is of one shuffle, and counts add up shuffles as if each had a
// word of its own.
std::optional<Paragraph> clock_caveat(const Seeding& seeding) {
  if (seeding.kind != SeedingKind::per_draw_clock) return std::nullopt;
  const std::uint64_t ticks = seeding.clock == ClockUnit::seconds ? 1 : 1000;
  const double in_a_row = static_cast<double>(seeding.shuffles_per_second) / static_cast<double>(ticks);
  const std::string truth =
      in_a_row > 1 ? fmt::format("{} shuffles in a row, on average, are seeded alike and come out equal",
                                 number_text(in_a_row))
                   : "R follows the clock, and shuffles within one tick of it come out equal";
  return Paragraph{
      fmt::format("This assumes that R is uniform, and independent from shuffle to shuffle. In truth {}: "
                  "that is found much sooner.",
                  truth)};
}

struct TrialsNeeded {
  Fraction chi_square_distance_of_permutations, chi_square_distance_of_positions;
  double by_permutations = 0, by_positions = 0;
};

// Precondition: every result of the distribution is a permutation.
TrialsNeeded trials_needed_for(const Distribution& distribution) {
  const double permutations_df = static_cast<double>(permutation_count(distribution.deck_size)) - 1;
  const double positions_df = (distribution.deck_size - 1.0) * (distribution.deck_size - 1.0);
  TrialsNeeded needed{.chi_square_distance_of_permutations = chi_square_distance(distribution),
                      .chi_square_distance_of_positions = chi_square_distance_positions(distribution)};
  needed.by_permutations = trials_needed(permutations_df, sample_alpha, sample_power,
                                         to_double(needed.chi_square_distance_of_permutations));
  needed.by_positions = trials_needed(positions_df, sample_alpha, sample_power,
                                      to_double(needed.chi_square_distance_of_positions));
  return needed;
}

Table trials_by_deck_size(Lesson& lesson) {
  Table table =
      table_with({number_column("n"), number_column("total variation"), number_column("chi-square distance"),
                  number_column("shuffles, by permutations"), number_column("by positions")});
  for (int size = std::min(3, lesson.deck_size()); size <= std::max(5, lesson.deck_size()); ++size) {
    const Distribution* distribution = lesson.distribution(size);
    if (distribution == nullptr || invalid_probability(*distribution) != 0) continue;
    const TrialsNeeded needed = trials_needed_for(*distribution);
    add_row(table, size, number_text(total_variation(*distribution)),
            number_text(needed.chi_square_distance_of_permutations),
            trials_text(needed.by_permutations, needed.chi_square_distance_of_permutations),
            trials_text(needed.by_positions, needed.chi_square_distance_of_positions));
  }
  return table;
}

Paragraph note_on(double fewest_trials) {
  if (std::isinf(fewest_trials)) {
    return {
        "No sampling will ever see it: more than 1e307 shuffles are wanted. Only the exact distribution "
        "does."};
  }
  if (fewest_trials > most_trials_ever) {
    return {
        fmt::format("No sampling will ever see it: {} shuffles take {} years at a million a second. Only the "
                    "exact distribution does.",
                    number_text(fewest_trials), number_text(std::ceil(fewest_trials / 1e6 / 31'557'600)))};
  }
  return {
      "The chi-square distribution wants five counts a permutation and 2,400 in all, so a real run takes no "
      "fewer than that."};
}

}  // namespace

std::optional<Section> sample_section(Lesson& lesson) {
  const Distribution* own = lesson.distribution();
  if (own == nullptr) return std::nullopt;
  Section section{.title = "How large a sample shows it", .blocks = {}};
  if (const Fraction invalid = invalid_probability(*own); invalid != 0) {
    const std::string how_often =
        invalid == 1 ? "every deck"
                     : fmt::format("one deck in {} on average", number_text(to_double(1 / invalid)));
    say(section, "Counting needs no statistics here: {} is no permutation.", how_often);
    return section;
  }
  if (total_variation(*own) == 0) {
    say(section,
        "None: with ideal draws there is nothing to find, and a test that finds something is at fault in its "
        "own right. What a test can find is a bad source, draw method or seeding.");
    if (auto caveat = clock_caveat(lesson.setup().clock.seeding))
      section.blocks.push_back(std::move(*caveat));
    return section;
  }
  say(section,
      "With so many shuffles a chi-square test rejects fairness with probability {} at a false-alarm rate of "
      "{}. A test of permutations counts all n! of them, a test of positions every card at every position.",
      sample_power, exact_number(sample_alpha));
  section.blocks.push_back(trials_by_deck_size(lesson));
  const TrialsNeeded needed = trials_needed_for(*own);
  section.blocks.push_back(note_on(std::min(needed.by_permutations, needed.by_positions)));
  if (auto caveat = clock_caveat(lesson.setup().clock.seeding)) section.blocks.push_back(std::move(*caveat));
  return section;
}

std::optional<Section> cost_section(Lesson& lesson) {
  const std::vector<CostPoint> points = meter(lesson.setup(), metered_sizes(*lesson.setup().shuffle));
  Section section{.title = "What it costs", .blocks = {}};
  say(section,
      "Counted on plain arrays: draws, cards written (a swap writes two), and the cards and keys that lie "
      "outside the deck; means over up to 32 shuffles.");
  Table costs = table_with(
      {number_column("n"), number_column("draws"), number_column("moves"), number_column("extra memory")});
  for (const CostPoint& point : points) {
    add_row(costs, point.deck_size, number_text(point.draws), number_text(point.moves),
            number_text(point.extra));
  }
  section.blocks.push_back(std::move(costs));
  Table growth = table_with({text_column("of"), text_column("claimed"), text_column("grows as"),
                             number_column("exponent"), text_column("the claim")});
  for (const CheckedClaim& claim : check_claims(lesson.setup(), points)) {
    const auto kind = claim.what == "draws"   ? &CostPoint::draws
                      : claim.what == "moves" ? &CostPoint::moves
                                              : &CostPoint::extra;
    const GrowthFit fit = fit_growth(measured(points, kind));
    const bool none = fit.growth == "0";
    add_row(growth, claim.what == "extra" ? "extra memory" : claim.what, claim.claim,
            none ? "none" : fmt::format("{:.3g} × {}", fit.factor, fit.growth),
            none ? "" : fmt::format("{:.2f}", fit.slope), claim.holds ? "holds" : "does not hold");
  }
  section.blocks.push_back(std::move(growth));
  return section;
}

}  // namespace fairshuffle
