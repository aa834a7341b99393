// Records as JSON and back.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "reports/json/values.hpp"

namespace fairshuffle {

/// Ordered, as a target's options are.
using Json = nlohmann::ordered_json;

// A record lists its members once, in a function fields(json, record), in the order of the report: to a
// RecordWriter, which takes the record as it is, or to a RecordReader, which fills it in. One that stands as
// a list of numbers names them in numbers_in(record).

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

/// A vector or an array, which stands as a list; of whole numbers there may be millions, which nlohmann
/// takes.
template <class T>
concept Listed = requires(const T& values) {
  values.data();
}
&&!std::is_integral_v<typename T::value_type>;

/// Writes a record, or reads one: then members that may be null or be left out keep what the record has.
/// Writing throws std::invalid_argument where a number is not finite, which nlohmann would write as null;
/// reading throws Json::exception where a member is lacking or of another type, and std::invalid_argument
/// where a word is no value's.
template <bool writes>
class RecordJson {
 public:
  RecordJson() requires writes : json_(Json::object()) {}
  explicit RecordJson(const Json& json) requires(!writes) : json_(json) {}

  void operator()(const char* name, auto&& value) {
    if constexpr (writes) {
      json_[name] = written(name, value);
    } else {
      read(json_.at(name), value);
    }
  }
  /// Null where it is `absent`; what stands there is looked at all the same.
  void or_null(const char* name, auto&& value, bool absent) {
    if constexpr (writes) {
      Json json = written(name, value);
      json_[name] = absent ? Json(nullptr) : std::move(json);
    } else if (!json_.at(name).is_null()) {
      read(json_[name], value);
    }
  }
  /// Null for nothing: an empty text, or 0.
  template <class T>
  void or_null(const char* name, T& value) {
    or_null(name, value, value == std::remove_const_t<T>{});
  }
  /// Left out where it is not `there`.
  void if_any(const char* name, auto&& value, bool there) {
    if (writes ? there : json_.contains(name)) (*this)(name, value);
  }
  template <class T>
  void if_any(const char* name, T& value) {
    if_any(name, value, value != std::remove_const_t<T>{});
  }
  /// What is not read again.
  void shown(const char* name, const auto& value) {
    if constexpr (writes) (*this)(name, value);
  }
  /// What is read of another member: whether it is null.
  void given(const char* name, auto& value) {
    if constexpr (!writes) value = !json_.at(name).is_null();
  }
  /// As two functions have it.
  template <class T>
  void as(const char* name, T& value, Json (*to_json)(const std::remove_const_t<T>&),
          std::remove_const_t<T> (*from_json)(const Json&)) {
    if constexpr (writes) {
      json_[name] = to_json(value);
    } else {
      value = from_json(json_.at(name));
    }
  }
  /// An object that is no record of its own: `members` takes its RecordJson.
  template <class Members>
  void object(const char* name, Members members) {
    if constexpr (writes) {
      RecordJson inner;
      members(inner);
      json_[name] = std::move(inner.json_);
    } else {
      RecordJson inner(json_.at(name));
      members(inner);
    }
  }
  template <class Members>
  void object_if_any(const char* name, Members members, bool there) {
    if (writes ? there : json_.contains(name)) object(name, members);
  }

  Json taken() && { return std::move(json_); }

  /// name: of the member that the value is of.
  template <class T>
  static Json written(const char* name, const T& value) {
    if constexpr (std::is_same_v<T, double>) {
      if (std::isfinite(value)) return value;
      throw std::invalid_argument(fmt::format("json_report: {} must be finite, was {}", name, value));
    } else if constexpr (std::is_enum_v<T>) {
      return to_text(value);
    } else if constexpr (requires { numbers_in(value); }) {
      return numbers_in(value);
    } else if constexpr (requires { value.has_value(); }) {
      return value ? written(name, *value) : Json(nullptr);
    } else if constexpr (requires { typename T::mapped_type; }) {
      Json object = Json::object();
      for (const auto& [key, each] : value) object[key] = written(name, each);
      return object;
    } else if constexpr (Listed<T>) {
      Json array = Json::array();
      for (const auto& each : value) array.push_back(written(name, each));
      return array;
    } else if constexpr (std::is_aggregate_v<T>) {
      RecordJson writer;
      fields(writer, value);
      return std::move(writer.json_);
    } else {
      return value;
    }
  }

  template <class T>
  static void read(const Json& json, T& value) {
    if constexpr (std::is_enum_v<T>) {
      value = value_of<T>(json.get_ref<const std::string&>());
    } else if constexpr (requires { numbers_in(value); }) {
      std::size_t next = 0;
      std::apply([&](auto&... numbers) { ((numbers = json.at(next++)), ...); }, numbers_in(value));
    } else if constexpr (requires { value.has_value(); }) {
      value.reset();
      if (!json.is_null()) read(json, value.emplace());
    } else if constexpr (requires { typename T::mapped_type; }) {
      for (const auto& [key, each] : json.items()) read(each, value[key]);
    } else if constexpr (Listed<T>) {
      const auto& items = json.get_ref<const Json::array_t&>();
      value = T{};
      if constexpr (requires { value.resize(0); }) value.resize(items.size());
      for (std::size_t index = 0; index < std::min(value.size(), items.size()); ++index) {
        read(items[index], value[index]);
      }
    } else if constexpr (std::is_aggregate_v<T>) {
      RecordJson reader(json);
      fields(reader, value);
    } else {
      value = json.get<T>();
    }
  }

 private:
  template <class Word>
  static Word value_of(const std::string& text) {
    for (int value = 0; value <= static_cast<int>(last_word<Word>); ++value) {
      if (text == to_text(static_cast<Word>(value))) return static_cast<Word>(value);
    }
    throw std::invalid_argument("a report has no such word there: \"" + text + '"');
  }

  std::conditional_t<writes, Json, const Json&> json_;
};

using RecordWriter = RecordJson<true>;
using RecordReader = RecordJson<false>;

/// Of bounds apart (has_bounds_apart) the lower one, which stands in an object of its own.
void fields_of_whole_deck(auto& json, Like<BiasRecord> auto& bias) {
  json("covers", bias.lower_covers);
  json("tv_lower", bias.tv_lower);
  json("confidence", bias.confidence);
}

}  // namespace fairshuffle
