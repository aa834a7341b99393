#include "reports/json_reader.hpp"

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "reports/goldens/example_run.hpp"
#include "reports/json_report.hpp"

using namespace fairshuffle;

TEST_CASE("a report that is read and written again is the same, byte for byte") {
  const std::string report = json_report(example_run());
  CHECK(json_report(run_from_json(report)) == report);
}

TEST_CASE("every member of a report is read: none can be taken out or be of another type") {
  using OrderedJson = nlohmann::ordered_json;
  const OrderedJson whole = OrderedJson::parse(json_report(example_run()));
  // The places of all members but optional ones, by a walk over the whole report.
  std::size_t members = 0;
  const auto walk = [&](const auto& self, const OrderedJson& value,
                        const OrderedJson::json_pointer& place) -> void {
    if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) self(self, value[i], place / i);
    }
    if (!value.is_object()) return;
    for (const auto& [name, member] : value.items()) {
      const OrderedJson::json_pointer here = place / name;
      self(self, member, here);
      const bool is_optional =
          name == "error" || name == "expected" || (!place.empty() && place.back() == "options");
      // These are the writer's own, and stand in every report alike.
      if (is_optional || name == "schema_version" || here.to_string() == "/tool/name") continue;
      CAPTURE(here.to_string());
      OrderedJson without = whole;
      without[place].erase(name);
      CHECK_THROWS_AS(run_from_json(without.dump()), std::invalid_argument);
      OrderedJson other = whole;
      other[here] = OrderedJson::object({{"not", "this"}});
      if (name != "options") CHECK_THROWS_AS(run_from_json(other.dump()), std::invalid_argument);
      ++members;
    }
  };
  walk(walk, whole, OrderedJson::json_pointer());
  CHECK(members > 300);
  CHECK_THROWS_AS(run_from_json("{"), std::invalid_argument);
  CHECK_THROWS_AS(run_from_json(""), std::invalid_argument);
}
