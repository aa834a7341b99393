#include "core/diagnosis/diagnosis_sentence.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/record/bound_text.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t most_told = 3;

// A fit with a smaller p is not worth a name: of true laws one in a hundred fits so poorly, and of false ones
// that no list can hold it is how the nearest would look.
constexpr double poor_fit = 0.01;

// "a, b and c", or the first few and how many more there are.
std::string told(std::vector<std::string> items, std::size_t all) {
  if (items.size() > most_told) items.resize(most_told);
  if (all > items.size()) {
    items.push_back(fmt::format("{} more", all - items.size()));
  }
  if (items.size() == 1) return items.front();
  const std::string last = std::move(items.back());
  items.pop_back();
  return fmt::format("{} and {}", fmt::join(items, ", "), last);
}

std::string mistake_text(const KnownMistake& mistake) {
  return mistake.reading.empty() ? mistake.target
                                 : fmt::format("{} with {}", mistake.target, mistake.reading);
}

std::string mistakes_compared(const DiagnosisRecord& diagnosis) {
  return with_commas(diagnosis.mistakes_compared);
}

std::string the_only_fit(const DiagnosisRecord& diagnosis) {
  const FittingLaw& fit = diagnosis.fits.front();
  std::vector<std::string> same_law;
  for (std::size_t index = 1; index < fit.mistakes.size(); ++index) {
    same_law.push_back(mistake_text(fit.mistakes[index]));
  }
  const std::string also =
      same_law.empty() ? "" : fmt::format(", or {} of the same law", told(same_law, same_law.size()));
  const std::string mistake = mistake_text(fit.mistakes.front());
  if (fit.p_value < poor_fit) {
    return fmt::format(
        "Of {} known mistakes only {} is not excluded{}, and it fits poorly (p = {:.2g}): it may be none of "
        "them.",
        mistakes_compared(diagnosis), mistake, also, fit.p_value);
  }
  const std::string or_near =
      fit.tv_upper ? fmt::format("; if not this law, one within {} of it", rounded_up(*fit.tv_upper)) : "";
  return fmt::format("The counts fit {} (p = {:.2g}{}){}; every other of {} known mistakes is excluded.",
                     mistake, fit.p_value, or_near, also, mistakes_compared(diagnosis));
}

std::string several_fits(const DiagnosisRecord& diagnosis, std::uint64_t trials) {
  std::vector<std::string> laws;
  for (const FittingLaw& fit : diagnosis.fits) {
    laws.push_back(fmt::format("{} (p = {:.2g})", mistake_text(fit.mistakes.front()), fit.p_value));
  }
  const std::string enough = diagnosis.trials_to_tell_apart
                                 ? fmt::format("; about {:.2g} would", *diagnosis.trials_to_tell_apart)
                                 : "";
  return fmt::format("{} trials do not tell apart {}{}. Every other of {} known mistakes is excluded.",
                     with_commas(trials), told(laws, diagnosis.laws_fitting), enough,
                     mistakes_compared(diagnosis));
}

}  // namespace

std::string sentence_of(const DiagnosisRecord& diagnosis, std::uint64_t trials) {
  std::string sentence = diagnosis.fits.empty()
                             ? fmt::format("No known mistake fits the counts: all {} are excluded.",
                                           mistakes_compared(diagnosis))
                         : diagnosis.laws_fitting == 1 ? the_only_fit(diagnosis)
                                                       : several_fits(diagnosis, trials);
  if (!diagnosis.not_compared.empty()) {
    sentence +=
        fmt::format(" Not compared: {}.", told(diagnosis.not_compared, diagnosis.not_compared.size()));
  }
  return sentence;
}

}  // namespace fairshuffle
