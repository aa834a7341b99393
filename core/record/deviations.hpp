// How far the counts of a record are from fair: the numbers that pictures of a target are drawn from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/order/order.hpp"
#include "core/record/run_record.hpp"

namespace fairshuffle {

/// [position][card]: (count - N/n) / sqrt(N/n (1 - 1/n)), the distance from fair in standard errors of a
/// binomial count, N being the valid trials. Empty where nothing was counted and for decks of one card.
std::vector<std::vector<double>> position_deviations(const TargetRecord& result);

/// The same of blocks of so many successive positions by as many successive cards, the last ones smaller: how
/// far the counts of a block together are from fair, in standard deviations of fair decks (hypergeometric).
std::vector<std::vector<double>> block_deviations(const TargetRecord& result, std::size_t block);

/// An order and how often it came.
struct CountedOrder {
  std::uint64_t rank = 0;
  std::vector<Card> order;
  std::uint64_t count = 0;
  double ratio = 0;            ///< count / expected
  double standard_errors = 0;  ///< (count - expected) / its standard deviation under fairness
};

/// All n! orders against fairness, N being the valid trials.
struct OrderDeviations {
  double expected = 0;               ///< N / n!
  double standard_error = 0;         ///< of a ratio under fairness: sqrt((1 - 1/n!) / expected)
  std::vector<double> ratios;        ///< by rank: count / expected
  std::vector<CountedOrder> most;    ///< the most frequent first; among equals the lower rank first
  std::vector<CountedOrder> fewest;  ///< the rarest first; among equals the lower rank first
};

/// With up to `named` orders in `most` and in `fewest`. Nothing where orders were not counted, where nothing
/// was, and for decks of one card.
std::optional<OrderDeviations> order_deviations(const TargetRecord& result, std::size_t named);

/// log10 of the p-value at or below which a single test is enough to reject fairness at the look, whatever
/// the others say: alpha_at_look / family, the first step of Holm's method (Holm 1979). Nothing where no
/// hypothesis was counted.
std::optional<double> log10_p_that_rejects(const TargetRecord& result);

/// How many trials find any bias of a size.
struct Detection {
  double tv = 0;      ///< total variation distance from fair, in (0, 1]
  double trials = 0;  ///< at which `orders` rejects every law that far from fair with 99.9 % probability
};

/// Four points to a decade of total variation from 1e-5 to 1, at the level of log10_p_that_rejects. Since
/// phi2 is at least 4 TV^2 (Cauchy-Schwarz), noncentrality_needed / (4 TV^2) trials suffice, but never fewer
/// than max(5 n!, 12000), from which on the test is applied at any level (core/README.md 2.8). Empty where
/// the test of orders was not asked for, and for decks of more than 10 cards.
std::vector<Detection> trials_that_detect(const TargetRecord& result);

}  // namespace fairshuffle
