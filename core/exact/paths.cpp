#include "core/exact/paths.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exact/path_sums.hpp"
#include "core/exact/pieces.hpp"
#include "core/permutation/permutation.hpp"

namespace fairshuffle {

namespace {

// What a branch leads to, in 32 bits: nothing yet, a result, or the number of a node and one.
constexpr std::uint32_t no_link = 0, leaf_flag = 1U << 31, invalid_leaf = ~0U;

std::uint32_t leaf_of(std::uint64_t rank) {
  return rank == no_rank ? invalid_leaf : leaf_flag | static_cast<std::uint32_t>(rank);
}

// "1 2 1"; throws std::invalid_argument for other than whole numbers above 0.
std::vector<Integer> integers_in(const std::string& text) {
  std::vector<Integer> numbers;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    const std::string digits = text.substr(from, end - from);
    // A leading 0 would be read as an octal number.
    if (digits.empty() || digits[0] == '0' || digits.find_first_not_of("0123456789") != std::string::npos) {
      throw std::invalid_argument(
          fmt::format("Paths::draw_weighted: weights must be whole numbers above 0, were \"{}\"", text));
    }
    numbers.emplace_back(digits);
    from = end + 1;
  }
  return numbers;
}

// Paths of less are let be.
constexpr int last_cut_off = 60;
// Less likely paths are followed after all likelier ones, so that what the limits leave is little.
constexpr int cut_offs[] = {24, 28, 32, 40, 48, last_cut_off};

constexpr std::uint64_t runs_between_questions = 256;
constexpr std::size_t most_replayed = 1000, replays_of_first = 20;
constexpr int most_refinements = 6;
constexpr std::uint64_t runs_repeated = 20;
constexpr std::uint64_t paths_of_loops = 200'000, paths_of_first_check = 5'000, runs_of_first_check = 2000;
// Where no more is left of loops, values of bounded draws need not be compared; and beside pieces, which may
// be missed, no more need be followed.
constexpr double little_left = 1.0 / (1 << 17), little_beside_pieces = 1.0 / (1 << 13);
// What follows from two words is the same by chance more often where paths are of many lengths.
constexpr std::size_t seeds_a_refinement = 4, first_seeds = 3, many_seeds = 10;

// A large number in two digits: 3413 -> "3,400".
std::string rounded(double number) {
  constexpr double largest_told_whole = 1e15;
  if (number > largest_told_whole) return short_number(number, 2);
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(number)) - 1));
  return with_commas(static_cast<std::uint64_t>(std::round(number / unit) * unit));
}

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

struct Paths::Work {
  Work(Paths& of, int cards, Shuffle code, PathLimits bounds)
      : owner(of), deck_size(cards), shuffle(std::move(code)), limits(std::move(bounds)) {
    while (seeds.size() < many_seeds) seeds.push_back(seeds.size());
  }

  // A draw on some path: its branches and what they lead to.
  struct Node {
    AnsweredDraw draw;
    std::shared_ptr<const Pieces> pieces;  // of a word, and of alternatives
    std::vector<std::uint32_t> links;      // by branch
  };

  // What one draw is of by whole weights.
  struct Alternatives {
    std::vector<Integer> weights;
    std::shared_ptr<const Pieces> each;  // is a branch of its own
  };

  // A branch taken, and the chance of the path up to there: `times` of `of`.
  struct Step {
    std::uint32_t node, branch;
    double chance;
    Integer times, of;
  };

  Paths& owner;
  int deck_size;
  Shuffle shuffle;
  PathLimits limits;

  // What a run is answered: the path, then one forced word where there is one, then numbers of a seed.
  std::vector<AnsweredDraw> answers;
  std::optional<std::uint64_t> forced;
  std::uint64_t seed = 0;
  bool adds_steps = false;

  // What a run has come to.
  std::size_t at = 0;                // answers used
  std::vector<AnsweredDraw> beyond;  // draws after them
  bool differs = false;              // from the path that it was to take
  bool is_left = false;              // where a step could not be added; by the first draw beyond
  std::uint64_t runs = 0;

  // The path under way, beside its answers.
  std::vector<Step> steps;
  int cut_off = 0;

  std::uint32_t root = no_link;
  std::vector<Node> nodes;
  std::optional<PathSums> sums;
  std::uint64_t paths = 0;
  std::uint64_t most_paths = 0;
  /// Where words are not used piece by piece, a part of the tree shows it, and the whole may be endless.
  std::uint64_t most_paths_of_pieces = paths_of_first_check;
  bool has_loops = false;
  /// Values of a bounded draw are compared as words are: that brings an end to loops that reject many.
  bool merges = false;
  bool has_pieces = false, is_out_of_time = false;
  std::vector<std::vector<std::uint32_t>> deferred;  // by branches
  std::vector<std::pair<std::vector<AnsweredDraw>, std::uint64_t>> to_replay;
  std::size_t seeds_compared = first_seeds;                         // of the first many_seeds
  std::pair<std::size_t, std::size_t> lengths{~std::size_t{0}, 0};  // of the shortest and longest path
  std::vector<std::uint64_t> seeds;                        // whose numbers follow when words are compared
  std::vector<std::shared_ptr<const Pieces>> last_pieces;  // by depth
  std::vector<DrawWidth> widths;
  std::map<std::string, std::uint32_t> weights;       // as they were asked for
  std::vector<Alternatives> alternatives{{}};         // of those weights; none of the first
  std::string shown;                                  // the first that was no permutation
  bool are_equal = true;                              // all paths so far are equally likely
  bool is_watched = false;                            // so that decks are seen
  std::vector<std::string> seen;                      // before the draws of the run
  std::pair<Integer, Integer> chance_of_first{1, 1};  // of the first of them

  [[noreturn]] void refuse(const std::string& sentence) const {
    throw PathsRefused(fmt::format("exact: {} (draws: {})", sentence, path_text(path())));
  }

  std::uint64_t ordinary_value(const AnsweredDraw& asked, std::size_t depth) const {
    if (asked.kind != DrawKind::weighted) return number_of(seed, depth, asked.size);
    constexpr std::uint64_t units = std::uint64_t{1} << 53;
    double left = static_cast<double>(number_of(seed, depth, units)) / static_cast<double>(units);
    std::uint64_t value = 0;
    for (const Pieces::Branch& branch : alternatives[asked.weights].each->branches) {
      left -= branch.chance;
      if (left < 0) break;
      ++value;
    }
    return std::min(value, asked.size - 1);
  }

  AnsweredDraw weighted_draw(const std::string& text) {
    const auto [known, is_new] = weights.try_emplace(text, static_cast<std::uint32_t>(alternatives.size()));
    if (is_new) {
      std::vector<Integer> of = integers_in(text);
      const auto each = [](std::uint64_t value) { return value; };
      auto pieces = std::make_shared<const Pieces>(pieces_of_values(of, each));
      alternatives.push_back({std::move(of), std::move(pieces)});
    }
    return {.kind = DrawKind::weighted,
            .size = alternatives[known->second].weights.size(),
            .value = 0,
            .weights = known->second};
  }

  std::vector<AnsweredDraw> path() const {
    std::vector<AnsweredDraw> all(answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(at));
    all.insert(all.end(), beyond.begin(), beyond.end());
    return all;
  }

  bool is_likely() const { return chance() >= std::ldexp(1.0, -cut_off); }
  double chance() const { return steps.empty() ? 1 : steps.back().chance; }

  std::uint32_t& link() { return steps.empty() ? root : nodes[steps.back().node].links[steps.back().branch]; }

  std::uint64_t draw(AnsweredDraw asked) {
    if (at < answers.size()) {
      const AnsweredDraw& answer = answers[at];
      if (!answer.asks_alike(asked)) {
        differs = true;
        return asked.kind == answer.kind ? answer.value % asked.size : 0;
      }
      ++at;
      return answer.value;
    }
    if (adds_steps && !is_left && beyond.empty() && !differs) {
      const bool is_each_followed = asked.kind == DrawKind::below || asked.kind == DrawKind::weighted;
      if (is_each_followed && !merges && is_likely()) {
        add_node(asked, alternatives[asked.weights].each);
        return answers[at++].value;
      }
      is_left = true;
    }
    const std::size_t depth = answers.size() + beyond.size();
    if (depth >= limits.draws)
      refuse(fmt::format("a path has more than {} draws", with_commas(limits.draws)));
    asked.value = beyond.empty() && forced ? *forced : ordinary_value(asked, depth);
    beyond.push_back(asked);
    return asked.value;
  }

  std::uint64_t run() {
    at = 0;
    beyond.clear();
    differs = is_left = false;
    if (++runs % runs_between_questions == 0 && limits.is_over && limits.is_over()) is_out_of_time = true;
    const std::uint64_t result = shuffle(owner, deck_size);
    if (differs || at < answers.size()) refuse_difference();
    const std::size_t length = at + beyond.size();
    lengths = {std::min(lengths.first, length), std::max(lengths.second, length)};
    return result;
  }

  [[noreturn]] void refuse_difference() const {
    refuse(
        "the same draws end otherwise the second time: is a deck or a generator kept from call to call, or "
        "are numbers drawn elsewhere (another generator, the time)?");
  }

  // What outlives a call also looks like chance, or like paths without number.
  void hold_to_repeat() {
    answers.clear();
    for (seed = 0; seed < runs_repeated; ++seed) {
      const std::uint64_t result = run();
      const std::vector<AnsweredDraw> draws = beyond;
      if (run() != result || beyond != draws) refuse_difference();
    }
  }

  void add_node(AnsweredDraw draw, std::shared_ptr<const Pieces> pieces) {
    const std::size_t branches = pieces ? pieces->branches.size() : draw.size;
    constexpr std::uint64_t most_branches = 1'000'000;
    if (branches > most_branches)
      refuse(fmt::format("a draw has {} values, more than can be followed", with_commas(branches)));
    link() = static_cast<std::uint32_t>(nodes.size()) + 1;
    nodes.push_back({draw, std::move(pieces), std::vector<std::uint32_t>(branches, no_link)});
    enter(static_cast<std::uint32_t>(nodes.size() - 1), 0);
  }

  // Goes one step on.
  void enter(std::uint32_t node, std::uint32_t branch) {
    Step step{.node = node, .branch = branch, .chance = chance(), .times = 1, .of = 1};
    if (!steps.empty()) {
      step.times = steps.back().times;
      step.of = steps.back().of;
    }
    steps.push_back(std::move(step));
    answers.push_back(nodes[node].draw);
    const Pieces* pieces = nodes[node].pieces.get();
    if (pieces == nullptr) {
      steps.back().of *= nodes[node].draw.size;
      steps.back().chance /= static_cast<double>(nodes[node].draw.size);
      answers.back().value = branch;
      return;
    }
    const Pieces::Branch& taken = pieces->branches[branch];
    steps.back().times *= taken.times;
    steps.back().of *= taken.of;
    steps.back().chance *= taken.chance;
    answers.back().value = taken.word;
  }

  // To the next branch of the last draw that has one, but for the first `fixed` draws.
  bool advance(std::size_t fixed) {
    while (steps.size() > fixed) {
      const std::uint32_t node = steps.back().node, next = steps.back().branch + 1;
      steps.pop_back();
      answers.pop_back();
      if (next == nodes[node].links.size()) continue;
      enter(node, next);
      return true;
    }
    return false;
  }

  void count(std::uint64_t result) {
    if (steps.empty()) {
      sums->add(result, 1, 1);
    } else {
      const auto& [node, branch, chance, times, of] = steps.back();
      sums->add(result, times, of);
      if (paths == 0) chance_of_first = {times, of};
      are_equal = are_equal && chance_of_first == std::pair(times, of);
    }
    link() = leaf_of(result);
    if (paths++ < most_replayed) to_replay.emplace_back(answers, result);
  }

  // All paths that begin with the one under way.
  void follow_from_here() {
    const std::size_t fixed = steps.size();
    for (;;) {
      if (paths >= most_paths || is_out_of_time) return;
      adds_steps = true;
      const std::uint64_t result = run();
      adds_steps = false;
      if (!is_left) {
        count(result);
      } else if (is_likely()) {
        const AnsweredDraw asked = beyond.front();
        has_pieces = true;
        most_paths = std::min(most_paths, most_paths_of_pieces);
        add_node(asked, pieces_here(asked));
        continue;
      } else if (cut_off != last_cut_off) {
        // No deck of bounded draws alone has so unlikely paths, unless it draws again and again.
        has_loops = true;
        if (!has_pieces) most_paths = std::min(most_paths, paths_of_loops);
        deferred.emplace_back();
        for (const Step& step : steps) deferred.back().push_back(step.branch);
      }
      if (!advance(fixed)) return;
    }
  }

  void return_to(const std::vector<std::uint32_t>& branches) {
    steps.clear();
    answers.clear();
    for (const std::uint32_t branch : branches) enter(link() - 1, branch);
  }

  // Up to so many paths. Beside pieces, which may be missed, little is left of loops early.
  void follow_tree(std::uint64_t most) {
    do {
      seeds_compared = lengths.first == lengths.second ? first_seeds : many_seeds;
      follow_tree_once(most);
    } while (seeds_compared == first_seeds && has_pieces && lengths.first != lengths.second);
  }

  void follow_tree_once(std::uint64_t most) {
    most_paths = most;
    root = no_link;
    nodes.clear();
    sums.emplace(deck_size);
    paths = 0;
    has_pieces = false;
    are_equal = true;
    to_replay.clear();
    last_pieces.clear();
    deferred.assign(1, {});
    for (const int bits : cut_offs) {
      if (has_pieces && unfollowed() <= little_beside_pieces) break;
      cut_off = bits;
      for (const std::vector<std::uint32_t>& branches : std::exchange(deferred, {})) {
        return_to(branches);
        follow_from_here();
      }
    }
    steps.clear();
    answers.clear();
  }

  // What follows from a word that is drawn next, by the numbers of all seeds.
  std::uint64_t follows(std::uint64_t word) {
    std::uint64_t mixed = 0;
    forced = word;
    for (std::size_t at_seed = 0; at_seed < seeds.size(); ++at_seed) {
      if (at_seed == seeds_compared) at_seed = many_seeds;
      if (at_seed >= seeds.size()) break;
      seed = seeds[at_seed];
      const std::uint64_t result = run();
      mixed = number_of(mixed ^ result, beyond.size(), ~std::uint64_t{0});
      if (beyond.size() == 1) break;
    }
    forced.reset();
    return mixed;
  }

  std::shared_ptr<const Pieces> pieces_here(const AnsweredDraw& asked) {
    const std::size_t depth = answers.size();
    const Signature signature = [this](std::uint64_t word) { return follows(word); };
    std::vector<std::uint64_t> words;
    for (std::size_t more = many_seeds; more < seeds.size(); ++more)
      words.push_back(number_of(seeds[more], depth, asked.size));
    if (last_pieces.size() <= depth) last_pieces.resize(depth + 1);
    std::shared_ptr<const Pieces>& last = last_pieces[depth];
    // Mostly the same draw is made whatever came before; some other words each time, lest it only seems so.
    std::vector<std::uint64_t> some = words;
    for (std::size_t other = 0; other < 4; ++other)
      some.push_back(number_of(nodes.size(), other, asked.size));
    if (asked.kind == DrawKind::below)
      return std::make_shared<const Pieces>(pieces_of_values(std::vector<Integer>(asked.size, 1), signature));
    if (asked.kind == DrawKind::weighted)
      return std::make_shared<const Pieces>(pieces_of_values(alternatives[asked.weights].weights, signature));
    if (last != nullptr && last->size == asked.size && last->branches.size() > 1 &&
        are_pieces(*last, some, signature))
      return last;
    const std::vector<std::uint64_t> spread = spread_words(asked.size);
    words.insert(words.end(), spread.begin(), spread.end());
    std::optional<Pieces> found = found_pieces(asked.size, asked.kind == DrawKind::word, words, signature);
    if (!found) refuse_chance();
    last = std::make_shared<const Pieces>(*std::move(found));
    tell_width(asked, *last);
    return last;
  }

  [[noreturn]] void refuse_chance() {
    hold_to_repeat();
    throw PathsRefused(
        "exact: the shuffle is not piecewise constant in single draws (are random keys compared?): use "
        "certify");
  }

  // Only of words that are as wide as told: bits.
  void tell_width(const AnsweredDraw& asked, const Pieces& pieces) {
    const std::optional<std::uint64_t> bound = pieces.even_bound();
    if (!bound || *bound < 2 || !std::has_single_bit(asked.size)) return;
    const bool is_unit = asked.kind == DrawKind::unit;
    const DrawWidth width{.bits = std::countr_zero(asked.size),
                          .method = is_unit               ? "scaled-double"
                                    : pieces.modulus != 0 ? "modulo"
                                                          : "multiply-shift",
                          .bound = *bound};
    if (std::ranges::find(widths, width) == widths.end()) widths.push_back(width);
  }

  // Whether a run ended as predicted; nothing where its path was not followed.
  std::optional<bool> is_as_predicted(std::uint64_t result) const {
    std::uint32_t here = root;
    for (const AnsweredDraw& draw : beyond) {
      if (here == no_link) return std::nullopt;
      if ((here & leaf_flag) != 0) return false;
      const Node& node = nodes[here - 1];
      if (!node.draw.asks_alike(draw)) return false;
      here = node.links[node.pieces ? node.pieces->branch_of(draw.value) : draw.value];
    }
    return here == no_link ? std::nullopt : std::optional(here == leaf_of(result));
  }

  // Ordinary runs, and the seeds of some that end otherwise than predicted.
  struct Check {
    std::uint64_t runs = 0, predicted = 0, otherwise = 0;
    std::vector<std::uint64_t> seeds;

    // Of those whose path was followed.
    bool many_end_otherwise() const { return otherwise * 20 > predicted + otherwise; }
  };

  Check checked(std::uint64_t most) {
    Check check;
    while (check.runs < most && !is_out_of_time) {
      // Others than those that words are compared by.
      seed = ~check.runs++;
      const std::optional<bool> is_so = is_as_predicted(run());
      check.predicted += is_so == true;
      check.otherwise += is_so == false;
      if (is_so == false && check.seeds.size() < seeds_a_refinement) check.seeds.push_back(seed);
      if (check.runs >= runs_of_first_check && check.many_end_otherwise()) break;
    }
    return check;
  }

  Fraction unfollowed() const { return sums->unfollowed(); }

  // So many runs that ended as predicted, after as many refinements as that took; 0 where all is proven, and
  // where too much is left.
  std::uint64_t follow_and_check() {
    for (int refinement = 0; refinement <= most_refinements;) {
      follow_tree(limits.paths);
      if (is_out_of_time) return 0;
      const Fraction left = unfollowed();
      if (!has_pieces) {
        if (!has_loops || left <= little_left) return 0;
        merges = true;
        continue;
      }
      const bool is_whole = left <= most_left_open;
      // Each time by so many more that all these checks together err as rarely as is told of one.
      const double more = 1 + (refinement + 1) * std::numbers::ln2 / std::log(1000);
      const auto runs_due =
          static_cast<std::uint64_t>(std::ceil(more * static_cast<double>(limits.ordinary_runs)));
      const Check check = checked(is_whole ? runs_due : runs_of_first_check);
      if (check.otherwise != 0) {
        if (check.many_end_otherwise() && (refinement >= 1 || !is_whole)) break;
        seeds.insert(seeds.end(), check.seeds.begin(), check.seeds.end());
        ++refinement;
      } else if (is_whole || most_paths_of_pieces == limits.paths) {
        const auto told = static_cast<std::uint64_t>(std::llround(static_cast<double>(check.runs) / more));
        return is_whole ? std::min(limits.ordinary_runs, told) : 0;
      } else {
        most_paths_of_pieces = limits.paths;
      }
    }
    refuse_chance();
  }

  // State that outlives a run shows where the same draws end otherwise.
  void replay() {
    for (std::size_t path = 0; path < to_replay.size(); ++path) {
      answers = to_replay[path].first;
      for (std::size_t time = 0; time < (path == 0 ? replays_of_first : 1); ++time) {
        if (run() != to_replay[path].second || !beyond.empty()) refuse_difference();
      }
    }
    answers.clear();
  }

  std::vector<EqualPath> watched() {
    std::vector<EqualPath> paths_seen;
    is_watched = true;
    for (const auto& [draws, result] : to_replay) {
      answers = draws;
      seen.clear();
      const std::uint64_t rank = run();
      seen.resize(draws.size());
      paths_seen.push_back({.draws = draws, .decks = seen, .rank = rank});
    }
    is_watched = false;
    answers.clear();
    return paths_seen;
  }

  // How many paths smaller decks have, and by their growth, which grows alike, this one and one card more.
  std::string paths_of_other_decks() const {
    std::vector<std::uint64_t> counts;
    for (int smaller = smallest_followed_deck; smaller < std::min(deck_size, 5); ++smaller) {
      PathLimits few = limits;
      few.paths = 2000;
      few.is_over = nullptr;
      Paths some(smaller, shuffle, few);
      some.work_->follow_tree(few.paths);
      if (some.work_->paths >= few.paths) break;
      counts.push_back(some.work_->paths);
    }
    if (counts.empty()) return "";
    std::string text;
    int cards = smallest_followed_deck;
    for (const std::uint64_t count : counts)
      text +=
          fmt::format("{}{} at {} cards", text.empty() ? "; there are " : ", ", with_commas(count), cards++);
    if (counts.size() < 3) return text;
    const auto two = static_cast<double>(counts[0]), three = static_cast<double>(counts[1]);
    double due = static_cast<double>(counts[2]), growth = due / three;
    const double quickening = due * two / (three * three);
    const auto one_more = [&] { return due *= growth *= quickening; };
    for (; cards < deck_size; ++cards) one_more();
    for (; cards <= deck_size + 1; ++cards)
      text += fmt::format(", about {} at {}", rounded(one_more()), cards);
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
  const std::uint64_t ordinary_runs = work_->follow_and_check();
  // Pieces that no ordinary run was held against are not told.
  const bool is_unchecked = work_->has_pieces && ordinary_runs == 0;
  if (const Fraction left = work_->unfollowed(); left > most_left_open || is_unchecked) {
    const std::uint64_t paths = work_->paths;
    work_->hold_to_repeat();
    throw TooManyPaths(fmt::format("exact: after {} paths of {} cards {} of their chance is left{}",
                                   with_commas(paths), work_->deck_size, percent_text(to_double(left)),
                                   work_->paths_of_other_decks()));
  }
  work_->replay();
  Outcomes outcomes = work_->sums->outcomes();
  outcomes.paths = work_->paths;
  outcomes.ordinary_runs = ordinary_runs;
  outcomes.widths = work_->widths;
  outcomes.shown = work_->shown;
  return outcomes;
}

std::uint64_t Paths::draw(DrawKind kind, std::uint64_t size) {
  if (size == 0 || kind == DrawKind::weighted)
    throw std::invalid_argument(fmt::format("Paths::draw: size must be 1 or more, was {}", size));
  return work_->draw({.kind = kind, .size = size, .value = 0, .weights = 0});
}

std::uint64_t Paths::draw_weighted(const std::string& weights) {
  return work_->draw(work_->weighted_draw(weights));
}

void Paths::show(const std::string& text) {
  if (work_->shown.empty()) work_->shown = text;
}

void Paths::see(std::span<const Card> deck) {
  if (!work_->is_watched) return;
  work_->seen.resize(work_->path().size());
  work_->seen.push_back(fmt::format("{}", fmt::join(deck, " ")));
}

std::vector<EqualPath> Paths::equal_paths(std::uint64_t most) {
  if (work_->paths > std::min<std::uint64_t>(most, most_replayed) || !work_->are_equal ||
      work_->unfollowed() != 0)
    return {};
  return work_->watched();
}

Paths Paths::of_deck(int deck_size) const {
  return {deck_size, work_->shuffle, work_->limits};
}

int Paths::deck_size() const {
  return work_->deck_size;
}

std::vector<AnsweredDraw> Paths::path() const {
  return work_->path();
}

}  // namespace fairshuffle
