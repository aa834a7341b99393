// The target that a report speaks of, made anew from its words: nothing is run, opened or loaded.
#pragma once

#include <cstdint>
#include <memory>
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

/// A built-in target by its name, whose settings say everything; others by their description, of which the
/// name is made. run_seed: the seed of the run. Throws InputError where no target can be described so.
DescribedTarget described_target(const TargetRecord& record, std::uint64_t run_seed);

/// As make_target, but for targets that are only asked for their words: nothing need exist. A plug-in's
/// shuffle is named only where the text names it.
std::unique_ptr<Target> make_unopened_target(const TargetText& text, const TargetRun& run);

}  // namespace fairshuffle
