// The one table of shuffles, joined from the lists that the modules end with.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/shuffle/by_hand.hpp"
#include "core/shuffle/info.hpp"
#include "core/shuffle/sorting.hpp"
#include "core/shuffle/swaps.hpp"

namespace fairshuffle {

// All shuffles, in the order in which they are listed.

namespace detail {

template <class... S>
ShuffleList<S...> joined(ShuffleList<S...>);

template <class... S, class... T, class... Lists>
auto joined(ShuffleList<S...>, ShuffleList<T...>, Lists... others) {
  return joined(ShuffleList<S..., T...>{}, others...);
}

}  // namespace detail

using Shuffles = decltype(detail::joined(ShufflesCardByCard{}, ShufflesByKeys{}, ShufflesBySwaps{},
                                         ShufflesByHand{}, ShufflesByComparator{}, ShufflesDealt{}));

namespace detail {

template <class Result, class Visitor, class... S>
Result visit_shuffle_in(ShuffleList<S...>, std::string_view name, const Visitor& visitor) {
  std::optional<Result> result;
  const bool is_listed =
      ((S::info.name == name && (result.emplace(visitor(std::type_identity<S>{})), true)) || ...);
  if (!is_listed) throw std::invalid_argument("shuffle " + std::string(name) + " is in no catalogue");
  return *std::move(result);
}

}  // namespace detail

/// visitor(std::type_identity<S>{}), with the type S of the shuffle of that name: for what must be compiled
/// once per shuffle. Throws std::invalid_argument where there is none.
template <class Visitor>
auto visit_shuffle(std::string_view name, const Visitor& visitor) {
  using Result = decltype(visitor(std::type_identity<FisherYates>{}));
  return detail::visit_shuffle_in<Result>(Shuffles{}, name, visitor);
}

// Shuffles and presets by name, and the reading of a shuffle's options.

/// All shuffles, in the order of the catalogue.
std::span<const ShuffleInfo> all_shuffles();

/// The shuffle of that name, or null.
inline const ShuffleInfo* find_shuffle(std::string_view name) {
  return find_named(all_shuffles(), name);
}

/// A name that stands for a whole target: a shuffle with settings as they are typed.
struct Preset {
  std::string_view name;
  std::string_view sentence;
  std::string_view origin;
  Truth truth;
  std::string_view shuffle;
  std::string_view settings;  ///< key=value,...: options, source, draw, seeding
};

std::span<const Preset> all_presets();
inline const Preset* find_preset(std::string_view name) {
  return find_named(all_presets(), name);
}

/// The value when the option is not given.
std::int64_t standard_value(const OptionInfo& option, int deck_size);

/// Whether the option has a part in what the shuffle does, and is not the standard that goes without saying.
bool is_told(const ShuffleInfo& shuffle, OptionValues values, std::size_t option);

/// The value of an option as written, a whole number or a word of its choices; nothing when it is neither or
/// out of range.
std::optional<std::int64_t> option_value(const OptionInfo& option, std::string_view text);

/// The value as it is written: the inverse of option_value.
std::string option_text(const OptionInfo& option, std::int64_t value);

/// What may be written, in words: "a whole number from 1 to 32", "insertion, merge or quick".
std::string option_range(const OptionInfo& option);

}  // namespace fairshuffle
