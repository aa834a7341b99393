// How a target is called whose trials a function of the library's caller makes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/record/findings.hpp"
#include "harness/targets/target.hpp"

namespace fairshuffle {

inline constexpr std::string_view callback_kind_name = "callback";

inline TargetDescription callback_description(std::string shuffle, int deck_size, std::string reset,
                                              int marked) {
  TargetDescription description;
  description.kind = callback_kind_name;
  description.shuffle = std::move(shuffle);
  description.deck_size = deck_size;
  description.reset = std::move(reset);
  description.marked = marked;
  return description;
}

/// What the settings shuffle, n, reset and marked say. Throws InputError.
inline TargetDescription read_callback(const TargetText& text, int standard_deck_size) {
  SettingReader reader(text);
  std::string shuffle = reader.take("shuffle").value_or("");
  const int deck_size = reader.take_deck_size(standard_deck_size);
  std::string reset = reader.take_reset();
  const int marked = reader.take_marked(deck_size);
  reader.finish();
  return callback_description(std::move(shuffle), deck_size, std::move(reset), marked);
}

inline std::string callback_name(const TargetDescription& description) {
  return fmt::format("{}:shuffle={},n={}", description.kind, description.shuffle, description.deck_size);
}

inline constexpr TargetFacts callback_facts{.in_sequence = true, .may_end = true};

inline std::unique_ptr<Target> unopened_callback(TargetDescription description) {
  std::string name = callback_name(description);
  return std::make_unique<UnopenedTarget>(std::move(name), std::move(description), callback_facts);
}

}  // namespace fairshuffle
