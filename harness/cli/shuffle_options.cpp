#include "harness/cli/shuffle_options.hpp"

#include <string>

#include <fmt/format.h>

namespace fairshuffle {

void add_shuffle_options(CLI::App& command, ShuffleSettings& settings) {
  for (const std::string& name : names_of_shuffle_settings()) {
    const std::string option = fmt::format("--{}", name);
    if (command.get_option_no_throw(option) != nullptr) continue;
    command.add_option(option, settings[name], fmt::format("{}= of the targets named", name))->group("");
  }
}

}  // namespace fairshuffle
