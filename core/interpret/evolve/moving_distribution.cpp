#include "core/interpret/evolve/moving_distribution.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/scalar_deck.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

PackedPermutations::PackedPermutations(int deck_size)
    : deck_size_(deck_size),
      first_bits_(4 * (deck_size / 2)),
      first_cards_((PackedPermutation{1} << first_bits_) - 1),
      of_first_cards_(std::size_t{1} << first_bits_),
      of_last_cards_(std::size_t{1} << (4 * deck_size - first_bits_)) {
  const std::uint64_t permutations_of_last = permutation_count(deck_size - deck_size / 2);
  const std::uint64_t permutations = permutation_count(deck_size);
  by_rank_.reserve(permutations);
  std::vector<Card> permutation = permutation_of_rank(0, deck_size);
  for (std::uint64_t rank = 0; rank < permutations; ++rank) {
    PackedPermutation packed = 0;
    for (std::size_t position = permutation.size(); position-- > 0;)
      packed = packed << 4 | permutation[position];
    by_rank_.push_back(packed);
    of_first_cards_[packed & first_cards_] = static_cast<std::uint32_t>(rank - rank % permutations_of_last);
    of_last_cards_[packed >> first_bits_] = static_cast<std::uint8_t>(rank % permutations_of_last);
    to_next_permutation(permutation);
  }
}

namespace {

std::shared_ptr<const PackedPermutations> made_permutations(int deck_size) {
  return std::make_shared<const PackedPermutations>(deck_size);
}

}  // namespace

std::shared_ptr<const PackedPermutations> packed_permutations(int deck_size) {
  return deck_size <= 8 ? found_once<made_permutations, 1, 8>("packed_permutations", deck_size)
                        : made_permutations(deck_size);
}

namespace {

// The distribution of a step by labels that are drawn independently.
Mix label_mix_of(const Steps& steps, const Step& step, DrawWeightsByBound& draws);

// Steps name at most two draws besides labels.
Mix mix_by_positions(const Steps& steps, const Step& step, DrawWeightsByBound& distributions) {
  const std::vector<std::size_t> draws = draws_of(step);
  // Those of positions are few, those of piles the permutations of these.
  check_values(steps, draws, most_values_of_step);
  static const DrawWeights no_draw;
  const DrawWeights& outer = draws.empty() ? no_draw : distributions.of(steps, draws[0]);
  const DrawWeights& inner = draws.size() < 2 ? no_draw : distributions.of(steps, draws[1]);
  std::map<PositionSources, Integer> weights;
  for_each_outcome(steps, step, [&](std::uint64_t a, std::uint64_t b, std::span<const Card> from) {
    const Integer weight = Integer(outer.weight(a)) * inner.weight(b);
    if (weight == 0) return;
    PositionSources sources;
    std::iota(sources.begin(), sources.end(), Card{0});
    std::ranges::copy(from, sources.begin());
    weights[sources] += weight;
  });
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

void check_values(const Steps& steps, const std::vector<std::size_t>& draws, double most) {
  for (const std::size_t draw : draws) {
    if (static_cast<double>(steps.values_of(draw)) <= most) continue;
    throw DistributionRefused("a draw below " + std::to_string(steps.values_of(draw)) +
                              " has too many values to be added up");
  }
}

void refuse_labels(std::uint64_t values) {
  throw DistributionRefused("a sort by labels of " + std::to_string(values) +
                            " values is too large to be added up");
}

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

void for_each_outcome(const Steps& steps, const Step& step,
                      const std::function<void(std::uint64_t, std::uint64_t, std::span<const Card>)>& visit) {
  const std::vector<std::size_t> draws = draws_of(step);
  const auto values = [&](std::size_t which) {
    return which < draws.size() ? steps.values_of(draws[which]) : std::uint64_t{1};
  };
  NoDraws none;
  ScalarDeck<NoDraws> deck(steps.deck_size, none);
  for (std::uint64_t first = 0; first < values(0); ++first) {
    for (std::uint64_t second = 0; second < values(1); ++second) {
      deck.begin_trial();
      replay(
          step,
          [&](const StepIndex& index) {
            const bool is_first = index.is_drawn() && static_cast<std::size_t>(index.draw) == draws[0];
            return value_of(index, is_first ? first : second);
          },
          deck);
      visit(first, second, deck.end_trial());
    }
  }
}

std::vector<std::int64_t> mix_signature(const Steps& steps, const Step& step) {
  const std::vector<std::size_t> draws = draws_of(step);
  std::vector<std::int64_t> signature{Verbs::number_of(step.verb)};
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
    if (step.is_by_labels()) {
      std::set<int> labels;
      for (const StepIndex& label : step.labels) {
        if (label.is_drawn() && !labels.insert(label.draw).second) {
          return "it uses one draw for two labels, which are then not independent";
        }
      }
    }
    if (step.verb == nullptr) {
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
  Mix mix = what.is_by_labels() ? label_mix_of(steps, what, draws) : mix_by_positions(steps, what, draws);
  reduce(mix);
  return mix;
}

std::optional<std::uint64_t> common_uniform_bound(const Steps& steps, const Step& step,
                                                  DrawWeightsByBound& draws) {
  const StepIndex& first = step.labels.front();
  if (!first.is_drawn()) return std::nullopt;
  const std::uint64_t bound = steps.bounds[static_cast<std::size_t>(first.draw)];
  for (const StepIndex& label : step.labels) {
    const auto draw = static_cast<std::size_t>(label.draw);
    if (!label.is_drawn() || label.fixed != first.fixed || steps.bounds[draw] != bound ||
        steps.terms[draw] != 1) {
      return std::nullopt;
    }
  }
  if (!draws.of(bound).uniform()) return std::nullopt;
  return bound;
}

// The distribution of a sort by independent labels, or of packets cut by them, without following the labels
// one by one.

namespace {

/// The positions of the deck, in the order that a stable sort leaves their cards in.
using Sorted = std::vector<Card>;

// Sorted takes the cards to where merged brings them from.
PositionSources sources_of(const Sorted& sorted, const VerbInfo& verb) {
  PositionSources sources;
  std::iota(sources.begin(), sources.end(), Card{0});
  for (std::size_t place = 0; place < sorted.size(); ++place) {
    if (verb.is_inverse) {
      sources[sorted[place]] = static_cast<Card>(place);
    } else {
      sources[place] = sorted[place];
    }
  }
  return sources;
}

std::size_t descents_of(const Sorted& sorted) {
  std::size_t descents = 0;
  for (std::size_t place = 1; place < sorted.size(); ++place) descents += sorted[place - 1] > sorted[place];
  return descents;
}

// How many words of labels lead to a permutation, one number of it tells.
Mix mix_of_equal_labels(const Steps& steps, const VerbInfo& verb, std::uint64_t bound) {
  const auto n = static_cast<std::size_t>(steps.deck_size);
  const std::vector<Integer> words =
      verb.turns_even ? shelf_words(steps.deck_size, bound / 2) : riffle_words(steps.deck_size, bound);
  Mix mix{.denominator = pow(Integer(bound), static_cast<unsigned>(n)), .rearrangements = {}};
  Sorted sorted = permutation_of_rank(0, steps.deck_size);
  do {
    const Integer& ways = words[verb.turns_even ? interior_peaks(sorted) : descents_of(sorted)];
    if (ways != 0) mix.rearrangements.push_back({sources_of(sorted, verb), ways});
  } while (to_next_permutation(sorted));
  return mix;
}

/// Builds the sorted permutations place by place, with how many words lead there by the label of the last
/// place.
class LabelChains {
 public:
  LabelChains(const Steps& steps, const Step& step, DrawWeightsByBound& draws) : verb_(step.verb) {
    std::size_t values = 1;
    for (const StepIndex& label : step.labels) {
      const std::uint64_t bound =
          label.is_drawn() ? steps.values_of(static_cast<std::size_t>(label.draw)) : std::uint64_t{1};
      if (bound > most_label_values) refuse_labels(bound);
      values = std::max(values, value_of(label, bound - 1) + 1);
    }
    if (values > most_label_values / permutation_count(steps.deck_size)) refuse_labels(values);
    for (const StepIndex& label : step.labels) {
      std::vector<std::uint64_t>& words = words_.emplace_back(values);
      if (!label.is_drawn()) {
        words[value_of(label, 0)] = 1;
        continue;
      }
      const DrawWeights& distribution = draws.of(steps, static_cast<std::size_t>(label.draw));
      for (std::uint64_t value = 0; value < distribution.bound; ++value) {
        words[value_of(label, value)] = distribution.weight(value);
      }
      mix_.denominator *= distribution.denominator;
      largest_denominator_ = std::max(largest_denominator_, distribution.denominator);
    }
    used_.resize(words_.size());
  }

  Mix follow() && {
    const auto bits = msb(mix_.denominator);
    if (ends_in_pairs()) {
      extend(std::vector<Wide>(words_.front().size()));
    } else if (bits < 128) {
      extend(std::vector<ShortWays<128>>(words_.front().size()));
    } else if (bits < 256) {
      extend(std::vector<ShortWays<256>>(words_.front().size()));
    } else {
      extend(std::vector<Integer>(words_.front().size()));
    }
    return std::move(mix_);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  // Whether nothing passes its type in end_with_pair.
  bool ends_in_pairs() const {
    const std::size_t cards = words_.size();
    return cards > 2 && msb(pow(largest_denominator_, static_cast<unsigned>(cards) - 2)) < 128 &&
           msb(largest_denominator_ * largest_denominator_ * words_.front().size()) < 64;
  }

  // Whether the label may stand at a position and at the one that comes next.
  bool may_be_equal(std::size_t position, std::size_t next, std::size_t label) const {
    const bool turned = verb_->turns_even && label % 2 == 0;
    return (position < next) != turned;
  }

  // How many words of the last two places have the first label from each on, by that one. They are the same
  // whatever stands before.
  const std::vector<std::uint64_t>& words_of_pair(std::size_t position, std::size_t last) {
    std::vector<std::uint64_t>& from = words_of_pairs_[{position, last}];
    if (!from.empty()) return from;
    from.resize(words_.front().size() + 1);
    std::uint64_t above = 0;  // of the last label
    for (std::size_t label = from.size() - 1; label-- > 0;) {
      const std::uint64_t words_above = above + words_[last][label];
      const std::uint64_t of_last = may_be_equal(position, last, label) ? words_above : above;
      from[label] = from[label + 1] + words_[position][label] * of_last;
      above = words_above;
    }
    return from;
  }

  // Most permutations share all but their last two places with another one.
  void end_with_pair(const std::vector<Wide>& ways_by_last_label, std::size_t position, std::size_t last) {
    const std::vector<std::uint64_t>& words = words_of_pair(position, last);
    Wide low = 0, high = 0;
    for (std::size_t label = 0; label < ways_by_last_label.size(); ++label) {
      const Wide& ways = ways_by_last_label[label];
      const Wide followed_by = words[may_be_equal(sorted_.back(), position, label) ? label : label + 1];
      low += static_cast<std::uint64_t>(ways) * followed_by;
      high += (ways >> 64) * followed_by;
    }
    const Integer ways = (Integer(high) << 64) + low;
    if (ways == 0) return;
    Sorted sorted = sorted_;
    sorted.insert(sorted.end(), {static_cast<Card>(position), static_cast<Card>(last)});
    mix_.rearrangements.push_back({sources_of(sorted, *verb_), ways});
  }

  template <class Ways>
  void extend(const std::vector<Ways>& ways_by_last_label) {
    if constexpr (std::is_same_v<Ways, Wide>) {
      if (sorted_.size() + 2 == words_.size()) {
        const auto first = std::ranges::find(used_, false), second = std::find(first + 1, used_.end(), false);
        const auto one = static_cast<std::size_t>(first - used_.begin()),
                   other = static_cast<std::size_t>(second - used_.begin());
        end_with_pair(ways_by_last_label, one, other);
        end_with_pair(ways_by_last_label, other, one);
        return;
      }
    }
    if (sorted_.size() == words_.size()) {
      Ways ways = 0;
      for (const Ways& each : ways_by_last_label) ways += each;
      if (ways != 0) mix_.rearrangements.push_back({sources_of(sorted_, *verb_), Integer(ways)});
      return;
    }
    for (std::size_t position = 0; position < words_.size(); ++position) {
      if (used_[position]) continue;
      std::vector<Ways> ways(ways_by_last_label.size());
      const bool first = sorted_.empty();
      Ways ways_below = first ? 1 : 0;  // of last labels that may stand before the value
      bool none = true;
      for (std::size_t value = 0; value < ways.size(); ++value) {
        const bool counts_equal = !first && may_be_equal(sorted_.back(), position, value);
        if (counts_equal) ways_below += ways_by_last_label[value];
        ways[value] = ways_below * words_[position][value];
        if (ways[value] != 0) none = false;
        if (!counts_equal) ways_below += ways_by_last_label[value];
      }
      if (none) continue;
      used_[position] = true;
      sorted_.push_back(static_cast<Card>(position));
      extend(ways);
      sorted_.pop_back();
      used_[position] = false;
    }
  }

  const VerbInfo* verb_;
  std::vector<std::vector<std::uint64_t>> words_;  // by position and label
  Integer largest_denominator_ = 1;                // of a label
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::uint64_t>> words_of_pairs_;
  Mix mix_;
  Sorted sorted_;
  std::vector<bool> used_;
};

// Every gap is cut or not, by itself.
Mix mix_of_packets(const Steps& steps, const Step& step, DrawWeightsByBound& draws) {
  const auto n = static_cast<std::size_t>(steps.deck_size);
  Mix mix;
  std::vector<Integer> cut(n), whole(n);
  for (std::size_t position = 1; position < n; ++position) {
    const StepIndex& label = step.labels[position];
    static const DrawWeights no_draw;
    const DrawWeights& distribution =
        label.is_drawn() ? draws.of(steps, static_cast<std::size_t>(label.draw)) : no_draw;
    cut[position] = label.fixed == 0 ? distribution.weight(0) : 0;
    whole[position] = distribution.denominator - cut[position];
    mix.denominator *= distribution.denominator;
  }
  for (std::uint64_t cuts = 0; cuts < std::uint64_t{1} << (n - 1); ++cuts) {
    Integer ways = 1;
    Sorted sorted;
    std::size_t end = n;
    for (std::size_t begin = n; begin-- > 0;) {
      const bool begins = begin == 0 || (cuts >> (begin - 1) & 1) == 1;
      if (begin > 0) ways *= begins ? cut[begin] : whole[begin];
      if (!begins) continue;
      for (std::size_t position = begin; position < end; ++position) {
        sorted.push_back(static_cast<Card>(position));
      }
      end = begin;
    }
    if (ways != 0) mix.rearrangements.push_back({sources_of(sorted, *step.verb), ways});
  }
  return mix;
}

Mix label_mix_of(const Steps& steps, const Step& step, DrawWeightsByBound& draws) {
  if (step.verb->labels == LabelUse::packets) return mix_of_packets(steps, step, draws);
  const auto bound = common_uniform_bound(steps, step, draws);
  // A last shelf that takes cards on top alone has no such formula.
  if (bound && (!step.verb->turns_even || *bound % 2 == 0)) {
    return mix_of_equal_labels(steps, *step.verb, *bound);
  }
  return LabelChains(steps, step, draws).follow();
}

}  // namespace

PackedRearrangement packed(const PositionSources& sources, int deck_size) {
  PackedRearrangement rearrangement{.in_place = 0, .moves = {}};
  for (int position = 0; position < deck_size; ++position) {
    const int source = sources[static_cast<std::size_t>(position)];
    if (source == position) {
      rearrangement.in_place |= PackedPermutation{15} << 4 * position;
    } else {
      rearrangement.moves[rearrangement.moved++] = {4 * source, 4 * position};
    }
  }
  return rearrangement;
}

std::vector<const Mix::Rearrangement*> by_weight(const Mix& mix) {
  std::vector<const Mix::Rearrangement*> sorted;
  for (const auto& each : mix.rearrangements) sorted.push_back(&each);
  std::ranges::stable_sort(sorted, {}, [](const auto* each) -> const Integer& { return each->weight; });
  return sorted;
}

}  // namespace fairshuffle
