// What is the same for every deck of a size, and takes long enough to find it once.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace fairshuffle {

namespace detail {

template <auto find, int deck_size>
const auto& found_of_size() {
  static const auto found = find(deck_size);
  return found;
}

template <auto find, int smallest, int... above>
constexpr auto found_by_size(std::integer_sequence<int, above...>) {
  return std::array{&found_of_size<find, smallest + above>...};
}

}  // namespace detail

/// What `find(deck_size)` gives: found by whoever asks first of a deck size, and waited for by others. Throws
/// std::invalid_argument, in the name of `asked`, where deck_size is outside smallest..largest.
template <auto find, int smallest, int largest>
const auto& found_once(std::string_view asked, int deck_size) {
  static constexpr auto by_size =
      detail::found_by_size<find, smallest>(std::make_integer_sequence<int, largest - smallest + 1>());
  if (deck_size < smallest || deck_size > largest) {
    throw std::invalid_argument(std::string(asked) + ": deck_size must be in " + std::to_string(smallest) +
                                ".." + std::to_string(largest) + ", was " + std::to_string(deck_size));
  }
  return by_size[static_cast<std::size_t>(deck_size - smallest)]();
}

/// The same without bounds, for deck sizes that are many: found once by each thread that asks.
template <auto find>
const auto& found_once_of_any(int deck_size) {
  thread_local std::map<int, decltype(find(deck_size))> found;
  const auto known = found.find(deck_size);
  return (known != found.end() ? known : found.emplace(deck_size, find(deck_size)).first)->second;
}

}  // namespace fairshuffle
