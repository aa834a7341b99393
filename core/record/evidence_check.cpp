#include "core/record/evidence_check.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/permutation/sentence.hpp"
#include "core/tally/positions.hpp"
#include "core/tally/successive.hpp"

namespace fairshuffle {

namespace {

using Counts = std::vector<std::uint64_t>;
using Rows = std::vector<Counts>;

/// One pass over everything that an evidence says of its trials.
class EvidenceCheck {
 public:
  EvidenceCheck(const PlannedTarget& target, const Tally& empty, const Evidence& evidence,
                std::vector<Contradiction>& contradictions)
      : target_(target),
        deck_(counted_deck(target)),
        due_(empty),
        evidence_(evidence),
        cards_(static_cast<std::size_t>(deck_.size)),
        contradictions_(contradictions) {}

  void run() {
    check_trials();
    check_witnesses();
    check_list("/permutations", evidence_.permutations,
               has_permutations() ? permutation_count(deck_.size) : 0, valid_);
    check_permutation_histogram();
    check_kinds();
    check_multiset();
    check_tables(deck_.size, Tables::Of::permutations, is_plain(), valid_, evidence_.tables,
                 evidence_.table_histograms, "/evidence/tables", contradictions_);
    if (contradictions_.empty() && is_plain()) check_tables_against_positions();
    check_pair_positions(deck_, valid_, evidence_, contradictions_);
    check_repeats();
    check_birthday(deck_, evidence_, contradictions_);
    if (is_plain()) check_successive();
    check_bet();
    check_bets(target_, evidence_, contradictions_);
  }

 private:
  bool is_plain() const { return deck_.multiset.is_plain(); }
  bool has_permutations() const {
    return deck_.permutations_counted && deck_.size <= largest_counted_deck_size;
  }
  std::string trials_text() const { return sentence("{} of {} trials are valid", valid_, evidence_.trials); }

  // where: below the evidence.
  void contradict(std::string_view where, std::string sentence) {
    contradictions_.push_back({fmt::format("/evidence{}", where), std::move(sentence)});
  }

  // Whether a check finds nothing: what tables share is told only of tables that stand by themselves.
  template <class Check>
  bool finds_nothing(Check check) {
    const std::size_t before = contradictions_.size();
    check();
    return contradictions_.size() == before;
  }

  // Every kind of counts is declared by its size, and by what its rows and its columns add up to.

  void check_list(std::string_view where, const Counts& counts, std::uint64_t size, std::uint64_t sum) {
    if (std::string why = why_no_counts(counts, size, sum); !why.empty()) contradict(where, std::move(why));
  }

  // rows, columns: what each of them adds up to.
  void check_table(const std::string& where, const Rows& table, const Counts& rows, const Counts& columns) {
    if (table.size() != rows.size()) {
      contradict(where, sentence("has {} rows, where {} are due", nth(table.size()), nth(rows.size())));
      return;
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
      check_list(fmt::format("{}/{}", where, row), table[row], columns.size(), rows[row]);
    }
    const auto is_whole = [&columns](const Counts& row) { return row.size() == columns.size(); };
    if (rows.empty() || !std::ranges::all_of(table, is_whole)) return;
    for (std::size_t column = 0; column < columns.size(); ++column) {
      Counts counts;
      for (const Counts& row : table) counts.push_back(row[column]);
      if (const std::uint64_t sum = sum_of_counts(counts); sum != columns[column]) {
        contradict(where, sentence("adds up to {} in column {}, where {} are due", sum, nth(column),
                                   columns[column]));
      }
    }
  }

  // Kinds of which each row, and each column of a table, holds every one of `sum` trials once.
  void check_kind(const std::string& where, const Rows& table, const CountTable* due, std::uint64_t sum) {
    check_table(where, table, Counts(due == nullptr ? 0 : due->rows(), sum),
                Counts(due == nullptr ? 0 : due->columns(), sum));
  }
  void check_kind(const std::string& where, const Counts& list, const CountTable* due, std::uint64_t sum) {
    check_list(where, list, due == nullptr ? 0 : due->cells().size(), sum);
  }

  // What is first and last follows the boundary and is followed by it, and nothing that there is one of, as
  // the boundary, follows itself. sizes: how many there are of each, the boundary left out.
  void check_neighbours(const std::string& where, const Rows& neighbours, const Rows& places,
                        const Counts& sizes, std::string_view card) {
    const auto check_end = [&](std::size_t index, std::string_view end, bool is_as_there) {
      if (is_as_there) return;
      contradict(where, fmt::format("has {} {} {} otherwise than the positions", card, index, end));
    };
    for (std::size_t index = 0; index + 1 < neighbours.size(); ++index) {
      check_end(index, "first", neighbours.back()[index] == places.front()[index]);
      check_end(index, "last", neighbours[index].back() == places.back()[index]);
    }
    for (std::size_t index = 0; index < neighbours.size(); ++index) {
      const bool may_follow = index < sizes.size() && sizes[index] > 1;
      if (may_follow || neighbours[index][index] == 0) continue;
      contradict(where, fmt::format("has {} {} follow itself", card, index));
    }
  }

  // Every fixed point is a card at its own position, and the cycles of a permutation tell whether it is even.
  // where: of all of them. Counts: of single decks, or of relative permutations.
  template <class AllCounts>
  void check_numbers(const std::string& where, const AllCounts& counts) {
    std::uint64_t home = 0, fixed = 0, even = 0;
    for (std::size_t card = 0; card <= cards_; ++card) {
      if (card < cards_) home += counts.positions[card][card];
      fixed += card * counts.fixed_points[card];
      if ((cards_ - card) % 2 == 0) even += counts.cycles[card];
    }
    if (fixed != home) {
      contradict(where + "/fixed_points", sentence("has {} in all, and the positions {}", fixed, home));
    }
    if (even != counts.parity.front()) {
      contradict(where + "/parity",
                 sentence("has {} even permutations, and the cycles {}", counts.parity.front(), even));
    }
  }

  void check_trials() {
    if (evidence_.invalid_trials > evidence_.trials) {
      contradict("/invalid/count",
                 sentence("is {}, of {} trials in all", evidence_.invalid_trials, evidence_.trials));
      return;
    }
    valid_ = evidence_.trials - evidence_.invalid_trials;
  }

  void check_witnesses() {
    const auto kept = std::min<std::uint64_t>(evidence_.invalid_trials, RunningTally::most_witnesses);
    if (evidence_.witnesses.size() != kept) {
      contradict("/invalid/witnesses",
                 sentence("holds {} of {} invalid trials, where {} are kept", nth(evidence_.witnesses.size()),
                          evidence_.invalid_trials, kept));
    }
    std::vector<int> sorted(cards_);
    std::iota(sorted.begin(), sorted.end(), 0);
    for (std::size_t index = 0; index < evidence_.witnesses.size(); ++index) {
      const std::string where = fmt::format("/invalid/witnesses/{}", index);
      const std::vector<int>& cards = evidence_.witnesses[index].permutation;
      if (std::is_permutation(cards.begin(), cards.end(), sorted.begin(), sorted.end())) {
        contradict(where + "/permutation", "is a permutation of the deck");
      }
      check_witness_trial(index, where + "/trial");
    }
  }

  // Each is a trial of its own after the one before, and the invalid trials after it have room.
  void check_witness_trial(std::size_t index, const std::string& where) {
    const std::uint64_t trial = evidence_.witnesses[index].trial;
    const std::uint64_t later =
        evidence_.invalid_trials - std::min<std::uint64_t>(index, evidence_.invalid_trials);
    if (trial >= evidence_.trials || later > evidence_.trials - trial) {
      contradict(where, sentence("is {} (from 0), of {} trials in all, {} of them invalid", trial,
                                 evidence_.trials, evidence_.invalid_trials));
    } else if (index > 0 && trial <= evidence_.witnesses[index - 1].trial) {
      contradict(where, sentence("is {}, after {}", trial, evidence_.witnesses[index - 1].trial));
    }
  }

  void check_permutation_histogram() {
    const bool is_due = deck_.permutations_counted && !has_permutations();
    if (is_due && deck_.size > largest_countable_deck_size) {
      contradict("/permutation_histogram",
                 fmt::format("is of permutations, which no run counts of {} cards", deck_.size));
    } else if (is_due) {
      check_histogram("/evidence/permutation_histogram", evidence_.permutation_histogram,
                      permutation_count(deck_.size), valid_, contradictions_);
    } else if (!evidence_.permutation_histogram.empty()) {
      contradict("/permutation_histogram", "is there, where no such counts are kept");
    }
  }

  // Every kind of counts of single trials; other tables, bets and multiset decks are looked at elsewhere.
  void check_kinds() {
    const bool are_due = !has_permutations() && is_plain();
    const auto look_at = [&](std::string_view name, const auto& due, const auto& found) {
      using Found = std::remove_cvref_t<decltype(found)>;
      if constexpr (std::is_same_v<Found, Counts> || std::is_same_v<Found, Rows>) {
        const CountTable* table = nullptr;
        if constexpr (requires { due.has_value(); }) {
          if (due) table = &*due;
        } else {
          table = &due;
        }
        check_kind(fmt::format("/{}", name), found, are_due ? table : nullptr, valid_);
      }
    };
    if (!finds_nothing([&] { Tally::for_each(look_at, due_, evidence_); }) || !are_due) return;
    check_neighbours("/neighbours", evidence_.neighbours, evidence_.positions, {}, "card");
    check_numbers("", evidence_);
    check_marked_margins();
    check_commonest_permutation();
  }

  // Of each position: how often a marked card stood there.
  void check_marked_margins() {
    if (evidence_.subsets.empty()) return;
    const auto marked = static_cast<std::size_t>(deck_.marked);
    Counts taken(cards_);
    std::vector<std::size_t> set(marked);
    std::iota(set.begin(), set.end(), std::size_t{0});
    for (const std::uint64_t count : evidence_.subsets) {
      for (const std::size_t position : set) taken[position] += count;
      to_next_subset(set);
    }
    for (std::size_t position = 0; position < cards_; ++position) {
      const std::uint64_t there = sum_of_counts(std::span(evidence_.positions[position]).first(marked));
      if (taken[position] == there) continue;
      contradict("/subsets", sentence("has marked cards at position {} in {} trials, and the positions in {}",
                                      nth(position), taken[position], there));
    }
  }

  // Its trials all have the same card at each position.
  void check_commonest_permutation() {
    if (evidence_.permutation_histogram.empty()) return;
    const std::uint64_t commonest = evidence_.permutation_histogram.back().count;
    for (std::size_t position = 0; position < cards_; ++position) {
      const std::uint64_t most = *std::ranges::max_element(evidence_.positions[position]);
      if (commonest <= most) continue;
      contradict(
          "/permutation_histogram",
          sentence("has a permutation that came {} times, and no card is at position {} more than {} times",
                   commonest, nth(position), most));
    }
  }

  void check_tables_against_positions() {
    for (const TableInfo* info : all_tables()) {
      const auto found = evidence_.tables.find(std::string(info->name));
      if (info->against_positions == nullptr || found == evidence_.tables.end()) continue;
      std::string why = info->against_positions(evidence_.positions, found->second);
      if (!why.empty()) contradict(fmt::format("/tables/{}", info->name), std::move(why));
    }
  }

  // Of a plain deck there is nothing, and of a multiset one no relative permutations.
  void check_multiset() {
    if (due_.multiset.has_value() != evidence_.multiset.has_value()) {
      contradict("/multiset", due_.multiset ? "is missing" : "is there, and all cards differ");
    } else if (due_.multiset) {
      check_multiset(*due_.multiset, *evidence_.multiset);
      if (evidence_.successive != SuccessiveEvidence{}) {
        contradict("/successive", "are there, where equal cards or a deal leave none");
      }
    }
  }

  // The counts of sites, neighbours, pairs and arrangements.
  void check_multiset(const MultisetCounts& empty, const MultisetEvidence& counts) {
    const MultisetTables& due = empty.tables();
    const Multiset& multiset = empty.multiset();
    const Counts sizes(empty.sizes().begin(), empty.sizes().end());
    // Of each symbol, and once of the boundary or of what is not dealt.
    const auto sums = [&](std::size_t columns) {
      Counts of_columns(columns, valid_);
      for (std::size_t symbol = 0; symbol < std::min(columns, sizes.size()); ++symbol)
        of_columns[symbol] *= sizes[symbol];
      return of_columns;
    };
    const auto dealt = static_cast<std::uint64_t>(multiset.dealt);
    const bool is_whole = finds_nothing([&] {
      check_table("/multiset/sites", counts.sites, Counts(due.sites.rows(), valid_),
                  sums(due.sites.columns()));
      const Counts of_neighbours = sums(due.neighbours.rows());
      check_table("/multiset/neighbours", counts.neighbours, of_neighbours, of_neighbours);
      check_kind("/multiset/together", counts.together, &due.together, dealt * (dealt - 1) / 2 * valid_);
      check_kind("/multiset/arrangements", counts.arrangements, &due.arrangements, valid_);
    });
    if (!is_whole) return;
    if (multiset.has_equal_cards())
      check_neighbours("/multiset/neighbours", counts.neighbours, counts.sites, sizes, "kind");
    if (!counts.together.empty()) check_pairs_of_cards(counts, dealt);
    if (!counts.arrangements.empty()) check_sites_of_arrangements(counts, sizes);
  }

  // A card that is dealt is in a pair with each of the others.
  void check_pairs_of_cards(const MultisetEvidence& counts, std::uint64_t dealt) {
    const std::size_t cards = counts.sites.size();
    Counts of_card(cards);
    auto pair = counts.together.begin();
    for (std::size_t card = 0; card < cards; ++card) {
      for (std::size_t other = card + 1; other < cards; ++other, ++pair) {
        of_card[card] += *pair;
        of_card[other] += *pair;
      }
    }
    for (std::size_t card = 0; card < cards; ++card) {
      const std::uint64_t times = valid_ - counts.sites[card].back();
      if (of_card[card] == times * (dealt - 1)) continue;
      contradict("/multiset/together", sentence("has card {} in {} pairs, and it was dealt {} times",
                                                nth(card), of_card[card], times));
    }
  }

  // The sequences in the order of their ranks, each as often as it came.
  void check_sites_of_arrangements(const MultisetEvidence& counts, const Counts& sizes) {
    std::vector<Symbol> symbols;
    for (std::size_t symbol = 0; symbol < sizes.size(); ++symbol) {
      symbols.insert(symbols.end(), sizes[symbol], static_cast<Symbol>(symbol));
    }
    Rows sites(symbols.size(), Counts(sizes.size()));
    for (const std::uint64_t count : counts.arrangements) {
      for (std::size_t site = 0; site < symbols.size(); ++site) sites[site][symbols[site]] += count;
      std::ranges::next_permutation(symbols);
    }
    if (sites != counts.sites) {
      contradict("/multiset/arrangements", "has other cards at the sites than they say");
    }
  }

  // Of all trials up to a number of them there are as many as repeats have, and later not more.
  bool fits_repeats(std::uint64_t successive, std::uint64_t of_repeats) const {
    return evidence_.trials <= trials_of_all_successive ? successive == of_repeats : successive <= of_repeats;
  }

  // The counts of relative permutations against the deck, each other and the repeats.
  void check_successive() {
    const SuccessiveEvidence& successive = evidence_.successive;
    const SuccessiveCounts& due = due_.successive;
    const std::uint64_t pairs = successive.pairs;
    const bool some = pairs > 0, by_permutation = !due.permutations.empty();
    const auto look_at = [&](std::string_view name, const auto& due_kind, const auto& found) {
      const std::string where = fmt::format("/successive/{}", name);
      using Found = std::remove_cvref_t<decltype(found)>;
      if constexpr (std::is_same_v<Found, NamedCounts>) {
        check_tables(deck_.size, Tables::Of::successive, some, pairs, found, {}, "/evidence" + where,
                     contradictions_);
      } else if constexpr (std::is_same_v<Found, SuccessiveSampleEvidence>) {
        check_sample(where, found, some ? due_kind.cycles.columns() : 0);
      } else if constexpr (std::is_base_of_v<CountTable, std::remove_cvref_t<decltype(due_kind)>>) {
        check_kind(where, found, some && !by_permutation ? &due_kind : nullptr, pairs);
      } else {
        check_list(where, found, some ? due_kind.size() : 0, pairs);
      }
    };
    const bool is_whole = finds_nothing([&] {
      if (!fits_repeats(pairs, evidence_.repeats.pairs)) {
        contradict("/successive/pairs",
                   sentence("is {}, of {} pairs of successive trials", pairs, evidence_.repeats.pairs));
      }
      SuccessiveCounts::for_each(look_at, due, successive);
    });
    if (!some || !is_whole) return;
    if (!by_permutation) check_numbers("/successive", successive);
    // The relative permutation of equal permutations moves nothing.
    const std::uint64_t unmoved =
        by_permutation ? successive.permutations.front() : successive.fixed_points.back();
    if (fits_repeats(unmoved, evidence_.repeats.equal)) return;
    contradict("/successive", sentence("moves no card in {} pairs, and {} pairs have equal permutations",
                                       unmoved, evidence_.repeats.equal));
  }

  void check_sample(const std::string& where, const SuccessiveSampleEvidence& sample, std::size_t size) {
    const std::uint64_t total = sum_of_counts(sample.fixed_points);
    check_list(where + "/fixed_points", sample.fixed_points, size, total);
    check_list(where + "/cycles", sample.cycles, size, total);
    if (const std::uint64_t pairs = evidence_.successive.pairs; total > pairs) {
      contradict(where, sentence("has {} of {} relative permutations", total, pairs));
    }
  }

  void check_repeats() {
    const std::uint64_t most_pairs = valid_ == 0 ? 0 : valid_ - 1;
    if (evidence_.repeats.pairs > most_pairs) {
      contradict("/repeats/pairs", sentence("is {}, but {}", evidence_.repeats.pairs, trials_text()));
    }
    if (evidence_.repeats.equal > evidence_.repeats.pairs) {
      contradict("/repeats/equal",
                 sentence("is {}, of {} pairs", evidence_.repeats.equal, evidence_.repeats.pairs));
    }
  }

  void check_bet() {
    if (!evidence_.bet) return;
    const Bet& bet = *evidence_.bet;
    if (bet.judged > valid_ || bet.hits > bet.judged) {
      contradict("/bet", sentence("has {} hits of {} trials, but {}", bet.hits, bet.judged, trials_text()));
    }
    if (!(bet.share >= 0 && bet.share <= 1)) {
      contradict("/bet/share", fmt::format("is {}, which is no probability", bet.share));
    }
    if (bet.places) check_places(bet, *bet.places);
  }

  void check_places(const Bet& bet, const HitPlaces& places) {
    HitPlaces::Trials all;
    bool fits = true;
    for (const auto& [trials, hits] : places.by_distance) {
      fits = fits && trials <= bet.judged && hits <= trials;
      all.trials += trials;
      all.hits += hits;
    }
    fits = fits && all.trials == std::min<std::uint64_t>(bet.judged, FirstDecks::most_cards / cards_) &&
           all.hits <= bet.hits && all.trials - all.hits <= bet.judged - bet.hits;
    for (std::size_t index = 0; index < places.by_block.size(); ++index) {
      const auto [blocks, hits, squares] = places.by_block[index];
      const std::uint64_t size = HitPlaces::block_sizes[index], rest = all.trials % size;
      // The squares are least where all blocks have as many hits, and most where hits fill some of them.
      fits = fits && blocks == all.trials / size && hits <= all.hits && all.hits - hits <= rest &&
             squares >= hits && squares <= hits * size && blocks * squares >= hits * hits;
    }
    if (!fits) contradict("/bet/places", "are no places of the hits of this bet");
  }

  const PlannedTarget& target_;
  const CountedDeck deck_;
  const Tally& due_;
  const Evidence& evidence_;
  const std::size_t cards_;
  std::vector<Contradiction>& contradictions_;
  std::uint64_t valid_ = 0;
};

}  // namespace

std::vector<Contradiction> contradictions_of(const PlannedTarget& target, const Tally& empty,
                                             const Evidence& evidence) {
  std::vector<Contradiction> contradictions;
  EvidenceCheck(target, empty, evidence, contradictions).run();
  return contradictions;
}

}  // namespace fairshuffle
