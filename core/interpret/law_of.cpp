#include "core/interpret/law_of.hpp"

#include "core/interpret/enumerate.hpp"

namespace fairshuffle {

Law law_of(const SampleSetup& setup) {
  return enumerate(setup);
}

NumericLaw numeric_law_of(const SampleSetup& setup) {
  return numeric(law_of(setup));
}

std::string why_no_law(const SampleSetup& setup) {
  return why_not_enumerated(setup);
}

}  // namespace fairshuffle
