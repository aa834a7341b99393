#include <algorithm>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "core/shuffle/catalogue.hpp"
#include "core/shuffle/sorting.hpp"
#include "harness/lesson/lesson.hpp"

using namespace fairshuffle;

TEST_CASE("a shuffle of one statement is that statement") {
  CHECK(code_of_shuffle("sattolo") ==
        "for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last));\n");
  CHECK(code_that_runs(code_of_shuffle("durstenfeld"), "none") ==
        "for (int last = deck.size() - 1; last > 0; --last) deck.swap(last, deck.draw_below(last + 1));\n");
}

TEST_CASE("a loop keeps its shape") {
  CHECK(code_of_shuffle("draw-insert") ==
        "for (std::int64_t round = 0; round < rounds; ++round) {\n"
        "  deck.move(deck.size() - 1, deck.draw_below(deck.size()));\n"
        "}\n");
}

TEST_CASE("the functions that a shuffle calls come with it, without what only the compiler reads") {
  const std::string code = code_of_shuffle("durstenfeld");
  CHECK(code.starts_with("switch (slip) {\n  case first_below_last:\n"));
  CHECK(code.find("\n\n// rand() % 51 in a loop over 52 cards.\nstatic void every_draw_below(") !=
        std::string::npos);
  CHECK(code.find("private:") == std::string::npos);
  CHECK(code.find("template") == std::string::npos);
  CHECK(code.find("\n\n\n") == std::string::npos);
}

TEST_CASE("of several ways the code is the one that runs, with the functions it calls and no others") {
  const std::string all = code_of_shuffle("comparator-sort");
  const std::string merge = code_that_runs(all, "merge");
  CHECK(merge.starts_with("merge_sort(deck, 0, deck.size());\n\n// Top down;"));
  CHECK(merge.ends_with("}\n"));
  CHECK(merge.find("insertion_sort") == std::string::npos);
  CHECK(merge.find("Lomuto") == std::string::npos);
  CHECK(code_that_runs(all, "insertion")
            .starts_with("insertion_sort(deck, 0, deck.size());\n\nvoid insertion_sort("));
  CHECK(code_that_runs(all, "quick").find("\n// Lomuto's partition") != std::string::npos);
  CHECK(code_that_runs(all, "php").find("void php_insertion_sort(") != std::string::npos);
  CHECK(code_that_runs(all, "php").find("void insertion_sort(") == std::string::npos);
  CHECK(code_that_runs(all, "tim").starts_with("tim_sort(deck);\n\n// What Timsort does"));
  CHECK(code_that_runs(all, "tim").find("quick_sort") == std::string::npos);
  CHECK(code_that_runs(all, "pdq").starts_with("pdq_sort(deck);\n\n// sort.Slice of Go"));
  CHECK(code_that_runs(all, "old-v8").starts_with("old_v8_sort(deck, 0, deck.size());\n\n// V8 until 2018"));
}

TEST_CASE("a sort comes with what it shares with others, as far as it calls that") {
  const std::string all = code_of_shuffle("comparator-sort");
  CHECK(code_that_runs(all, "insertion") ==
        "insertion_sort(deck, 0, deck.size());\n\n"
        "void insertion_sort(D& deck, int begin, int end) const {\n"
        "  for (int sorted = begin + 1; sorted < end; ++sorted) {\n"
        "    for (int place = sorted; place > begin && deck.compare_by_coin(place, place - 1, coin); "
        "--place) {\n"
        "      deck.swap(place, place - 1);\n    }\n  }\n}\n");
  CHECK(code_that_runs(all, "old-v8").find("heap_sort") == std::string::npos);
  const std::string intro = code_that_runs(all, "intro");
  CHECK(intro.find("\n\nvoid heap_sort(D& deck, int begin, int end) const {\n  for (") != std::string::npos);
  CHECK(intro.find("\n\nvoid sift_down(") != std::string::npos);
  CHECK(intro.find("\n\nvoid insertion_sort(") != std::string::npos);
  for (const std::string_view sort : ComparatorSort::sorts) {
    CAPTURE(sort);
    const std::string code = code_that_runs(all, sort);
    CHECK(code.find("\nvoid " + code.substr(0, code.find('(')) + "(D& deck") != std::string::npos);
    CHECK(std::ranges::count(code, '{') == std::ranges::count(code, '}'));
    for (const char* left_out :
         {"switch", "template", "private:", "protected:", "struct", "operator()", "\n\n\n"}) {
      CHECK(code.find(left_out) == std::string::npos);
    }
  }
}

TEST_CASE("code without a choice is shown whole") {
  for (const char* name : {"sattolo", "skip-last"}) {
    CHECK(code_that_runs(code_of_shuffle(name), "last") == code_of_shuffle(name));
  }
  const std::string calling =
      "first(deck);\n\nstatic void first(D& deck) {\n}\n\nstatic void other(D& deck) {\n}\n";
  CHECK(code_that_runs(calling, "") == calling);
  const std::string chained =
      "switch (way) {\n  case up:\n    return first(deck);\n  default:\n    return other(deck);\n}\n\n"
      "static void first(D& deck) {\n  second(deck);\n}\n\n// Called from there.\nstatic void second(D& "
      "deck) {\n}\n";
  CHECK(code_that_runs(chained, "up")
            .ends_with("}\n\n// Called from there.\nstatic void second(D& deck) {\n}\n"));
}

TEST_CASE("every shuffle's code is found, balanced, and its own") {
  for (const ShuffleInfo& shuffle : all_shuffles()) {
    CAPTURE(shuffle.name);
    const std::string code = code_of_shuffle(shuffle.name);
    CHECK(code.find("deck") != std::string::npos);
    CHECK(code.find("ShuffleInfo") == std::string::npos);
    CHECK(std::ranges::count(code, '{') == std::ranges::count(code, '}'));
    for (const ShuffleInfo& other : all_shuffles()) {
      if (other.name != shuffle.name && code == code_of_shuffle(other.name)) FAIL("the same as another's");
    }
  }
}

TEST_CASE("what is not there is refused") {
  CHECK_THROWS_AS(code_of_shuffle("bogo-sort"), std::invalid_argument);
  CHECK_THROWS_AS(code_of_shuffle("bits"), std::invalid_argument);
  CHECK_THROWS_AS(code_in_header("struct Empty {};\n"), std::invalid_argument);
}
