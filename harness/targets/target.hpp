// A target, how it is written, and how its settings are read.
#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/interpret/sample.hpp"
#include "core/permutation/permutation.hpp"
#include "core/random/seeding.hpp"
#include "core/record/findings.hpp"

namespace fairshuffle {

// What a target from outside did wrong while it ran.

/// `what()` is one or more sentences: what, where, what to do. The target has no verdict; the run goes on
/// with the others and is incomplete (exit code 4).
class TargetError : public std::runtime_error {
 public:
  explicit TargetError(const std::string& sentence) : std::runtime_error(sentence) {}
  template <class... Values>
  requires(sizeof...(Values) > 0) explicit TargetError(fmt::format_string<Values...> sentence,
                                                       Values&&... values)
      : std::runtime_error(fmt::format(sentence, std::forward<Values>(values)...)) {}
};

/// Nothing that the target did: others ended its process by a signal, as a machine does that is switched off
/// or has no memory left, or it could not be started at all. What it gave before is as good as ever.
class TargetDisturbed : public TargetError {
 public:
  using TargetError::TargetError;
};

// A target as the engine runs it, wherever its trials come from.

class Target {
 public:
  virtual ~Target() = default;

  /// As it can be typed again.
  virtual const std::string& name() const { return name_; }
  virtual const TargetDescription& description() const { return description_; }
  /// Decides the target's random streams: equal for targets that are the same however they were written.
  virtual std::uint64_t identity() const = 0;
  virtual TargetFacts facts() const = 0;
  /// What the evidence of this target can't show, known beforehand; empty for nothing.
  virtual std::string caveat() const { return {}; }
  /// A digest of the file that its trials come from, where its name can't tell one from another; empty for
  /// nothing. What was counted of one is not added to what was counted of another.
  virtual std::string contents() const { return {}; }
  virtual std::unique_ptr<Sampler> make_sampler() const = 0;
  /// After it ran: what its author should know of how it was understood, in one line; empty for nothing. Not
  /// evidence, and not of the record.
  virtual std::string remark() const { return {}; }

 protected:
  std::string name_;
  TargetDescription description_;
};

// A target as the user writes it: name[:key=value,...], before anything is looked up.

struct TargetText {
  std::string name;
  std::vector<std::pair<std::string, std::string>> settings;  ///< in the order written
};

/// Splits "swap-pairs:k=10,n=5". Throws InputError on an empty name, an empty key, a missing '=' or a key
/// given twice.
TargetText parse_target_text(std::string_view text);

/// The inverse: name:key=value,...
std::string written(const TargetText& text);

// A target of which only the words are asked: that a report speaks of, or a command that is checked.

/// Stands for a target that would have to be opened to know its caveats or its trials.
class UnopenedTarget final : public Target {
 public:
  UnopenedTarget(std::string name, TargetDescription description, TargetFacts facts, std::string caveat = "")
      : facts_(facts), caveat_(std::move(caveat)) {
    name_ = std::move(name);
    description_ = std::move(description);
  }

  std::uint64_t identity() const override { return hash_text(name_); }
  TargetFacts facts() const override { return facts_; }
  std::string caveat() const override { return caveat_; }
  std::unique_ptr<Sampler> make_sampler() const override {
    throw std::logic_error("a target that was not opened gives no trials");
  }

 private:
  TargetFacts facts_;
  std::string caveat_;
};

// A sampler that is to know the looks of its run: what it samples costs something while no one asks for
// trials.

class LookListener {
 public:
  LookListener() = default;
  LookListener(LookListener&&) = default;
  LookListener& operator=(LookListener&&) = default;
  virtual ~LookListener() = default;

  /// Told before blocks are run: so many trials more are wanted before the target is judged. Once
  /// `is_to_end`, where it is not empty, says so, `ready` is to wait no longer and to give what there is.
  /// `on_waiting`, where it is not empty, may be told until end_look how many trials wait to be run, where
  /// they take long to come.
  virtual void begin_look(std::uint64_t trials, const std::function<bool()>& is_to_end,
                          const std::function<void(std::uint64_t)>& on_waiting) = 0;
  /// Told when they were run, or are not to be.
  virtual void end_look() = 0;
};

/// The sampler, where it listens; else null.
inline LookListener* listener_in(Sampler& sampler) {
#ifdef __cpp_rtti
  return dynamic_cast<LookListener*>(&sampler);
#else
  // The WebAssembly module knows no types at run time, and has no target that waits for trials.
  static_cast<void>(sampler);
  return nullptr;
#endif
}

// Reads the settings of one target, whatever its kind, one by one; every error names the target.

class SettingReader {
 public:
  using Setting = std::pair<std::string, std::string>;
  static constexpr int standard_timeout = 10;

  explicit SettingReader(const TargetText& text) : text_(written(text)), settings_(text.settings) {}

  /// Throws InputError: "target 'swap-pairs:k=x': ..." and the problem, which says what to do.
  [[noreturn]] void fail(const std::string& problem) const;
  template <class... Values>
  requires(sizeof...(Values) > 0)
      [[noreturn]] void fail(fmt::format_string<Values...> problem, Values&&... values) const {
    fail(fmt::format(problem, std::forward<Values>(values)...));
  }

  /// Takes the setting out; nothing when it is not given.
  std::optional<std::string> take(std::string_view key);

  template <class Number>
  Number take_number(std::string_view key, Number smallest, Number largest, Number standard) {
    const std::optional<std::string> value = take(key);
    if (!value) return standard;
    Number number{};
    const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
    if (error != std::errc{} || end != value->data() + value->size() || number < smallest ||
        number > largest) {
      fail("{}={} is not a whole number from {} to {}", key, *value, smallest, largest);
    }
    return number;
  }

  /// One of the words, the first of which is the standard one. "format=x is neither text, u8, u16 nor
  /// tokens".
  std::string take_word(std::string_view key, const std::vector<std::string_view>& words) {
    return take_word(key, words, words.front());
  }
  /// The same with another word for the standard one.
  std::string take_word(std::string_view key, const std::vector<std::string_view>& words,
                        std::string_view standard);
  /// "true" or "false", the standard one.
  bool take_flag(std::string_view key) { return take_word(key, {"false", "true"}) == "true"; }

  /// True where the setting is given and was not yet taken.
  bool has(std::string_view key) const;

  int take_deck_size(int standard) { return take_number("n", 1, largest_deck_size, standard); }
  /// "always" or "never".
  std::string take_reset() { return take_word("reset", {"always", "never"}); }
  /// Seconds of silence, from 1 to a day.
  int take_timeout() { return take_number("timeout", 1, 86'400, standard_timeout); }
  /// The number of marked cards, 0 for none; fails when their places are too many to be counted.
  int take_marked(int deck_size);

  /// To be called last: what is left was not understood.
  void finish() const;

 private:
  std::string text_;
  std::vector<Setting> settings_;
  std::vector<std::string_view> known_keys_;
};

/// Ends a target's name with those settings that every kind may have and that are not the standard ones.
void add_last_settings(const TargetDescription& description, TargetText& name);

// What a job may call its targets.

/// Refuses a label that a reader could take for another target. It holds no quotation marks and no sign that
/// is hidden, turns others round or is drawn like a Latin letter; it does not mix Latin letters with those of
/// another alphabet; and it does not begin with the name of a shuffle, a preset or a kind of target, however
/// that is written, but with the first word of `name`, the target's own, or as the whole of it. Throws
/// InputError, one sentence.
void check_label(std::string_view label, std::string_view name);

/// Refuses a heading for targets that holds what no label may hold. Throws InputError, one sentence.
void check_group(std::string_view group);

}  // namespace fairshuffle
