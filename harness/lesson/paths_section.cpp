// Why the paths of a shuffle can, or can never, be spread evenly over n! orders.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exact/law.hpp"
#include "core/interpret/law_of.hpp"
#include "core/interpret/meter.hpp"
#include "core/interpret/paths.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

namespace {

using BigInteger = PathArithmetic::Integer;

constexpr int largest_listed_size = 9;

// "5^10", "5 × 4 × 3 × 2", "(2^64)^3 × 4": equal choices as one power, the largest first.
std::string product_text(std::vector<BigInteger> choices) {
  std::ranges::sort(choices, std::greater{});
  std::string text;
  for (std::size_t i = 0; i < choices.size();) {
    std::size_t same = i;
    while (same < choices.size() && choices[same] == choices[i]) ++same;
    const BigInteger& factor = choices[i];
    if (!text.empty()) text += " × ";
    const std::string base = power_text(factor);
    const std::size_t times = same - i;
    text += times == 1                            ? base
            : base.find('^') != std::string::npos ? fmt::format("({})^{}", base, times)
                                                  : fmt::format("{}^{}", base, times);
    i = same;
  }
  return text.empty() ? "1" : text;
}

// What the left-over paths mean.
std::string conclusion(const PathArithmetic& paths, int n) {
  if (paths.left_over != 0) {
    std::string text =
        "The paths can't be spread evenly: some orders get more of them than others, whatever the shuffle "
        "does with its draws.";
    if (!paths.missing_primes.empty()) {
      text += fmt::format(
          " And no number of such draws is enough: {}! has the prime factor{} {}, no draw has, and then no "
          "product "
          "of draws has.",
          n, paths.missing_primes.size() == 1 ? "" : "s", fmt::join(paths.missing_primes, " and "));
    }
    return text;
  }
  if (paths.per_order == 1) {
    return "One path for each order: if no two paths lead to the same order, the shuffle is uniform.";
  }
  return fmt::format(
      "The division leaves nothing over, so fairness is not ruled out: {} paths for each order would do. "
      "Whether they are so spread, the law tells.",
      integer_text(paths.per_order));
}

// For shuffles whose next draw depends on a coin: the law's own denominator.
std::optional<Section> coins_section(const Law& law) {
  BigInteger denominator = 1;
  for (std::uint64_t rank = 0; rank < order_count(law.deck_size); ++rank) {
    denominator = lcm(denominator, BigInteger(boost::multiprecision::denominator(probability_of(law, rank))));
  }
  const BigInteger orders = order_count(law.deck_size);
  const int faces = denominator % 2 == 0 ? 2 : 3;
  int tosses = 0;
  for (; denominator % faces == 0; denominator /= faces) ++tosses;
  if (tosses == 0 || denominator != 1 ||
      pow(BigInteger(faces), static_cast<unsigned>(tosses)) % orders == 0) {
    return std::nullopt;
  }
  Section section{.title = "Coins against n!", .blocks = {}};
  section.blocks.push_back(Paragraph{fmt::format(
      "What is asked next depends on the coins so far, so paths have different lengths; but every toss {}, "
      "and each order's probability is a whole number of 1/{}^{}. A fair share is 1/{}, and {} has the "
      "factor {}: it divides no power of {}, so no order can have its fair share, however many coins are "
      "tossed.",
      faces == 2 ? "halves" : "is one of three", faces, tosses, integer_text(orders), integer_text(orders),
      5 - faces, faces)});
  return section;
}

}  // namespace

std::optional<Section> paths_section(Lesson& lesson) {
  // Draws of one word or one seed are not chosen one by one.
  if (shares_words(lesson.setup().clock.seeding.kind)) return std::nullopt;
  const auto at_own_size = path_arithmetic(lesson.setup());
  if (!at_own_size) {
    const Law* law = lesson.law();
    return law == nullptr ? std::nullopt : coins_section(*law);
  }
  const int n = lesson.deck_size();
  Section section{.title = "Paths against orders", .blocks = {}};
  section.blocks.push_back(
      Paragraph{"A path is one sequence of choices, and all paths are equally likely. A fair shuffle gives "
                "each of the n! "
                "orders the same number of them, so the paths must be a multiple of n!."});
  Table table{.columns = {{.heading = "n", .kind = ColumnKind::number},
                          {.heading = "choices"},
                          {.heading = "paths", .kind = ColumnKind::number},
                          {.heading = "n!", .kind = ColumnKind::number},
                          {.heading = "each", .kind = ColumnKind::number},
                          {.heading = "left over", .kind = ColumnKind::number},
                          {.heading = "primes lacking"}},
              .rows = {}};
  // Where primes are lacking, that they always are is the point.
  const int last = at_own_size->missing_primes.empty() ? std::max(5, n) : largest_listed_size;
  for (int size = std::min(3, n); size <= last; ++size) {
    const auto paths = path_arithmetic(at_deck_size(lesson.setup(), size));
    if (!paths) continue;
    table.rows.push_back({{fmt::format("{}", size)},
                          {product_text(paths->choices)},
                          {integer_text(paths->paths)},
                          {integer_text(paths->orders)},
                          {integer_text(paths->per_order)},
                          {integer_text(paths->left_over)},
                          {fmt::format("{}", fmt::join(paths->missing_primes, ", "))}});
  }
  section.blocks.push_back(std::move(table));
  section.blocks.push_back(Paragraph{fmt::format("At n = {}: {}", n, conclusion(*at_own_size, n))});
  return section;
}

}  // namespace fairshuffle
