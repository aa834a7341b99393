#include "core/record/evidence_check.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/wide.hpp"
#include "core/record/birthday_check.hpp"
#include "core/record/count_sum.hpp"
#include "core/record/makeup_check.hpp"
#include "core/record/pair_positions_check.hpp"
#include "core/record/quotient_check.hpp"
#include "core/record/table_check.hpp"

namespace fairshuffle {

namespace {

using Table = std::vector<std::vector<std::uint64_t>>;
using Counts = std::vector<std::uint64_t>;

/// One pass over everything that an evidence says of its trials.
class EvidenceCheck {
 public:
  EvidenceCheck(const CountedDeck& deck, std::size_t subsets, const Evidence& evidence)
      : deck_(deck), subsets_(subsets), evidence_(evidence), cards_(static_cast<std::size_t>(deck.size)) {}

  std::vector<Contradiction> run() {
    check_trials();
    check_witnesses();
    check_orders();
    check_histogram();
    check_tables();
    check_makeup(deck_, valid_, evidence_, contradictions_);
    fairshuffle::check_tables(
        deck_.size, Tables::Of::orders, deck_.size >= smallest_large_deck && deck_.makeup.is_plain(), valid_,
        evidence_.tables, evidence_.table_histograms, "/evidence/tables", contradictions_);
    if (contradictions_.empty() && deck_.makeup.is_plain()) {
      check_tables_against_positions(evidence_.positions, evidence_.tables, "/evidence/tables",
                                     contradictions_);
    }
    check_pair_positions(deck_, valid_, evidence_, contradictions_);
    check_repeats();
    check_birthday(deck_, evidence_, contradictions_);
    if (deck_.makeup.is_plain()) check_quotients(deck_.size, evidence_, contradictions_);
    check_bet();
    return std::move(contradictions_);
  }

 private:
  void contradict(std::string where, std::string sentence) {
    contradictions_.push_back({"/evidence" + std::move(where), std::move(sentence)});
  }

  std::string trials_text() const {
    return fmt::format("{} of {} trials are valid", with_commas(valid_), with_commas(evidence_.trials));
  }

  void check_sum(std::string where, std::uint64_t sum) {
    if (sum == valid_) return;
    contradict(std::move(where), fmt::format("adds up to {}, but {}", with_commas(sum), trials_text()));
  }

  // False where there are more or fewer than are due.
  bool check_size(std::string where, std::size_t found, std::uint64_t due, const char* counts) {
    if (found == due) return true;
    contradict(std::move(where), fmt::format("has {} {}, where a deck of {} cards has {}", with_commas(found),
                                             counts, deck_.size, with_commas(due)));
    return false;
  }

  void check_trials() {
    if (evidence_.invalid_trials > evidence_.trials) {
      contradict("/invalid/count",
                 fmt::format("is {}, of {} trials in all", with_commas(evidence_.invalid_trials),
                             with_commas(evidence_.trials)));
      return;
    }
    valid_ = evidence_.trials - evidence_.invalid_trials;
  }

  void check_witnesses() {
    const auto kept = std::min<std::uint64_t>(evidence_.invalid_trials, RunningTally::most_witnesses);
    if (evidence_.witnesses.size() != kept) {
      contradict("/invalid/witnesses",
                 fmt::format("holds {} of {} invalid trials, where {} are kept", evidence_.witnesses.size(),
                             with_commas(evidence_.invalid_trials), kept));
    }
    for (std::size_t index = 0; index < evidence_.witnesses.size(); ++index) {
      const WitnessRecord& witness = evidence_.witnesses[index];
      std::vector<int> cards = witness.order;
      std::ranges::sort(cards);
      bool is_order = cards.size() == cards_;
      for (std::size_t card = 0; is_order && card < cards_; ++card) {
        is_order = cards[card] == static_cast<int>(card);
      }
      const std::string where = fmt::format("/invalid/witnesses/{}", index);
      if (is_order) contradict(where + "/order", "is an order of the deck");
      check_witness_trial(index, where + "/trial");
    }
  }

  // Each is a trial of its own after the one before, and the invalid trials after it have room.
  void check_witness_trial(std::size_t index, std::string where) {
    const std::uint64_t trial = evidence_.witnesses[index].trial;
    const std::uint64_t later =
        evidence_.invalid_trials - std::min<std::uint64_t>(index, evidence_.invalid_trials);
    if (trial >= evidence_.trials || later > evidence_.trials - trial) {
      contradict(std::move(where),
                 fmt::format("is {} (from 0), of {} trials in all, {} of them invalid", with_commas(trial),
                             with_commas(evidence_.trials), with_commas(evidence_.invalid_trials)));
    } else if (index > 0 && trial <= evidence_.witnesses[index - 1].trial) {
      contradict(std::move(where), fmt::format("is {}, after {}", with_commas(trial),
                                               with_commas(evidence_.witnesses[index - 1].trial)));
    }
  }

  bool has_orders() const { return deck_.orders_counted && deck_.size <= largest_counted_deck_size; }

  void check_orders() {
    const std::uint64_t due = has_orders() ? order_count(deck_.size) : 0;
    if (check_size("/orders", evidence_.orders.size(), due, "counts") && due > 0) {
      check_sum("/orders", sum_of_counts(evidence_.orders));
    }
  }

  void check_histogram() {
    const bool is_due = deck_.orders_counted && !has_orders();
    if (!is_due) {
      if (!evidence_.order_histogram.empty()) {
        contradict("/order_histogram", "is there, where no such counts are kept");
      }
      return;
    }
    if (deck_.size > largest_countable_deck_size) {
      contradict("/order_histogram",
                 fmt::format("is of orders, which no run counts of {} cards", deck_.size));
      return;
    }
    std::uint64_t orders = 0, trials = 0, last = 0;
    bool is_ascending = true;
    for (const EqualCounts& equal : evidence_.order_histogram) {
      is_ascending = is_ascending && equal.count > last && equal.orders > 0;
      last = equal.count;
      orders = std::min(most_counted, orders + std::min(equal.orders, most_counted));
      const Wide more = static_cast<Wide>(equal.count) * equal.orders + trials;
      trials = more > most_counted ? most_counted : static_cast<std::uint64_t>(more);
    }
    if (!is_ascending) contradict("/order_histogram", "is not by ascending count, each once");
    if (orders > order_count(deck_.size)) {
      contradict("/order_histogram",
                 fmt::format("has {} orders, where a deck of {} cards has {}", with_commas(orders),
                             deck_.size, with_commas(order_count(deck_.size))));
    }
    check_sum("/order_histogram", trials);
  }

  // Rows and columns of a square table, each of which holds every valid trial once.
  bool check_square(const std::string& where, const Table& table, std::size_t size) {
    if (!check_size(where, table.size(), size, "rows")) return false;
    bool is_square = true;
    for (std::size_t row = 0; row < size; ++row) {
      const std::string of_row = fmt::format("{}/{}", where, row);
      is_square = check_size(of_row, table[row].size(), size, "counts") && is_square;
    }
    if (!is_square) return false;
    for (std::size_t index = 0; index < size; ++index) {
      check_sum(fmt::format("{}/{}", where, index), sum_of_counts(table[index]));
      Counts column;
      for (const Counts& row : table) column.push_back(row[index]);
      if (const std::uint64_t sum = sum_of_counts(column); sum != valid_) {
        contradict(where,
                   fmt::format("has card {} in {} trials, but {}", index, with_commas(sum), trials_text()));
      }
    }
    return true;
  }

  void check_numbers(const std::string& where, const Counts& counts, std::size_t size) {
    if (check_size(where, counts.size(), size, "counts")) check_sum(where, sum_of_counts(counts));
  }

  void check_tables() {
    if (has_orders() || !deck_.makeup.is_plain()) {
      for (const auto& [where, is_empty] : {std::pair{"/positions", evidence_.positions.empty()},
                                            {"/neighbours", evidence_.neighbours.empty()},
                                            {"/fixed_points", evidence_.fixed_points.empty()},
                                            {"/cycles", evidence_.cycles.empty()},
                                            {"/parity", evidence_.parity.empty()},
                                            {"/subsets", evidence_.subsets.empty()}}) {
        if (!is_empty)
          contradict(where, deck_.makeup.is_plain()
                                ? "is there, where it follows from the counts of orders"
                                : "is there, where equal cards or a deal leave none to count");
      }
      return;
    }
    const std::size_t before = contradictions_.size();
    check_square("/positions", evidence_.positions, cards_);
    check_square("/neighbours", evidence_.neighbours, cards_ + 1);
    check_numbers("/fixed_points", evidence_.fixed_points, cards_ + 1);
    check_numbers("/cycles", evidence_.cycles, cards_ + 1);
    check_numbers("/parity", evidence_.parity, 2);
    if (check_size("/subsets", evidence_.subsets.size(), subsets_, "sets of positions") && subsets_ > 0) {
      check_sum("/subsets", sum_of_counts(evidence_.subsets));
    }
    // What tables share is told only of tables that stand by themselves.
    if (contradictions_.size() != before) return;
    check_margins();
    check_marked_margins();
    check_commonest_order();
  }

  // The first card follows the boundary, which follows the last one; no card follows itself. Every fixed
  // point is a card at its own position, and the cycles of an order tell whether it is even.
  void check_margins() {
    const Table &positions = evidence_.positions, &neighbours = evidence_.neighbours;
    std::uint64_t at_home = 0, fixed = 0, even = 0;
    for (std::size_t card = 0; card < cards_; ++card) {
      at_home += positions[card][card];
      if (neighbours[cards_][card] != positions.front()[card]) {
        contradict("/neighbours", fmt::format("has card {} first otherwise than the positions", card));
      }
      if (neighbours[card][cards_] != positions.back()[card]) {
        contradict("/neighbours", fmt::format("has card {} last otherwise than the positions", card));
      }
    }
    for (std::size_t card = 0; card <= cards_; ++card) {
      if (neighbours[card][card] != 0) {
        contradict("/neighbours", fmt::format("has card {} follow itself", card));
      }
      fixed += card * evidence_.fixed_points[card];
      if ((cards_ - card) % 2 == 0) even += evidence_.cycles[card];
    }
    if (fixed != at_home) {
      contradict("/fixed_points", fmt::format("has {} cards at home, and the positions {}",
                                              with_commas(fixed), with_commas(at_home)));
    }
    if (even != evidence_.parity[0]) {
      contradict("/parity", fmt::format("has {} even orders, and the cycles {}",
                                        with_commas(evidence_.parity[0]), with_commas(even)));
    }
  }

  // Of each position: how often a marked card stood there.
  void check_marked_margins() {
    if (subsets_ == 0) return;
    const auto marked = static_cast<std::size_t>(deck_.marked);
    Counts taken(cards_);
    std::vector<std::size_t> set(marked);
    std::iota(set.begin(), set.end(), std::size_t{0});
    for (std::size_t rank = 0; rank < subsets_; ++rank) {
      for (const std::size_t position : set) taken[position] += evidence_.subsets[rank];
      to_next_subset(set);
    }
    for (std::size_t position = 0; position < cards_; ++position) {
      const std::uint64_t there = sum_of_counts(std::span(evidence_.positions[position]).first(marked));
      if (taken[position] == there) continue;
      contradict("/subsets",
                 fmt::format("has marked cards at position {} in {} trials, and the positions in {}",
                             position, with_commas(taken[position]), with_commas(there)));
    }
  }

  // Its trials all have the same card at each position.
  void check_commonest_order() {
    if (evidence_.order_histogram.empty()) return;
    const std::uint64_t commonest = evidence_.order_histogram.back().count;
    for (std::size_t position = 0; position < cards_; ++position) {
      const std::uint64_t most = *std::ranges::max_element(evidence_.positions[position]);
      if (commonest <= most) continue;
      contradict(
          "/order_histogram",
          fmt::format("has an order that came {} times, and no card is at position {} more than {} times",
                      with_commas(commonest), position, with_commas(most)));
    }
  }

  void check_repeats() {
    const std::uint64_t most_pairs = valid_ == 0 ? 0 : valid_ - 1;
    if (evidence_.repeats.pairs > most_pairs) {
      contradict("/repeats/pairs",
                 fmt::format("is {}, but {}", with_commas(evidence_.repeats.pairs), trials_text()));
    }
    if (evidence_.repeats.equal > evidence_.repeats.pairs) {
      contradict("/repeats/equal", fmt::format("is {}, of {} pairs", with_commas(evidence_.repeats.equal),
                                               with_commas(evidence_.repeats.pairs)));
    }
  }

  void check_bet() {
    if (!evidence_.bet) return;
    const Bet& bet = *evidence_.bet;
    if (bet.judged > valid_ || bet.hits > bet.judged) {
      contradict("/bet", fmt::format("has {} hits of {} trials, but {}", with_commas(bet.hits),
                                     with_commas(bet.judged), trials_text()));
    }
    if (!(bet.share >= 0 && bet.share <= 1)) {
      contradict("/bet/share", fmt::format("is {}, which is no probability", bet.share));
    }
  }

  const CountedDeck deck_;
  const std::size_t subsets_;
  const Evidence& evidence_;
  const std::size_t cards_;
  std::uint64_t valid_ = 0;
  std::vector<Contradiction> contradictions_;
};

}  // namespace

std::vector<Contradiction> contradictions_of(const CountedDeck& deck, std::size_t subsets,
                                             const Evidence& evidence) {
  return EvidenceCheck(deck, subsets, evidence).run();
}

}  // namespace fairshuffle
