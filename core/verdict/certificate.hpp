// Bounds of the bias.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/record/findings.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/test_result.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/tally.hpp"
#include "core/verdict/bet_records.hpp"

namespace fairshuffle {

// How large the bias is at least: a bet chosen on one half of the trials, judged on the other.

/// The bet that promises most: on the order itself where it is counted, on a card's position, on a card's
/// successor, on how many cards stay, on the number of cycles, or on parity; of a multiset deck on what
/// stands at a site, or on the arrangement. Each of these is a coarser view of the order, so none can be
/// farther from fair than the order is, and the lower bound that the bet brings (tv_lower_bound) bounds the
/// total variation distance of the distribution over permutations. The view and its cells are chosen on
/// `choosing`; `judging` only says how the bet fared, so the choice costs no confidence. Both tallies
/// complete, of the same deck size, at least 2. kept: decks of the judging half in their sequence, of which
/// the bet tells where its hits lie; null for none. Source: sample splitting with a Clopper-Pearson limit
/// (core/README.md 4.2).
Bet chosen_bet(const Tally& choosing, const Tally& judging, const FirstDecks* kept = nullptr);

// Where the bias lives, as the record tells it.

/// Every component of what was counted, largest sets of unseen cards first: (n-1,1), (n-2,2) ... (1,...,1).
/// Empty where there are none: one card, more than eight, permutations not counted, fewer than two trials.
/// The shares of the bias are there where findings.verdict is biased, trials are not dependent, and the
/// estimated chi-square distance is above three standard errors of what a fair shuffle shows. findings:
/// verdict, tests and dependent filled in.
std::vector<ComponentRecord> component_records(const Tally& whole, const Findings& findings);

// How large the bias is at most, and at least.

/// The estimated size of the bias and its upper bound at `confidence`, valid at the look it is taken at; the
/// lower bound is left to the bet. dependent: the trials are not independent, and nothing bounds the bias.
/// `tests` are the records of this look, by which the size is taken from the permutations where those were
/// tested, else from the positions, else from nothing. The bound is the smaller of that by the test's
/// statistic and that by the distance of the counts, which share the error. Source: core/README.md 4.1.
/// `families`, the records of a large deck at that confidence, bound it in their place: by the largest bound
/// of those asked (core/README.md 4.6).
BiasRecord bound_bias(const Tally& whole, std::span<const TestRecord> tests,
                      std::span<const FamilyRecord> families, bool dependent, double confidence);

/// About how many trials, beyond the `trials` that there are, would bring which verdict: enough to reject, if
/// the bias is clearly above the tolerance, else enough for the certificate of a fair deck: of a large deck
/// for the families asked (trials_for_asked). Nothing where the tests chosen can't bring one, as where trials
/// look dependent and the tests that see dependence was not chosen, or the counts are such that no number can
/// be told: never one of trials that there are already.
std::optional<TrialsToDecide> trials_to_decide(const Findings& findings, const CountedDeck& deck,
                                               std::uint64_t trials, double tolerance);

/// About how many trials certify a fair deck at a look that may spend 1 - confidence, told before any is run:
/// a large deck for the families of `certify`. Nothing for a deck of one card, where the tolerance is 0, or
/// is asked of named bets.
std::optional<double> trials_if_fair(const CountedDeck& deck, std::span<const std::string> certify,
                                     double tolerance, double confidence);

/// True when the bounds of this look may certify: where permutations are counted only the permutations test
/// bounds every bet; elsewhere the bound of one card passes only beside every other test, because a random
/// cut has exactly flat positions.
bool may_certify(const Findings& findings, const CountedDeck& deck);

}  // namespace fairshuffle
