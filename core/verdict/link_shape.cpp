#include "core/verdict/link_shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/card_diagnosis.hpp"
#include "core/diagnosis/diagnosis.hpp"
#include "core/order/order.hpp"
#include "core/order/symmetries.hpp"
#include "core/record/worst_cells.hpp"
#include "core/statistics/birthday.hpp"
#include "core/statistics/cycles.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/fixed_points.hpp"
#include "core/statistics/occupancy.hpp"
#include "core/statistics/orders.hpp"
#include "core/statistics/parity.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/quotients.hpp"
#include "core/statistics/repeats.hpp"
#include "core/statistics/strongest_cell.hpp"
#include "core/verdict/seed_space.hpp"

namespace fairshuffle {

namespace {

double share_of(std::uint64_t count, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(count) / static_cast<double>(all);
}

// The share of pairs whose quotient is one and the same order, not the sorted one; 0 where there is none.
// Above eight cards at least: each position must have its own most frequent card.
double share_of_one_step(const Tally& quotients) {
  if (quotients.orders) {
    const std::vector<std::uint64_t> counts = quotients.orders->by_rank();
    return share_of(*std::max_element(counts.begin() + 1, counts.end()), quotients.trials);
  }
  std::uint64_t least = quotients.trials;
  std::vector<WideCard> step;
  for (int position = 0; position < quotients.deck_size; ++position) {
    int commonest = 0;
    for (int card = 1; card < quotients.deck_size; ++card) {
      if (quotients.positions.at(position, card) > quotients.positions.at(position, commonest))
        commonest = card;
    }
    least = std::min(least, quotients.positions.at(position, commonest));
    step.push_back(static_cast<WideCard>(commonest));
  }
  return is_order(step) && !std::ranges::is_sorted(step) ? share_of(least, quotients.trials) : 0;
}

// Whether a shuffle that is so read is carried over by a loop from the other end, or decks are written down
// from there. Positions or cards alone are turned round where each deck is, too, which is another link.
bool is_of_one_loop(std::string_view reading) {
  return std::ranges::any_of(all_symmetries, [reading](const Symmetry& symmetry) {
    return symmetry.positions_reversed == symmetry.cards_reversed && to_text(symmetry) == reading;
  });
}

// One of few, since a name among many says little.
bool fits_well(const DiagnosisRecord& diagnosis) {
  if (diagnosis.laws_fitting == 0 || diagnosis.laws_fitting > most_mistakes_named) return false;
  const FittingLaw& likeliest = diagnosis.fits.front();
  return likeliest.p_value >= poor_fit && is_of_one_loop(likeliest.mistakes.front().reading);
}

// How many of so many quotients are sorted by chance, where the others lie as fair decks do.
std::uint64_t sorted_by_chance(int deck_size, std::uint64_t others) {
  return static_cast<std::uint64_t>(
      std::round(static_cast<double>(others) / (number_of_orders(deck_size) - 1)));
}

// What is left of counts by position, fixed points, cycles and parity without so many sorted orders.
Tally without_sorted(const Tally& quotients, std::uint64_t sorted) {
  const int deck_size = quotients.deck_size;
  Tally left(deck_size, 0);
  left.trials = quotients.trials - sorted;
  for (int position = 0; position < deck_size; ++position) {
    for (int card = 0; card < deck_size; ++card) {
      left.positions.add_at(static_cast<std::size_t>(position), static_cast<std::size_t>(card),
                            quotients.positions.at(position, card) - (position == card ? sorted : 0));
    }
  }
  const auto take = [sorted](const NumberCounts& from, int value_of_sorted, NumberCounts& to) {
    for (int value = 0; value < static_cast<int>(from.by_value().size()); ++value) {
      to.add(value,
             from.by_value()[static_cast<std::size_t>(value)] - (value == value_of_sorted ? sorted : 0));
    }
  };
  take(quotients.fixed_points, deck_size, left.fixed_points);
  take(quotients.cycles, deck_size, left.cycles);
  take(quotients.parity, 0, left.parity);
  return left;
}

// The quotients as they were if no more and no fewer decks came again than chance has it: what else equal
// decks make of them is not told twice. None where all decks came again.
Tally moving_quotients(const Tally& whole) {
  const Tally quotients = tally_of_quotients(whole);
  const std::uint64_t sorted = quotients.fixed_points.by_value().back();
  const std::uint64_t due = sorted_by_chance(whole.deck_size, quotients.trials - sorted);
  if (!quotients.orders) return without_sorted(quotients, sorted - std::min(sorted, due));
  Tally moving(whole.deck_size, 0);
  moving.quotients = whole.quotients;
  moving.quotients.pairs = quotients.trials - sorted + due;
  moving.quotients.orders.front() = due;
  return tally_of_quotients(moving);
}

// Whether all that the quotients show is that decks come again: the others lie as those of fair decks do. To
// eight cards, where numbers of the quotients are not counted, those that are left may be too few for a
// table: the strongest cell stands for it, which is exact.
bool is_repetition_alone(const Tally& moving) {
  constexpr double seen = 1e-4;
  constexpr std::array tables{&orders_test, &positions_test, &parity_test, &fixed_points_test, &cycles_test};
  if (moving.trials == 0) return true;
  const bool table_shows = std::ranges::any_of(tables, [&moving](const TestInfo* table) {
    return std::ranges::any_of(table->run(moving), [](const TestResult& result) {
      return result.applied && result.tail != Tail::lower && result.p_value.p < seen;
    });
  });
  if (table_shows) return false;
  if (!moving.orders) return true;
  const TestResult cell = strongest_position_test.run(moving).front();
  return !cell.applied || cell.p_value.p >= seen;
}

// The farthest of those cells that stand out whether equal decks are looked at or not, as it is with them.
// What is off by no more than three standard errors with them may be chance.
std::optional<WorstCell> cell_off(const Tally& quotients, const Tally& moving, double standard_errors) {
  for (const WorstCell& cell : worst_cells(moving, standard_errors)) {
    const WorstCell whole = cell_at(quotients, cell.position, cell.card);
    const bool stands_out = std::abs(whole.standard_errors) > std::min(3.0, standard_errors);
    if (stands_out && (whole.ratio > 1) == (cell.ratio > 1)) return whole;
  }
  return std::nullopt;
}

const TestRecord* strongest_of_quotients(const Findings& findings) {
  const TestRecord* strongest = nullptr;
  for (const TestRecord& test : findings.tests) {
    if (test.test != quotients_test.name || !rejects_as_uneven(test)) continue;
    if (strongest == nullptr || test.log10_p < strongest->log10_p) strongest = &test;
  }
  return strongest;
}

// Where no cell stands out by itself: what the test sees that rejects most.
void describe_as_tested(const std::string& test, const Tally& quotients, const Tally& moving,
                        LinkRecord& link) {
  if (test == "quotient positions") {
    const std::optional<WorstCell> cell = cell_off(quotients, moving, 0);
    if (!cell) return;
    link.shape = LinkShape::moved;
    link.cell = cell;
  } else if (test == "quotient parity") {
    link.shape = LinkShape::alternating;
    link.share = share_of(quotients.parity.by_value()[1], quotients.trials);
  }
}

}  // namespace

LinkRecord described_link(const Tally& whole, const Findings& findings, LinkProof proof, double confidence) {
  constexpr double notable_share = 0.1, much = 0.25, nearly_all = 0.9, notable_errors = 6;
  LinkRecord link;
  link.proof = proof;
  const TestRecord* repeats = test_named(findings.tests, repeats_test.name);
  const Tally quotients = tally_of_quotients(whole), moving = moving_quotients(whole);
  const double one_step = share_of_one_step(moving);
  const bool steps = one_step >= std::max(much, 2 / number_of_orders(whole.deck_size));
  const std::optional<WorstCell> cell = cell_off(quotients, moving, notable_errors);
  const bool repeats_reject = repeats != nullptr && repeats->rejected;
  const bool too_few = repeats_reject && repeats->tail == Tail::lower;
  const TestRecord* birthday = test_named(findings.tests, birthday_test.name);
  const bool swept = birthday != nullptr && birthday->rejected && birthday->tail == Tail::lower;
  const bool too_many = !too_few && (repeats_reject || equal_too_often(whole));
  const double repeated = share_of(whole.repeats.equal, whole.repeats.pairs);
  const bool nothing_else = too_many && !steps && is_repetition_alone(moving);
  const TestRecord* uneven = strongest_of_quotients(findings);
  // Equal decks are often seen before there are enough quotients for a tail at the level of a look.
  if ((uneven != nullptr || too_many) && !nothing_else && can_be_diagnosed(quotients))
    link.shuffle = diagnose(quotients, confidence);
  if (link.shuffle && !fits_well(*link.shuffle)) link.shuffle.reset();
  // One step that is taken again and again comes round, too: the step is the plainer story.
  const std::optional<std::uint64_t> period = steps ? std::nullopt : period_of(whole, findings);
  const double again = share_of(whole.birthday.repeats_at_distance, whole.birthday.kept);
  const double all = period ? share_of(whole.trials - *period, whole.trials) : 0;
  const auto tell_period = [&link, &period, again, all] {
    link.shape = LinkShape::periodic;
    link.period = period;
    if (again < nearly_all * all) link.share = again;
  };
  if (period && again >= much * all) {
    tell_period();
  } else if (link.shuffle) {
    link.shape = LinkShape::known_mistake;
  } else if (nothing_else) {
    link.shape = LinkShape::repeated;
    link.share = repeated;
  } else if (quotients.trials > 0 && quotients.parity.by_value()[0] == 0 && one_step < nearly_all) {
    link.shape = LinkShape::alternating;
  } else if (too_many && (repeated >= notable_share || !cell || single_decks_are_uneven(findings.tests))) {
    // Quotients of uneven decks are uneven, whether they are linked or not.
    link.shape = LinkShape::repeated;
    link.share = repeated;
  } else if (steps) {
    link.shape = LinkShape::fixed_step;
    link.share = one_step * share_of(moving.trials, quotients.trials);
  } else if ((too_few || swept || proof == LinkProof::orders) && !cell) {
    link.shape = LinkShape::never_repeated;
    if (too_few) link.share = repeated;
  } else if (period && (proof == LinkProof::birthday || !cell)) {
    tell_period();
  } else if (cell) {
    link.shape = LinkShape::moved;
    link.cell = cell;
  } else if (uneven != nullptr) {
    describe_as_tested(uneven->name, quotients, moving, link);
  }
  return link;
}

}  // namespace fairshuffle
