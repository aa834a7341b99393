// The steps of a target's shuffle, by its name in the catalogue.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/interpret/sample.hpp"
#include "core/interpret/steps.hpp"

namespace fairshuffle {

/// True when the shuffle of this name never looks into a drawn index. Throws std::invalid_argument where it
/// is in no catalogue.
bool has_steps(std::string_view shuffle);

/// The steps of one trial; nothing where the shuffle looks, or steps_of has nothing.
std::optional<Steps> steps_of_setup(const SampleSetup& setup);

/// Steps that rearrange the deck independently of each other, whatever lies where, but for deal_by_itself; or
/// one clause that says why the setup has none.
struct IndependentSteps {
  std::optional<Steps> steps;
  std::string why_not;  ///< empty where there are steps
};
IndependentSteps independent_steps_of(const SampleSetup& setup);

}  // namespace fairshuffle
