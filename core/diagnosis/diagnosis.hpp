// Which known mistakes the counts fit.
#pragma once

#include <cstddef>

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

// Which known mistake do the places of single cards fit? For decks whose permutations are too many to be held
// against the distributions of permutations.
//
// A mistake is compared where this many trials must show it, or do: N chi-square distance of its positions is
// at least 100, or N KL of one of its views (card_suspects.hpp), of its distribution over the fair one, at
// least 40, or a number is known that tells all of it, or it is nearer than fairness, as 3 has it. It is
// excluded when
//   1. Pearson's test of one of its views rejects it: the smallest p-value, times their number, is below
//   1e-4;
//   2. another one that passes makes the counts of one view more than 1e4 times as likely for each mistake
//      compared: that view, chosen from the two distributions, which tells them apart best. By Markov's
//      inequality these exclude the truth at level 1e-4;
//   3. it is no nearer than fairness. It is nearer where the counts of the view that tells it best from
//   fairness are 100 times as likely: the logarithm of that ratio has mean N KL and a variance of about
//   twice that, so that from 40 on the truth falls below log 100 with probability 4e-5. Or where the
//   positions, projected on its distribution, are: that logarithm is N chi-square distance (s - 1/2), if they
//   are the share s as far from fair as it puts them; from 100 on, 4.5 standard deviations. Of a number that
//   tells all, fairness being rejected within alpha, with probability 100 alpha at most (diagnosis.hpp);
//   4. some trials of it have other numbers per permutation (parity, fixed points, cycles; of large decks
//   more): Pearson's two-sample test of one of them rejects at 1e-4, over twice their number. From a fixed
//   seed 512 trials of each that is left are run, then 4,096 of each if no more than 64 are;
//   5. of up to ten cards, a permutation came that it can't give, or Pearson's test over the permutations
//   rejects it at 1e-4 (mistake_runs.hpp).
// Where none fits, mistakes that look into the deck are tried. They have no such distribution, so each of
// them is run as in 4. It is excluded by 4, by 5, or where the places of single cards differ
// (homogeneity_of_positions at 1e-4). How much likelier than fairness it makes the counts is told of the
// shares that came in its run. Where none of these fits either, all mistakes are held against the counts once
// more, with their permutations written down in the seven other ways of core/permutation/permutation.hpp.
// Their distributions are then held at 1e-4 over seven times as many, and are nearer than fairness where they
// are 100 times as many times as likely. What never shows in single cards, nor in a number whose distribution
// is known, is not among the other mistakes.

/// A name among more that fit says little of relative permutations.
inline constexpr std::size_t most_mistakes_named = 32;

// The distance of such a fit is not bounded: what single cards show bounds no distribution of permutations.

// Which known mistake do the counts of a wide deck fit? By what the mistakes come to when they are run.
//
// All of wide_suspects are run, and excluded as fitting_runs has it: level_of_exclusion bounds how often it
// excludes the truth by its numbers per permutation and farthest cells, and once more by the places of single
// cards. Where none is left, those by draws are run, and then the first are held against the counts as they
// are written down in the seven other ways of core/permutation/permutation.hpp.
//
// What a sample can tell apart is not all that many trials show: fairness itself is run first. Where that
// sample does not differ from the counts by what is compared, only those are run whose own number is off by
// as much as they leave it (is_told_by_its_number).

// Of 1,024 cards it takes some three seconds of processor time where one of the first is left, and more than
// ten where none is and all readings are run; threads may share it (core/interpret/enumerate.hpp).

// Which known mistake do the counts of a biased target fit? Names only what fits, never what is merely
// nearest.
//
// A distribution is excluded when
//   1. a permutation came that it can't give, or Pearson's test rejects it at level 1e-4; where permutations
//   are too few
//      for each to be a cell, Pearson's at half of that, and what permutations show in fewer cells at the
//      other half (core/diagnosis/likelihoods.hpp);
//   2. another known distribution, read plainly, makes the counts more than 2e4 times as likely for each
//   mistake compared,
//      or read otherwise 14e4 times: the expectation of a likelihood ratio over the true distribution is 1,
//      so by Markov's inequality P(ratio > c) <= 1/c, and these 1/c of all mistakes and readings add up to
//      1e-4;
//   3. the counts are less than 100 times as likely as under fairness: then it explains no better than
//      fairness why fairness was rejected. For an event E, here the rejection of fairness within the budget
//      alpha, P(E and ratio over fairness < c) <= c P_fair(E) <= c alpha: again 1e-4 at the standard budget.
// So the true distribution, if known, is kept with probability 0.9997 or more, whatever else was compared.

/// The deck sizes that are diagnosed by the distributions of permutations: below, distributions are too
/// alike; above, finding them takes too long, and the places of single cards are looked at instead
/// (core/diagnosis/diagnosis.hpp).
inline constexpr int smallest_deck_diagnosed = 3, largest_deck_diagnosed = 7;

/// True when a diagnosis has a meaning: three cards or more, permutations counted where they are held against
/// distributions, and trials that do not look dependent, as when a clock seeds them: counts of dependent
/// trials fit no distribution, the true one included.
bool can_be_diagnosed(const Tally& whole);

/// Holds the counts against every suspect (core/diagnosis/suspects.hpp) under the eight symmetries of
/// core/permutation/permutation.hpp. confidence, of the bounds on the distance, in (0, 1). Precondition:
/// can_be_diagnosed(whole), and fairness has been rejected.
DiagnosisRecord diagnose(const Tally& whole, double confidence);

}  // namespace fairshuffle
