// Draws: every path of them, how many paths there are, and draws that are not uniform or not independent.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include <fmt/ranges.h>

#include "core/diagnosis/outcomes.hpp"
#include "core/exact/distribution.hpp"
#include "core/exact/paths.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/trace.hpp"
#include "core/permutation/permutation.hpp"
#include "core/random/seeding.hpp"
#include "harness/lesson/formula.hpp"
#include "harness/lesson/lesson.hpp"
#include "reports/outcomes_report.hpp"

namespace fairshuffle {

// Every path of three cards: the choices one by one, and the order that each path ends in.

namespace {

constexpr int small_deck = 3;
// More are neither drawn nor listed so that somebody could follow them.
constexpr std::size_t most_paths = 32;
constexpr std::size_t most_draws = 5;

// The bounds of the draws, where every value of every draw is equally likely and the paths are few.
std::vector<std::uint64_t> followed_draws(const SampleSetup& setup) {
  // Draws of one word are not chosen one by one.
  if (shares_words(setup.clock.seeding.kind)) return {};
  const auto arithmetic = path_arithmetic(setup);
  if (!arithmetic || arithmetic->paths > most_paths || arithmetic->bounds.size() > most_draws) return {};
  const bool even = std::ranges::equal(arithmetic->bounds, arithmetic->choices);
  return even ? arithmetic->bounds : std::vector<std::uint64_t>{};
}

// What lies where: a deck that is being dealt out with its pile, and a pile alone that is built beside it.
std::string cards_after(const TraceEvent& event, int deck_size) {
  if (event.pile.empty()) return deck_text(event.deck);
  if (event.deck.empty() || std::ssize(event.deck) == deck_size) return deck_text(event.pile);
  return deck_text(event.deck) + " | " + deck_text(event.pile);
}

PathTree::Path path_of(const SampleSetup& setup, std::vector<std::uint64_t> draws) {
  const Trace told = trace(setup, draws);
  PathTree::Path path{.draws = std::move(draws), .decks = {}};
  std::string cards = deck_text(permutation_of_rank(0, setup.deck_size));
  for (const TraceEvent& event : told.events) {
    if (event.kind == EventKind::draw) {
      path.decks.push_back(cards);
    } else {
      cards = cards_after(event, setup.deck_size);
    }
  }
  path.decks.push_back(deck_text(told.deck));
  path.outcome = is_permutation(told.deck) ? rank_of(told.deck) : permutation_count(setup.deck_size);
  return path;
}

// The draws that follow these, the last one fastest; false after the last of all.
bool advance(std::vector<std::uint64_t>& draws, const std::vector<std::uint64_t>& bounds) {
  for (std::size_t i = draws.size(); i > 0; --i) {
    if (++draws[i - 1] < bounds[i - 1]) return true;
    draws[i - 1] = 0;
  }
  return false;
}

PathTree tree_without_paths(int deck_size) {
  PathTree tree;
  for (std::uint64_t rank = 0; rank < permutation_count(deck_size); ++rank)
    tree.outcomes.push_back(deck_text(permutation_of_rank(rank, deck_size)));
  return tree;
}

PathTree tree_of(const SampleSetup& setup, const std::vector<std::uint64_t>& bounds) {
  PathTree tree = tree_without_paths(setup.deck_size);
  const std::uint64_t permutations = tree.outcomes.size();
  std::vector<std::uint64_t> draws(bounds.size(), 0);
  bool all_permutations = true;
  do {
    tree.paths.push_back(path_of(setup, draws));
    all_permutations = all_permutations && tree.paths.back().outcome < permutations;
  } while (advance(draws, bounds));
  if (!all_permutations) tree.outcomes.emplace_back("no permutation");
  return tree;
}

Table draws_by_permutation(const PathTree& tree) {
  Table table = table_with(
      {text_column("permutation"), number_column("paths"), text_column("the draws that lead to it")});
  for (std::size_t outcome = 0; outcome < tree.outcomes.size(); ++outcome) {
    std::vector<std::string> leading;
    for (const PathTree::Path& path : tree.paths) {
      if (path.outcome == outcome) leading.push_back(fmt::format("{}", fmt::join(path.draws, "-")));
    }
    add_row(table, tree.outcomes[outcome], leading.size(), fmt::format("{}", fmt::join(leading, " ")));
  }
  return table;
}

}  // namespace

Section section_of_tree(PathTree tree, int deck_size, const std::string& draws) {
  const std::size_t paths = tree.paths.size();
  const std::uint64_t permutations = permutation_count(deck_size);
  Section section{.title = fmt::format("Every path of {} cards", deck_size), .blocks = {}};
  const std::string fair_share =
      paths % permutations == 0
          ? fmt::format("{} of them", paths / permutations)
          : fmt::format("{}/{} = {:.4g} of them, which no permutation can have", paths, permutations,
                        static_cast<double>(paths) / static_cast<double>(permutations));
  say(section,
      "{}: {} path{}, all equally likely. A permutation is as likely as it has paths, and a fair share is "
      "{}.",
      draws, paths, paths == 1 ? "" : "s", fair_share);
  Table numbers = draws_by_permutation(tree);
  section.blocks.push_back(
      Figure{.title = "From the sorted deck to every end",
             .picture = std::move(tree),
             .remark = "The branches of a draw are its values, 0 on top. A square stands in the column of "
                       "the order that its path ends in: orange where that order has more paths than is "
                       "fair, blue where fewer, grey where just as many.",
             .caption = "",
             .numbers = std::move(numbers)});
  return section;
}

std::optional<Section> tree_section(Lesson& lesson) {
  const int n = std::min(small_deck, lesson.deck_size());
  const SampleSetup setup = at_deck_size(lesson.setup(), n);
  const std::vector<std::uint64_t> bounds = followed_draws(setup);
  if (bounds.empty()) return std::nullopt;
  PathTree tree = tree_of(setup, bounds);
  const std::string draws = fmt::format(
      "{} of {} value{}", bounds.size() == 1 ? "One draw" : fmt::format("{} draws", bounds.size()),
      fmt::join(bounds, " × "), tree.paths.size() == 1 && bounds.size() == 1 ? "" : "s");
  return section_of_tree(std::move(tree), n, draws);
}

// The same of somebody's own code.

namespace {

std::string value_text(const AnsweredDraw& draw) {
  return draw.kind == DrawKind::unit
             ? number_text(static_cast<double>(draw.value) / static_cast<double>(draw.size))
             : fmt::format("{}", draw.value);
}

Section steps_of(const EqualPath& path, int deck_size) {
  const bool is_seen = std::ranges::none_of(path.decks, &std::string::empty);
  Table table = table_with({number_column("draw"), text_column("of"), number_column("drawn")});
  if (is_seen) table.columns.push_back(text_column("deck before"));
  for (std::size_t at = 0; at < path.draws.size(); ++at) {
    const AnsweredDraw& draw = path.draws[at];
    add_row(table, at + 1,
            draw.kind == DrawKind::unit ? "[0, 1)" : fmt::format("{} values", with_commas(draw.size)),
            value_text(draw));
    if (is_seen) table.rows.back().push_back({path.decks[at]});
  }
  Section section{.title = "One shuffle, draw by draw", .blocks = {}};
  section.blocks.push_back(std::move(table));
  say(section, "The deck is then {}.",
      path.rank == no_rank ? "no permutation" : deck_text(permutation_of_rank(path.rank, deck_size)));
  return section;
}

// By the branches of the draws, as they were found; nothing where paths have other numbers of draws.
std::optional<PathTree> tree_of(const std::vector<EqualPath>& paths, int deck_size) {
  PathTree tree = tree_without_paths(deck_size);
  const std::uint64_t permutations = tree.outcomes.size();
  std::vector<std::map<std::uint64_t, std::uint64_t>> branches(paths.front().draws.size());
  for (const EqualPath& path : paths) {
    if (path.draws.size() != branches.size()) return std::nullopt;
    if (path.rank == no_rank && tree.outcomes.size() == permutations)
      tree.outcomes.emplace_back("no permutation");
    PathTree::Path added{.draws = {},
                         .decks = path.decks,
                         .outcome = static_cast<std::size_t>(std::min(path.rank, permutations))};
    for (std::size_t at = 0; at < branches.size(); ++at) {
      const std::uint64_t value = path.draws[at].value;
      added.draws.push_back(path.draws[at].kind == DrawKind::below
                                ? value
                                : branches[at].try_emplace(value, branches[at].size()).first->second);
    }
    std::ranges::replace(added.decks, std::string(), std::string("?"));
    added.decks.push_back(tree.outcomes[added.outcome]);
    tree.paths.push_back(std::move(added));
  }
  return tree;
}

// How far from fair the deck is after each draw, where all of its decks are shown, and cards move before the
// last draw.
std::optional<Section> distances_of(const PathTree& tree, int deck_size) {
  const std::uint64_t permutations = permutation_count(deck_size), paths = tree.paths.size();
  Table table = table_with({number_column("after draw"), text_column("total variation"), number_column("")});
  bool has_moved = false;
  for (std::size_t after = 1; after < tree.paths.front().decks.size(); ++after) {
    std::map<std::string, std::uint64_t> counts;
    for (const PathTree::Path& path : tree.paths) ++counts[path.decks[after]];
    Integer off = 0;
    for (const std::string& deck : tree.outcomes) off += abs(Integer(counts[deck]) * permutations - paths);
    // What is not seen is none of them, and neither is what is no permutation.
    if (counts.size() != permutations) return std::nullopt;
    has_moved |= after + 1 < tree.paths.front().decks.size() && counts[tree.outcomes.front()] < paths;
    const Fraction distance(off, Integer(2) * permutations * paths);
    add_row(table, after, to_text(distance), fmt::format("{:.6f}", to_double(distance)));
  }
  if (!has_moved) return std::nullopt;
  return Section{.title = fmt::format("How far from fair {} cards are after each draw", deck_size),
                 .blocks = {std::move(table)}};
}

}  // namespace

Document lesson_of(const std::string& name, Paths& paths) {
  const JudgedOutcomes of = judged(name, paths);
  Document document{.title = name, .lead = outcomes_sentence(of), .sections = {}};
  const int cards = std::min(small_deck, paths.deck_size());
  // Those of its own size are followed already.
  const bool is_small = cards == paths.deck_size();
  Paths fewer = paths.of_deck(cards);
  Paths& few = is_small ? paths : fewer;
  JudgedOutcomes small;
  try {
    small = is_small ? of : judged(name, few.follow());
  } catch (const std::exception&) {
    // It is not for so few cards: then less is taught.
    return document;
  }
  const std::vector<EqualPath> each = few.equal_paths(most_paths);
  std::optional<Integer> counted;
  std::optional<Section> distances;
  if (!each.empty() && each.front().draws.size() <= most_draws) {
    counted = each.size();
    if (std::optional<PathTree> tree = tree_of(each, cards)) {
      distances = distances_of(*tree, cards);
      document.sections.push_back(section_of_tree(
          *std::move(tree), cards,
          fmt::format("{} draw{}", each.front().draws.size(), each.front().draws.size() == 1 ? "" : "s")));
    }
    // Neither the first path, in which often nothing moves, nor the last.
    document.sections.push_back(steps_of(each[each.size() / 3], cards));
    if (distances) document.sections.push_back(*std::move(distances));
  }
  document.sections.push_back(
      list_of_permutations(small.followed, counted, small.missed == 0 && small.unfollowed == 0));
  return document;
}

// Why the paths of a shuffle can, or can never, be spread evenly over n! permutations.

namespace {

using BigInteger = PathArithmetic::Integer;

constexpr int largest_listed_size = 9;

// "5^10", "5 × 4 × 3 × 2", "(2^64)^3 × 4": equal choices as one power, the largest first.
std::string product_text(std::vector<BigInteger> choices) {
  std::ranges::sort(choices, std::greater{});
  std::string text;
  for (std::size_t i = 0; i < choices.size();) {
    std::size_t same = i;
    while (same < choices.size() && choices[same] == choices[i]) ++same;
    const BigInteger& factor = choices[i];
    if (!text.empty()) text += " × ";
    const std::string base = power_text(factor);
    const std::size_t times = same - i;
    text += times == 1                            ? base
            : base.find('^') != std::string::npos ? fmt::format("({})^{}", base, times)
                                                  : fmt::format("{}^{}", base, times);
    i = same;
  }
  return text.empty() ? "1" : text;
}

// What the left-over paths mean.
std::string conclusion(const PathArithmetic& paths, int n) {
  if (paths.left_over != 0) {
    std::string text =
        "The paths can't be spread evenly: some permutations get more of them than others, whatever the "
        "shuffle does with its draws.";
    if (!paths.missing_primes.empty()) {
      text += fmt::format(
          " And no number of such draws is enough: {}! has the prime factor{} {}, which no draw has, and so "
          "no "
          "product of draws.",
          n, paths.missing_primes.size() == 1 ? "" : "s", fmt::join(paths.missing_primes, " and "));
    }
    return text;
  }
  if (paths.per_permutation == 1) {
    return "One path for each permutation: if no two paths lead to the same order, the shuffle is uniform.";
  }
  return fmt::format(
      "The division leaves nothing over, so fairness is not ruled out: {} paths for each permutation would "
      "do. Whether they are so spread, the distribution tells.",
      integer_text(paths.per_permutation));
}

// For shuffles whose next draw depends on a coin: the distribution's own denominator.
std::optional<Section> coins_section(const Distribution& distribution) {
  BigInteger denominator = 1;
  for (std::uint64_t rank = 0; rank < permutation_count(distribution.deck_size); ++rank) {
    denominator =
        lcm(denominator, BigInteger(boost::multiprecision::denominator(probability_of(distribution, rank))));
  }
  const BigInteger permutations = permutation_count(distribution.deck_size);
  const int faces = denominator % 2 == 0 ? 2 : 3;
  int tosses = 0;
  for (; denominator % faces == 0; denominator /= faces) ++tosses;
  if (tosses == 0 || denominator != 1 ||
      pow(BigInteger(faces), static_cast<unsigned>(tosses)) % permutations == 0) {
    return std::nullopt;
  }
  Section section{.title = "Coins against n!", .blocks = {}};
  say(section,
      "What is asked next depends on the coins so far, so paths have different lengths; but every toss {}, "
      "and each permutation's probability is a whole number of 1/{}^{}. A fair share is 1/{}, and {} has the "
      "factor {}: it divides no power of {}, so no permutation can have its fair share, however many coins "
      "are tossed.",
      faces == 2 ? "halves" : "is one of three", faces, tosses, integer_text(permutations),
      integer_text(permutations), 5 - faces, faces);
  return section;
}

}  // namespace

std::optional<Section> paths_section(Lesson& lesson) {
  // Draws of one word or one seed are not chosen one by one.
  if (shares_words(lesson.setup().clock.seeding.kind)) return std::nullopt;
  const auto at_own_size = path_arithmetic(lesson.setup());
  if (!at_own_size) {
    const Distribution* distribution = lesson.distribution();
    return distribution == nullptr ? std::nullopt : coins_section(*distribution);
  }
  const int n = lesson.deck_size();
  Section section{.title = "Paths against permutations", .blocks = {}};
  say(section,
      "A path is one sequence of choices, and all paths are equally likely. A fair shuffle gives each of the "
      "n! permutations the same number of them, so the paths must be a multiple of n!.");
  Table table =
      table_with({number_column("n"), text_column("choices"), number_column("paths"), number_column("n!"),
                  number_column("each"), number_column("left over"), text_column("missing prime factors")});
  // Where prime factors are missing, that they always are is the point.
  const int last = at_own_size->missing_primes.empty() ? std::max(5, n) : largest_listed_size;
  for (int size = std::min(3, n); size <= last; ++size) {
    const auto paths = path_arithmetic(at_deck_size(lesson.setup(), size));
    if (!paths) continue;
    add_row(table, size, product_text(paths->choices), integer_text(paths->paths),
            integer_text(paths->permutations), integer_text(paths->per_permutation),
            integer_text(paths->left_over), fmt::format("{}", fmt::join(paths->missing_primes, ", ")));
  }
  section.blocks.push_back(std::move(table));
  say(section, "At n = {}: {}", n, conclusion(*at_own_size, n));
  return section;
}

// What a target's own settings do: draws that are not uniform, and a source that is seeded again and again.

std::optional<WorstDraw> worst_draw_of(const SampleSetup& setup) {
  constexpr std::uint64_t most_values_shown = 64;
  const std::uint64_t max_word = max_word_of(*setup.source, setup.bits);
  std::optional<WorstDraw> worst;
  std::uint64_t worst_difference = 0;
  for (const std::uint64_t bound : bounds_drawn(setup)) {
    if (bound > most_values_shown) continue;
    DrawDistribution distribution = setup.draw->distribution(*setup.source, max_word, bound);
    if (distribution.uniform) continue;
    const auto [fewest, most] = std::ranges::minmax(distribution.words);
    if (most - fewest < worst_difference || most == fewest) continue;
    worst_difference = most - fewest;
    worst = WorstDraw{.bound = bound, .distribution = std::move(distribution)};
  }
  return worst;
}

namespace {

Section per_draw_clock(Lesson& lesson) {
  Section section{.title = "Seeded before every draw", .blocks = {}};
  say(section,
      "A shuffle takes far less than a tick of the clock, so each of its draws is seeded alike and reads the "
      "same first word R. All choices are made of one number.");
  Table table = table_with({number_column("n"), number_column("permutations that come"), number_column("of"),
                            number_column("likeliest permutation"), number_column("against 1/n!"),
                            number_column("total variation")});
  const int n = lesson.deck_size();
  for (int size = std::min(3, n); size <= largest_taught_deck; ++size) {
    const Distribution* distribution = lesson.distribution(size);
    if (distribution == nullptr) continue;
    const Fraction likeliest = largest_probability(*distribution).probability;
    add_row(table, size, with_commas(support_size(*distribution)), with_commas(permutation_count(size)),
            number_text(likeliest), against_fair(likeliest, Fraction(1, permutation_count(size))),
            number_text(total_variation(*distribution)));
  }
  if (!table.rows.empty()) {
    say(section, "Were R itself uniform:");
    section.blocks.push_back(std::move(table));
  }
  if (lesson.setup().draw->info.name == "modulo") {
    std::uint64_t classes = 1;
    for (const std::uint64_t bound : bounds_drawn(lesson.setup())) classes = std::lcm(classes, bound);
    say(section,
        "Two words that leave the same remainder by {}, the least common multiple of all bounds, make the "
        "same draws: {} cards can't come in more than {} permutations.",
        with_commas(classes), n, with_commas(classes));
  }
  say(section, "Seed once, when the program starts, and let the draws of all shuffles follow each other.");
  return section;
}

Section per_shuffle_clock(Lesson& lesson) {
  const Seeding& seeding = lesson.setup().clock.seeding;
  const std::uint64_t ticks = seeding.clock == ClockUnit::seconds ? 1 : 1000;
  const std::uint64_t a_day = 86'400 * ticks;
  const std::uint64_t rate = seeding.shuffles_per_second;
  Section section{.title = "Seeded from the clock for every shuffle", .blocks = {}};
  if (rate > ticks) {
    say(section,
        "At {} shuffles a second and {} tick{} a second, {} shuffles in a row begin with the same seed and "
        "come out the same: of 1,000,000 shuffles about {} can differ, while two decks in a row of a fair "
        "shuffle of {} cards are equal once in {}.",
        with_commas(rate), with_commas(ticks), ticks == 1 ? "" : "s",
        number_text(static_cast<double>(rate) / static_cast<double>(ticks)),
        number_text(1e6 * static_cast<double>(ticks) / static_cast<double>(rate)), lesson.deck_size(),
        with_commas(permutation_count(lesson.deck_size())));
  }
  say(section,
      "The time of day is all that decides: {} ticks a day, so at most {} decks, and whoever knows the time "
      "to the tick knows the deck. {} cards have about {} permutations. Seed once, when the program starts, "
      "from more than a clock.",
      with_commas(a_day), with_commas(a_day), whole_deck, short_number(std::tgamma(whole_deck + 1.0), 1));
  return section;
}

Section per_shuffle_counter(Lesson& lesson) {
  constexpr std::uint64_t shuffles_shown = 10;
  const SampleSetup& setup = lesson.setup();
  Section section{.title = "Seeded with a counter for every shuffle", .blocks = {}};
  say(section,
      "Deck number 1 is seeded with 1, deck number 2 with 2: every run of the program plays the same decks, "
      "and whoever has seen them once knows them all. Whether they look fair is up to the source, which was "
      "made to be seeded once. The first draw below {} of each of the first {} decks:",
      whole_deck, shuffles_shown);
  Table table = table_with(
      {number_column("deck"), number_column(fmt::format("draw below {}", whole_deck)), bar_column()});
  const std::unique_ptr<AnySource> source = setup.source->make(0, setup.bits);
  for (std::uint64_t trial = 0; trial < shuffles_shown; ++trial) {
    source->seed(counter_seed(trial));
    const std::uint64_t drawn = setup.draw->below(*source, whole_deck);
    add_row(table, trial + 1, drawn, static_cast<double>(drawn) / (whole_deck - 1));
  }
  section.blocks.push_back(std::move(table));
  say(section, "Seed once, when the program starts, and let the draws of all shuffles follow each other.");
  return section;
}

// How many of `seeds`, drawn again and again, make one come twice with probability 1/2: sqrt(2 ln 2 seeds),
// and half a one more. Mathis 1991, SIAM Review 33(2).
double seeds_until_one_comes_twice(double seeds) {
  return std::ceil(std::sqrt(2 * std::numbers::ln2 * seeds + 0.25) + 0.5);
}

Section per_shuffle_random(Lesson& lesson) {
  const auto seeds = static_cast<double>(lesson.setup().clock.seeding.seeds);
  Section section{.title = "Seeded at random for every shuffle", .blocks = {}};
  say(section,
      "One of {} seeds decides all: there are at most as many decks, and {} cards have about {} "
      "permutations. Some deck has come twice, to the last card, after about {} shuffles with probability "
      "1/2, and whoever sees a few cards can try all seeds and know the rest. Seed once, when the program "
      "starts, from as many random bits as the deck has.",
      with_commas(lesson.setup().clock.seeding.seeds), whole_deck,
      short_number(std::tgamma(whole_deck + 1.0), 1),
      with_commas(static_cast<std::uint64_t>(seeds_until_one_comes_twice(seeds))));
  return section;
}

}  // namespace

std::optional<Section> draw_section(Lesson& lesson) {
  const std::optional<WorstDraw> worst = worst_draw_of(lesson.setup());
  if (!worst) return std::nullopt;
  const auto& [bound, distribution] = *worst;
  const Fraction words = Fraction(distribution.max_word) + 1, fair(1, bound);
  const Fraction most = Fraction(*std::ranges::max_element(distribution.words)) / words;
  Section section{.title = fmt::format("A draw of {} that is not uniform", bound), .blocks = {}};
  say(section,
      "draw={}: {}. The source {} gives {} different words; so many of them make each value below {}:",
      lesson.setup().draw->info.name, lesson.setup().draw->info.truth, lesson.setup().source->info.name,
      integer_text(PathArithmetic::Integer(distribution.max_word) + 1), bound);
  Table table = table_with({number_column("value"), number_column("words"), number_column("probability"),
                            number_column(fmt::format("against 1/{}", bound)),
                            bar_column("line: fair", to_double(fair / most))});
  for (std::size_t value = 0; value < distribution.words.size(); ++value) {
    const Fraction probability = Fraction(distribution.words[value]) / words;
    add_row(table, value, with_commas(distribution.words[value]),
            fmt::format("{:.6f}", to_double(probability)), against_fair(probability, fair),
            to_double(probability / most));
  }
  section.blocks.push_back(std::move(table));
  return section;
}

std::optional<Section> seeding_section(Lesson& lesson) {
  switch (lesson.setup().clock.seeding.kind) {
    case SeedingKind::per_draw_clock:
      return per_draw_clock(lesson);
    case SeedingKind::per_shuffle_clock:
      return per_shuffle_clock(lesson);
    case SeedingKind::per_shuffle_counter:
      return per_shuffle_counter(lesson);
    case SeedingKind::per_shuffle_random:
      return per_shuffle_random(lesson);
    case SeedingKind::per_block:
    case SeedingKind::per_run:
      break;
  }
  return std::nullopt;
}

}  // namespace fairshuffle
