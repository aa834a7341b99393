// The way back from a record to the tally that it was made of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/record/run_record.hpp"
#include "core/tally/tally.hpp"

namespace fairshuffle {

/// Something that a target's record says against itself.
struct Contradiction {
  std::string where;     ///< the member of the report, as a JSON pointer from the target on: "/counts/orders"
  std::string sentence;  ///< what it says and what follows from the rest; no capital, no full stop
};

struct RebuiltTally {
  /// With every kind filled in where the record has the counts of orders. Elsewhere positions, subsets,
  /// repeats and trials only. Absent where the counts do not fit each other.
  std::optional<Tally> tally;
  std::vector<Contradiction> contradictions;
};

/// The tally of the record's valid trials. Looks at trials, counts, deck size, marked cards and the invalid
/// trials with their witnesses; all of them may be anything that the report's schema lets pass.
RebuiltTally rebuilt_tally(const TargetRecord& record);

}  // namespace fairshuffle
