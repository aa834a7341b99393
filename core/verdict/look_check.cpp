#include "core/verdict/look_check.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"

namespace fairshuffle {

std::vector<Contradiction> look_contradictions(const TargetRecord& record, const LookSchedule& schedule,
                                               bool is_recorded, std::uint64_t most_trials) {
  std::vector<Contradiction> contradictions;
  const int look = record.look;
  if (look > 1 && (is_recorded || schedule.is_last(look - 1))) {
    contradictions.push_back(
        {"/look", fmt::format("is {}, but look {} was the last", look, is_recorded ? 1 : look - 1)});
  }
  const std::uint64_t due = is_recorded ? most_trials : schedule.trials_at(look);
  // A target from outside may fail after a trial that was no order, which is evidence of its own.
  const bool may_stop = is_recorded || (record.target.kind != "builtin" && record.invalid_trials > 0);
  if (may_stop ? record.trials > due : record.trials != due) {
    contradictions.push_back(
        {"/trials", fmt::format("is {}, but {} {}", with_commas(record.trials),
                                may_stop ? "the limit is" : "the look comes at", with_commas(due))});
  }
  return contradictions;
}

}  // namespace fairshuffle
