// Between what was counted and the evidence of a record: the one place that turns each into the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/record/evidence.hpp"
#include "core/record/plan.hpp"
#include "core/tally/tally.hpp"
#include "core/tally/tally_halves.hpp"

namespace fairshuffle {

/// What was counted so far, both halves added up, as plain data. No bet, nothing unread, no error.
Evidence evidence_of(const TallyHalves& halves);

/// Something that a record says against itself.
struct Contradiction {
  std::string where;     ///< the member of a result, as a JSON pointer: "/evidence/orders"
  std::string sentence;  ///< what it says and what follows from the rest; no capital, no full stop
};

struct EvidenceTally {
  std::optional<Tally> tally;  ///< complete, every kind filled in; absent where the counts don't add up
  std::vector<Contradiction> contradictions;
};

/// The tally of the valid trials, where the counts fit the deck and each other: as many cells as the deck
/// has, every table adding up to the trials, tables that share a margin agreeing on it. The evidence may be
/// anything that a report's schema lets pass.
EvidenceTally tally_of(const PlannedTarget& target, const Evidence& evidence);

}  // namespace fairshuffle
