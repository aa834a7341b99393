#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/representatives_for_tests.hpp"
#include "core/tally/coded.hpp"
#include "core/tally/tally.hpp"

using namespace fairshuffle;

namespace {

template <class Write>
std::string coded(Write write) {
  std::string bytes;
  CountsWriter writer([&bytes](std::string_view piece) { bytes += piece; });
  write(writer);
  writer.end();
  return bytes;
}

// Hands out the bytes in pieces of `at_once`.
CountsReader reader_of(std::string_view bytes, std::size_t at_once = 7) {
  return CountsReader([bytes, at_once]() mutable {
    const std::string_view piece = bytes.substr(0, at_once);
    bytes.remove_prefix(piece.size());
    return piece;
  });
}

std::string refusal_of(std::string_view bytes, void (*read)(CountsReader&)) {
  CountsReader reader = reader_of(bytes);
  try {
    read(reader);
  } catch (const CodedCountsError& error) {
    return error.what();
  }
  return "not refused";
}

std::vector<Card> random_permutation(int deck_size, std::mt19937_64& source) {
  std::vector<Card> permutation(static_cast<std::size_t>(deck_size));
  for (std::size_t card = 0; card < permutation.size(); ++card) permutation[card] = static_cast<Card>(card);
  std::ranges::shuffle(permutation, source);
  return permutation;
}

struct CountedAs {
  int deck_size;
  int marked = 0;
  std::optional<PermutationCounting> counting = {};
  OnRequest asked = {};
};

std::vector<CountedAs> all_ways() {
  NamedBet bet;
  bet.name = "ace on top";
  bet.cards = {0};
  bet.places = {0};
  return {
      {.deck_size = 5, .counting = PermutationCounting{}},
      {.deck_size = 6, .marked = 2, .counting = PermutationCounting{}},
      {.deck_size = 7, .counting = PermutationCounting{CounterWidth::narrow, 0}},
      {.deck_size = 7, .counting = PermutationCounting{CounterWidth::narrow, 1'000'000}},
      {.deck_size = 9},
      {.deck_size = 20, .asked = {.tables = {}, .bets = {bet}, .pairs = true}},
      {.deck_size = 6, .asked = {.tables = {}, .bets = {}, .pairs = false, .multiset = {.kinds = {3, 2, 1}}}},
      {.deck_size = 9,
       .asked = {.tables = {}, .bets = {}, .pairs = false, .multiset = {.kinds = {}, .dealt = 3}}}};
}

TallyHalves empty_halves(const CountedAs& way) {
  return {way.deck_size, way.marked, way.counting, fewest_slots_told, way.asked};
}

// Trials as a run counts them: permutations, what follows what, permutations that come again, some that are
// none.
TallyHalves counted(const CountedAs& way, std::uint64_t seed, std::uint64_t first_trial) {
  TallyHalves halves = empty_halves(way);
  std::mt19937_64 source(seed);
  const Multiset& multiset = way.asked.multiset;
  for (std::uint64_t trial = first_trial; trial < first_trial + 3'000; ++trial) {
    RunningTally& half = trial % 2 == 0 ? halves.first : halves.second;
    std::vector<Card> permutation = random_permutation(way.deck_size, source);
    if (trial % 500 == 7) {
      half.add_invalid(permutation, trial, "a row\n");
      continue;
    }
    if (!multiset.is_plain()) to_representative(multiset, permutation);
    half.add_permutation(permutation, trial);
    if (half.counts_successive()) {
      half.successive().add(permutation);
      half.successive().successive.add(permutation);
      half.successive().apart.add(permutation);
    }
    half.repeats().add(1, trial % 3 == 0 ? 1 : 0);
  }
  halves.settle();
  return halves;
}

std::string bytes_of(const TallyHalves& halves) {
  return coded([&](CountsWriter& writer) { halves.write(writer); });
}

void add_bytes(const std::string& bytes, TallyHalves& halves) {
  CountsReader reader = reader_of(bytes, 1000);
  halves.merge(reader);
  CHECK(reader.at_end());
}

}  // namespace

TEST_CASE("numbers of every length come back, and take a byte for each seven bits") {
  std::vector<std::uint64_t> numbers{0, std::numeric_limits<std::uint64_t>::max()};
  for (int bit = 0; bit < 64; ++bit) {
    numbers.push_back(std::uint64_t{1} << bit);
    numbers.push_back((std::uint64_t{1} << bit) - 1);
  }
  for (const std::uint64_t number : numbers) {
    CAPTURE(number);
    const std::string bytes = coded([=](CountsWriter& writer) { writer.number(number); });
    std::size_t septets = 1;
    for (std::uint64_t left = number >> 7; left > 0; left >>= 7) ++septets;
    CHECK(bytes.size() == septets);
    CountsReader reader = reader_of(bytes);
    CHECK(reader.number(std::numeric_limits<std::uint64_t>::max()) == number);
    CHECK(reader.at_end());
  }
  CHECK(coded([](CountsWriter& writer) { writer.number(624'485); }) ==
        "\xe5\x8e\x26");  // the standard's example
}

TEST_CASE("a table comes back, whatever of it is empty") {
  for (const std::vector<std::uint64_t>& cells : {std::vector<std::uint64_t>{},
                                                  {0, 0, 0},
                                                  {5},
                                                  {0, 1, 0, 0, 300, 0},
                                                  {1, 2, 3},
                                                  {0, 0, 1'000'000'000'000}}) {
    const std::string bytes = coded([&](CountsWriter& writer) { writer.table(std::span(cells)); });
    std::vector<std::uint64_t> read(cells.size(), 1);
    CountsReader reader = reader_of(bytes);
    reader.add_table(read);
    CHECK(reader.at_end());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) CHECK(read[cell] == cells[cell] + 1);
  }
}

TEST_CASE("a table of any density comes back, and takes about a byte a cell where counts are alike") {
  std::mt19937_64 source(5);
  constexpr std::size_t size = 20'000;
  // Up to so many, and of so many cells one is not empty: bytes at most, in hundredths of a cell.
  struct Setting {
    std::uint64_t least, most, one_in, bytes;
  };
  for (const Setting& setting :
       {Setting{1, 1, 1, 101}, Setting{1'000'000, 1'000'063, 1, 101}, Setting{1, 100, 2, 170},
        Setting{1, 60, 3, 100}, Setting{1, 100, 50, 7}, Setting{largest_count / 2, largest_count, 2, 1300},
        Setting{0, largest_count, 1, 810}}) {
    CAPTURE(setting.least);
    CAPTURE(setting.one_in);
    std::vector<std::uint64_t> cells(size);
    for (std::uint64_t& cell : cells) {
      if (source() % setting.one_in == 0)
        cell = setting.least + source() % (setting.most - setting.least + 1);
    }
    const std::string coded_cells =
        coded([&](CountsWriter& writer) { writer.table(std::span(std::as_const(cells))); });
    CHECK(coded_cells.size() <= size * setting.bytes / 100);
    std::vector<std::uint64_t> read(size);
    CountsReader reader = reader_of(coded_cells);
    reader.add_table(read);
    CHECK(reader.at_end());
    CHECK(read == cells);
  }
}

TEST_CASE("bytes that are no counts are refused, and never read beyond their end") {
  const auto read_number = [](CountsReader& reader) { reader.number(1000); };
  CHECK(refusal_of("", read_number) == "break off");
  CHECK(refusal_of("\xff", read_number) == "break off");
  CHECK(refusal_of(std::string(9, '\xff') + '\x02', read_number) == "hold a number of more than 64 bits");
  CHECK(refusal_of("\xe9\x07", read_number) == "hold 1001 where at most 1000 can be");
  CHECK(refusal_of("\xe8\x07", read_number) == "not refused");
  const auto read_table = [](CountsReader& reader) {
    std::vector<std::uint64_t> cells(3);
    reader.add_table(cells);
  };
  CHECK(refusal_of(std::string("\x06\x01\x00", 3), read_table) == "not refused");
  CHECK(refusal_of(std::string("\x04\x01\x04\x01\x00", 5), read_table) == "have more cells than there are");
  CHECK(refusal_of(std::string("\x01\x01\x00", 3), read_table) == "have more cells than there are");
  CHECK(refusal_of(std::string("\x08\x01\x00", 3), read_table) == "hold 8 where at most 7 can be");
  CHECK(refusal_of(std::string("\x02\x01", 2), read_table) == "break off");
  CHECK(refusal_of(std::string("\x03\x05\x02\x02\x01\x00", 6), read_table) == "not refused");
  CHECK(refusal_of(std::string("\x03\x05\x03\x02\x01\x02\x00", 7), read_table) ==
        "hold 3 where at most 2 can be");
  CHECK(refusal_of(std::string("\x03\x05\x01\x0b\x00", 5), read_table)
            .ends_with(" where at most 9007199254740992 can be"));
  CHECK(refusal_of(std::string("\x03\x05\x02\x02", 4), read_table) == "break off");
  const auto read_text = [](CountsReader& reader) { reader.text(4); };
  CHECK(refusal_of("\x04"
                   "abcd",
                   read_text) == "not refused");
  CHECK(refusal_of("\x04"
                   "abc",
                   read_text) == "break off");
  CHECK(refusal_of("\x05"
                   "abcde",
                   read_text) == "hold 5 where at most 4 can be");
}

TEST_CASE("counts that are read back are the same, and add up as those of one run") {
  int number = 0;
  for (const CountedAs& way : all_ways()) {
    ++number;
    CAPTURE(number);
    TallyHalves one = counted(way, 1, 0);
    const TallyHalves two = counted(way, 2, 3'000);
    TallyHalves read = empty_halves(way);
    add_bytes(bytes_of(one), read);
    CHECK(bytes_of(read) == bytes_of(one));
    add_bytes(bytes_of(two), read);
    one.merge(two);
    CHECK(bytes_of(read) == bytes_of(one));

    // Not by the bytes alone: what is not written at all would be missed by both.
    const Tally due = one.first.complete(), is = read.first.complete();
    CHECK(is.trials == due.trials);
    CHECK(read.invalid_trials() == 12);
    REQUIRE(read.first.witnesses().size() == one.first.witnesses().size());
    for (std::size_t index = 0; index < read.first.witnesses().size(); ++index) {
      CHECK(read.first.witnesses()[index].trial == one.first.witnesses()[index].trial);
      CHECK(read.first.witnesses()[index].permutation == one.first.witnesses()[index].permutation);
      CHECK(read.first.witnesses()[index].row == "a row\n");
    }
    CHECK(is.repeats.pairs == due.repeats.pairs);
    CHECK(is.repeats.equal == due.repeats.equal);
    CHECK(is.successive.pairs == due.successive.pairs);
    CHECK(is.successive.permutations == due.successive.permutations);
    CHECK(is.successive.positions.by_position() == due.successive.positions.by_position());
    CHECK(std::ranges::equal(is.successive.cycles.by_value(), due.successive.cycles.by_value()));
    CHECK(std::ranges::equal(is.successive.apart.cycles.by_value(), due.successive.apart.cycles.by_value()));
    CHECK(std::ranges::equal(is.successive.successive.fixed_points.by_value(),
                             due.successive.successive.fixed_points.by_value()));
    CHECK(is.positions.by_position() == due.positions.by_position());
    CHECK(std::ranges::equal(is.neighbours.cells(), due.neighbours.cells()));
    CHECK(std::ranges::equal(is.fixed_points.by_value(), due.fixed_points.by_value()));
    CHECK(std::ranges::equal(is.parity.by_value(), due.parity.by_value()));
    if (due.permutations) CHECK(is.permutations->by_rank() == due.permutations->by_rank());
    if (due.subsets) CHECK(std::ranges::equal(is.subsets->by_rank(), due.subsets->by_rank()));
    for (std::size_t table = 0; table < due.tables.all().size(); ++table) {
      CHECK(is.tables.all()[table].cells == due.tables.all()[table].cells);
    }
    for (std::size_t bet = 0; bet < due.bets.all().size(); ++bet) {
      CHECK(is.bets.all()[bet].by_value == due.bets.all()[bet].by_value);
    }
    CHECK(is.pair_positions == due.pair_positions);
    if (due.multiset) {
      CHECK(std::ranges::equal(is.multiset->sites(), due.multiset->sites()));
      CHECK(std::ranges::equal(is.multiset->neighbours(), due.multiset->neighbours()));
      CHECK(std::ranges::equal(is.multiset->together(), due.multiset->together()));
      CHECK(std::ranges::equal(is.multiset->arrangements(), due.multiset->arrangements()));
    }
    const BirthdayCounts kept = RunningTally::birthday_of(read.first, read.second);
    const BirthdayCounts due_kept = RunningTally::birthday_of(one.first, one.second);
    CHECK(kept.one_in == due_kept.one_in);
    CHECK(kept.kept == due_kept.kept);
    CHECK(kept.distinct == due_kept.distinct);
    CHECK(kept.again == due_kept.again);
    CHECK(kept.distance == due_kept.distance);
    CHECK(kept.at_distance == due_kept.at_distance);
    CHECK(kept.repeats_at_distance == due_kept.repeats_at_distance);
    CHECK(kept.first_repeat == due_kept.first_repeat);
  }
}

TEST_CASE("of counts that were to be more, as few permutations are kept where they are read back") {
  const auto way = [] { return RunningTally(20, 0, std::nullopt, fewest_slots_told); };
  const auto deck_of = [](unsigned trial) {
    std::mt19937 words(trial);
    std::vector<Card> deck(20);
    std::iota(deck.begin(), deck.end(), Card{0});
    std::ranges::shuffle(deck, words);
    return deck;
  };
  RunningTally written = way(), read = way();
  // Of 16 slots' worth of trials one order of 32 is kept; 1,000 came, and their run was interrupted.
  written.expect(16 * fewest_slots_told);
  for (unsigned trial = 0; trial < 1'000; ++trial) {
    written.add_permutation(deck_of(trial), trial);
    read.add_permutation(deck_of(1'000 + trial), 1'000 + trial);
  }
  written.settle();
  const std::string bytes = coded([&](CountsWriter& writer) { written.write(writer); });
  CountsReader reader = reader_of(bytes);
  read.merge(reader);
  read.settle();
  const BirthdayCounts kept = RunningTally::birthday_of(read, way());
  CHECK(kept.one_in == 32);
  CHECK(kept.kept < 200);
  CHECK(kept.kept == kept.distinct);
}

TEST_CASE("whatever card came in two bytes comes back, of small decks and wide ones") {
  for (const int deck_size : {5, 150}) {
    CAPTURE(deck_size);
    std::vector<WideCard> cards(static_cast<std::size_t>(deck_size));
    for (std::size_t card = 0; card < cards.size(); ++card) cards[card] = static_cast<WideCard>(card);
    cards[0] = 256;
    cards[1] = 65535;
    const CountedAs way{.deck_size = deck_size};
    TallyHalves one = empty_halves(way), read = empty_halves(way);
    one.first.add_invalid(cards, 3, "as it was written");
    add_bytes(bytes_of(one), read);
    REQUIRE(read.first.witnesses().size() == 1);
    CHECK(read.first.witnesses()[0].permutation == cards);
    CHECK(read.first.witnesses()[0].row == "as it was written");
  }
}

TEST_CASE("the counts of a deck of five take less than two thousand bytes") {
  const CountedAs five{.deck_size = 5, .counting = PermutationCounting{}};
  CHECK(bytes_of(counted(five, 1, 0)).size() < 2'000);
}

TEST_CASE("counts cut short anywhere are refused") {
  for (const CountedAs& way : all_ways()) {
    const std::string bytes = bytes_of(counted(way, 1, 0));
    for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 50) {
      TallyHalves read = empty_halves(way);
      CountsReader reader = reader_of(std::string_view(bytes).substr(0, size), 1000);
      CHECK_THROWS_AS(read.merge(reader), CodedCountsError);
    }
  }
}
