// The rules of schemas one by one; harness/cli holds them to another implementation of JSON Schema.
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "harness/json_input/strict_json.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;
using Json = nlohmann::json;

namespace {

// What is said of a value, and nothing where it is right.
std::string said_of(const Json& value, const Json& schema) {
  try {
    detail::check_schema(value, schema, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool accepts(const Json& schema, const Json& value) {
  Json described = schema;
  described["description"] = "this";
  return said_of(value, described).empty();
}

}  // namespace

TEST_CASE("each rule accepts what is just inside it and refuses what is just outside") {
  struct Case {
    Json schema, inside, outside;
  };
  const Case cases[] = {
      {{{"type", "integer"}}, 3, 3.5},
      {{{"type", {"string", "null"}}}, nullptr, 3},
      {{{"enum", {"a", "b"}}}, "b", "c"},
      {{{"const", 2}}, 2, 3},
      {{{"minimum", 2}}, 2, 1},
      {{{"maximum", 2}}, 2, 3},
      {{{"exclusiveMinimum", 2}}, 2.5, 2},
      {{{"exclusiveMaximum", 2}}, 1.5, 2},
      {{{"minLength", 2}}, "\xC3\xA4\xC3\xB6", "\xC3\xA4"},
      {{{"maxLength", 1}}, "\xC3\xA4", "ab"},
      {{{"minItems", 1}}, {1}, Json::array()},
      {{{"maxItems", 1}}, {1}, {1, 2}},
      {{{"maxProperties", 1}}, {{"a", 1}}, {{"a", 1}, {"b", 2}}},
      {{{"uniqueItems", true}}, {1, 2}, {1, 1}},
      {{{"required", {"a"}}}, {{"a", 1}}, {{"b", 2}}},
      {{{"not", {{"required", {"a", "b"}}}}}, {{"a", 1}}, {{"a", 1}, {"b", 2}}},
      {{{"pattern", "^a+$"}}, "aa", "ab"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.schema.dump());
    CHECK(accepts(one.schema, one.inside));
    CHECK_FALSE(accepts(one.schema, one.outside));
  }
}

TEST_CASE("the deepest place is named, what stands there and what is described") {
  const Json schema = {
      {"description", "a box"},
      {"type", "object"},
      {"required", {"width"}},
      {"additionalProperties", false},
      {"properties",
       {{"width", {{"$ref", "#/$defs/length"}}},
        {"lids", {{"description", "lids"}, {"items", {{"$ref", "#/$defs/length"}}}}},
        {"lock", {{"oneOf", {{{"type", "null"}, {"description", "none"}}, {{"$ref", "#/$defs/lock"}}}}}}}},
      {"$defs",
       {{"length", {{"description", "a length"}, {"type", "number"}, {"minimum", 0}}},
        {"lock",
         {{"description", "a lock"},
          {"type", "object"},
          {"patternProperties", {{"^key", {{"description", "a key"}, {"type", "string"}}}}},
          {"additionalProperties", false}}}}},
  };
  CHECK(said_of({{"width", 1}, {"lock", nullptr}}, schema).empty());
  CHECK(said_of({{"width", 1}, {"lock", {{"key1", "x"}}}}, schema).empty());
  CHECK(said_of(3, schema) == "file: expected a box, found 3");
  CHECK(said_of({{"lids", {1}}}, schema) == "file: /width: expected a length, found nothing");
  CHECK(said_of({{"width", -1}, {"lids", {1, "x"}}}, schema) ==
        "file: /lids/1: expected a length, found \"x\"");
  CHECK(said_of({{"width", 1}, {"lid", 1}}, schema) ==
        "file: /lid: expected one of the members \"lids\", \"lock\", \"width\", found \"lid\" (did you mean "
        "'lids'?)");
  CHECK(said_of({{"width", 1}, {"lock", {{"key1", 2}}}}, schema) ==
        "file: /lock/key1: expected a key, found 2");
  CHECK(said_of({{"width", 1}, {"lock", {{"door", "x"}}}}, schema) ==
        "file: /lock: expected a lock, found an object");
  CHECK(said_of({{"width", 1}, {"lock", 5}}, schema) == "file: /lock: expected a lock, found 5");
}

TEST_CASE("a rule that is not known is not passed over") {
  CHECK_THROWS_AS(said_of(5, {{"description", "x"}, {"multipleOf", 3}}), std::logic_error);
}
