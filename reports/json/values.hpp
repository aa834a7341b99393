// Records as JSON and back.
#pragma once

#include <cmath>
#include <concepts>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "reports/json/values.hpp"

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

/// null where the record has a value that stands for "there is none".
template <class T>
Json null_when(bool absent, const T& value) {
  return absent ? Json(nullptr) : Json(value);
}

// A record lists its members once, in a function fields(json, record), in the order of the report: to a
// RecordWriter, which takes the record as it is, or to a RecordReader, which fills it in.

/// The record, or a constant one.
template <class Given, class Record>
concept Like = std::same_as<std::remove_const_t<Given>, Record>;

/// The last of the values that have words (to_text).
template <class Word>
inline constexpr auto last_word = nullptr;
template <>
inline constexpr auto last_word<Verdict> = Verdict::invalid;
template <>
inline constexpr auto last_word<Tail> = Tail::lower;
template <>
inline constexpr auto last_word<HitFault> = HitFault::uneven;
template <>
inline constexpr auto last_word<DependenceProof> = DependenceProof::samples;
template <>
inline constexpr auto last_word<DependenceShape> = DependenceShape::unclear;
template <>
inline constexpr auto last_word<NamedBet::Kind> = NamedBet::Kind::poker;

/// Throws std::invalid_argument where a number is not finite.
class RecordWriter {
 public:
  template <class T>
  void operator()(const char* name, const T& value) {
    json_[name] = written(name, value);
  }
  /// Null where it is `absent`; what stands there is looked at all the same.
  template <class T>
  void or_null(const char* name, const T& value, bool absent) {
    Json json = written(name, value);
    json_[name] = absent ? Json(nullptr) : std::move(json);
  }
  /// Null for nothing: an empty text, or 0.
  template <class T>
  void or_null(const char* name, const T& value) {
    or_null(name, value, value == T{});
  }
  /// Left out where it is not `there`.
  template <class T>
  void if_any(const char* name, const T& value, bool there) {
    if (there) (*this)(name, value);
  }
  template <class T>
  void if_any(const char* name, const T& value) {
    if_any(name, value, value != T{});
  }
  /// What is not read again.
  template <class T>
  void shown(const char* name, const T& value) {
    (*this)(name, value);
  }
  /// What is read of another member: whether it is null.
  void given(const char* /*name*/, bool /*value*/) {}
  /// As two functions have it.
  template <class T>
  void as(const char* name, const T& value, Json (*to_json)(const T&), T (* /*from_json*/)(const Json&)) {
    json_[name] = to_json(value);
  }
  /// An object that is no record of its own: `members` takes its writer.
  template <class Members>
  void object(const char* name, Members members, bool there = true) {
    if (!there) return;
    RecordWriter writer;
    members(writer);
    json_[name] = std::move(writer.json_);
  }

  Json taken() && { return std::move(json_); }

  /// name: of the member that the value is of.
  template <class T>
  static Json written(const char* name, const T& value) {
    if constexpr (std::is_same_v<T, double>) {
      return finite(name, value);
    } else if constexpr (std::is_enum_v<T>) {
      return to_text(value);
    } else if constexpr (std::is_aggregate_v<T>) {
      RecordWriter writer;
      fields(writer, value);
      return std::move(writer.json_);
    } else {
      return value;
    }
  }
  template <class T>
  static Json written(const char* name, const std::optional<T>& value) {
    return value ? written(name, *value) : Json(nullptr);
  }
  template <class T>
  static Json written(const char* name, const std::vector<T>& values) {
    // There may be millions of counts.
    if constexpr (std::is_integral_v<T>) return values;
    Json array = Json::array();
    for (const T& value : values) array.push_back(written(name, value));
    return array;
  }

 private:
  Json json_ = Json::object();
};

/// Throws Json::exception where a member is lacking or of another type, and std::invalid_argument where a
/// word is no value's. Members that may be null or be left out keep then what the record has.
class RecordReader {
 public:
  explicit RecordReader(const Json& json) : json_(json) {}

  template <class T>
  void operator()(const char* name, T& value) {
    read(json_.at(name), value);
  }
  template <class T>
  void or_null(const char* name, T& value, bool /*absent*/ = true) {
    if (!json_.at(name).is_null()) read(json_[name], value);
  }
  template <class T>
  void if_any(const char* name, T& value, bool /*there*/ = true) {
    if (json_.contains(name)) read(json_[name], value);
  }
  template <class T>
  void shown(const char* /*name*/, const T& /*value*/) {}
  void given(const char* name, bool& value) { value = !json_.at(name).is_null(); }
  template <class T>
  void as(const char* name, T& value, Json (* /*to_json*/)(const T&), T (*from_json)(const Json&)) {
    value = from_json(json_.at(name));
  }
  template <class Members>
  void object(const char* name, Members members) {
    RecordReader reader(json_.at(name));
    members(reader);
  }
  template <class Members>
  void object(const char* name, Members members, bool /*there*/) {
    if (json_.contains(name)) object(name, members);
  }

  template <class T>
  static void read(const Json& json, T& value) {
    if constexpr (std::is_enum_v<T>) {
      value = value_of<T>(json.get_ref<const std::string&>());
    } else if constexpr (std::is_aggregate_v<T>) {
      RecordReader reader(json);
      fields(reader, value);
    } else {
      value = json.get<T>();
    }
  }
  template <class T>
  static void read(const Json& json, std::optional<T>& value) {
    value.reset();
    if (!json.is_null()) read(json, value.emplace());
  }
  template <class T>
  static void read(const Json& json, std::vector<T>& values) {
    if constexpr (std::is_integral_v<T>) {
      values = json.get<std::vector<T>>();
      return;
    }
    values.clear();
    for (const Json& each : json.get_ref<const Json::array_t&>()) read(each, values.emplace_back());
  }

 private:
  template <class Word>
  static Word value_of(const std::string& text) {
    for (int value = 0; value <= static_cast<int>(last_word<Word>); ++value) {
      if (text == to_text(static_cast<Word>(value))) return static_cast<Word>(value);
    }
    throw std::invalid_argument("a report has no such word there: \"" + text + '"');
  }

  const Json& json_;
};

/// Of bounds apart (has_bounds_apart) the lower one, which stands in an object of its own.
void fields_of_whole_deck(auto& json, Like<BiasRecord> auto& bias) {
  json("covers", bias.lower_covers);
  json("tv_lower", bias.tv_lower);
  json("confidence", bias.confidence);
}

Json evidence_json(const Evidence& evidence);
Evidence evidence_of(const Json& json);

}  // namespace fairshuffle
