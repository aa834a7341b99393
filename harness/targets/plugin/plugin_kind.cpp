// The kind of target "plugin": a shuffle of a shared library, called in a process of its own.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "core/permutation/permutation.hpp"
#include "core/random/generators.hpp"
#include "core/random/seeding.hpp"
#include "core/record/plan.hpp"
#include "harness/targets/child/answered_process.hpp"
#include "harness/targets/child/child_process.hpp"
#include "harness/targets/kind_table.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/targets/plugin/plugin.hpp"
#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_sampler.hpp"
#include "harness/targets/target.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

using std::chrono::milliseconds;

/// What a plug-in host is started for.
struct PluginCall {
  std::string path;
  std::string shuffle;
  int deck_size = 5;
  std::chrono::milliseconds silence{10'000};  ///< longer without a row, while rows are due, is a fault
  bool carried = false;                       ///< reset=never: all decks of a block are of one call
};

/// What a plug-in makes of its seeds, as far as a few decks can tell.
struct SeedHabits {
  /// False where two hosts gave the same decks, not all alike, for different seeds. Blocks that are run apart
  /// would then be the same trials, counted as if they were others.
  bool seeds_matter = true;
  bool is_repeatable = true;  ///< the same seed gave the same decks, again and in another host
};

/// The decks of a call, where decks are not carried on: few enough for a slow shuffle to be told from
/// one that hangs. Fixed forever: it decides what the trials of a run are.
inline constexpr std::uint64_t decks_per_call = 2048;

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

/// One host: the bytes of one block after another. Rows are asked for in stretches of any length, but calls
/// are all of one length, so that the decks of a block do not depend on the looks that cut it.
class Host final : public ByteSource {
 public:
  explicit Host(PluginCall call, const std::function<bool()>& is_to_end = {})
      : call_(std::move(call)),
        child_({.command = fmt::format("{} {} {}", host_command(call_.path), shell_quoted(call_.shuffle),
                                       call_.deck_size),
                .environment = {},
                .is_asked = true}) {
    child_.heed(is_to_end);
  }

  /// What is asked for from now on is of the block with that seed. What the one before left is read, and
  /// whatever it fails at the next call finds.
  void begin_block(std::uint64_t seed) {
    try {
      while (!child_.has_failed() && !due_.empty() && !answer().value_or("").empty()) continue;
    } catch (const TargetError&) {
    }
    seeds_ = SplitMix64(seed);
    wanted_ = called_ = 0;
    answer_.clear();
    next_ = 0;
  }

  void request(std::uint64_t rows) override {
    // A carried deck is sorted only where a call begins.
    const std::uint64_t decks = call_.carried ? trials_per_block : decks_per_call;
    for (wanted_ += rows; called_ < wanted_; called_ += decks) ask(decks, seeds_.next());
  }
  std::optional<std::size_t> read(std::span<char> into) override {
    if (next_ == answer_.size()) {
      std::optional<std::string> answer = this->answer();
      if (!answer) return std::nullopt;
      answer_ = *std::move(answer);
      next_ = 0;
    }
    const std::size_t count = answer_.copy(into.data(), into.size(), next_);
    next_ += count;
    return count;
  }
  void heed(const std::function<bool()>& is_to_end) override { child_.heed(is_to_end); }
  std::string why_ended() override {
    child_.fail();
    const auto exit = child_.exit_within();
    return end_of(exit, child_.last_words());
  }
  bool was_disturbed() const override { return child_.was_disturbed(); }
  bool has_failed() const { return child_.has_failed(); }

  /// One call.
  void ask(std::uint64_t decks, std::uint64_t seed) {
    const AnswerMark mark = (AnswerMark{marks_()} << 32) | marks_();
    due_.push_back(
        {.mark = mark,
         .bytes = decks * static_cast<std::uint64_t>(call_.deck_size) * bytes_of_card(call_.deck_size)});
    child_.write(fmt::format("{} {} {} {}\n", decks, call_.deck_size, seed, mark));
  }

  /// The decks of the oldest request that is not yet answered; empty where the host ends before it has given
  /// them all, nothing where the run is to end: then it has failed. Precondition: there is one.
  std::optional<std::string> answer() {
    const Due due = due_.front();
    std::string bytes(due.bytes + 2 * sizeof(AnswerMark), '\0');
    for (std::size_t done = 0; done < bytes.size();) {
      const auto came = child_.read(std::span(bytes).subspan(done), call_.silence);
      if (!came) {
        child_.fail();
        if (child_.is_to_end()) return std::nullopt;
        throw TargetError(
            "The plug-in shuffled nothing for {} while decks were due; give a slow one a longer timeout.{}",
            seconds_text(call_.silence), last_words_sentence(child_.last_words()));
      }
      if (*came == 0) return "";
      done += *came;
      // Told at once: of what else was written less may come than is due.
      if (done >= sizeof(AnswerMark)) check_mark(bytes.data(), due.mark);
    }
    check_mark(bytes.data() + bytes.size() - sizeof(AnswerMark), due.mark);
    due_.pop_front();
    return bytes.substr(sizeof(AnswerMark), due.bytes);
  }

 private:
  struct Due {
    AnswerMark mark;
    std::uint64_t bytes;
  };

  void check_mark(const char* bytes, AnswerMark mark) {
    if (std::memcmp(bytes, &mark, sizeof(mark)) == 0) return;
    child_.fail();
    throw TargetError(
        "Something wrote among its decks: the plug-in, or what it started, writes to a descriptor "
        "that it did not open.{}",
        last_words_sentence(child_.last_words()));
  }

  PluginCall call_;
  ChildProcess child_;
  std::random_device marks_;
  std::deque<Due> due_;  // oldest first
  SplitMix64 seeds_{0};
  std::uint64_t wanted_ = 0, called_ = 0;  // decks
  std::string answer_;                     // decks of one call
  std::size_t next_ = 0;                   // of the answer, what is not yet read
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
    if (call.carried && is_permutation(before) && is_permutation(cards)) relative_order(before, cards, trial);
    if (first.empty()) first = trial;
    if (trial != first) return false;
    before = cards;
  }
  return true;
}

/// Asks a host what the plug-in offers; the plug-in has until `silence` to be loaded. Nothing where the run
/// is to end. Throws InputError where there is no shared library, TargetError where it is one that doesn't
/// work: of another version, one that crashes, hangs or exits while it is loaded.
std::optional<std::vector<OfferedShuffle>> shuffles_of_plugin(const std::string& path, milliseconds silence,
                                                              const std::function<bool()>& is_to_end = {}) {
  // Of no library, the program itself: a static one has no loader that could find it.
  if (dlopen(nullptr, RTLD_LAZY) == nullptr) {
    throw InputError("plug-in '{}' can't be loaded: {}", path, dlerror());
  }
  ChildProcess host({.command = host_command(path), .environment = {}, .is_asked = false});
  host.heed(is_to_end);
  const auto failed = [](const std::string& how) {
    return TargetError("The plug-in could not be loaded. {}", how);
  };
  std::string text;
  std::array<char, 4096> bytes;
  while (text.size() < longest_list) {
    const auto count = host.read(bytes, silence);
    if (!count) {
      host.end(false);
      if (host.is_to_end()) return std::nullopt;
      throw failed(fmt::format("It was not done after {}.", seconds_text(silence)));
    }
    if (*count == 0) break;
    text.append(bytes.data(), *count);
    // Told whole, it holds, whatever the library does when it is unloaded, and whoever still holds the pipe.
    if (const auto shuffles = parse_shuffles(text)) return shuffles;
  }
  const auto exit = host.exit_within();
  host.end(false);
  constexpr int not_there = static_cast<int>(PluginFaultKind::cannot_be_loaded);
  if (is_fault_of_plugin(exit) && exit->status == not_there) throw InputError(host.last_words());
  const TargetError error = failed(end_of(exit, host.last_words()));
  if (exit && is_disturbed(*exit)) throw TargetDisturbed(error.what());
  throw error;
}

/// Tries the shuffle with a few decks; nothing where the run is to end. Throws TargetError where it crashes,
/// hangs, exits or returns an error code at once.
std::optional<SeedHabits> seed_habits(const PluginCall& call, const std::function<bool()>& is_to_end) {
  constexpr std::uint64_t decks = 64;  // of two cards, so many agree by chance in one of 2^64 tries
  Host first(call, is_to_end), second(call, is_to_end);
  const auto decks_of = [](Host& host, std::uint64_t seed) {
    host.ask(decks, seed);
    const std::optional<std::string> answer = host.answer();
    if (!answer || !answer->empty()) return answer.value_or("");
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
  if (first.has_failed() || second.has_failed()) return std::nullopt;
  return SeedHabits{.seeds_matter = seeds_matter, .is_repeatable = once == again && once == elsewhere};
}

constexpr std::string_view plugin_kind_name = "plugin";

/// The shuffle that is meant: the one named, or the only one.
const OfferedShuffle& chosen(const SettingReader& reader, const std::string& path,
                             const std::vector<OfferedShuffle>& shuffles, const std::string& name) {
  if (name.empty() && shuffles.size() == 1) return shuffles.front();
  if (name.empty()) {
    std::vector<std::string_view> names;
    for (const OfferedShuffle& shuffle : shuffles) names.push_back(shuffle.name);
    reader.fail("plug-in '{}' has several shuffles; say which by shuffle=: {}", path, fmt::join(names, ", "));
  }
  const auto found = std::ranges::find(shuffles, name, &OfferedShuffle::name);
  if (found == shuffles.end()) reader.fail(no_such_shuffle(path, shuffles, name));
  return *found;
}

/// Its blocks can be run on several threads: each sampler has a host of its own, and what a block's trials
/// are follows from the block's seed.
class PluginTarget final : public RowTarget {
 public:
  /// Settings: path, shuffle (may be left out where there is one), n, timeout, reset, marked. Throws
  /// InputError for one that is missing, wrong or unknown. Nothing is loaded before `open`.
  PluginTarget(const TargetText& text, const TargetRun& run);

  /// The plug-in is asked for its shuffles and tried. Throws InputError for what the user may have mistyped:
  /// a file that is missing or no shared library, an unknown shuffle, a deck that it does not take. A plug-in
  /// that doesn't work is no such error: this target fails when it is run, and the others go on.
  void open(const SettingReader& reader, const TargetRun& run);

  std::uint64_t identity() const override;
  TargetFacts facts() const override { return {.follows_seed = true, .may_end = true}; }
  std::string caveat() const override { return caveat_; }
  std::string contents() const override;
  /// Throws TargetError where the plug-in doesn't work. All blocks come from one host, which is started for
  /// the first. Requests for rows become as many calls of decks_per_call decks as they need, or of a whole
  /// block where decks are carried on; their seeds are the words of SplitMix64(seed).
  RowOpener opener() const override;
  std::string remark() const override { return remark_; }
  // It gives no remark of its own, which samplers on several threads would write at once.
  std::unique_ptr<Sampler> make_sampler() const override {
    return std::make_unique<RowSampler>(manner_, opener());
  }

 private:
  void name_it();
  void load_and_try(const SettingReader& reader, const std::function<bool()>& is_to_end);

  PluginCall call_;
  std::exception_ptr fault_;  // why it can't be run; null when it can
  std::string caveat_, remark_;
};

PluginTarget::PluginTarget(const TargetText& text, const TargetRun& run) {
  SettingReader reader(text);
  const std::optional<std::string> path = reader.take("path");
  if (!path) reader.fail("path= is missing: the shared library");
  call_ = {.path = *path, .shuffle = reader.take("shuffle").value_or("")};
  call_.deck_size = reader.take_deck_size(run.deck_size);
  call_.silence = std::chrono::seconds(reader.take_timeout());
  description_.kind = plugin_kind_name;
  description_.shuffle = *path;
  description_.deck_size = call_.deck_size;
  description_.reset = reader.take_reset();
  description_.marked = reader.take_marked(call_.deck_size);
  reader.finish();
  call_.carried = description_.reset == "never";
  manner_ = {.format = {.kind = is_wide_deck(call_.deck_size) ? RowFormat::Kind::u16 : RowFormat::Kind::u8,
                        .deck_size = call_.deck_size,
                        .base = 0,
                        .deck = {}},
             .carried = call_.carried};
  name_it();
}

// Names the shuffle once it is known.
void PluginTarget::name_it() {
  const std::string timeout = fmt::format("{}", call_.silence / std::chrono::seconds(1));
  TargetText name{.name = description_.kind, .settings = {{"path", call_.path}}};
  if (!call_.shuffle.empty()) name.settings.emplace_back("shuffle", call_.shuffle);
  description_.options.assign(name.settings.begin() + 1, name.settings.end());
  description_.options.emplace_back("timeout", timeout);
  name.settings.emplace_back("n", std::to_string(call_.deck_size));
  if (call_.silence != std::chrono::seconds(SettingReader::standard_timeout))
    name.settings.emplace_back("timeout", timeout);
  add_last_settings(description_, name);
  name_ = written(name);
}

void PluginTarget::open(const SettingReader& reader, const TargetRun& run) {
  for (const bool is_again : {false, true}) {
    try {
      load_and_try(reader, run.is_to_end);
      break;
    } catch (const TargetError& error) {
      fault_ = std::current_exception();
      if (is_again || dynamic_cast<const TargetDisturbed*>(&error) == nullptr) break;
      fault_ = nullptr;
    }
  }
  name_it();
}

void PluginTarget::load_and_try(const SettingReader& reader, const std::function<bool()>& is_to_end) {
  const TargetError was_to_end("The run was to end before the plug-in was loaded and tried.");
  const auto shuffles = shuffles_of_plugin(call_.path, call_.silence, is_to_end);
  if (!shuffles) throw was_to_end;
  const OfferedShuffle& found = chosen(reader, call_.path, *shuffles, call_.shuffle);
  call_.shuffle = found.name;
  if (const std::string reason = why_no_such_deck(call_.path, found, call_.deck_size); !reason.empty())
    reader.fail(reason);
  const int cards = std::clamp(5, found.smallest_deck, found.largest_deck);
  if (found.can_be_answered && cards <= largest_followed_deck) {
    remark_ = fmt::format(
        "its draws can be answered, so that 'fairshuffle exact --plugin {} --shuffle {} --n {}' "
        "follows every path of few cards",
        shell_typed(call_.path), shell_typed(found.name), cards);
  }
  const std::optional<SeedHabits> habits = seed_habits(call_, is_to_end);
  if (!habits) throw was_to_end;
  if (!habits->seeds_matter) {
    throw TargetError(
        "The shuffle gives the same decks whatever its seed, so that trials would be counted again and again "
        "as if they were others; seed its generator with the seed of each call, or, if it has no chance at "
        "all, let it deal every deck alike.");
  }
  if (!habits->is_repeatable) {
    caveat_ =
        "randomness that the plug-in does not take from its seed: the same seed gave other decks, and this "
        "run can't be repeated";
  }
}

// How long one waits for a plug-in does not make it another.
std::uint64_t PluginTarget::identity() const {
  return hash_text(fmt::format("{} {} shuffle={} n={} reset={}", plugin_kind_name, call_.path, call_.shuffle,
                               call_.deck_size, description_.reset));
}

std::string PluginTarget::contents() const {
  std::ifstream file(call_.path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return to_string(boost::uuids::name_generator_sha1(boost::uuids::ns::oid())(bytes));
}

RowOpener PluginTarget::opener() const {
  if (fault_) std::rethrow_exception(fault_);
  return [call = call_, host = std::shared_ptr<Host>()](const RowStart& start) mutable {
    if (!host) host = std::make_shared<Host>(call);
    host->begin_block(start.seed());
    return host;
  };
}

// The member "shuffle" of a job's target is described for the shuffles of the catalogue, too.
constexpr TargetSetting shuffle_setting{.name = "shuffle",
                                        .placeholder = "NAME",
                                        .meaning = "which shuffle of a plug-in that has several",
                                        .schema = R"json({
  "description": "beside \"plugin\" the name of one of the plug-in's shuffles",
  "type": "string",
  "maxLength": 100,
  "pattern": "^[A-Za-z0-9+._-]+$"
})json"};

constexpr std::array settings{&shuffle_setting, &timeout_setting};

std::unique_ptr<Target> make(const TargetText& text, const TargetRun& run) {
  auto target = std::make_unique<PluginTarget>(text, run);
  target->open(SettingReader(text), run);
  return target;
}

// Names the shuffle only where the text does.
std::unique_ptr<Target> make_unopened(const TargetText& text, const TargetRun& run) {
  return std::make_unique<PluginTarget>(text, run);
}

std::vector<OfferedShuffle> offered(const std::string& path) {
  constexpr std::chrono::seconds longest_load(10);
  return shuffles_of_plugin(path, longest_load).value();
}

AnsweredCode answered(const TargetText& text, int deck_size) {
  SettingReader reader(text);
  const std::string path = reader.take("path").value_or("");
  const std::string name = reader.take("shuffle").value_or("");
  const int cards = reader.take_deck_size(deck_size);
  const std::chrono::seconds silence(reader.take_timeout());
  reader.finish();
  const OfferedShuffle shuffle = chosen(reader, path, shuffles_of_plugin(path, silence).value(), name);
  return answered_process(shuffle.name,
                          fmt::format("{} {} {{n}} answered", host_command(path), shell_quoted(shuffle.name)),
                          cards, silence);
}

}  // namespace

constinit const TargetKind plugin_kind{
    .name = plugin_kind_name,
    .naming = {.member = plugin_kind_name,
               .setting = "path",
               .placeholder = "FILE",
               .meaning = "a shared library with shuffles, see fairshuffle_plugin.h",
               .schema = R"json({
  "description": "the path of a shared library with shuffles",
  "type": "string",
  "minLength": 1,
  "maxLength": 4096
})json"},
    .settings = settings,
    .on_trust = "which shuffle it is, and what it says of itself",
    .make = &make,
    .make_unopened = &make_unopened,
    .answered = &answered,
    .offered = &offered,
    .host = &run_plugin_host};

}  // namespace fairshuffle
