// Exact distributions: of permutations, of cards at positions, and of a deck that is carried on.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/diagnosis/card_suspects.hpp"
#include "core/exact/distribution.hpp"
#include "core/interpret/enumerate.hpp"
#include "core/interpret/evolve.hpp"
#include "core/interpret/trace.hpp"
#include "core/permutation/permutation.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "harness/lesson/formula.hpp"
#include "harness/lesson/lesson.hpp"

namespace fairshuffle {

// Every order of three cards, the permutations of the whole deck, and those that never come.

namespace {

constexpr int listed_deck = 3;
constexpr std::size_t most_groups = 12;
constexpr std::size_t most_examples = 8;

Fraction fair_share(const Distribution& distribution) {
  return Fraction(1, permutation_count(distribution.deck_size));
}

std::string permutation_text(const Distribution& distribution, std::uint64_t rank) {
  return deck_text(permutation_of_rank(rank, distribution.deck_size));
}

Fraction largest_share(const Distribution& distribution) {
  return std::max(invalid_probability(distribution), largest_probability(distribution).probability);
}

// The bet that total variation speaks of: on the permutations that come more often than is fair.
Paragraph bet_paragraph(const Distribution& distribution) {
  const Fraction fair = fair_share(distribution), distance = total_variation(distribution);
  if (distance == 0) {
    return {
        fmt::format("Every permutation has exactly {}: the distribution of {} cards is uniform, and no bet "
                    "on the order gains anything.",
                    to_text(fair), distribution.deck_size)};
  }
  Fraction wins = 0, share = 0;
  for (std::uint64_t rank = 0; rank < permutation_count(distribution.deck_size); ++rank) {
    const Fraction probability = probability_of(distribution, rank);
    if (probability <= fair) continue;
    wins += probability;
    share += fair;
  }
  const Fraction invalid = invalid_probability(distribution);
  std::string bet = fmt::format("on the permutations that come more often than {}", to_text(fair));
  if (invalid != 0) bet = wins == 0 ? "that no permutation comes" : bet + ", or that none comes,";
  wins += invalid;
  std::string wins_text = fraction_and_number(wins), share_text = fraction_and_number(share);
  if (number_text(wins) == number_text(share)) {
    // Decimals that look the same say nothing: the fractions do, or the difference.
    share_text = to_text(share);
    wins_text = short_fraction(wins);
    const std::string more = number_text(distance);
    if (wins_text.empty()) {
      wins_text = more.starts_with('<') ? fmt::format("a little above {}", share_text)
                                        : fmt::format("{} + {}", share_text, more);
    }
  }
  return {
      fmt::format("A bet {} wins with probability {} where a fair deck gives {}. The difference, {}, is the "
                  "total variation distance from uniform: no bet on the order gains more.",
                  bet, wins_text, share_text, fraction_and_number(distance))};
}

// The paths that lead to each permutation, where they are equally likely and few enough to be looked at.
std::optional<Integer> countable_paths(const SampleSetup& setup) {
  if (shares_words(setup.clock.seeding.kind)) return std::nullopt;
  const std::optional<PathArithmetic> paths = path_arithmetic(setup);
  return paths && paths->paths <= 1'000'000 ? std::optional<Integer>(paths->paths) : std::nullopt;
}

}  // namespace

Section list_of_permutations(const Distribution& distribution, const std::optional<Integer>& paths,
                             bool is_proven) {
  const Fraction fair = fair_share(distribution), largest = largest_share(distribution);
  Table table = table_with({text_column("permutation")});
  if (paths) table.columns.push_back(number_column("paths"));
  table.columns.push_back(number_column("probability"));
  table.columns.push_back(number_column());
  table.columns.push_back(number_column("against 1/n!"));
  table.columns.push_back(bar_column("line: fair", to_double(fair) / to_double(largest)));
  const auto add = [&](const std::string& permutation, const Fraction& probability,
                       const std::string& against) {
    std::vector<Cell> row{{permutation}};
    if (paths) row.push_back({to_text(probability * Fraction(*paths))});
    row.push_back({short_fraction(probability)});
    row.push_back({fmt::format("{:.6f}", to_double(probability))});
    row.push_back({against});
    row.push_back({"", to_double(probability) / to_double(largest)});
    table.rows.push_back(std::move(row));
  };
  for (std::uint64_t rank = 0; rank < permutation_count(distribution.deck_size); ++rank) {
    const Fraction probability = probability_of(distribution, rank);
    add(permutation_text(distribution, rank), probability, against_fair(probability, fair));
  }
  if (const Fraction invalid = invalid_probability(distribution); invalid != 0)
    add("no permutation", invalid, "invalid");
  Section section{.title = fmt::format("Every permutation of {} cards", distribution.deck_size),
                  .blocks = {}};
  section.blocks.push_back(std::move(table));
  if (is_proven) section.blocks.push_back(bet_paragraph(distribution));
  return section;
}

namespace {

Table quantities(const Distribution& distribution) {
  Table table =
      table_with({text_column("of the whole distribution"), number_column(), number_column("exactly")});
  const auto add = [&table](const char* what, const Fraction& fraction) {
    add_row(table, what, number_text(fraction), short_fraction(fraction));
  };
  const std::uint64_t permutations = permutation_count(distribution.deck_size);
  add("total variation from uniform", total_variation(distribution));
  if (invalid_probability(distribution) == 0)
    add("chi-square distance, n! times the sum of (p - 1/n!)^2", chi_square_distance(distribution));
  add("probability of an even permutation", even_probability(distribution));
  if (invalid_probability(distribution) != 0)
    add("probability of no permutation at all", invalid_probability(distribution));
  add_row(table, "permutations that can come", with_commas(support_size(distribution)),
          fmt::format("{} of {}", with_commas(support_size(distribution)), with_commas(permutations)));
  return table;
}

// Of probabilities, each against its fair share.
class ShareTable {
 public:
  ShareTable(Column what, const Distribution& distribution)
      : fair_(fair_share(distribution)),
        largest_(largest_probability(distribution).probability),
        table_(table_with(
            {std::move(what), number_column("probability"), number_column(), number_column("against 1/n!"),
             bar_column("line: fair", std::min(1.0, to_double(fair_) / to_double(largest_)))})) {}

  void add(std::string what, const Fraction& probability) {
    add_row(table_, std::move(what), short_fraction(probability), short_number(to_double(probability), 4),
            against_fair(probability, fair_), to_double(probability) / to_double(largest_));
  }
  Table taken() { return std::move(table_); }

 private:
  Fraction fair_, largest_;
  Table table_;
};

// How many permutations share each probability, the likeliest first, where those are few.
std::optional<Table> groups(const Distribution& distribution) {
  std::map<Fraction, std::uint64_t, std::greater<>> permutations_of;
  for (std::uint64_t rank = 0; rank < permutation_count(distribution.deck_size); ++rank) {
    ++permutations_of[probability_of(distribution, rank)];
    if (permutations_of.size() > most_groups) return std::nullopt;
  }
  ShareTable table(number_column("permutations"), distribution);
  for (const auto& [probability, permutations] : permutations_of) {
    table.add(with_commas(permutations), probability);
  }
  return table.taken();
}

Table extremes(const Distribution& distribution) {
  std::vector<std::uint64_t> ranks(permutation_count(distribution.deck_size));
  std::iota(ranks.begin(), ranks.end(), std::uint64_t{0});
  std::ranges::stable_sort(ranks, std::greater(), [&distribution](std::uint64_t rank) {
    return probability_of(distribution, rank);
  });
  ShareTable table(text_column("permutation"), distribution);
  constexpr std::size_t at_each_end = 4;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i >= at_each_end && i + at_each_end < ranks.size()) continue;
    table.add(permutation_text(distribution, ranks[i]), probability_of(distribution, ranks[i]));
  }
  return table.taken();
}

Figure permutation_figure(const Distribution& distribution, std::string caption, Table numbers) {
  const Fraction fair = fair_share(distribution);
  PermutationExcesses permutations{.deck_size = distribution.deck_size, .excesses = {}};
  for (std::uint64_t rank = 0; rank < permutation_count(distribution.deck_size); ++rank) {
    permutations.excesses.push_back(to_double(Fraction(probability_of(distribution, rank) / fair - 1)));
  }
  return {
      .title = "How likely every permutation is",
      .picture = std::move(permutations),
      .remark = fmt::format("The exact probability of each permutation against its fair share of {}: orange "
                            "where it comes more often than is fair, blue where less often.",
                            to_text(fair)),
      .caption = std::move(caption),
      .numbers = std::move(numbers)};
}

}  // namespace

std::optional<Section> small_distribution_section(Lesson& lesson) {
  const int n = std::min(listed_deck, lesson.deck_size());
  const Distribution* distribution = lesson.distribution(n);
  if (distribution == nullptr) return std::nullopt;
  return list_of_permutations(*distribution, countable_paths(at_deck_size(lesson.setup(), n)));
}

std::optional<Section> distribution_section(Lesson& lesson) {
  Section section{.title = fmt::format("The distribution of {} cards", lesson.deck_size()), .blocks = {}};
  const Distribution* distribution = lesson.distribution();
  if (distribution == nullptr) {
    const std::string reason = why_no_distribution(lesson.setup());
    say(section,
        "There is no exact distribution here: {}. What can be done is to shuffle, count and test: "
        "fairshuffle certify {}",
        reason.empty() ? "it would take too long to compute" : reason, lesson.target_name());
    return section;
  }
  if (lesson.deck_size() <= listed_deck) return std::nullopt;
  section.blocks.push_back(quantities(*distribution));
  section.blocks.push_back(bet_paragraph(*distribution));
  if (total_variation(*distribution) == 0 || support_size(*distribution) == 0) return section;
  if (std::optional<Table> table = groups(*distribution)) {
    section.blocks.push_back(permutation_figure(
        *distribution, "How many permutations share which probability:", std::move(*table)));
  } else {
    section.blocks.push_back(permutation_figure(
        *distribution, "The likeliest and the least likely permutations:", extremes(*distribution)));
  }
  return section;
}

std::optional<Section> impossible_section(Lesson& lesson) {
  const Distribution* distribution = lesson.distribution();
  if (distribution == nullptr) return std::nullopt;
  const std::uint64_t permutations = permutation_count(distribution->deck_size),
                      missing = permutations - support_size(*distribution);
  if (missing == 0) return std::nullopt;
  if (missing == permutations) {
    return Section{.title = "Permutations that never come",
                   .blocks = {Paragraph{fmt::format("None of the {} permutations of {} cards ever comes.",
                                                    with_commas(permutations), distribution->deck_size)}}};
  }
  std::string examples;
  std::size_t shown = 0;
  for (std::uint64_t rank = 0; rank < permutations && shown < most_examples; ++rank) {
    if (probability_of(*distribution, rank) != 0) continue;
    examples += fmt::format("{}{}", shown == 0 ? "" : ", ", permutation_text(*distribution, rank));
    ++shown;
  }
  Section section{.title = "Permutations that never come", .blocks = {}};
  say(section, "{} of the {} permutations of {} cards {} impossible: {}{}.", with_commas(missing),
      with_commas(permutations), distribution->deck_size, missing == 1 ? "is" : "are", examples,
      missing > shown ? fmt::format(" and {} more", with_commas(missing - shown)) : "");
  say(section, "No luck with the random numbers brings them: whoever knows the shuffle can rule them out.");
  return section;
}

// Card by position: where the bias shows in single cards, and why equal positions are not enough.

namespace {

struct ShownNumber {
  std::string text;
  double value = 0;  ///< what the text says
};

ShownNumber shown(const Fraction& probability, std::size_t deck_size) {
  const std::string text = fmt::format("{:.{}f}", to_double(probability), deck_size <= 6 ? 4 : 3);
  return {.text = text, .value = std::stod(text)};
}

Table position_table(const std::vector<std::vector<Fraction>>& positions) {
  Table table = table_with({number_column("position")});
  // From white, half a shade for the fair share: what matters is who is above it and who below.
  // Shades are of the digits shown, so that equal numbers look alike.
  const std::size_t n = positions.size();
  const double fair = shown(Fraction(1, n), n).value;
  double farthest = 0;
  for (const auto& row : positions) {
    for (const Fraction& probability : row) {
      farthest = std::max(farthest, std::abs(shown(probability, n).value - fair));
    }
  }
  for (std::size_t card = 0; card < positions.size(); ++card) {
    table.columns.push_back({.heading = fmt::format("card {}", card), .kind = ColumnKind::shade});
  }
  for (std::size_t position = 0; position < positions.size(); ++position) {
    std::vector<Cell> row{{fmt::format("{}", position)}};
    for (const Fraction& probability : positions[position]) {
      const auto [text, value] = shown(probability, n);
      row.push_back({text, farthest == 0 ? 0.5 : 0.5 + (value - fair) / farthest / 2});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Figure position_figure(const std::vector<std::vector<Fraction>>& positions) {
  const Fraction fair(1, positions.size());
  CardGrid grid{.deviations = {}, .unit = "per cent"};
  for (const auto& row : positions) {
    auto& of_position = grid.deviations.emplace_back();
    for (const Fraction& probability : row) {
      of_position.push_back(100 * to_double(Fraction(probability / fair - 1)));
    }
  }
  return {.title = "Where every card lands",
          .picture = std::move(grid),
          .remark = fmt::format("How much likelier or less likely than its fair share of {} each card is at "
                                "each position, in per cent of that share.",
                                to_text(fair)),
          .caption = "",
          .numbers = position_table(positions)};
}

std::string worst_cell(const std::vector<std::vector<Fraction>>& positions) {
  const Fraction fair(1, positions.size());
  std::size_t worst_position = 0, worst_card = 0;
  Fraction worst = -1;
  for (std::size_t position = 0; position < positions.size(); ++position) {
    for (std::size_t card = 0; card < positions.size(); ++card) {
      const Fraction distance = abs(Fraction(positions[position][card] - fair));
      if (distance <= worst) continue;
      worst = distance;
      worst_position = position;
      worst_card = card;
    }
  }
  const Fraction& probability = positions[worst_position][worst_card];
  if (probability == 0) {
    return fmt::format("Farthest from the fair share of {} is card {} at position {}: it never comes there.",
                       to_text(fair), worst_card, worst_position);
  }
  // Decimals that look like the fair share say nothing.
  std::string value = fraction_and_number(probability);
  if (number_text(probability) == number_text(fair)) value = short_fraction(probability);
  return fmt::format(
      "Farthest from the fair share of {} is card {} at position {}: {}{}{} against the fair share.",
      to_text(fair), worst_card, worst_position, value, value.empty() ? "" : ", ",
      against_fair(probability, fair));
}

}  // namespace

std::optional<Section> positions_section(Lesson& lesson) {
  const Distribution* distribution = lesson.distribution();
  if (distribution == nullptr || invalid_probability(*distribution) != 0) return std::nullopt;
  const auto positions = position_distribution(*distribution);
  const Fraction fair(1, lesson.deck_size());
  const bool flat = std::ranges::all_of(positions, [&](const auto& row) {
    return std::ranges::all_of(row, [&](const Fraction& p) { return p == fair; });
  });
  const Fraction distance = total_variation(*distribution);
  Section section{.title = "Card by position", .blocks = {}};
  if (flat && distance != 0) section.title = "Equal at every position, and still not fair";
  if (!flat) {
    section.blocks.push_back(position_figure(positions));
    say(section, worst_cell(positions));
    return section;
  }
  section.blocks.push_back(position_table(positions));
  if (distance == 0) {
    say(section,
        "Every card is at every position with probability {}, as a uniform shuffle must have it. The reverse "
        "does not hold: the lesson on random-cut shows why.",
        to_text(fair));
  } else {
    say(section,
        "Every card is at every position with probability exactly {}, and a count of single cards will never "
        "find anything. Yet the cards do not move freely of each other: {} of {} permutations can come, and "
        "the total variation distance from uniform is {}. A test of positions alone proves nothing; count "
        "whole permutations, or at least which card follows which.",
        to_text(fair), with_commas(support_size(*distribution)),
        with_commas(permutation_count(lesson.deck_size())), fraction_and_number(distance));
  }
  return section;
}

// The reset trap: what counts show of a deck that is not put back in order, and what relative permutations
// show.

namespace {

constexpr int smallest_carried_deck = 3;
constexpr int largest_carried_deck = 5;
constexpr int most_shuffles_shown = 10;
// Below this a distribution needs a million trials and more to be told from uniform.
constexpr double forgotten = 0.001;

using Ranks = std::vector<std::vector<std::uint32_t>>;

// The rank of the deck that comes of a deck (first index) by a shuffle that puts the sorted one into a
// permutation (second index).
Ranks shuffled_ranks(int deck_size) {
  const auto size = static_cast<std::size_t>(deck_size);
  const std::uint64_t permutations = permutation_count(deck_size);
  Ranks ranks(permutations, std::vector<std::uint32_t>(permutations));
  std::vector<Card> deck(size), permutation(size), after(size);
  for (std::uint64_t from = 0; from < permutations; ++from) {
    permutation_of_rank(from, deck);
    for (std::uint64_t by = 0; by < permutations; ++by) {
      permutation_of_rank(by, permutation);
      for (std::size_t position = 0; position < size; ++position)
        after[position] = deck[permutation[position]];
      ranks[from][by] = static_cast<std::uint32_t>(rank_of(after));
    }
  }
  return ranks;
}

// The distribution of the deck after one shuffle more.
Distribution shuffled_on(const Distribution& deck, const Distribution& shuffle, const Ranks& ranks) {
  Distribution after{.deck_size = deck.deck_size,
                     .denominator = deck.denominator * shuffle.denominator,
                     .weight = std::vector<Integer>(deck.weight.size()),
                     .invalid = 0};
  for (std::size_t from = 0; from < deck.weight.size(); ++from) {
    if (deck.weight[from] == 0) continue;
    for (std::size_t by = 0; by < shuffle.weight.size(); ++by) {
      if (shuffle.weight[by] != 0) after.weight[ranks[from][by]] += deck.weight[from] * shuffle.weight[by];
    }
  }
  return reduced(std::move(after));
}

// Of all decks so far, one drawn at random.
Distribution mean_distribution(const Distribution& mean_before, const Distribution& last, int decks) {
  Distribution mean{.deck_size = last.deck_size,
                    .denominator = mean_before.denominator * last.denominator * decks,
                    .weight = {},
                    .invalid = 0};
  for (std::size_t rank = 0; rank < last.weight.size(); ++rank) {
    mean.weight.push_back(mean_before.weight[rank] * last.denominator * (decks - 1) +
                          last.weight[rank] * mean_before.denominator);
  }
  return reduced(std::move(mean));
}

std::string what_counts_show(const Distribution& shuffle, const Distribution& last, const Distribution& mean,
                             int shuffles) {
  const Fraction left = total_variation(last), together = total_variation(mean),
                 even = even_probability(last);
  if (to_double(left) < forgotten) {
    return fmt::format(
        "After {} shuffles the deck is within {} of uniform, and every later one is: counts of the decks "
        "forget the bias, and tests of single decks call the shuffle fair.",
        shuffles, number_text(left));
  }
  if ((even == 0 || even == 1) && left < total_variation(shuffle)) {
    return fmt::format(
        "The shuffle leaves nothing of odd and even to chance, so each deck stays half from uniform at "
        "least; all {} decks together are {} from it{}.",
        shuffles, number_text(together),
        together < left ? ", and ever nearer: their counts forget the bias" : "");
  }
  if (left < total_variation(shuffle)) {
    return fmt::format(
        "After {} shuffles the deck is {} from uniform, and no later one is farther: counts of the decks "
        "forget the bias.",
        shuffles, number_text(left));
  }
  return fmt::format(
      "Here the counts don't forget: however often it is shuffled, the deck comes in {} of {} permutations "
      "only.",
      with_commas(support_size(last)), with_commas(permutation_count(last.deck_size)));
}

}  // namespace

std::optional<Section> carried_section(Lesson& lesson) {
  const int size = std::min(lesson.deck_size(), largest_carried_deck);
  if (size < smallest_carried_deck || lesson.is_seeded_again()) return std::nullopt;
  const Distribution* shuffle = lesson.distribution(size);
  if (shuffle == nullptr || invalid_probability(*shuffle) != 0 || total_variation(*shuffle) == 0) {
    return std::nullopt;
  }
  const Fraction of_one = total_variation(*shuffle);
  Table table = table_with({number_column("shuffles"), number_column("the deck"), bar_column(),
                            number_column("all decks so far"), number_column("the relative permutation")});
  const Ranks ranks = shuffled_ranks(size);
  Distribution deck = *shuffle, mean = *shuffle;
  int shuffles = 1;
  for (;; ++shuffles) {
    const Fraction left = total_variation(deck);
    add_row(table, shuffles, number_text(left), to_double(left / of_one), number_text(total_variation(mean)),
            number_text(of_one));
    if (shuffles == most_shuffles_shown || to_double(left) < forgotten) break;
    deck = shuffled_on(deck, *shuffle, ranks);
    mean = mean_distribution(mean, deck, shuffles + 1);
  }
  Section section{.title = "If the deck is not put back in order", .blocks = {}};
  say(section,
      "The reset trap: {} cards are shuffled on and on, each time from where the last shuffle left them. The "
      "total variation distance from uniform of the deck after so many shuffles, of all decks that have come "
      "so far, and of the relative permutation, which leads from one deck to the next:",
      size);
  section.blocks.push_back(std::move(table));
  say(section, what_counts_show(*shuffle, deck, mean, shuffles));
  say(section,
      "The relative permutation is the shuffle itself, {} from uniform each time. So every run tests "
      "relative permutations too, and reset=never counts nothing else.",
      number_text(of_one));
  return section;
}

}  // namespace fairshuffle
