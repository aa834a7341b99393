#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/diagnosis/diagnosis.hpp"
#include "core/diagnosis/mistake_runs.hpp"
#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

namespace {

// "191 known mistakes", of larger decks which of all that there are.
std::string mistakes_compared(const DiagnosisRecord& diagnosis, int deck_size, std::string_view what) {
  const bool only_visible = deck_size > largest_deck_diagnosed && !is_wide_deck(deck_size);
  return fmt::format("{}{}{}", with_commas(diagnosis.mistakes_compared), what,
                     only_visible ? " that so many trials must show" : "");
}

// The target of the lesson on a mistake: of a deck too large for one, without its size.
std::string lesson_target(const std::string& target, int deck_size) {
  constexpr int largest_deck_of_lessons = 8;
  if (deck_size <= largest_deck_of_lessons) return target;
  const std::string size = fmt::format("n={}", deck_size);
  std::string shorter = target;
  for (const std::string& component : {"," + size, size + ",", ":" + size}) {
    if (const std::size_t at = shorter.find(component); at != std::string::npos)
      return shorter.erase(at, component.size());
  }
  return shorter;
}

// Of those that have one distribution the one to name: the target's own shuffle where it is among them.
const KnownMistake& to_name(const FittingDistribution& fit, const TargetDescription& target) {
  const auto own = std::ranges::find_if(fit.mistakes, [&target](const KnownMistake& mistake) {
    return mistake.target.substr(0, mistake.target.find(':')) == target.shuffle;
  });
  return own == fit.mistakes.end() ? fit.mistakes.front() : *own;
}

// The clauses that a sentence and the answer to the question why have in common.

// Of a single fit that is poor how poor it is, of several each says so itself.
std::string is_not_excluded(const DiagnosisRecord& diagnosis, std::string_view also = "") {
  if (diagnosis.distributions_fitting != 1) return "are not excluded";
  return fmt::format("is not excluded{}, and it fits poorly (p = {})", also,
                     short_number(diagnosis.fits.front().p_value, 2));
}

std::string others_of_distribution(const FittingDistribution& fit) {
  std::vector<std::string> others;
  for (const KnownMistake& mistake : std::span(fit.mistakes).subspan(1))
    others.push_back(mistake_text(mistake));
  return others.empty() ? "" : fmt::format(", or {} with the same distribution", told(std::move(others)));
}

std::string and_what_else(const DiagnosisRecord& diagnosis, int deck_size) {
  const std::uint64_t distributions = diagnosis.distributions_fitting;
  const std::string apart = distributions == 1 || !diagnosis.trials_to_tell_apart
                                ? ""
                                : fmt::format("; if it is one of them, about {} trials tell which",
                                              short_number(*diagnosis.trials_to_tell_apart, 2));
  return fmt::format("{}{}; {}", or_near(distributions, diagnosis.fits.front().tv_upper, deck_size), apart,
                     others_excluded(diagnosis, deck_size));
}

// The names of what fits, and what follows from it: as a sentence, in which each of several distributions has
// its p, or as the answer for a target, which names the target's own shuffle where it has the distribution.
std::string fits_words(const DiagnosisRecord& diagnosis, int deck_size, std::uint64_t trials,
                       const TargetDescription* answered_for) {
  const bool is_one = diagnosis.distributions_fitting == 1, in_sentence = answered_for == nullptr;
  const FittingDistribution& first = diagnosis.fits.front();
  const auto named = [answered_for](const FittingDistribution& fit) -> const KnownMistake& {
    return answered_for == nullptr ? fit.mistakes.front() : to_name(fit, *answered_for);
  };
  std::vector<std::string> distributions;
  for (const FittingDistribution& fit : diagnosis.fits) {
    const bool poorly = fit.p_value < poor_fit;
    const std::string p = "p = " + short_number(fit.p_value, 2);
    distributions.push_back(mistake_text(named(fit)) +
                            (in_sentence ? fmt::format(" ({}{})", p, poorly ? ", poorly" : "")
                             : poorly    ? fmt::format(" (poorly, {})", p)
                                         : ""));
  }
  const std::string names = is_one ? mistake_text(named(first))
                                   : told(std::move(distributions), diagnosis.distributions_fitting, "and");
  const std::string also = !is_one       ? ""
                           : in_sentence ? others_of_distribution(first)
                                         : same_distribution(first, named(first));
  if (all_fit_poorly(diagnosis)) {
    const std::string known = mistakes_compared(diagnosis, deck_size, " known mistakes");
    return in_sentence ? fmt::format("Of {} only {} {}: it may be none of them.", known, names,
                                     is_not_excluded(diagnosis, also))
                       : fmt::format("may be none of {}: only {}{} {}", known, names, also,
                                     is_not_excluded(diagnosis));
  }
  const std::string counts =
      !in_sentence ? "consistent"
      : is_one     ? fmt::format("The counts are consistent (p = {})", short_number(first.p_value, 2))
                   : fmt::format("The counts of {} trials are consistent", with_commas(trials));
  return fmt::format("{} with {}{}{}{}", counts, names, also, and_what_else(diagnosis, deck_size),
                     in_sentence ? "." : "");
}

}  // namespace

std::string component_words(std::span<const ComponentRecord> components) {
  const auto is_clear = [](const ComponentRecord& component) {
    // The statistic is chi-square under fairness, so this asks for four standard deviations.
    const double degrees_of_freedom = component.degrees_of_freedom;
    return component.share && component.applied &&
           component.statistic > degrees_of_freedom + 4 * std::sqrt(2 * degrees_of_freedom);
  };
  std::vector<const ComponentRecord*> clear;
  for (const ComponentRecord& component : components) {
    if (is_clear(component)) clear.push_back(&component);
  }
  if (clear.empty() || components.size() == 1) return "";
  std::ranges::stable_sort(clear, std::ranges::greater{},
                           [](const ComponentRecord* component) { return *component->share; });
  const auto text_of = [](const ComponentRecord& component) {
    return fmt::format("{} ({})", component.name, fmt::join(component.partition, ","));
  };
  const ComponentRecord& largest = *clear.front();
  // What too few trials judged may be the most of it.
  if (std::ranges::any_of(components, [&largest](const ComponentRecord& component) {
        return component.share && !component.applied && *component.share > *largest.share;
      })) {
    return "";
  }
  if (*largest.share < 1. / 6) {
    return fmt::format(
        "by chi-square distance, the bias is spread over {} of {} components of the distribution, most in {} "
        "with {}",
        clear.size(), components.size(), text_of(largest), percent_text(*largest.share));
  }
  // Up to five, down to half of the largest, and always three: equal shares are told all together or not.
  // Estimates may come out above all of it together, where those of others are below zero.
  double together = 0;
  for (const ComponentRecord* component : clear) together += std::max(0., *component->share);
  std::string text;
  for (std::size_t index = 0; index < std::min<std::size_t>(5, clear.size()); ++index) {
    const ComponentRecord& component = *clear[index];
    if (*component.share < (index < 3 ? 0.05 : *largest.share / 2)) break;
    text += fmt::format("{} {} {} {}", text.empty() ? "by chi-square distance," : ",",
                        percent_text(*component.share / std::max(1., together)),
                        text.empty() ? "of the bias lies in" : "in", text_of(component));
  }
  return text;
}

std::string mistake_text(const KnownMistake& mistake) {
  return mistake.target + (mistake.reading.empty() ? "" : " with " + mistake.reading);
}

std::string same_distribution(const FittingDistribution& fit, const KnownMistake& named) {
  if (fit.mistakes.size() == 1) return "";
  if (fit.mistakes.size() > 2)
    return fmt::format(" (and {} with the same distribution)", fit.mistakes.size() - 1);
  const KnownMistake& other = fit.mistakes[&fit.mistakes.front() == &named ? 1 : 0];
  return fmt::format(" (or {}, with the same distribution)", mistake_text(other));
}

bool all_fit_poorly(const DiagnosisRecord& diagnosis) {
  return diagnosis.distributions_fitting == diagnosis.fits.size() &&
         std::ranges::all_of(diagnosis.fits,
                             [](const FittingDistribution& fit) { return fit.p_value < poor_fit; });
}

std::string or_near(std::uint64_t distributions, std::optional<double> tv_upper, int deck_size) {
  if (deck_size > largest_deck_diagnosed) {
    return fmt::format(
        ", as far as single cards and numbers such as parity show (probabilities of single permutations were "
        "{})",
        deck_size > largest_deck_held_to_permutations
            ? "not compared"
            : "compared only where they are known and permutations are counted");
  }
  if (!tv_upper)
    return fmt::format(" (or a distribution near {})", distributions == 1 ? "it" : "one of them");
  return fmt::format(" (or a distribution within {} of {})", points_text(points_up(*tv_upper)),
                     distributions == 1 ? "it" : "the first");
}

std::string others_excluded(const DiagnosisRecord& diagnosis, int deck_size) {
  std::set<std::string_view> named;
  for (const FittingDistribution& fit : diagnosis.fits) {
    for (const KnownMistake& mistake : fit.mistakes) named.insert(mistake.target);
  }
  // Of larger decks what is named in another reading need not be among those compared.
  if (deck_size > largest_deck_diagnosed || diagnosis.distributions_fitting > diagnosis.fits.size() ||
      diagnosis.mistakes_compared <= named.size() + 1) {
    return fmt::format("every other of {} is excluded",
                       mistakes_compared(diagnosis, deck_size, " known mistakes"));
  }
  return fmt::format("the {} other known mistakes are excluded",
                     with_commas(diagnosis.mistakes_compared - named.size()));
}

std::string named_mistake(const TargetRecord& result) {
  if (!result.diagnosis || result.diagnosis->fits.empty() || all_fit_poorly(*result.diagnosis)) return "";
  const DiagnosisRecord& diagnosis = *result.diagnosis;
  return fmt::format("consistent with {}{}", mistake_text(to_name(diagnosis.fits.front(), result.target)),
                     diagnosis.distributions_fitting == 1
                         ? ""
                         : fmt::format(" or {} more", diagnosis.distributions_fitting - 1));
}

std::string sentence_of(const DiagnosisRecord& diagnosis, int deck_size, std::uint64_t trials) {
  if (diagnosis.mistakes_compared == 0) return "So few trials tell no known mistake from another.";
  const std::string fits = diagnosis.fits.empty()
                               ? fmt::format("No known mistake fits the counts: all {} are excluded.",
                                             mistakes_compared(diagnosis, deck_size, ""))
                               : fits_words(diagnosis, deck_size, trials, nullptr);
  return diagnosis.not_compared.empty()
             ? fits
             : fmt::format("{} Not compared: {}.", fits, told(diagnosis.not_compared));
}

std::string answer_of(const DiagnosisRecord& diagnosis, const TargetDescription& target) {
  if (diagnosis.mistakes_compared == 0) return "so few trials tell no known mistake from another";
  if (!diagnosis.fits.empty()) {
    const KnownMistake& named = to_name(diagnosis.fits.front(), target);
    return fmt::format("{}: fairshuffle explain {}", fits_words(diagnosis, target.deck_size, 0, &target),
                       lesson_target(named.target, target.deck_size));
  }
  return fmt::format(
      "no known mistake: all {} are excluded{}", mistakes_compared(diagnosis, target.deck_size, ""),
      diagnosis.not_compared.empty() ? "" : fmt::format("; not compared: {}", told(diagnosis.not_compared)));
}

}  // namespace fairshuffle
