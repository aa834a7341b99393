#include "reports/words/link_words.hpp"

#include <vector>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "reports/words/mistake_words.hpp"

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
  return told(laws, shuffle.laws_fitting, "or");
}

LinkShape shape_of(const TargetRecord& result) {
  return result.link ? result.link->shape : LinkShape::repeated;
}

}  // namespace

std::string link_looks(const TargetRecord& result) {
  switch (shape_of(result)) {
    case LinkShape::never_repeated:
      return fmt::format("only {} of {} decks are the same as the one before, far too few",
                         with_commas(result.evidence.repeats.equal),
                         with_commas(result.evidence.repeats.pairs));
    case LinkShape::repeated:
      return repeated(result);
    case LinkShape::fixed_step:
      return fmt::format("{} of the decks are the one before, rearranged in one and the same way",
                         percent(*result.link->share));
    case LinkShape::alternating:
      return "odd and even orders take turns";
    case LinkShape::known_mistake:
      return fmt::format("the deck is not put back in order; each shuffle is {}",
                         mistake(*result.link->shuffle));
    case LinkShape::moved: {
      const WorstCell& cell = *result.link->cell;
      const double due = 1.0 / result.target.deck_size;
      return fmt::format(
          "the card at position {} comes to position {} in {} of the shuffles, where {} are due", cell.card,
          cell.position, percent(cell.ratio * due), percent(due));
    }
    case LinkShape::unclear:
      return "each deck depends on the one before";
  }
  return "";
}

std::string link_cause(const TargetRecord& result) {
  switch (shape_of(result)) {
    case LinkShape::never_repeated:
      return "as when orders are drawn without replacement";
    case LinkShape::repeated:
      return "as when a clock seeds the source or its period is short";
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
