// Values of JSON from values of records, and back.
#pragma once

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/record/outcome.hpp"

namespace fairshuffle {

/// Ordered, as a target's options are.
using Json = nlohmann::ordered_json;

/// nlohmann writes a number that is not finite as null, which would read as "there is none".
inline Json finite(const char* member, double value) {
  if (!std::isfinite(value)) {
    throw std::invalid_argument(std::string("json_report: ") + member + " must be finite, was " +
                                std::to_string(value));
  }
  return value;
}

inline Json finite_or_null(const char* member, const std::optional<double>& value) {
  return value ? finite(member, *value) : Json(nullptr);
}

inline Json verdict_or_null(const std::optional<Verdict>& verdict) {
  return verdict ? Json(to_text(*verdict)) : Json(nullptr);
}

/// null where the record has a value that stands for "there is none".
template <class T>
Json null_when(bool absent, const T& value) {
  return absent ? Json(nullptr) : Json(value);
}

template <class T>
Json array_of(const std::vector<T>& values, Json (*to_json)(const T&)) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

template <class T>
std::optional<T> value_unless_null(const Json& json, const char* member) {
  const Json& value = json.at(member);
  return value.is_null() ? std::nullopt : std::optional(value.get<T>());
}

/// The member's value, or what stands in the record where the report has null.
template <class T>
T value_or(const Json& json, const char* member, T absent) {
  return value_unless_null<T>(json, member).value_or(std::move(absent));
}

template <class T>
std::vector<T> list_of(const Json& array, T (*from_json)(const Json&)) {
  std::vector<T> list;
  for (const Json& value : array) list.push_back(from_json(value));
  return list;
}

inline std::optional<Verdict> verdict_of(const Json& value) {
  if (value.is_null()) return std::nullopt;
  const auto verdict = verdict_from_text(value.get_ref<const std::string&>());
  if (!verdict) throw std::invalid_argument("a report has no verdict " + value.dump());
  return verdict;
}

template <class Value>
Value known_word(const std::optional<Value>& value, const Json& word) {
  if (!value) throw std::invalid_argument("a report has no such word there: " + word.dump());
  return *value;
}

}  // namespace fairshuffle
