#include "core/permutation/permutation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fairshuffle {

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t left = digits.size(); left > 3; left -= 3) digits.insert(left - 3, 1, ',');
  return digits;
}

std::string percent_text(double share) {
  const double percent = 100 * share;
  return percent >= 99.5 ? fmt::format("{:.0f} %", percent) : short_number(percent, 2) + " %";
}

std::string short_number(double number, int digits) {
  return typed_exponent(fmt::format("{:.{}g}", number, digits));
}

std::string about_text(double number) {
  constexpr double largest_told_whole = 1e15;
  if (number > largest_told_whole) return short_number(number, 2);
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(number)) - 1));
  return with_commas(static_cast<std::uint64_t>(std::round(number / unit) * unit));
}

std::string exact_number(double number) {
  return typed_exponent(fmt::format("{}", number));
}

std::string typed_exponent(std::string number) {
  const std::size_t sign = number.find('e') + 1;
  if (sign == 0 || sign == number.size()) return number;
  const std::size_t digits = number.find_first_not_of("+-0", sign);
  const std::string minus = number[sign] == '-' ? "-" : "";
  return digits == std::string::npos ? number : number.substr(0, sign) + minus + number.substr(digits);
}

namespace {

std::size_t lowest_of(std::uint64_t set) {
  return static_cast<std::size_t>(std::countr_zero(set));
}
std::size_t lowest_of(Wide set) {
  const auto low = static_cast<std::uint64_t>(set);
  return low != 0 ? lowest_of(low) : 64 + lowest_of(static_cast<std::uint64_t>(set >> 64));
}

using WideSet = std::bitset<largest_deck_size>;

template <class Set>
int cycles_of(std::span<const Card> permutation) {
  // The positions that lie on none of the cycles so far.
  Set left = every_card_of<Set>(permutation.size());
  int cycles = 0;
  for (; left != 0; ++cycles) {
    const std::size_t start = lowest_of(left);
    std::size_t position = start;
    do {
      left ^= Set{1} << position;
      position = permutation[position];
    } while (position != start);
  }
  return cycles;
}

template <class AnyCard>
void write_places(std::span<const AnyCard> permutation, std::span<AnyCard> places) {
  for (std::size_t position = 0; position < permutation.size(); ++position) {
    places[permutation[position]] = static_cast<AnyCard>(position);
  }
}

template <class AnyCard>
void write_relative(std::span<const AnyCard> before, std::span<const AnyCard> after,
                    std::span<AnyCard> relative, std::span<AnyCard> place_before) {
  write_places(before, place_before);
  for (std::size_t position = 0; position < after.size(); ++position) {
    relative[position] = place_before[after[position]];
  }
}

template <class AnyCard>
int count_fixed_points(std::span<const AnyCard> permutation) {
  int count = 0;
  for (std::size_t position = 0; position < permutation.size(); ++position)
    count += permutation[position] == position;
  return count;
}

}  // namespace

bool is_permutation(std::span<const WideCard> permutation) {
  WideSet seen;
  for (const WideCard card : permutation) {
    if (card >= permutation.size()) return false;
    seen.set(card);
  }
  return seen.count() == permutation.size();
}

std::uint64_t permutation_count(int deck_size) {
  if (deck_size < 0 || deck_size > 20) {
    throw std::invalid_argument("permutation_count: deck_size must be in 0..20, was " +
                                std::to_string(deck_size));
  }
  std::uint64_t count = 1;
  for (int factor = 2; factor <= deck_size; ++factor) count *= static_cast<std::uint64_t>(factor);
  return count;
}

void permutation_of_rank(std::uint64_t rank, std::span<Card> permutation) {
  const int deck_size = static_cast<int>(permutation.size());
  if (rank >= permutation_count(deck_size)) {
    throw std::invalid_argument("permutation_of_rank: rank " + std::to_string(rank) + " is not below " +
                                std::to_string(deck_size) + "!");
  }
  // The Lehmer code from its end: the digit of a position counts the smaller cards after it, so with m cards
  // from there on it is the rest of a division by m.
  std::array<std::uint8_t, 20> code;
  for (int left = 1; left <= deck_size; ++left) {
    const auto cards_left = static_cast<std::uint64_t>(left);
    code[static_cast<std::size_t>(deck_size - left)] = static_cast<std::uint8_t>(rank % cards_left);
    rank /= cards_left;
  }
  std::array<Card, 20> remaining;
  for (int card = 0; card < deck_size; ++card)
    remaining[static_cast<std::size_t>(card)] = static_cast<Card>(card);
  auto end = remaining.begin() + deck_size;
  for (std::size_t position = 0; position < permutation.size(); ++position) {
    const auto taken = remaining.begin() + code[position];
    permutation[position] = *taken;
    end = std::copy(taken + 1, end, taken);
  }
}

std::vector<Card> permutation_of_rank(std::uint64_t rank, int deck_size) {
  std::vector<Card> permutation(static_cast<std::size_t>(deck_size));
  permutation_of_rank(rank, std::span<Card>(permutation));
  return permutation;
}

bool to_next_permutation(std::span<Card> permutation) {
  return std::next_permutation(permutation.begin(), permutation.end());
}

void relative_order(std::span<const Card> before, std::span<const Card> after, std::span<Card> relative) {
  std::array<Card, largest_byte_deck> place_before;
  write_relative<Card>(before, after, relative, place_before);
}
void relative_order(std::span<const WideCard> before, std::span<const WideCard> after,
                    std::span<WideCard> relative) {
  std::array<WideCard, largest_deck_size> place_before;
  write_relative<WideCard>(before, after, relative, place_before);
}

void places_of(std::span<const WideCard> permutation, std::span<WideCard> places) {
  write_places<WideCard>(permutation, places);
}

int fixed_points(std::span<const Card> permutation) {
  return count_fixed_points(permutation);
}
int fixed_points(std::span<const WideCard> permutation) {
  return count_fixed_points(permutation);
}

int cycle_count(std::span<const Card> permutation) {
  return permutation.size() <= cards_of_word ? cycles_of<std::uint64_t>(permutation)
                                             : cycles_of<Wide>(permutation);
}

int cycle_count(std::span<const WideCard> permutation) {
  // A byte for each: a bit is read and written with others, which the next step then waits for.
  std::array<char, largest_deck_size> seen{};
  int cycles = 0;
  for (std::size_t start = 0; start < permutation.size(); ++start) {
    if (seen[start]) continue;
    ++cycles;
    for (std::size_t position = start; !seen[position]; position = permutation[position]) seen[position] = 1;
  }
  return cycles;
}

bool is_even(std::span<const Card> permutation) {
  // A cycle of length l is l - 1 swaps, so the swaps number n - cycles.
  return (static_cast<int>(permutation.size()) - cycle_count(permutation)) % 2 == 0;
}

namespace {

// Decks of so few cards, three bits each, have a table of ranks. It has 32 kB at five cards, of which
// permutations touch 120 places.
constexpr std::size_t largest_tabulated_deck = 5;
constexpr std::uint8_t no_permutation = 255;

// Three bits a card, the first card lowest, of a deck in the lower bytes of `deck`: a card of 8 or more
// spoils it.
constexpr std::uint32_t three_bits_a_card(std::uint64_t deck) {
  deck = (deck | deck >> 5) & 0x003f003f003f003f;
  deck = (deck | deck >> 10) & 0x00000fff00000fff;
  return static_cast<std::uint32_t>(deck | deck >> 20);
}

template <std::size_t deck_size>
constexpr auto rank_table() {
  std::array<std::uint8_t, std::size_t{1} << 3 * deck_size> table{};
  table.fill(no_permutation);
  std::array<std::uint8_t, deck_size> permutation{};
  for (std::size_t card = 0; card < deck_size; ++card) permutation[card] = static_cast<std::uint8_t>(card);
  std::uint8_t rank = 0;
  do {
    std::size_t place = 0;
    for (std::size_t position = 0; position < deck_size; ++position) {
      place |= std::size_t{permutation[position]} << 3 * position;
    }
    table[place] = rank++;
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  return table;
}

// Ranks decks from the first on by the table, as long as eight bytes can be read; how many.
template <std::size_t deck_size>
std::size_t rank_by_table(const Card* deck, std::size_t cards, std::span<std::uint32_t> ranks) {
  static constexpr auto table = rank_table<deck_size>();
  constexpr std::uint64_t bytes_of_deck = ~std::uint64_t{0} >> (64 - 8 * deck_size);
  constexpr std::uint64_t not_below_8 = 0xf8f8f8f8f8f8f8f8 & bytes_of_deck;
  if (cards < 8) return 0;
  const std::size_t most = std::min(ranks.size(), (cards - 8) / deck_size + 1);
  for (std::size_t ranked = 0; ranked < most; ++ranked, deck += deck_size) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, deck, sizeof bytes);
    const std::uint8_t rank = table[three_bits_a_card(bytes & bytes_of_deck) % table.size()];
    if ((bytes & not_below_8) != 0 || rank == no_permutation) [[unlikely]]
      return ranked;
    ranks[ranked] = rank;
  }
  return most;
}

// A deck of a size known to the compiler is ranked without a loop.
template <std::size_t deck_size>
std::size_t rank_each(std::span<const Card> decks, std::span<std::uint32_t> ranks) {
  std::size_t ranked = 0;
  // The first card of a deck has to be the lowest byte.
  if constexpr (deck_size <= largest_tabulated_deck && std::endian::native == std::endian::little) {
    ranked = rank_by_table<deck_size>(decks.data(), decks.size(), ranks);
  }
  for (const Card* deck = decks.data() + ranked * deck_size; ranked < ranks.size();
       ++ranked, deck += deck_size) {
    const std::uint64_t rank = checked_rank_of(std::span<const Card, deck_size>(deck, deck_size));
    if (rank == no_rank) [[unlikely]]
      return ranked;
    ranks[ranked] = static_cast<std::uint32_t>(rank);
  }
  return ranks.size();
}

using RankEach = std::size_t (*)(std::span<const Card>, std::span<std::uint32_t>);

template <std::size_t... smaller>
constexpr std::array<RankEach, sizeof...(smaller)> by_deck_size(std::index_sequence<smaller...>) {
  return {&rank_each<smaller + 1>...};
}

}  // namespace

std::size_t ranks_of_decks(std::span<const Card> decks, int deck_size, std::span<std::uint32_t> ranks) {
  if (deck_size < 1 || deck_size > largest_countable_deck_size) {
    throw std::invalid_argument("ranks_of_decks: deck_size must be in 1..12, was " +
                                std::to_string(deck_size));
  }
  static constexpr auto rank_each_of = by_deck_size(std::make_index_sequence<largest_countable_deck_size>());
  return rank_each_of[static_cast<std::size_t>(deck_size - 1)](decks, ranks);
}

std::string_view to_text(const Symmetry& symmetry) {
  static constexpr std::array<std::string_view, 8> texts{
      "",
      "cards reversed",
      "positions reversed",
      "positions and cards reversed",
      "positions and cards exchanged",
      "positions and cards exchanged, then cards reversed",
      "positions and cards exchanged, then positions reversed",
      "positions and cards exchanged, then both reversed",
  };
  return texts[static_cast<std::size_t>(4 * symmetry.exchanged + 2 * symmetry.positions_reversed +
                                        symmetry.cards_reversed)];
}

namespace {

template <class AnyCard>
void write_image(const Symmetry& symmetry, std::span<const AnyCard> permutation, std::span<AnyCard> image) {
  const auto size = static_cast<int>(permutation.size());
  for (int at = 0; at < size; ++at) {
    const Place place = place_of(symmetry, {at, permutation[static_cast<std::size_t>(at)]}, size);
    image[static_cast<std::size_t>(place.position)] = static_cast<AnyCard>(place.card);
  }
}

}  // namespace

void apply(const Symmetry& symmetry, std::span<const Card> permutation, std::span<Card> image) {
  write_image(symmetry, permutation, image);
}
void apply(const Symmetry& symmetry, std::span<const WideCard> permutation, std::span<WideCard> image) {
  write_image(symmetry, permutation, image);
}

std::vector<std::uint32_t> image_ranks(const Symmetry& symmetry, int deck_size) {
  if (deck_size < 1 || deck_size > largest_countable_deck_size) {
    throw std::invalid_argument("image_ranks: deck_size must be in 1..12, was " + std::to_string(deck_size));
  }
  std::vector<std::uint32_t> ranks;
  ranks.reserve(permutation_count(deck_size));
  std::vector<Card> permutation = permutation_of_rank(0, deck_size);
  std::vector<Card> image(permutation.size());
  do {
    apply(symmetry, permutation, image);
    ranks.push_back(static_cast<std::uint32_t>(rank_of(image)));
  } while (to_next_permutation(permutation));
  return ranks;
}

namespace {

constexpr Wide wide(std::uint64_t high, std::uint64_t low) {
  return Wide{high} << 64 | low;
}

// Multiplying by an odd number and adding to the lower half the upper one are both one to one, so this is,
// too. A product carries each bit upwards only; the sums bring what is above down again.
Wide mixed(Wide value) {
  value *= wide(0x9e3779b97f4a7c15, 0xf39cc0605cedc835);
  value ^= value >> 67;
  value *= wide(0xda942042e4dd58b5, 0x2360ed051fc65da5);
  value ^= value >> 71;
  return value;
}

// Eight cards below 32, five bits each, in the low 40 bits: pairs of neighbours are brought together thrice.
std::uint64_t packed(std::uint64_t cards) {
  cards = (cards & 0x001f'001f'001f'001f) | (cards >> 3 & 0x03e0'03e0'03e0'03e0);
  cards = (cards & 0x0000'03ff'0000'03ff) | (cards >> 6 & 0x000f'fc00'000f'fc00);
  return (cards & 0x000f'ffff) | (cards >> 12 & 0xff'fff0'0000);
}

// Runs are to bring the same counts on any machine.
static_assert(std::endian::native == std::endian::little,
              "the first card is to be the lowest byte of a word");

// The cards from there on, as far as they fit. A copy of a length that is not known is a call; the last eight
// cards and a shift are not.
std::uint64_t word_at(std::span<const Card> permutation, std::size_t from) {
  const std::size_t size = permutation.size(), cards = std::min<std::size_t>(8, size - from);
  std::uint64_t word = 0;
  if (size < 8) {
    std::memcpy(&word, permutation.data(), size);
    return word;
  }
  std::memcpy(&word, permutation.data() + (from + cards - 8), 8);
  return word >> (8 * (8 - cards));
}

// Eight cards below 16, four bits each, in the low 32 bits.
std::uint64_t nibbles(std::uint64_t cards) {
  cards = (cards | cards >> 4) & 0x00ff'00ff'00ff'00ff;
  cards = (cards | cards >> 8) & 0x0000'ffff'0000'ffff;
  return (cards | cards >> 16) & 0xffff'ffff;
}

Fingerprint halves_of(Wide value) {
  return {static_cast<std::uint64_t>(value >> 64), static_cast<std::uint64_t>(value)};
}

}  // namespace

std::uint16_t sieve_of(std::span<const Card> permutation) {
  std::uint16_t sieve = Sieve::start;
  std::size_t position = 0;
  for (; position + 2 <= permutation.size(); position += 2) {
    sieve = Sieve::after(sieve, permutation[position], permutation[position + 1]);
  }
  if (position < permutation.size()) sieve = Sieve::after(sieve, permutation[position], 0);
  return Sieve::ended(sieve);
}

Fingerprint fingerprint_of(std::span<const Card> permutation) {
  const std::size_t cards = permutation.size();
  if (cards <= static_cast<std::size_t>(largest_deck_of_nibbles)) {
    const std::uint64_t after = cards > 8 ? nibbles(word_at(permutation, 8)) << 32 : 0;
    return {0, mixed_nibbles(nibbles(word_at(permutation, 0)) | after)};
  }
  Wide value = 0;
  if (cards <= static_cast<std::size_t>(largest_deck_without_shared_fingerprints)) {
    // 25 cards of five bits fit 128.
    for (std::size_t from = 0; from < cards; from += 8) {
      value = value << (5 * std::min<std::size_t>(8, cards - from)) | packed(word_at(permutation, from));
    }
    value = mixed(value);
  } else {
    for (std::size_t from = 0; from < cards; from += 16) {
      const std::uint64_t second = from + 8 < cards ? word_at(permutation, from + 8) : 0;
      value = mixed(value ^ wide(second, word_at(permutation, from)));
    }
  }
  Fingerprint fingerprint = halves_of(value);
  if (cards >= static_cast<std::size_t>(smallest_sieved_deck)) {
    fingerprint.low = (fingerprint.low & ~std::uint64_t{0xffff}) | sieve_of(permutation);
  }
  return fingerprint;
}

Fingerprint fingerprint_of(std::span<const WideCard> permutation) {
  constexpr std::size_t together = sizeof(Wide) / sizeof(WideCard);
  Wide value = 0;
  for (std::size_t from = 0; from < permutation.size(); from += together) {
    Wide cards = 0;
    const std::span<const WideCard> next =
        permutation.subspan(from, std::min(together, permutation.size() - from));
    std::memcpy(&cards, next.data(), next.size_bytes());
    value = mixed(value ^ cards);
  }
  return halves_of(value);
}

bool is_multiset(const Multiset& multiset, int deck_size) {
  if (multiset.is_plain() || deck_size < 2 || deck_size > largest_deck_size) return false;
  if (multiset.is_deal()) return !multiset.has_equal_cards() && multiset.dealt < deck_size;
  const bool all_there = std::ranges::all_of(multiset.kinds, [](int size) { return size > 0; });
  // Kinds of one card each would be a plain deck by another name.
  return !multiset.unordered && all_there && multiset.kinds.size() > 1 &&
         multiset.kinds.size() < static_cast<std::size_t>(deck_size) &&
         std::accumulate(multiset.kinds.begin(), multiset.kinds.end(), 0LL) == deck_size;
}

std::vector<int> symbol_sizes(const Multiset& multiset, int deck_size) {
  if (multiset.has_equal_cards()) return multiset.kinds;
  if (multiset.unordered) return {multiset.dealt, deck_size - multiset.dealt};
  std::vector<int> sizes(static_cast<std::size_t>(multiset.dealt), 1);
  sizes.push_back(deck_size - multiset.dealt);
  return sizes;
}

double number_of_arrangements(const Multiset& multiset, int deck_size) {
  double arrangements = 1;
  int placed = deck_size;
  const auto sizes = multiset.is_plain() ? std::vector<int>(static_cast<std::size_t>(deck_size), 1)
                                         : symbol_sizes(multiset, deck_size);
  for (const int size : sizes) {
    // C(placed, size) ways to lay the next symbol.
    for (int one = 1; one <= size; ++one) {
      arrangements *= static_cast<double>(placed - size + one) / one;
    }
    placed -= size;
  }
  // 170!, beyond which no double holds the next; a product that is infinite is more, too.
  constexpr double most = 7.257415615307994e306;
  return std::min(arrangements, most);
}

std::optional<std::uint64_t> count_arrangements(const Multiset& multiset, int deck_size, std::uint64_t most) {
  Wide arrangements = 1;
  int placed = deck_size;
  for (const int size : symbol_sizes(multiset, deck_size)) {
    for (int one = 1; one <= size; ++one) {
      arrangements = arrangements * static_cast<unsigned>(placed - size + one) / static_cast<unsigned>(one);
      // What is multiplied is a whole number at every step, and never falls.
      if (arrangements > most) return std::nullopt;
    }
    placed -= size;
  }
  return static_cast<std::uint64_t>(arrangements);
}

SymbolReader::SymbolReader(const Multiset& multiset, int deck_size)
    : by_card_(multiset.is_deal()),
      sizes_(symbol_sizes(multiset, deck_size)),
      symbols_(static_cast<std::size_t>(deck_size)),
      arrangements_(
          count_arrangements(multiset, deck_size, std::numeric_limits<std::uint32_t>::max()).value_or(0)) {
  for (std::size_t symbol = 0; symbol < sizes_.size(); ++symbol) {
    symbol_of_.insert(symbol_of_.end(), static_cast<std::size_t>(sizes_[symbol]),
                      static_cast<Symbol>(symbol));
  }
}

template <class AnyCard>
std::span<const Symbol> SymbolReader::read_each(std::span<const AnyCard> permutation) {
  for (std::size_t place = 0; place < permutation.size(); ++place) {
    if (by_card_) {
      symbols_[permutation[place]] = symbol_of_[place];
    } else {
      symbols_[place] = symbol_of_[permutation[place]];
    }
  }
  return symbols_;
}

template std::span<const Symbol> SymbolReader::read_each(std::span<const Card>);
template std::span<const Symbol> SymbolReader::read_each(std::span<const WideCard>);

// Of m sequences of r symbols, k of which are s, m k / r begin with s.
std::uint64_t SymbolReader::rank() const {
  std::vector<int> left = sizes_;
  std::uint64_t sequences = arrangements_, rank = 0;
  std::uint64_t to_lay = symbols_.size();
  for (const Symbol symbol : symbols_) {
    for (std::size_t lower = 0; lower < symbol; ++lower) {
      rank += sequences * static_cast<std::uint64_t>(left[lower]) / to_lay;
    }
    sequences = sequences * static_cast<std::uint64_t>(left[symbol]) / to_lay;
    --left[symbol];
    --to_lay;
  }
  return rank;
}

}  // namespace fairshuffle
