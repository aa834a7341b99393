#include "harness/web/plain_rules.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "core/cases_for_tests.hpp"
#include "harness/json_input/abi_request_schema.hpp"

using namespace fairshuffle;
using nlohmann::json;

namespace {

// A value that breaks some rule or other, or none.
json any_value(std::mt19937& source, int depth = 0) {
  const auto below = [&](std::uint32_t bound) { return static_cast<int>(source() % bound); };
  switch (below(depth < 2 ? 9 : 7)) {
    case 0:
      return nullptr;
    case 1:
      return below(2) == 0;
    case 2:
      return below(2100) - 50;
    case 3:
      return below(1000) / 500.;
    case 4:
      return 1e15 * below(10);
    case 5:
      return std::string(static_cast<std::size_t>(below(3) == 0 ? below(1200) : below(3)), 'x');
    case 6:
      return json::array({"naive-swap", "9", "", "always", "a\x01", "\xC3\xA4", "hash",
                          "json"})[static_cast<std::size_t>(below(8))];
    case 7: {
      json list = json::array();
      for (int left = below(4); left > 0; --left) list.push_back(any_value(source, depth + 1));
      return list;
    }
    default:
      return {{"n", any_value(source, depth + 1)}};
  }
}

}  // namespace

TEST_CASE("the plain rules find what valijson finds wrong with requests, and where") {
  const json all = json::parse(detail::abi_request_schema_text);
  std::mt19937 source(1);
  int right = 0, wrong = 0;
  const int trials = whole_or_share(3000, 100);
  for (const auto& function : all["definitions"].items()) {
    CAPTURE(function.key());
    json schema = function.value();
    schema["definitions"] = all["definitions"];
    const detail::SchemaRules rules(schema);
    for (int trial = 0; trial < trials; ++trial) {
      json value = any_value(source);
      if (schema.contains("properties")) {
        value = json::object();
        for (const auto& [name, member] : schema["properties"].items()) {
          if (source() % 8 == 0) value[name] = any_value(source);
        }
        for (const json& name : schema.value("required", json::array())) {
          if (source() % 8 != 0)
            value[name.get<std::string>()] = name == "n" ? json(5) : json::array({"sattolo"});
        }
        if (source() % 16 == 0) value["other"] = 1;
      }
      CAPTURE(value.dump());
      const auto broken = detail::broken_place(schema, value);
      REQUIRE(broken.has_value() == !rules.hold_for(value));
      if (broken) REQUIRE(*broken == rules.deepest_failure(value));
      ++(broken ? wrong : right);
    }
  }
  CHECK(right > trials / 3);
  CHECK(wrong > trials / 3);
}

TEST_CASE("a rule that is not known is not passed over") {
  CHECK_THROWS_AS(detail::broken_place({{"multipleOf", 3}}, 5), std::logic_error);
}
