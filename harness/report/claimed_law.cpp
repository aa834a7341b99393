#include "harness/report/claimed_law.hpp"

#include <algorithm>

#include "core/exact/law_refused.hpp"
#include "core/interpret/card_law.hpp"
#include "core/interpret/draw_weights.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/law_of.hpp"
#include "core/shuffle/registry.hpp"
#include "harness/input_error.hpp"
#include "harness/target/builtin/builtin_target.hpp"

namespace fairshuffle {

namespace {

std::optional<SampleSetup> setup_of(const TargetRecord& record, std::uint64_t run_seed) {
  if (record.target.kind != BuiltinTarget::kind) return std::nullopt;
  try {
    return BuiltinTarget(parse_target_text(record.name), record.target.deck_size, run_seed).setup();
  } catch (const InputError&) {
    return std::nullopt;
  }
}

bool trials_are_independent(const SampleSetup& setup) {
  const SeedingKind seeding = setup.clock.seeding.kind;
  return setup.source->info.ideal && (seeding == SeedingKind::per_block || seeding == SeedingKind::per_run);
}

bool options_are_standard(const SampleSetup& setup) {
  for (std::size_t option = 0; option < setup.options.size(); ++option) {
    if (setup.options[option] != standard_value(setup.shuffle->options[option], setup.deck_size))
      return false;
  }
  return true;
}

// Below every bound that the shuffle draws below.
bool draws_are_uniform(const SampleSetup& setup) {
  DrawWeightsByBound laws(setup);
  try {
    return std::ranges::all_of(bounds_drawn(setup),
                               [&](std::uint64_t bound) { return laws.of(bound).uniform(); });
  } catch (const LawRefused&) {
    return false;
  }
}

bool is_fair(const SampleSetup& setup) {
  return setup.shuffle->truth == Truth::uniform && options_are_standard(setup) && draws_are_uniform(setup);
}

void take_fair(int deck_size, bool orders_wanted, ClaimedLaw& law) {
  const auto cards = static_cast<std::size_t>(deck_size);
  law.fair = law.valid = true;
  law.positions.assign(cards, std::vector(cards, 1. / deck_size));
  if (!orders_wanted) return;
  const std::uint64_t orders = order_count(deck_size);
  law.orders = {.deck_size = deck_size,
                .probability = std::vector(orders, 1 / static_cast<double>(orders)),
                .invalid = 0,
                .error = 0};
}

void take_orders(const SampleSetup& setup, ClaimedLaw& law) {
  NumericLaw orders = numeric_law_of(setup);
  // What is left where some trials are invalid is not held to a law.
  if (orders.invalid > 0) return;
  law.valid = true;
  law.positions = position_law(orders);
  law.orders = std::move(orders);
}

void take_positions(const SampleSetup& setup, ClaimedLaw& law) {
  const CardLaw cards = card_law_of(setup);
  law.valid = true;
  for (int position = 0; position < setup.deck_size; ++position) {
    std::vector<double>& row = law.positions.emplace_back();
    for (int card = 0; card < setup.deck_size; ++card) row.push_back(cards.at(position, card));
  }
}

}  // namespace

std::optional<ClaimedLaw> claimed_law(const TargetRecord& record, std::uint64_t run_seed) {
  const std::optional<SampleSetup> setup = setup_of(record, run_seed);
  // Another deck's law says nothing; that the name is another's is told elsewhere.
  if (!setup || setup->deck_size != record.target.deck_size || !trials_are_independent(*setup)) {
    return std::nullopt;
  }
  ClaimedLaw law;
  law.blocks_may_be_same = setup->source->info.seed_bits < 64;
  const bool orders_wanted =
      record.facts.orders_counted && setup->deck_size <= largest_deck_held_to_its_orders;
  try {
    if (is_fair(*setup)) {
      take_fair(setup->deck_size, orders_wanted, law);
    } else if (orders_wanted && why_no_law(*setup).empty()) {
      take_orders(*setup, law);
    } else if (why_no_card_law(*setup).empty()) {
      take_positions(*setup, law);
    }
  } catch (const LawRefused&) {
    // It would take too long: then nothing is known.
  }
  return law;
}

}  // namespace fairshuffle
