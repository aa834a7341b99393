#include "core/statistics/homogeneity_of_repeats.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/order/wide.hpp"
#include "core/statistics/arguments.hpp"

namespace fairshuffle {

namespace {

void check(const RepeatCounts& repeats) {
  if (repeats.pairs > largest_trial_count) {
    detail::refuse_argument("homogeneity_of_repeats", "pairs", "at most 2^53",
                            static_cast<double>(repeats.pairs));
  }
  if (repeats.equal > repeats.pairs) {
    detail::refuse_argument("homogeneity_of_repeats", "equal", "at most the pairs",
                            static_cast<double>(repeats.equal));
  }
}

}  // namespace

std::optional<TailProbability> homogeneity_of_repeats(const RepeatCounts& first, const RepeatCounts& second) {
  check(first);
  check(second);
  if (first.pairs == 0 || second.pairs == 0) return std::nullopt;
  const std::uint64_t pairs = first.pairs + second.pairs, equal = first.equal + second.equal;
  std::uint64_t in_first = first.equal, in_second = second.equal;
  if (equal > pairs - equal) {
    in_first = first.pairs - first.equal;
    in_second = second.pairs - second.equal;
  }
  const std::uint64_t halved = (in_first + in_second + 1) / 2;
  const double share = static_cast<double>(first.pairs) / static_cast<double>(pairs);
  const double smallest_p =
      2 * std::pow(std::min(share, static_cast<double>(second.pairs) / static_cast<double>(pairs)),
                   static_cast<double>(halved));
  if (smallest_p > least_use_of_repeats) return std::nullopt;
  const bool first_has_more =
      static_cast<Wide>(in_first) * second.pairs > static_cast<Wide>(in_second) * first.pairs;
  const std::uint64_t halved_in_first = first_has_more ? in_first / 2 : halved - in_second / 2;
  return binomial_two_sided(halved_in_first, halved, share);
}

}  // namespace fairshuffle
