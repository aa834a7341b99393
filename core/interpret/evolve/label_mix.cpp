// The law of a sort by independent labels, or of packets cut by them, without following the labels one by
// one.
#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "core/exact/law_refused.hpp"
#include "core/exact/shelf_words.hpp"
#include "core/interpret/evolve/mix.hpp"

namespace fairshuffle {

namespace {

/// The positions of the deck, in the order that a stable sort leaves their cards in.
using Sorted = std::vector<Card>;

// Sorted takes the cards to where merged brings them from.
PositionSources sources_of(const Sorted& sorted, StepKind kind) {
  PositionSources sources;
  std::iota(sources.begin(), sources.end(), Card{0});
  for (std::size_t place = 0; place < sorted.size(); ++place) {
    if (kind == StepKind::merge_by_labels) {
      sources[sorted[place]] = static_cast<Card>(place);
    } else {
      sources[place] = sorted[place];
    }
  }
  return sources;
}

// The bound of all labels, when they are draws with one and the same uniform law.
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

// Labels from `bound` values come out in this order when they never fall, and rise where a position comes
// before an earlier one, because a stable sort keeps equal labels as they were. With d such descents those
// are the multisets of n out of bound - d values: C(bound - d + n - 1, n). Bayer and Diaconis 1992, theorem
// 1, is its inverse.
std::vector<Integer> words_by_descents(std::size_t n, std::uint64_t bound) {
  std::vector<Integer> words;
  for (std::size_t descents = 0; descents < n; ++descents) {
    Integer ways = 1;
    for (std::size_t factor = 0; factor < n; ++factor) {
      const Integer upper = Integer(bound) + n - 1 - descents - factor;
      ways = upper <= 0 ? Integer(0) : Integer(ways * upper);
    }
    for (std::size_t factor = 2; factor <= n; ++factor) ways /= factor;
    words.push_back(ways);
  }
  return words;
}

std::size_t descents_of(const Sorted& sorted) {
  std::size_t descents = 0;
  for (std::size_t place = 1; place < sorted.size(); ++place) descents += sorted[place - 1] > sorted[place];
  return descents;
}

std::size_t peaks_of(const Sorted& sorted) {
  std::size_t peaks = 0;
  for (std::size_t place = 2; place < sorted.size(); ++place) {
    peaks += sorted[place - 2] < sorted[place - 1] && sorted[place - 1] > sorted[place];
  }
  return peaks;
}

// How many words of labels lead to an order, one number of it tells.
Mix mix_of_equal_labels(const Steps& steps, StepKind kind, std::uint64_t bound) {
  const auto n = static_cast<std::size_t>(steps.deck_size);
  const bool shelves = kind == StepKind::shelve_by_labels;
  const std::vector<Integer> words =
      shelves ? shelf_words(steps.deck_size, Integer(bound / 2)) : words_by_descents(n, bound);
  Mix mix{.denominator = pow(Integer(bound), static_cast<unsigned>(n)), .rearrangements = {}};
  Sorted sorted = order_of_rank(0, steps.deck_size);
  do {
    const Integer& ways = words[shelves ? peaks_of(sorted) : descents_of(sorted)];
    if (ways != 0) mix.rearrangements.push_back({sources_of(sorted, kind), ways});
  } while (to_next_order(sorted));
  return mix;
}

// No number of words is above the denominator, so these hold them where that has no more bits: without asking
// for memory, unlike Integer, and those of 128 bits as the processor's own.
template <unsigned Bits>
using ShortWays = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
    Bits, Bits, boost::multiprecision::unsigned_magnitude, boost::multiprecision::unchecked, void>>;

/// Builds the sorted orders place by place, with how many words lead there by the label of the last place.
class LabelChains {
 public:
  LabelChains(const Steps& steps, const Step& step, DrawWeightsByBound& draws) : kind_(step.kind) {
    std::size_t values = 1;
    for (const StepIndex& label : step.labels) {
      const std::uint64_t bound =
          label.is_drawn() ? steps.values_of(static_cast<std::size_t>(label.draw)) : std::uint64_t{1};
      if (bound > most_label_values) refuse(bound);
      values = std::max(values, value_of(label, bound - 1) + 1);
    }
    if (values > most_label_values / order_count(steps.deck_size)) refuse(values);
    for (const StepIndex& label : step.labels) {
      std::vector<std::uint64_t>& words = words_.emplace_back(values);
      if (!label.is_drawn()) {
        words[value_of(label, 0)] = 1;
        continue;
      }
      const DrawWeights& law = draws.of(steps, static_cast<std::size_t>(label.draw));
      for (std::uint64_t value = 0; value < law.bound; ++value) {
        words[value_of(label, value)] = law.weight(value);
      }
      mix_.denominator *= law.denominator;
    }
    used_.resize(words_.size());
  }

  Mix follow() && {
    const auto bits = msb(mix_.denominator);
    if (bits < 128) {
      extend(std::vector<ShortWays<128>>(words_.front().size()));
    } else if (bits < 256) {
      extend(std::vector<ShortWays<256>>(words_.front().size()));
    } else {
      extend(std::vector<Integer>(words_.front().size()));
    }
    return std::move(mix_);
  }

 private:
  [[noreturn]] static void refuse(std::uint64_t values) {
    throw LawRefused("a sort by labels of " + std::to_string(values) + " values is too large to be added up");
  }

  template <class Ways>
  void extend(const std::vector<Ways>& ways_by_last_label) {
    if (sorted_.size() == words_.size()) {
      Ways ways = 0;
      for (const Ways& each : ways_by_last_label) ways += each;
      if (ways != 0) mix_.rearrangements.push_back({sources_of(sorted_, kind_), Integer(ways)});
      return;
    }
    for (std::size_t position = 0; position < words_.size(); ++position) {
      if (used_[position]) continue;
      std::vector<Ways> ways(ways_by_last_label.size());
      const bool first = sorted_.empty();
      const bool in_order = !first && sorted_.back() < position;
      Ways ways_below = first ? 1 : 0;  // of last labels that may stand before the value
      bool none = true;
      for (std::size_t value = 0; value < ways.size(); ++value) {
        const bool turned = kind_ == StepKind::shelve_by_labels && value % 2 == 0;
        const bool may_be_equal = !first && in_order != turned;
        if (may_be_equal) ways_below += ways_by_last_label[value];
        ways[value] = ways_below * words_[position][value];
        if (ways[value] != 0) none = false;
        if (!may_be_equal) ways_below += ways_by_last_label[value];
      }
      if (none) continue;
      used_[position] = true;
      sorted_.push_back(static_cast<Card>(position));
      extend(ways);
      sorted_.pop_back();
      used_[position] = false;
    }
  }

  StepKind kind_;
  std::vector<std::vector<std::uint64_t>> words_;  // by position and label
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
    const DrawWeights& law =
        label.is_drawn() ? draws.of(steps, static_cast<std::size_t>(label.draw)) : no_draw;
    cut[position] = label.fixed == 0 ? law.weight(0) : 0;
    whole[position] = law.denominator - cut[position];
    mix.denominator *= law.denominator;
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
    if (ways != 0) mix.rearrangements.push_back({sources_of(sorted, step.kind), ways});
  }
  return mix;
}

}  // namespace

Mix label_mix_of(const Steps& steps, const Step& step, DrawWeightsByBound& draws) {
  if (step.kind == StepKind::throw_by_labels) return mix_of_packets(steps, step, draws);
  const auto bound = common_uniform_bound(steps, step, draws);
  // A last shelf that takes cards on top alone has no such formula.
  if (bound && (step.kind != StepKind::shelve_by_labels || *bound % 2 == 0)) {
    return mix_of_equal_labels(steps, step.kind, *bound);
  }
  return LabelChains(steps, step, draws).follow();
}

}  // namespace fairshuffle
