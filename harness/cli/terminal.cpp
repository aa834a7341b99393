#include "harness/cli/terminal.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/permutation/permutation.hpp"
#include "harness/whole_file.hpp"
#include "reports/document/render.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

bool is_terminal(std::FILE* stream) {
  // mpirun gives its ranks one to write to, and may put what they write there into a file.
  if (stream == stdout && std::getenv("OMPI_COMM_WORLD_RANK") != nullptr) return false;
  return isatty(fileno(stream)) == 1;
}

// One that understands escape sequences.
bool is_able_terminal(std::FILE* stream) {
  const char* kind = std::getenv("TERM");
  return is_terminal(stream) && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

// A terminal that can show colours, and NO_COLOR is unset or empty (no-color.org).
bool wants_color(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  return is_able_terminal(stream) && (no_color == nullptr || *no_color == '\0');
}

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
  if (now - first < same_within_ms || signal == SIGXCPU) return;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace

std::string entry_lines(std::string_view before, std::string_view text, std::size_t columns) {
  if (columns == 0) return fmt::format("{}{}\n", before, text);
  constexpr std::size_t own_depth = 6;
  std::size_t depth = width_of(before);
  std::string lines, start(before);
  if (2 * depth > columns && depth > own_depth) {
    start.erase(start.find_last_not_of(' ') + 1);
    if (!start.empty()) lines = start + "\n";
    depth = own_depth;
    start.assign(depth, ' ');
  }
  for (const std::string& line : wrapped(text, columns > depth ? columns - depth : 1)) {
    lines += start + line + "\n";
    start.assign(depth, ' ');
  }
  return lines;
}

std::size_t columns_to_fill() {
  return is_terminal(stdout) ? static_cast<std::size_t>(terminal_width(stdout)) : 0;
}

void fill_closed_standard_streams() {
  // In this order each is opened in the lowest place that is free, which is its own.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // What is open for the other direction only refuses with the same error as what is closed.
    open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void tell(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void tell_sentence(std::string_view sentence) {
  tell(fmt::format("fairshuffle: {}\n", one_visible_line(sentence)));
}

TerminalStyle terminal_style(const std::optional<std::string>& color, bool verbose) {
  TerminalStyle style{.columns = static_cast<std::size_t>(terminal_width(stdout)), .everything = verbose};
  const std::string word = color.value_or("auto");
  if (word == "never") return style;
  if (word != "always" && word != "auto") {
    throw InputError("--color: expected auto, always or never, found '{}'", word);
  }
  style.pictures = word == "always" || is_terminal(stdout);
  style.colored = word == "always" || wants_color(stdout);
  return style;
}

int terminal_width(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  constexpr int standard = 80;
  const char* columns = std::getenv("COLUMNS");
  if (columns == nullptr) return standard;
  const std::string_view text = columns;
  int width = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  return error == std::errc{} && end == text.data() + text.size() && width > 0 ? width : standard;
}

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

using namespace std::chrono_literals;

ProgressLine::ProgressLine(bool is_quiet)
    : manner_(is_quiet                   ? Manner::silent
              : is_able_terminal(stderr) ? Manner::renewed
                                         : Manner::now_and_then),
      due_(Clock::now() + (manner_ == Manner::renewed ? 200ms : 800ms)) {}

void ProgressLine::show(const Progress& progress) {
  if (manner_ == Manner::silent) return;
  pace_.hear(progress);
  if (const std::optional<double> pace = pace_.trials_a_second()) trials_a_second_ = pace;
  const Clock::time_point now = Clock::now();
  if (now < due_) return;
  due_ = now + (manner_ == Manner::renewed ? 200ms : 10'000ms);
  std::string left = "estimating";
  if (trials_a_second_) {
    left = pace_text(*trials_a_second_);
    // The limit of a run with many looks is what nearly none comes to, and no forecast.
    const bool is_last = progress.trials_of_look == progress.trials_at_most;
    if (progress.trials_if_fair || is_last) {
      const std::uint64_t trials = progress.trials_if_fair.value_or(progress.trials_at_most);
      const auto to_come = static_cast<double>(trials - std::min(trials, progress.trials_done));
      left += fmt::format(", about {} left{}", duration_text(to_come / *trials_a_second_),
                          progress.trials_if_fair ? " if fair" : "");
    }
  }
  constexpr std::size_t longest_name = 40;
  std::string name = one_visible_line(progress.running);
  if (const std::size_t within = bytes_within(name, longest_name); within < name.size())
    name = name.substr(0, within) + "...";
  std::string text =
      fmt::format("{}: look {}, {} of {} undecided: {} trials, {}", name, progress.look, progress.undecided,
                  progress.targets, about_text(static_cast<double>(progress.trials_done)), left);
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
