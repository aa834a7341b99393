#include "core/record/birthday_check.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"

namespace fairshuffle {

void check_birthday(const CountedDeck& deck, const Evidence& evidence,
                    std::vector<Contradiction>& contradictions) {
  const auto [one_in, kept, distinct, again, distance, at_distance, repeats_at_distance] = evidence.birthday;
  const auto contradict = [&contradictions](std::string_view where, std::string sentence) {
    contradictions.push_back({fmt::format("/evidence/birthday{}", where), std::move(sentence)});
  };
  if (!keeps_orders(deck.size, deck.orders_counted)) {
    if (evidence.birthday != BirthdayCounts{}) {
      contradict("", deck.orders_counted ? "is there, where all orders are counted"
                                         : fmt::format("is there, where orders are kept from {} cards on",
                                                       smallest_birthday_deck));
    }
    return;
  }
  const std::uint64_t valid =
      evidence.trials < evidence.invalid_trials ? 0 : evidence.trials - evidence.invalid_trials;
  if (!std::has_single_bit(one_in)) {
    contradict("/one_in", fmt::format("is {}, which is no power of two", with_commas(one_in)));
  }
  if (kept > valid || (one_in == 1 && kept != valid)) {
    contradict("/kept", fmt::format("is {}, one order in {} of {} valid trials", with_commas(kept),
                                    with_commas(one_in), with_commas(valid)));
  }
  if (distinct > kept || (distinct == 0) != (kept == 0)) {
    contradict("/distinct",
               fmt::format("is {}, of {} orders kept", with_commas(distinct), with_commas(kept)));
    return;
  }
  const std::uint64_t repeats = evidence.birthday.repeats();
  if (again > std::min(repeats, distinct) || (again == 0) != (repeats == 0)) {
    contradict("/again", fmt::format("is {}, where {} trials of {} orders were repeats", with_commas(again),
                                     with_commas(repeats), with_commas(distinct)));
  }
  // Equal steps lie between the first trial and the last one.
  if (distance >= evidence.trials || (distance == 0) != (at_distance == 0)) {
    contradict("/distance", fmt::format("is {}, of {} orders in {} trials", with_commas(distance),
                                        with_commas(at_distance), with_commas(evidence.trials)));
  }
  if (at_distance > again) {
    contradict("/at_distance", fmt::format("is {}, of {} orders that came again", with_commas(at_distance),
                                           with_commas(again)));
  }
  // The other orders that came again did so once at least.
  if (repeats_at_distance < at_distance ||
      repeats_at_distance > repeats - (again - std::min(again, at_distance))) {
    contradict("/repeats_at_distance",
               fmt::format("is {}, of {} orders, and {} repeats of {}", with_commas(repeats_at_distance),
                           with_commas(at_distance), with_commas(repeats), with_commas(again)));
  }
  // Successive trials that are equal are among them, where all orders are kept.
  if (one_in == 1 && repeats < evidence.repeats.equal) {
    contradict("", fmt::format("has {} orders that came again, and {} pairs of successive trials are equal",
                               with_commas(repeats), with_commas(evidence.repeats.equal)));
  }
}

}  // namespace fairshuffle
