#include "harness/cli/interrupts.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>

#include <fmt/format.h>

#include "harness/ending_signals.hpp"

namespace fairshuffle {

namespace {

// Of a handler nothing else may be asked. 0 for none.
std::atomic<int> heard_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

// When each signal came first, in milliseconds of a clock that only rises; 0 for not yet.
std::array<std::atomic<std::int64_t>, NSIG> heard_at;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

// GNU timeout sends one to its child, and at once to the whole group; nobody types a second one so soon.
constexpr std::int64_t same_within_ms = 100;

std::array<struct sigaction, ending_signals.size()> actions_before;

std::int64_t milliseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{1000} * now.tv_sec + now.tv_nsec / 1'000'000 + 1;
}

void hear(int signal) {
  const std::int64_t now = milliseconds_now();
  std::int64_t first = 0;
  heard_signal = signal;
  if (heard_at[static_cast<std::size_t>(signal)].compare_exchange_strong(first, now)) return;
  if (now - first < same_within_ms) return;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace

Interrupts::Interrupts() {
  heard_signal = 0;
  for (std::size_t index = 0; index < ending_signals.size(); ++index) {
    const int signal = ending_signals[index];
    heard_at[static_cast<std::size_t>(signal)] = 0;
    sigaction(signal, nullptr, &actions_before[index]);
    if (actions_before[index].sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = &hear;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

Interrupts::~Interrupts() {
  for (std::size_t index = 0; index < ending_signals.size(); ++index) {
    sigaction(ending_signals[index], &actions_before[index], nullptr);
  }
}

std::string Interrupts::heard() {
  const char* const name = sigabbrev_np(heard_signal);
  return name == nullptr ? "" : fmt::format("SIG{}", name);
}

void take_broken_pipes_for_errors() {
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace fairshuffle
