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

std::string without_deck_size(const std::string& target, int deck_size) {
  const std::string size = fmt::format("n={}", deck_size);
  std::string shorter = target;
  for (const std::string& component : {"," + size, size + ",", ":" + size}) {
    if (const std::size_t at = shorter.find(component); at != std::string::npos)
      return shorter.erase(at, component.size());
  }
  return shorter;
}

// The target of the lesson on a mistake: of a deck too large for one, without its size.
std::string lesson_target(const std::string& target, int deck_size) {
  constexpr int largest_deck_of_lessons = 8;
  return deck_size <= largest_deck_of_lessons ? target : without_deck_size(target, deck_size);
}

// Of those that have one distribution the one to name: the target's own shuffle where it is among them.
const KnownMistake& to_name(const FittingDistribution& fit, const TargetDescription& target) {
  const auto own = std::ranges::find_if(fit.mistakes, [&target](const KnownMistake& mistake) {
    return mistake.target.substr(0, mistake.target.find(':')) == target.shuffle;
  });
  return own == fit.mistakes.end() ? fit.mistakes.front() : *own;
}

// What else it may be than one of those that fit. Bounds rest on independent decks.
std::string or_near(const DiagnosisRecord& diagnosis, int deck_size, bool independent) {
  if (deck_size > largest_deck_diagnosed) {
    return fmt::format(
        ", as far as single cards and numbers such as parity show (probabilities of single permutations were "
        "{})",
        deck_size > largest_deck_held_to_permutations
            ? "not compared"
            : "compared only where they are known and permutations are counted");
  }
  const bool is_one = diagnosis.distributions_fitting == 1;
  const std::optional<double> bound = independent ? diagnosis.fits.front().tv_upper : std::nullopt;
  return bound ? fmt::format(" (or a distribution within {} of {})", points_text(points_up(*bound)),
                             is_one ? "it" : "the first")
               : fmt::format(" (or a distribution near {})", is_one ? "it" : "one of them");
}

std::string others_excluded(const DiagnosisRecord& diagnosis, int deck_size, const std::string& known) {
  std::set<std::string_view> named;
  for (const FittingDistribution& fit : diagnosis.fits) {
    for (const KnownMistake& mistake : fit.mistakes) named.insert(mistake.target);
  }
  // Of larger decks what is named in another reading need not be among those compared.
  if (deck_size > largest_deck_diagnosed || diagnosis.distributions_fitting > diagnosis.fits.size() ||
      diagnosis.mistakes_compared <= named.size() + 1) {
    return fmt::format("of the {}, all others are excluded", known);
  }
  return fmt::format("the {} other known mistakes are excluded",
                     with_commas(diagnosis.mistakes_compared - named.size()));
}

// Whether p < poor_fit of all that is not excluded, so that it may be none of them.
bool all_fit_poorly(const DiagnosisRecord& diagnosis) {
  return diagnosis.distributions_fitting == diagnosis.fits.size() &&
         std::ranges::all_of(diagnosis.fits,
                             [](const FittingDistribution& fit) { return fit.p_value < poor_fit; });
}

// " (exactly 8.4187 points)"; empty where it is not known.
std::string exact_bias(const FittingDistribution& fit) {
  return fit.total_variation
             ? fmt::format(" (exactly {})", points_text(short_number(100 * *fit.total_variation, 5)))
             : "";
}

// The first of the distributions that are not excluded, each by one of its mistakes.
std::string names_of_fits(const DiagnosisRecord& diagnosis, const TargetDescription& target,
                          const char* last_word) {
  std::vector<std::string> names;
  for (const FittingDistribution& fit : diagnosis.fits) {
    const std::size_t others = fit.mistakes.size() - 1;
    names.push_back(fmt::format(
        "{}{}{}{}", mistake_text(to_name(fit, target)),
        others > 0 ? fmt::format(" (and {} with the same distribution)", others) : "",
        diagnosis.distributions_fitting == 1 ? exact_bias(fit) : "",
        fit.p_value < poor_fit ? fmt::format(" (poorly, p = {})", short_number(fit.p_value, 2)) : ""));
  }
  return told(std::move(names), diagnosis.distributions_fitting, last_word);
}

// "naive-swap:n=5", "naive-swap:n=5 or 2 more"; empty where none fits well.

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

std::string step_words(const DiagnosisRecord& shuffle, const TargetDescription& target) {
  return names_of_fits(shuffle, target, "or") + or_near(shuffle, target.deck_size, false);
}

std::string likeness(const TargetRecord& result) {
  if (!result.diagnosis || result.diagnosis->fits.empty() || all_fit_poorly(*result.diagnosis)) return "";
  const DiagnosisRecord& diagnosis = *result.diagnosis;
  const FittingDistribution& first = diagnosis.fits.front();
  const bool is_one = diagnosis.distributions_fitting == 1;
  return without_deck_size(mistake_text(to_name(first, result.target)), result.target.deck_size) +
         (is_one ? exact_bias(first) : fmt::format(" or {} more", diagnosis.distributions_fitting - 1));
}

std::string answer_of(const DiagnosisRecord& diagnosis, const TargetDescription& target) {
  if (diagnosis.mistakes_compared == 0) return "so few trials tell no known mistake from another";
  const int n = target.deck_size;
  // Of larger decks only some of all that there are.
  const std::string compared = with_commas(diagnosis.mistakes_compared),
                    visible = n > largest_deck_diagnosed && !is_wide_deck(n)
                                  ? " that so many trials must show"
                                  : "",
                    known = fmt::format("{} known mistakes{}", compared, visible),
                    not_compared = diagnosis.not_compared.empty()
                                       ? ""
                                       : fmt::format("; not compared: {}", told(diagnosis.not_compared));
  if (diagnosis.fits.empty())
    return fmt::format("no known mistake: all {}{} are excluded{}", compared, visible, not_compared);
  const std::string names = names_of_fits(diagnosis, target, "and"),
                    lesson = lesson_target(to_name(diagnosis.fits.front(), target).target, n);
  if (all_fit_poorly(diagnosis)) {
    return fmt::format("may be none of {}{}; not excluded: {}: fairshuffle explain {}", known, not_compared,
                       names, lesson);
  }
  // What was not compared stands first: the lesson at the end is not about it.
  return fmt::format("consistent with {}{}{}{}; {}: fairshuffle explain {}", names,
                     or_near(diagnosis, n, true),
                     diagnosis.distributions_fitting == 1 || !diagnosis.trials_to_tell_apart
                         ? ""
                         : fmt::format("; if it is one of them, about {} trials tell which",
                                       about_text(*diagnosis.trials_to_tell_apart)),
                     not_compared, others_excluded(diagnosis, n, known), lesson);
}

}  // namespace fairshuffle
