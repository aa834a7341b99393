#include "core/diagnosis/outcomes.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/likelihoods.hpp"
#include "core/diagnosis/suspects.hpp"
#include "core/interpret/evolve.hpp"
#include "core/random/seeding.hpp"

namespace fairshuffle {

namespace {

OutcomeVerdict verdict_of(const JudgedOutcomes& of) {
  if (of.followed.invalid != 0) return OutcomeVerdict::invalid;
  const double open = to_double(of.unfollowed) + of.missed, distance = to_double(of.total_variation);
  const bool is_exact = of.missed == 0;
  if (is_exact && of.total_variation > of.unfollowed) return OutcomeVerdict::exactly_biased;
  if (is_exact && of.unfollowed == 0) return OutcomeVerdict::exactly_fair;
  // Unequal chances that were found are no less so for what may have been missed beside. The ends of pieces
  // of a word may be two words off.
  constexpr double ends_off = 1e-9;
  if (distance > (is_exact ? open : to_double(of.unfollowed) + ends_off))
    return OutcomeVerdict::checked_biased;
  return distance + open <= most_left_open ? OutcomeVerdict::checked_fair : OutcomeVerdict::inconclusive;
}

// But for the mistakes that it equals.
JudgedOutcomes measured(const std::string& name, Outcomes outcomes) {
  const Distribution& whole = outcomes.distribution;
  if (outcomes.unfollowed >= whole.denominator)
    throw std::invalid_argument("judged: no path was followed to its end");
  JudgedOutcomes of{.name = name, .outcomes = {}, .followed = whole, .total_variation = 0, .unfollowed = 0};
  of.followed.denominator -= outcomes.unfollowed;
  of.unfollowed = Fraction(outcomes.unfollowed, whole.denominator);
  of.total_variation = total_variation(of.followed);
  if (outcomes.ordinary_runs != 0) of.missed = std::log(1000) / static_cast<double>(outcomes.ordinary_runs);
  of.outcomes = std::move(outcomes);
  of.verdict = verdict_of(of);
  return of;
}

}  // namespace

std::string_view to_text(OutcomeVerdict verdict) {
  constexpr std::array<std::string_view, 6> words{"exactly fair",           "exactly biased",
                                                  "fair as far as checked", "biased as far as checked",
                                                  "inconclusive",           "invalid"};
  return words.at(static_cast<std::size_t>(verdict));
}

bool is_fair(OutcomeVerdict verdict) {
  return verdict == OutcomeVerdict::exactly_fair || verdict == OutcomeVerdict::checked_fair;
}

bool is_biased(OutcomeVerdict verdict) {
  return verdict == OutcomeVerdict::exactly_biased || verdict == OutcomeVerdict::checked_biased;
}

JudgedOutcomes judged(const std::string& name, Outcomes outcomes) {
  JudgedOutcomes of = measured(name, std::move(outcomes));
  // The ends of pieces, and the catalogue's own draws of doubles, may be off by the last place of a double.
  of.equal = equal_mistakes(of.followed, Fraction(1, 1'000'000'000'000));
  return of;
}

JudgedOutcomes judged(const std::string& name, Paths& paths) {
  JudgedOutcomes of = judged(name, paths.follow());
  if (!is_biased(of.verdict)) return of;
  try {
    for (int cards = smallest_followed_deck; cards <= paths.deck_size(); ++cards) {
      const OutcomeVerdict verdict =
          cards == paths.deck_size() ? of.verdict : measured(name, paths.of_deck(cards).follow()).verdict;
      if (is_fair(verdict)) continue;
      if (is_biased(verdict)) of.smallest_biased_deck = cards;
      break;
    }
  } catch (const std::exception&) {
    // It is for decks of its own size, or takes too long: then less is said.
  }
  return of;
}

std::vector<std::string> equal_mistakes(const Distribution& distribution, const Fraction& within) {
  const int n = distribution.deck_size;
  if (n < smallest_deck_diagnosed || n > largest_deck_diagnosed || distribution.invalid != 0 ||
      total_variation(distribution) <= within)
    return {};
  const NumericDistribution rounded = numeric(distribution);
  std::vector<std::string> equal;
  for (const KnownDistribution& known : known_distributions(n).distributions) {
    // Far above what doubles round off, so that no equal one is passed over.
    if (squared_distance(*known.distribution, rounded) > 1e-12) continue;
    try {
      if (total_variation_between(distribution_of(known.setup), distribution) <= within)
        equal.push_back(target_text(known.setup));
    } catch (const DistributionRefused&) {
      // Known in doubles alone: equality can't be told.
    }
  }
  return equal;
}

double unevenness(const DrawWidth& width) {
  const DrawEntry* draw = find_draw(width.method);
  if (draw == nullptr || draw->own_use == WordUse::none || draw->own_use == WordUse::several)
    throw std::invalid_argument("unevenness: '" + width.method + "' makes no value of one word");
  const std::uint64_t max_word = std::numeric_limits<std::uint64_t>::max() >> (64 - width.bits);
  const double words = std::ldexp(1.0, width.bits);
  double apart = 0;
  const Integer all = Integer(max_word) + 1;
  for (const std::uint64_t of_value :
       draw->distribution(all_sources().front(), max_word, width.bound).words) {
    const Integer off = Integer(of_value) * width.bound - all;
    apart += std::abs(off.convert_to<double>());
  }
  return apart / 2 / words / static_cast<double>(width.bound);
}

}  // namespace fairshuffle
