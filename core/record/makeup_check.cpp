#include "core/record/makeup_check.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/count_sum.hpp"

namespace fairshuffle {

namespace {

using Counts = std::vector<std::uint64_t>;
using Table = std::vector<Counts>;

class MakeupCheck {
 public:
  MakeupCheck(const CountedDeck& deck, std::uint64_t valid, const MakeupEvidence& counts,
              std::vector<Contradiction>& contradictions)
      : deck_(deck),
        valid_(valid),
        counts_(counts),
        contradictions_(contradictions),
        sizes_(symbol_sizes(deck.makeup, deck.size)) {}

  void run() {
    const std::size_t before = contradictions_.size();
    check_sites();
    check_neighbours();
    check_together();
    check_arrangements();
    // What tables share is told only of tables that stand by themselves.
    if (contradictions_.size() != before) return;
    if (deck_.makeup.has_equal_cards()) check_ends();
    if (!counts_.together.empty()) check_pairs_of_cards();
    if (!counts_.arrangements.empty()) check_sites_of_arrangements();
  }

 private:
  void contradict(std::string where, std::string sentence) {
    contradictions_.push_back({"/evidence/makeup" + std::move(where), std::move(sentence)});
  }

  void check_sum(std::string where, const Counts& counts, std::uint64_t due) {
    if (const std::uint64_t sum = sum_of_counts(counts); sum != due) {
      contradict(std::move(where), fmt::format("adds up to {}, and {} valid trials make it {}",
                                               with_commas(sum), with_commas(valid_), with_commas(due)));
    }
  }

  bool check_size(std::string where, std::size_t found, std::size_t due) {
    if (found == due) return true;
    contradict(std::move(where),
               fmt::format("has {} entries, where such a deck has {}", with_commas(found), with_commas(due)));
    return false;
  }

  // As many rows, each of as many counts.
  bool check_shape(const std::string& where, const Table& table, std::size_t rows, std::size_t columns) {
    if (!check_size(where, table.size(), rows)) return false;
    bool fits = true;
    for (std::size_t row = 0; row < rows; ++row) {
      fits = check_size(fmt::format("{}/{}", where, row), table[row].size(), columns) && fits;
    }
    return fits;
  }

  static Counts column_of(const Table& table, std::size_t column) {
    Counts counts;
    for (const Counts& row : table) counts.push_back(row[column]);
    return counts;
  }

  void check_sites() {
    if (!check_shape("/sites", counts_.sites, static_cast<std::size_t>(deck_.size), sizes_.size())) return;
    for (std::size_t site = 0; site < counts_.sites.size(); ++site) {
      check_sum(fmt::format("/sites/{}", site), counts_.sites[site], valid_);
    }
    for (std::size_t symbol = 0; symbol < sizes_.size(); ++symbol) {
      check_sum("/sites", column_of(counts_.sites, symbol), due_of(symbol));
    }
  }

  std::uint64_t due_of(std::size_t symbol) const {
    return symbol < sizes_.size() ? static_cast<std::uint64_t>(sizes_[symbol]) * valid_ : valid_;
  }

  void check_neighbours() {
    const std::size_t kinds = deck_.makeup.has_equal_cards() ? sizes_.size() + 1 : 0;
    if (!check_shape("/neighbours", counts_.neighbours, kinds, kinds)) return;
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      check_sum(fmt::format("/neighbours/{}", kind), counts_.neighbours[kind], due_of(kind));
      check_sum("/neighbours", column_of(counts_.neighbours, kind), due_of(kind));
      const bool follows_itself = kind < sizes_.size() && sizes_[kind] > 1;
      if (!follows_itself && counts_.neighbours[kind][kind] != 0) {
        contradict("/neighbours", fmt::format("has kind {} follow itself, and there is one of it", kind));
      }
    }
  }

  void check_together() {
    const auto cards = static_cast<std::size_t>(deck_.size),
               dealt = static_cast<std::size_t>(deck_.makeup.dealt);
    const std::size_t pairs = counts_together(deck_.makeup, deck_.size) ? cards * (cards - 1) / 2 : 0;
    if (!check_size("/together", counts_.together.size(), pairs) || pairs == 0) return;
    check_sum("/together", counts_.together, dealt * (dealt - 1) / 2 * valid_);
  }

  void check_arrangements() {
    const std::uint64_t due =
        count_arrangements(deck_.makeup, deck_.size, MakeupCounts::most_arrangements).value_or(0);
    if (!check_size("/arrangements", counts_.arrangements.size(), due) || due == 0) return;
    check_sum("/arrangements", counts_.arrangements, valid_);
  }

  void check_ends() {
    for (std::size_t kind = 0; kind < sizes_.size(); ++kind) {
      if (counts_.neighbours.back()[kind] != counts_.sites.front()[kind]) {
        contradict("/neighbours", fmt::format("has kind {} first otherwise than the sites", kind));
      }
      if (counts_.neighbours[kind].back() != counts_.sites.back()[kind]) {
        contradict("/neighbours", fmt::format("has kind {} last otherwise than the sites", kind));
      }
    }
  }

  // A card that is dealt is in a pair with each of the others.
  void check_pairs_of_cards() {
    const std::size_t cards = counts_.sites.size();
    Counts of_card(cards);
    auto pair = counts_.together.begin();
    for (std::size_t card = 0; card < cards; ++card) {
      for (std::size_t other = card + 1; other < cards; ++other, ++pair) {
        of_card[card] += *pair;
        of_card[other] += *pair;
      }
    }
    for (std::size_t card = 0; card < cards; ++card) {
      const std::uint64_t dealt = valid_ - counts_.sites[card].back();
      if (of_card[card] == dealt * static_cast<std::uint64_t>(deck_.makeup.dealt - 1)) continue;
      contradict("/together", fmt::format("has card {} in {} pairs, and it was dealt {} times", card,
                                          with_commas(of_card[card]), with_commas(dealt)));
    }
  }

  // The sequences in the order of their ranks, each as often as it came.
  void check_sites_of_arrangements() {
    std::vector<Symbol> symbols;
    for (std::size_t symbol = 0; symbol < sizes_.size(); ++symbol) {
      symbols.insert(symbols.end(), static_cast<std::size_t>(sizes_[symbol]), static_cast<Symbol>(symbol));
    }
    Table sites(symbols.size(), Counts(sizes_.size()));
    for (const std::uint64_t count : counts_.arrangements) {
      for (std::size_t site = 0; site < symbols.size(); ++site) sites[site][symbols[site]] += count;
      std::ranges::next_permutation(symbols);
    }
    if (sites != counts_.sites) contradict("/arrangements", "has other cards at the sites than they say");
  }

  const CountedDeck& deck_;
  std::uint64_t valid_;
  const MakeupEvidence& counts_;
  std::vector<Contradiction>& contradictions_;
  std::vector<int> sizes_;
};

}  // namespace

void check_makeup(const CountedDeck& deck, std::uint64_t valid, const Evidence& evidence,
                  std::vector<Contradiction>& contradictions) {
  const bool is_due = !deck.makeup.is_plain();
  if (is_due != evidence.makeup.has_value()) {
    contradictions.push_back({"/evidence/makeup", is_due ? "is missing" : "is there, and all cards differ"});
    return;
  }
  if (!is_due) return;
  MakeupCheck(deck, valid, *evidence.makeup, contradictions).run();
  const QuotientEvidence& quotients = evidence.quotients;
  if (quotients.pairs > 0 || !quotients.orders.empty() || !quotients.positions.empty() ||
      !quotients.tables.empty()) {
    contradictions.push_back({"/evidence/quotients", "are there, where equal cards or a deal leave none"});
  }
}

}  // namespace fairshuffle
