#include "harness/report/law_check.hpp"

#include <fmt/format.h>

#include "core/exact/law_refused.hpp"
#include "core/interpret/law_of.hpp"
#include "core/record/p_words.hpp"
#include "core/statistics/goodness_of_fit.hpp"
#include "harness/input_error.hpp"
#include "harness/target/builtin/builtin_target.hpp"

namespace fairshuffle {

namespace {

// A law of nine cards takes seconds, and up to here every shuffle of the catalogue has one.
constexpr int largest_deck_held_to_its_law = 7;

std::optional<SampleSetup> setup_with_law(const TargetRecord& record, std::uint64_t run_seed) {
  const TargetDescription& target = record.target;
  // Others' streams have structure of their own, which shows in the counts and in no law.
  if (target.source != default_source || target.seeding != "per-block") return std::nullopt;
  const bool counted = record.facts.orders_counted && target.deck_size <= largest_deck_held_to_its_law;
  if (!counted || record.evidence.invalid_trials > 0 || record.evidence.trials == 0) return std::nullopt;
  try {
    const SampleSetup setup =
        BuiltinTarget(parse_target_text(record.name), target.deck_size, run_seed).setup();
    // Another target's law says nothing; that the name is another's is told elsewhere.
    if (setup.deck_size != target.deck_size || !why_no_law(setup).empty()) return std::nullopt;
    return setup;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<Contradiction> contradiction_of_law(const TargetRecord& record, std::uint64_t run_seed) {
  const std::optional<SampleSetup> setup = setup_with_law(record, run_seed);
  if (!setup) return std::nullopt;
  NumericLaw law;
  try {
    law = numeric_law_of(*setup);
  } catch (const LawRefused&) {
    return std::nullopt;
  }
  const GoodnessOfFit fit = goodness_of_fit(record.evidence.orders, law.probability, law.error);
  if (fit.possible && fit.upper_tail.p >= impossible_p) return std::nullopt;
  const std::string found = fit.possible ? fmt::format("p {}{}", fit.upper_tail.log10_p < -4899 ? "" : "= ",
                                                       p_words(fit.upper_tail.p, fit.upper_tail.log10_p))
                                         : "some orders came that it cannot give";
  return Contradiction{"/evidence/orders",
                       fmt::format("cannot come from {}, by its exact law ({})", record.name, found)};
}

}  // namespace fairshuffle
