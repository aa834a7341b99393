#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/cases_for_tests.hpp"
#include "core/shuffle/catalogue.hpp"
#include "harness/abi/answers_for_tests.hpp"
#include "harness/abi/fairshuffle_abi.h"
#include "harness/job/certify_plan.hpp"
#include "harness/report/report_input.hpp"
#include "reports/json_report.hpp"
#include "reports/run/run_document.hpp"
#include "reports/words/words.hpp"

using namespace fairshuffle;
using Json = nlohmann::json;

namespace {

// A shuffle on rows, and what it was called for.
struct Rows {
  int deck_size;
  std::mt19937 source{1};
  std::int32_t most_rows = 0;
  std::uint64_t rows_given = 0;
  bool all_sorted = true;
  std::uint8_t* memory = nullptr;
};

template <class Card, class Shuffle>
std::int32_t shuffle_rows(void* context, Card* rows, std::int32_t row_count, Shuffle shuffle) {
  auto& state = *static_cast<Rows*>(context);
  state.most_rows = std::max(state.most_rows, row_count);
  state.rows_given += static_cast<std::uint64_t>(row_count);
  state.memory = reinterpret_cast<std::uint8_t*>(rows);
  for (std::int32_t row = 0; row < row_count; ++row, rows += state.deck_size) {
    for (int position = 0; position < state.deck_size; ++position)
      state.all_sorted = state.all_sorted && rows[position] == position;
    shuffle(rows, rows + state.deck_size, state.source);
  }
  return FAIRSHUFFLE_GO_ON;
}

std::int32_t fair_rows(void* context, std::uint8_t* rows, std::int32_t row_count, fairshuffle_batch*) {
  return shuffle_rows(context, rows, row_count,
                      [](auto* first, auto* last, auto& source) { std::shuffle(first, last, source); });
}

std::int32_t fair_wide_rows(void* context, std::uint8_t* rows, std::int32_t row_count, fairshuffle_batch*) {
  return shuffle_rows(context, reinterpret_cast<std::uint16_t*>(rows), row_count,
                      [](auto* first, auto* last, auto& source) { std::shuffle(first, last, source); });
}

// Swaps every card with any.
std::int32_t naive_rows(void* context, std::uint8_t* rows, std::int32_t row_count, fairshuffle_batch*) {
  return shuffle_rows(context, rows, row_count, [](auto* first, auto* last, auto& source) {
    std::uniform_int_distribution<std::ptrdiff_t> any(0, last - first - 1);
    for (auto* card = first; card != last; ++card) std::swap(*card, first[any(source)]);
  });
}

Json certify_rows(const std::string& request, fairshuffle_fill fill, Rows& rows) {
  return taken(fairshuffle_certify_rows(request.c_str(), nullptr, fill, nullptr, &rows));
}

// What the program writes for the same request, but for what may differ between two runs.
Json without_environment(const std::string& report) {
  Json json = Json::parse(report);
  json.erase("environment");
  return json;
}

}  // namespace

TEST_CASE("rows of a fair shuffle are found fair, those of swaps with any card biased and named") {
  Rows fair{.deck_size = 5};
  const Json found = certify_rows(R"({"n": 5})", fair_rows, fair);
  CAPTURE(found["sentence"]);
  CHECK(found["verdict"] == "fair");
  CHECK(found["note"] == "");
  CHECK(fair.all_sorted);
  CHECK(fair.most_rows == fairshuffle_rows_in_memory(5));
  const RunRecord report = report_in(found["report"].get<std::string>(), "the answer");
  CHECK(report.results.at(0).evidence.trials == fair.rows_given);
  CHECK(report.budget.tolerance == 0.01);
  CHECK(json_report(report) == found["report"]);
  CHECK(found["text"] == run_text(report, {}));
  CHECK(found["sentence"] == report.results.at(0).sentence);
  CHECK(found["targets"][0]["headline"] == headline_of(report.results.at(0), report.budget));
  CHECK(found["targets"][0]["facts"].size() == 3);

  Rows naive{.deck_size = 5};
  const Json biased =
      certify_rows(R"json({"n": 5, "name": "mine", "call": "again(mine)", "prove": "proof(mine)"})json",
                   naive_rows, naive);
  CHECK(biased["verdict"] == "biased");
  CHECK(biased["targets"][0]["name"] == "callback:shuffle=mine,n=5");
  CHECK(biased["targets"][0]["sentence"] == biased["sentence"]);
  const Json& facts = biased["targets"][0]["facts"];
  REQUIRE(facts.size() == 6);
  CHECK(facts[0]["name"] == "Permutations");
  CHECK(facts[1]["name"] == "Positions");
  CHECK(facts[2]["name"] == "How much");
  CHECK(facts[2]["text"] ==
        clauses_of(report_in(biased["report"].get<std::string>(), "").results.at(0), {}).how_much);
  CHECK(biased["sentence"].get<std::string>().find("naive-swap:n=5") != std::string::npos);
  CHECK(Json::parse(biased["report"].get<std::string>())["command"] == "again(mine)");
  CHECK(biased["text"].get<std::string>().find(
            "\nTo follow every path of few cards instead: proof(mine)\n") != std::string::npos);
}

TEST_CASE("the same rows give the same report in memory of the caller's, which is what is filled") {
  for (const int deck_size : {1, 5, 52}) {
    CAPTURE(deck_size);
    const std::string request = R"({"trials": 5000, "n": )" + std::to_string(deck_size) + "}";
    Rows own{.deck_size = deck_size}, lent{.deck_size = deck_size};
    std::vector<std::uint8_t> memory(
        static_cast<std::size_t>(fairshuffle_rows_in_memory(deck_size) * deck_size));
    const Json first = certify_rows(request, fair_rows, own);
    const Json second =
        taken(fairshuffle_certify_rows(request.c_str(), memory.data(), fair_rows, nullptr, &lent));
    REQUIRE(first.contains("report"));
    CHECK(without_environment(first["report"]) == without_environment(second["report"]));
    CHECK(lent.memory >= memory.data());
    CHECK(lent.memory < memory.data() + memory.size());
    CHECK(own.rows_given == 5000);
  }
  CHECK(fairshuffle_rows_in_memory(0) == 0);
  CHECK(fairshuffle_rows_in_memory(1025) == 0);
}

TEST_CASE(
    "decks of more than 128 cards are rows of two bytes a card, in memory of either's, and carried on") {
  for (const int deck_size : cases({1024, 129})) {
    CAPTURE(deck_size);
    const std::string n = std::to_string(deck_size), request = R"({"trials": 700, "n": )" + n + "}";
    Rows own{.deck_size = deck_size}, lent{.deck_size = deck_size};
    std::vector<std::uint16_t> memory(
        static_cast<std::size_t>(fairshuffle_rows_in_memory(deck_size) * deck_size));
    auto* const bytes = reinterpret_cast<std::uint8_t*>(memory.data());
    const Json first = certify_rows(request, fair_wide_rows, own);
    const Json second =
        taken(fairshuffle_certify_rows(request.c_str(), bytes, fair_wide_rows, nullptr, &lent));
    REQUIRE(first.contains("report"));
    CHECK(without_environment(first["report"]) == without_environment(second["report"]));
    CHECK(first["verdict"] == "inconclusive");
    CHECK(own.all_sorted);
    CHECK(own.rows_given == 700);
    CHECK(lent.memory >= bytes);
    CHECK(lent.memory < bytes + 2 * memory.size());
    Rows carried{.deck_size = deck_size};
    const Json on =
        certify_rows(R"({"trials": 700, "reset": "never", "n": )" + n + "}", fair_wide_rows, carried);
    CHECK(on["verdict"] == "inconclusive");
    CHECK(carried.most_rows == 1);
    CHECK_FALSE(carried.all_sorted);
  }
}

TEST_CASE("a deck that is carried on is one row a call, and its relative orders are judged") {
  Rows rows{.deck_size = 5};
  const Json found = certify_rows(R"({"n": 5, "reset": "never"})", naive_rows, rows);
  CAPTURE(found["sentence"]);
  CHECK(rows.most_rows == 1);
  CHECK_FALSE(rows.all_sorted);
  CHECK(found["verdict"] == "biased");
  CHECK(found["sentence"].get<std::string>().find("naive-swap:n=5") != std::string::npos);
}

TEST_CASE("rows that are no permutation are invalid, with their bytes or what the caller shows of them") {
  Rows rows{.deck_size = 4};
  const auto doubles = [](void* context, std::uint8_t* cards, std::int32_t row_count,
                          fairshuffle_batch* batch) {
    fair_rows(context, cards, row_count, batch);
    if (static_cast<Rows*>(context)->rows_given != static_cast<std::uint64_t>(row_count))
      return std::int32_t{FAIRSHUFFLE_GO_ON};
    cards[3 * 4 + 1] = cards[3 * 4];
    cards[7 * 4] = 200;
    fairshuffle_show_row(batch, 9, "2 1 Queen\n0");
    fairshuffle_show_row(batch, 9, "told twice");
    fairshuffle_show_row(batch, row_count, "no such row");
    fairshuffle_show_row(batch, -1, "no such row");
    return std::int32_t{FAIRSHUFFLE_GO_ON};
  };
  const Json found = certify_rows(R"({"n": 4})", doubles, rows);
  CAPTURE(found["sentence"]);
  CHECK(found["verdict"] == "invalid");
  const RunRecord report = report_in(found["report"].get<std::string>(), "the answer");
  const Evidence& evidence = report.results.at(0).evidence;
  CHECK(evidence.invalid_trials == 3);
  CHECK(evidence.trials == rows.rows_given);
  REQUIRE(evidence.witnesses.size() == 3);
  CHECK(evidence.witnesses[2].row == "2 1 Queen?0");
}

TEST_CASE("a callback that fails ends the run at once, one that has enough has what came judged") {
  Rows rows{.deck_size = 5};
  const auto fails = [](void* context, std::uint8_t*, std::int32_t row_count, fairshuffle_batch*) {
    static_cast<Rows*>(context)->rows_given += static_cast<std::uint64_t>(row_count);
    return std::int32_t{FAIRSHUFFLE_FAIL};
  };
  CHECK(error_of(certify_rows(R"({"n": 5})", fails, rows), "caller") == "certify_rows: the callback failed");
  CHECK(rows.rows_given == static_cast<std::uint64_t>(std::min(1200, fairshuffle_rows_in_memory(5))));

  // While the rows before are counted.
  Rows large{.deck_size = 52};
  const auto fails_late = [](void* context, std::uint8_t* cards, std::int32_t row_count,
                             fairshuffle_batch* batch) {
    fair_rows(context, cards, row_count, batch);
    return std::int32_t{static_cast<Rows*>(context)->rows_given > 5000 ? FAIRSHUFFLE_FAIL
                                                                       : FAIRSHUFFLE_GO_ON};
  };
  error_of(certify_rows(R"({"n": 52, "trials": 16384})", fails_late, large), "caller");
  CHECK(large.rows_given > 5000);
  CHECK(large.rows_given < 6000);

  Rows enough{.deck_size = 5};
  const auto ends = [](void* context, std::uint8_t* cards, std::int32_t row_count, fairshuffle_batch* batch) {
    fair_rows(context, cards, row_count, batch);
    return std::int32_t{static_cast<Rows*>(context)->rows_given > 5000 ? FAIRSHUFFLE_END : FAIRSHUFFLE_GO_ON};
  };
  const Json found = certify_rows(R"({"n": 5, "tolerance": 0.001})", ends, enough);
  CHECK(found["verdict"] == "inconclusive");
  CHECK(enough.rows_given > 5000);
  CHECK(enough.rows_given < 40'000);
}

TEST_CASE("who watches is told where the run stands, and may end it or fail it") {
  const std::string request =
      R"({"targets": ["durstenfeld:n=8"], "tolerance": 1e-6, "max_trials": 1e12, "threads": 1, "seed": 1})";
  struct Watch {
    std::int32_t answer;
    std::vector<Json> states = {};
  };
  const auto watch = [](void* context, const char* state) {
    auto& seen = *static_cast<Watch*>(context);
    seen.states.push_back(Json::parse(state));
    return seen.answer;
  };
  Watch ends{.answer = FAIRSHUFFLE_END};
  const Json found = taken(fairshuffle_certify(request.c_str(), watch, &ends));
  CHECK(found["verdict"] == "inconclusive");
  REQUIRE(ends.states.size() == 1);
  CHECK(ends.states[0]["running"] == "durstenfeld:n=8");
  CHECK(ends.states[0]["trials"].get<std::uint64_t>() > 0);
  CHECK(ends.states[0]["trials_at_most"] == 1'000'000'000'000);
  Watch fails{.answer = FAIRSHUFFLE_FAIL};
  error_of(taken(fairshuffle_certify(request.c_str(), watch, &fails)), "caller");
  CHECK(fails.states.size() == 1);
}

TEST_CASE("built-in shuffles give the report that the program writes") {
  const Json found = taken(fairshuffle_certify(
      R"({"targets": ["naive-swap", "durstenfeld:draw=modulo"], "n": [4, 5], "seed": "7", "tolerance": "2%", "controls": true,
          "bets": ["cards=0,places=0"], "threads": 2})",
      nullptr, nullptr));
  PlanOptions options;
  options.targets = {"naive-swap", "durstenfeld:draw=modulo"};
  options.deck_sizes = "4,5";
  options.seed = "7";
  options.tolerance = "2%";
  options.controls = true;
  options.bets = {"cards=0,places=0"};
  const RunRecord due = run_planned(plan_of(options), [](const Progress&) {}).record;
  REQUIRE(found.contains("report"));
  CHECK(without_environment(found["report"]) == without_environment(json_report(due)));
  CHECK(due.budget.tolerance == 0.02);
  CHECK(found["verdict"] == "biased");
  REQUIRE(found["targets"].size() == 4);
  CHECK(found["targets"][3]["name"] == "durstenfeld:n=5,draw=modulo");
  CHECK(found["sentence"].get<std::string>().starts_with("naive-swap:n=4: Biased: "));
}

TEST_CASE("exact distributions, lessons, other formats and the catalogue are told") {
  CHECK(taken(fairshuffle_exact(R"({"target": "naive-swap", "n": 3})"))["text"].get<std::string>().find(
            "5/27") != std::string::npos);
  const Json distribution = taken(fairshuffle_exact(
      R"({"target": "swap-pairs:k=2", "n": 4, "steps": true, "format": "json"})"))["distribution"];
  CHECK(distribution["steps"].size() >= 2);
  CHECK(taken(fairshuffle_exact(
            R"({"target": "sattolo", "compare": "sattolo", "n": 4, "format": "json"})"))["distribution"]
                                                                                        ["equal"] == true);
  for (const auto& [format, part] :
       {std::pair("text", "Paths against permutations"), std::pair("markdown", "## "),
        std::pair("json", "\"sections\""), std::pair("html", "<!DOCTYPE html>")}) {
    const std::string request =
        R"({"target": "naive-swap", "n": 4, "seed": 3, "format": ")" + std::string(format) + "\"}";
    const Json lesson = taken(fairshuffle_explain(request.c_str()));
    CAPTURE(lesson.dump().substr(0, 300));
    CHECK(lesson["text"].get<std::string>().find(part) != std::string::npos);
  }
  const Json found =
      taken(fairshuffle_certify(R"({"targets": ["sattolo:n=4"], "seed": 1})", nullptr, nullptr));
  const RunRecord record = report_in(found["report"].get<std::string>(), "the answer");
  const Json page =
      taken(fairshuffle_draw(Json{{"report", found["report"]}, {"format", "html"}}.dump().c_str()));
  CHECK(page["text"] == run_page(record));
  CHECK(taken(fairshuffle_draw(Json{{"report", found["report"]}}.dump().c_str()))["text"] == found["text"]);
  const Json listed = taken(fairshuffle_list());
  CHECK(listed["shuffles"].size() == all_shuffles().size() + all_presets().size());
  CHECK(listed["shuffles"][0]["name"] == all_shuffles()[0].name);
}

TEST_CASE("a bad request is answered by a sentence that says what was expected") {
  const auto certify = [](const char* request) {
    return error_of(taken(fairshuffle_certify(request, nullptr, nullptr)), "input");
  };
  CHECK(certify(nullptr) == "certify: expected a request, found a null pointer");
  CHECK(certify("") == "certify: expected a request, found an empty file");
  CHECK(certify("{").starts_with("certify: parse error at line 1, column 2: "));
  CHECK(certify("[]").starts_with("certify: expected a request: an object with \"targets\""));
  CHECK(
      certify(R"({"targets": []})").starts_with("certify: /targets: expected a list of 1 to 1000 shuffles"));
  CHECK(certify(R"({"targets": ["x"], "tolerence": 1})")
            .starts_with("certify: /tolerence: expected one of the members "));
  CHECK(certify(R"({"targets": ["naive-swop"]})").find("did you mean 'naive-swap'?") != std::string::npos);
  CHECK(certify(R"({"targets": ["sattolo"], "n": [3, 0]})") ==
        "certify: /n/1: expected a deck size from 1 to 1024, found 0");
  CHECK(certify(R"({"targets": ["sattolo"], "alpha": 1})")
            .starts_with("certify: /alpha: expected a probability between 0 and 1"));
  CHECK(certify(R"({"targets": ["sattolo"], "trials": 1, "max_trials": 1})") ==
        "certify: trials fixes the number of trials and max_trials limits it; give one of them");
  CHECK(certify(R"({"targets": ["sattolo"], "tests": ["permutatons"]})")
            .starts_with("certify: tests: unknown test 'permutatons' (did you mean 'permutations'?)"));
  CHECK(certify(R"({"targets": ["sattolo"], "seed": "18446744073709551616"})")
            .starts_with("certify: seed: expected "));

  const auto rows = [](const char* request, fairshuffle_fill fill = fair_rows) {
    Rows unused{.deck_size = 5};
    const std::string message =
        error_of(taken(fairshuffle_certify_rows(request, nullptr, fill, nullptr, &unused)), "input");
    CHECK(unused.rows_given == 0);
    return message;
  };
  CHECK(rows(R"({"n": 5})", nullptr) == "certify_rows: expected a fill callback, found a null pointer");
  CHECK(rows("{}") == "certify_rows: /n: expected a deck size from 1 to 1024, found nothing");
  CHECK(rows(R"({"n": 0})") == "certify_rows: /n: expected a deck size from 1 to 1024, found 0");
  CHECK(rows(R"({"n": 1025})") == "certify_rows: /n: expected a deck size from 1 to 1024, found 1025");
  CHECK(rows(R"({"n": "5"})") == "certify_rows: /n: expected a deck size from 1 to 1024, found \"5\"");
  CHECK(rows(R"({"n": 5.5})") == "certify_rows: /n: expected a deck size from 1 to 1024, found 5.5");
  CHECK(rows(R"({"n": 5, "seed": 1})").starts_with("certify_rows: /seed: expected one of the members "));
  CHECK(rows(R"({"n": 5, "marked": 5})").find("marked=5 is not a whole number from 1 to 4") !=
        std::string::npos);
  CHECK(rows(R"({"n": 5, "pairs": true})").starts_with("certify_rows: pairs: "));
  CHECK(rows(R"({"n": 5, "bets": ["bridge"]})").starts_with("certify_rows: bets: "));

  CHECK(error_of(taken(fairshuffle_exact(R"({"target": "sattolo", "n": 10, "format": "json"})")), "input")
            .starts_with("exact: json would list the 3,628,800 permutations"));
  CHECK(error_of(taken(fairshuffle_exact(R"({"target": "sattolo", "compare": "sattolo", "steps": true})")),
                 "input") == "exact: steps tells of one target, and compare of two: leave one of them out");
  CHECK(error_of(taken(fairshuffle_explain(R"({"target": "sattolo", "n": 52})")), "input")
            .starts_with("explain: "));
  CHECK(error_of(taken(fairshuffle_explain(R"({"target": "sattolo", "format": "pdf"})")), "input") ==
        "explain: /format: expected \"text\" (the standard), \"markdown\", \"json\" or \"html\", found "
        "\"pdf\"");
  CHECK(error_of(taken(fairshuffle_draw(R"({"report": "{}"})")), "input").starts_with("draw: report: "));
  CHECK(error_of(taken(fairshuffle_draw(R"({"report": "{}", "format": "htm"})")), "input")
            .starts_with("draw: /format: 'htm' is no format (did you mean 'html'?)"));
}
