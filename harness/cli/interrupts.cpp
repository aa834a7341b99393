#include "harness/cli/interrupts.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <utility>

namespace fairshuffle {

namespace {

constexpr std::array<std::pair<int, const char*>, 3> heard_signals{
    {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}}};

// Of a handler nothing else may be asked. 0 for none.
std::atomic<int> heard_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

std::array<struct sigaction, heard_signals.size()> actions_before;

void hear(int signal) {
  heard_signal = signal;
}

}  // namespace

Interrupts::Interrupts() {
  heard_signal = 0;
  for (std::size_t index = 0; index < heard_signals.size(); ++index) {
    const int signal = heard_signals[index].first;
    sigaction(signal, nullptr, &actions_before[index]);
    if (actions_before[index].sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = &hear;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    sigaction(signal, &action, nullptr);
  }
}

Interrupts::~Interrupts() {
  for (std::size_t index = 0; index < heard_signals.size(); ++index) {
    sigaction(heard_signals[index].first, &actions_before[index], nullptr);
  }
}

std::string Interrupts::heard() {
  for (const auto& [signal, name] : heard_signals) {
    if (heard_signal == signal) return name;
  }
  return "";
}

void take_write_signals_for_errors() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace fairshuffle
