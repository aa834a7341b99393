// Rows of decks with equal cards, and of deals: how they are declared, and what becomes of them.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "harness/targets/rows/row_reader.hpp"
#include "harness/targets/rows/row_settings.hpp"
#include "harness/targets/target.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

struct Declared {
  RowFormat format;
  TargetDescription description;
  std::string name;
};

Declared declared(const std::string& text) {
  SettingReader reader(parse_target_text(text));
  Declared taken;
  taken.format = take_row_format(reader, 5, taken.description);
  RowManner manner;
  take_row_life(reader, taken.description, manner);
  reader.finish();
  TargetText name{.name = "log", .settings = {}};
  add_row_settings(taken.format, name);
  taken.name = written(name);
  return taken;
}

std::string refused(const std::string& text) {
  try {
    declared(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Rows as they were understood, wrong ones as "-".
std::string understood(const std::string& settings, const std::string& bytes) {
  const RowFormat format = declared(settings).format;
  const auto reader = make_row_reader(format);
  RowBuffer rows(format.deck_size);
  reader->take_rest(bytes.substr(reader->take(bytes, 100, rows)), rows);
  std::string text;
  for (std::uint64_t row = 1; row <= rows.added(); ++row) {
    if (!text.empty()) text += '|';
    if (rows.wrong(row) != nullptr) {
      text += '-';
      continue;
    }
    const auto deck = rows.decks().subspan((row - 1) * rows.deck_size(), rows.deck_size());
    CHECK(is_permutation(deck));
    for (const WideCard card : deck) text += std::to_string(card);
  }
  return text;
}

}  // namespace

TEST_CASE("words that come more than once are equal cards where that is said") {
  const Declared written_out = declared("log:equal-cards=true,deck=L S S L S");
  CHECK(written_out.format.deck == std::vector<std::string>{"L", "S"});
  CHECK(written_out.format.multiset.kinds == std::vector<int>{2, 3});
  CHECK(written_out.format.deck_size == 5);
  CHECK(written_out.description.multiset == written_out.format.multiset);
  CHECK(written_out.name == "log:format=tokens,deck=L*2 S*3,equal-cards=true");
  const Declared in_short = declared("log:equal-cards=true,deck=L*24 joker S*35");
  CHECK(in_short.format.multiset.kinds == std::vector<int>{24, 1, 35});
  CHECK(in_short.format.deck_size == 60);
  CHECK(declared(in_short.name).format.multiset == in_short.format.multiset);
  CHECK(declared("log:equal-cards=true,deck=LLSSS").format.multiset.kinds == std::vector<int>{2, 3});
  CHECK(declared("log:equal-cards=true,deck=a b").format.multiset.is_plain());
  const Declared raw = declared("log:equal-cards=true,deck=L*300 S*36,format=u8,base=1");
  CHECK(raw.name == "log:format=u8,deck=L*300 S*36,equal-cards=true,base=1");
  CHECK(declared(raw.name).format.multiset == raw.format.multiset);
  CHECK(declared("log:equal-cards=true,deck=a b,format=u8").name == "log:n=2,format=u8");
}

TEST_CASE("a deal is part of a deck of numbers or words") {
  const Declared lotto = declared("log:deal=6,n=49,base=1,unordered=true");
  CHECK(lotto.format.multiset.dealt == 6);
  CHECK(lotto.format.multiset.unordered);
  CHECK(lotto.format.row_size() == 6);
  CHECK(lotto.format.deck_size == 49);
  CHECK(lotto.name == "log:n=49,base=1,deal=6,unordered=true");
  CHECK(declared("log:deal=2,deck=abcd").format.row_size() == 2);
}

TEST_CASE("what makes no such deck is refused in a sentence") {
  const auto says = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    CAPTURE(refused(text));
    CHECK(refused(text).find(part) != std::string::npos);
  };
  says("log:deck=L*24 S*36", "'L*24' stands for equal cards; say with equal-cards that the deck has some");
  says("log:deck=L L S", "the deck has the word 'L' twice; where cards are equal, say so with equal-cards");
  says("log:equal-cards=true,n=5", "equal-cards is for the words of deck=");
  says("log:equal-cards=true,deck=L*24 S*36,format=text",
       "equal-cards is for rows of words, or of raw bytes");
  says("log:equal-cards=true,n=5,format=u8", "equal-cards is for the words of deck=");
  says("log:deck=L S,format=u8", "deck= gives the words of format=tokens");
  says("log:equal-cards=true,format=tokens,deck=L*2 S,base=1", "base= is for numbers");
  says("log:equal-cards=true,deck=L*5", "all cards of the deck are 'L'");
  says("log:equal-cards=true,deck=L*0 S", "'L*0', which is no card");
  says("log:equal-cards=true,deck=L*600 S*425", "deck= has more than 1024 cards");
  says("log:equal-cards=true,deck=L*99999999999999999999 S", "more than 1024 cards");
  says("log:equal-cards=true,deck=L*2 S,n=4", "n=4 but the deck has 3 cards");
  says("log:deal=5,n=5", "deal=5 is to leave some of the deck's 5 cards; give the deck's size");
  says("log:deal=6",
       "deal=6 is to leave some of the deck's 5 cards, which it has where no n= is given; give the deck's "
       "size");
  says("log:deal=0,n=5", "deal=0 is not a whole number from 1 to 1024");
  says("log:deal=300,n=200", "deal=300 is to leave some of the deck's 200 cards");
  says("log:deal=6,n=1025", "from 1 to 1024");
  says("log:unordered=true", "unordered is of a deal");
  says("log:deal=2,equal-cards=true,deck=L*2 S*3", "deal= is for cards that all differ");
  says("log:deal=2,n=300,format=u8", "format=u8 has a byte for each card, which tells 256 of them apart");
  says("log:deal=2,n=5,reset=never",
       "reset=never takes whole decks, and a deal leaves cards that nobody sees");
  says("log:equal-cards=true,deck=L*2 S*3,marked=1",
       "marked= takes whole decks, and equal cards can't be told apart");
}

TEST_CASE("rows become the order that stands for all that look like them") {
  CHECK(understood("log:equal-cards=true,deck=L*2 S*3", "S L S S L\nL L S S S\n") == "20341|01234");
  CHECK(understood("log:equal-cards=true,deck=LLSSS", "SLSSL\n") == "20341");
  CHECK(understood("log:equal-cards=true,deck=L*2 S*3", "['S', 'L', 'S', 'S', 'L']\n") == "20341");
  CHECK(understood("log:equal-cards=true,deck=L*2 S*3,one-a-line=true", "S\nL\nS\nS\nL\n") == "20341");
  CHECK(understood("log:deal=2,n=5,base=1", "3 1\n5, 2\n") == "20134|41023");
  CHECK(understood("log:deal=2,n=5,unordered=true", "[3, 1]\n[1, 3]\n") == "13024|13024");
  CHECK(understood("log:deal=2,deck=abcd", "d a\n") == "3012");
  CHECK(understood("log:deal=2,n=5,base=1,format=u8", {3, 1, 5, 2}) == "20134|41023");
  CHECK(understood("log:deal=2,n=5,unordered=true,format=u16", {3, 0, 1, 0, 1, 0, 3, 0}) == "13024|13024");
  CHECK(understood("log:equal-cards=true,deck=L*2 S*3,format=u8", {1, 0, 1, 1, 0}) == "20341");
  CHECK(understood("log:equal-cards=true,deck=L*2 S*3,base=1,format=u16", {2, 0, 1, 0, 2, 0, 2, 0, 1, 0}) ==
        "20341");
}

TEST_CASE("rows that are none of the deck are wrong") {
  // Too many of a kind, too few cards, too many, a stranger.
  CHECK(understood("log:equal-cards=true,deck=L*2 S*3", "L L L S S\nL S S S\nL L S S S S\nL L S S X\n") ==
        "-|-|-|-");
  // A card twice, outside the deck, too few cards, the whole deck.
  CHECK(understood("log:deal=2,n=5", "1 1\n1 5\n1\n0 1 2 3 4\n") == "-|-|-|-");
  CHECK(understood("log:deal=2,n=5,base=1,format=u8", {1, 1, 0, 2, 6, 1, 3, 4}) == "-|-|-|23014");
  CHECK(understood("log:equal-cards=true,deck=L*2 S*3,format=u8", {0, 0, 0, 1, 1, 2, 1, 0, 0, 1}) == "-|-");
  const RowFormat format = declared("log:deal=2,n=50,base=1,format=u16").format;
  RowBuffer rows(format.deck_size);
  make_row_reader(format)->take(std::string{7, 0, 44, 1}, 1, rows);
  REQUIRE(rows.wrong(1) != nullptr);
  CHECK(rows.wrong(1)->text == "7 300");
}

TEST_CASE("raw rows of a deal that are plainly something else are said to be so") {
  const auto says = [](const std::string& settings, const std::string& bytes) -> std::string {
    try {
      understood(settings, bytes);
    } catch (const TargetError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(says("log:deal=6,n=49,format=u8", "3 1 48 17\n") ==
        "rows are lines of numbers, and format=u8 says raw bytes; leave the format out");
  CHECK(says("log:equal-cards=true,deck=L*2 S*3,format=u8", "L S\nS S\n")
            .starts_with("rows are lines of text"));
  CHECK(says("log:deal=2,n=5,format=u8", {3, 0, 1, 0}) == "");
  CHECK(says("log:deal=3,n=5,format=u8", {0, 0, 3, 0, 1, 0}) ==
        "a card is two bytes, and format=u8 says one; give --format u16");
  CHECK(says("log:deal=2,n=5,format=u16", {3, 1, 2, 4}) ==
        "a card is one byte, and format=u16 says two; give --format u8");
}
