#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/vector_targets.hpp"
#include "harness/targets/rows/lines.hpp"

using namespace fairshuffle;

namespace {

struct TargetRestored {
  ~TargetRestored() { use_vector_target(vector_targets().front()); }
};

/// The cards of a row as it is to be read, number by number; nothing where it is none.
std::optional<std::vector<WideCard>> read_plainly(std::string_view row, std::size_t deck_size, int base) {
  const std::size_t first_end = row.find_first_not_of("0123456789");
  const char between = row[first_end];
  if (between != ' ' && between != ',' && between != '\t') return std::nullopt;
  std::vector<WideCard> cards;
  for (std::size_t begin = 0; begin < row.size();) {
    const std::size_t end = row.find_first_not_of("0123456789", begin);
    if (end == begin || end > begin + 2) return std::nullopt;
    if (row[end] != (end + 1 == row.size() ? '\n' : between)) return std::nullopt;
    const int card = std::stoi(std::string(row.substr(begin, end - begin))) - base;
    if (card < 0 || card >= static_cast<int>(deck_size)) return std::nullopt;
    cards.push_back(static_cast<WideCard>(card));
    begin = end + 1;
  }
  std::vector<WideCard> sorted = cards, all(deck_size);
  std::ranges::sort(sorted);
  std::iota(all.begin(), all.end(), WideCard{0});
  if (sorted != all) return std::nullopt;
  return cards;
}

}  // namespace

TEST_CASE("even rows are read as number by number, and no others, on every vector target") {
  const TargetRestored restored;
  // What follows is long enough to look ahead.
  const std::string behind = std::string(100, '7') + '\n';
  std::mt19937 words(1);
  std::size_t read = 0, refused = 0;
  for (const std::size_t deck_size : {2U, 10U, 11U, 12U, 22U, 33U, 52U, 64U}) {
    for (int trial = 0; trial < 2000; ++trial) {
      std::vector<int> deck(deck_size);
      const int base = trial % 2;
      std::iota(deck.begin(), deck.end(), base);
      std::ranges::shuffle(deck, words);
      const char between = std::string_view(" ,\t")[words() % 3];
      std::string row = fmt::format("{}\n", fmt::join(deck, std::string(1, between)));
      // Most with one byte replaced, taken out or put in.
      const std::size_t at = words() % row.size();
      const char byte = std::string_view("0123456789 ,\t\r\n:/a\xb0\0", 20)[words() % 20];
      const auto how = words() % 4;
      if (how == 1) row[at] = byte;
      if (how == 2) row.erase(at, 1);
      if (how == 3) row.insert(at, 1, byte);
      row.resize(row.find('\n') == std::string::npos ? row.size() : row.find('\n') + 1);
      if (row.back() != '\n') row += '\n';
      CAPTURE(row);
      CAPTURE(base);
      const auto cards = read_plainly(row, deck_size, base);
      ++(cards ? read : refused);
      const std::string lines = "0\n" + row + behind;
      for (const std::string_view target : vector_targets()) {
        CAPTURE(target);
        use_vector_target(target);
        std::vector<WideCard> room(deck_size);
        const std::size_t bytes =
            take_even_row(std::string_view(lines).substr(2), static_cast<unsigned>(deck_size),
                          static_cast<unsigned>(base), room.data());
        REQUIRE(bytes == (cards ? row.size() : 0));
        if (cards) REQUIRE(room == *cards);
      }
    }
  }
  CHECK(read > 4000);
  CHECK(refused > 8000);
}

TEST_CASE("an even row is read where there are bytes to look ahead, and else left to others") {
  const TargetRestored restored;
  std::vector<int> deck(52);
  std::iota(deck.begin(), deck.end(), 0);
  const std::string row = fmt::format("{}\n", fmt::join(deck, " "));
  for (const std::string_view target : vector_targets()) {
    CAPTURE(target);
    use_vector_target(target);
    std::vector<WideCard> cards(52);
    for (const std::size_t size : {0U, 2U, 63U, 191U}) {
      const std::string lines = "0\n" + (row + std::string(100, '7')).substr(0, size);
      CHECK(take_even_row(std::string_view(lines).substr(2), 52, 0, cards.data()) == 0);
    }
    const std::string lines = "0\n" + (row + std::string(100, '7')).substr(0, 192);
    CHECK(take_even_row(std::string_view(lines).substr(2), 52, 0, cards.data()) == row.size());
    // What follows nine is no digit, though as one it would make the card that is missed.
    std::string with_colon = lines;
    with_colon.replace(with_colon.find(" 20 ") + 1, 2, "1:");
    CHECK(take_even_row(std::string_view(with_colon).substr(2), 52, 0, cards.data()) == 0);
  }
}
