#include "harness/target/plugin/shuffle_list.hpp"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/order.hpp"
#include "harness/nearest_name.hpp"

namespace fairshuffle {

namespace {

constexpr std::string_view heading = "shuffles ";

// Takes what stands before the separator; nothing when there is none.
std::optional<std::string_view> take_until(char separator, std::string_view& rest) {
  const std::size_t at = rest.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(at + 1);
  return part;
}

std::optional<int> number_in(std::optional<std::string_view> text, int smallest, int largest) {
  if (!text) return std::nullopt;
  int number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc{} || end != text->data() + text->size()) return std::nullopt;
  if (number < smallest || number > largest) return std::nullopt;
  return number;
}

}  // namespace

std::string written(std::span<const PluginShuffle> shuffles) {
  std::string text = fmt::format("{}{}\n", heading, shuffles.size());
  for (const PluginShuffle& shuffle : shuffles) {
    text += fmt::format("{} {} {} {}\n", shuffle.name, shuffle.smallest_deck, shuffle.largest_deck,
                        shuffle.description);
  }
  return text;
}

std::optional<std::vector<PluginShuffle>> parse_shuffles(std::string_view text) {
  if (!text.starts_with(heading)) return std::nullopt;
  text.remove_prefix(heading.size());
  constexpr int most_shuffles = 1000;
  const std::optional<int> count = number_in(take_until('\n', text), 1, most_shuffles);
  if (!count) return std::nullopt;
  std::vector<PluginShuffle> shuffles;
  for (int index = 0; index < *count; ++index) {
    std::optional<std::string_view> line = take_until('\n', text);
    if (!line) return std::nullopt;
    const std::optional<std::string_view> name = take_until(' ', *line);
    const std::optional<int> smallest = number_in(take_until(' ', *line), 1, largest_deck_size);
    const std::optional<int> largest = number_in(take_until(' ', *line), 1, largest_deck_size);
    if (!name || name->empty() || !smallest || !largest) return std::nullopt;
    shuffles.push_back({std::string(*name), std::string(*line), *smallest, *largest});
  }
  if (!text.empty()) return std::nullopt;
  return shuffles;
}

std::string no_such_shuffle(const std::string& path, std::span<const PluginShuffle> shuffles,
                            std::string_view name) {
  std::vector<std::string_view> names;
  for (const PluginShuffle& shuffle : shuffles) names.push_back(shuffle.name);
  return fmt::format("plug-in '{}' has no shuffle '{}'{}; there {} {}", path, name, did_you_mean(name, names),
                     names.size() == 1 ? "is" : "are", fmt::join(names, ", "));
}

std::string why_no_such_deck(const std::string& path, const PluginShuffle& shuffle, int deck_size) {
  if (deck_size >= shuffle.smallest_deck && deck_size <= shuffle.largest_deck) return "";
  return fmt::format("shuffle '{}' of plug-in '{}' takes decks of {} to {} cards, not {}", shuffle.name, path,
                     shuffle.smallest_deck, shuffle.largest_deck, deck_size);
}

}  // namespace fairshuffle
