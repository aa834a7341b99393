#include "core/diagnosis/wide_diagnosis.hpp"

#include <functional>
#include <vector>

#include "core/diagnosis/fitting_runs.hpp"
#include "core/diagnosis/wide_suspects.hpp"
#include "core/shuffle/durstenfeld.hpp"
#include "core/shuffle/registry.hpp"

namespace fairshuffle {

DiagnosisRecord diagnose_wide(const Tally& whole, double confidence) {
  DiagnosisRecord record;
  record.confidence = confidence;
  const SampleSetup fair = standard_setup(*find_shuffle(Durstenfeld::info.name), whole.deck_size);
  const bool is_far = is_excluded(fair, whole);
  const auto hold_against = [&whole, &record](const std::vector<SampleSetup>& suspects) {
    record.mistakes_compared += suspects.size();
    list_runs(whole, fitting_runs(whole, suspects), record);
    return !record.fits.empty();
  };
  std::vector<SampleSetup> suspects = wide_suspects(whole);
  if (!is_far) {
    std::erase_if(suspects, std::not_fn(is_told_by_its_number));
    if (!hold_against(suspects)) record.mistakes_compared = 0;
    return record;
  }
  if (hold_against(suspects) || hold_against(wide_suspects_by_draws(whole))) return record;
  list_runs(whole, fitting_runs(whole, read_otherwise(suspects)), record);
  return record;
}

}  // namespace fairshuffle
