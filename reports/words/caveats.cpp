#include "reports/words/caveats.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/outcome.hpp"

namespace fairshuffle {

namespace {

struct Caveat {
  std::string text;
  std::vector<std::string> targets;
  std::size_t results = 0;  // of the targets, those that are no controls
  bool of_fair = false;
};

void collect(std::vector<Caveat>& caveats, const TargetRecord& target, bool is_control) {
  for (const std::string& line : target.blind_spots) {
    auto found = std::ranges::find(caveats, line, &Caveat::text);
    if (found == caveats.end()) {
      caveats.push_back({.text = line, .targets = {}});
      found = caveats.end() - 1;
    }
    found->targets.push_back(is_control ? "control " + shown_name(target) : shown_name(target));
    found->results += is_control ? 0 : 1;
    found->of_fair = found->of_fair || (!is_control && target.verdict == Verdict::fair);
  }
}

std::string line_of(const Caveat& caveat, std::size_t results) {
  const bool all = results > 1 && caveat.results == results;
  return all ? fmt::format("{} (all {} targets)", caveat.text, results)
             : fmt::format("{} ({})", caveat.text, fmt::join(caveat.targets, ", "));
}

}  // namespace

Caveats caveats_of(const RunRecord& run) {
  std::vector<Caveat> all;
  for (const TargetRecord& result : run.results) collect(all, result, false);
  for (const TargetRecord& control : run.controls) collect(all, control, true);
  Caveats caveats;
  for (const Caveat& caveat : all) {
    (caveat.of_fair ? caveats.of_fair : caveats.of_others).push_back(line_of(caveat, run.results.size()));
  }
  return caveats;
}

}  // namespace fairshuffle
