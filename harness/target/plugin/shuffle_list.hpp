// What a plug-in says that it offers, and how its host tells us.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/order/order.hpp"

namespace fairshuffle {

/// One shuffle of a plug-in.
struct PluginShuffle {
  std::string name;         ///< as fairshuffle_plugin.h allows it
  std::string description;  ///< one line, of at most 200 characters
  int smallest_deck = 1;    ///< in 1..1024, as is the largest
  int largest_deck = largest_deck_size;
};

/// The lines by which a host tells them: how many, and then "NAME SMALLEST LARGEST DESCRIPTION" for each.
std::string written(std::span<const PluginShuffle> shuffles);

/// The inverse; nothing for any other text, and for one cut short.
std::optional<std::vector<PluginShuffle>> parse_shuffles(std::string_view text);

/// "plug-in 'x.so' has no shuffle 'y'; there are ..."
std::string no_such_shuffle(const std::string& path, std::span<const PluginShuffle> shuffles,
                            std::string_view name);

/// "shuffle 'y' of plug-in 'x.so' takes decks of 2 to 52 cards, not 1"; empty when it takes them.
std::string why_no_such_deck(const std::string& path, const PluginShuffle& shuffle, int deck_size);

}  // namespace fairshuffle
