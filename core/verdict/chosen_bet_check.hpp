// Can a chosen bet be one on the deck that was counted?
#pragma once

#include <optional>

#include "core/record/evidence_tally.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Nothing, or what says that the chosen bet (chosen_bet) cannot be one on these trials. To twelve cards a
/// set of orders has a multiple of 1/n! under fairness. And of some view a set of the bet's share must have
/// come so often that it was hit as the bet says, and was more frequent than fair among the trials that it
/// was chosen on: at most what the most frequent cells have together, one of them in part, and at least what
/// the rarest have. `whole`: complete, of all trials. Preconditions: a share in 0..1, at most as many hits as
/// are judged, and at most as many judged as there are trials, as tally_of sees to.
std::optional<Contradiction> contradiction_of_chosen_bet(const Bet& bet, const Tally& whole);

}  // namespace fairshuffle
