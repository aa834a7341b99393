// How many starting states a shuffle behaves as if it had, and how many orders it can bring at least.
#pragma once

#include <optional>

#include "core/tally/birthday.hpp"

namespace fairshuffle {

/// A number of starting states, with its confidence interval; each from 1 to n!.
struct StartingStates {
  double states, lower, upper;
  /// Trials for each of them. From one on most states came, and it is those that never came which tell their
  /// number, not the pairs that are equal.
  double trials_a_state;
};

/// Claim: the shuffle draws one of `states` equally likely starts for each trial, and each start has an
/// order of its own, as good as random. Solved for the number that makes the repeats their mean; 1/n! of
/// each pair's chance is due to fair orders, and taken off. The interval has half of its error on either
/// side, within bounds that hold for every number of states and trials (core/README.md 2.14); it is wider
/// than need be, by a tenth where states are many and up to two fifths where about as many came as did not.
/// Where one order in so many is kept, how many of the states' orders these are is a Poisson number of its
/// own, which takes a tenth of the error. Nothing where no order came again, nor where orders come again no
/// more often than all n! of them do. deck_size 1 to 1024, confidence in (0, 1). Coverage simulated by
/// fairshuffle_calibration.
std::optional<StartingStates> starting_states(const BirthdayCounts& counts, int deck_size, double confidence);

/// The most orders of which one may say, at `confidence`, that as many can come out: of any law on fewer
/// orders that the trials are drawn from independently, so few would have come again with a probability of at
/// most 1 - confidence. The equally likely ones repeat least (Wong and Yue 1973), and of those the Poisson
/// bound of test_birthday holds. At least 1, at most n!. Where one order in so many is kept, a tenth of the
/// error is for how many these are. **Only where each trial starts from its own draw**: within a stream of a
/// generator of full period no state comes again, however few there are.
double fewest_orders(const BirthdayCounts& counts, int deck_size, double confidence);

}  // namespace fairshuffle
