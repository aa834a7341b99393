#include "core/interpret/trace.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "core/permutation/permutation.hpp"
#include "core/random/language_generators.hpp"
#include "core/shuffle/catalogue.hpp"

namespace fairshuffle {

namespace {

using Choose = std::function<std::uint64_t(std::uint64_t)>;

AskedDraws chosen_draws(const Choose& choose) {
  return {[&choose](std::uint64_t bound) {
    const std::uint64_t value = choose(bound);
    if (value >= bound) {
      throw std::invalid_argument("trace: a draw of " + std::to_string(value) + " is not below " +
                                  std::to_string(bound));
    }
    return value;
  }};
}

/// Keeps what was noted, and the cards then.
class TraceListener {
 public:
  template <class Deck>
  void operator()(const Noted& noted, const Deck& deck) {
    if (noted.verb != nullptr) {
      piled_ += noted.verb->piles;
      dealt_ += noted.verb->takes_out;
    }
    const std::span<const Card> cards = deck.cards(), pile = deck.pile();
    events.push_back({.kind = noted.kind,
                      .first = noted.first,
                      .second = noted.second,
                      .before = noted.before,
                      .verb = noted.verb,
                      .deck = {cards.begin(), cards.end() - dealt_},
                      .pile = {pile.begin(), pile.begin() + piled_}});
  }

  std::vector<TraceEvent> events;

 private:
  int dealt_ = 0, piled_ = 0;
};

template <class Draws>
using TracedDeck = NotedDeck<Draws, TraceListener>;

template <class Shuffle, class Draws>
Trace trace_of(const SampleSetup& setup, Draws& draws) {
  TracedDeck<Draws> deck(setup.deck_size, draws, {});
  Shuffle{OptionValues(setup.options)}(deck);
  const std::span<const Card> cards = deck.end_trial();
  return {.events = std::move(deck.listener().events), .deck = {cards.begin(), cards.end()}};
}

template <class Shuffle>
constexpr bool draws_through_deck = std::invocable<const Shuffle&, TracedDeck<AskedDraws>&>;

template <class Draws>
Draws begun(Draws draws, std::uint64_t seed) {
  draws.begin_block(seed);
  draws.begin_trial(0);
  return draws;
}

template <class Shuffle>
Trace trace_seeded(const SampleSetup& setup, std::uint64_t seed) {
  Trace result;
  if constexpr (draws_through_deck<Shuffle>) {
    AnyDraws draws = begun(AnyDraws(setup.source->make(0, setup.bits), *setup.draw, setup.clock), seed);
    AskedDraws asked = asked_of(draws);
    result = trace_of<Shuffle>(setup, asked);
  } else {
    visit_source(setup.source->info.name, [&]<class S>(std::type_identity<S>) {
      TypedDraws<S> draws = begun(TypedDraws<S>(setup.clock), seed);
      result = trace_of<Shuffle>(setup, draws);
    });
  }
  return result;
}

template <class Shuffle>
Trace trace_chosen(const SampleSetup& setup, const Choose& choose) {
  if constexpr (draws_through_deck<Shuffle>) {
    AskedDraws draws = chosen_draws(choose);
    return trace_of<Shuffle>(setup, draws);
  } else {
    throw std::invalid_argument("trace: " + std::string(setup.shuffle->name) +
                                " makes its own draws: none can be given");
  }
}

void check(const SampleSetup& setup) {
  if (const std::string reason = why_not_followed(setup); !reason.empty()) {
    throw std::invalid_argument("trace: " + reason);
  }
}

}  // namespace

Trace trace(const SampleSetup& setup, std::uint64_t seed) {
  check(setup);
  return visit_shuffle(setup.shuffle->name,
                       [&]<class S>(std::type_identity<S>) { return trace_seeded<S>(setup, seed); });
}

Trace trace(const SampleSetup& setup, const std::function<std::uint64_t(std::uint64_t)>& choose) {
  check(setup);
  return visit_shuffle(setup.shuffle->name,
                       [&]<class S>(std::type_identity<S>) { return trace_chosen<S>(setup, choose); });
}

Trace trace(const SampleSetup& setup, std::span<const std::uint64_t> draws) {
  std::size_t played = 0;
  Trace result = trace(setup, [&](std::uint64_t) {
    if (played == draws.size()) {
      throw std::invalid_argument("trace: the shuffle takes more than the " + std::to_string(draws.size()) +
                                  " draws given");
    }
    return draws[played++];
  });
  if (played != draws.size()) {
    throw std::invalid_argument("trace: of " + std::to_string(draws.size()) +
                                " draws given the shuffle took " + std::to_string(played));
  }
  return result;
}

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

template <class Shuffle>
MeterReading meter_of(const SampleSetup& setup, std::uint64_t seed) {
  using Draws = TypedDraws<Xoshiro256PlusPlus>;
  Draws draws{ClockSeeding()};
  draws.begin_block(seed);
  using Deck = NotedDeck<Draws, MeterListener, WideCard, largest_metered_deck>;
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
  return std::accumulate(values.begin(), values.end(), 0.) / static_cast<double>(values.size());
}

// Of as many values; of a list and itself its variance, times their number.
double covariance(std::span<const double> x, std::span<const double> y) {
  const double middle_x = mean(x), middle_y = mean(y);
  double products = 0;
  for (std::size_t i = 0; i < x.size(); ++i) products += (x[i] - middle_x) * (y[i] - middle_y);
  return products;
}

double slope(std::span<const double> x, std::span<const double> y) {
  return covariance(x, y) / covariance(x, x);
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
    if (const double spread = covariance(logs, logs); spread < smallest) {
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
    std::string_view text, kinds;
  };
  constexpr std::array endings{
      Ending{" draws and moves", "draws moves"},
      Ending{" draws", "draws"},
      Ending{" draw", "draws"},
      Ending{" moves", "moves"},
      Ending{" extra cards", "extra"},
      Ending{" keys", "extra"},
      Ending{" permutations listed", "moves extra"},
  };
  for (const Ending& ending : endings) {
    if (!clause.ends_with(ending.text)) continue;
    std::string growth = clause.substr(0, clause.size() - ending.text.size());
    // A permutation is a list of n cards.
    if (ending.text == " permutations listed") growth += " n";
    std::vector<Claim> claims;
    for (const auto& [kind, what] : {std::pair{&CostPoint::draws, "draws"},
                                     {&CostPoint::moves, "moves"},
                                     {&CostPoint::extra, "extra"}}) {
      if (ending.kinds.find(what) != ending.kinds.npos) claims.push_back({kind, what, growth});
    }
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
  if (symbol == "n!") return std::tgamma(n + 1);
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
