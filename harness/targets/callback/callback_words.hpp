// How a target is called whose trials a function of the library's caller makes.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/record/findings.hpp"

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

inline std::string callback_name(const TargetDescription& description) {
  return fmt::format("{}:shuffle={},n={}", description.kind, description.shuffle, description.deck_size);
}

inline constexpr TargetFacts callback_facts{.in_sequence = true, .may_end = true};

}  // namespace fairshuffle
