// Every path of three cards: the choices one by one, and the order that each path ends in.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exact/law.hpp"
#include "core/interpret/meter.hpp"
#include "core/interpret/paths.hpp"
#include "core/interpret/trace.hpp"
#include "harness/lesson/numbers.hpp"
#include "harness/lesson/sections.hpp"

namespace fairshuffle {

namespace {

constexpr int small_deck = 3;
// More are neither drawn nor listed so that somebody could follow them.
constexpr std::size_t most_paths = 32;
constexpr std::size_t most_draws = 5;

// The bounds of the draws, where every value of every draw is equally likely and the paths are few.
std::vector<std::uint64_t> followed_draws(const SampleSetup& setup) {
  // Draws of one word are not chosen one by one.
  if (shares_words(setup.clock.seeding.kind)) return {};
  const auto arithmetic = path_arithmetic(setup);
  if (!arithmetic || arithmetic->paths > most_paths || arithmetic->bounds.size() > most_draws) return {};
  const bool even = std::ranges::equal(arithmetic->bounds, arithmetic->choices);
  return even ? arithmetic->bounds : std::vector<std::uint64_t>{};
}

// What lies where: a deck that is being dealt out with its pile, and a pile alone that is built beside it.
std::string cards_after(const TraceEvent& event, int deck_size) {
  if (event.pile.empty()) return deck_text(event.deck);
  if (event.deck.empty() || std::ssize(event.deck) == deck_size) return deck_text(event.pile);
  return deck_text(event.deck) + " | " + deck_text(event.pile);
}

PathTree::Path path_of(const SampleSetup& setup, std::vector<std::uint64_t> draws) {
  const Trace told = trace(setup, draws);
  PathTree::Path path{.draws = std::move(draws), .decks = {}};
  std::string cards = deck_text(order_of_rank(0, setup.deck_size));
  for (const TraceEvent& event : told.events) {
    if (event.kind == EventKind::draw) {
      path.decks.push_back(cards);
    } else {
      cards = cards_after(event, setup.deck_size);
    }
  }
  path.decks.push_back(deck_text(told.deck));
  path.outcome = is_order(told.deck) ? rank_of(told.deck) : order_count(setup.deck_size);
  return path;
}

// The draws that follow these, the last one fastest; false after the last of all.
bool advance(std::vector<std::uint64_t>& draws, const std::vector<std::uint64_t>& bounds) {
  for (std::size_t i = draws.size(); i > 0; --i) {
    if (++draws[i - 1] < bounds[i - 1]) return true;
    draws[i - 1] = 0;
  }
  return false;
}

PathTree tree_of(const SampleSetup& setup, const std::vector<std::uint64_t>& bounds) {
  PathTree tree;
  const std::uint64_t orders = order_count(setup.deck_size);
  for (std::uint64_t rank = 0; rank < orders; ++rank) {
    tree.outcomes.push_back(deck_text(order_of_rank(rank, setup.deck_size)));
  }
  std::vector<std::uint64_t> draws(bounds.size(), 0);
  bool all_orders = true;
  do {
    tree.paths.push_back(path_of(setup, draws));
    all_orders = all_orders && tree.paths.back().outcome < orders;
  } while (advance(draws, bounds));
  if (!all_orders) tree.outcomes.emplace_back("no order");
  return tree;
}

Table draws_by_order(const PathTree& tree) {
  Table table{.columns = {{.heading = "order"},
                          {.heading = "paths", .kind = ColumnKind::number},
                          {.heading = "the draws that lead to it"}},
              .rows = {}};
  for (std::size_t outcome = 0; outcome < tree.outcomes.size(); ++outcome) {
    std::vector<std::string> leading;
    for (const PathTree::Path& path : tree.paths) {
      if (path.outcome == outcome) leading.push_back(fmt::format("{}", fmt::join(path.draws, "-")));
    }
    table.rows.push_back({{tree.outcomes[outcome]},
                          {fmt::format("{}", leading.size())},
                          {fmt::format("{}", fmt::join(leading, " "))}});
  }
  return table;
}

}  // namespace

std::optional<Section> tree_section(Lesson& lesson) {
  const int n = std::min(small_deck, lesson.deck_size());
  const SampleSetup setup = at_deck_size(lesson.setup(), n);
  const std::vector<std::uint64_t> bounds = followed_draws(setup);
  if (bounds.empty()) return std::nullopt;
  PathTree tree = tree_of(setup, bounds);
  const std::size_t paths = tree.paths.size();
  const std::uint64_t orders = order_count(n);
  Section section{.title = fmt::format("Every path of {} cards", n), .blocks = {}};
  const std::string fair_share =
      paths % orders == 0 ? fmt::format("{} of them", paths / orders)
                          : fmt::format("{}/{} = {:.4g} of them, which no order can have", paths, orders,
                                        static_cast<double>(paths) / static_cast<double>(orders));
  section.blocks.push_back(Paragraph{fmt::format(
      "{} of {} value{}: {} path{}, all equally likely. An order is as likely as it has paths, and a fair "
      "share is {}.",
      bounds.size() == 1 ? "One draw" : fmt::format("{} draws", bounds.size()), fmt::join(bounds, " × "),
      paths == 1 && bounds.size() == 1 ? "" : "s", paths, paths == 1 ? "" : "s", fair_share)});
  Table numbers = draws_by_order(tree);
  section.blocks.push_back(Figure{
      .title = "From the sorted deck to every end",
      .picture = std::move(tree),
      .remark = "The branches of a draw are its values, 0 on top. A square stands in the column of the "
                "order that its path ends in: orange where that order has more paths than is fair, "
                "blue where fewer, grey where just as many.",
      .caption = "",
      .numbers = std::move(numbers)});
  return section;
}

}  // namespace fairshuffle
