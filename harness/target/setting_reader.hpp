// Reads the settings of one target, whatever its kind, one by one; every error names the target.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/order/order.hpp"
#include "core/record/run_record.hpp"
#include "harness/target/spec.hpp"

namespace fairshuffle {

class SettingReader {
 public:
  using Setting = std::pair<std::string, std::string>;
  static constexpr int standard_timeout = 10;

  explicit SettingReader(const TargetText& text) : text_(written(text)), settings_(text.settings) {}

  /// Throws InputError: "target 'swap-pairs:k=x': ..." and the problem, which says what to do.
  [[noreturn]] void fail(const std::string& problem) const;

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
      fail(fmt::format("{}={} is not a whole number from {} to {}", key, *value, smallest, largest));
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

}  // namespace fairshuffle
