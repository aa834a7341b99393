#include "core/interpret/one_word.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "core/interpret/trace.hpp"

namespace fairshuffle {

namespace {

constexpr std::uint64_t most_cells = 1'000'000;

/// How a draw method makes a value of the cell that R lies in.
struct OneWordDraw {
  std::string_view draw;
  std::uint64_t (*cells)(std::uint64_t bound);  ///< the cells that tell the values of one draw apart
  std::uint64_t (*value)(std::uint64_t cell, std::uint64_t cells, std::uint64_t bound);
};

std::uint64_t as_many(std::uint64_t bound) {
  return bound;
}
// round(u (b - 1)) changes at the odd multiples of 1 / (2 (b - 1)).
std::uint64_t halves(std::uint64_t bound) {
  return std::max<std::uint64_t>(1, 2 * (bound - 1));
}
std::uint64_t remainder(std::uint64_t cell, std::uint64_t, std::uint64_t bound) {
  return cell % bound;
}
std::uint64_t scaled(std::uint64_t cell, std::uint64_t cells, std::uint64_t bound) {
  return cell * bound / cells;
}
std::uint64_t rounded(std::uint64_t cell, std::uint64_t cells, std::uint64_t bound) {
  return (cell * 2 * (bound - 1) / cells + 1) / 2;
}

// The exact draw scales too; it draws again for one word in 2^61 or fewer here.
constexpr OneWordDraw methods[] = {{"modulo", &as_many, &remainder},
                                   {"exact", &as_many, &scaled},
                                   {"multiply-shift", &as_many, &scaled},
                                   {"scaled-double", &as_many, &scaled},
                                   {"rounded-double", &halves, &rounded}};

}  // namespace

std::optional<OneWordLaw> one_word_law(const SampleSetup& setup) {
  const auto method = std::ranges::find(methods, setup.draw->info.name, &OneWordDraw::draw);
  if (method == std::end(methods) || setup.deck_size > largest_counted_deck_size) return std::nullopt;
  OneWordLaw law{.cells = 1};
  for (const TraceEvent& event : trace(setup, 1).events) {
    if (event.kind == EventKind::word) return std::nullopt;
    if (event.kind != EventKind::draw) continue;
    if (event.first > most_cells) return std::nullopt;
    law.cells = std::lcm(law.cells, method->cells(event.first));
    if (law.cells > most_cells) return std::nullopt;
  }
  std::map<std::uint64_t, std::uint64_t> cells_of_rank;
  for (std::uint64_t cell = 0; cell < law.cells; ++cell) {
    const auto draw = [&](std::uint64_t bound) { return method->value(cell, law.cells, bound); };
    const Trace story = trace(setup, std::function<std::uint64_t(std::uint64_t)>(draw));
    ++cells_of_rank[is_order(story.deck) ? rank_of(story.deck) : no_rank];
  }
  // Half of the sum of |p - 1/n!|: what is above a fair share, and all of what is no order.
  const Fraction fair(1, order_count(setup.deck_size));
  for (const auto& [rank, cells] : cells_of_rank) {
    const Fraction probability(cells, law.cells);
    const bool valid = rank != no_rank;
    law.orders += valid ? 1 : 0;
    if (valid) law.likeliest = std::max(law.likeliest, probability);
    const Fraction share = valid ? fair : Fraction(0);
    if (probability > share) law.total_variation += probability - share;
  }
  return law;
}

}  // namespace fairshuffle
