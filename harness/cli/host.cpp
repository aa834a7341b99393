// fairshuffle KIND-host: the process in which targets of a kind run, where they need one of their own. The
// program starts it for itself; it is not shown.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "harness/cli/subcommands.hpp"
#include "harness/target/kinds.hpp"

namespace fairshuffle {

namespace {

std::string word_for(const TargetKind& kind) {
  return fmt::format("{}-host", kind.name);
}

}  // namespace

bool is_host(std::string_view word) {
  return std::ranges::any_of(all_target_kinds(), [word](const TargetKind* kind) {
    return kind->host != nullptr && word == word_for(*kind);
  });
}

void add_hosts(CLI::App& app, int& exit_code) {
  for (const TargetKind* kind : all_target_kinds()) {
    if (kind->host == nullptr) continue;
    // An empty group: not shown in the help.
    CLI::App* command = app.add_subcommand(word_for(*kind), "The process of a target")->group("");
    const auto arguments = std::make_shared<std::vector<std::string>>();
    command->add_option("ARGUMENTS", *arguments, "what its kind makes of them");
    command->callback([arguments, kind, &exit_code] { exit_code = kind->host(*arguments); });
  }
}

}  // namespace fairshuffle
