#include "harness/law/asked_law.hpp"

#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/exact/law_refused.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/law_of.hpp"
#include "core/order/number_text.hpp"
#include "core/order/order.hpp"
#include "harness/input_error.hpp"
#include "harness/target/builtin/builtin_target.hpp"
#include "reports/law/law_json.hpp"
#include "reports/law/law_text.hpp"

namespace fairshuffle {

namespace {

// JSON lists every order of a law, each with its fraction: 10! of them would take gigabytes.
constexpr int largest_deck_listed = 9;

BuiltinTarget target_of(const TargetText& text, int deck_size) {
  BuiltinTarget target(text, deck_size, 0);
  if (const std::string reason = why_no_law(target.setup()); !reason.empty()) {
    throw InputError(fmt::format("target '{}': {}", target.name(), reason));
  }
  return target;
}

// `work(target's setup)`, with a refusal told as one of the target.
template <class Work>
auto unless_refused(const BuiltinTarget& target, Work work) {
  try {
    return work(target.setup());
  } catch (const LawRefused& error) {
    throw InputError(fmt::format("target '{}': {}; take a smaller n, or fewer and smaller draws",
                                 target.name(), error.what()));
  }
}

NamedExactLaw law_of_target(const BuiltinTarget& target) {
  return {target.name(), unless_refused(target, &law_of)};
}

std::vector<StepDistances> steps_of_target(const BuiltinTarget& target, bool with_positions) {
  if (const std::string reason = why_not_evolved(target.setup()); !reason.empty()) {
    throw InputError(fmt::format("target '{}': --steps: {}", target.name(), reason));
  }
  return unless_refused(target, [with_positions](const SampleSetup& setup) {
    return distances_after_steps(setup, with_positions);
  });
}

struct Manner {
  int largest_deck;
  bool positions_of_steps;
};

// `one(law, steps)` or `both(law, other law)`.
template <class One, class Both>
auto answer(const LawQuestion& question, Manner manner, One one, Both both) {
  const BuiltinTarget target = target_of(question.target, question.deck_size);
  const int deck_size = target.setup().deck_size;
  if (question.other) {
    const BuiltinTarget other = target_of(*question.other, question.deck_size);
    if (other.setup().deck_size != deck_size) {
      throw InputError(
          fmt::format("--compare: '{}' and '{}' have different deck sizes", target.name(), other.name()));
    }
    const NamedExactLaw left = law_of_target(target);
    return both(left, law_of_target(other));
  }
  if (deck_size > manner.largest_deck) {
    throw InputError(fmt::format("--json would list the {} orders of {} cards; take n up to {}, or the table",
                                 with_commas(order_count(deck_size)), deck_size, manner.largest_deck));
  }
  const auto steps =
      question.steps ? steps_of_target(target, manner.positions_of_steps) : std::vector<StepDistances>{};
  return one(law_of_target(target), steps);
}

}  // namespace

std::string law_as_text(const LawQuestion& question) {
  return answer(question, {.largest_deck = largest_deck_size, .positions_of_steps = false}, law_text,
                comparison_text);
}

nlohmann::ordered_json law_as_json(const LawQuestion& question) {
  return answer(question, {.largest_deck = largest_deck_listed, .positions_of_steps = true}, law_json,
                comparison_json);
}

}  // namespace fairshuffle
