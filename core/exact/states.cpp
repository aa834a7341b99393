#include "core/exact/states.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"

namespace fairshuffle {

namespace {

// Ends the exploring of a state, which takes many runs.
struct OutOfTime {};

constexpr int most_refinements = 12;
constexpr std::size_t learnt_at_once = 2;
constexpr std::uint64_t runs_of_first_check = 2000;
// Code that has pieces has few ends that are no simple fractions; where random keys are compared, each that
// came before is one.
constexpr std::size_t most_odd_ends = 32;
constexpr std::uint64_t most_paths_told = 1'000'000'000'000;
// Of loops.
constexpr unsigned bits_followed = 60, bits_of_denominator = 6000;

}  // namespace

std::vector<AnsweredDraw> States::path_of(std::uint32_t state) const {
  std::vector<AnsweredDraw> path;
  for (; state != 0; state = states_[state].parent) path.push_back(states_[state].taken);
  std::ranges::reverse(path);
  return path;
}

// After the answers that stand.
States::State States::what_follows() {
  State state;
  for (const Continuation& continuation : continuations_) {
    replays_.rest = continuation;
    const std::uint64_t result = replays_.run();
    const std::vector<AnsweredDraw>& beyond = replays_.beyond;
    const auto mix = [&](std::uint64_t number, std::size_t place) {
      state.key = number_of(state.key ^ number, place, ~std::uint64_t{0});
    };
    mix(result, beyond.size());
    if (beyond.empty()) {
      state.is_end = true;
      state.rank = result;
      break;
    }
    state.asked = beyond.front();
    mix(state.asked.size, 4 * state.asked.weights + static_cast<std::size_t>(state.asked.kind));
  }
  return state;
}

bool States::explore(std::uint64_t most_branches) {
  states_.clear();
  by_key_.clear();
  last_pieces_.clear();
  odd_ends_.clear();
  branches_ = 0;
  replays_.answers.clear();
  states_.push_back(what_follows());
  by_key_.emplace(states_.front().key, 0);
  for (std::uint32_t state = 0; state < states_.size(); ++state) {
    if (states_[state].is_end) continue;
    if (branches_ >= most_branches) return false;
    try {
      explore_state(state);
    } catch (const OutOfTime&) {
      return false;
    }
  }
  return true;
}

void States::explore_state(std::uint32_t state) {
  const AnsweredDraw asked = states_[state].asked;
  std::vector<AnsweredDraw>& answers = replays_.answers;
  answers = path_of(state);
  const std::size_t depth = answers.size();
  answers.push_back(asked);
  std::unordered_map<std::uint64_t, State> known;  // by word
  const auto after = [&](std::uint64_t word) -> const State& {
    const auto [found, is_new] = known.try_emplace(word);
    if (is_new) {
      if (replays_.is_out_of_time()) throw OutOfTime();
      answers.back().value = word;
      found->second = what_follows();
    }
    return found->second;
  };
  const std::shared_ptr<const Pieces> pieces =
      pieces_of(asked, depth, [&](std::uint64_t word) { return after(word).key; });
  std::vector<std::uint32_t> next;
  for (const Pieces::Branch& branch : pieces->branches) {
    const State& child = after(branch.word);
    const auto [found, is_new] = by_key_.try_emplace(child.key, static_cast<std::uint32_t>(states_.size()));
    if (is_new) {
      states_.push_back(child);
      states_.back().parent = state;
      states_.back().taken = asked;
      states_.back().taken.value = branch.word;
    }
    next.push_back(found->second);
  }
  branches_ += next.size();
  states_[state].pieces = pieces;
  states_[state].next = std::move(next);
}

std::shared_ptr<const Pieces> States::pieces_of(const AnsweredDraw& asked, std::size_t depth,
                                                const Signature& signature) {
  if (asked.kind == DrawKind::below || asked.kind == DrawKind::weighted) {
    const std::vector<Integer>& weights = replays_.alternatives_of(asked).weights;
    return std::make_shared<const Pieces>(
        pieces_of_values(weights.empty() ? std::vector<Integer>(asked.size, 1) : weights, signature));
  }
  std::vector<std::uint64_t> words;
  for (const AnsweredDraw& point : points_) {
    if (point.asks_alike(asked)) words.push_back(point.value);
  }
  // Mostly the same draw is made whatever came before; some other words each time, lest it only seems so.
  if (last_pieces_.size() <= depth) last_pieces_.resize(depth + 1);
  std::shared_ptr<const Pieces>& last = last_pieces_[depth];
  std::vector<std::uint64_t> some = words;
  for (std::size_t other = 0; other < 4; ++other)
    some.push_back(number_of(states_.size(), other, asked.size));
  if (last != nullptr && last->size == asked.size && last->branches.size() > 1 &&
      are_pieces(*last, some, signature))
    return last;
  const std::vector<std::uint64_t> spread = spread_words(asked.size);
  words.insert(words.end(), spread.begin(), spread.end());
  std::optional<Pieces> found = found_pieces(asked.size, asked.kind == DrawKind::word, words, signature);
  if (!found) refuse_chance();
  odd_ends_.insert(found->odd_ends.begin(), found->odd_ends.end());
  if (odd_ends_.size() > most_odd_ends) refuse_chance();
  last = std::make_shared<const Pieces>(*std::move(found));
  tell_width(asked, *last);
  return last;
}

void States::refuse_chance() {
  throw PathsRefused(
      "exact: the shuffle is not piecewise constant in single draws (are random keys compared, or some "
      "middle bits of a word taken modulo?): use certify");
}

// Only of words that are as wide as told: bits.
void States::tell_width(const AnsweredDraw& asked, const Pieces& pieces) {
  const std::optional<std::uint64_t> bound = pieces.even_bound();
  if (!bound || *bound < 2 || !std::has_single_bit(asked.size)) return;
  const DrawWidth width{.bits = std::countr_zero(asked.size),
                        .method = asked.kind == DrawKind::unit ? "scaled-double"
                                  : pieces.modulus != 0        ? "modulo"
                                                               : "multiply-shift",
                        .bound = *bound};
  if (std::ranges::find(widths_, width) == widths_.end()) widths_.push_back(width);
}

// Of the run that was the last.
bool States::is_as_predicted(std::uint64_t result) const {
  const State* here = &states_.front();
  for (const AnsweredDraw& draw : replays_.beyond) {
    if (here->is_end || !here->asked.asks_alike(draw)) return false;
    here = &states_[here->next[here->pieces->branch_of(draw.value)]];
  }
  return here->is_end && here->rank == result;
}

States::Check States::checked(std::uint64_t most) {
  Check check;
  replays_.answers.clear();
  while (check.runs < most && !replays_.is_out_of_time()) {
    ++check.runs;
    replays_.rest = {next_seed_++, 0};
    const bool is_so = is_as_predicted(replays_.run());
    ++(is_so ? check.predicted : check.otherwise);
    if (!is_so && check.seeds.size() < learnt_at_once) check.seeds.push_back(replays_.rest.seed);
    if (check.otherwise != 0 && check.runs >= runs_of_first_check) break;
  }
  return check;
}

// From an ordinary run that ends otherwise than predicted: the first of its draws after which the state's own
// path does not go on as the run does.
void States::learn(std::uint64_t seed) {
  replays_.answers.clear();
  replays_.rest = {seed, 0};
  const std::uint64_t result = replays_.run();
  const std::vector<AnsweredDraw> drawn = replays_.beyond;
  if (replays_.run() != result || replays_.beyond != drawn) replays_.refuse_difference();
  std::uint32_t here = 0;
  for (std::size_t index = 0; index < drawn.size() && !states_[here].is_end; ++index) {
    if (!states_[here].asked.asks_alike(drawn[index])) break;
    here = states_[here].next[states_[here].pieces->branch_of(drawn[index].value)];
    replays_.answers = path_of(here);
    replays_.answers.insert(replays_.answers.end(), drawn.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                            drawn.end());
    if (replays_.tried() != result || replays_.differs || !replays_.beyond.empty()) {
      points_.push_back(drawn[index]);
      continuations_.push_back({seed, index + 1});
      return;
    }
  }
  replays_.answers.clear();
  replays_.refuse_difference();
}

std::uint64_t States::follow() {
  for (int refinement = 0; explore(replays_.limits.paths); ++refinement) {
    // Each time by so many more that all these checks together err as rarely as is told of one.
    const double more = 1 + (refinement + 1) * std::numbers::ln2 / std::log(1000);
    const double runs_due = std::ceil(more * static_cast<double>(replays_.limits.ordinary_runs));
    const Check check = checked(static_cast<std::uint64_t>(runs_due));
    if (check.otherwise == 0) {
      hold_to_repeat();
      const auto told = static_cast<std::uint64_t>(std::llround(static_cast<double>(check.runs) / more));
      return std::min(replays_.limits.ordinary_runs, told);
    }
    if (refinement == most_refinements || (refinement > 1 && check.many_end_otherwise())) refuse_chance();
    for (const std::uint64_t seed : check.seeds) learn(seed);
  }
  return 0;
}

void States::hold_to_repeat() {
  for (std::uint32_t time = 0; time < Replays::paths_repeated && !replays_.is_out_of_time(); ++time) {
    const auto state = static_cast<std::uint32_t>(time % states_.size());
    replays_.answers = path_of(state);
    if (what_follows().key != states_[state].key) replays_.refuse_difference();
  }
}

Outcomes States::outcomes() const {
  Outcomes outcomes;
  Distribution& distribution = outcomes.distribution;
  distribution.deck_size = replays_.deck_size;
  distribution.weight.resize(permutation_count(replays_.deck_size));
  std::unordered_map<std::uint32_t, Integer> waiting, next;
  const auto reach = [&](std::uint32_t state, const Integer& weight) {
    const State& reached = states_[state];
    if (!reached.is_end) {
      next[state] += weight;
      outcomes.unfollowed += weight;
    } else {
      (reached.rank == no_rank ? distribution.invalid : distribution.weight[reached.rank]) += weight;
    }
  };
  reach(0, 1);
  for (std::uint64_t step = 0; step < replays_.limits.draws; ++step) {
    if ((outcomes.unfollowed << bits_followed) <= distribution.denominator) break;
    waiting = std::exchange(next, {});
    Integer multiple = 1;
    for (const auto& [state, weight] : waiting) {
      if (states_[state].pieces == nullptr) return outcomes;
      for (const Pieces::Branch& branch : states_[state].pieces->branches)
        multiple = lcm(multiple, branch.of);
    }
    if (msb(distribution.denominator * multiple) > bits_of_denominator) break;
    distribution.denominator *= multiple;
    distribution.invalid *= multiple;
    for (Integer& weight : distribution.weight) weight *= multiple;
    outcomes.unfollowed = 0;
    for (const auto& [state, weight] : waiting) {
      const State& here = states_[state];
      for (std::size_t branch = 0; branch < here.next.size(); ++branch) {
        const Pieces::Branch& taken = here.pieces->branches[branch];
        reach(here.next[branch], weight * taken.times * (multiple / taken.of));
      }
    }
  }
  outcomes.paths = path_count();
  outcomes.widths = widths_;
  return outcomes;
}

std::uint64_t States::path_count() const {
  std::unordered_map<std::uint32_t, std::uint64_t> counted;
  const std::function<std::uint64_t(std::uint32_t)> count = [&](std::uint32_t state) -> std::uint64_t {
    if (states_[state].is_end) return 1;
    const auto [known, is_new] = counted.try_emplace(state, 0);
    if (!is_new) return known->second;
    std::uint64_t sum = 0;
    for (const std::uint32_t next : states_[state].next) sum = std::min(sum + count(next), most_paths_told);
    return counted[state] = sum;
  };
  return count(0);
}

std::vector<std::vector<AnsweredDraw>> States::equal_paths(std::uint64_t most) const {
  std::vector<std::vector<AnsweredDraw>> paths;
  std::vector<AnsweredDraw> path;
  std::optional<Fraction> chance_of_first;
  const std::function<bool(std::uint32_t, const Fraction&)> add = [&](std::uint32_t state,
                                                                      const Fraction& chance) {
    const State& here = states_[state];
    if (here.is_end) {
      paths.push_back(path);
      if (!chance_of_first) chance_of_first = chance;
      return chance == *chance_of_first;
    }
    if (paths.size() == most || path.size() == replays_.limits.draws) return false;
    for (std::size_t branch = 0; branch < here.next.size(); ++branch) {
      const Pieces::Branch& taken = here.pieces->branches[branch];
      path.push_back(here.asked);
      path.back().value = taken.word;
      if (!add(here.next[branch], chance * Fraction(taken.times, taken.of))) return false;
      path.pop_back();
    }
    return true;
  };
  if (!add(0, 1) || paths.size() > most) paths.clear();
  return paths;
}

}  // namespace fairshuffle
