#include "core/statistics/families/made_up.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/equal_cells.hpp"
#include "core/statistics/made_up.hpp"

namespace fairshuffle {

namespace {

FamilySize size_of_arrangements(const Makeup& makeup, int deck_size) {
  const std::uint64_t all =
      count_arrangements(makeup, deck_size, MakeupCounts::most_arrangements).value_or(2);
  return {.members = 1, .cells = all, .degrees_of_freedom = static_cast<double>(all) - 1};
}

void visit_arrangements(const Tally& tally, const BetFamily::VisitDeviation& visit) {
  const std::span<const std::uint64_t> counts = tally.makeup->arrangements();
  DistanceOfCounts distance(counts.size(), tally.trials);
  for (const std::uint64_t count : counts) distance.add(count);
  visit({.statistic = detail::equal_cells_statistic("arrangements", counts, tally.trials).statistic,
         .distance = distance.distance()});
}

// The rarest symbol is one of so many cells as if all were as rare.
FamilySize size_of_sites(const Makeup& makeup, int deck_size) {
  const std::vector<int> sizes = symbol_sizes(makeup, deck_size);
  const int rarest = *std::ranges::min_element(sizes);
  return {.members = static_cast<std::uint64_t>(deck_size),
          .cells = static_cast<std::uint64_t>((deck_size + rarest - 1) / rarest),
          .degrees_of_freedom = static_cast<double>(sizes.size()) - 1};
}

void visit_sites(const Tally& tally, const BetFamily::VisitDeviation& visit) {
  const MakeupCounts& counts = *tally.makeup;
  const auto trials = static_cast<double>(tally.trials);
  for (std::size_t site = 0; site < static_cast<std::size_t>(tally.deck_size); ++site) {
    BetFamily::Deviation deviation{.statistic = 0, .distance = 0};
    for (std::size_t symbol = 0; symbol < counts.symbols(); ++symbol) {
      const double due = trials * counts.sizes()[symbol] / tally.deck_size;
      const double off = static_cast<double>(counts.at(site, symbol)) - due;
      deviation.statistic += off * off / due;
      deviation.distance += std::abs(off) / (2 * trials);
    }
    visit(deviation);
  }
}

constexpr std::array<MadeUpFamily, 3> all{
    MadeUpFamily{.words = {.name = "arrangements",
                           .bets_on = "all that can be told apart",
                           .asks = "which arrangement came"},
                 .is_of = detail::has_counted_arrangements,
                 .size = size_of_arrangements,
                 .visit = visit_arrangements,
                 .member_name = [](std::uint64_t) { return std::string("the arrangement"); }},
    MadeUpFamily{.words = {.name = "kinds",
                           .bets_on = "what kind of card lies at any one position",
                           .asks = "of every position which kind lies there"},
                 .is_of = detail::has_equal_cards,
                 .size = size_of_sites,
                 .visit = visit_sites,
                 .member_name = [](std::uint64_t member) { return fmt::format("position {}", member); }},
    MadeUpFamily{
        .words = {.name = "dealt-cards",
                  .bets_on = "whether and where any one card is dealt",
                  .asks = "of every card whether it was dealt, and to which place where that counts"},
        .is_of = detail::is_deal,
        .size = size_of_sites,
        .visit = visit_sites,
        .member_name = [](std::uint64_t member) { return fmt::format("card {}", member); }}};

}  // namespace

const std::array<MadeUpFamily, 3>& made_up_families() {
  return all;
}

std::vector<const MadeUpFamily*> families_of(const Makeup& makeup, int deck_size) {
  std::vector<const MadeUpFamily*> families;
  for (const MadeUpFamily& family : all) {
    if (family.is_of(makeup, deck_size)) families.push_back(&family);
  }
  return families;
}

FamilyBound bound_family(const MadeUpFamily& family, const Tally& tally, double confidence) {
  return bound_members(
      family.size(tally.made_up(), tally.deck_size),
      [&](const BetFamily::VisitDeviation& visit) { family.visit(tally, visit); }, tally.trials, confidence);
}

double trials_for_family(const MadeUpFamily& family, const Makeup& makeup, int deck_size, double tolerance,
                         double confidence) {
  return trials_for_members(family.size(makeup, deck_size), tolerance, confidence);
}

}  // namespace fairshuffle
