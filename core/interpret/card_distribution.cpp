#include "core/interpret/card_distribution.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve/moving_distribution.hpp"
#include "core/interpret/steps.hpp"
#include "core/shuffle/catalogue.hpp"
#include "core/shuffle/swaps.hpp"

namespace fairshuffle {

namespace {

DrawWeights weights_of(DrawDistribution distribution, std::uint64_t bound) {
  if (distribution.uniform) return {.bound = bound, .denominator = bound, .words = {}};
  const auto common = std::accumulate(distribution.words.begin(), distribution.words.end(), std::uint64_t{0},
                                      [](std::uint64_t a, std::uint64_t b) { return std::gcd(a, b); });
  for (std::uint64_t& words : distribution.words) words /= common;
  if (std::ranges::all_of(distribution.words, [](std::uint64_t words) { return words == 1; }))
    distribution.words.clear();
  return {.bound = bound,
          .denominator = (Integer(distribution.max_word) + 1) / common,
          .words = std::move(distribution.words)};
}

// Of one draw more.
DrawWeights with_term(const DrawWeights& sum, const DrawWeights& term) {
  DrawWeights more{
      .bound = sum.bound + term.bound - 1, .denominator = sum.denominator * term.denominator, .words = {}};
  // No weight is above the denominator.
  constexpr std::uint64_t most_products = 200'000'000;
  if (msb(more.denominator) >= 64 || term.bound > most_products / sum.bound) {
    throw DistributionRefused("a sum of draws has a distribution that is too large to be tabulated");
  }
  more.words.resize(more.bound);
  for (std::uint64_t first = 0; first < sum.bound; ++first) {
    for (std::uint64_t next = 0; next < term.bound; ++next) {
      more.words[first + next] += sum.weight(first) * term.weight(next);
    }
  }
  return more;
}

}  // namespace

std::vector<double> probabilities(const DrawWeights& distribution) {
  const auto denominator = distribution.denominator.convert_to<double>();
  std::vector<double> by_value(distribution.bound);
  for (std::uint64_t value = 0; value < distribution.bound; ++value) {
    by_value[value] = static_cast<double>(distribution.weight(value)) / denominator;
  }
  return by_value;
}

DrawWeightsByBound::DrawWeightsByBound(const SampleSetup& setup)
    : setup_(&setup),
      max_word_(max_word_of(*setup.source, setup.bits)),
      // A draw method that rejects calls every bound uniform; the others count words, whatever the bound.
      always_uniform_(setup.draw->distribution(*setup.source, setup.source->max_word, 3).uniform) {}

const DrawWeights& DrawWeightsByBound::of(std::uint64_t bound) {
  const auto found = by_bound_.find(bound);
  if (found != by_bound_.end()) return found->second;
  if (!always_uniform_ && bound > largest_tabulated_bound) {
    throw DistributionRefused("a draw from " + std::to_string(bound) +
                              " values is too large to be tabulated");
  }
  DrawDistribution distribution = always_uniform_
                                      ? DrawDistribution{.uniform = true, .max_word = max_word_, .words = {}}
                                      : setup_->draw->distribution(*setup_->source, max_word_, bound);
  return by_bound_.emplace(bound, weights_of(std::move(distribution), bound)).first->second;
}

const DrawWeights& DrawWeightsByBound::of(const Steps& steps, std::size_t draw) {
  const std::uint64_t bound = steps.bounds[draw];
  const int terms = steps.terms[draw];
  const DrawWeights& term = of(bound);
  if (terms == 1) return term;
  const auto [found, is_new] = of_sums_.try_emplace({bound, terms});
  if (is_new) {
    DrawWeights sum = term;
    for (int added = 1; added < terms; ++added) sum = with_term(sum, term);
    found->second = std::move(sum);
  }
  return found->second;
}

namespace {

// Nothing goes anywhere.
CardDistribution no_moves(std::size_t n) {
  return {.deck_size = static_cast<int>(n), .probability = std::vector<double>(n * n)};
}

CardDistribution staying(std::size_t n) {
  CardDistribution moves = no_moves(n);
  for (std::size_t position = 0; position < n; ++position) moves.row(position)[position] = 1;
  return moves;
}

// So many times in a row, at least once.
CardDistribution repeated(CardDistribution moves, std::size_t times) {
  CardDistribution all = moves;
  for (--times; times > 0; times /= 2) {
    if (times % 2 == 1) all = after(moves, all);
    if (times > 1) moves = after(moves, moves);
  }
  return all;
}

CardDistribution turned(const CardDistribution& moves) {
  const auto n = static_cast<std::size_t>(moves.deck_size);
  CardDistribution back = no_moves(n);
  for (std::size_t to = 0; to < n; ++to) {
    for (std::size_t from = 0; from < n; ++from) back.row(from)[to] = moves.row(to)[from];
  }
  return back;
}

// Steps name at most two draws besides labels.
CardDistribution moves_by_positions(const Steps& steps, const Step& step, DrawWeightsByBound& distributions) {
  const std::vector<std::size_t> draws = draws_of(step);
  const auto distribution = [&](std::size_t which) {
    return which < draws.size() ? probabilities(distributions.of(steps, draws[which]))
                                : std::vector<double>{1};
  };
  check_values(steps, draws, most_label_terms / steps.deck_size);
  const std::vector<double> outer = distribution(0), inner = distribution(1);
  CardDistribution moves = no_moves(static_cast<std::size_t>(steps.deck_size));
  for_each_outcome(steps, step, [&](std::uint64_t a, std::uint64_t b, std::span<const Card> sources) {
    for (std::size_t to = 0; to < sources.size(); ++to) moves.row(to)[sources[to]] += outer[a] * inner[b];
  });
  return moves;
}

// The distribution of how many of some independent events come, with one event more.
void add_event(std::vector<double>& distribution, double probability) {
  distribution.push_back(0);
  for (std::size_t count = distribution.size(); count-- > 0;) {
    distribution[count] =
        distribution[count] * (1 - probability) + (count > 0 ? distribution[count - 1] * probability : 0);
  }
}

// labels[position][value]: their distributions. A stable sort puts a card behind those that lie before it
// with no larger labels and those that lie after it with smaller ones; where equal labels are turned round,
// it is the smaller ones before it and those no larger after it.
CardDistribution moves_of_sort(const std::vector<std::vector<double>>& labels, bool turns_even) {
  const std::size_t n = labels.size(), values = labels.front().size();
  const auto cards = static_cast<double>(n);
  if (static_cast<double>(values) * cards * cards * cards > most_label_terms) refuse_labels(values);
  CardDistribution moves = no_moves(n);
  std::vector<double> below(n);
  for (std::size_t value = 0; value < values; ++value) {
    const bool turns = turns_even && value % 2 == 0;
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

// A label from a product of values is a label from each of them, and to sort by it is to sort by one after
// the other, the least significant first.
CardDistribution moves_of_sort(std::size_t n, std::uint64_t values) {
  CardDistribution moves = staying(n);
  const auto sort_by = [&](std::uint64_t factor) {
    const std::vector<double> even(factor, 1 / static_cast<double>(factor));
    moves = after(moves_of_sort(std::vector(n, even), false), moves);
  };
  for (std::uint64_t factor = 2; factor * factor <= values; ++factor) {
    for (; values % factor == 0; values /= factor) sort_by(factor);
  }
  if (static_cast<double>(values) > most_label_terms) refuse_labels(values);
  if (values > 1) sort_by(values);
  return moves;
}

// labels[position][0]: whether a packet begins there. A card of one from `begin` to before `end` has the
// cards from `end` on on top of it, and those of its packet that lie before it.
CardDistribution moves_of_packets(const std::vector<std::vector<double>>& labels) {
  const std::size_t n = labels.size();
  // With the first card one does, and after the last card one would.
  std::vector<double> begins(n + 1, 1);
  for (std::size_t position = 1; position < n; ++position) begins[position] = labels[position][0];
  CardDistribution moves = no_moves(n);
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

CardDistribution moves_by_labels(const Steps& steps, const Step& step, DrawWeightsByBound& distributions) {
  const VerbInfo& verb = *step.verb;
  const bool sorts = verb.labels == LabelUse::sort && !verb.turns_even;
  if (const auto values = common_uniform_bound(steps, step, distributions); values && sorts) {
    return moves_of_sort(step.labels.size(), *values);
  }
  std::vector<std::vector<double>> labels;
  std::size_t values = 0;
  for (const StepIndex& label : step.labels) {
    const std::vector<double> distribution =
        label.is_drawn() ? probabilities(distributions.of(steps, static_cast<std::size_t>(label.draw)))
                         : std::vector<double>{1};
    labels.emplace_back(static_cast<std::size_t>(label.fixed))
        .insert(labels.back().end(), distribution.begin(), distribution.end());
    values = std::max(values, labels.back().size());
  }
  for (std::vector<double>& distribution : labels) distribution.resize(values);
  if (verb.labels == LabelUse::packets) return moves_of_packets(labels);
  return moves_of_sort(labels, verb.turns_even);
}

CardDistribution moves_of(const Steps& steps, const Step& step, DrawWeightsByBound& distributions) {
  if (!step.is_by_labels()) return moves_by_positions(steps, step, distributions);
  const CardDistribution moves = moves_by_labels(steps, step, distributions);
  return step.verb->is_inverse ? turned(moves) : moves;
}

bool is_square_of_fair_permutation(const SampleSetup& setup) {
  return setup.shuffle->name == AppliedTwice::info.name && draws_exactly(setup);
}

// A card is back home after two steps of a fair order where it is a fixed point or in a cycle of two, each
// with probability 1/n; all other places are alike.
CardDistribution distribution_of_square(int deck_size) {
  const double n = deck_size, home = deck_size > 1 ? 2 / n : 1;
  CardDistribution distribution{.deck_size = deck_size, .probability = {}};
  for (int position = 0; position < deck_size; ++position) {
    for (int card = 0; card < deck_size; ++card) {
      distribution.probability.push_back(position == card ? home : (1 - home) / (n - 1));
    }
  }
  return distribution;
}

IndependentSteps record(const SampleSetup& setup) {
  IndependentSteps recorded = independent_steps_of(setup);
  if (recorded.steps && std::ranges::any_of(recorded.steps->steps, &Step::applies_itself)) {
    return {{}, std::string(setup.shuffle->name) + " takes a card to where another one lies"};
  }
  return recorded;
}

}  // namespace

CardDistribution card_distribution_of(const SampleSetup& setup) {
  if (is_square_of_fair_permutation(setup)) return distribution_of_square(setup.deck_size);
  const auto [steps, why_not] = record(setup);
  if (!steps) throw std::invalid_argument("card_distribution_of: " + why_not);
  const auto n = static_cast<std::size_t>(setup.deck_size);
  DrawWeightsByBound distributions(setup);
  std::map<std::vector<std::int64_t>, CardDistribution> known;
  CardDistribution moves = staying(n);
  for (std::size_t step = 0; step < steps->steps.size();) {
    const std::vector<std::int64_t> signature = mix_signature(*steps, steps->steps[step]);
    auto found = known.find(signature);
    if (found == known.end()) {
      found = known.emplace(signature, moves_of(*steps, steps->steps[step], distributions)).first;
    }
    std::size_t end = step + 1;
    while (end < steps->steps.size() && mix_signature(*steps, steps->steps[end]) == signature) ++end;
    moves = end - step == 1 ? after(found->second, moves) : after(repeated(found->second, end - step), moves);
    step = end;
  }
  return moves;
}

CardDistribution after(const CardDistribution& second, const CardDistribution& first) {
  const auto n = static_cast<std::size_t>(first.deck_size);
  CardDistribution both = no_moves(n);
  for (std::size_t to = 0; to < n; ++to) {
    double* const row = both.row(to).data();
    const double* const shares = second.row(to).data();
    for (std::size_t via = 0; via < n; ++via) {
      const double share = shares[via];
      if (share == 0) continue;
      const double* const from_via = first.row(via).data();
      for (std::size_t from = 0; from < n; ++from) row[from] += share * from_via[from];
    }
  }
  return both;
}

std::string why_no_card_distribution(const SampleSetup& setup) {
  return is_square_of_fair_permutation(setup) ? std::string() : record(setup).why_not;
}

double chi_square_distance_of_positions(const CardDistribution& distribution) {
  double sum = 0;
  for (const double p : distribution.probability)
    sum += (p - 1. / distribution.deck_size) * (p - 1. / distribution.deck_size);
  return (distribution.deck_size - 1) * sum;
}

namespace {

struct Mistake {
  std::string_view name;
  std::string_view shuffle;
  std::string_view draw = default_draw;
  int bits = 0;             // of a word, as in SampleSetup
  int rounds_per_card = 0;  // 0 for the standard options
};

constexpr std::array<Mistake, number_of_card_mistakes> by_cards{{
    {"naive-swap", "naive-swap"},
    {"draw-insert of 5n rounds", "draw-insert", default_draw, 0, 5},
    {"durstenfeld, modulo of 15 bits", "durstenfeld", "modulo", 15},
    {"durstenfeld, modulo of 16 bits", "durstenfeld", "modulo", 16},
    {"durstenfeld, multiply-shift of 15 bits", "durstenfeld", "multiply-shift", 15},
    {"durstenfeld-up, modulo of 15 bits", "durstenfeld-up", "modulo", 15},
    {"durstenfeld-up, modulo of 16 bits", "durstenfeld-up", "modulo", 16},
    {"durstenfeld-up, multiply-shift of 15 bits", "durstenfeld-up", "multiply-shift", 15},
    {"fisher-yates, modulo of 15 bits", "fisher-yates", "modulo", 15},
    {"fisher-yates, modulo of 16 bits", "fisher-yates", "modulo", 16},
}};

constexpr std::array<Mistake, number_of_digit_mistakes> by_digits{{
    {"modulo of 15 bits", "durstenfeld", "modulo", 15},
    {"modulo of 16 bits", "durstenfeld", "modulo", 16},
    {"multiply-shift of 15 bits", "durstenfeld", "multiply-shift", 15},
}};

SampleSetup setup_of(const Mistake& mistake, int deck_size) {
  SampleSetup setup = standard_setup(*find_shuffle(mistake.shuffle), deck_size);
  if (mistake.rounds_per_card > 0) setup.options = {mistake.rounds_per_card * deck_size};
  setup.draw = find_draw(mistake.draw);
  setup.bits = mistake.bits;
  return setup;
}

template <auto& mistakes, auto distribution_of_setup>
auto found_mistakes(int deck_size) {
  std::vector<MistakeWithDistribution<decltype(distribution_of_setup(SampleSetup{}))>> found;
  for (const Mistake& mistake : mistakes) {
    const SampleSetup setup = setup_of(mistake, deck_size);
    found.push_back({std::string(mistake.name), setup, distribution_of_setup(setup)});
  }
  return found;
}

}  // namespace

std::span<const CardMistake> card_mistakes(int deck_size) {
  return found_once<found_mistakes<by_cards, &card_distribution_of>, smallest_large_deck, largest_byte_deck>(
      "card_mistakes", deck_size);
}

DigitDistribution digit_distribution_of(const SampleSetup& setup) {
  DrawWeightsByBound draws(setup);
  DigitDistribution distribution;
  // For the place i Durstenfeld's shuffle draws below i + 1.
  for (int bound = 2; bound <= setup.deck_size; ++bound) {
    distribution.probability.push_back(probabilities(draws.of(static_cast<std::uint64_t>(bound))));
  }
  return distribution;
}

double product_of_digits(const DigitDistribution& p, const DigitDistribution& q) {
  double sum = 0;
  for (std::size_t digit = 0; digit < p.probability.size(); ++digit) {
    const std::vector<double>&of_p = p.probability[digit], &of_q = q.probability[digit];
    const auto values = static_cast<double>(of_p.size());
    double of_digit = 0;
    for (std::size_t value = 0; value < of_p.size(); ++value) {
      of_digit += (of_p[value] - 1 / values) * (of_q[value] - 1 / values);
    }
    sum += values * of_digit;
  }
  return sum;
}

std::span<const DigitMistake> digit_mistakes(int deck_size) {
  return found_once<found_mistakes<by_digits, &digit_distribution_of>, smallest_large_deck,
                    largest_byte_deck>("digit_mistakes", deck_size);
}

}  // namespace fairshuffle
