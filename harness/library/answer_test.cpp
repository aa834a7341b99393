// What test frameworks and people are shown.
#include <span>
#include <sstream>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>
#include <fairshuffle/certify.hpp>
#include <nlohmann/json.hpp>

#include "harness/json_input/report_schema.hpp"
#include "harness/json_input/strict_json.hpp"

using fairshuffle::Answer;
using fairshuffle::certify;
using fairshuffle::Result;
using Json = nlohmann::json;

namespace {

// As testing::AssertionResult is made, used and read.
class ReasonedAnswer {
 public:
  explicit ReasonedAnswer(bool yes) : yes_(yes) {}
  template <class T>
  ReasonedAnswer& operator<<(const T& value) {
    std::ostringstream text;
    text << value;
    message_ += text.str();
    return *this;
  }
  const char* message() const { return message_.c_str(); }
  explicit operator bool() const { return yes_; }

 private:
  bool yes_;
  std::string message_;
};

Result left_alone() {
  return certify(4, [](std::span<int>) {});
}

}  // namespace

TEST_CASE(
    "an answer shows the headline and the report, a result its sentence, in doctest and in any stream") {
  const Result result = left_alone();
  CHECK(result.sentence().starts_with("Biased: "));
  CHECK(result.headline().starts_with("Biased: looks like "));
  CHECK(result.headline().find("; every deck came out as it went in; ") != std::string::npos);
  CHECK(result.headline().find(" points (") != std::string::npos);
  const std::string told = result.fair().told();
  CHECK(told.starts_with(result.headline() + "\n\n"));
  CHECK(told.find("\n  How much ") != std::string::npos);
  CHECK(doctest::toString(result.fair()) == doctest::String(told.c_str()));
  CHECK(doctest::toString(result) == doctest::String(result.sentence().c_str()));
  std::ostringstream out;
  out << result.fair() << '|' << result;
  CHECK(out.str() == told + "|" + result.sentence());
  CHECK(result.fair().sentence() == result.sentence());
}

TEST_CASE("an answer becomes a framework's own answer with a reason, and nothing else by itself") {
  const Result result = left_alone();
  const ReasonedAnswer fair = result.fair(), biased = result.biased(), whole = result;
  CHECK_FALSE(static_cast<bool>(fair));
  CHECK(static_cast<bool>(biased));
  CHECK_FALSE(static_cast<bool>(whole));
  CHECK(whole.message() == result.fair().told());
  CHECK(fair.message() == result.fair().told());
  static_assert(!std::is_convertible_v<Answer, bool> && !std::is_convertible_v<Answer, int>);
  static_assert(!std::is_convertible_v<Answer, std::string> && !std::is_convertible_v<Result, bool>);
}

TEST_CASE("exactly one of the four answers is yes") {
  const Result biased = left_alone();
  const Result invalid = certify(4, [](std::span<int> deck) { deck[0] = 1; });
  const Result inconclusive = certify(4, [](std::span<int>) {}, {.max_trials = 2});
  const Result fair = certify(1, [](std::span<int>) {});
  for (const Result* result : {&fair, &biased, &inconclusive, &invalid}) {
    CAPTURE(result->sentence());
    CHECK(static_cast<bool>(result->fair()) == (result == &fair));
    CHECK(static_cast<bool>(result->biased()) == (result == &biased));
    CHECK(static_cast<bool>(result->inconclusive()) == (result == &inconclusive));
    CHECK(static_cast<bool>(result->invalid()) == (result == &invalid));
    CHECK(static_cast<bool>(*result) == (result == &fair));
  }
}

TEST_CASE("the report is the program's, and says what was called") {
  const Result result =
      certify(4, [](std::span<int>) {}, {.tolerance = 0.02, .marked = 2, .name = "house \"shuffle\""});
  const Json report = Json::parse(result.json());
  CHECK(report["verdict"] == "biased");
  CHECK(report["results"][0]["sentence"] == result.sentence());
  CHECK(report["plan"]["targets"][0]["target"]["kind"] == "callback");
  CHECK(report["plan"]["targets"][0]["target"]["shuffle"] == "house \"shuffle\"");
  CHECK(report.dump().find("fairshuffle::certify(4, shuffle, {.tolerance = 0.02, .marked = 2, .name = ") !=
        std::string::npos);
  CHECK(report["results"][0]["tests"].size() == result.tests().size());
  CHECK_NOTHROW(fairshuffle::detail::check_schema(
      report, Json::parse(fairshuffle::detail::report_schema_text), "report"));
}
