// When a run is to end before its time.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

namespace fairshuffle {

/// Asked on the calling thread after every block: true once the run is to end; then always. What was run by
/// then is judged once more, with the share of the budgets that is kept for it. Empty for never.
using IsToEnd = std::function<bool()>;

/// So many seconds from now on (nothing for as long as it takes), and before that as soon as it is asked to.
inline IsToEnd ending_after(std::optional<double> seconds, IsToEnd is_asked_to) {
  const auto start = std::chrono::steady_clock::now();
  return [start, seconds, is_asked_to = std::move(is_asked_to)] {
    if (is_asked_to && is_asked_to()) return true;
    return seconds &&
           std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >= *seconds;
  };
}

/// Whether it says so within half a second: what ends a run and all that it started does not reach them at
/// the same moment.
inline bool comes_true(const IsToEnd& is_to_end) {
  constexpr int tries = 50;
  constexpr std::chrono::milliseconds apart{10};
  if (!is_to_end) return false;
  for (int tried = 0; tried < tries; ++tried) {
    if (is_to_end()) return true;
    std::this_thread::sleep_for(apart);
  }
  return false;
}

}  // namespace fairshuffle
