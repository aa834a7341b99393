#include "harness/target/plugin/host_process.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/order/order.hpp"
#include "core/random/splitmix64.hpp"
#include "core/record/looks.hpp"
#include "harness/target/child/child_bytes.hpp"
#include "harness/target/child/last_words.hpp"
#include "harness/target/plugin/load.hpp"
#include "harness/target/plugin/serve.hpp"
#include "harness/target/shell_text.hpp"
#include "harness/target/target_error.hpp"

namespace fairshuffle {

namespace {

using std::chrono::milliseconds;

// Between the end of its output and that of the process there is little to do.
constexpr milliseconds patience_for_exit{300};
// A thousand shuffles with the longest names and descriptions need less.
constexpr std::size_t longest_list = 1 << 20;

// This very program, even when its file has been replaced or deleted since. `exec`: no shell stays between us
// and the host, so that what kills the host is told as such.
std::string host_command(const std::string& path) {
  return fmt::format("exec /proc/{}/exe plugin-host -- {}", getpid(), shell_quoted(path));
}

std::string seconds_text(milliseconds time) {
  return fmt::format("{:g} s", std::chrono::duration<double>(time).count());
}

bool is_fault_of_plugin(const std::optional<ChildExit>& exit) {
  return exit && exit->signal == 0 && exit->status >= static_cast<int>(PluginFaultKind::cannot_be_loaded) &&
         exit->status <= static_cast<int>(PluginFaultKind::request_unreadable);
}

/// How a host ended, as sentences. One that found a fault has told it by its last words.
std::string end_of(const std::optional<ChildExit>& exit, const std::string& last_words) {
  if (is_fault_of_plugin(exit) && !last_words.empty()) return fmt::format("Its host says: {}.", last_words);
  return (exit ? exit_sentence(*exit) : "It closed its output and is still running.") +
         last_words_sentence(last_words);
}

/// One host, which serves one block after another.
class Host {
 public:
  explicit Host(PluginCall call, std::function<bool()> is_to_end = {})
      : call_(std::move(call)),
        is_to_end_(std::move(is_to_end)),
        child_({.command = fmt::format("{} {} {}", host_command(call_.path), shell_quoted(call_.shuffle),
                                       call_.deck_size),
                .environment = {},
                .is_asked = true}) {}
  // One that failed is not given time to end by itself.
  ~Host() { child_.end(!failed_); }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  const PluginCall& call() const { return call_; }
  bool has_failed() const { return failed_; }

  void request(std::uint64_t rows, std::uint64_t seed) {
    const AnswerMark mark = (AnswerMark{marks_()} << 32) | marks_();
    due_.push_back(
        {.mark = mark,
         .bytes = rows * static_cast<std::uint64_t>(call_.deck_size) * bytes_of_card(call_.deck_size)});
    child_.write(fmt::format("{} {} {} {}\n", rows, call_.deck_size, seed, mark));
  }
  bool has_answers_due() const { return !due_.empty(); }

  /// The decks of the oldest request that is not yet answered; empty where the host ends before it has given
  /// them all. Precondition: has_answers_due.
  std::string answer() {
    const Due due = due_.front();
    std::string bytes(due.bytes + 2 * sizeof(AnswerMark), '\0');
    for (std::size_t done = 0; done < bytes.size();) {
      const std::size_t came = read(std::span(bytes).subspan(done));
      if (came == 0) return "";
      done += came;
      // Told at once: of what else was written less may come than is due.
      if (done >= sizeof(AnswerMark)) check_mark(bytes.data(), due.mark);
    }
    check_mark(bytes.data() + bytes.size() - sizeof(AnswerMark), due.mark);
    due_.pop_front();
    return bytes.substr(sizeof(AnswerMark), due.bytes);
  }

  std::string why_ended() {
    failed_ = true;
    const auto exit = child_.exit_within(patience_for_exit);
    was_disturbed_ = exit && is_disturbed(*exit);
    return end_of(exit, child_.last_words());
  }
  bool was_disturbed() const { return was_disturbed_; }

 private:
  struct Due {
    AnswerMark mark;
    std::uint64_t bytes;
  };

  void check_mark(const char* bytes, AnswerMark mark) {
    if (std::memcmp(bytes, &mark, sizeof(mark)) == 0) return;
    failed_ = true;
    throw TargetError(fmt::format(
        "Something wrote among its decks: the plug-in, or what it started, writes to a descriptor "
        "that it did not open.{}",
        last_words_sentence(child_.last_words())));
  }

  std::size_t read(std::span<char> into) {
    if (const auto count = child_.read(into, call_.silence, is_to_end_)) return *count;
    failed_ = true;
    if (is_to_end_ && is_to_end_()) throw RunEnds();
    throw TargetError(fmt::format(
        "The plug-in shuffled nothing for {} while decks were due; give a slow one a longer timeout.{}",
        seconds_text(call_.silence), last_words_sentence(child_.last_words())));
  }

  PluginCall call_;
  std::function<bool()> is_to_end_;
  ChildProcess child_;
  std::random_device marks_;
  std::deque<Due> due_;  // oldest first
  bool failed_ = false, was_disturbed_ = false;
};

/// Of decks end to end, as a call gave them.
bool all_trials_alike(std::string_view decks, const PluginCall& call) {
  const auto deck_size = static_cast<std::size_t>(call.deck_size);
  const std::size_t bytes = deck_size * bytes_of_card(call.deck_size);
  std::vector<WideCard> before(deck_size), cards(deck_size), trial(deck_size), first;
  std::iota(before.begin(), before.end(), WideCard{0});
  for (std::size_t begin = 0; begin < decks.size(); begin += bytes) {
    const auto* next = reinterpret_cast<const unsigned char*>(decks.data() + begin);
    for (WideCard& card : cards) {
      card = *next++;
      if (is_wide_deck(call.deck_size)) card = static_cast<WideCard>(card | *next++ << 8);
    }
    trial = cards;
    if (call.carried && is_order(before) && is_order(cards)) relative_order(before, cards, trial);
    if (first.empty()) first = trial;
    if (trial != first) return false;
    before = cards;
  }
  return true;
}

/// Rows are asked for in stretches of any length, but calls are all of one length, so that the decks of a
/// block do not depend on the looks that cut it.
class BlockOfPlugin final : public ByteSource {
 public:
  BlockOfPlugin(std::shared_ptr<Host> host, std::uint64_t seed) : host_(std::move(host)), seeds_(seed) {}
  ~BlockOfPlugin() override { leave_nothing_behind(); }
  BlockOfPlugin(const BlockOfPlugin&) = delete;
  BlockOfPlugin& operator=(const BlockOfPlugin&) = delete;

  void request(std::uint64_t rows) override {
    // A carried deck is sorted only where a call begins.
    const std::uint64_t decks = host_->call().carried ? trials_per_block : decks_per_call;
    for (wanted_ += rows; called_ < wanted_; called_ += decks) host_->request(decks, seeds_.next());
  }
  std::size_t read(std::span<char> into) override {
    if (next_ == answer_.size()) {
      answer_ = host_->answer();
      next_ = 0;
    }
    const std::size_t count = std::min(into.size(), answer_.size() - next_);
    std::copy_n(answer_.begin() + static_cast<std::ptrdiff_t>(next_), count, into.begin());
    next_ += count;
    return count;
  }
  std::string why_ended() override { return host_->why_ended(); }
  bool was_disturbed() const override { return host_->was_disturbed(); }

 private:
  // The next block finds its own decks first.
  void leave_nothing_behind() {
    try {
      while (!host_->has_failed() && host_->has_answers_due() && !host_->answer().empty()) continue;
    } catch (const TargetError&) {
      // Whatever it fails at after the last deck that was wanted, the next call finds.
    }
  }

  std::shared_ptr<Host> host_;
  SplitMix64 seeds_;
  std::uint64_t wanted_ = 0, called_ = 0;  // decks
  std::string answer_;                     // decks of one call
  std::size_t next_ = 0;                   // of the answer, what is not yet read
};

}  // namespace

std::vector<PluginShuffle> shuffles_of_plugin(const std::string& path, milliseconds silence,
                                              const std::function<bool()>& is_to_end) {
  // Of no library, the program itself: a static one has no loader that could find it.
  if (dlopen(nullptr, RTLD_LAZY) == nullptr) {
    throw InputError(fmt::format("plug-in '{}' can't be loaded: {}", path, dlerror()));
  }
  ChildProcess host({.command = host_command(path), .environment = {}, .is_asked = false});
  const auto failed = [](const std::string& how) {
    return TargetError(fmt::format("The plug-in could not be loaded. {}", how));
  };
  std::string text;
  std::array<char, 4096> bytes;
  while (text.size() < longest_list) {
    const auto count = host.read(bytes, silence, is_to_end);
    if (!count) {
      host.end(false);
      if (is_to_end && is_to_end()) throw RunEnds();
      throw failed(fmt::format("It was not done after {}.", seconds_text(silence)));
    }
    if (*count == 0) break;
    text.append(bytes.data(), *count);
    // Told whole, it holds, whatever the library does when it is unloaded, and whoever still holds the pipe.
    if (const auto shuffles = parse_shuffles(text)) return *shuffles;
  }
  const auto exit = host.exit_within(patience_for_exit);
  host.end(false);
  constexpr int not_there = static_cast<int>(PluginFaultKind::cannot_be_loaded);
  if (is_fault_of_plugin(exit) && exit->status == not_there) throw InputError(host.last_words());
  const TargetError error = failed(end_of(exit, host.last_words()));
  if (exit && is_disturbed(*exit)) throw TargetDisturbed(error.what());
  throw error;
}

SeedHabits seed_habits(const PluginCall& call, const std::function<bool()>& is_to_end) {
  constexpr std::uint64_t decks = 64;  // of two cards, so many agree by chance in one of 2^64 tries
  Host first(call, is_to_end), second(call, is_to_end);
  const auto decks_of = [](Host& host, std::uint64_t seed) {
    host.request(decks, seed);
    std::string answer = host.answer();
    if (!answer.empty()) return answer;
    const std::string sentence =
        fmt::format("It ended when it was tried with a few decks. {}", host.why_ended());
    if (host.was_disturbed()) throw TargetDisturbed(sentence);
    throw TargetError(sentence);
  };
  // Where every trial is alike there is no chance that could be the same.
  const auto same_chance = [&call](const std::string& one, const std::string& other) {
    return one == other && !all_trials_alike(one, call);
  };
  const std::string once = decks_of(first, 1), again = decks_of(first, 1);
  const std::string other_seed = decks_of(second, 2), elsewhere = decks_of(second, 1);
  // A shuffle that seldom moves a card may agree with itself by chance, but hardly twice.
  const bool seeds_matter =
      !same_chance(once, other_seed) || !same_chance(decks_of(first, 3), decks_of(second, 4));
  return {.seeds_matter = seeds_matter, .is_repeatable = once == again && once == elsewhere};
}

std::function<std::unique_ptr<ByteSource>(std::uint64_t)> blocks_of_plugin(const PluginCall& call) {
  return [call, host = std::shared_ptr<Host>()](std::uint64_t seed) mutable {
    if (!host) host = std::make_shared<Host>(call);
    return std::make_unique<BlockOfPlugin>(host, seed);
  };
}

}  // namespace fairshuffle
