#include "core/interpret/meter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "core/draw/methods.hpp"
#include "core/interpret/trace.hpp"
#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

/// Adds up what is done to a deck.
class MeterListener {
 public:
  template <class Deck>
  void operator()(const Noted& noted, const Deck& deck) {
    const auto n = static_cast<std::uint64_t>(deck.size());
    if (noted.kind == EventKind::draw || noted.kind == EventKind::word) ++reading.draws;
    if (noted.kind == EventKind::label) labels_ = n;
    VerbCost cost{.moves = 0, .extra = labels_};
    if (noted.verb != nullptr) {
      if (noted.verb->piles) ++piled_;
      cost = noted.verb->cost(
          {.cards = n, .first = noted.first, .second = noted.second, .piled = piled_, .labels = labels_});
    }
    reading.moves += cost.moves;
    reading.extra = std::max(reading.extra, cost.extra);
  }

  MeterReading reading;

 private:
  std::uint64_t piled_ = 0, labels_ = 0;
};

/// Ideal draws, and their words as a UniformRandomBitGenerator.
class MeteredDraws {
 public:
  using Words = MeteredDraws;
  using result_type = std::uint64_t;

  explicit MeteredDraws(std::uint64_t seed) : source_(seed) {}
  std::uint64_t below(std::uint64_t bound) { return ExactDraw::below(source_, bound); }
  MeteredDraws& words() { return *this; }
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return Xoshiro256PlusPlus::max_word(); }
  result_type operator()() { return source_.next_word(); }

 private:
  Xoshiro256PlusPlus source_;
};

template <class Shuffle>
MeterReading meter_of(const SampleSetup& setup, std::uint64_t seed) {
  MeteredDraws draws(seed);
  using Deck = NotedDeck<MeteredDraws, MeterListener, WideCard, largest_metered_deck>;
  // Larger than some stacks.
  const auto deck = std::make_unique<Deck>(setup.deck_size, draws, MeterListener());
  Shuffle{OptionValues(setup.options)}(*deck);
  MeterReading reading = deck->listener().reading;
  const std::span<const WideCard> cards = deck->end_trial();
  reading.deck.assign(cards.begin(), cards.end());
  return reading;
}

constexpr double most_moves_metered = 1e7;
constexpr int most_runs = 32;

}  // namespace

MeterReading meter_once(const SampleSetup& setup, std::uint64_t seed) {
  const std::string name(setup.shuffle->name);
  const bool limited = setup.shuffle->largest_deck < largest_deck_size;
  if (setup.deck_size < 1 || setup.deck_size > (limited ? largest_listed_deck : largest_metered_deck)) {
    throw std::invalid_argument("meter: no deck of " + std::to_string(setup.deck_size) + " cards for " +
                                name);
  }
  return visit_shuffle(name, [&]<class S>(std::type_identity<S>) { return meter_of<S>(setup, seed); });
}

std::vector<int> metered_sizes(const ShuffleInfo& shuffle) {
  if (shuffle.largest_deck < largest_deck_size) return {4, 5, 6, 7, 8, 9};
  int size = 16;
  // Sorts treat small decks another way.
  constexpr std::string_view from = "; from ";
  if (const std::size_t clause = shuffle.cost.find(from); clause != std::string_view::npos) {
    const std::string_view number = shuffle.cost.substr(clause + from.size());
    std::from_chars(number.data(), number.data() + number.size(), size);
  }
  std::vector<int> sizes;
  for (int doubled = 0; doubled < 7; ++doubled, size *= 2) sizes.push_back(size);
  return sizes;
}

SampleSetup at_deck_size(const SampleSetup& setup, int deck_size) {
  SampleSetup other = setup;
  other.deck_size = deck_size;
  for (std::size_t option = 0; option < other.options.size(); ++option) {
    if (setup.shuffle->options[option].standard_is_deck_size && setup.options[option] == setup.deck_size) {
      other.options[option] = deck_size;
    }
  }
  return other;
}

std::vector<CostPoint> meter(const SampleSetup& setup, std::span<const int> deck_sizes) {
  std::vector<CostPoint> points;
  for (const int deck_size : deck_sizes) {
    const SampleSetup grown = at_deck_size(setup, deck_size);
    CostPoint total{.deck_size = deck_size};
    int runs = 0;
    for (; runs < 2 || (runs < most_runs && total.moves + total.draws < most_moves_metered); ++runs) {
      const MeterReading reading = meter_once(grown, static_cast<std::uint64_t>(runs + 1));
      total.draws += static_cast<double>(reading.draws);
      total.moves += static_cast<double>(reading.moves);
      total.extra += static_cast<double>(reading.extra);
    }
    points.push_back({.deck_size = deck_size,
                      .draws = total.draws / runs,
                      .moves = total.moves / runs,
                      .extra = total.extra / runs});
  }
  return points;
}

namespace {

double factorial(double n) {
  return std::tgamma(n + 1);
}

struct Growth {
  std::string_view name;
  double (*log_of)(double n);  // logarithms, because n! soon leaves the range of double
};

double log_log2(double n) {
  return std::log(std::log2(n));
}

constexpr std::array growths{
    Growth{"1", [](double) { return 0.0; }},
    Growth{"log n", &log_log2},
    Growth{"n", [](double n) { return std::log(n); }},
    Growth{"n log n", [](double n) { return std::log(n) + log_log2(n); }},
    Growth{"n^2", [](double n) { return 2 * std::log(n); }},
    Growth{"n^2 log n", [](double n) { return 2 * std::log(n) + log_log2(n); }},
    Growth{"n^3", [](double n) { return 3 * std::log(n); }},
    Growth{"n!", [](double n) { return std::lgamma(n + 1); }},
    Growth{"n n!", [](double n) { return std::log(n) + std::lgamma(n + 1); }},
};

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double variance(std::span<const double> values) {
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return sum / static_cast<double>(values.size());
}

double slope(std::span<const double> x, std::span<const double> y) {
  const double middle_x = mean(x), middle_y = mean(y);
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    products += (x[i] - middle_x) * (y[i] - middle_y);
    squares += (x[i] - middle_x) * (x[i] - middle_x);
  }
  return products / squares;
}

std::vector<double> logs_of_sizes(std::span<const Measured> measured) {
  std::vector<double> logs;
  for (const Measured& point : measured) logs.push_back(std::log(point.deck_size));
  return logs;
}

// log(cost / claimed) at each size.
template <class LogOfClaimed>
std::vector<double> logs_against(std::span<const Measured> measured, LogOfClaimed log_of_claimed) {
  std::vector<double> logs;
  for (const Measured& point : measured)
    logs.push_back(std::log(point.cost) - log_of_claimed(point.deck_size));
  return logs;
}

void check(std::span<const Measured> measured) {
  bool fits = measured.size() >= 2 && measured.front().deck_size >= 2;
  for (std::size_t i = 1; i < measured.size(); ++i) {
    fits = fits && measured[i].deck_size > measured[i - 1].deck_size;
    fits = fits && (measured[i].cost > 0) == (measured[0].cost > 0);
  }
  if (!fits) {
    throw std::invalid_argument(
        "fit_growth: wants two or more deck sizes, ascending from 2, with costs all or none above 0");
  }
}

}  // namespace

GrowthFit fit_growth(std::span<const Measured> measured) {
  check(measured);
  if (measured.front().cost == 0) return {.growth = "0"};
  GrowthFit best;
  double smallest = std::numeric_limits<double>::infinity();
  for (const Growth& growth : growths) {
    const std::vector<double> logs = logs_against(measured, growth.log_of);
    if (const double spread = variance(logs); spread < smallest) {
      smallest = spread;
      best.growth = growth.name;
      best.factor = std::exp(mean(logs));
    }
  }
  best.slope = slope(logs_of_sizes(measured), logs_against(measured, [](double) { return 0.0; }));
  return best;
}

std::vector<Measured> measured(std::span<const CostPoint> points, double CostPoint::*kind) {
  std::vector<Measured> costs;
  for (const CostPoint& point : points) costs.push_back({point.deck_size, point.*kind});
  return costs;
}

namespace {

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

/// A claim before it is checked.
struct Claim {
  double CostPoint::*kind;
  std::string what;
  std::string growth;  ///< empty for "in place"
};

[[noreturn]] void refuse(const SampleSetup& setup, std::string_view clause) {
  throw std::invalid_argument("check_claims: '" + std::string(clause) + "' in the cost of " +
                              std::string(setup.shuffle->name) + " is no growth and what grows");
}

std::vector<Claim> claims_of_clause(const SampleSetup& setup, const std::string& clause) {
  if (clause == "in place") return {{&CostPoint::extra, "extra", ""}};
  struct Ending {
    std::string_view text;
    bool draws, moves, extra;
  };
  constexpr std::array endings{
      Ending{" draws and moves", true, true, false},
      Ending{" draws", true, false, false},
      Ending{" draw", true, false, false},
      Ending{" moves", false, true, false},
      Ending{" extra cards", false, false, true},
      Ending{" keys", false, false, true},
      Ending{" permutations listed", false, true, true},
  };
  for (const Ending& ending : endings) {
    if (!clause.ends_with(ending.text)) continue;
    std::string growth = clause.substr(0, clause.size() - ending.text.size());
    // A permutation is a list of n cards.
    if (ending.text == " permutations listed") growth += " n";
    std::vector<Claim> claims;
    if (ending.draws) claims.push_back({&CostPoint::draws, "draws", growth});
    if (ending.moves) claims.push_back({&CostPoint::moves, "moves", growth});
    if (ending.extra) claims.push_back({&CostPoint::extra, "extra", growth});
    return claims;
  }
  refuse(setup, clause);
}

// The parts that speak of the setup's options: those that no word leads, and those led by its word.
std::vector<Claim> claims_of(const SampleSetup& setup) {
  std::vector<Claim> claims;
  for (std::string part : split(setup.shuffle->cost, "; ")) {
    if (part.starts_with("from ")) continue;
    if (const std::size_t colon = part.find(": "); colon != std::string::npos) {
      const std::string word = part.substr(0, colon);
      bool chosen = false;
      for (std::size_t option = 0; option < setup.options.size(); ++option) {
        const auto choices = setup.shuffle->options[option].choices;
        const auto value = static_cast<std::size_t>(setup.options[option]);
        chosen = chosen || (value < choices.size() && choices[value] == word);
      }
      if (!chosen) continue;
      part = part.substr(colon + 2);
    }
    for (const std::string& clause : split(part, ", ")) {
      const std::vector<Claim> more = claims_of_clause(setup, clause);
      claims.insert(claims.end(), more.begin(), more.end());
    }
  }
  return claims;
}

std::optional<double> value_of_symbol(const SampleSetup& setup, std::string_view symbol) {
  const double n = setup.deck_size;
  if (symbol == "n") return n;
  if (symbol == "n^2") return n * n;
  if (symbol == "n!") return factorial(n);
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    if (setup.shuffle->options[option].name == symbol) return static_cast<double>(setup.options[option]);
  }
  return std::nullopt;
}

// The growth at the setup's own deck size and options.
double value_of_growth(const SampleSetup& setup, const std::string& growth) {
  double product = 1;
  bool logarithm = false;
  for (const std::string& factor : split(growth, " ")) {
    if (factor == "log") {
      logarithm = true;
      continue;
    }
    const auto digits_end = std::ranges::find_if_not(
        factor, [](unsigned char character) { return std::isdigit(character) != 0; });
    const std::string digits(factor.begin(), digits_end), symbol(digits_end, factor.end());
    if (!digits.empty()) product *= std::stod(digits);
    if (symbol.empty()) continue;
    const std::optional<double> value = value_of_symbol(setup, symbol);
    if (!value) refuse(setup, growth);
    product *= logarithm ? std::log2(*value) : *value;
    logarithm = false;
  }
  return product;
}

}  // namespace

std::vector<CheckedClaim> check_claims(const SampleSetup& setup, std::span<const CostPoint> points) {
  std::vector<CheckedClaim> checked;
  for (const Claim& claim : claims_of(setup)) {
    const std::vector<Measured> costs = measured(points, claim.kind);
    CheckedClaim result{.what = claim.what, .claim = claim.growth.empty() ? "in place" : claim.growth};
    if (claim.growth.empty() || claim.growth == "0") {
      result.holds = std::ranges::all_of(costs, [](const Measured& point) { return point.cost == 0; });
    } else if (fit_growth(costs).growth != "0") {
      const std::vector<double> logs = logs_against(costs, [&](double n) {
        return std::log(value_of_growth(at_deck_size(setup, static_cast<int>(n)), claim.growth));
      });
      result.drift = slope(logs_of_sizes(costs), logs);
      result.holds = std::abs(result.drift) < largest_drift;
    }
    checked.push_back(result);
  }
  return checked;
}

}  // namespace fairshuffle
