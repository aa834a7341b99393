// Repeats, and how many starting states they show.
#pragma once

#include <cstdint>
#include <optional>

#include "core/permutation/permutation.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/birthday.hpp"

namespace fairshuffle {

// Do permutations come again anywhere in a run, more often than chance would have it, or less often?

/// Claim tested: all n! permutations are equally likely, so that of the kept trials (BirthdayCounts) only so
/// many come out in a permutation that came before. The statistic is their number (no degrees of freedom).
/// How many permutations never come is a sum of independent indicators, so its tails are below those of a
/// Poisson number of the same mean from one beyond the mean on (core/README.md 2.14): upper_tail, the
/// p-value, doubles the smaller of the two bounds, and is 1 between them; lower_tail is the bound of P(as few
/// repeats or fewer). Honest at every number of trials, every level and every deck size; it rejects less
/// often than the level says. Successive equal trials count here too: what they show is that trials are
/// dependent, which `repeats` tells. Throws std::invalid_argument where more trials are kept than there are,
/// or more permutations than trials.
std::vector<TestResult> test_birthday(const Tally& tally);

inline constexpr TestInfo birthday_test{
    .name = "birthday",
    .claim = "a permutation comes again, anywhere in the run, as often as n! equally likely permutations do",
    .null_distribution = "occupancy of n! cells, bounded by Poisson tails",
    .blind_to = "which permutations come, as long as none comes again too often or too seldom",
    .smallest_deck = smallest_birthday_deck,
    .needs = [](const Tally& tally) -> Needs {
      return {.lacking = tally.birthday.kept == 0 ? "no trial was kept" : ""};
    },
    .run = test_birthday,
    .of_multiset = is_any_multiset,
};

// Do successive trials come out equal more often than chance would have it?

/// Claim tested: two successive trials of one stream are equal with probability 1/n!.
/// Under fairness the equal pairs are exactly binomial, because each permutation is uniform whatever the one
/// before it was; so the test is honest at every number of pairs, every level and every deck size. The
/// statistic is the number of equal pairs (no degrees of freedom); upper_tail, the p-value, is two-sided,
/// twice the smaller binomial tail, and lower_tail is P(as few equal pairs or fewer). Throws
/// std::invalid_argument when there are more equal pairs than pairs.
std::vector<TestResult> test_repeats(const Tally& tally);

/// The probability that two successive fair trials are equal: 1/n!, or 1 over the arrangements of the
/// multiset.
double chance_of_equal_trials(const Multiset& multiset, int deck_size);

inline constexpr TestInfo repeats_test{
    .name = "repeats",
    .claim = "a trial repeats the permutation of the trial before it with probability 1/n!",
    .null_distribution = "binomial, one in n!",
    .blind_to =
        "every bias and every dependence between trials that makes no two successive permutations equal",
    .needs = [](const Tally& tally) -> Needs {
      return {.lacking = tally.repeats.pairs == 0 ? "no two trials followed each other" : ""};
    },
    .run = test_repeats,
    .of_multiset = is_any_multiset,
};

// How many starting states a shuffle behaves as if it had, and how many permutations it can bring at least.

/// A number of starting states, with its confidence interval; each from 1 to n!.
struct StartingStates {
  double states, lower, upper;
  /// Trials for each of them. From one on most states came, and it is those that never came which tell their
  /// number, not the pairs that are equal.
  double trials_a_state;
};

/// Claim: the shuffle draws one of `states` equally likely starts for each trial, and each start has an
/// order of its own, as good as random. Solved for the number that makes the repeats their mean; 1/n! of
/// each pair's chance is due to fair permutations, and taken off. The interval has half of its error on
/// either side, within bounds that hold for every number of states and trials (core/README.md 2.14); it is
/// wider than need be, by a tenth where states are many and up to two fifths where about as many came as did
/// not. Where one permutation in so many is kept, how many of the states' permutations these are is a Poisson
/// number of its own, which takes a tenth of the error. Nothing where no permutation came again, nor where
/// permutations come again no more often than all n! of them do. deck_size 1 to 1024, confidence in (0, 1).
/// Coverage simulated by fairshuffle_calibration.
std::optional<StartingStates> starting_states(const BirthdayCounts& counts, int deck_size, double confidence);

/// Claim tested: the trials are independent draws of one distribution, whatever it is. Then, given how often
/// each order came, they come in every sequence alike. p of a first repeat that comes as late as it did, of N
/// trials:
///     P(J >= first_repeat) = [z^first_repeat] prod (1 + m_i z) / C(N, first_repeat),
/// m_i how often each permutation came, 1 of each trial that is not kept. Of the permutations that came again
/// only their number and that of their trials are known: p is the largest that these allow, where they came
/// equally often (Schur 1923: elementary symmetric polynomials are Schur-concave), and so never too small.
/// Nothing where none came again or it is not known when. Oracle: enumeration of all sequences.
std::optional<double> first_repeat_p(const BirthdayCounts& counts, std::uint64_t trials);

/// The most permutations of which one may say, at `confidence`, that as many can come out: of any
/// distribution on fewer permutations that the trials are drawn from independently, so few would have come
/// again with a probability of at most 1 - confidence. The equally likely ones repeat least (Wong and Yue
/// 1973), and of those the Poisson bound of test_birthday holds. At least 1, at most n!. Where one
/// permutation in so many is kept, a tenth of the error is for how many these are. **Only where each trial
/// starts from its own draw**: within a stream of a generator of full period no state comes again, however
/// few there are.
double fewest_permutations(const BirthdayCounts& counts, int deck_size, double confidence);

}  // namespace fairshuffle
