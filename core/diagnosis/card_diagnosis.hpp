// Which known mistake do the places of single cards fit? For decks whose orders are too many to be held
// against the laws of orders.
//
// A mistake is compared where this many trials must show it, or do: N phi2 of its positions is at least 100,
// or N KL of one of its views (card_suspects.hpp), of its law over the fair one, at least 40, or a number is
// known that tells all of it, or it is nearer than fairness, as 3 has it. It is excluded when
//   1. Pearson's test of one of its views rejects it: the smallest p-value, times their number, is below
//   1e-4;
//   2. another one that passes makes the counts of one view more than 1e4 times as likely for each mistake
//      compared: that view, chosen from the two laws, which tells them apart best. By Markov's inequality
//      these exclude the truth at level 1e-4;
//   3. it is no nearer than fairness. It is nearer where the counts of the view that tells it best from
//   fairness are 100 times as likely: the logarithm of that ratio has mean N KL and a variance of about
//   twice that, so that from 40 on the truth falls below log 100 with probability 4e-5. Or where the
//   positions, projected on its law, are: that logarithm is N phi2 (s - 1/2), if they are the share s as far
//   from fair as it puts them; from 100 on, 4.5 standard deviations. Of a number that tells all, fairness
//   being rejected within alpha, with probability 100 alpha at most (diagnosis.hpp);
//   4. some trials of it have other numbers per order (parity, fixed points, cycles; of large decks
//   more): Pearson's two-sample test of one of them rejects at 1e-4, over twice their number. From a fixed
//   seed 512 trials of each that is left are run, then 4,096 of each if no more than 64 are.
// Where none fits, those that look into the deck, of which no such law is known, are run like this, every
// one, and excluded by 4 or where the places of single cards differ (homogeneity_of_positions at 1e-4); how
// much likelier than fairness they make the counts is then told of the shares that came in the run.
// Where none of these fits either, all are held against the counts once more, with their orders written down
// in the seven other ways of core/order/symmetries.hpp, the laws at 1e-4 over seven times as many, which are
// nearer than fairness where they are 100 times as many times as likely. What
// never shows in single cards, nor in a number whose law is known, is not among the other mistakes.
#pragma once

#include <cstddef>

#include "core/record/findings.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// A name among more that fit says little of quotients.
inline constexpr std::size_t most_mistakes_named = 32;

/// Holds the counts against card_suspects of the deck size. confidence as in `diagnose`. The distance of a
/// fit is not bounded: what single cards show bounds no law of orders. Preconditions: deck_size 8..128,
/// trials > 0, and fairness has been rejected.
DiagnosisRecord diagnose_cards(const Tally& whole, double confidence);

}  // namespace fairshuffle
