#include "core/permutation/multiset.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

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
