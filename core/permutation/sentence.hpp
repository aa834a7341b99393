// Sentences that tell of counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

/// The text with the values in it, as fmt::format has it, but that numbers of 64 bits have commas.
template <class... Values>
std::string sentence(
    fmt::format_string<std::conditional_t<std::is_same_v<Values, std::uint64_t>, std::string, Values>...>
        text,
    const Values&... values) {
  const auto shown = [](const auto& value) {
    if constexpr (std::is_same_v<decltype(value), const std::uint64_t&>) {
      return with_commas(value);
    } else {
      return value;
    }
  };
  return [text](const auto&... as_shown) {
    return fmt::vformat(text, fmt::make_format_args(as_shown...));
  }(shown(values)...);
}

/// A card, a position or a row in such a sentence: without commas.
inline int nth(std::size_t index) {
  return static_cast<int>(index);
}

}  // namespace fairshuffle
