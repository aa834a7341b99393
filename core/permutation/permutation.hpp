// Permutations of 0..n-1: by position, by rank, inverse, composed, under symmetries, by fingerprint, as text,
// and as far as they can be told apart.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

// Numbers as sentences and tables show them.

/// 33554432 -> "33,554,432".
std::string with_commas(std::uint64_t number);

/// A share, 0 or more, in percent with two digits, or with all it has from 100 on: 0.25 -> "25 %", 1 ->
/// "100 %".
std::string percent_text(double share);

/// Up to so many significant digits, with an exponent where printf's %g has one, as people type it: 0.00001
/// -> "1e-5", 7200000 -> "7.2e6" in two digits.
std::string short_number(double number, int digits);

/// A number of trials or paths as a sentence tells it, in two digits: 3413 -> "3,400". An exponent only above
/// 1e15. number: 0 or more.
std::string about_text(double number);

/// All digits that tell the number from its neighbours: 1e-6 -> "1e-6", 0.001 -> "0.001".
std::string exact_number(double number);

/// A number as printf writes it, its exponent as people type it: "1e-05" -> "1e-5".
std::string typed_exponent(std::string number);

// Registries.

/// The entry of that name, or null. An entry has a name, or an info that has it.
template <class Entry>
const Entry* find_named(std::span<const Entry> entries, std::string_view name) {
  for (const Entry& entry : entries) {
    if constexpr (requires { entry.info.name; }) {
      if (entry.info.name == name) return &entry;
    } else if (entry.name == name) {
      return &entry;
    }
  }
  return nullptr;
}

// Integers of 128 bits, which the standard has no name for.

/// Wide enough for two words' product, and for the square of 2^53 trials times four million cells.
__extension__ using Wide = unsigned __int128;

// Permutations: what a shuffled deck is, and its index among all permutations.
//
// A deck of n cards holds the cards 0..n-1; a permutation is the deck after the shuffle, order[position] =
// card.

/// A card of a deck of up to largest_byte_deck cards.
using Card = std::uint8_t;

/// A card of any deck: what comes from outside, and what lies in a wide deck.
using WideCard = std::uint16_t;

/// The largest deck size anywhere: tables of every card at every place are still counted in megabytes.
inline constexpr int largest_deck_size = 1024;

/// The largest deck whose cards are bytes: with a sign, which the oldest vectors compare, and a set of them
/// two words. All that takes a deck apart in more than its own numbers and the places of single cards ends
/// here.
inline constexpr int largest_byte_deck = 128;

/// Whether it takes wide cards.
constexpr bool is_wide_deck(int deck_size) {
  return deck_size > largest_byte_deck;
}

/// The largest deck size whose n! permutations are counted one by one in every run (10! = 3,628,800
/// counters).
inline constexpr int largest_counted_deck_size = 10;

/// Up to so many cards relative permutations are counted by order, above by their tables.
inline constexpr int largest_deck_of_successive_permutations = 8;
inline constexpr int smallest_deck_of_successive_tables = largest_deck_of_successive_permutations + 1;

/// The largest deck size whose permutations are counted in a run that has trials enough to test them (12! =
/// 479,001,600 counters; a rank fits 32 bits).
inline constexpr int largest_countable_deck_size = 12;

/// From here on no run counts single permutations: what larger decks do is seen by tables, and by
/// permutations that come again.
inline constexpr int smallest_large_deck = largest_countable_deck_size + 1;

/// n!, the number of permutations of n cards. n in 0..20 (21! does not fit 64 bits); throws
/// std::invalid_argument.
std::uint64_t permutation_count(int deck_size);

/// The cards 0..n-1 as a set, a bit each: of one word up to 64 cards, else of two. n up to the bits of Set.
template <class Set>
constexpr Set every_card_of(std::size_t deck_size) {
  return deck_size == 8 * sizeof(Set) ? ~Set{0} : (Set{1} << deck_size) - 1;
}

/// One word is enough for such a deck's cards.
inline constexpr std::size_t cards_of_word = 64;

namespace detail {

// A card too large for the words would pass for another one there, but not in `all_bits`. Nothing is asked
// before the end: hardly any deck that is looked at is no permutation.
inline bool fills_one_word(std::span<const Card> permutation) {
  std::uint64_t seen = 0;
  unsigned all_bits = 0;
  for (const Card card : permutation) {
    seen |= std::uint64_t{1} << card % cards_of_word;
    all_bits |= card;
  }
  return seen == every_card_of<std::uint64_t>(permutation.size()) && all_bits < cards_of_word;
}
inline bool fills_two_words(std::span<const Card> permutation) {
  std::array<std::uint64_t, 2> seen{};
  unsigned all_bits = 0;
  for (const Card card : permutation) {
    seen[card / cards_of_word % 2] |= std::uint64_t{1} << card % cards_of_word;
    all_bits |= card;
  }
  return seen[0] == ~std::uint64_t{0} &&
         seen[1] == every_card_of<std::uint64_t>(permutation.size() - cards_of_word) &&
         all_bits < 2 * cards_of_word;
}

}  // namespace detail

/// True when `permutation` holds every card 0..n-1 exactly once. n in 0..128.
inline bool is_permutation(std::span<const Card> permutation) {
  return permutation.size() <= cards_of_word ? detail::fills_one_word(permutation)
                                             : detail::fills_two_words(permutation);
}

/// The same of wide cards. n in 0..largest_deck_size.
bool is_permutation(std::span<const WideCard> permutation);

/// Index of `permutation` among the n! permutations in lexicographic order, 0 for the sorted deck.
/// Precondition: is_permutation(order), n <= 20. Source: the Lehmer code (Lehmer 1960).
inline std::uint64_t rank_of(std::span<const Card> permutation) {
  std::uint64_t rank = 0;
  std::uint64_t remaining = ~std::uint64_t{0};
  std::uint64_t cards_left = permutation.size();
  for (const Card card : permutation) {
    const std::uint64_t bit = std::uint64_t{1} << card;
    const auto smaller_left = static_cast<std::uint64_t>(__builtin_popcountll(remaining & (bit - 1)));
    rank = rank * cards_left + smaller_left;
    remaining ^= bit;
    --cards_left;
  }
  return rank;
}

/// What checked_rank_of gives for anything that is no permutation.
inline constexpr std::uint64_t no_rank = ~std::uint64_t{0};

/// is_permutation and rank_of in one pass: the rank, or no_rank. Deck sizes up to 15.
inline std::uint64_t checked_rank_of(std::span<const Card> permutation) {
  // Four bits a card: how many of the cards below it are still to come. Not every machine counts bits in one
  // instruction.
  constexpr std::uint64_t all_to_come = 0xfedcba9876543210;
  std::uint64_t smaller_left = all_to_come;
  std::uint64_t rank = 0;
  std::uint64_t cards_left = permutation.size();
  unsigned all_bits = 0;
  for (const Card card : permutation) {
    const unsigned at = 4U * card % 64;
    rank = rank * cards_left + (smaller_left >> at & 15);
    smaller_left -= std::uint64_t{0x1111111111111110} << at;
    --cards_left;
    all_bits |= card;
  }
  // Card c takes away (2^64 - 16^(c + 1)) / 15. Of n such numbers, n < 16, the sum tells how often each c <
  // 15 is among them: those are the digits to base 16 of the sum of 16^(c + 1). In a permutation every c < n
  // is there once: nothing is left below the cards 0..n-1, and n cards fewer below the others. A card of 16
  // or more would pass for another.
  return smaller_left == all_to_come << (4 * permutation.size()) && all_bits < 16 ? rank : no_rank;
}

/// The inverse of rank_of: writes the order of `rank` to `permutation`, whose size is the deck size (at most
/// 20). Throws std::invalid_argument when rank >= n!.
void permutation_of_rank(std::uint64_t rank, std::span<Card> permutation);

/// The order of `rank` as a vector.
std::vector<Card> permutation_of_rank(std::uint64_t rank, int deck_size);

/// Steps to the next order in lexicographic order; false, and the first order again, after the last.
bool to_next_permutation(std::span<Card> permutation);

/// The relative order that leads from deck `before` to deck `after`: relative[i] is the position in `before`
/// of the card that stands at i in `after`. With `before` sorted it is `after` itself.
void relative_order(std::span<const Card> before, std::span<const Card> after, std::span<Card> relative);
void relative_order(std::span<const WideCard> before, std::span<const WideCard> after,
                    std::span<WideCard> relative);

/// The position of each card, by card: the inverse order.
void places_of(std::span<const WideCard> permutation, std::span<WideCard> places);

/// How many cards stand at their own index.
int fixed_points(std::span<const Card> permutation);
int fixed_points(std::span<const WideCard> permutation);

/// How many cycles the order has as a permutation, fixed points included.
int cycle_count(std::span<const Card> permutation);
int cycle_count(std::span<const WideCard> permutation);

/// True for an even permutation: one that an even number of swaps makes of the sorted deck.
bool is_even(std::span<const Card> permutation);

// The ranks of many permutations at once.

/// Ranks decks that lie end to end, deck_size cards each, as checked_rank_of does one by one, up to the first
/// that is no permutation: how many it ranked. Deck sizes 1..12; throws std::invalid_argument for others.
/// Precondition: decks.size() >= deck_size * ranks.size().
std::size_t ranks_of_decks(std::span<const Card> decks, int deck_size, std::span<std::uint32_t> ranks);

// The eight ways in which two programs may mean the same shuffle and write down different permutations.
//
// One lists the card at each position, the other the position of each card; one counts positions, or cards,
// from the other end. Together these changes form a group of eight: the dihedral group.

/// What is done to a permutation, in this order of steps.
struct Symmetry {
  bool exchanged = false;           ///< positions and cards change roles: the inverse order
  bool positions_reversed = false;  ///< the deck is read from its other end
  bool cards_reversed = false;      ///< card c is called n-1-c

  friend bool operator==(const Symmetry&, const Symmetry&) = default;
};

/// All eight, the plainest first: as it is, the inverse, a loop run from the other end ...
inline constexpr std::array<Symmetry, 8> all_symmetries{{
    {},
    {.exchanged = true},
    {.positions_reversed = true, .cards_reversed = true},
    {.positions_reversed = true},
    {.cards_reversed = true},
    {.exchanged = true, .positions_reversed = true, .cards_reversed = true},
    {.exchanged = true, .positions_reversed = true},
    {.exchanged = true, .cards_reversed = true},
}};

/// "positions and cards exchanged, then positions reversed"; empty for the order as it is.
std::string_view to_text(const Symmetry& symmetry);

/// A card at a position.
struct Place {
  int position, card;
};

/// Where the symmetry puts it, in a deck of that size.
constexpr Place place_of(const Symmetry& symmetry, Place plain, int deck_size) {
  if (symmetry.exchanged) plain = {plain.card, plain.position};
  return {symmetry.positions_reversed ? deck_size - 1 - plain.position : plain.position,
          symmetry.cards_reversed ? deck_size - 1 - plain.card : plain.card};
}

/// image[position] = card. Precondition: is_permutation(order), image as large.
void apply(const Symmetry& symmetry, std::span<const Card> permutation, std::span<Card> image);
void apply(const Symmetry& symmetry, std::span<const WideCard> permutation, std::span<WideCard> image);

/// table[rank of a permutation] = rank of its image. deck_size in 1..12; throws std::invalid_argument.
std::vector<std::uint32_t> image_ranks(const Symmetry& symmetry, int deck_size);

// Fingerprints: 128 bits that stand for a permutation of a deck too large to count its permutations.

struct Fingerprint {
  std::uint64_t high = 0, low = 0;

  auto operator<=>(const Fingerprint&) const = default;
};

/// Up to so many cards no two permutations of a deck share a fingerprint.
inline constexpr int largest_deck_without_shared_fingerprints = 25;

/// To so many cards a fingerprint is one word, made of four bits a card.
inline constexpr int largest_deck_of_nibbles = 16;

/// The low word of such a fingerprint: the cards, the first in the lowest four bits, mixed so that low bits
/// are as good as random. One to one.
constexpr std::uint64_t mixed_nibbles(std::uint64_t cards) {
  for (const std::uint64_t factor : {0x9e3779b97f4a7c15U, 0xda942042e4dd58b5U, 0xf39cc0605cedc835U}) {
    cards *= factor;
    cards ^= cards >> 33;
  }
  return cards;
}

/// From so many cards on the low 16 bits of a fingerprint are the sieve of the order.
inline constexpr int smallest_sieved_deck = largest_deck_without_shared_fingerprints + 1;

/// How the sieve of a permutation is made, two cards after two: numbers of 16 bits, so that vectors can do it
/// for many permutations at once. Each step is one to one, with the cards given.
struct Sieve {
  static constexpr std::uint16_t start = 0x9e37;

  /// What two cards more make of it; 0 in the place of a card that is not there.
  static constexpr std::uint16_t after(std::uint16_t sieve, Card first, Card second) {
    return mixed(sieve ^ first ^ static_cast<unsigned>(second) << 8, 0xa3b5, 7);
  }
  /// What all cards made of it in the end.
  static constexpr std::uint16_t ended(std::uint16_t sieve) {
    return mixed(mixed(sieve, 0xb5ad, 8), 0xa3b5, 7);
  }

 private:
  static constexpr std::uint16_t mixed(unsigned sieve, unsigned factor, int shift) {
    const auto product = static_cast<std::uint16_t>(sieve * factor);
    return static_cast<std::uint16_t>(product ^ product >> shift);
  }
};

/// 16 bits that are as good as random. Precondition: is_permutation(order), n <= largest_byte_deck.
std::uint16_t sieve_of(std::span<const Card> permutation);

/// The fingerprint of a permutation: equal for equal permutations, its low bits as good as random. Two
/// permutations of a larger deck share one with probability about 2^-128, so in 1e9 trials with 1.5e-21.
/// Precondition: is_permutation(order), n <= largest_byte_deck.
Fingerprint fingerprint_of(std::span<const Card> permutation);
/// The same of a wide deck.
Fingerprint fingerprint_of(std::span<const WideCard> permutation);

// What of a deck can be told apart: cards that are equal, and a deal that shows part of it only.

/// Either kinds are given, or a deal, or neither: then all cards differ and all are seen.
///
/// A permutation stands for all that look alike. Of equal cards the one that lies first is the lowest of its
/// kind; behind a deal lie the cards that were not dealt, the lowest first, and those of a deal whose order
/// does not count lie by number, too.
///
/// Both are one thing: n sites, each of which takes a symbol. The sites of equal cards are the places, and
/// the symbols the kinds; those of a deal are the cards, and the symbols the places of the deal in turn (or
/// one for all of them), and last "not dealt". Under fairness all sequences of symbols are equally likely.
struct Multiset {
  /// How many cards there are of each kind, at least one each and n in all, by the lowest card of the kind:
  /// cards of a kind are numbered in a row.
  std::vector<int> kinds = {};
  int dealt = 0;           ///< the first places that are seen, from 1 to n - 1; 0 for all
  bool unordered = false;  ///< of a deal: which cards are in it counts, not their order

  bool has_equal_cards() const { return !kinds.empty(); }
  bool is_deal() const { return dealt > 0; }
  /// All cards differ, and all are seen.
  bool is_plain() const { return !has_equal_cards() && !is_deal(); }
  auto operator<=>(const Multiset&) const = default;
};

/// Whether a deck of so many cards, from 2 on, can be made up so: not plain, and more than one arrangement.
bool is_multiset(const Multiset& multiset, int deck_size);

/// At how many sites each symbol stands, in all trials. Precondition: is_multiset.
std::vector<int> symbol_sizes(const Multiset& multiset, int deck_size);

/// How many arrangements can be told apart: n! over the factorials of the sizes, as near as a double has it,
/// or 170! where it is more; of a plain multiset so of n!.
double number_of_arrangements(const Multiset& multiset, int deck_size);

/// The same where it is at most `most`; nothing where it is more.
std::optional<std::uint64_t> count_arrangements(const Multiset& multiset, int deck_size, std::uint64_t most);

/// What stands at a site.
using Symbol = std::uint16_t;

/// Reads permutations as symbols by site, and ranks these.
class SymbolReader {
 public:
  /// Precondition: is_multiset.
  SymbolReader(const Multiset& multiset, int deck_size);

  std::span<const int> sizes() const { return sizes_; }
  /// The symbol at each site. Precondition: a permutation of the deck.
  std::span<const Symbol> read(std::span<const Card> permutation) { return read_each(permutation); }
  std::span<const Symbol> read(std::span<const WideCard> permutation) { return read_each(permutation); }
  /// The rank of the sequence last read among all of these symbols, lexicographic, from 0. Precondition:
  /// their number fits 32 bits.
  std::uint64_t rank() const;

 private:
  template <class AnyCard>
  std::span<const Symbol> read_each(std::span<const AnyCard> permutation);

  bool by_card_ = false;            // the sites are the cards
  std::vector<int> sizes_;          // by symbol
  std::vector<Symbol> symbol_of_;   // of the card, or of the place where the sites are the cards
  std::vector<Symbol> symbols_;     // of the order last read, by site
  std::uint64_t arrangements_ = 0;  // 0 where they are too many
};

}  // namespace fairshuffle
