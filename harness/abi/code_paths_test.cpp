// Code that draws through the C interface, path by path.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "harness/abi/answers_for_tests.hpp"
#include "harness/abi/fairshuffle_abi.h"

using fairshuffle::error_of;
using fairshuffle::taken;
using Json = nlohmann::json;

namespace {

using Door = char* (*)(const char*, fairshuffle_shuffle, void*);
using Shuffle = std::function<std::int32_t(int, std::uint8_t*, fairshuffle_draws*)>;

Json exact(const Json& request, Shuffle shuffle, Door door = fairshuffle_exact_code) {
  const auto call = [](void* context, std::int32_t n, std::uint8_t* cards, fairshuffle_draws* draws) {
    return (*static_cast<Shuffle*>(context))(n, cards, draws);
  };
  return taken(door(request.dump().c_str(), call, &shuffle));
}

std::int32_t naive_swap(int n, std::uint8_t* cards, fairshuffle_draws* draws) {
  for (int position = 0; position < n; ++position) {
    const double other = fairshuffle_answer(draws, FAIRSHUFFLE_BELOW, n);
    if (other < 0) return FAIRSHUFFLE_FAIL;
    std::swap(cards[position], cards[static_cast<int>(other)]);
  }
  return FAIRSHUFFLE_GO_ON;
}

// By words, each taken modulo.
std::int32_t fisher_yates(int n, std::uint8_t* cards, fairshuffle_draws* draws) {
  for (int last = n; last-- > 1;) {
    const double word = fairshuffle_answer(draws, FAIRSHUFFLE_WORD, 0x1p31);
    if (word < 0) return FAIRSHUFFLE_GO_ON;
    std::swap(cards[last], cards[static_cast<std::uint64_t>(word) % static_cast<std::uint64_t>(last + 1)]);
  }
  return FAIRSHUFFLE_GO_ON;
}

}  // namespace

TEST_CASE("code of a caller's is answered by verdict, sentence, text and distribution at once") {
  const Json biased = exact({{"n", 3}, {"name", "mine"}}, naive_swap);
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

  const Json fair = exact({{"n", 4}, {"ordinary_runs", 1000}}, fisher_yates);
  CAPTURE(fair.dump());
  REQUIRE(fair.contains("distribution"));
  CHECK(fair["verdict"] == "inconclusive");
  CHECK(fair["distribution"]["ordinary_runs"] == 1000);
  CHECK(fair["text"].get<std::string>().find("31-bit words (modulo)") != std::string::npos);
  CHECK(exact({{"n", 4}}, fisher_yates)["verdict"] == "fair as far as checked");
}

TEST_CASE("parts of a number without digits are all followed, and what one of 53 bits is off is told") {
  const Json answer = exact({{"n", 3}}, [](int, std::uint8_t* cards, fairshuffle_draws* draws) {
    std::swap(cards[0], cards[static_cast<int>(fairshuffle_answer(draws, FAIRSHUFFLE_PART, 3))]);
    return static_cast<std::int32_t>(FAIRSHUFFLE_GO_ON);
  });
  CHECK(answer["verdict"] == "exactly biased");
  CHECK(answer["text"].get<std::string>().find("53-bit words (scaled-double)") != std::string::npos);
}

TEST_CASE("alternatives are drawn by their weights, and what comes of them is proven") {
  const auto insertion = [](int, std::uint8_t* cards, fairshuffle_draws* draws) {
    const std::int32_t taken = fairshuffle_answer_weighted(draws, "1 20000000000000000000000");
    if (taken == 0) std::swap(cards[0], cards[1]);
    return static_cast<std::int32_t>(FAIRSHUFFLE_GO_ON);
  };
  const Json answer = exact({{"n", 2}}, insertion);
  CAPTURE(answer.dump());
  CHECK(answer["verdict"] == "exactly biased");
  CHECK(answer["distribution"]["permutations"][1]["p"]["fraction"] == "1/20000000000000000000001");
  for (const char* weights : {"", "0 1", "1  2", "-1", "01", "x"}) {
    const auto wrong = [&](int, std::uint8_t*, fairshuffle_draws* draws) {
      CHECK(fairshuffle_answer_weighted(draws, weights) == -1);
      return static_cast<std::int32_t>(FAIRSHUFFLE_GO_ON);
    };
    CHECK(error_of(exact({{"n", 2}}, wrong), "failure").find("whole numbers above 0") != std::string::npos);
  }
}

TEST_CASE("the lesson of a caller's code has its draws, its decks where they are written, and its paths") {
  const std::string text =
      exact({{"n", 4}, {"name", "mine"}, {"format", "text"}}, naive_swap, fairshuffle_explain_code)["text"];
  CAPTURE(text);
  CHECK(text.starts_with("mine:n=4\n"));
  CHECK(text.find("27/6 = 4.5 of them, which no permutation can have") != std::string::npos);
  CHECK(text.find("     1  3 values      1  0 1 2\n     2  3 values      0  1 0 2\n") != std::string::npos);
  int looked = 0;
  const auto blind = [&looked](int n, std::uint8_t* cards, fairshuffle_draws* draws) {
    std::vector<std::uint8_t> own(cards, cards + n);
    std::fill(cards, cards + n, 0);
    looked += fairshuffle_looks(draws);
    const std::int32_t answer = naive_swap(n, own.data(), draws);
    std::copy(own.begin(), own.end(), cards);
    return answer;
  };
  const std::string unseen = exact({{"n", 3}}, blind, fairshuffle_explain_code)["text"];
  CHECK(unseen.find("     1  3 values      1\n     2  3 values      0\n") != std::string::npos);
  CHECK(looked == 27);
}

TEST_CASE("results that are no permutation are invalid, and the first of them is shown") {
  const Json told = exact({{"n", 2}}, [](int, std::uint8_t*, fairshuffle_draws* draws) {
    if (fairshuffle_answer(draws, FAIRSHUFFLE_BELOW, 3) == 2) fairshuffle_show_deck(draws, "0 Queen");
    return static_cast<std::int32_t>(FAIRSHUFFLE_GO_ON);
  });
  CHECK(told["verdict"] == "invalid");
  CHECK(told["sentence"] ==
        "Invalid: with chance 1/3 what comes is no permutation of the deck, such as \"0 Queen\" (draws: 2 of "
        "3) (3 paths).");
  const Json seen = exact({{"n", 2}}, [](int, std::uint8_t* cards, fairshuffle_draws*) {
    cards[0] = 200;
    return static_cast<std::int32_t>(FAIRSHUFFLE_GO_ON);
  });
  CHECK(seen["sentence"].get<std::string>().find("such as \"200 1\"") != std::string::npos);
}

TEST_CASE("a callback that fails is told with the draws that led there") {
  const Json failed = exact({{"n", 3}}, [](int, std::uint8_t*, fairshuffle_draws* draws) {
    fairshuffle_answer(draws, FAIRSHUFFLE_BELOW, 2);
    return static_cast<std::int32_t>(FAIRSHUFFLE_FAIL);
  });
  CHECK(error_of(failed, "caller") == "exact_code: the callback failed");
  CHECK(failed["error"]["draws"] == "0 of 2");
}

TEST_CASE(
    "what can't be followed ends the run: each draw is -1 from there on, and the reason is the answer") {
  int draws_after = 0;
  const Json endless = exact({{"n", 3}}, [&](int, std::uint8_t*, fairshuffle_draws* draws) {
    while (fairshuffle_answer(draws, FAIRSHUFFLE_BELOW, 2) >= 0) {
    }
    for (draws_after = 0; draws_after < 5; ++draws_after)
      CHECK(fairshuffle_answer(draws, FAIRSHUFFLE_BELOW, 2) == -1);
    return static_cast<std::int32_t>(FAIRSHUFFLE_FAIL);
  });
  CHECK(error_of(endless, "limit").starts_with("exact: a path has more than 10,000 draws (draws: 0 of 2"));
  CHECK(draws_after == 5);
  CHECK(
      error_of(exact({{"n", 5}, {"max_paths", 1000}}, naive_swap), "limit") ==
      "exact: there are 3,125 paths of 5 cards, of which 1,000 are followed at most; there are 4 at 2 cards, "
      "27 at 3 cards, 256 at 4 cards, about 54,000 at 6");
  // One that is for this deck alone is not asked of others to the end.
  CHECK(error_of(exact({{"n", 5}, {"max_paths", 1000}},
                       [](int n, std::uint8_t* cards, fairshuffle_draws* draws) {
                         return n == 5 ? naive_swap(n, cards, draws) : std::int32_t{FAIRSHUFFLE_FAIL};
                       }),
                 "limit") == "exact: there are 3,125 paths of 5 cards, of which 1,000 are followed at most");
  int calls = 0;
  CHECK(error_of(exact({{"n", 3}},
                       [&](int n, std::uint8_t* cards, fairshuffle_draws*) {
                         std::rotate(cards, cards + ++calls % n, cards + n);
                         return static_cast<std::int32_t>(FAIRSHUFFLE_GO_ON);
                       }),
                 "refused")
            .starts_with("exact: the same draws end otherwise the second time"));
}

TEST_CASE("draws and requests that can't be are refused by a sentence") {
  for (const double size : {0.0, -1.0, 0.5, 1e300, 9007199254740994.0}) {
    const auto wrong = [&](int, std::uint8_t*, fairshuffle_draws* draws) {
      fairshuffle_answer(draws, FAIRSHUFFLE_BELOW, size);
      return static_cast<std::int32_t>(FAIRSHUFFLE_GO_ON);
    };
    CHECK(error_of(exact({{"n", 3}}, wrong), "input")
              .starts_with("exact_code: expected a draw of 1 to 2^53 values, found "));
  }
  CHECK(error_of(exact({{"n", 3}},
                       [](int, std::uint8_t*, fairshuffle_draws* draws) {
                         fairshuffle_answer(draws, 4, 2);
                         return static_cast<std::int32_t>(FAIRSHUFFLE_GO_ON);
                       }),
                 "input") == "exact_code: expected a kind of draw from 0 to 3, found 4");
  CHECK(error_of(exact({{"n", 9}}, naive_swap), "input") ==
        "exact_code: /n: expected a deck size from 2 to 8, found 9");
  CHECK(error_of(exact({{"n", 3}, {"max_paths", 0}}, naive_swap), "input")
            .starts_with("exact_code: /max_paths: expected how many paths are followed at most"));
  const std::unique_ptr<char, void (*)(char*)> none(fairshuffle_exact_code("{\"n\": 3}", nullptr, nullptr),
                                                    fairshuffle_free);
  CHECK(std::string(none.get()).find("expected a shuffle callback, found a null pointer") !=
        std::string::npos);
}
