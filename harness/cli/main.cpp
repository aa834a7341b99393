// The program fairshuffle: the one place where errors become a sentence and an exit code.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/command_line.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/input_error.hpp"
#include "harness/target/nearest_name.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {
namespace {

// One line whatever the message quotes: control characters become '?', and a word without end is cut.
void complain(std::string line) {
  constexpr std::size_t most_characters = 1000;
  if (line.size() > most_characters) line = line.substr(0, most_characters) + " ...";
  std::ranges::replace_if(
      line, [](char character) { return static_cast<unsigned char>(character) < 0x20 || character == 0x7f; },
      '?');
  fmt::print(stderr, "fairshuffle: {}\n", one_visible_line(line));
}

// The parser would only say that a subcommand is required, not that this word is none.
void check_subcommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::string_view word = argv[1];
  std::vector<std::string> names;
  for (const CLI::App* subcommand : app.get_subcommands({})) {
    if (subcommand->get_name() == word) return;
    if (!subcommand->get_group().empty()) names.push_back(subcommand->get_name());
  }
  throw InputError(fmt::format("'{}' is no subcommand{}; there are {}", word,
                               did_you_mean(word, {names.begin(), names.end()}), fmt::join(names, ", ")));
}

}  // namespace
}  // namespace fairshuffle

int main(int argc, char** argv) {
  using namespace fairshuffle;
  int exit_code = exit_as_hoped;
  const std::unique_ptr<CLI::App> app = command_line(exit_code);
  try {
    check_subcommand(*app, argc, argv);
    app->parse(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw std::runtime_error("standard output could not be written");
    }
    return exit_code;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app->exit(error);
    complain(fmt::format("{}; see 'fairshuffle --help'", error.what()));
    return exit_bad_input;
  } catch (const InputError& error) {
    complain(error.what());
    return exit_bad_input;
  } catch (const std::exception& error) {
    complain(fmt::format("the run broke off: {}", error.what()));
    return exit_incomplete;
  }
}
