#include "core/exact/paths.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exact/path_sums.hpp"
#include "core/exact/replays.hpp"
#include "core/exact/states.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

namespace {

// So many runs show whether a loop that rejects draws is short, and whether draws of many values are few.
constexpr std::uint64_t runs_of_loops = 10'000, runs_of_many_values = 100'000;
constexpr int largest_counted_deck = 4;
constexpr std::uint64_t fewest_counted_paths = 64, most_counted_paths = 2000;

}  // namespace

std::uint64_t rank_of_numbers(std::span<const int> deck, int deck_size) {
  std::array<Card, largest_followed_deck> cards{};
  if (deck.size() != static_cast<std::size_t>(deck_size) || deck.size() > cards.size()) return no_rank;
  for (std::size_t position = 0; position < deck.size(); ++position) {
    if (deck[position] < 0 || deck[position] >= deck_size) return no_rank;
    cards[position] = static_cast<Card>(deck[position]);
  }
  return checked_rank_of(std::span(cards).first(deck.size()));
}

std::string path_text(const std::vector<AnsweredDraw>& path) {
  constexpr std::size_t most_told = 40;
  if (path.empty()) return "none";
  std::string text;
  for (std::size_t at = 0; at < std::min(path.size(), most_told); ++at) {
    const AnsweredDraw& draw = path[at];
    if (at != 0) text += ", ";
    switch (draw.kind) {
      case DrawKind::below:
        text += fmt::format("{} of {}", draw.value, draw.size);
        break;
      case DrawKind::word:
        text += fmt::format("word {}", draw.value);
        break;
      case DrawKind::unit:
        text += exact_number(static_cast<double>(draw.value) / static_cast<double>(draw.size));
        break;
      case DrawKind::weighted:
        text += fmt::format("alternative {} of {}", draw.value, draw.size);
        break;
    }
  }
  return path.size() > most_told ? fmt::format("{} ... ({} draws)", text, with_commas(path.size())) : text;
}

// Every path of bounded draws, value by value: what comes of them is proven.
class EachPath {
 public:
  explicit EachPath(Replays& replays) : replays_(replays), sums_(replays.deck_size) {}

  /// Whether all were followed, but for those of less chance than 2^-60; nothing where the code is to be
  /// followed by its states: it draws words, or goes round in loops.
  std::optional<bool> follow(std::uint64_t most) {
    std::uint64_t most_runs = most;
    for (std::uint64_t runs = 1;; ++runs) {
      replays_.answers.clear();
      for (const Step& step : steps_) replays_.answers.push_back(step.draw);
      replays_.first_while = chance();
      const std::uint64_t result = replays_.run();
      bool is_cut_off = false;
      for (const AnsweredDraw& draw : replays_.beyond) {
        if (draw.kind == DrawKind::word || draw.kind == DrawKind::unit) return std::nullopt;
        is_cut_off = chance() < Replays::least_chance;
        if (is_cut_off) break;
        if (draw.size > Replays::many_values) most_runs = std::min(most_runs, runs_of_many_values);
        take(draw);
      }
      if (is_cut_off) {
        most_runs = std::min(most_runs, runs_of_loops);
      } else {
        count(result);
      }
      if (!advance()) return true;
      if (replays_.is_out_of_time() || count_ >= most) return false;
      if (runs >= most_runs) return std::nullopt;
    }
  }

  /// Throws PathsRefused where they end otherwise when they are repeated.
  void hold_to_repeat() {
    replays_.first_while = 0;
    // Where no draw is answered, they may all come from elsewhere.
    const std::uint64_t due =
        kept_.front().first.empty() ? replays_.limits.ordinary_runs : replays_.limits.repeats;
    for (; repeats_ < std::max<std::uint64_t>(due, kept_.size()) && !replays_.is_out_of_time(); ++repeats_) {
      // Each time round in another order, lest a counter goes round with them.
      const auto& [draws, result] = kept_[(repeats_ + repeats_ / kept_.size()) % kept_.size()];
      replays_.answers = draws;
      if (replays_.run() != result || !replays_.beyond.empty()) replays_.refuse_difference();
    }
  }

  std::uint64_t path_count() const { return count_; }
  Fraction unfollowed() const { return sums_.unfollowed(); }

  Outcomes outcomes() const {
    Outcomes outcomes = sums_.outcomes();
    outcomes.paths = count_;
    outcomes.repeats = repeats_;
    return outcomes;
  }

  /// The draws of each, as Paths::equal_paths has them.
  std::vector<std::vector<AnsweredDraw>> equal_paths(std::uint64_t most) const {
    std::vector<std::vector<AnsweredDraw>> paths;
    if (count_ > std::min<std::uint64_t>(most, Replays::paths_repeated) || !are_equal_ || unfollowed() != 0)
      return paths;
    for (const auto& [draws, result] : kept_) paths.push_back(draws);
    return paths;
  }

 private:
  // A draw, and the chance of the path up to it and with it: `times` of `of`.
  struct Step {
    AnsweredDraw draw;
    double chance;
    Integer times, of;
  };

  double chance() const { return steps_.empty() ? 1 : steps_.back().chance; }

  void take(const AnsweredDraw& draw) {
    Step step{.draw = draw, .chance = chance() * replays_.chance_of(draw), .times = 1, .of = 1};
    if (!steps_.empty()) {
      step.times = steps_.back().times;
      step.of = steps_.back().of;
    }
    if (draw.kind == DrawKind::weighted) {
      const Pieces::Branch& branch = replays_.alternatives_of(draw).each->branches[draw.value];
      step.times *= branch.times;
      step.of *= branch.of;
    } else {
      step.of *= draw.size;
    }
    steps_.push_back(std::move(step));
  }

  // To the next value of the last draw that has one.
  bool advance() {
    while (!steps_.empty()) {
      AnsweredDraw draw = steps_.back().draw;
      steps_.pop_back();
      if (++draw.value == draw.size) continue;
      take(draw);
      return true;
    }
    return false;
  }

  void count(std::uint64_t result) {
    const std::pair<Integer, Integer> chance =
        steps_.empty() ? std::pair<Integer, Integer>{1, 1} : std::pair{steps_.back().times, steps_.back().of};
    sums_.add(result, chance.first, chance.second);
    if (count_ == 0) chance_of_first_ = chance;
    are_equal_ = are_equal_ && chance == chance_of_first_;
    if (count_++ >= Replays::paths_repeated) return;
    kept_.emplace_back();
    for (const Step& step : steps_) kept_.back().first.push_back(step.draw);
    kept_.back().second = result;
  }

  Replays& replays_;
  std::vector<Step> steps_;
  PathSums sums_;
  std::uint64_t count_ = 0, repeats_ = 0;
  bool are_equal_ = true;
  std::pair<Integer, Integer> chance_of_first_;
  std::vector<std::pair<std::vector<AnsweredDraw>, std::uint64_t>> kept_;  // the first, with their results
};

struct Paths::Work {
  Work(Paths& owner, int deck_size, Shuffle shuffle, PathLimits limits)
      : replays(owner, deck_size, std::move(shuffle), std::move(limits)), each(replays), states(replays) {}

  Replays replays;
  EachPath each;
  States states;
  bool has_states = false;
  std::string shown, shown_draws;  // the first that was no permutation
  std::vector<DrawWidth> widths;   // that the shuffle told of
  bool is_watched = false;
  std::vector<std::string> seen;  // before the draws of a run that is watched

  Outcomes follow() {
    refuse_many_at_once();
    const std::optional<bool> is_done = each.follow(replays.limits.paths);
    if (is_done == false) refuse_limits(each.path_count(), each.unfollowed());
    if (is_done) {
      each.hold_to_repeat();
      return each.outcomes();
    }
    replays.first_while = 0;
    has_states = true;
    const std::uint64_t ordinary_runs = states.follow();
    Outcomes outcomes = states.outcomes();
    const Fraction left(outcomes.unfollowed, outcomes.distribution.denominator);
    if (left > most_left_open || ordinary_runs == 0) refuse_limits(states.branch_count(), left);
    outcomes.ordinary_runs = ordinary_runs;
    return outcomes;
  }

  void refuse_many_at_once() {
    const std::optional<double> due = replays.hold_to_repeat();
    if (!due || *due <= static_cast<double>(replays.limits.paths)) return;
    constexpr double largest_told_whole = 1e15;
    const std::string whole =
        *due <= largest_told_whole ? with_commas(static_cast<std::uint64_t>(*due)) : short_number(*due, 2);
    throw BeyondLimits(
        fmt::format("exact: there are {} paths of {} cards, of which {} are followed at most{}", whole,
                    replays.deck_size, with_commas(replays.limits.paths), paths_of_other_decks(due)));
  }

  [[noreturn]] void refuse_limits(std::uint64_t paths, const Fraction& left) {
    const std::string after =
        fmt::format("exact: after {} paths of {} cards ", with_commas(paths), replays.deck_size);
    if (left <= most_left_open) throw BeyondLimits(after + "no time is left to check them by ordinary runs");
    throw BeyondLimits(fmt::format("{}{} of their chance is left{}", after, percent_text(to_double(left)),
                                   paths_of_other_decks()));
  }

  std::vector<EqualPath> watched(const std::vector<std::vector<AnsweredDraw>>& paths) {
    std::vector<EqualPath> told;
    is_watched = true;
    replays.first_while = 0;
    for (const std::vector<AnsweredDraw>& draws : paths) {
      replays.answers = draws;
      seen.clear();
      const std::uint64_t rank = replays.run();
      seen.resize(draws.size());
      told.push_back({.draws = draws, .decks = seen, .rank = rank});
    }
    is_watched = false;
    return told;
  }

  // Nothing where they are too many.
  std::optional<std::uint64_t> counted(int deck_size) const {
    PathLimits few = replays.limits;
    few.is_over = nullptr;
    Paths some(deck_size, replays.shuffle, few);
    Work& work = *some.work_;
    // Where time is over, hardly longer than that took.
    const std::uint64_t most = replays.is_out_of_time()
                                   ? std::clamp(replays.runs(), fewest_counted_paths, most_counted_paths)
                                   : most_counted_paths;
    const std::optional<bool> is_done = work.each.follow(most);
    if (replays.is_out_of_time() && !is_done) return std::nullopt;
    if (is_done) return *is_done ? std::optional(work.each.path_count()) : std::nullopt;
    work.replays.first_while = 0;
    return work.states.explore(most_counted_paths) ? std::optional(work.states.path_count()) : std::nullopt;
  }

  // How many paths smaller decks have, and by their growth, which grows alike, this one, where
  // it is not known, and one card more.
  std::string paths_of_other_decks(std::optional<double> known = std::nullopt) const {
    std::vector<double> counts;
    std::string text;
    int cards = smallest_followed_deck;
    for (; cards <= std::min(replays.deck_size - 1, largest_counted_deck); ++cards) {
      std::optional<std::uint64_t> count;
      try {
        count = counted(cards);
      } catch (const std::exception&) {
        // Other decks may be what the code is not made for.
      }
      if (!count) return text;
      text +=
          fmt::format("{}{} at {} cards", text.empty() ? "; there are " : ", ", with_commas(*count), cards);
      counts.push_back(static_cast<double>(*count));
    }
    if (counts.size() < 3) return text;
    double due = counts[2], growth = due / counts[1];
    const double quickening = growth / (counts[1] / counts[0]);
    const auto one_more = [&] { return due *= growth *= quickening; };
    for (; cards < replays.deck_size; ++cards) one_more();
    if (known) {
      growth = *known / std::exchange(due, *known);
      ++cards;
    }
    for (; cards <= replays.deck_size + 1; ++cards)
      text += fmt::format(", about {} at {}", about_text(one_more()), cards);
    return text;
  }
};

Paths::Paths(int deck_size, Shuffle shuffle, PathLimits limits)
    : work_(std::make_unique<Work>(*this, deck_size, std::move(shuffle), std::move(limits))) {
  if (deck_size < 1 || deck_size > largest_followed_deck)
    throw std::invalid_argument("Paths: deck_size must be in 1..8, was " + std::to_string(deck_size));
}

Paths::~Paths() = default;

Outcomes Paths::follow() {
  Outcomes outcomes = work_->follow();
  outcomes.shown = work_->shown;
  outcomes.shown_draws = work_->shown_draws;
  outcomes.widths.insert(outcomes.widths.end(), work_->widths.begin(), work_->widths.end());
  return outcomes;
}

std::uint64_t Paths::draw(DrawKind kind, std::uint64_t size) {
  if (size == 0 || kind == DrawKind::weighted)
    throw std::invalid_argument(fmt::format("Paths::draw: size must be 1 or more, was {}", size));
  return work_->replays.draw({.kind = kind, .size = size, .value = 0, .weights = 0});
}

std::uint64_t Paths::draw_weighted(const std::string& weights) {
  return work_->replays.draw(work_->replays.weighted_draw(weights));
}

void Paths::show(const std::string& text) {
  if (!work_->shown_draws.empty()) return;
  work_->shown = text;
  work_->shown_draws = path_text(path());
}

void Paths::tell_width(const DrawWidth& width) {
  if (std::ranges::find(work_->widths, width) == work_->widths.end()) work_->widths.push_back(width);
}

std::vector<AnsweredDraw> Paths::path() const {
  return work_->replays.path();
}

void Paths::see(std::span<const Card> deck) {
  if (!is_watched()) return;
  work_->seen.resize(path().size());
  work_->seen.push_back(checked_rank_of(deck) == no_rank ? "" : fmt::format("{}", fmt::join(deck, " ")));
}

bool Paths::is_watched() const {
  return work_->is_watched;
}

std::vector<EqualPath> Paths::equal_paths(std::uint64_t most) {
  return work_->watched(work_->has_states ? work_->states.equal_paths(most) : work_->each.equal_paths(most));
}

Paths Paths::of_deck(int deck_size) const {
  return {deck_size, work_->replays.shuffle, work_->replays.limits};
}

int Paths::deck_size() const {
  return work_->replays.deck_size;
}

}  // namespace fairshuffle
