#include "harness/cli/progress.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "harness/cli/standard_streams.hpp"
#include "harness/cli/terminal.hpp"
#include "reports/document/width.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

std::string duration_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  if (seconds < 3600) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.1f} days", seconds / (24 * 3600));
}

std::string pace_text(double trials_a_second) {
  if (trials_a_second >= 1e6) return fmt::format("{:.3g} M/s", trials_a_second / 1e6);
  return fmt::format("{}/s", with_commas(static_cast<std::uint64_t>(trials_a_second)));
}

ProgressLine::ProgressLine(bool is_quiet)
    : manner_(is_quiet                   ? Manner::silent
              : is_able_terminal(stderr) ? Manner::renewed
                                         : Manner::now_and_then) {}

void ProgressLine::show(const Progress& progress) {
  if (manner_ == Manner::silent) return;
  using namespace std::chrono_literals;
  const Clock::time_point now = Clock::now();
  if (now - shown_ < (manner_ == Manner::renewed ? Clock::duration(200ms) : Clock::duration(10s))) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(progress.trials_done - progress.trials_before) / seconds;
  const auto seconds_for = [&](std::uint64_t trials) {
    return duration_text(static_cast<double>(trials - std::min(trials, progress.trials_done)) / rate);
  };
  // The limit is what nearly no run comes to: of use only where nothing better is known.
  std::string left = progress.trials_if_fair
                         ? fmt::format(", about {} left if fair", seconds_for(*progress.trials_if_fair))
                         : fmt::format(", at most {} left", seconds_for(progress.trials_at_most));
  if (rate == 0) left.clear();
  std::string text =
      fmt::format("look {}, {} of {} undecided: {} trials, {}{}: {}", progress.look, progress.undecided,
                  progress.targets, short_number(static_cast<double>(progress.trials_done), 2),
                  pace_text(rate), left, one_visible_line(progress.running));
  if (manner_ == Manner::renewed) {
    // A line that wraps can't be taken back.
    text.resize(bytes_within(text, static_cast<std::size_t>(terminal_width(stderr) - 1)));
    tell("\r\x1b[K" + text);
    on_screen_ = true;
  } else {
    tell(text + "\n");
  }
}

void ProgressLine::clear() {
  if (!on_screen_) return;
  tell("\r\x1b[K");
  on_screen_ = false;
}

}  // namespace fairshuffle
