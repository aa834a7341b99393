
#include <cstdint>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "reports/words/words.hpp"

using namespace fairshuffle;

namespace {

// So many of all came, each so often.
std::vector<std::uint64_t> few_of(std::size_t all, std::size_t came, std::uint64_t often) {
  std::vector<std::uint64_t> counts(all);
  std::fill_n(counts.begin(), came, often);
  return counts;
}

TargetRecord counted(int deck_size, std::vector<std::uint64_t> counts) {
  TargetRecord result;
  result.verdict = Verdict::biased;
  result.target.deck_size = deck_size;
  result.evidence.trials = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  result.evidence.permutations = std::move(counts);
  return result;
}

TargetRecord arranged(Multiset multiset, int deck_size, std::vector<std::uint64_t> counts) {
  TargetRecord result = counted(deck_size, std::move(counts));
  result.target.multiset = std::move(multiset);
  result.evidence.multiset.emplace().arrangements = std::exchange(result.evidence.permutations, {});
  return result;
}

}  // namespace

TEST_CASE("few permutations that come are counted, beside those that were due where not all were") {
  CHECK(came_words(counted(5, few_of(120, 20, 120))) == "only 20 of 120 permutations came");
  CHECK(came_words(counted(8, few_of(40'320, 32, 75))) ==
        "only 32 of 40,320 permutations came (expected: 2,330)");
  CHECK(came_words(arranged({.kinds = {3, 3}}, 6,
                            {1'214, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1'186})) ==
        "only 2 of 20 arrangements came");
  CHECK(came_words(arranged({.dealt = 2}, 10, few_of(90, 6, 100))) == "only 6 of 90 deals came");
  TargetRecord kept = counted(52, {});
  kept.evidence.trials = 2'400;
  kept.evidence.birthday = {.kept = 2'400, .distinct = 50, .again = 50};
  CHECK(came_words(kept) == "only 50 of 8.07e67 permutations came (expected: 2,400)");
  // Of one permutation in two nobody counted how many came.
  kept.evidence.birthday.one_in = 2;
  CHECK(came_words(kept).empty());
}

TEST_CASE("that few trials were made does not say that few permutations come") {
  CHECK(came_words(counted(8, few_of(40'320, 30, 1))).empty());
  // A third of the trials came in permutations of their own: others will, too.
  std::vector<std::uint64_t> third = few_of(40'320, 800, 1);
  third[40'000] = 1'600;
  CHECK_FALSE(few_came(counted(8, third)));
  third = few_of(40'320, 300, 1);
  third[40'000] = 2'100;
  CHECK(few_came(counted(8, third)));
  // Of six permutations two come in five trials by chance.
  CHECK_FALSE(few_came(counted(3, {3, 2, 0, 0, 0, 0})));
  CHECK(few_came(counted(3, {30, 20, 0, 0, 0, 0})));
  // More than half of what was due is not few; but those that never came are told.
  TargetRecord most = counted(5, few_of(120, 61, 400));
  CHECK(came_words(most).empty());
  most.missing_permutations = 59;
  CHECK(came_words(most) == "59 of 120 permutations never came");
  CHECK(came_words(counted(5, few_of(120, 60, 400))) == "only 60 of 120 permutations came");
}

TEST_CASE("that one deck came again and again is told of its cards") {
  CHECK(came_words(counted(5, few_of(120, 1, 2'400))).empty());
  CHECK(came_words(arranged({.kinds = {3, 3}}, 6, few_of(20, 1, 400))) == "only 1 of 20 arrangements came");
}

TEST_CASE("a report of trials that nobody can have counted tells no number of permutations") {
  TargetRecord result = counted(5, few_of(120, 20, 120));
  result.evidence.trials = 1;
  result.evidence.invalid_trials = 2;
  CHECK(came_words(result).empty());
  result = counted(1, {400});
  CHECK(came_words(result).empty());
}

TEST_CASE("equal decks that few permutations explain are no finding of their own") {
  TargetRecord result = arranged({.kinds = {3, 3}}, 6, few_of(20, 2, 1'200));
  TestRecord& repeats = result.tests.emplace_back();
  repeats.name = repeats.test = "repeats";
  repeats.applied = repeats.rejected = true;
  repeats.log10_p = -900;
  result.evidence.repeats = {.pairs = 2'399, .equal = 1'220};
  CHECK((few_came(result) && counts_explain_repeats(result)));
  CHECK(clauses_of(result, {}).why.empty());
  CHECK(clauses_of(result, {}).where == "only 2 of 20 arrangements came");
  put_in_words({}, result);
  CHECK(result.sentence.find("pairs of successive") == std::string::npos);
  CHECK(result.sentence.find(" Where: only 2 of 20 arrangements came.") != std::string::npos);
  // So it is of many, beside a test of what is uneven.
  TargetRecord many = result;
  many.evidence.multiset->arrangements.assign(20, 100);
  many.evidence.multiset->arrangements[0] = 500;
  many.tests.emplace_back(many.tests.front());
  many.tests.back().name = many.tests.back().test = "arrangements";
  many.evidence.repeats.equal = 220;  // 5/24 and 19 times 1/24, squared, of 2,399
  CHECK(counts_explain_repeats(many));
  CHECK(clauses_of(many, {}).why.empty());
  many.evidence.repeats.equal = 320;
  CHECK(clauses_of(many, {}).why.starts_with("320 of 2,399 pairs"));
  // Two that come alike are equal half of the time, and no more.
  result.evidence.repeats.equal = 1'400;
  CHECK_FALSE(counts_explain_repeats(result));
  CHECK(clauses_of(result, {}).why == "1,400 of 2,399 pairs of successive decks were equal (expected: 120)");
  put_in_words({}, result);
  CHECK(result.sentence.find("Why: 1,400 of 2,399 pairs") != std::string::npos);
}

TEST_CASE("that decks of few permutations come again follows, and is no cause") {
  TargetRecord result = counted(9, few_of(362'880, 54, 44));
  TestRecord& birthday = result.tests.emplace_back();
  birthday.name = birthday.test = "birthday";
  birthday.applied = birthday.rejected = true;
  result.seed_space.emplace().first_repeat_unknown = true;
  REQUIRE(few_came(result));
  CHECK(seed_words(result, {}).empty());
  // Of a deck that always comes out alike its cards say so.
  result.evidence.permutations = few_of(362'880, 1, 2'376);
  CHECK(seed_words(result, {}).empty());
  result.evidence.permutations = few_of(362'880, 2'000, 1);
  result.evidence.permutations.back() = 376;
  REQUIRE_FALSE(few_came(result));
  CHECK_FALSE(seed_words(result, {}).empty());
}
