#include "harness/targets/rows/row_settings.hpp"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/permutation/standard_deck.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

struct Taken {
  RowFormat format;
  TargetDescription description;
  std::string name;
};

Taken taken_from(const std::string& text) {
  SettingReader reader(parse_target_text(text));
  Taken taken;
  taken.format = take_row_format(reader, 7, taken.description);
  reader.finish();
  TargetText name{.name = "log", .settings = {}};
  add_row_settings(taken.format, name);
  taken.name = written(name);
  return taken;
}

std::string error_of(const std::string& text) {
  try {
    taken_from(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("rows are text to base 0 of the standard deck unless the settings say otherwise") {
  const Taken standard = taken_from("log");
  CHECK(standard.format.kind == RowFormat::Kind::text);
  CHECK(standard.format.deck_size == 7);
  CHECK(standard.format.base == 0);
  CHECK(standard.description.deck_size == 7);
  CHECK(standard.name == "log:n=7");
  const Taken bytes = taken_from("log:format=u8,n=3,base=1");
  CHECK(bytes.format.kind == RowFormat::Kind::u8);
  CHECK(bytes.format.deck_size == 3);
  CHECK(bytes.format.base == 1);
  CHECK(bytes.description.options ==
        std::vector<std::pair<std::string, std::string>>{{"format", "u8"}, {"base", "1"}});
  CHECK(bytes.name == "log:n=3,format=u8,base=1");
}

TEST_CASE("the words of the deck give its size and their order") {
  const Taken taken = taken_from("log:format=tokens,deck=K♠  10\tA");
  CHECK(taken.format.deck == std::vector<std::string>{"K♠", "10", "A"});
  CHECK(taken.format.deck_size == 3);
  CHECK(taken.description.deck_size == 3);
  CHECK(taken.description.options ==
        std::vector<std::pair<std::string, std::string>>{{"format", "tokens"}, {"deck", "K♠ 10 A"}});
  CHECK(taken.name == "log:format=tokens,deck=K♠ 10 A");
  CHECK(taken_from("log:format=tokens,deck=a b,n=2").format.deck_size == 2);
}

TEST_CASE("settings of rows that do not go together are refused") {
  CHECK(error_of("log:format=csv").find("neither text, u8, u16 nor tokens") != std::string::npos);
  CHECK(error_of("log:base=2").find("base=2") != std::string::npos);
  CHECK(error_of("log:n=1025").find("n=1025") != std::string::npos);
  CHECK(error_of("log:format=tokens").find("needs deck=") != std::string::npos);
  CHECK(error_of("log:deck=a b,format=text").find("format=tokens") != std::string::npos);
  CHECK(error_of("log:format=tokens,deck=a b,n=3").find("2 words") != std::string::npos);
  CHECK(error_of("log:format=tokens,deck=a b a").find("'a' twice") != std::string::npos);
  CHECK(error_of("log:format=tokens,deck=a b,base=1").find("base=") != std::string::npos);
  CHECK(error_of("log:format=tokens,deck= ").find("0 words") != std::string::npos);
  CHECK(error_of("log:format=tokens,deck=a\nb").find("line end") != std::string::npos);
  std::string words, long_word(2047, 'x');
  for (int word = 0; word < 1025; ++word) words += " w" + std::to_string(word);
  CHECK(error_of("log:format=tokens,deck=" + words).find("1025 words") != std::string::npos);
  CHECK(error_of("log:format=tokens,deck=a " + long_word).find("2048 bytes") != std::string::npos);
}

TEST_CASE("a deck without a format is one of tokens, and without blanks has one character a card") {
  CHECK(taken_from("log:deck=a b").name == "log:format=tokens,deck=a b");
  CHECK(taken_from("log:deck=abcd").format.deck == std::vector<std::string>{"a", "b", "c", "d"});
  CHECK(taken_from("log:deck=♠♥").format.deck == std::vector<std::string>{"♠", "♥"});
  CHECK(error_of("log:deck=abcda").find("the word 'a' twice; where cards are equal") != std::string::npos);
  CHECK(error_of("log:deck=a*24").find("'a*24' stands for equal cards") != std::string::npos);
  CHECK(error_of("log:deck=abcd,n=5").find("4 words") != std::string::npos);
}

TEST_CASE("a card a line is asked for, and refused where there are no lines") {
  const Taken taken = taken_from("log:n=3,one-a-line=true");
  CHECK(taken.format.one_a_line);
  CHECK(taken.name == "log:n=3,one-a-line=true");
  CHECK(taken.description.options.back() == std::pair<std::string, std::string>("one-a-line", "true"));
  CHECK_FALSE(taken_from("log:n=3").format.one_a_line);
  CHECK(error_of("log:n=3,format=u8,one-a-line=true").find("one-a-line=") != std::string::npos);
  CHECK(error_of("log:n=3,one-a-line=yes").find("neither false nor true") != std::string::npos);
}

TEST_CASE("decks of one and of 128 words and words of 2,048 bytes together are taken") {
  CHECK(taken_from("log:format=tokens,deck=a").format.deck_size == 1);
  std::string words;
  for (int word = 0; word < 128; ++word) words += " w" + std::to_string(word);
  const Taken all = taken_from("log:format=tokens,deck=" + words);
  CHECK(all.format.deck.size() == 128);
  CHECK(all.format.deck.back() == "w127");
  CHECK(taken_from("log:format=tokens,deck=a " + std::string(2046, 'x')).format.deck.back().size() == 2046);
  CHECK(taken_from("log:n=128").format.deck_size == 128);
  CHECK(taken_from("log:n=3,base=1").name == "log:n=3,base=1");
  CHECK(error_of("log:format=tokens,deck=a\rb").find("line end") != std::string::npos);
}

TEST_CASE("rows of which nothing is said are numbers from 0 of five cards") {
  const RowFormat format;
  CHECK(format.kind == RowFormat::Kind::text);
  CHECK(format.deck_size == 5);
  CHECK(format.base == 0);
  CHECK(format.deck.empty());
}

TEST_CASE("the standard deck goes by its name, and its words are the same deck") {
  const Taken standard = taken_from("log:deck=standard");
  CHECK(standard.format.kind == RowFormat::Kind::tokens);
  CHECK(standard.format.deck_size == 52);
  CHECK(standard.format.is_standard);
  CHECK(standard.name == "log:format=tokens,deck=standard");
  CHECK(taken_from("log:deck=standard,deal=5,unordered=true").format.row_size() == 5);
  CHECK(error_of("log:deck=standard,n=54").find("n=54 but the deck has 52 words") != std::string::npos);
  CHECK_FALSE(taken_from("log:deck=AS KS").format.is_standard);
}

TEST_CASE("a table tells the likeliest options that read it") {
  // A lottery: sorted numbers beside what counts the rows, a date and a number that may repeat.
  CHECK(options_for_table("draw,date,b1,b2,b3,bonus\n7,2024-01-01,3,9,49,9\n8,2024-01-08,1,2,30,31\n"
                          "9,2024-01-15,4,5,6,7\n") ==
        "--columns b1-b3 --deal 3 --n 49 --base 1 --unordered");
  // In the order in which they were drawn.
  CHECK(options_for_table("b1;b2\r\n3;9\r\n8;2\r\n") ==
        "--columns b1-b2 --deal 2 --n 9 --base 1 --unordered");
  // Whole decks.
  CHECK(options_for_table("id\tc0\tc1\tc2\n1\t2\t0\t1\n2\t0\t1\t2\n3\t1\t0\t2\n") == "--columns c0-c2");
  std::string names = "game", cards = "1";
  for (const std::string& card : standard_deck()) {
    names += fmt::format(",c{}", std::ranges::count(names, ',') + 1);
    cards += "," + card;
  }
  CHECK(options_for_table(names + "\n" + cards + "\n") == "--columns c1-c52 --deck standard");
  // A deck in one column, told by the first row.
  CHECK(options_for_table("game,deck\n0,\"2, 1, 5, 4, 3\"\n1,\"4, 5, 3, 2, 1\"\n") ==
        "--column deck --base 1");
  CHECK(options_for_table("id;the deck\n7;2 0 1\n") == "--column 'the deck'");
  CHECK(options_for_table("id\tdeck\n1\t\"" + cards.substr(2) + "\"\n") == "--column deck");
  CHECK(options_for_table("id,numbers\n1,\"2, 9, 5\"\n") == "");
  CHECK(options_for_table(names + "\n" + cards.replace(2, 2, "KC") + "\n") == "");
  CHECK(options_for_table("\"ball 01\",\"ball 02\"\n2,1\n1,2\n\"x,y\",1,2\n") ==
        "--columns 'ball 01-ball 02' --base 1");
  // Numbers that repeat, too large ones, one column, no rows, a row of numbers in place of names.
  for (const char* lines :
       {"a1,a2\n1,2\n2,2\n", "a1,a2\n1,2000\n2,1\n", "a,b\nx,1\ny,2\n", "a1,a2\n", "a1,a2", "", "a\n1\n",
        "0,1\n1,0\n", "a1,a2\n1\n", "a1,b2\n1,2\n", "a1,a3\n1,2\n"}) {
    CAPTURE(lines);
    CHECK(options_for_table(lines) == "");
  }
}
