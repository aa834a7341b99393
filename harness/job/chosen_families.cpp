#include "harness/job/chosen_families.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/statistics/families/family.hpp"
#include "harness/input_error.hpp"
#include "harness/target/nearest_name.hpp"

namespace fairshuffle {

namespace {

[[noreturn]] void refuse_unknown(std::string_view name) {
  std::vector<std::string_view> known;
  for (const FamilyWords& family : families_to_certify()) known.push_back(family.name);
  throw InputError(fmt::format("--certify: unknown bet family '{}'{}; see 'fairshuffle list families'", name,
                               did_you_mean(name, known)));
}

}  // namespace

std::vector<std::string> chosen_families(const std::optional<std::string>& names) {
  if (!names) return RunSettings{}.certify;
  std::set<std::string_view> chosen;
  for (std::string_view rest = *names;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = rest.substr(0, comma);
    if (find_family_to_certify(name) == nullptr) refuse_unknown(name);
    chosen.insert(name);
    if (comma == std::string_view::npos) break;
    rest = rest.substr(comma + 1);
  }
  std::vector<std::string> families;
  for (const FamilyWords& family : families_to_certify()) {
    if (chosen.contains(family.name)) families.emplace_back(family.name);
  }
  return families;
}

void check_families(const RunPlan& run) {
  const bool any_large = std::ranges::any_of(
      run.targets, [](const auto& target) { return target->description().deck_size >= smallest_large_deck; });
  if (any_large) return;
  throw InputError(
      fmt::format("--certify: bet families are of decks of {} cards and more, and no target has so many; of "
                  "smaller decks "
                  "the whole order is certified",
                  smallest_large_deck));
}

}  // namespace fairshuffle
