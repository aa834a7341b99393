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
  }
}

// `results`: how many there are of the kind, and what they are called.
std::vector<std::string> lines_of(const std::vector<Caveat>& caveats, std::size_t results, const char* kind) {
  std::vector<std::string> lines;
  for (const Caveat& caveat : caveats) {
    lines.push_back(results > 1 && caveat.results == results
                        ? fmt::format("{} (all {} {})", caveat.text, results, kind)
                        : fmt::format("{} ({})", caveat.text, fmt::join(caveat.targets, ", ")));
  }
  return lines;
}

}  // namespace

Caveats caveats_of(const RunRecord& run) {
  std::vector<Caveat> of_fair, of_others;
  std::size_t fair = 0;
  for (const TargetRecord& result : run.results) {
    const bool is_fair = result.verdict == Verdict::fair;
    fair += is_fair;
    collect(is_fair ? of_fair : of_others, result, false);
  }
  for (const TargetRecord& control : run.controls) {
    // Beside no fair target nobody asks what the verdict fair covers.
    const bool is_fair = fair > 0 && control.verdict == Verdict::fair;
    collect(is_fair ? of_fair : of_others, control, true);
  }
  const std::size_t others = run.results.size() - fair;
  return {.of_fair = lines_of(of_fair, fair, others == 0 ? "targets" : "fair targets"),
          .of_others = lines_of(of_others, others, fair == 0 ? "targets" : "others")};
}

}  // namespace fairshuffle
