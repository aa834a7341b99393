#include "harness/cli/misspelt.hpp"

#include <filesystem>
#include <vector>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/shuffle/registry.hpp"
#include "harness/target/nearest_name.hpp"

namespace fairshuffle {

namespace {

bool is_shuffle(std::string_view word) {
  const std::string_view name = word.substr(0, word.find(':'));
  return find_shuffle(name) != nullptr || find_preset(name) != nullptr;
}

}  // namespace

std::string why_no_subcommand(const CLI::App& app, std::string_view word) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : app.get_subcommands({})) {
    if (subcommand->get_name() == word) return "";
    if (!subcommand->get_group().empty()) names.push_back(subcommand->get_name());
  }
  std::string meant = did_you_mean(word, {names.begin(), names.end()});
  if (is_shuffle(word)) meant = fmt::format(" (did you mean 'certify {}'?)", word);
  std::error_code unreadable;
  if (std::filesystem::is_regular_file(word, unreadable)) meant = " (did you mean certify --exec COMMAND?)";
  return fmt::format("'{}' is no subcommand{}; there are {}", word, meant, fmt::join(names, ", "));
}

std::string why_not_expected(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string help =
      chosen.empty() ? "'fairshuffle --help'" : fmt::format("'fairshuffle {} --help'", command.get_name());
  const std::vector<std::string> words = command.remaining();
  if (words.empty()) return fmt::format("something was not expected; see {}", help);
  const std::string word = words.front().substr(0, words.front().find('='));
  if (!word.starts_with('-'))
    return fmt::format("{} takes no '{}' here; see {}", command.get_name(), word, help);
  std::vector<std::string> options;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& each : option->get_lnames()) options.push_back("--" + each);
  }
  return fmt::format("{} has no option '{}'{}; see {}", command.get_name(), word,
                     did_you_mean(word, {options.begin(), options.end()}), help);
}

}  // namespace fairshuffle
