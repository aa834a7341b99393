#include "harness/job/chosen_families.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/statistics/families/family.hpp"
#include "harness/input_error.hpp"
#include "harness/nearest_name.hpp"

namespace fairshuffle {

namespace {

[[noreturn]] void refuse_unknown(std::string_view where, std::string_view name) {
  std::vector<std::string_view> known;
  for (const FamilyWords& family : families_to_certify()) known.push_back(family.name);
  throw InputError(fmt::format("{}: unknown bet family '{}'{}; see 'fairshuffle list families'", where, name,
                               did_you_mean(name, known)));
}

bool has_deck_of(int smallest, int largest, const RunPlan& run) {
  return std::ranges::any_of(run.targets, [=](const auto& target) {
    const int deck_size = target->description().deck_size;
    return deck_size >= smallest && deck_size <= largest;
  });
}

bool has_plain_deck_of(int smallest, int largest, const RunPlan& run) {
  return std::ranges::any_of(run.targets, [=](const auto& target) {
    const TargetDescription& description = target->description();
    return description.deck_size >= smallest && description.deck_size <= largest &&
           description.makeup.is_plain();
  });
}

}  // namespace

std::vector<std::string> chosen_families(const std::optional<std::string>& names, std::string_view where) {
  if (!names) return RunSettings{}.certify;
  std::set<std::string_view> chosen;
  for (std::string_view rest = *names;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = rest.substr(0, comma);
    if (find_family_to_certify(name) == nullptr) refuse_unknown(where, name);
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

bool chosen_pairs(bool wanted, std::string_view where, const RunPlan& run) {
  if (!wanted && !asked_by(run.certify).pairs) return false;
  if (wanted && !has_deck_of(smallest_large_deck, largest_deck_size, run)) {
    throw InputError(
        fmt::format("{}: pairs are counted of decks of {} cards and more, and no target has so many; of "
                    "smaller decks every order is",
                    where, smallest_large_deck));
  }
  if (!has_deck_of(smallest_large_deck, largest_byte_deck, run)) {
    throw InputError(
        fmt::format("{}: pairs are counted of decks of up to {} cards, and all targets have more", where,
                    largest_byte_deck));
  }
  // Cards that look alike, or that nobody sees, lie in no places of their own.
  if (!has_plain_deck_of(smallest_large_deck, largest_byte_deck, run)) {
    throw InputError(fmt::format(
        "{}: pairs are counted of whole decks of {} to {} different cards, and no target is of one", where,
        smallest_large_deck, largest_byte_deck));
  }
  if (run.most_trials > PairPositions::most_trials) {
    throw InputError(
        fmt::format("{}: pairs are counted of at most {} trials a target, and this run may take {}; lower "
                    "--max-trials (or --trials)",
                    where, with_commas(PairPositions::most_trials), with_commas(run.most_trials)));
  }
  return true;
}

void check_slots(const RunPlan& run) {
  if (run.targets_keeping_orders() > 0) return;
  throw InputError(
      fmt::format("--slots: orders that come again are kept of decks of {} cards and more, and no target "
                  "has so many, or all of its orders are counted",
                  largest_counted_deck_size + 1));
}

void check_families(const RunPlan& run) {
  for (const std::string& name : run.certify) {
    const BetFamily* family = find_family(name);
    if (family == nullptr) continue;
    for (const auto& target : run.targets) {
      const int deck_size = target->description().deck_size;
      if (deck_size <= family->largest_deck) continue;
      throw InputError(fmt::format("--certify: {} is of decks of up to {} cards, and {} has {}", name,
                                   family->largest_deck, target->name(), deck_size));
    }
  }
  if (has_plain_deck_of(smallest_large_deck, largest_deck_size, run)) return;
  const auto made_up = std::ranges::find_if(
      run.targets, [](const auto& target) { return !target->description().makeup.is_plain(); });
  if (made_up != run.targets.end()) {
    const auto family = std::ranges::find_if(
        run.certify, [](const std::string& name) { return find_family(name) != nullptr; });
    if (family == run.certify.end()) return;
    throw InputError(fmt::format(
        "--certify: {} is of whole decks of different cards, and no target is of one; of equal cards and "
        "deals the tolerance is asked of all that can be told apart, and with --certify bets of named bets, "
        "too",
        *family));
  }
  throw InputError(
      fmt::format("--certify: bet families are of decks of {} cards and more, and no target has so many; of "
                  "smaller decks "
                  "the whole order is certified",
                  smallest_large_deck));
}

}  // namespace fairshuffle
