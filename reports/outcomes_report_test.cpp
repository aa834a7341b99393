#include "reports/outcomes_report.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/interpret/evolve.hpp"
#include "core/shuffle/catalogue.hpp"

using namespace fairshuffle;

namespace {

Outcomes outcomes_of(std::string_view shuffle, int deck_size, std::uint64_t paths) {
  return {.distribution = distribution_of(standard_setup(*find_shuffle(shuffle), deck_size)),
          .unfollowed = 0,
          .paths = paths,
          .shown = {},
          .ordinary_runs = 0,
          .widths = {}};
}

std::string sentence_of(const Outcomes& outcomes) {
  return outcomes_sentence(judged("mine:n=5", outcomes));
}

// With this share of all left unfollowed.
Outcomes cut_off(Outcomes outcomes, const Integer& one_of) {
  Distribution& distribution = outcomes.distribution;
  outcomes.unfollowed = distribution.denominator;
  for (Integer& weight : distribution.weight) weight *= one_of - 1;
  distribution.denominator *= one_of;
  return outcomes;
}

}  // namespace

TEST_CASE(
    "the outcomes of all paths are one sentence: verdict, distance, chances, paths, and who does the same") {
  CHECK(sentence_of(outcomes_of("durstenfeld", 5, 120)) ==
        "Exactly fair: each of the 120 permutations has chance 1/120 (120 paths).");
  CHECK(
      sentence_of(outcomes_of("naive-swap", 3, 27)) ==
      "Exactly biased: TV 1/18 (5.6 points); permutations have chances from 4/27 to 5/27, where 1/6 is fair "
      "(27 paths). This is the distribution of naive-swap:n=3.");
  CHECK(sentence_of(outcomes_of("naive-swap", 5, 3125))
            .starts_with("Exactly biased: TV 3157/37500 (8.4 points); permutations have chances from "));
  CHECK(
      sentence_of(outcomes_of("sattolo", 4, 6))
          .starts_with("Exactly biased: TV 3/4 (75 points); 18 of 24 permutations never come, and the "
                       "likeliest has chance 1/6, where 1/24 is fair (6 paths). This is the distribution of "
                       "sattolo:n=4"));
}

TEST_CASE("what was left open stands in the sentence, and never is a bare exactly fair said of it") {
  const Outcomes fair = outcomes_of("durstenfeld", 3, 6);
  CHECK(sentence_of(cut_off(fair, Integer(1) << 60)) ==
        "Exact but for at most 2^-60: fair, each of the 6 permutations has chance 1/6 (6 paths).");
  CHECK(sentence_of(cut_off(fair, 4)) ==
        "Inconclusive: exact but for at most 25 %, each of the 6 permutations has chance 1/6 (6 paths).");
  CHECK(sentence_of(cut_off(outcomes_of("naive-swap", 3, 1), 1025)) ==
        "Exact but for at most 2^-10: biased, TV 1/18 (5.6 points); permutations have chances from 4/27 to "
        "5/27, where 1/6 is fair (1 path). This is the distribution of naive-swap:n=3.");
  Outcomes checked = fair;
  checked.ordinary_runs = 100'000;
  CHECK(
      sentence_of(checked) ==
      "Exact as far as 100,000 ordinary runs see: fair, each of the 6 permutations has chance 1/6 (6 paths); "
      "pieces that were missed have at most 0.007 % together (99.9 %).");
  CHECK(sentence_of(cut_off(checked, Integer(1) << 30))
            .starts_with("Exact as far as 100,000 ordinary runs see, but for at most 2^-30: fair, "));
  Outcomes invalid = fair;
  invalid.distribution.weight[0] = 0;
  invalid.distribution.invalid = 1;
  invalid.shown = "0 0\n2";
  invalid.shown_draws = "0 of 3";
  CHECK(sentence_of(invalid) ==
        "Invalid: with chance 1/6 what comes is no permutation of the deck, such as \"0 0␊2\" (draws: 0 of "
        "3) (6 paths).");
}

TEST_CASE("the text tells what the width of words adds, and all that exact tells of the catalogue") {
  Outcomes outcomes = outcomes_of("naive-swap", 3, 27);
  outcomes.widths = {{31, "modulo", 2}, {31, "modulo", 3}};
  const std::string text = outcomes_text(judged("mine:n=3", outcomes));
  CHECK(text.find("Draws are ideal here; with 31-bit words (modulo) each is off by at most 1 in\n3.2e9.\n") !=
        std::string::npos);
  CHECK(text.find("\nmine:n=3\n  total variation from uniform         0.0555556    1/18\n") !=
        std::string::npos);
  outcomes.widths = {{31, "modulo", 2}};
  CHECK(outcomes_text(judged("mine:n=3", outcomes))
            .find("Draws are ideal here, and those of 31-bit words (modulo) are, too.\n") !=
        std::string::npos);
}

TEST_CASE("how often paths were repeated is told beside what they prove") {
  Outcomes outcomes = outcomes_of("durstenfeld", 3, 6);
  outcomes.repeats = 20'000;
  CHECK(outcomes_text(judged("mine:n=3", outcomes))
            .find("\nRepeated 20,000 times, the same draws ended alike: what ") != std::string::npos);
}

TEST_CASE("a proof is read again with its figures, and not where any of them is another") {
  Outcomes checked = cut_off(outcomes_of("durstenfeld", 4, 24), Integer(1) << 30);
  checked.ordinary_runs = 100'000;
  Outcomes invalid = outcomes_of("durstenfeld", 3, 6);
  invalid.distribution.weight[0] = 0;
  invalid.distribution.invalid = 1;
  invalid.shown = "0 0 2";
  invalid.shown_draws = "0 of 3";
  JudgedOutcomes smallest = judged("mine:n=3", outcomes_of("naive-swap", 3, 27));
  smallest.smallest_biased_deck = 3;
  const std::array proofs{smallest, judged("mine:n=5", outcomes_of("durstenfeld", 5, 120)),
                          judged("mine:n=4", checked), judged("mine:n=3", invalid),
                          judged("mine:n=6", outcomes_of("naive-swap", 6, 46656))};
  for (const JudgedOutcomes& of : proofs) CHECK_NOTHROW(proof_in(outcomes_json(of).dump()));
  CHECK(proof_words(outcomes_json(proofs[1]).dump()) ==
        "mine:n=5 is exactly fair: each of the 120 permutations has chance 1/120 (120 paths)");
  CHECK(proof_words("").empty());
  const std::string fair = outcomes_json(proofs[1]).dump(), biased = outcomes_json(proofs[0]).dump();
  const auto refutes = [](const std::string& of, int deck_size, Verdict verdict) {
    return proof_words(of, deck_size, verdict, 0.01)
        .ends_with("; but these trials are of other code, for they refute it");
  };
  CHECK(refutes(fair, 5, Verdict::biased));
  CHECK(refutes(biased, 3, Verdict::fair));
  CHECK_FALSE(refutes(fair, 6, Verdict::biased));
  CHECK_FALSE(refutes(fair, 5, Verdict::inconclusive));
  CHECK_FALSE(refutes(biased, 3, Verdict::biased));

  const nlohmann::json proof = outcomes_json(proofs[0]);
  const auto is_refused = [](const nlohmann::json& other) {
    CAPTURE(other.dump());
    CHECK_THROWS_AS(proof_in(other.dump()), std::invalid_argument);
  };
  for (const auto& [name, value] : proof.items()) {
    nlohmann::json without = proof, other = proof;
    without.erase(name);
    is_refused(without);
    // Of which nothing follows.
    if (name == "target" || name == "paths" || name == "repeats" || name == "shown" ||
        name == "shown_draws" || name == "smallest_biased_deck")
      continue;
    other[name] = name == "n" ? nlohmann::json(4) : nlohmann::json("another");
    is_refused(other);
  }
  for (const char* fraction : {"5/0", "-5/27", "x", "", "05/27", "5/27/1", "10/54", "4/27"}) {
    nlohmann::json other = proof;
    other["permutations"][1]["p"]["fraction"] = fraction;
    is_refused(other);
  }
  nlohmann::json of_long_name = proof;
  of_long_name["target"] = std::string(10'001, 'x');
  is_refused(of_long_name);
  for (const char* text : {"", "[]", "{", "7"}) CHECK_THROWS_AS(proof_in(text), std::invalid_argument);
  is_refused(outcomes_json(judged("mine:n=7", outcomes_of("durstenfeld", 7, 5040))));
}

TEST_CASE("the JSON is that of exact, of the paths followed, with what was left open beside it") {
  const nlohmann::ordered_json json =
      outcomes_json(judged("mine:n=3", cut_off(outcomes_of("naive-swap", 3, 27), Integer(1) << 40)));
  CHECK(json["target"] == "mine:n=3");
  CHECK(json["tv"]["fraction"] == "1/18");
  CHECK(json["p_max"]["fraction"] == "5/27");
  CHECK(json["paths"] == 27);
  CHECK(json["unfollowed"]["fraction"] == "1/1099511627776");
  CHECK(json["ordinary_runs"] == 0);
  CHECK(json["equals"] == nlohmann::ordered_json{"naive-swap:n=3"});
  CHECK(json["verdict"] == "exactly biased");
  CHECK(json["sentence"].get<std::string>().starts_with("Exact but for at most 2^-40: biased, "));
}
