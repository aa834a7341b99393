#include "core/statistics/birthday.hpp"

#include <algorithm>
#include <cmath>

#include "core/statistics/arguments.hpp"
#include "core/statistics/chi_squared_result.hpp"
#include "core/statistics/occupancy.hpp"

namespace fairshuffle {

namespace {

// A Poisson number is at least r where a chi-square on 2 r degrees of freedom is at most twice its mean.
TailProbability poisson_upper_tail(std::uint64_t count, double mean) {
  return count == 0 ? TailProbability{} : chi_squared_lower_tail(2 * mean, 2 * static_cast<double>(count));
}

TailProbability poisson_lower_tail(std::uint64_t count, double mean) {
  return chi_squared_upper_tail(2 * mean, 2 * static_cast<double>(count) + 2);
}

}  // namespace

TestResult test_birthday(const Tally& tally) {
  if (tally.deck_size == 1) {
    return detail::not_applied(birthday_test.name, std::string(detail::one_card_has_one_order));
  }
  if (tally.deck_size < smallest_birthday_deck) {
    return detail::of_decks_from(smallest_birthday_deck, birthday_test.name);
  }
  const BirthdayCounts& counts = tally.birthday;
  if (counts.kept > tally.trials || counts.distinct > counts.kept) {
    detail::refuse_argument("birthday", "distinct", "at most the kept trials, and these at most all",
                            static_cast<double>(counts.distinct));
  }
  if (counts.kept == 0) return detail::not_applied(birthday_test.name, "no trial was kept");

  const double orders = number_of_outcomes(tally), one_in = static_cast<double>(counts.one_in);
  // One order in so many has a fingerprint that is kept; how many exactly nobody counted: as many as chance
  // gives, within six standard deviations.
  const double kept_orders = orders / one_in;
  const double uncertain = counts.one_in == 1 ? 0 : 6 * std::sqrt(kept_orders);
  const double most_due = mean_repeats(counts.kept, std::max(1.0, kept_orders - uncertain));
  const double fewest_due = mean_repeats(counts.kept, kept_orders + uncertain);
  const auto repeats = static_cast<double>(counts.repeats());

  TestResult result;
  result.name = birthday_test.name;
  result.applied = true;
  result.statistic = repeats;
  TailProbability upper{};
  if (repeats >= most_due + 1) upper = poisson_upper_tail(counts.repeats(), most_due);
  if (repeats <= fewest_due - 1) result.lower_tail = poisson_lower_tail(counts.repeats(), fewest_due);
  result.p_value = result.upper_tail = two_sided(upper, result.lower_tail);
  result.tail = result.lower_tail.log10_p < upper.log10_p ? Tail::lower : Tail::upper;
  return result;
}

}  // namespace fairshuffle
