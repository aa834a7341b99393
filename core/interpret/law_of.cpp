#include "core/interpret/law_of.hpp"

#include <optional>
#include <utility>

#include "core/exact/law.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"

namespace fairshuffle {

namespace {

// By `follow`, path by path; where that is too much either, says why it was not followed step by step.
template <class Follow>
auto path_by_path(const SampleSetup& setup, const std::string& why_not_by_steps, Follow follow) {
  try {
    return follow(setup);
  } catch (const EnumerationRefused& error) {
    if (!evolve_admits(setup.shuffle->name)) throw;
    throw LawRefused(why_not_by_steps + ", and " + error.what());
  }
}

}  // namespace

Law law_of(const SampleSetup& setup) {
  const std::string reason = why_not_evolved(setup);
  if (reason.empty()) return evolve(setup);
  return path_by_path(setup, reason, [](const SampleSetup& each) { return enumerate(each); });
}

NumericLaw numeric_law_of(const SampleSetup& setup) {
  std::string reason;
  if (std::optional<NumericLaw> law = evolve_numeric(setup, reason)) return *std::move(law);
  return path_by_path(setup, reason, [](const SampleSetup& each) { return enumerate_numeric(each); });
}

std::string why_no_law(const SampleSetup& setup) {
  return why_not_evolved(setup).empty() ? "" : why_not_enumerated(setup);
}

}  // namespace fairshuffle
