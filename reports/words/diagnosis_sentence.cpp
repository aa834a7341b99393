#include "reports/words/diagnosis_sentence.hpp"

#include <vector>

#include <fmt/format.h>

#include "core/diagnosis/diagnosis.hpp"
#include "core/order/number_text.hpp"
#include "core/record/bound_text.hpp"
#include "reports/words/mistake_words.hpp"

namespace fairshuffle {

namespace {

std::string mistakes_compared(const DiagnosisRecord& diagnosis, int deck_size) {
  return fmt::format("{} known mistakes{}", with_commas(diagnosis.mistakes_compared),
                     which_compared(deck_size));
}

std::string the_only_fit(const DiagnosisRecord& diagnosis, int deck_size) {
  const FittingLaw& fit = diagnosis.fits.front();
  std::vector<std::string> same_law;
  for (std::size_t index = 1; index < fit.mistakes.size(); ++index) {
    same_law.push_back(mistake_text(fit.mistakes[index]));
  }
  const std::string also =
      same_law.empty() ? "" : fmt::format(", or {} of the same law", told(same_law, same_law.size(), "and"));
  const std::string mistake = mistake_text(fit.mistakes.front());
  if (fit.p_value < poor_fit) {
    return fmt::format(
        "Of {} only {} is not excluded{}, and it fits poorly (p = {}): it may be none of "
        "them.",
        mistakes_compared(diagnosis, deck_size), mistake, also, short_number(fit.p_value, 2));
  }
  const std::string or_near =
      fit.tv_upper ? fmt::format("; if not this law, one within {} of it", rounded_up(*fit.tv_upper))
                   : std::string("; if not this law, too few trials say how near another is");
  return fmt::format("The counts fit {} (p = {}{}){}; every other of {} is excluded.", mistake,
                     short_number(fit.p_value, 2), or_near, also, mistakes_compared(diagnosis, deck_size));
}

std::string several_fits(const DiagnosisRecord& diagnosis, int deck_size, std::uint64_t trials) {
  std::vector<std::string> laws;
  for (const FittingLaw& fit : diagnosis.fits) {
    laws.push_back(
        fmt::format("{} (p = {})", mistake_text(fit.mistakes.front()), short_number(fit.p_value, 2)));
  }
  const std::string enough =
      diagnosis.trials_to_tell_apart
          ? fmt::format("; about {} would", short_number(*diagnosis.trials_to_tell_apart, 2))
          : "";
  return fmt::format("{} trials do not tell apart {}{}. Every other of {} is excluded.", with_commas(trials),
                     told(laws, diagnosis.laws_fitting, "and"), enough,
                     mistakes_compared(diagnosis, deck_size));
}

}  // namespace

std::string_view which_compared(int deck_size) {
  return deck_size > largest_deck_diagnosed && !is_wide_deck(deck_size) ? " that so many trials must show"
                                                                        : "";
}

std::string sentence_of(const DiagnosisRecord& diagnosis, int deck_size, std::uint64_t trials) {
  if (diagnosis.mistakes_compared == 0) return "So few trials tell no known mistake from another.";
  std::string sentence =
      diagnosis.fits.empty()
          ? fmt::format("No known mistake fits the counts: all {}{} are excluded.",
                        with_commas(diagnosis.mistakes_compared), which_compared(deck_size))
      : diagnosis.laws_fitting == 1 ? the_only_fit(diagnosis, deck_size)
                                    : several_fits(diagnosis, deck_size, trials);
  if (!diagnosis.not_compared.empty()) {
    sentence +=
        fmt::format(" Not compared: {}.", told(diagnosis.not_compared, diagnosis.not_compared.size(), "and"));
  }
  return sentence;
}

}  // namespace fairshuffle
