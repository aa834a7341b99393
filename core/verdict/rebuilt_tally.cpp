#include "core/verdict/rebuilt_tally.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/tally/derive.hpp"

namespace fairshuffle {

namespace {

class Rebuilder {
 public:
  explicit Rebuilder(const TargetRecord& record)
      : record_(record), cards_(static_cast<std::size_t>(record.target.deck_size)) {}

  RebuiltTally run() {
    check_trials();
    check_witnesses();
    check_orders();
    check_positions();
    check_repeats();
    make_tally();
    if (!contradictions_.empty()) tally_.reset();
    return {std::move(tally_), std::move(contradictions_)};
  }

 private:
  void contradict(std::string where, std::string sentence) {
    contradictions_.push_back({std::move(where), std::move(sentence)});
  }

  std::string trials_text() const {
    return fmt::format("{} of {} trials are valid", with_commas(valid_), with_commas(record_.trials));
  }

  // Sums stop above the most trials that a report may hold, so that none goes past 64 bits.
  static std::uint64_t sum_of(std::span<const std::uint64_t> counts) {
    constexpr std::uint64_t most = std::uint64_t{1} << 53;
    std::uint64_t sum = 0;
    for (auto count = counts.begin(); count != counts.end() && sum <= most; ++count) sum += *count;
    return sum;
  }

  void check_sum(std::string where, std::uint64_t sum) {
    if (sum == valid_) return;
    contradict(std::move(where), fmt::format("adds up to {}, but {}", with_commas(sum), trials_text()));
  }

  void check_trials() {
    if (record_.invalid_trials > record_.trials) {
      contradict("/invalid/count",
                 fmt::format("is {}, of {} trials in all", with_commas(record_.invalid_trials),
                             with_commas(record_.trials)));
      return;
    }
    valid_ = record_.trials - record_.invalid_trials;
  }

  void check_witnesses() {
    const auto kept = std::min<std::uint64_t>(record_.invalid_trials, RunningTally::most_witnesses);
    if (record_.witnesses.size() != kept) {
      contradict("/invalid/witnesses",
                 fmt::format("holds {} of {} invalid trials, where {} are kept", record_.witnesses.size(),
                             with_commas(record_.invalid_trials), kept));
    }
    for (std::size_t index = 0; index < record_.witnesses.size(); ++index) {
      const WitnessRecord& witness = record_.witnesses[index];
      std::vector<int> cards = witness.order;
      std::ranges::sort(cards);
      bool is_order = cards.size() == cards_;
      for (std::size_t card = 0; is_order && card < cards_; ++card) {
        is_order = cards[card] == static_cast<int>(card);
      }
      const std::string where = fmt::format("/invalid/witnesses/{}", index);
      if (is_order) contradict(where + "/order", "is an order of the deck");
      check_witness_trial(index, where + "/trial");
      if (!witness.row.empty() && record_.target.kind == "builtin") {
        contradict(where + "/row", "is there, though a target that is built in writes no rows");
      }
    }
  }

  // Each is a trial of its own after the one before, and the invalid trials after it have room.
  void check_witness_trial(std::size_t index, std::string where) {
    const std::uint64_t trial = record_.witnesses[index].trial;
    const std::uint64_t later =
        record_.invalid_trials - std::min<std::uint64_t>(index, record_.invalid_trials);
    if (trial >= record_.trials || later > record_.trials - trial) {
      contradict(std::move(where),
                 fmt::format("is {} (from 0), of {} trials in all, {} of them invalid", with_commas(trial),
                             with_commas(record_.trials), with_commas(record_.invalid_trials)));
    } else if (index > 0 && trial <= record_.witnesses[index - 1].trial) {
      contradict(std::move(where), fmt::format("is {}, after {}", with_commas(trial),
                                               with_commas(record_.witnesses[index - 1].trial)));
    }
  }

  void check_orders() {
    const int deck_size = record_.target.deck_size;
    const std::uint64_t orders = deck_size > largest_counted_deck_size ? 0 : order_count(deck_size);
    if (record_.order_counts.size() != orders) {
      contradict("/counts/orders",
                 fmt::format("has {} counts, where a deck of {} cards has {}",
                             with_commas(record_.order_counts.size()), deck_size, with_commas(orders)));
    } else if (orders > 0) {
      check_sum("/counts/orders", sum_of(record_.order_counts));
    }
  }

  // Every card lies somewhere in every valid trial, and every position holds a card.
  void check_positions() {
    const auto& rows = record_.position_counts;
    if (rows.size() != cards_) {
      contradict("/counts/positions",
                 fmt::format("has {} positions, where the deck has {} cards", rows.size(), cards_));
      return;
    }
    bool is_square = true;
    for (std::size_t position = 0; position < cards_; ++position) {
      const std::string where = fmt::format("/counts/positions/{}", position);
      if (rows[position].size() != cards_) {
        contradict(where, fmt::format("has {} cards, where the deck has {}", rows[position].size(), cards_));
        is_square = false;
      } else {
        check_sum(where, sum_of(rows[position]));
      }
    }
    for (std::size_t card = 0; is_square && card < cards_; ++card) {
      std::vector<std::uint64_t> column;
      for (const auto& row : rows) column.push_back(row[card]);
      if (const std::uint64_t sum = sum_of(column); sum != valid_) {
        contradict("/counts/positions",
                   fmt::format("has card {} in {} trials, but {}", card, with_commas(sum), trials_text()));
      }
    }
  }

  void check_repeats() {
    const std::uint64_t most_pairs = valid_ == 0 ? 0 : valid_ - 1;
    if (record_.successive_pairs > most_pairs) {
      contradict("/counts/repeats/pairs",
                 fmt::format("is {}, but {}", with_commas(record_.successive_pairs), trials_text()));
    }
    if (record_.equal_pairs > record_.successive_pairs) {
      contradict("/counts/repeats/equal", fmt::format("is {}, of {} pairs", with_commas(record_.equal_pairs),
                                                      with_commas(record_.successive_pairs)));
    }
  }

  void make_tally() {
    try {
      tally_.emplace(record_.target.deck_size, record_.target.marked);
    } catch (const std::invalid_argument&) {
      contradict("/target/marked", fmt::format("is {}, which cannot be watched in a deck of {} cards",
                                               record_.target.marked, cards_));
      return;
    }
    check_subsets();
    if (!contradictions_.empty()) return;
    tally_->trials = valid_;
    tally_->repeats = {.pairs = record_.successive_pairs, .equal = record_.equal_pairs};
    if (record_.order_counts.empty()) {
      take_tables();
    } else {
      derive_tables();
    }
  }

  void check_subsets() {
    const std::size_t sets = tally_->subsets ? tally_->subsets->by_rank().size() : 0;
    if (record_.subset_counts.size() != sets) {
      contradict(
          "/counts/subsets",
          fmt::format("has {} counts, where {} cards are marked, which have {} sets of positions",
                      with_commas(record_.subset_counts.size()), record_.target.marked, with_commas(sets)));
    } else if (sets > 0) {
      check_sum("/counts/subsets", sum_of(record_.subset_counts));
    }
  }

  void take_tables() {
    for (std::size_t position = 0; position < cards_; ++position) {
      for (std::size_t card = 0; card < cards_; ++card) {
        tally_->positions.add_at(position, card, record_.position_counts[position][card]);
      }
    }
    for (std::size_t rank = 0; rank < record_.subset_counts.size(); ++rank) {
      tally_->subsets->add_to_rank(rank, record_.subset_counts[rank]);
    }
  }

  void derive_tables() {
    const auto orders = std::make_shared<OrderCounts>(record_.target.deck_size);
    for (std::uint64_t rank = 0; rank < record_.order_counts.size(); ++rank) {
      orders->add(rank, record_.order_counts[rank]);
    }
    derive_from_orders(*orders, *tally_);
    tally_->orders.emplace(orders);
  }

  const TargetRecord& record_;
  std::size_t cards_;
  std::uint64_t valid_ = 0;
  std::optional<Tally> tally_;
  std::vector<Contradiction> contradictions_;
};

}  // namespace

RebuiltTally rebuilt_tally(const TargetRecord& record) {
  return Rebuilder(record).run();
}

}  // namespace fairshuffle
