#include "reports/words/certificate_words.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/order/number_text.hpp"
#include "core/record/bound_text.hpp"
#include "core/statistics/families/family.hpp"
#include "reports/words/bias_words.hpp"
#include "reports/words/seed_words.hpp"
#include "reports/words/trial_words.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t most_mistakes_told = 2;

std::string undecided(const TargetRecord& result, const Budget& budget) {
  if (result.verdict != Verdict::inconclusive) return "";
  const std::string points = short_number(100 * budget.tolerance, 3);
  const char* are = points == "1" ? "is" : "are";
  // Bounds hold whatever is tested; to be fair takes more.
  if (result.bias.tv_upper && *result.bias.tv_upper <= budget.tolerance) {
    return fmt::format(
        "{} {} asked for, and reached; but no deck is called fair while some of its tests are not "
        "applied (--tests leaves them out, or there are too few trials)",
        points_text(points), are);
  }
  return fmt::format("{} {} asked for{}", points_text(points), are,
                     result.trials_to_decide ? fmt::format("; about {} trials would decide",
                                                           short_number(*result.trials_to_decide, 2))
                                             : "");
}

std::string bound_of(const FamilyRecord& family, const Budget& budget) {
  const bool is_within = family.tv_upper && *family.tv_upper <= budget.tolerance;
  return fmt::format("{} {}{}", family.family, family.tv_upper ? points_up(*family.tv_upper) : "not bounded",
                     is_within
                         ? ""
                         : fmt::format(" ({} from {} trials on)", short_number(100 * budget.tolerance, 3),
                                       short_number(family.trials_for_tolerance, 2)));
}

// Families of such decks that are counted on request only, and the options that ask for them; empty where
// there are none.
std::string not_counted(std::span<const FamilyRecord> families, int deck_size) {
  std::vector<std::string_view> pairs, others;
  for (const BetFamily& family : all_families()) {
    if (deck_size > family.largest_deck) continue;
    if (std::ranges::find(families, family.name, &FamilyRecord::family) != families.end()) continue;
    (family.visit_deviations != nullptr ? pairs : others).push_back(family.name);
  }
  std::vector<std::string> parts;
  if (!pairs.empty()) parts.push_back(fmt::format("{} (--pairs)", fmt::join(pairs, ", ")));
  if (!others.empty()) parts.push_back(fmt::format("{} (--certify)", fmt::join(others, ", ")));
  return parts.empty() ? "" : fmt::format("not counted: {}", fmt::join(parts, ", "));
}

std::string by_family(const TargetRecord& result, const Budget& budget) {
  std::vector<std::string> asked, others;
  for (const FamilyRecord& family : result.families) {
    (family.asked ? asked : others).push_back(bound_of(family, budget));
  }
  std::vector<std::string> parts;
  if (!asked.empty()) parts.push_back(fmt::format("{}", fmt::join(asked, ", ")));
  if (!others.empty()) parts.push_back(fmt::format("not asked for: {}", fmt::join(others, ", ")));
  if (result.target.makeup.is_plain()) parts.push_back(not_counted(result.families, result.target.deck_size));
  std::erase(parts, "");
  return fmt::format("points ({} % together): {}", short_number(100 * budget.confidence, 4),
                     fmt::join(parts, "; "));
}

std::string seed_space(const TargetRecord& result, const Budget& budget) {
  if (!result.seed_space) return "";
  if (std::string fewest = fewest_orders_words(result, budget); !fewest.empty()) return fewest;
  const BirthdayCounts& counts = result.evidence.birthday;
  if (counts.kept == 0) return "";
  if (counts.repeats() > 0) return came_again(result);
  return fmt::format("no deck of {}{} came again", with_commas(counts.kept),
                     counts.one_in == 1 ? "" : " kept");
}

std::string and_more(std::size_t mistakes, std::string_view what) {
  return mistakes <= most_mistakes_told ? ""
                                        : fmt::format(" and {} more{}", mistakes - most_mistakes_told, what);
}

// Few know the draws and seedings that have names here; all know riffles. What a deck that is carried on
// shows is told of as words behind the name.
std::vector<MistakeInReach> plain_first(std::vector<MistakeInReach> mistakes) {
  std::stable_partition(mistakes.begin(), mistakes.end(), [](const MistakeInReach& mistake) {
    const auto has = [&mistake](const char* part) { return mistake.target.find(part) != std::string::npos; };
    return !has("draw=") && !has("seeding=") && !has(" ");
  });
  return mistakes;
}

std::string would_show(const PowerRecord& power) {
  if (power.found.empty()) return "";
  std::vector<std::string> names;
  for (const MistakeInReach& mistake : plain_first(power.found)) {
    if (names.size() < most_mistakes_told) names.emplace_back(mistake.target);
  }
  return fmt::format("{}{} ({} % each)", fmt::join(names, ", "),
                     and_more(power.found.size(), " known mistakes"), short_number(100 * power.power, 3));
}

std::string might_miss(const PowerRecord& power) {
  std::vector<std::string> names;
  for (const MistakeInReach& mistake : plain_first(power.missed)) {
    if (names.size() == most_mistakes_told) break;
    names.push_back(fmt::format("{} ({})", mistake.target, how_many_trials(short_number(mistake.trials, 2))));
  }
  return fmt::format("{}{}", fmt::join(names, ", "), and_more(power.missed.size(), ""));
}

}  // namespace

CertificateWords certificate_words(const TargetRecord& result, const Budget& budget) {
  return {.how_much = how_much(result, budget),
          .undecided = undecided(result, budget),
          .by_family = by_family(result, budget),
          .seed_space = seed_space(result, budget),
          .would_show = result.power ? would_show(*result.power) : "",
          .might_miss = result.power ? might_miss(*result.power) : ""};
}

}  // namespace fairshuffle
