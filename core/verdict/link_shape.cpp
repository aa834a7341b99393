#include "core/verdict/link_shape.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/diagnosis/diagnosis.hpp"
#include "core/order/order.hpp"
#include "core/record/worst_cells.hpp"
#include "core/statistics/birthday.hpp"
#include "core/statistics/quotients.hpp"
#include "core/statistics/repeats.hpp"
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
  std::vector<Card> step;
  for (int position = 0; position < quotients.deck_size; ++position) {
    int commonest = 0;
    for (int card = 1; card < quotients.deck_size; ++card) {
      if (quotients.positions.at(position, card) > quotients.positions.at(position, commonest))
        commonest = card;
    }
    least = std::min(least, quotients.positions.at(position, commonest));
    step.push_back(static_cast<Card>(commonest));
  }
  return is_order(step) && !std::ranges::is_sorted(step) ? share_of(least, quotients.trials) : 0;
}

// Read as it is: quotients of a carried deck need no other reading, and among eight of them some law or other
// may look like a link of another kind.
bool fits_well(const DiagnosisRecord& diagnosis) {
  if (diagnosis.laws_fitting == 0) return false;
  const FittingLaw& likeliest = diagnosis.fits.front();
  return likeliest.p_value >= poor_fit && likeliest.mistakes.front().reading.empty();
}

// The quotients that move a card: what else equal decks make of them is not told twice. Of larger decks only
// the positions.
Tally moving_quotients(const Tally& whole) {
  Tally moving(whole.deck_size, 0);
  QuotientCounts& counts = moving.quotients;
  counts = whole.quotients;
  const bool by_order = !counts.orders.empty();
  const std::uint64_t equal =
      by_order ? counts.orders.front() : whole.quotients.fixed_points.by_value().back();
  counts.pairs -= equal;
  if (by_order) {
    counts.orders.front() = 0;
  } else {
    counts.positions = PositionCounts(whole.deck_size);
    for (int position = 0; position < whole.deck_size; ++position) {
      for (int card = 0; card < whole.deck_size; ++card) {
        counts.positions.add_at(
            static_cast<std::size_t>(position), static_cast<std::size_t>(card),
            whole.quotients.positions.at(position, card) - (position == card ? equal : 0));
      }
    }
  }
  return tally_of_quotients(moving);
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
    const std::vector<WorstCell> cells = worst_cells(moving, 0);
    if (cells.empty()) return;
    link.shape = LinkShape::moved;
    link.cell = cells.front();
  } else if (test == "quotient parity") {
    link.shape = LinkShape::alternating;
    link.share = share_of(quotients.parity.by_value()[1], quotients.trials);
  }
}

}  // namespace

LinkRecord described_link(const Tally& whole, const Findings& findings, LinkProof proof, double confidence) {
  constexpr double notable_share = 0.1, much = 0.25, notable_errors = 6;
  LinkRecord link;
  link.proof = proof;
  const TestRecord* repeats = test_named(findings.tests, repeats_test.name);
  const Tally quotients = tally_of_quotients(whole), moving = moving_quotients(whole);
  const double one_step = moving.trials > 0 ? share_of_one_step(moving) : 0;
  const std::vector<WorstCell> cells =
      moving.trials > 0 ? worst_cells(moving, notable_errors) : std::vector<WorstCell>();
  const bool repeats_reject = repeats != nullptr && repeats->rejected;
  const bool too_few = repeats_reject && repeats->tail == Tail::lower;
  const TestRecord* birthday = test_named(findings.tests, birthday_test.name);
  const bool swept = birthday != nullptr && birthday->rejected && birthday->tail == Tail::lower;
  const bool too_many = !too_few && (repeats_reject || link.proof == LinkProof::repeats);
  const double repeated = share_of(whole.repeats.equal, whole.repeats.pairs);
  const TestRecord* uneven = strongest_of_quotients(findings);
  if (uneven != nullptr && can_be_diagnosed(quotients)) link.shuffle = diagnose(quotients, confidence);
  if (link.shuffle && !fits_well(*link.shuffle)) link.shuffle.reset();
  // One step that is taken again and again comes round, too: the step is the plainer story.
  if (one_step < much) link.period = period_of(whole, findings);
  if (link.period) {
    link.shape = LinkShape::periodic;
  } else if (link.shuffle) {
    link.shape = LinkShape::known_mistake;
  } else if (quotients.trials > 0 && quotients.parity.by_value()[0] == 0 && one_step < much) {
    link.shape = LinkShape::alternating;
  } else if (too_many && (repeated >= notable_share || cells.empty())) {
    link.shape = LinkShape::repeated;
    link.share = repeated;
  } else if (one_step >= much) {
    link.shape = LinkShape::fixed_step;
    link.share = one_step * share_of(moving.trials, quotients.trials);
  } else if ((too_few || swept) && cells.empty()) {
    link.shape = LinkShape::never_repeated;
    if (too_few) link.share = repeated;
  } else if (!cells.empty()) {
    link.shape = LinkShape::moved;
    link.cell = cells.front();
  } else if (uneven != nullptr) {
    describe_as_tested(uneven->name, quotients, moving, link);
  }
  return link;
}

}  // namespace fairshuffle
