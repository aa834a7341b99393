#include "reports/words/link_words.hpp"

#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/random/seeding.hpp"
#include "reports/words/mistake_words.hpp"
#include "reports/words/seed_words.hpp"

namespace fairshuffle {

namespace {

std::string percent(double fraction) {
  return short_number(100 * fraction, 3) + " %";
}

std::string repeated(const TargetRecord& result) {
  const RepeatCounts& repeats = result.evidence.repeats;
  const double share =
      repeats.pairs == 0 ? 0 : static_cast<double>(repeats.equal) / static_cast<double>(repeats.pairs);
  const std::string text =
      fmt::format("successive shuffles come out equal {} of the time, far too often", percent(share));
  return share > 0.45 && share < 0.55 ? text + ": each deck comes twice" : text;
}

std::string mistake(const DiagnosisRecord& shuffle) {
  std::vector<std::string> laws;
  for (const FittingLaw& fit : shuffle.fits) laws.push_back(mistake_text(fit.mistakes.front()));
  return told(laws, shuffle.laws_fitting, "or") +
         (shuffle.laws_fitting == 1 ? ", or a law near it" : ", or a law near one of them");
}

LinkShape shape_of(const TargetRecord& result) {
  return result.link ? result.link->shape : LinkShape::repeated;
}

// Of built-in targets it is known. Equal decks come of equal seeds.
bool seeds_follow(const TargetRecord& result) {
  if (shape_of(result) == LinkShape::repeated) return false;
  const SeedingInfo* seeding = find_seeding(result.target.seeding);
  return seeding != nullptr && (seeding->kind == SeedingKind::per_shuffle_clock ||
                                seeding->kind == SeedingKind::per_shuffle_counter);
}

std::string looks(const TargetRecord& result) {
  const double due = 1.0 / result.target.deck_size;
  switch (shape_of(result)) {
    case LinkShape::periodic:
      return fmt::format("the same decks come again after {} trials", with_commas(*result.link->period));
    case LinkShape::never_repeated: {
      if (result.link->proof == LinkProof::birthday) return "only " + came_again(result);
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
      return fmt::format("{} of the decks are the one before, rearranged in one and the same way",
                         percent(*result.link->share));
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
      return "as when the source's period is short, or the source is seeded again with the same seed";
    case LinkShape::never_repeated:
      return "as when orders are drawn without replacement";
    case LinkShape::repeated:
      return "as when a shuffle is left out, the same deck is counted twice, a clock seeds the source or its "
             "period is short";
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
