#include "harness/cli/program.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/cli/command_line.hpp"
#include "harness/cli/misspelt.hpp"
#include "harness/cli/standard_streams.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/input_error.hpp"

namespace fairshuffle {

namespace {

// One line whatever the message quotes: control characters become '?', and a word without end is cut. What is
// wrong with it stands before or behind it.
void complain(std::string line) {
  constexpr std::size_t most_at_start = 600, most_at_end = 400;
  if (line.size() > most_at_start + most_at_end) {
    line = line.substr(0, most_at_start) + " ... " + line.substr(line.size() - most_at_end);
  }
  std::ranges::replace_if(
      line, [](char character) { return static_cast<unsigned char>(character) < 0x20 || character == 0x7f; },
      '?');
  tell_sentence(line);
}

constexpr std::string_view no_memory =
    "fairshuffle: the run broke off: there is not enough memory; take fewer targets, smaller decks or fewer "
    "threads\n";

// What JSON values are destroyed with asks for memory, too, where nothing can be thrown.
[[noreturn]] void end_at_once() noexcept {
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    tell(no_memory);
    std::_Exit(exit_incomplete);
  } catch (...) {
  }
  std::abort();
}

// What was typed, or its help where that is asked for.
int run_typed(CLI::App& app, int argc, char** argv, const int& exit_code) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    app.exit(asked);
    return exit_as_hoped;
  }
  return exit_code;
}

// The exit code, once all that was said is written.
int flushed(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  throw std::runtime_error("standard output could not be written");
}

}  // namespace

int run_program(int argc, char** argv, RankParts* ranks) {
  fill_closed_standard_streams();
  std::set_terminate(end_at_once);
  // A file that may not grow is like a disk that is full.
  std::signal(SIGXFSZ, SIG_IGN);
  int exit_code = exit_as_hoped;
  const std::unique_ptr<CLI::App> app = command_line(exit_code, ranks);
  try {
    if (argc < 2) {
      fmt::print("{}", app->help());
      return flushed(exit_as_hoped);
    }
    // The parser would only say that a subcommand is required, not that this word is none.
    const bool begins_with_a_word = argc > 1 && argv[1][0] != '-';
    const std::string fault = begins_with_a_word ? why_no_subcommand(*app, argv[1]) : "";
    if (!fault.empty()) throw InputError(fault);
    return flushed(run_typed(*app, argc, argv, exit_code));
  } catch (const CLI::ParseError& error) {
    complain(why_not_parsed(*app, error, {argv + 1, argv + argc}));
    return exit_bad_input;
  } catch (const InputError& error) {
    complain(error.what());
    return exit_bad_input;
  } catch (const std::bad_alloc&) {
    tell(no_memory);
    return exit_incomplete;
  } catch (const std::exception& error) {
    complain(fmt::format("the run broke off: {}", error.what()));
    return exit_incomplete;
  }
}

}  // namespace fairshuffle
