// The target that a report speaks of, made anew from its words: nothing is run, opened or loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/record/run_record.hpp"
#include "harness/target/kinds.hpp"

namespace fairshuffle {

/// What a report must say of a target.
struct DescribedTarget {
  std::string name;
  TargetDescription description;
  TargetFacts facts;
  std::optional<std::string> caveat;  ///< nothing where only the target itself knows
};

/// The target as it would be typed: by its name where the kind is one of shuffles, else by its description.
/// Throws InputError where there is no such kind.
TargetText typed_target(const PlannedTarget& target);

/// A built-in target by its name, whose settings say everything; others by their description, of which the
/// name is made. run_seed: the seed of the run. Throws InputError where no target can be described so.
DescribedTarget described_target(const TargetRecord& record, std::uint64_t run_seed);

}  // namespace fairshuffle
