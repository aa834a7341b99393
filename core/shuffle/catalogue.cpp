#include "core/shuffle/catalogue.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace fairshuffle {

namespace {

template <class... S>
constexpr std::array<ShuffleInfo, sizeof...(S)> infos_of(ShuffleList<S...>) {
  return {S::info...};
}

constexpr auto infos = infos_of(Shuffles{});

constexpr std::array presets{
    Preset{.name = "rounded-index",
           .sentence =
               "biased: round(u * last) instead of floor(u * (last + 1)) gives both ends half the chance",
           .origin = "Math.round(Math.random() * (n - 1)) in the loop of algorithm P",
           .truth = Truth::biased,
           .shuffle = "durstenfeld",
           .settings = "draw=rounded-double"},
};

}  // namespace

std::span<const ShuffleInfo> all_shuffles() {
  return infos;
}

std::span<const Preset> all_presets() {
  return presets;
}

std::int64_t standard_value(const OptionInfo& option, int deck_size) {
  return option.standard_is_deck_size ? deck_size : option.standard;
}

bool is_told(const ShuffleInfo& shuffle, OptionValues values, std::size_t option) {
  const auto is_standard = [&](std::size_t index) {
    return value_or_standard(values, index, shuffle.options) == shuffle.options[index].standard;
  };
  if (shuffle.options[option].is_tacit && is_standard(option)) return false;
  for (std::size_t other = 0; other < shuffle.options.size(); ++other) {
    if (shuffle.options[other].instead_of == shuffle.options[option].name && !is_standard(other))
      return false;
  }
  return true;
}

std::optional<std::int64_t> option_value(const OptionInfo& option, std::string_view text) {
  if (!option.choices.empty()) {
    const auto found = std::ranges::find(option.choices, text);
    if (found == option.choices.end()) return std::nullopt;
    return found - option.choices.begin();
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (value < option.smallest || value > option.largest) return std::nullopt;
  return value;
}

std::string option_text(const OptionInfo& option, std::int64_t value) {
  if (!option.choices.empty()) return std::string(option.choices[static_cast<std::size_t>(value)]);
  return std::to_string(value);
}

std::string option_range(const OptionInfo& option) {
  if (option.choices.empty()) {
    return "a whole number from " + std::to_string(option.smallest) + " to " + std::to_string(option.largest);
  }
  std::string range;
  for (std::size_t choice = 0; choice < option.choices.size(); ++choice) {
    if (choice > 0) range += choice + 1 == option.choices.size() ? " or " : ", ";
    range += option.choices[choice];
  }
  return range;
}

}  // namespace fairshuffle
