#include "core/interpret/evolve/mix.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/exact/law_refused.hpp"

namespace fairshuffle {

namespace {

PositionSources all_in_place() {
  PositionSources sources;
  std::iota(sources.begin(), sources.end(), Card{0});
  return sources;
}

// Those of positions are few, those of piles the orders of these.
void check_values(const Steps& steps, const std::vector<std::size_t>& draws) {
  for (const std::size_t draw : draws) {
    if (const std::uint64_t bound = steps.values_of(draw); bound > most_values_of_step) {
      throw LawRefused("a draw below " + std::to_string(bound) + " has too many values to be added up");
    }
  }
}

// Steps name at most two draws besides labels.
Mix mix_by_positions(const Steps& steps, const Step& step, DrawWeightsByBound& laws) {
  const std::vector<std::size_t> draws = draws_of(step);
  check_values(steps, draws);
  static const DrawWeights no_draw;
  const DrawWeights& outer = draws.empty() ? no_draw : laws.of(steps, draws[0]);
  const DrawWeights& inner = draws.size() < 2 ? no_draw : laws.of(steps, draws[1]);
  std::map<PositionSources, Integer> weights;
  for (std::uint64_t a = 0; a < outer.bound; ++a) {
    for (std::uint64_t b = 0; b < inner.bound; ++b) {
      const auto position = [&](const StepIndex& index) {
        const bool is_outer = index.is_drawn() && static_cast<std::size_t>(index.draw) == draws[0];
        return value_of(index, is_outer ? a : b);
      };
      const Integer weight = Integer(outer.weight(a)) * inner.weight(b);
      if (weight == 0) continue;
      PositionSources sources = all_in_place();
      do_step(step, position(step.first), position(step.second),
              {sources.data(), static_cast<std::size_t>(steps.deck_size)});
      weights[sources] += weight;
    }
  }
  Mix mix{.denominator = outer.denominator * inner.denominator, .rearrangements = {}};
  for (auto& [sources, weight] : weights) mix.rearrangements.push_back({sources, std::move(weight)});
  return mix;
}

void reduce(Mix& mix) {
  Integer common = mix.denominator;
  for (const auto& [sources, weight] : mix.rearrangements) {
    if (common == 1) return;
    common = gcd(common, weight);
  }
  mix.denominator /= common;
  for (auto& [sources, weight] : mix.rearrangements) weight /= common;
}

}  // namespace

std::vector<std::size_t> draws_of(const Step& step) {
  std::vector<std::size_t> draws;
  const auto take = [&draws](const StepIndex& index) {
    const auto draw = static_cast<std::size_t>(index.draw);
    if (index.is_drawn() && std::ranges::find(draws, draw) == draws.end()) draws.push_back(draw);
  };
  take(step.first);
  take(step.second);
  for (const StepIndex& label : step.labels) take(label);
  return draws;
}

std::vector<std::int64_t> mix_signature(const Steps& steps, const Step& step) {
  const std::vector<std::size_t> draws = draws_of(step);
  std::vector<std::int64_t> signature{static_cast<std::int64_t>(step.kind)};
  const auto add = [&](const StepIndex& index) {
    signature.push_back(index.fixed);
    if (!index.is_drawn()) {
      signature.push_back(-1);
      return;
    }
    const auto draw = static_cast<std::size_t>(index.draw);
    signature.push_back(std::ranges::find(draws, draw) - draws.begin());
    signature.push_back(static_cast<std::int64_t>(steps.bounds[draw]));
    signature.push_back(steps.terms[draw]);
  };
  add(step.first);
  add(step.second);
  for (const StepIndex& label : step.labels) add(label);
  signature.insert(signature.end(), step.sources.begin(), step.sources.end());
  return signature;
}

std::string why_no_mixes(const Steps& steps) {
  std::set<std::size_t> taken_before;
  for (const Step& step : steps.steps) {
    for (const std::size_t draw : draws_of(step)) {
      if (!taken_before.insert(draw).second) {
        return "it uses one draw in two steps, which are then not independent";
      }
    }
    if (is_by_labels(step.kind)) {
      std::set<int> labels;
      for (const StepIndex& label : step.labels) {
        if (label.is_drawn() && !labels.insert(label.draw).second) {
          return "it uses one draw for two labels, which are then not independent";
        }
      }
    }
    if (step.kind == StepKind::copy) {
      std::vector<int> sources = step.sources;
      std::ranges::sort(sources);
      if (std::ranges::adjacent_find(sources) != sources.end()) {
        return "it hands out a card twice, and what it leaves is no order of the deck";
      }
    }
  }
  return "";
}

Mix mix_of(const Steps& steps, std::size_t step, DrawWeightsByBound& draws) {
  const Step& what = steps.steps[step];
  Mix mix = is_by_labels(what.kind) ? label_mix_of(steps, what, draws) : mix_by_positions(steps, what, draws);
  reduce(mix);
  return mix;
}

}  // namespace fairshuffle
