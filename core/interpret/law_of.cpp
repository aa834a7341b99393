#include "core/interpret/law_of.hpp"

#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"

namespace fairshuffle {

Law law_of(const SampleSetup& setup) {
  return why_not_evolved(setup).empty() ? evolve(setup) : enumerate(setup);
}

NumericLaw numeric_law_of(const SampleSetup& setup) {
  return why_not_evolved(setup).empty() ? evolve_numeric(setup) : numeric(enumerate(setup));
}

std::string why_no_law(const SampleSetup& setup) {
  return why_not_evolved(setup).empty() ? "" : why_not_enumerated(setup);
}

}  // namespace fairshuffle
