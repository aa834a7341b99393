#include "core/interpret/card_law.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/exact/law_refused.hpp"
#include "core/interpret/draw_weights.hpp"
#include "core/interpret/evolve/mix.hpp"
#include "core/interpret/steps_of_setup.hpp"
#include "core/shuffle/applied_twice.hpp"

namespace fairshuffle {

namespace {

// Nothing goes anywhere.
CardLaw no_moves(std::size_t n) {
  return {.deck_size = static_cast<int>(n), .probability = std::vector<double>(n * n)};
}

CardLaw staying(std::size_t n) {
  CardLaw moves = no_moves(n);
  for (std::size_t position = 0; position < n; ++position) moves.row(position)[position] = 1;
  return moves;
}

// So many times in a row, at least once.
CardLaw repeated(CardLaw moves, std::size_t times) {
  CardLaw all = moves;
  for (--times; times > 0; times /= 2) {
    if (times % 2 == 1) all = after(moves, all);
    if (times > 1) moves = after(moves, moves);
  }
  return all;
}

CardLaw turned(const CardLaw& moves) {
  const auto n = static_cast<std::size_t>(moves.deck_size);
  CardLaw back = no_moves(n);
  for (std::size_t to = 0; to < n; ++to) {
    for (std::size_t from = 0; from < n; ++from) back.row(from)[to] = moves.row(to)[from];
  }
  return back;
}

std::vector<double> probabilities(const DrawWeights& law) {
  const auto denominator = law.denominator.convert_to<double>();
  std::vector<double> by_value(law.bound);
  for (std::uint64_t value = 0; value < law.bound; ++value) {
    by_value[value] = static_cast<double>(law.weight(value)) / denominator;
  }
  return by_value;
}

// Steps name at most two draws besides labels.
CardLaw moves_by_positions(const Steps& steps, const Step& step, DrawWeightsByBound& laws) {
  const std::vector<std::size_t> draws = draws_of(step);
  const auto law = [&](std::size_t which) {
    return which < draws.size() ? probabilities(laws.of(steps, draws[which])) : std::vector<double>{1};
  };
  for (const std::size_t draw : draws) {
    if (static_cast<double>(steps.values_of(draw)) * steps.deck_size > most_label_terms) {
      throw LawRefused("a draw below " + std::to_string(steps.values_of(draw)) +
                       " has too many values to be added up");
    }
  }
  const std::vector<double> outer = law(0), inner = law(1);
  std::vector<Card> sources(static_cast<std::size_t>(steps.deck_size));
  CardLaw moves = no_moves(sources.size());
  for (std::uint64_t a = 0; a < outer.size(); ++a) {
    for (std::uint64_t b = 0; b < inner.size(); ++b) {
      const auto position = [&](const StepIndex& index) {
        const bool is_outer = index.is_drawn() && static_cast<std::size_t>(index.draw) == draws[0];
        return value_of(index, is_outer ? a : b);
      };
      std::iota(sources.begin(), sources.end(), Card{0});
      do_step(step, position(step.first), position(step.second), sources);
      for (std::size_t to = 0; to < sources.size(); ++to) moves.row(to)[sources[to]] += outer[a] * inner[b];
    }
  }
  return moves;
}

// The law of how many of some independent events come, with one event more.
void add_event(std::vector<double>& law, double probability) {
  law.push_back(0);
  for (std::size_t count = law.size(); count-- > 0;) {
    law[count] = law[count] * (1 - probability) + (count > 0 ? law[count - 1] * probability : 0);
  }
}

// labels[position][value]: their laws. A stable sort puts a card behind those that lie before it with no
// larger labels and those that lie after it with smaller ones; where equal labels are turned round, it is the
// smaller ones before it and those no larger after it.
CardLaw moves_of_sort(const std::vector<std::vector<double>>& labels, StepKind kind) {
  const std::size_t n = labels.size(), values = labels.front().size();
  const auto cards = static_cast<double>(n);
  if (static_cast<double>(values) * cards * cards * cards > most_label_terms) {
    throw LawRefused("a sort by labels of " + std::to_string(values) + " values is too large to be added up");
  }
  CardLaw moves = no_moves(n);
  std::vector<double> below(n);
  for (std::size_t value = 0; value < values; ++value) {
    const bool turns = kind == StepKind::shelve_by_labels && value % 2 == 0;
    std::vector<double> no_larger = below;
    for (std::size_t from = 0; from < n; ++from) {
      no_larger[from] = std::min(no_larger[from] + labels[from][value], 1.0);
    }
    const std::vector<double>& of_later = turns ? no_larger : below;
    const std::vector<double>& of_earlier = turns ? below : no_larger;
    std::vector<std::vector<double>> ahead_of_later(n, std::vector<double>{1});
    for (std::size_t from = n - 1; from-- > 0;) {
      ahead_of_later[from] = ahead_of_later[from + 1];
      add_event(ahead_of_later[from], of_later[from + 1]);
    }
    std::vector<double> ahead_of_earlier{1};
    for (std::size_t from = 0; from < n; ++from) {
      const double share = labels[from][value];
      for (std::size_t earlier = 0; share > 0 && earlier <= from; ++earlier) {
        for (std::size_t later = 0; later < ahead_of_later[from].size(); ++later) {
          moves.row(earlier + later)[from] += share * ahead_of_earlier[earlier] * ahead_of_later[from][later];
        }
      }
      add_event(ahead_of_earlier, of_earlier[from]);
    }
    below = std::move(no_larger);
  }
  return moves;
}

// How many values all labels have, where these are equally likely; else 0.
std::uint64_t equally_likely_values(const Steps& steps, const Step& step, DrawWeightsByBound& laws) {
  const StepIndex& first = step.labels.front();
  if (!first.is_drawn()) return 0;
  const std::uint64_t bound = steps.bounds[static_cast<std::size_t>(first.draw)];
  const bool alike = std::ranges::all_of(step.labels, [&](const StepIndex& label) {
    return label.is_drawn() && label.fixed == first.fixed &&
           steps.bounds[static_cast<std::size_t>(label.draw)] == bound &&
           steps.terms[static_cast<std::size_t>(label.draw)] == 1;
  });
  return alike && laws.of(bound).uniform() ? bound : 0;
}

// A label from a product of values is a label from each of them, and to sort by it is to sort by one after
// the other, the least significant first.
CardLaw moves_of_sort(std::size_t n, std::uint64_t values) {
  CardLaw moves = staying(n);
  const auto sort_by = [&](std::uint64_t factor) {
    const std::vector<double> even(factor, 1 / static_cast<double>(factor));
    moves = after(moves_of_sort(std::vector(n, even), StepKind::sort_by_labels), moves);
  };
  for (std::uint64_t factor = 2; factor * factor <= values; ++factor) {
    for (; values % factor == 0; values /= factor) sort_by(factor);
  }
  if (static_cast<double>(values) > most_label_terms) {
    throw LawRefused("a sort by labels of " + std::to_string(values) + " values is too large to be added up");
  }
  if (values > 1) sort_by(values);
  return moves;
}

// labels[position][0]: whether a packet begins there. A card of one from `begin` to before `end` has the
// cards from `end` on on top of it, and those of its packet that lie before it.
CardLaw moves_of_packets(const std::vector<std::vector<double>>& labels) {
  const std::size_t n = labels.size();
  // With the first card one does, and after the last card one would.
  std::vector<double> begins(n + 1, 1);
  for (std::size_t position = 1; position < n; ++position) begins[position] = labels[position][0];
  CardLaw moves = no_moves(n);
  for (std::size_t from = 0; from < n; ++from) {
    double reaches_down = 1;
    for (std::size_t begin = from + 1; begin-- > 0;) {
      const double begins_here = reaches_down * begins[begin];
      double reaches_up = 1;
      for (std::size_t end = from + 1; end <= n; ++end) {
        moves.row(n - end + from - begin)[from] += begins_here * reaches_up * begins[end];
        reaches_up *= 1 - begins[end];
      }
      reaches_down *= 1 - begins[begin];
    }
  }
  return moves;
}

CardLaw moves_by_labels(const Steps& steps, const Step& step, DrawWeightsByBound& laws) {
  const bool sorts = step.kind == StepKind::sort_by_labels || step.kind == StepKind::merge_by_labels;
  if (const std::uint64_t values = equally_likely_values(steps, step, laws); values > 0 && sorts) {
    return moves_of_sort(step.labels.size(), values);
  }
  std::vector<std::vector<double>> labels;
  std::size_t values = 0;
  for (const StepIndex& label : step.labels) {
    const std::vector<double> law = label.is_drawn()
                                        ? probabilities(laws.of(steps, static_cast<std::size_t>(label.draw)))
                                        : std::vector<double>{1};
    labels.emplace_back(static_cast<std::size_t>(label.fixed))
        .insert(labels.back().end(), law.begin(), law.end());
    values = std::max(values, labels.back().size());
  }
  for (std::vector<double>& law : labels) law.resize(values);
  if (step.kind == StepKind::throw_by_labels) return moves_of_packets(labels);
  return moves_of_sort(labels, step.kind);
}

CardLaw moves_of(const Steps& steps, const Step& step, DrawWeightsByBound& laws) {
  switch (step.kind) {
    case StepKind::sort_by_labels:
    case StepKind::shelve_by_labels:
    case StepKind::throw_by_labels:
      return moves_by_labels(steps, step, laws);
    case StepKind::merge_by_labels:
      return turned(moves_by_labels(steps, step, laws));
    default:
      return moves_by_positions(steps, step, laws);
  }
}

bool is_square_of_fair_order(const SampleSetup& setup) {
  return setup.shuffle->name == AppliedTwice::info.name && draws_exactly(setup);
}

// A card is back home after two steps of a fair order where it is a fixed point or in a cycle of two, each
// with probability 1/n; all other places are alike.
CardLaw law_of_square(int deck_size) {
  const double n = deck_size, home = deck_size > 1 ? 2 / n : 1;
  CardLaw law{.deck_size = deck_size, .probability = {}};
  for (int position = 0; position < deck_size; ++position) {
    for (int card = 0; card < deck_size; ++card) {
      law.probability.push_back(position == card ? home : (1 - home) / (n - 1));
    }
  }
  return law;
}

IndependentSteps record(const SampleSetup& setup) {
  IndependentSteps recorded = independent_steps_of(setup);
  if (recorded.steps && std::ranges::find(recorded.steps->steps, StepKind::deal_by_itself, &Step::kind) !=
                            recorded.steps->steps.end()) {
    return {{}, std::string(setup.shuffle->name) + " takes a card to where another one lies"};
  }
  return recorded;
}

}  // namespace

CardLaw card_law_of(const SampleSetup& setup) {
  if (is_square_of_fair_order(setup)) return law_of_square(setup.deck_size);
  const auto [steps, why_not] = record(setup);
  if (!steps) throw std::invalid_argument("card_law_of: " + why_not);
  const auto n = static_cast<std::size_t>(setup.deck_size);
  DrawWeightsByBound laws(setup);
  std::map<std::vector<std::int64_t>, CardLaw> known;
  CardLaw moves = staying(n);
  for (std::size_t step = 0; step < steps->steps.size();) {
    const std::vector<std::int64_t> signature = mix_signature(*steps, steps->steps[step]);
    auto found = known.find(signature);
    if (found == known.end()) {
      found = known.emplace(signature, moves_of(*steps, steps->steps[step], laws)).first;
    }
    std::size_t end = step + 1;
    while (end < steps->steps.size() && mix_signature(*steps, steps->steps[end]) == signature) ++end;
    moves = after(repeated(found->second, end - step), moves);
    step = end;
  }
  return moves;
}

CardLaw after(const CardLaw& second, const CardLaw& first) {
  const auto n = static_cast<std::size_t>(first.deck_size);
  CardLaw both = no_moves(n);
  for (std::size_t to = 0; to < n; ++to) {
    const std::span<double> row = both.row(to);
    for (std::size_t via = 0; via < n; ++via) {
      const double share = second.row(to)[via];
      if (share == 0) continue;
      const std::span<const double> from_via = first.row(via);
      for (std::size_t from = 0; from < n; ++from) row[from] += share * from_via[from];
    }
  }
  return both;
}

std::string why_no_card_law(const SampleSetup& setup) {
  return is_square_of_fair_order(setup) ? std::string() : record(setup).why_not;
}

double phi2_of_positions(const CardLaw& law) {
  double sum = 0;
  for (const double p : law.probability) sum += (p - 1. / law.deck_size) * (p - 1. / law.deck_size);
  return (law.deck_size - 1) * sum;
}

}  // namespace fairshuffle
