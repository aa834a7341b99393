#include "harness/targets/target.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/tally/positions.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

TargetText parse_target_text(std::string_view text) {
  TargetText target;
  const std::size_t colon = text.find(':');
  target.name = std::string(text.substr(0, colon));
  if (target.name.empty()) {
    throw InputError("target '{}': a target starts with the name of a shuffle; see 'fairshuffle list'", text);
  }
  if (colon == std::string_view::npos) return target;
  std::string_view rest = text.substr(colon + 1);
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::string_view setting = rest.substr(0, comma);
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == setting.size()) {
      throw InputError("target '{}': '{}' is no setting; write key=value,key=value after the colon", text,
                       setting);
    }
    std::string key(setting.substr(0, equals));
    if (std::ranges::find(target.settings, key, &std::pair<std::string, std::string>::first) !=
        target.settings.end()) {
      throw InputError("target '{}': '{}' is given twice", text, key);
    }
    target.settings.emplace_back(std::move(key), setting.substr(equals + 1));
    if (comma == std::string_view::npos) return target;
    rest = rest.substr(comma + 1);
  }
}

std::string written(const TargetText& text) {
  std::string all = text.name;
  char separator = ':';
  for (const auto& [key, value] : text.settings) {
    all += separator + key + "=" + value;
    separator = ',';
  }
  return all;
}

void SettingReader::fail(const std::string& problem) const {
  throw InputError("target '{}': {}", text_, problem);
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
    fail("marked={} of {} cards has too many places, or none, to be counted", marked, deck_size);
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
