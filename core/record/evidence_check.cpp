#include "core/record/evidence_check.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
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

std::uint64_t sum_of_column(const Rows& table, std::size_t column) {
  Counts counts;
  for (const Counts& row : table) counts.push_back(row[column]);
  return sum_of_counts(counts);
}

// Where counts stand, and how sentences of them go on.
struct CountsPlace {
  std::string where;                                         // "/evidence/multiset"
  std::string owner;                                         // who has how many of them, "such a deck has"
  std::string_view row, count;                               // what several of them are called
  std::function<std::string(std::uint64_t due)> beside_sum;  // behind a sum: ", of 3 relative permutations"
};

// Counts of one place held to what they must be, whatever they are of.
class CountsCheck {
 public:
  CountsCheck(CountsPlace place, std::vector<Contradiction>& contradictions)
      : contradictions_(contradictions), place_(std::move(place)) {}

 protected:
  void contradict(std::string_view where, std::string sentence) {
    contradictions_.push_back({fmt::format("{}{}", place_.where, where), std::move(sentence)});
  }

  // False where there are more or fewer than are due.
  bool check_size(std::string_view where, std::size_t found, std::uint64_t due, std::string_view counts) {
    if (found == due) return true;
    sizes_fit_ = false;
    contradict(where, sentence("has {} {}, where {} {}", found, counts, place_.owner, due));
    return false;
  }

  void check_sum(std::string_view where, std::uint64_t sum, std::uint64_t due) {
    if (sum != due) contradict(where, sentence("adds up to {}{}", sum, place_.beside_sum(due)));
  }

  // So many counts that add up.
  void check_list(std::string_view where, const Counts& counts, std::uint64_t size, std::uint64_t due) {
    if (check_size(where, counts.size(), size, place_.count) && size > 0) {
      check_sum(where, sum_of_counts(counts), due);
    }
  }

  // False where it has other rows and columns than are due.
  bool check_shape(const std::string& where, const Rows& table, const CountTable& due) {
    if (!check_size(where, table.size(), due.rows(), place_.row)) return false;
    bool fits = true;
    for (std::size_t row = 0; row < table.size(); ++row) {
      fits = check_size(fmt::format("{}/{}", where, row), table[row].size(), due.columns(), place_.count) &&
             fits;
    }
    return fits;
  }

  // What is first and last follows the boundary and is followed by it.
  void check_ends(const Rows& neighbours, const Rows& places, std::string_view card,
                  std::string_view name_of_places) {
    const auto check_end = [&](std::size_t index, std::string_view end, bool is_as_there) {
      if (is_as_there) return;
      contradict("/neighbours",
                 fmt::format("has {} {} {} otherwise than the {}", card, index, end, name_of_places));
    };
    for (std::size_t index = 0; index + 1 < neighbours.size(); ++index) {
      check_end(index, "first", neighbours.back()[index] == places.front()[index]);
      check_end(index, "last", neighbours[index].back() == places.back()[index]);
    }
  }

  // Every fixed point is a card at its own position, and the cycles of a permutation tell whether it is even.
  void check_numbers(const Rows& positions, const Counts& fixed_points, const Counts& cycles,
                     const Counts& parity, std::string_view at_home, std::string_view permutations) {
    const std::size_t cards = positions.size();
    std::uint64_t home = 0, fixed = 0, even = 0;
    for (std::size_t card = 0; card <= cards; ++card) {
      if (card < cards) home += positions[card][card];
      fixed += card * fixed_points[card];
      if ((cards - card) % 2 == 0) even += cycles[card];
    }
    if (fixed != home) {
      contradict("/fixed_points", sentence("has {} cards {}, and the positions {}", fixed, at_home, home));
    }
    if (even != parity.front()) {
      contradict("/parity",
                 sentence("has {} even {}, and the cycles {}", parity.front(), permutations, even));
    }
  }

  std::vector<Contradiction>& contradictions_;
  bool sizes_fit_ = true;  // no size was found wrong

 private:
  const CountsPlace place_;
};

// The counts of sites, neighbours, pairs and arrangements of a multiset deck.
class MultisetCheck : CountsCheck {
 public:
  // valid: valid trials.
  MultisetCheck(const MultisetCounts& empty, std::uint64_t valid, const MultisetEvidence& counts,
                std::vector<Contradiction>& contradictions)
      : CountsCheck({.where = "/evidence/multiset",
                     .owner = "such a deck has",
                     .row = "entries",
                     .count = "entries",
                     .beside_sum =
                         [valid](std::uint64_t due) {
                           return sentence(", and {} valid trials make it {}", valid, due);
                         }},
                    contradictions),
        multiset_(empty.multiset()),
        valid_(valid),
        due_(empty.tables()),
        counts_(counts),
        sizes_(empty.sizes()) {}

  void run() {
    const std::size_t before = contradictions_.size();
    check_sites();
    check_neighbours();
    const auto dealt = static_cast<std::uint64_t>(multiset_.dealt);
    check_list("/together", counts_.together, due_.together.cells().size(), dealt * (dealt - 1) / 2 * valid_);
    check_list("/arrangements", counts_.arrangements, due_.arrangements.cells().size(), valid_);
    // What tables share is told only of tables that stand by themselves.
    if (contradictions_.size() != before) return;
    if (multiset_.has_equal_cards()) check_ends(counts_.neighbours, counts_.sites, "kind", "sites");
    if (!counts_.together.empty()) check_pairs_of_cards();
    if (!counts_.arrangements.empty()) check_sites_of_arrangements();
  }

 private:
  void check_sites() {
    if (!check_shape("/sites", counts_.sites, due_.sites)) return;
    for (std::size_t site = 0; site < counts_.sites.size(); ++site) {
      check_sum(fmt::format("/sites/{}", site), sum_of_counts(counts_.sites[site]), valid_);
    }
    for (std::size_t symbol = 0; symbol < sizes_.size(); ++symbol) {
      check_sum("/sites", sum_of_column(counts_.sites, symbol), due_of(symbol));
    }
  }

  std::uint64_t due_of(std::size_t symbol) const {
    return symbol < sizes_.size() ? static_cast<std::uint64_t>(sizes_[symbol]) * valid_ : valid_;
  }

  void check_neighbours() {
    if (!check_shape("/neighbours", counts_.neighbours, due_.neighbours)) return;
    for (std::size_t kind = 0; kind < counts_.neighbours.size(); ++kind) {
      check_sum(fmt::format("/neighbours/{}", kind), sum_of_counts(counts_.neighbours[kind]), due_of(kind));
      check_sum("/neighbours", sum_of_column(counts_.neighbours, kind), due_of(kind));
      const bool follows_itself = kind < sizes_.size() && sizes_[kind] > 1;
      if (!follows_itself && counts_.neighbours[kind][kind] != 0) {
        contradict("/neighbours", fmt::format("has kind {} follow itself, and there is one of it", kind));
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
      if (of_card[card] == dealt * static_cast<std::uint64_t>(multiset_.dealt - 1)) continue;
      contradict("/together", sentence("has card {} in {} pairs, and it was dealt {} times", nth(card),
                                       of_card[card], dealt));
    }
  }

  // The sequences in the order of their ranks, each as often as it came.
  void check_sites_of_arrangements() {
    std::vector<Symbol> symbols;
    for (std::size_t symbol = 0; symbol < sizes_.size(); ++symbol) {
      symbols.insert(symbols.end(), static_cast<std::size_t>(sizes_[symbol]), static_cast<Symbol>(symbol));
    }
    Rows sites(symbols.size(), Counts(sizes_.size()));
    for (const std::uint64_t count : counts_.arrangements) {
      for (std::size_t site = 0; site < symbols.size(); ++site) sites[site][symbols[site]] += count;
      std::ranges::next_permutation(symbols);
    }
    if (sites != counts_.sites) contradict("/arrangements", "has other cards at the sites than they say");
  }

  const Multiset& multiset_;
  const std::uint64_t valid_;
  const MultisetTables& due_;
  const MultisetEvidence& counts_;
  const std::span<const int> sizes_;
};

// The counts of relative permutations against the deck, each other and the repeats.
class SuccessiveCheck : CountsCheck {
 public:
  SuccessiveCheck(int deck_size, const SuccessiveCounts& empty, const Evidence& evidence,
                  std::vector<Contradiction>& contradictions)
      : CountsCheck(
            {.where = "/evidence/successive",
             .owner = sentence("{} pairs of a deck of {} cards have", evidence.successive.pairs, deck_size),
             .row = "counts",
             .count = "counts",
             .beside_sum = [](std::uint64_t due) { return sentence(", of {} relative permutations", due); }},
            contradictions),
        deck_size_(deck_size),
        due_(empty),
        evidence_(evidence),
        successive_(evidence.successive) {}

  void run() {
    check_pairs();
    const bool some = successive_.pairs > 0, by_permutation = !due_.permutations.empty(),
               by_table = some && !by_permutation;
    const auto check = [&](std::string_view where, const Counts& counts, const CountTable& due) {
      check_list(where, counts, by_table ? due.columns() : 0, successive_.pairs);
    };
    check_list("/permutations", successive_.permutations, some ? due_.permutations.size() : 0,
               successive_.pairs);
    check_positions(by_table ? due_.positions.rows() : 0);
    check("/fixed_points", successive_.fixed_points, due_.fixed_points);
    check("/cycles", successive_.cycles, due_.cycles);
    check("/parity", successive_.parity, due_.parity);
    check_tables(deck_size_, Tables::Of::successive, some, successive_.pairs, successive_.tables, {},
                 "/evidence/successive/tables", contradictions_);
    const std::size_t numbers = some ? due_.successive.cycles.columns() : 0;
    check_sample("/successive", successive_.successive, numbers);
    check_sample("/apart", successive_.apart, numbers);
    if (!some || !sizes_fit_) return;
    if (!by_permutation) {
      check_numbers(successive_.positions, successive_.fixed_points, successive_.cycles, successive_.parity,
                    "that lie where they lay before", "relative permutations");
    }
    check_equal(by_permutation ? successive_.permutations.front() : successive_.fixed_points.back());
  }

 private:
  // Of all trials up to a number of them there are as many as repeats have, and later not more.
  bool fits_repeats(std::uint64_t successive, std::uint64_t of_repeats) const {
    return evidence_.trials <= trials_of_all_successive ? successive == of_repeats : successive <= of_repeats;
  }

  void check_pairs() {
    const std::uint64_t of_repeats = evidence_.repeats.pairs;
    if (fits_repeats(successive_.pairs, of_repeats)) return;
    contradict("/pairs", sentence("is {}, of {} pairs of successive trials", successive_.pairs, of_repeats));
  }

  void check_positions(std::size_t due) {
    if (!check_size("/positions", successive_.positions.size(), due, "counts")) return;
    for (std::size_t row = 0; row < due; ++row) {
      check_list(fmt::format("/positions/{}", row), successive_.positions[row], due, successive_.pairs);
    }
    if (!sizes_fit_) return;
    for (std::size_t column = 0; column < due; ++column) {
      const std::uint64_t sum = sum_of_column(successive_.positions, column);
      if (sum != successive_.pairs) {
        contradict("/positions", sentence("has position {} before in {} of {} relative permutations",
                                          nth(column), sum, successive_.pairs));
      }
    }
  }

  void check_sample(std::string_view where, const SuccessiveSampleEvidence& sample, std::size_t due) {
    const std::uint64_t total = sum_of_counts(sample.fixed_points);
    check_list(fmt::format("{}/fixed_points", where), sample.fixed_points, due, total);
    check_list(fmt::format("{}/cycles", where), sample.cycles, due, total);
    if (total > successive_.pairs) {
      contradict(where, sentence("has {} of {} relative permutations", total, successive_.pairs));
    }
  }

  // The relative permutation of equal permutations moves nothing.
  void check_equal(std::uint64_t moving_nothing) {
    const std::uint64_t equal = evidence_.repeats.equal;
    if (fits_repeats(moving_nothing, equal)) return;
    contradict("", sentence("moves no card in {} pairs, and {} pairs have equal permutations", moving_nothing,
                            equal));
  }

  const int deck_size_;
  const SuccessiveCounts& due_;
  const Evidence& evidence_;
  const SuccessiveEvidence& successive_;
};

/// One pass over everything that an evidence says of its trials.
class EvidenceCheck : CountsCheck {
 public:
  EvidenceCheck(const PlannedTarget& target, const Tally& empty, const Evidence& evidence,
                std::vector<Contradiction>& contradictions)
      : CountsCheck({.where = "/evidence",
                     .owner = fmt::format("a deck of {} cards has", empty.deck_size),
                     .row = "rows",
                     .count = "counts",
                     .beside_sum = [this](std::uint64_t) { return ", but " + trials_text(); }},
                    contradictions),
        target_(target),
        deck_(counted_deck(target)),
        due_(empty),
        evidence_(evidence),
        cards_(static_cast<std::size_t>(deck_.size)) {}

  void run() {
    check_trials();
    check_witnesses();
    check_list("/permutations", evidence_.permutations,
               has_permutations() ? permutation_count(deck_.size) : 0, valid_);
    check_histogram();
    check_kinds();
    check_multiset();
    check_tables(deck_.size, Tables::Of::permutations, is_plain(), valid_, evidence_.tables,
                 evidence_.table_histograms, "/evidence/tables", contradictions_);
    if (contradictions_.empty() && is_plain()) {
      check_tables_against_positions(evidence_.positions, evidence_.tables, "/evidence/tables",
                                     contradictions_);
    }
    check_pair_positions(deck_, valid_, evidence_, contradictions_);
    check_repeats();
    check_birthday(deck_, evidence_, contradictions_);
    if (is_plain()) SuccessiveCheck(deck_.size, due_.successive, evidence_, contradictions_).run();
    check_bet();
    check_bets(target_, evidence_, contradictions_);
  }

 private:
  bool is_plain() const { return deck_.multiset.is_plain(); }
  std::string trials_text() const { return sentence("{} of {} trials are valid", valid_, evidence_.trials); }

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
    for (std::size_t index = 0; index < evidence_.witnesses.size(); ++index) {
      const WitnessRecord& witness = evidence_.witnesses[index];
      std::vector<int> cards = witness.permutation;
      std::ranges::sort(cards);
      bool is_permutation = cards.size() == cards_;
      for (std::size_t card = 0; is_permutation && card < cards_; ++card) {
        is_permutation = cards[card] == static_cast<int>(card);
      }
      const std::string where = fmt::format("/invalid/witnesses/{}", index);
      if (is_permutation) contradict(where + "/permutation", "is a permutation of the deck");
      check_witness_trial(index, where + "/trial");
    }
  }

  // Each is a trial of its own after the one before, and the invalid trials after it have room.
  void check_witness_trial(std::size_t index, std::string where) {
    const std::uint64_t trial = evidence_.witnesses[index].trial;
    const std::uint64_t later =
        evidence_.invalid_trials - std::min<std::uint64_t>(index, evidence_.invalid_trials);
    if (trial >= evidence_.trials || later > evidence_.trials - trial) {
      contradict(std::move(where), sentence("is {} (from 0), of {} trials in all, {} of them invalid", trial,
                                            evidence_.trials, evidence_.invalid_trials));
    } else if (index > 0 && trial <= evidence_.witnesses[index - 1].trial) {
      contradict(std::move(where), sentence("is {}, after {}", trial, evidence_.witnesses[index - 1].trial));
    }
  }

  bool has_permutations() const {
    return deck_.permutations_counted && deck_.size <= largest_counted_deck_size;
  }

  void check_histogram() {
    const bool is_due = deck_.permutations_counted && !has_permutations();
    if (!is_due) {
      if (!evidence_.permutation_histogram.empty()) {
        contradict("/permutation_histogram", "is there, where no such counts are kept");
      }
      return;
    }
    if (deck_.size > largest_countable_deck_size) {
      contradict("/permutation_histogram",
                 fmt::format("is of permutations, which no run counts of {} cards", deck_.size));
      return;
    }
    const auto [is_ascending, permutations, trials] = sums_of(evidence_.permutation_histogram);
    if (!is_ascending) contradict("/permutation_histogram", "is not by ascending count, each once");
    if (const std::uint64_t due = permutation_count(deck_.size); permutations > due) {
      contradict("/permutation_histogram", sentence("has {} permutations, where a deck of {} cards has {}",
                                                    permutations, deck_.size, due));
    }
    check_sum("/permutation_histogram", trials, valid_);
  }

  // A square table, each row and column of which holds every valid trial once.
  void check_kind(const std::string& where, const CountTable& due, const Rows& table) {
    if (!check_shape(where, table, due)) return;
    for (std::size_t index = 0; index < table.size(); ++index) {
      check_sum(fmt::format("{}/{}", where, index), sum_of_counts(table[index]), valid_);
      if (const std::uint64_t sum = sum_of_column(table, index); sum != valid_) {
        contradict(where, sentence("has card {} in {} trials, but {}", nth(index), sum, trials_text()));
      }
    }
  }
  void check_kind(const std::string& where, const CountTable& due, const Counts& list) {
    check_list(where, list, due.cells().size(), valid_);
  }
  void check_kind(const std::string& where, const std::optional<SubsetCounts>& due, const Counts& list) {
    const std::size_t subsets = due ? due->by_rank().size() : 0;
    if (check_size(where, list.size(), subsets, "sets of positions") && subsets > 0) {
      check_sum(where, sum_of_counts(list), valid_);
    }
  }

  // Every kind of counts of single trials; other tables, bets and multiset decks are looked at elsewhere.
  void check_kinds() {
    const bool are_due = !has_permutations() && is_plain();
    const std::size_t before = contradictions_.size();
    Tally::for_each(
        [&](std::string_view name, const auto& due, const auto& found) {
          using Found = std::remove_cvref_t<decltype(found)>;
          if constexpr (std::is_same_v<Found, Counts> || std::is_same_v<Found, Rows>) {
            const std::string where = fmt::format("/{}", name);
            if (are_due) {
              check_kind(where, due, found);
            } else if (!found.empty()) {
              contradict(where, is_plain() ? "is there, where it follows from the counts of permutations"
                                           : "is there, where equal cards or a deal leave none to count");
            }
          }
        },
        due_, evidence_);
    // What tables share is told only of tables that stand by themselves.
    if (!are_due || contradictions_.size() != before) return;
    check_margins();
    check_marked_margins();
    check_commonest_permutation();
  }

  // No card follows itself.
  void check_margins() {
    check_ends(evidence_.neighbours, evidence_.positions, "card", "positions");
    for (std::size_t card = 0; card <= cards_; ++card) {
      if (evidence_.neighbours[card][card] == 0) continue;
      contradict("/neighbours", fmt::format("has card {} follow itself", card));
    }
    check_numbers(evidence_.positions, evidence_.fixed_points, evidence_.cycles, evidence_.parity, "at home",
                  "permutations");
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

  // Of a plain deck there is nothing, and of a multiset one no relative permutations.
  void check_multiset() {
    if (due_.multiset.has_value() != evidence_.multiset.has_value()) {
      contradict("/multiset", due_.multiset ? "is missing" : "is there, and all cards differ");
    } else if (due_.multiset) {
      MultisetCheck(*due_.multiset, valid_, *evidence_.multiset, contradictions_).run();
      const SuccessiveEvidence& successive = evidence_.successive;
      if (successive.pairs > 0 || !successive.permutations.empty() || !successive.positions.empty() ||
          !successive.tables.empty()) {
        contradict("/successive", "are there, where equal cards or a deal leave none");
      }
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
