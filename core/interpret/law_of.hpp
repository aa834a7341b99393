// The exact law of a target, by whichever interpreter can give it: evolve where it admits, else enumerate.
#pragma once

#include <string>

#include "core/exact/numeric_law.hpp"
#include "core/interpret/sample.hpp"

namespace fairshuffle {

struct Law;

/// The law in fractions. why_no_law(setup) must be empty, else std::invalid_argument. Throws
/// LawRefused where it would take too long.
Law law_of(const SampleSetup& setup);

/// The law in doubles, each probability within the error it states; much quicker for larger decks. The same
/// conditions as law_of.
NumericLaw numeric_law_of(const SampleSetup& setup);

/// One clause that says why the setup has no exact law here; empty when it has.
std::string why_no_law(const SampleSetup& setup);

}  // namespace fairshuffle
