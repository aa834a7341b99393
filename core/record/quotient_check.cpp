#include "core/record/quotient_check.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "core/record/count_sum.hpp"
#include "core/record/table_check.hpp"
#include "core/tally/quotient_stream.hpp"

namespace fairshuffle {

namespace {

using Counts = std::vector<std::uint64_t>;

class QuotientCheck {
 public:
  QuotientCheck(int deck_size, const Evidence& evidence, std::vector<Contradiction>& contradictions)
      : evidence_(evidence),
        quotients_(evidence.quotients),
        contradictions_(contradictions),
        deck_size_(deck_size),
        cards_(static_cast<std::size_t>(deck_size)) {}

  void run() {
    check_pairs();
    const bool some = quotients_.pairs > 0, by_order = deck_size_ <= largest_deck_of_quotient_orders;
    const std::size_t numbers = some ? cards_ + 1 : 0, of_table = by_order ? 0 : numbers;
    const std::uint64_t orders = some && by_order ? order_count(deck_size_) : 0;
    check_counts("/orders", quotients_.orders, orders, quotients_.pairs);
    check_positions(some && !by_order ? cards_ : 0);
    check_counts("/fixed_points", quotients_.fixed_points, of_table, quotients_.pairs);
    check_counts("/cycles", quotients_.cycles, of_table, quotients_.pairs);
    check_counts("/parity", quotients_.parity, some && !by_order ? 2 : 0, quotients_.pairs);
    check_tables(deck_size_, Tables::Of::quotients, some && deck_size_ >= smallest_large_deck,
                 quotients_.pairs, quotients_.tables, {}, "/evidence/quotients/tables", contradictions_);
    check_sample("/successive", quotients_.successive, numbers);
    check_sample("/apart", quotients_.apart, numbers);
    if (!some || !sizes_fit_) return;
    if (!by_order) check_margins();
    check_equal(by_order ? quotients_.orders.front() : quotients_.fixed_points.back());
  }

 private:
  void contradict(std::string_view where, std::string sentence) {
    contradictions_.push_back({fmt::format("/evidence/quotients{}", where), std::move(sentence)});
  }

  void check_pairs() {
    const std::uint64_t of_repeats = evidence_.repeats.pairs;
    const bool all = evidence_.trials <= trials_of_all_quotients;
    if (all ? quotients_.pairs == of_repeats : quotients_.pairs <= of_repeats) return;
    contradict("/pairs", fmt::format("is {}, of {} pairs of successive trials", with_commas(quotients_.pairs),
                                     with_commas(of_repeats)));
  }

  bool check_size(std::string_view where, std::size_t found, std::uint64_t due) {
    if (found == due) return true;
    sizes_fit_ = false;
    contradict(where,
               fmt::format("has {} counts, where {} pairs of a deck of {} cards have {}", with_commas(found),
                           with_commas(quotients_.pairs), deck_size_, with_commas(due)));
    return false;
  }

  void check_counts(std::string_view where, const Counts& counts, std::uint64_t due, std::uint64_t total) {
    if (!check_size(where, counts.size(), due) || due == 0) return;
    if (const std::uint64_t sum = sum_of_counts(counts); sum != total) {
      contradict(where, fmt::format("adds up to {}, of {} quotients", with_commas(sum), with_commas(total)));
    }
  }

  void check_positions(std::size_t due) {
    if (!check_size("/positions", quotients_.positions.size(), due)) return;
    for (std::size_t row = 0; row < due; ++row) {
      check_counts(fmt::format("/positions/{}", row), quotients_.positions[row], due, quotients_.pairs);
    }
    if (!sizes_fit_) return;
    for (std::size_t column = 0; column < due; ++column) {
      Counts of_column;
      for (const Counts& row : quotients_.positions) of_column.push_back(row[column]);
      if (const std::uint64_t sum = sum_of_counts(of_column); sum != quotients_.pairs) {
        contradict("/positions", fmt::format("has position {} before in {} of {} quotients", column,
                                             with_commas(sum), with_commas(quotients_.pairs)));
      }
    }
  }

  void check_sample(std::string_view where, const QuotientSampleEvidence& sample, std::size_t due) {
    const std::uint64_t total = sum_of_counts(sample.fixed_points);
    check_counts(fmt::format("{}/fixed_points", where), sample.fixed_points, due, total);
    check_counts(fmt::format("{}/cycles", where), sample.cycles, due, total);
    if (total > quotients_.pairs) {
      contradict(where,
                 fmt::format("has {} of {} quotients", with_commas(total), with_commas(quotients_.pairs)));
    }
  }

  void check_margins() {
    std::uint64_t at_home = 0, fixed = 0, even = 0;
    for (std::size_t card = 0; card <= cards_; ++card) {
      if (card < cards_) at_home += quotients_.positions[card][card];
      fixed += card * quotients_.fixed_points[card];
      if ((cards_ - card) % 2 == 0) even += quotients_.cycles[card];
    }
    if (fixed != at_home) {
      contradict("/fixed_points",
                 fmt::format("has {} cards that lie where they lay before, and the positions {}",
                             with_commas(fixed), with_commas(at_home)));
    }
    if (even != quotients_.parity.front()) {
      contradict("/parity", fmt::format("has {} even quotients, and the cycles {}",
                                        with_commas(quotients_.parity.front()), with_commas(even)));
    }
  }

  // The quotient of equal orders moves nothing.
  void check_equal(std::uint64_t moving_nothing) {
    const std::uint64_t equal = evidence_.repeats.equal;
    const bool all = evidence_.trials <= trials_of_all_quotients;
    if (all ? moving_nothing == equal : moving_nothing <= equal) return;
    contradict("", fmt::format("moves no card in {} pairs, and {} pairs have equal orders",
                               with_commas(moving_nothing), with_commas(equal)));
  }

  const Evidence& evidence_;
  const QuotientEvidence& quotients_;
  std::vector<Contradiction>& contradictions_;
  int deck_size_;
  std::size_t cards_;
  bool sizes_fit_ = true;
};

}  // namespace

void check_quotients(int deck_size, const Evidence& evidence, std::vector<Contradiction>& contradictions) {
  QuotientCheck(deck_size, evidence, contradictions).run();
}

}  // namespace fairshuffle
