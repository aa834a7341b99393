// Outcomes that a caller has added up, through the C interface.
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/abi/fairshuffle_abi.h"

using Json = nlohmann::json;

namespace {

Json exact(const Json& request) {
  const std::unique_ptr<char, void (*)(char*)> answer(fairshuffle_exact(request.dump().c_str()),
                                                      fairshuffle_free);
  REQUIRE(answer != nullptr);
  return Json::parse(answer.get());
}

// Naive swap of three cards.
Json naive() {
  return Json::parse(R"({"n": 3, "name": "mine", "outcomes": {"paths": 27, "denominator": "27",
    "weights": [["0 1 2", "4"], ["0 2 1", "5"], ["1 0 2", "5"], ["1 2 0", "5"], ["2 0 1", "4"], ["2 1 0", "4"]]}})");
}

// A list of decks with their weights.
Json weights(std::initializer_list<std::pair<const char*, const char*>> pairs) {
  Json list = Json::array();
  for (const auto& [deck, weight] : pairs) list.push_back(Json::array({deck, weight}));
  return list;
}

std::string refusal(const Json& request) {
  const Json answer = exact(request);
  CAPTURE(answer.dump());
  REQUIRE(answer.contains("error"));
  CHECK(answer["error"]["kind"] == "input");
  return answer["error"]["message"];
}

// The refusal of naive swap's outcomes with one member otherwise.
std::string refused(const char* member, const Json& value) {
  Json request = naive();
  request["outcomes"][member] = value;
  return refusal(request);
}

}  // namespace

TEST_CASE("outcomes of all paths are answered by verdict, sentence, text and distribution at once") {
  const Json biased = exact(naive());
  CAPTURE(biased.dump());
  REQUIRE(biased.contains("distribution"));
  CHECK(biased["verdict"] == "exactly biased");
  CHECK(biased["fair"] == false);
  CHECK(
      biased["sentence"] ==
      "Exactly biased: TV 1/18 (5.6 points); permutations have chances from 4/27 to 5/27, where 1/6 is fair "
      "(27 paths). This is the distribution of naive-swap:n=3.");
  CHECK(biased["text"].get<std::string>().find("mine:n=3\n  total variation") != std::string::npos);
  CHECK(biased["distribution"]["equals"] == Json::array({"naive-swap:n=3"}));
  CHECK(biased["distribution"]["permutations"][1]["p"]["fraction"] == "5/27");

  const Json fair = exact(Json::parse(R"({"n": 2, "outcomes": {"paths": 2, "denominator": "1099511627776",
    "weights": [["0 1", "549755813887"], ["1 0", "549755813887"]], "unfollowed": "2", "ordinary_runs": 100000,
    "widths": [{"bits": 31, "method": "modulo", "bound": 3}]}})"));
  CAPTURE(fair.dump());
  REQUIRE(fair.contains("distribution"));
  CHECK(fair["verdict"] == "fair as far as checked");
  CHECK(fair["fair"] == true);
  CHECK(fair["distribution"]["unfollowed"]["fraction"] == "1/549755813888");
  CHECK(fair["text"].get<std::string>().find("31-bit words (modulo)") != std::string::npos);
}

TEST_CASE("results that are no permutation are invalid, and the first of them is shown") {
  const Json answer = exact(Json::parse(R"({"n": 2, "outcomes": {"paths": 3, "denominator": "3",
    "weights": [["0 1", "1"], ["1 0", "1"]], "invalid": "1", "shown": "1 1"}})"));
  CHECK(answer["verdict"] == "invalid");
  CHECK(answer["sentence"] ==
        "Invalid: with chance 1/3 what comes is no permutation of the deck, such as \"1 1\" (3 paths).");
  CHECK(answer["distribution"]["invalid"]["fraction"] == "1/3");
}

TEST_CASE("outcomes that can't be are refused by a sentence that says where") {
  CHECK(refused("denominator", "28") ==
        "exact: /outcomes: expected weights that sum to the denominator, 28, found 27");
  CHECK(refused("denominator", "0").starts_with("exact: /outcomes/denominator: expected "));
  CHECK(refused("invalid", "-1").starts_with("exact: /outcomes/invalid: expected a chance times"));
  CHECK(refused("unfollowed", "1").find("expected weights that sum to the denominator") != std::string::npos);
  CHECK(refused("weights", weights({{"0 1 2", "26"}, {"0 0 2", "1"}})) ==
        "exact: /outcomes/weights/1: expected a permutation of the cards 0 to 2, spaces between, found "
        "\"0 0 2\"");
  for (const char* deck : {"0 1", "0 1 2 3", "0,1,2", "0 1 3", "0 1 x"})
    CHECK(refused("weights", weights({{deck, "27"}})).find("expected a permutation of the cards 0 to 2") !=
          std::string::npos);
  CHECK(refused("weights", weights({{"0 1 2", "26"}, {"0 1 2", "1"}})) ==
        "exact: /outcomes/weights/1: expected each deck once, found \"0 1 2\"");
  for (const char* weight : {"0", "01", "1/2", "-5", "+5"})
    CHECK(refused("weights", weights({{"0 1 2", weight}})).find("expected a weight of digits, above 0") !=
          std::string::npos);
  CHECK(refused("weights", Json::array({Json::array({"0 1 2"})}))
            .starts_with("exact: /outcomes/weights/0: expected a deck and its weight"));
  CHECK(refused("widths", Json::array({{{"bits", 31}, {"method", "exact"}, {"bound", 5}}}))
            .starts_with("exact: /outcomes/widths/0/method: expected \"modulo\", "));
  CHECK(refused("paths", 0).starts_with("exact: /outcomes/paths: expected how many paths were followed"));
  Json none = naive();
  none["outcomes"]["weights"] = Json::array();
  none["outcomes"]["unfollowed"] = "27";
  CHECK(refusal(none) == "exact: /outcomes: expected a path that was followed to its end, found none");
  Json large = naive();
  large["n"] = 9;
  CHECK(refusal(large) == "exact: /n: expected 2 to 8 cards with outcomes, found 9");
  Json both = naive();
  both["target"] = "sattolo";
  CHECK(refusal(both) == "exact: expected \"outcomes\" or \"target\", found both");
  CHECK(refusal({{"n", 3}}) == "exact: expected \"target\", or \"outcomes\" and where wanted \"name\"");
}
