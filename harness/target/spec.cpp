#include "harness/target/spec.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/input_error.hpp"

namespace fairshuffle {

TargetText parse_target_text(std::string_view text) {
  TargetText target;
  const std::size_t colon = text.find(':');
  target.name = std::string(text.substr(0, colon));
  if (target.name.empty()) {
    throw InputError(
        fmt::format("target '{}': a target starts with the name of a shuffle; see 'fairshuffle list'", text));
  }
  if (colon == std::string_view::npos) return target;
  std::string_view rest = text.substr(colon + 1);
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::string_view setting = rest.substr(0, comma);
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == setting.size()) {
      throw InputError(fmt::format(
          "target '{}': '{}' is no setting; write key=value,key=value after the colon", text, setting));
    }
    std::string key(setting.substr(0, equals));
    if (std::ranges::find(target.settings, key, &std::pair<std::string, std::string>::first) !=
        target.settings.end()) {
      throw InputError(fmt::format("target '{}': '{}' is given twice", text, key));
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

}  // namespace fairshuffle
