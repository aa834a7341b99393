#include "harness/target/kinds.hpp"

#include <algorithm>
#include <array>

#include "harness/target/builtin.hpp"
#include "harness/target/child/exec_target.hpp"
#include "harness/target/log.hpp"
#include "harness/target/plugin/plugin_target.hpp"
#include "harness/target/stdin.hpp"

namespace fairshuffle {

std::span<const TargetKind> all_target_kinds() {
  // A new kind: one file that makes its targets, and one line here.
  static constexpr std::array kinds{
      TargetKind{"exec", &make_exec_target},
      TargetKind{"plugin", &make_plugin_target},
      TargetKind{"log", &make_log_target},
      TargetKind{"stdin", &make_stdin_target},
  };
  return kinds;
}

std::unique_ptr<Target> make_target(const TargetText& text, const TargetRun& run) {
  const std::span<const TargetKind> kinds = all_target_kinds();
  const auto kind = std::ranges::find(kinds, text.name, &TargetKind::name);
  if (kind != kinds.end()) return kind->make(text, run);
  return std::make_unique<BuiltinTarget>(text, run.deck_size, run.seed);
}

}  // namespace fairshuffle
