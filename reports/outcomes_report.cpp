#include "reports/outcomes_report.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

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

// Not even of what is proven of the draws: whether they alone decide.
std::string repeats_text(const Outcomes& outcomes) {
  if (outcomes.repeats == 0) return "";
  return fmt::format(
      "Repeated {} times, the same draws ended alike: what else decides less often is not seen.",
      with_commas(outcomes.repeats));
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

// A chance as fraction_json has it.
Fraction chance_of(const nlohmann::json& json) {
  const std::string text = json.at("fraction").get<std::string>();
  const std::size_t bar = std::min(text.find('/'), text.size());
  const auto is_number = [](std::string_view digits) {
    constexpr std::size_t longest = 4000;
    // A leading 0 would be read as an octal number.
    return !digits.empty() && digits.size() <= longest && (digits == "0" || digits.front() != '0') &&
           digits.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::string_view of = bar == text.size() ? "1" : std::string_view(text).substr(bar + 1);
  if (!is_number(text.substr(0, bar)) || !is_number(of) || of == "0")
    throw std::invalid_argument("the proof holds a fraction that is none");
  return Fraction(text);
}

// Whose outcomes_json was this.
JudgedOutcomes outcomes_of(const nlohmann::json& json) {
  const int deck_size = json.at("n").get<int>();
  if (deck_size < smallest_followed_deck || deck_size > largest_proven_deck) {
    throw std::invalid_argument(fmt::format("the proof is of {} cards; a report holds one of {} to {}",
                                            deck_size, smallest_followed_deck, largest_proven_deck));
  }
  // Those of the paths that were followed, among themselves; then that of the others.
  std::vector<Fraction> chances;
  for (const nlohmann::json& permutation : json.at("permutations"))
    chances.push_back(chance_of(permutation.at("p")));
  if (chances.size() != permutation_count(deck_size))
    throw std::invalid_argument("the proof holds other than all permutations");
  chances.push_back(chance_of(json.at("invalid")));
  const Fraction unfollowed = chance_of(json.at("unfollowed"));
  if (std::accumulate(chances.begin(), chances.end(), Fraction(0)) != 1 || unfollowed >= 1)
    throw std::invalid_argument("the proof holds chances whose sum is not 1");
  for (Fraction& chance : chances) chance *= 1 - unfollowed;
  chances.push_back(unfollowed);

  Outcomes outcomes;
  Distribution& distribution = outcomes.distribution;
  distribution.deck_size = deck_size;
  for (const Fraction& chance : chances)
    distribution.denominator = lcm(distribution.denominator, denominator(chance));
  for (const Fraction& chance : chances)
    distribution.weight.push_back(numerator(chance) * (distribution.denominator / denominator(chance)));
  outcomes.unfollowed = distribution.weight.back();
  distribution.weight.pop_back();
  distribution.invalid = distribution.weight.back();
  distribution.weight.pop_back();
  outcomes.paths = json.at("paths");
  outcomes.ordinary_runs = json.at("ordinary_runs");
  outcomes.repeats = json.at("repeats");
  outcomes.shown = json.at("shown");
  outcomes.shown_draws = json.at("shown_draws");
  const std::string name = json.at("target");
  constexpr std::size_t longest_name = 10'000;  // as of a target
  if (name.size() > longest_name) throw std::invalid_argument("the proof has too long a name");
  JudgedOutcomes of = judged(name, std::move(outcomes));
  if (const nlohmann::json& smallest = json.at("smallest_biased_deck"); !smallest.is_null())
    of.smallest_biased_deck = smallest;
  return of;
}

}  // namespace

std::string outcomes_sentence(const JudgedOutcomes& of) {
  const std::string paths = paths_text(of.outcomes);
  if (of.verdict == OutcomeVerdict::invalid) {
    const std::string shown =
        of.outcomes.shown_draws.empty()
            ? ""
            : fmt::format(", such as \"{}\" (draws: {})", one_visible_line(of.outcomes.shown),
                          one_visible_line(of.outcomes.shown_draws));
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
  for (const std::string& more : {width_text(of.outcomes), smallest_text(of), repeats_text(of.outcomes)}) {
    if (!more.empty()) text += paragraph(more);
  }
  return text + "\n" + distribution_text({of.name, of.followed}, {});
}

nlohmann::ordered_json outcomes_json(const JudgedOutcomes& of) {
  nlohmann::ordered_json json = distribution_json({of.name, of.followed}, {});
  json["paths"] = of.outcomes.paths;
  json["unfollowed"] = fraction_json(of.unfollowed);
  json["ordinary_runs"] = of.outcomes.ordinary_runs;
  json["repeats"] = of.outcomes.repeats;
  json["shown"] = of.outcomes.shown;
  json["shown_draws"] = of.outcomes.shown_draws;
  json["equals"] = of.equal;
  json["smallest_biased_deck"] = nullptr;
  if (of.smallest_biased_deck != 0) json["smallest_biased_deck"] = of.smallest_biased_deck;
  json["verdict"] = to_text(of.verdict);
  json["sentence"] = outcomes_sentence(of);
  return json;
}

std::string proof_words(const std::string& proof, int deck_size, std::optional<Verdict> verdict,
                        double tolerance) {
  if (proof.empty()) return "";
  const auto json = nlohmann::json::parse(proof);
  std::string sentence = json["sentence"];
  sentence.front() = static_cast<char>(std::tolower(sentence.front()));
  sentence.pop_back();
  const double distance = json["tv"]["value"];
  const bool is_refuted = json["n"] == deck_size && ((verdict == Verdict::biased && distance == 0) ||
                                                     (verdict == Verdict::fair && distance > tolerance));
  return fmt::format("{} is {}{}", one_visible_line(json["target"].get<std::string>()), sentence,
                     is_refuted ? "; but these trials are of other code, for they refute it" : "");
}

std::string proof_in(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    std::string due = outcomes_json(outcomes_of(json)).dump();
    if (json != nlohmann::json::parse(due))
      throw std::invalid_argument("the proof says other than its own chances");
    return due;
  } catch (const nlohmann::json::exception&) {
    throw std::invalid_argument("the proof is not what exact writes as JSON of somebody's own code");
  }
}

}  // namespace fairshuffle
