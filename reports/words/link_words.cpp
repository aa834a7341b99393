#include "reports/words/link_words.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/random/seeding.hpp"
#include "core/statistics/occupancy.hpp"
#include "reports/words/mistake_words.hpp"
#include "reports/words/seed_words.hpp"

namespace fairshuffle {

namespace {

std::string percent(double fraction) {
  return short_number(100 * fraction, 3) + " %";
}

// Of all orders. What is due of so few cards is no small share.
double share_of_an_order(const TargetRecord& result) {
  return 1 / number_of_orders(result.target.deck_size);
}

std::string beside_due(const TargetRecord& result) {
  constexpr double notable = 0.005;
  const double due = share_of_an_order(result);
  return due < notable ? "" : fmt::format(", where {} are due", percent(due));
}

// Every second pair is equal then, in each stream, and of the others as many as chance has it: a coin that
// holds a deck or not is hardly ever so even.
bool each_comes_twice(const TargetRecord& result) {
  const RepeatCounts& repeats = result.evidence.repeats;
  const double half = static_cast<double>(repeats.pairs) / 2, chance = share_of_an_order(result);
  const auto streams = static_cast<double>(result.evidence.trials - repeats.pairs);
  const double slack = streams + 4 * std::sqrt(half * chance * (1 - chance));
  return std::abs(static_cast<double>(repeats.equal) - half * (1 + chance)) <= slack;
}

std::string repeated(const TargetRecord& result) {
  const RepeatCounts& repeats = result.evidence.repeats;
  const double share =
      repeats.pairs == 0 ? 0 : static_cast<double>(repeats.equal) / static_cast<double>(repeats.pairs);
  return fmt::format("successive shuffles come out equal {} of the time{}, far too often{}", percent(share),
                     beside_due(result), each_comes_twice(result) ? ": each deck comes twice" : "");
}

std::string periodic(const TargetRecord& result) {
  const std::string period = with_commas(*result.link->period);
  return result.link->share
             ? fmt::format("{} of the decks are the one {} trials before, more than chance has it",
                           percent(*result.link->share), period)
             : fmt::format("the same decks come again after {} trials", period);
}

std::string mistake(const DiagnosisRecord& shuffle) {
  std::vector<std::string> laws;
  for (const FittingLaw& fit : shuffle.fits) {
    laws.push_back(mistake_text(fit.mistakes.front()) + same_law(fit, fit.mistakes.front()));
  }
  return told(laws, shuffle.laws_fitting, "or") +
         (shuffle.laws_fitting == 1 ? ", or a law near it" : ", or a law near one of them");
}

LinkShape shape_of(const TargetRecord& result) {
  return result.link ? result.link->shape : LinkShape::repeated;
}

// Whether a clock may read the same at two shuffles.
bool clock_stands_still(const TargetDescription& target) {
  const std::uint64_t ticks_per_second = target.clock == "ms" ? 1000 : 1;
  return target.shuffles_per_second > ticks_per_second;
}

// Of built-in targets it is known. Equal decks come of equal seeds, where there are any.
bool seeds_follow(const TargetRecord& result) {
  const SeedingInfo* seeding = find_seeding(result.target.seeding);
  if (seeding == nullptr) return false;
  if (seeding->kind == SeedingKind::per_shuffle_counter) return true;
  return seeding->kind == SeedingKind::per_shuffle_clock &&
         (shape_of(result) != LinkShape::repeated || !clock_stands_still(result.target));
}

std::string looks(const TargetRecord& result) {
  const double due = 1.0 / result.target.deck_size;
  switch (shape_of(result)) {
    case LinkShape::periodic:
      return periodic(result);
    case LinkShape::never_repeated: {
      if (result.link->proof == LinkProof::birthday) return "only " + came_again(result);
      if (result.link->proof == LinkProof::orders)
        return "orders come more evenly than independent decks bring them";
      const RepeatCounts& repeats = result.evidence.repeats;
      const std::string pairs = with_commas(repeats.pairs);
      return repeats.equal == 0
                 ? fmt::format("none of {} decks is the same as the one before, as some should be", pairs)
                 : fmt::format("only {} of {} decks {} the same as the one before, far too few",
                               with_commas(repeats.equal), pairs, repeats.equal == 1 ? "is" : "are");
    }
    case LinkShape::repeated:
      return repeated(result);
    case LinkShape::fixed_step:
      return fmt::format("{} of the decks are the one before, rearranged in one and the same way{}",
                         percent(*result.link->share), beside_due(result));
    case LinkShape::alternating:
      if (!result.link->share) return "odd and even orders take turns";
      return fmt::format(
          "an even order is followed by an odd one, or an odd one by an even one, in {} of the shuffles, "
          "where 50 % are due",
          percent(*result.link->share));
    case LinkShape::known_mistake:
      return (seeds_follow(result) ? "each deck is as if the one before were shuffled by "
                                   : "the deck is not put back in order; each shuffle is ") +
             mistake(*result.link->shuffle);
    case LinkShape::moved: {
      const WorstCell& cell = *result.link->cell;
      return cell.count == 0
                 ? fmt::format("the card at position {} never comes to position {}", cell.card, cell.position)
                 : fmt::format(
                       "the card at position {} comes to position {} in {} of the shuffles, where {} are due",
                       cell.card, cell.position, percent(cell.ratio * due), percent(due));
    }
    case LinkShape::unclear:
      return "each deck depends on the one before";
  }
  return "";
}

}  // namespace

std::string link_looks(const TargetRecord& result) {
  return (seeds_follow(result) ? "seeds follow each other: " : "") + looks(result);
}

std::string link_cause(const TargetRecord& result) {
  if (seeds_follow(result)) return "as the source does not mix the seeds that it is given for each shuffle";
  switch (shape_of(result)) {
    case LinkShape::periodic:
      if (result.link->share)
        return "as when the source's period is short, tables take turns, or trials are recorded twice";
      return "as when the source's period is short, or the source is seeded again with the same seed";
    case LinkShape::never_repeated:
      return "as when orders are drawn without replacement";
    case LinkShape::repeated:
      return "as when a shuffle is left out, or does little to a deck that is not put back in order, the "
             "same deck is counted twice, a clock seeds the source or its period is short";
    case LinkShape::fixed_step:
      return "as when a deck is used again, cut or turned, in place of a new shuffle";
    case LinkShape::known_mistake:
      return "";
    case LinkShape::alternating:
    case LinkShape::moved:
    case LinkShape::unclear:
      return "as when the deck is not put back in order before each shuffle, or each shuffle's seed follows "
             "from the one before";
  }
  return "";
}

}  // namespace fairshuffle
