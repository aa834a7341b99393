// fairshuffle plugin-host: the process in which a plug-in is loaded and called. The program starts it for
// itself; it is not shown, and can be used by hand to look into a plug-in's fault.
#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/App.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/order/order.hpp"
#include "harness/cli/subcommands.hpp"
#include "harness/target/plugin/load.hpp"
#include "harness/target/plugin/serve.hpp"

namespace fairshuffle {

namespace {

struct PluginHostOptions {
  std::string path;
  std::string shuffle;
  int deck_size = 0;
};

int or_throw(int result) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), "plugin-host");
  return result;
}

/// Our own standard input and output, out of the plug-in's reach: it finds nothing to read, and what it
/// prints goes to standard error instead of among the rows.
struct Pipes {
  int requests = or_throw(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  int rows = or_throw(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));

  Pipes() {
    const int nothing = or_throw(open("/dev/null", O_RDONLY | O_CLOEXEC));
    or_throw(dup2(nothing, STDIN_FILENO));
    or_throw(dup2(STDERR_FILENO, STDOUT_FILENO));
    close(nothing);
  }
};

int run_plugin_host(const PluginHostOptions& options) {
  try {
    const Pipes pipes;
    end_with_reader_of(pipes.rows);
    const std::vector<LoadedShuffle> loaded = load_plugin(options.path);
    if (options.shuffle.empty()) {
      std::vector<PluginShuffle> shuffles;
      for (const LoadedShuffle& shuffle : loaded) shuffles.push_back(shuffle.info);
      write_all(pipes.rows, written(shuffles));
    } else {
      serve_rows(shuffle_for(options.path, loaded, options.shuffle, options.deck_size), options.deck_size,
                 pipes.requests, pipes.rows);
    }
    return exit_as_hoped;
  } catch (const PluginFault& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return static_cast<int>(fault.kind());
  }
}

}  // namespace

void add_plugin_host(CLI::App& app, int& exit_code) {
  // An empty group: not shown in the help.
  CLI::App* command =
      app.add_subcommand("plugin-host", "Load a plug-in and answer requests for rows")->group("");
  const auto options = std::make_shared<PluginHostOptions>();
  command->add_option("PATH", options->path, "the shared library")->required();
  CLI::Option* shuffle =
      command->add_option("SHUFFLE", options->shuffle, "one of its shuffles (tells what there is)");
  CLI::Option* deck_size =
      command->add_option("N", options->deck_size, "the deck size")->check(CLI::Range(1, largest_deck_size));
  shuffle->needs(deck_size);
  command->callback([options, &exit_code] { exit_code = run_plugin_host(*options); });
}

}  // namespace fairshuffle
