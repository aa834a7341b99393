#include "harness/target/plugin/host.hpp"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/order/order.hpp"
#include "harness/input_error.hpp"
#include "harness/target/plugin/load.hpp"
#include "harness/target/plugin/serve.hpp"

namespace fairshuffle {

namespace {

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

int deck_size_of(const std::string& text) {
  int deck_size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), deck_size);
  if (error != std::errc{} || end != text.data() + text.size() || deck_size < 1 ||
      deck_size > largest_deck_size) {
    throw InputError(
        fmt::format("plugin-host: expected a deck size from 1 to {}, found '{}'", largest_deck_size, text));
  }
  return deck_size;
}

}  // namespace

int run_plugin_host(const std::vector<std::string>& arguments) {
  if (arguments.size() != 1 && arguments.size() != 3) {
    throw InputError("plugin-host: expected PATH, or PATH SHUFFLE N");
  }
  const std::string& path = arguments.front();
  const int deck_size = arguments.size() == 3 ? deck_size_of(arguments[2]) : 0;
  try {
    const Pipes pipes;
    const std::vector<LoadedShuffle> loaded = load_plugin(path);
    if (arguments.size() == 1) {
      std::vector<PluginShuffle> shuffles;
      for (const LoadedShuffle& shuffle : loaded) shuffles.push_back(shuffle.info);
      write_all(pipes.rows, written(shuffles));
    } else {
      serve_rows(shuffle_for(path, loaded, arguments[1], deck_size), deck_size, pipes.requests, pipes.rows);
    }
    return 0;
  } catch (const PluginFault& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return static_cast<int>(fault.kind());
  }
}

}  // namespace fairshuffle
