#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/targets/child/child_process.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

namespace {

// What the shell itself says by its status: POSIX, 2.8.2.
constexpr std::int64_t not_runnable = 126, not_found = 127, killed = 128;

using std::chrono::milliseconds;

// A child that still writes is not waited for; one that has just failed is.
constexpr milliseconds patience_for_failure{20};

// Of a seed a child gets the low 31 bits, which every language's int can hold.
std::uint32_t seed_for_child(std::uint64_t seed) {
  return static_cast<std::uint32_t>(seed & 0x7fff'ffffU);
}

/// What a child is told, by the names in its command and in its environment.
struct Told {
  const char* placeholder;
  const char* variable;
  std::string digits;
};

std::vector<Told> told(const ChildManner& manner, std::uint64_t seed) {
  return {{"{trials}", "FAIRSHUFFLE_TRIALS", std::to_string(manner.max_trials)},
          {"{n}", "FAIRSHUFFLE_N", std::to_string(manner.deck_size)},
          {"{seed}", "FAIRSHUFFLE_SEED", std::to_string(seed_for_child(seed))}};
}

ChildStart start_of(const ChildManner& manner, std::uint64_t seed) {
  ChildStart start{.command = filled_in(manner, seed), .environment = {}, .is_asked = manner.serves};
  for (const Told& each : told(manner, seed)) start.environment.emplace_back(each.variable, each.digits);
  return start;
}

// What is printed to a pipe may wait there until a script comes to rest, and be lost by process.exit.
std::string script_advice(const std::string& command) {
  const auto has = [&command](std::string_view word) {
    const std::size_t at = command.find(word);
    return at != std::string::npos &&
           (at == 0 || std::string_view(" /;&|").find(command[at - 1]) != std::string_view::npos);
  };
  const bool is_script = has("node ") || has("nodejs ") || has("deno ") || has("bun ") ||
                         (command + ' ').find(".js ") != std::string::npos ||
                         (command + ' ').find(".mjs ") != std::string::npos;
  return is_script ? " In JavaScript, require('fs').writeSync(1, text) writes at once." : "";
}

std::string signal_text(int signal) {
  return fmt::format("signal {} ({})", signal, strsignal(signal));
}

}  // namespace

std::string filled_in(const ChildManner& manner, std::uint64_t seed) {
  std::string command = manner.command;
  for (const auto& [placeholder, variable, digits] : told(manner, seed)) {
    const std::size_t length = std::strlen(placeholder);
    for (std::size_t at = command.find(placeholder); at != std::string::npos;
         at = command.find(placeholder, at + digits.size())) {
      command.replace(at, length, digits);
    }
  }
  return command;
}

std::string exit_sentence(const ChildExit& exit) {
  if (exit.signal != 0) return fmt::format("It was killed by {}.", signal_text(exit.signal));
  if (exit.status == not_runnable) return "It exited with status 126: the shell could not run the command.";
  if (exit.status == not_found) return "It exited with status 127: the shell did not find the command.";
  if (exit.status > killed && exit.status < killed + 32) {
    return fmt::format("It exited with status {}, as a shell does when its command is killed by {}.",
                       exit.status, signal_text(static_cast<int>(exit.status - killed)));
  }
  return fmt::format("It exited with status {}.", exit.status);
}

bool is_disturbed(const ChildExit& exit) {
  const std::int64_t signal = exit.signal != 0 ? exit.signal : exit.status - killed;
  return signal == SIGHUP || signal == SIGINT || signal == SIGTERM || signal == SIGKILL ||
         exit.status == not_runnable || exit.status == not_found;
}

ChildBytes::ChildBytes(const ChildManner& manner, std::uint64_t seed)
    : manner_(manner), child_(start_of(manner, seed)) {}

void ChildBytes::request(std::uint64_t rows) {
  requested_ += rows;
  if (manner_.serves) child_.write(fmt::format("{} {}\n", rows, manner_.deck_size));
}

std::optional<std::size_t> ChildBytes::read(std::span<char> into) {
  // A child that writes byte by byte is never silent. The second silence is for the one that is told of
  // below.
  const milliseconds most_waited = 2 * manner_.silence + manner_.silence * taken_ / 10;
  const milliseconds left = most_waited - std::min(most_waited, child_.waited());
  if (const auto count = child_.read(into, std::min(manner_.silence, left))) {
    has_closed_ = *count == 0;
    return count;
  }
  if (child_.is_to_end()) return std::nullopt;
  child_.fail();
  if (left < manner_.silence) fail_slow();
  std::string sentence = fmt::format("The program wrote nothing for {:g} s while rows were due",
                                     std::chrono::duration<double>(manner_.silence).count());
  if (const auto exit = child_.exit_within(milliseconds(0))) {
    sentence +=
        fmt::format(". {} A process that it started still holds its standard output.", exit_sentence(*exit));
  } else if (manner_.serves) {
    sentence +=
        fmt::format(" (did it flush them?), after a line with their number and n ({}) on its standard input.",
                    manner_.deck_size);
  } else {
    sentence += "; give a slow one a longer timeout.";
  }
  sentence += script_advice(manner_.command);
  throw TargetError(sentence + last_words_sentence(child_.last_words()));
}

void ChildBytes::fail_slow() {
  throw TargetError(
      fmt::format("The program wrote {} rows in {:.0f} s, and less than one in {:g} s on average is too "
                  "slow; give a slow one a longer timeout.",
                  taken_, std::chrono::duration<double>(child_.waited()).count(),
                  std::chrono::duration<double>(manner_.silence).count() / 10) +
      last_words_sentence(child_.last_words()));
}

std::size_t ChildBytes::read_unasked(std::span<char> into, milliseconds patience) {
  if (patience > milliseconds(0)) child_.close_input();
  return child_.read(into, patience).value_or(0);
}

bool ChildBytes::has_ended_well() {
  const auto exit = child_.exit_within();
  return exit && exit->is_well();
}

void ChildBytes::finish() {
  // One that has nothing more to write, or was told how many rows to write, ends by itself after them; others
  // are seldom at their end.
  const bool is_told = manner_.command.find("{trials}") != std::string::npos ||
                       manner_.command.find("FAIRSHUFFLE_TRIALS") != std::string::npos;
  const bool is_done = has_closed_ || (!manner_.serves && is_told && requested_ >= manner_.max_trials);
  const auto exit = is_done ? child_.exit_within() : child_.exit_within(patience_for_failure);
  if (!exit || exit->is_well()) return;
  child_.fail();
  const std::string sentence = fmt::format("it gave all rows that were wanted, but failed then. {}{}",
                                           exit_sentence(*exit), last_words_sentence(child_.last_words()));
  if (is_disturbed(*exit)) throw TargetDisturbed(sentence);
  throw TargetError(sentence);
}

std::string ChildBytes::why_ended() {
  child_.fail();
  const auto exit = child_.exit_within();
  const std::string sentence =
      exit ? exit_sentence(*exit) : std::string("It closed its standard output and is still running.");
  return sentence + (exit && exit->is_well() ? script_advice(manner_.command) : "") +
         last_words_sentence(child_.last_words());
}

StartsAhead::StartsAhead(ChildManner manner, int most_at_once)
    : manner_(std::move(manner)), most_at_once_(static_cast<std::size_t>(most_at_once)) {
  manner_.max_trials = 1;
}

StartsAhead::~StartsAhead() {
  end_all();
}

void StartsAhead::end_all() {
  for (const auto& child : running_) child->ask_to_end();
  running_.clear();
}

std::unique_ptr<ByteSource> StartsAhead::open(const RowStart& start) {
  if (start.number == 0) {
    end_all();
    next_ = 0;
  }
  // Those that are wanted of this look, this one among them.
  const std::size_t wanted =
      static_cast<std::size_t>(std::clamp<std::uint64_t>(start.rows, 1, most_at_once_));
  while (running_.size() < wanted) {
    RowStart ahead = start;
    ahead.number = next_++;
    running_.push_back(std::make_unique<ChildBytes>(manner_, ahead.seed()));
  }
  std::unique_ptr<ChildBytes> first = std::move(running_.front());
  running_.pop_front();
  return first;
}

}  // namespace fairshuffle
