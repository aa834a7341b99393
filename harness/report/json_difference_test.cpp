// Are differences of two documents told once, at their place, and only where they matter?
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/report/report_check.hpp"

using namespace fairshuffle;

namespace {

// Each as "pointer: sentence".
std::vector<std::string> differences(const char* reported, const char* due) {
  std::vector<Contradiction> found;
  add_differences(nlohmann::ordered_json::parse(reported), nlohmann::ordered_json::parse(due), "/at",
                  "its evidence says", found);
  std::vector<std::string> lines;
  for (const Contradiction& difference : found)
    lines.push_back(difference.where + ": " + difference.sentence);
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a difference is told at its own place, with both values") {
  CHECK(differences(R"({"a": [1, {"b": "x"}]})", R"({"a": [1, {"b": "x"}]})").empty());
  CHECK(differences(R"({"a": [1, {"b": "x"}], "c": null})", R"({"a": [1, {"b": "y"}], "c": true})") ==
        Lines{R"(/at/a/1/b: the report says "x", its evidence says "y")",
              "/at/c: the report says null, its evidence says true"});
  CHECK(differences(R"({"a": [1, 2]})", R"({"a": [1]})") ==
        Lines{"/at/a: the report says a list of 2, its evidence says a list of 1"});
  CHECK(differences(R"({"a": []})", R"({"a": {}})") ==
        Lines{"/at/a: the report says nothing, its evidence says an object"});
}

TEST_CASE("a member that only one of them has is told") {
  CHECK(differences(R"({"a": 1})", R"({"b": 2})") ==
        Lines{"/at/a: the report says 1, its evidence says nothing",
              "/at/b: the report says nothing, its evidence says 2"});
}

TEST_CASE("whole numbers are equal or not, others may differ by a billionth of their size") {
  CHECK(differences("10000000000", "10000000001").size() == 1);
  CHECK(differences("[2.0]", "[2.000000001]").empty());
  CHECK(differences("[2.0]", "[2.00000001]").size() == 1);
  CHECK(differences("[1e-20]", "[1.00001e-20]").size() == 1);
  CHECK(differences("[0.0]", "[1e-13]").size() == 1);
  // A whole number that was written as such stands for itself.
  CHECK(differences("[2]", "[2.000000001]").empty());
}

TEST_CASE("what is a difference of sums may vanish") {
  for (const char* member :
       {"chi_square_distance", "share", "log10_p", "standard_errors", "log10_over_best"}) {
    const std::string name = member;
    CHECK(differences(("{\"" + name + "\": 0.0}").c_str(), ("{\"" + name + "\": 1e-13}").c_str()).empty());
    CHECK(differences(("{\"" + name + "\": 0.0}").c_str(), ("{\"" + name + "\": 1e-11}").c_str()).size() ==
          1);
  }
  CHECK(differences(R"({"statistic": 0.0})", R"({"statistic": 1e-13})").size() == 1);
}
