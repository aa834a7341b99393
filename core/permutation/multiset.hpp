// What of a deck can be told apart: cards that are equal, and a deal that shows part of it only.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

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
