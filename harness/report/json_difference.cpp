#include "harness/report/json_difference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fairshuffle {

namespace {

using Json = nlohmann::ordered_json;

// Differences of others' sums, or logarithms: around zero they have no digits of their own.
bool may_vanish(std::string_view member) {
  constexpr std::array<std::string_view, 5> members{"phi2", "share", "log10_p", "standard_errors",
                                                    "log10_over_best"};
  return std::ranges::find(members, member) != members.end();
}

bool same_number(const Json& reported, const Json& due, std::string_view member) {
  if (reported.is_number_integer() && due.is_number_integer()) return reported == due;
  const auto a = reported.get<double>(), b = due.get<double>();
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)) + (may_vanish(member) ? 1e-12 : 0);
}

std::string in_words(const Json& value) {
  if (value.is_array()) return value.empty() ? "nothing" : fmt::format("a list of {}", value.size());
  if (value.is_object()) return "an object";
  return value.dump();
}

class Comparison {
 public:
  /// truth: what the values are held to, as in "its evidence says".
  Comparison(std::vector<Difference>& differences, std::string_view truth)
      : differences_(differences), truth_(truth) {}

  // member: the name of the innermost member of an object that the values stand in.
  void compare(const Json& reported, const Json& due, const Json::json_pointer& where,
               std::string_view member) {
    if (reported.is_number() && due.is_number()) {
      if (!same_number(reported, due, member)) differ(reported, due, where);
    } else if (reported.is_object() && due.is_object()) {
      compare_objects(reported, due, where);
    } else if (reported.is_array() && due.is_array() && reported.size() == due.size()) {
      for (std::size_t index = 0; index < reported.size(); ++index) {
        if (reported[index] != due[index]) compare(reported[index], due[index], where / index, member);
      }
    } else if (reported != due) {
      differ(reported, due, where);
    }
  }

 private:
  void compare_objects(const Json& reported, const Json& due, const Json::json_pointer& where) {
    for (const auto& [name, value] : reported.items()) {
      if (due.contains(name)) {
        compare(value, due[name], where / name, name);
      } else {
        add(where / name, fmt::format("the report says {}, {} nothing", in_words(value), truth_));
      }
    }
    for (const auto& [name, value] : due.items()) {
      if (reported.contains(name)) continue;
      add(where / name, fmt::format("the report says nothing, {} {}", truth_, in_words(value)));
    }
  }

  void differ(const Json& reported, const Json& due, const Json::json_pointer& where) {
    add(where, fmt::format("the report says {}, {} {}", in_words(reported), truth_, in_words(due)));
  }

  void add(const Json::json_pointer& where, std::string sentence) {
    differences_.push_back({where.to_string(), std::move(sentence)});
  }

  std::vector<Difference>& differences_;
  std::string_view truth_;
};

}  // namespace

void add_differences(const Json& reported, const Json& due, const std::string& where, std::string_view truth,
                     std::vector<Difference>& differences) {
  Comparison(differences, truth).compare(reported, due, Json::json_pointer(where), "");
}

}  // namespace fairshuffle
