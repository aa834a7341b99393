#include "core/statistics/multiset.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/permutation/permutation.hpp"
#include "core/statistics/tail.hpp"

namespace fairshuffle {

Needs detail::needs_marked_cards(const Tally& tally) {
  if (!tally.subsets) return {.lacking = "no cards are marked"};
  const std::uint64_t sets = tally.subsets->by_rank().size();
  return {.rule = equal_cells_rule(sets), .table = with_commas(sets) + " sets of positions"};
}

namespace {

const MultisetCounts& counts_of(std::string_view function, const Tally& tally) {
  if (!tally.multiset) {
    detail::refuse_argument(function, "multiset", "a deck with equal cards or a deal", tally.deck_size);
  }
  if (tally.trials == 0) detail::refuse_argument(function, "trials", "at least 1", 0);
  return *tally.multiset;
}

// Which kind may follow which, the ends of the deck being one more kind of one card, in how many ways.
class PairsOfKinds {
 public:
  explicit PairsOfKinds(std::span<const int> sizes) : sizes_(sizes.begin(), sizes.end()) {
    sizes_.push_back(1);
    for (std::size_t kind = 0; kind < sizes_.size(); ++kind) {
      for (std::size_t next = 0; next < sizes_.size(); ++next) {
        const double here = ways(kind, next);
        if (here == 0) continue;
        ++possible_;
        sum_of_inverses_ += 1 / here;
      }
    }
  }

  std::size_t kinds() const { return sizes_.size(); }
  double ways(std::size_t kind, std::size_t next) const {
    return static_cast<double>(sizes_[kind]) * (sizes_[next] - (kind == next ? 1 : 0));
  }
  double degrees_of_freedom() const { return possible_ - 2.0 * static_cast<double>(kinds()) + 1; }

  /// Rare pairs come in some trials and not in others, which adds n S / N to the variance 2 df of the
  /// statistic, S being the sum of 1 / w: no more than a hundredth of it from 50 n S / df trials on.
  TrialRule rule(int deck_size) const {
    const auto full =
        static_cast<std::uint64_t>(std::ceil(50 * deck_size * sum_of_inverses_ / degrees_of_freedom()));
    const TrialRule of_table = detail::table_rule(deck_size);
    return {std::max(of_table.fewest, full), std::max(of_table.fewest_for_any_level, 5 * full)};
  }

 private:
  std::vector<int> sizes_;
  int possible_ = 0;
  double sum_of_inverses_ = 0;
};

// One trial in which two cards are both dealt.
double chance_together(int deck_size, int dealt) {
  return static_cast<double>(dealt) * (dealt - 1) / (static_cast<double>(deck_size) * (deck_size - 1));
}

}  // namespace

ChiSquared sites_statistic(const Tally& tally) {
  constexpr std::string_view function = "sites_statistic";
  const MultisetCounts& counts = counts_of(function, tally);
  const auto n = static_cast<std::uint64_t>(tally.deck_size);
  detail::check_total(function, detail::sums_of(counts.sites()).counted, n * tally.trials, tally.trials);
  long double sum = 0;
  for (std::size_t symbol = 0; symbol < counts.symbols(); ++symbol) {
    const auto size = static_cast<std::uint64_t>(counts.sizes()[symbol]);
    Wide squares = 0;
    for (std::size_t site = 0; site < n; ++site) {
      // n times as far from what is due as the count is, which is a whole number.
      const std::uint64_t count = n * counts.at(site, symbol), due = size * tally.trials;
      const std::uint64_t off = count > due ? count - due : due - count;
      squares += static_cast<Wide>(off) * off;
    }
    sum += static_cast<long double>(squares) / static_cast<long double>(size);
  }
  const long double statistic =
      static_cast<long double>(n - 1) * sum /
      (static_cast<long double>(n) * static_cast<long double>(n) * static_cast<long double>(tally.trials));
  return {static_cast<double>(statistic), static_cast<double>((counts.symbols() - 1) * (n - 1))};
}

ChiSquared kind_neighbours_statistic(const Tally& tally) {
  constexpr std::string_view function = "kind_neighbours_statistic";
  const MultisetCounts& counts = counts_of(function, tally);
  if (counts.neighbours().empty()) {
    detail::refuse_argument(function, "multiset", "a deck with equal cards", tally.deck_size);
  }
  const PairsOfKinds pairs(counts.sizes());
  const auto trials = static_cast<long double>(tally.trials), n = static_cast<long double>(tally.deck_size);
  const auto off = [&](std::size_t kind, std::size_t next) {
    return static_cast<long double>(counts.neighbours()[kind * pairs.kinds() + next]) -
           trials * static_cast<long double>(pairs.ways(kind, next)) / n;
  };
  detail::check_total(function, detail::sums_of(counts.neighbours()).counted,
                      (static_cast<std::uint64_t>(tally.deck_size) + 1) * tally.trials, tally.trials);
  long double symmetric = 0, antisymmetric = 0;
  for (std::size_t kind = 0; kind < pairs.kinds(); ++kind) {
    for (std::size_t next = 0; next < pairs.kinds(); ++next) {
      const long double cells = pairs.ways(kind, next);
      if (cells == 0) continue;
      const long double there = off(kind, next), back = off(next, kind);
      symmetric += (there + back) * (there + back) / (4 * cells);
      antisymmetric += (there - back) * (there - back) / (4 * cells);
    }
  }
  const long double statistic = n / trials * (symmetric + (n - 1) / (n + 1) * antisymmetric);
  return {static_cast<double>(statistic), pairs.degrees_of_freedom()};
}

ChiSquared together_statistic(const Tally& tally) {
  constexpr std::string_view function = "together_statistic";
  const MultisetCounts& counts = counts_of(function, tally);
  if (counts.together().empty()) {
    detail::refuse_argument(function, "multiset", "a deal that can leave pairs out", tally.deck_size);
  }
  const int n = tally.deck_size, dealt = counts.multiset().dealt;
  const auto cards = static_cast<std::size_t>(n);
  const auto trials = static_cast<long double>(tally.trials);
  const long double due = trials * chance_together(n, dealt);
  detail::check_total(function, detail::sums_of(counts.together()).counted,
                      static_cast<std::uint64_t>(dealt * (dealt - 1) / 2) * tally.trials, tally.trials);
  std::vector<long double> of_card(cards);
  std::size_t pair = 0;
  for (std::size_t card = 0; card < cards; ++card) {
    for (std::size_t other = card + 1; other < cards; ++other, ++pair) {
      const long double off = static_cast<long double>(counts.together()[pair]) - due;
      of_card[card] += off;
      of_card[other] += off;
    }
  }
  long double squares = 0;
  pair = 0;
  for (std::size_t card = 0; card < cards; ++card) {
    for (std::size_t other = card + 1; other < cards; ++other, ++pair) {
      const long double left = static_cast<long double>(counts.together()[pair]) - due -
                               (of_card[card] + of_card[other]) / (n - 2);
      squares += left * left;
    }
  }
  const int rest = n - dealt;
  const long double variance = due * rest * (rest - 1) / (static_cast<long double>(n - 2) * (n - 3));
  return {static_cast<double>(squares / variance), n * (n - 3) / 2.0};
}

StrongestCell strongest_site(const Tally& tally) {
  constexpr std::string_view function = "strongest_site";
  const MultisetCounts& counts = counts_of(function, tally);
  const std::size_t symbols = counts.symbols();
  StrongestCell strongest(tally.trials);
  for (std::size_t symbol = 0; symbol < symbols; ++symbol) {
    strongest.look_at(counts.sites(), static_cast<double>(counts.sizes()[symbol]) / tally.deck_size,
                      [&](std::size_t cell) { return cell % symbols == symbol; });
  }
  detail::check_total(function, strongest.counted(),
                      static_cast<std::uint64_t>(tally.deck_size) * tally.trials, tally.trials);
  return strongest;
}

Needs detail::needs_arrangements(const Tally& tally) {
  Needs needs = needs_trials(tally);
  if (!needs.lacking.empty()) return needs;
  const std::uint64_t arrangements = tally.multiset->arrangements().size();
  if (arrangements == 0) return {.lacking = "there are too many arrangements to count"};
  return {.rule = equal_cells_rule(arrangements), .table = with_commas(arrangements) + " arrangements"};
}

Needs detail::needs_kind_neighbours(const Tally& tally) {
  Needs needs = needs_table_of_trials(tally);
  if (!needs.lacking.empty()) return needs;
  if (tally.multiset->neighbours().empty()) return {.lacking = "all cards differ"};
  needs.rule = PairsOfKinds(tally.multiset->sizes()).rule(tally.deck_size);
  return needs;
}

Needs detail::needs_dealt_together(const Tally& tally) {
  Needs needs = needs_table_of_trials(tally);
  if (!needs.lacking.empty()) return needs;
  if (tally.multiset->together().empty()) {
    return {.lacking =
                has_pairs(tally.deck_multiset(), tally.deck_size)
                    ? "pairs are counted of deals of up to " + std::to_string(most_dealt_together) + " cards"
                    : "no two cards can be dealt together, or left out"};
  }
  const int dealt = tally.multiset->multiset().dealt;
  // Five trials are due of every pair, of those that are dealt and of those that are left.
  const double rarer = std::min(chance_together(tally.deck_size, dealt),
                                chance_together(tally.deck_size, tally.deck_size - dealt));
  needs.rule = trial_rule(static_cast<std::uint64_t>(std::ceil(5 / rarer)));
  return needs;
}

}  // namespace fairshuffle
