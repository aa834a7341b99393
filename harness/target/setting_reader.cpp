#include "harness/target/setting_reader.hpp"

#include <algorithm>

#include <fmt/ranges.h>

#include "core/tally/subsets.hpp"
#include "harness/input_error.hpp"
#include "harness/nearest_name.hpp"

namespace fairshuffle {

void SettingReader::fail(const std::string& problem) const {
  throw InputError(fmt::format("target '{}': {}", text_, problem));
}

std::optional<std::string> SettingReader::take(std::string_view key) {
  known_keys_.push_back(key);
  const auto found = std::ranges::find(settings_, key, &Setting::first);
  if (found == settings_.end()) return std::nullopt;
  std::string value = std::move(found->second);
  settings_.erase(found);
  return value;
}

bool SettingReader::has(std::string_view key) const {
  return std::ranges::find(settings_, key, &Setting::first) != settings_.end();
}

std::string SettingReader::take_word(std::string_view key, const std::vector<std::string_view>& words,
                                     std::string_view standard) {
  const std::string value = take(key).value_or(std::string(standard));
  if (std::ranges::find(words, value) != words.end()) return value;
  fail(fmt::format("{}={} is neither {} nor {}", key, value, fmt::join(words.begin(), words.end() - 1, ", "),
                   words.back()));
}

int SettingReader::take_marked(int deck_size) {
  const int marked = take_number("marked", 1, std::max(1, deck_size - 1), 0);
  if (marked != 0 && (deck_size < 2 || subset_count(deck_size, marked) > SubsetCounts::most_subsets)) {
    fail(fmt::format("marked={} of {} cards has too many places, or none, to be counted", marked, deck_size));
  }
  return marked;
}

void SettingReader::finish() const {
  if (settings_.empty()) return;
  const std::string& key = settings_.front().first;
  fail(fmt::format("unknown setting '{}'{}", key, did_you_mean(key, known_keys_)));
}

void add_last_settings(const TargetDescription& description, TargetText& name) {
  if (description.reset != "always") name.settings.emplace_back("reset", description.reset);
  if (description.marked != 0) name.settings.emplace_back("marked", std::to_string(description.marked));
}

}  // namespace fairshuffle
