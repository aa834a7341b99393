#include "reports/outcomes_report.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "reports/distribution/distribution.hpp"
#include "reports/document/render.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

// As a fraction where that is short.
std::string number_text(const Fraction& number) {
  constexpr std::size_t longest = 16;
  const std::string text = to_text(number);
  return text.size() <= longest ? text : short_number(to_double(number), 6);
}

// "2^-60", no less than the chance, or in percent where that says more.
std::string at_most_text(const Fraction& chance) {
  const Integer of_so_many = denominator(chance) / numerator(chance);
  constexpr int told_in_percent = 1000;
  return of_so_many < told_in_percent ? points_up(to_double(chance)) + " %"
                                      : fmt::format("2^-{}", msb(of_so_many));
}

std::string paths_text(const Outcomes& outcomes) {
  return fmt::format("{} path{}", with_commas(outcomes.paths), outcomes.paths == 1 ? "" : "s");
}

std::string chances_text(const JudgedOutcomes& of) {
  const Distribution& followed = of.followed;
  const std::size_t permutations = followed.weight.size();
  const std::string fair_share = to_text(Fraction(1, permutations));
  if (of.total_variation == 0)
    return fmt::format("each of the {} permutations has chance {}", with_commas(permutations), fair_share);
  const std::uint64_t never = permutations - support_size(followed);
  const std::string largest = number_text(largest_probability(followed).probability);
  std::string text = fmt::format("TV {} ({} points); ", number_text(of.total_variation),
                                 short_number(100 * to_double(of.total_variation), 2));
  if (never == 0) {
    text += fmt::format("permutations have chances from {} to {}",
                        number_text(least_probability(followed).probability), largest);
  } else {
    text += fmt::format("{} of {} permutations never come, and the likeliest has chance {}",
                        with_commas(never), with_commas(permutations), largest);
  }
  return text + fmt::format(", where {} is fair", fair_share);
}

std::string head_text(const JudgedOutcomes& of) {
  const bool fair = is_fair(of.verdict);
  std::string left_open;
  if (of.missed != 0)
    left_open = fmt::format(" as far as {} ordinary runs see", with_commas(of.outcomes.ordinary_runs));
  if (of.unfollowed != 0)
    left_open += fmt::format("{} but for at most {}", of.missed != 0 ? "," : "", at_most_text(of.unfollowed));
  if (of.verdict == OutcomeVerdict::inconclusive) return fmt::format("Inconclusive: exact{}", left_open);
  if (left_open.empty()) return fair ? "Exactly fair" : "Exactly biased";
  return fmt::format("Exact{}: {}", left_open, fair ? "fair" : "biased");
}

// "This is the distribution of rounded-index:n=4 (and of 4 other known mistakes)."
std::string equal_text(const JudgedOutcomes& of) {
  if (of.equal.empty()) return "";
  std::string text = fmt::format(" This is the distribution of {}", of.equal.front());
  if (of.equal.size() > 1) {
    text += fmt::format(" (and of {} other known mistake{})", of.equal.size() - 1,
                        of.equal.size() == 2 ? "" : "s");
  }
  return text + ".";
}

// What the words add that draws are made of, where they are told of: the worst of them.
std::string width_text(const Outcomes& outcomes) {
  if (outcomes.widths.empty()) return "";
  const DrawWidth& worst = *std::ranges::max_element(outcomes.widths, {}, unevenness);
  const double off = unevenness(worst);
  const std::string words = fmt::format("{}-bit words ({})", worst.bits, worst.method);
  if (off == 0) return fmt::format("Draws are ideal here, and those of {} are, too.", words);
  return fmt::format("Draws are ideal here; with {} each is off by at most 1 in {}.", words,
                     short_number(1 / off, 2));
}

// Beside the sentence, of which it is no part: other decks were followed for it.
std::string smallest_text(const JudgedOutcomes& of) {
  if (of.smallest_biased_deck == 0 || of.followed.deck_size == smallest_followed_deck) return "";
  return of.smallest_biased_deck == of.followed.deck_size
             ? fmt::format("No deck of fewer than {} cards shows a bias.", of.smallest_biased_deck)
             : fmt::format("The smallest deck that shows a bias has {} cards.", of.smallest_biased_deck);
}

nlohmann::ordered_json fraction_json(const Fraction& fraction) {
  return {{"fraction", to_text(fraction)}, {"value", to_double(fraction)}};
}

std::string paragraph(const std::string& text) {
  constexpr std::size_t width = 80;
  std::string lines;
  for (const std::string& line : wrapped(text, width)) lines += line + "\n";
  return lines;
}

}  // namespace

std::string outcomes_sentence(const JudgedOutcomes& of) {
  const std::string paths = paths_text(of.outcomes);
  if (of.verdict == OutcomeVerdict::invalid) {
    const std::string shown =
        of.outcomes.shown.empty() ? "" : fmt::format(", such as \"{}\"", one_visible_line(of.outcomes.shown));
    return fmt::format("Invalid: with chance {} what comes is no permutation of the deck{} ({}).",
                       number_text(invalid_probability(of.followed)), shown, paths);
  }
  const bool exactly = of.missed == 0 && of.unfollowed == 0;
  std::string text = fmt::format("{}{} {} ({})", head_text(of), exactly ? ":" : ",", chances_text(of), paths);
  if (of.missed != 0) {
    text +=
        fmt::format("; pieces that were missed have at most {} % together (99.9 %)", points_up(of.missed));
  }
  return text + "." + equal_text(of);
}

std::string outcomes_text(const JudgedOutcomes& of) {
  std::string text = paragraph(outcomes_sentence(of));
  for (const std::string& more : {width_text(of.outcomes), smallest_text(of)}) {
    if (!more.empty()) text += paragraph(more);
  }
  return text + "\n" + distribution_text({of.name, of.followed}, {});
}

nlohmann::ordered_json outcomes_json(const JudgedOutcomes& of) {
  nlohmann::ordered_json json = distribution_json({of.name, of.followed}, {});
  json["paths"] = of.outcomes.paths;
  json["unfollowed"] = fraction_json(of.unfollowed);
  json["ordinary_runs"] = of.outcomes.ordinary_runs;
  json["equals"] = of.equal;
  json["smallest_biased_deck"] = nullptr;
  if (of.smallest_biased_deck != 0) json["smallest_biased_deck"] = of.smallest_biased_deck;
  json["verdict"] = to_text(of.verdict);
  json["sentence"] = outcomes_sentence(of);
  return json;
}

}  // namespace fairshuffle
