#include "harness/cli/changes_for_tests.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace fairshuffle {

namespace {

using Json = nlohmann::ordered_json;

bool is_square(const Json& value) {
  return std::ranges::all_of(
      value, [&value](const Json& row) { return row.is_array() && row.size() == value.size(); });
}

Json transposed(const Json& square) {
  Json other = square;
  for (std::size_t row = 0; row < square.size(); ++row) {
    for (std::size_t column = 0; column < square.size(); ++column) other[row][column] = square[column][row];
  }
  return other;
}

}  // namespace

std::vector<nlohmann::ordered_json> changes_of(const nlohmann::ordered_json& value) {
  std::vector<Json> changes;
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    for (const std::int64_t other : {number + 1, number * 2, -number}) changes.emplace_back(other);
  } else if (value.is_number_float()) {
    const auto number = value.get<double>();
    for (const double other : {number + 1, number * 2, number / 2, -number, number * (1 + 1e-4)})
      changes.emplace_back(other);
  } else if (value.is_boolean()) {
    changes.emplace_back(!value.get<bool>());
  } else if (value.is_string()) {
    const auto text = value.get<std::string>();
    for (const std::string& other : {text + "x", text + "0", std::string()}) changes.emplace_back(other);
  } else if (value.is_null()) {
    changes.emplace_back(1);
    changes.emplace_back("x");
  } else if (value.is_array()) {
    changes.push_back(value);
    changes.back().push_back(value.empty() ? Json(1) : value.back());
    if (!value.empty()) {
      for (const std::size_t index : {std::size_t{0}, value.size() - 1}) {
        changes.push_back(value);
        changes.back().erase(index);
      }
      for (const std::size_t index : {std::size_t{1}, value.size() - 1}) {
        if (index == 0 || index >= value.size()) continue;
        changes.push_back(value);
        std::swap(changes.back()[index - 1], changes.back()[index]);
      }
      if (is_square(value)) changes.push_back(transposed(value));
    }
  } else {
    for (const auto& [name, member] : value.items()) {
      changes.push_back(value);
      changes.back().erase(name);
    }
  }
  std::erase(changes, value);
  return changes;
}

}  // namespace fairshuffle
