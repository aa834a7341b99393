// Records as JSON and back.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/record/evidence.hpp"
#include "core/record/findings.hpp"
#include "reports/visible_text.hpp"

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
/// reads.
template <class T>
concept Listed = requires(const T& values) {
  values.data();
}
&&!std::is_integral_v<typename T::value_type>;

/// A JSON text while it is written, with members and items one below the other.
struct JsonText {
  void open(char bracket) {
    text += bracket;
    indent += 2;
    is_empty = true;
  }
  void next() {
    text += is_empty ? "\n" : ",\n";
    text.append(indent, ' ');
    is_empty = false;
  }
  void close(char bracket) {
    indent -= 2;
    if (!is_empty) (text += '\n').append(indent, ' ');
    text += bracket;
    is_empty = false;
  }
  /// What is not UTF-8 becomes U+FFFD.
  void value(const Json& json) {
    // A line break within a string is dumped as two characters.
    for (const char byte : inert_json(json.dump(2, ' ', false, Json::error_handler_t::replace))) {
      text += byte;
      if (byte == '\n') text.append(indent, ' ');
    }
  }

  std::string text;
  std::size_t indent = 0;
  bool is_empty = true;  ///< what was opened last
};

/// Calls visit with the counts of all permutations as a report has them: in lists of more than
/// most_cells_in_evidence, two and more in a row that never came are minus their number.
void for_each_in_report(std::span<const std::uint64_t> counts, auto visit) {
  const bool has_runs = counts.size() > most_cells_in_evidence;
  for (std::size_t rank = 0, end = 0; rank < counts.size(); rank = end) {
    while (has_runs && end < counts.size() && counts[end] == 0) ++end;
    if (end < rank + 2) {
      end = rank + 1;
      visit(static_cast<std::int64_t>(counts[rank]));
    } else {
      visit(-static_cast<std::int64_t>(end - rank));
    }
  }
}

/// Writes a record, or reads one: then members that may be null or be left out keep what the record has.
/// Writing throws std::invalid_argument where a number is not finite, which nlohmann would write as null;
/// reading throws Json::exception where a member is lacking or of another type, and std::invalid_argument
/// where a word is no value's.
template <bool writes>
class RecordJson {
 public:
  RecordJson() requires writes { json_.open('{'); }
  explicit RecordJson(const Json& json) requires(!writes) : json_(json) {}

  void operator()(const char* name, auto&& value) {
    if constexpr (writes) {
      begin(name);
      write(name, value);
    } else {
      read(json_.at(name), value);
    }
  }
  /// Null where it is `absent`; what stands there is looked at all the same.
  void or_null(const char* name, auto&& value, bool absent) {
    if constexpr (writes) {
      begin(name);
      const std::size_t before = json_.text.size();
      write(name, value);
      if (absent) json_.text.replace(before, std::string::npos, "null");
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
    if (is_there(name, there)) (*this)(name, value);
  }
  template <class T>
  void if_any(const char* name, T& value) {
    if_any(name, value, value != std::remove_const_t<T>{});
  }
  /// JSON text that stands as what it says; left out where it is empty.
  void text_if_any(const char* name, auto& text) {
    if (!is_there(name, !text.empty())) return;
    if constexpr (writes) {
      begin(name);
      json_.value(Json::parse(text));
    } else {
      text = json_.at(name).dump();
    }
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
      (*this)(name, to_json(value));
    } else {
      value = from_json(json_.at(name));
    }
  }
  /// As for_each_in_report has them; reading keeps that form, in which minus a number is 2^64 less that.
  void all_permutations(const char* name, auto& counts) {
    if constexpr (writes) {
      begin(name);
      write_numbers([&counts](auto write_one) { for_each_in_report(counts, write_one); });
    } else {
      (*this)(name, counts);
    }
  }
  /// An object that is no record of its own: `members` takes its RecordJson.
  template <class Members>
  void object(const char* name, Members members) {
    if constexpr (writes) {
      begin(name);
      json_.open('{');
      members(*this);
      json_.close('}');
    } else {
      RecordJson inner(json_.at(name));
      members(inner);
    }
  }
  template <class Members>
  void object_if_any(const char* name, Members members, bool there) {
    if (is_there(name, there)) object(name, members);
  }

  /// What was written, without a line break at its end.
  std::string text() && {
    json_.close('}');
    return std::move(json_.text);
  }
  Json taken() && { return Json::parse(std::move(*this).text()); }

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
  bool is_there(const char* name, bool there) const {
    if constexpr (writes)
      return there;
    else
      return json_.contains(name);
  }

  void begin(std::string_view name) {
    json_.next();
    json_.value(name);
    json_.text += ": ";
  }

  // for_each calls its argument with each of them.
  template <class ForEach>
  void write_numbers(ForEach for_each, const char* name = "") {
    std::string_view before = "[";
    for_each([&](auto number) {
      json_.text += before;
      write(name, number);
      before = ", ";
    });
    json_.text += before == "[" ? "[]" : "]";
  }

  // name: of the member that the value is of.
  template <class T>
  void write(const char* name, const T& value) {
    if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, std::string>) {
      json_.value(value);
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      json_.text += fmt::format_int(value).c_str();
    } else if constexpr (std::is_same_v<T, double>) {
      if (!std::isfinite(value))
        throw std::invalid_argument(fmt::format("json_report: {} must be finite, was {}", name, value));
      json_.value(value);
    } else if constexpr (std::is_enum_v<T>) {
      json_.value(to_text(value));
    } else if constexpr (requires { numbers_in(value); }) {
      write_numbers([&value](auto write_one) {
        std::apply([&](const auto&... numbers) { (write_one(numbers), ...); }, numbers_in(value));
      });
    } else if constexpr (requires { value.has_value(); }) {
      if (!value) return json_.value(nullptr);
      write(name, *value);
    } else if constexpr (requires { typename T::mapped_type; }) {
      json_.open('{');
      for (const auto& [key, each] : value) {
        begin(key);
        write(name, each);
      }
      json_.close('}');
    } else if constexpr (requires { requires std::is_arithmetic_v<typename T::value_type>; }) {
      write_numbers([&value](auto write_one) { std::ranges::for_each(value, write_one); }, name);
    } else if constexpr (Listed<T>) {
      json_.open('[');
      for (const auto& each : value) {
        json_.next();
        write(name, each);
      }
      json_.close(']');
    } else if constexpr (std::is_aggregate_v<T>) {
      json_.open('{');
      fields(*this, value);
      json_.close('}');
    } else {
      json_.value(value);
    }
  }

  template <class Word>
  static Word value_of(const std::string& text) {
    for (int value = 0; value <= static_cast<int>(last_word<Word>); ++value) {
      if (text == to_text(static_cast<Word>(value))) return static_cast<Word>(value);
    }
    throw std::invalid_argument("a report has no such word there: \"" + text + '"');
  }

  std::conditional_t<writes, JsonText, const Json&> json_;
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
