#include "core/verdict/dependence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/diagnosis.hpp"
#include "core/permutation/permutation.hpp"
#include "core/record/deviations.hpp"
#include "core/statistics/bias_bounds.hpp"
#include "core/statistics/chi_squared.hpp"
#include "core/statistics/dependent_trials.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "core/statistics/positions.hpp"
#include "core/statistics/seed_space.hpp"
#include "core/statistics/tail.hpp"
#include "core/tally/positions.hpp"

namespace fairshuffle {

namespace {

double share_of(std::uint64_t count, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(count) / static_cast<double>(all);
}

// The share of pairs whose relative permutation is one and the same order, not the sorted one; 0 where there
// is none. Above eight cards at least: each position must have its own most frequent card.
double share_of_one_step(const Tally& successive) {
  if (successive.permutations) {
    const std::vector<std::uint64_t> counts = successive.permutations->by_rank();
    return share_of(*std::max_element(counts.begin() + 1, counts.end()), successive.trials);
  }
  const auto cards = static_cast<std::size_t>(successive.deck_size);
  std::uint64_t least = successive.trials;
  std::vector<WideCard> step;
  for (auto cells = successive.positions.cells(); !cells.empty(); cells = cells.subspan(cards)) {
    const std::span<const std::uint64_t> at_position = cells.first(cards);
    const auto commonest = std::ranges::max_element(at_position);
    least = std::min(least, *commonest);
    step.push_back(static_cast<WideCard>(commonest - at_position.begin()));
  }
  return is_permutation(step) && !std::ranges::is_sorted(step) ? share_of(least, successive.trials) : 0;
}

// Whether a shuffle that is so read is carried over by a loop from the other end, or decks are written down
// from there. Positions or cards alone are turned round where each deck is, too, which is another dependence.
bool is_of_one_loop(std::string_view reading) {
  return std::ranges::any_of(all_symmetries, [reading](const Symmetry& symmetry) {
    return symmetry.positions_reversed == symmetry.cards_reversed && to_text(symmetry) == reading;
  });
}

// One of few, since a name among many says little.
bool fits_well(const DiagnosisRecord& diagnosis) {
  if (diagnosis.distributions_fitting == 0 || diagnosis.distributions_fitting > most_mistakes_named)
    return false;
  const FittingDistribution& likeliest = diagnosis.fits.front();
  return likeliest.p_value >= poor_fit && is_of_one_loop(likeliest.mistakes.front().reading);
}

// How many of so many relative permutations are sorted by chance, where the others lie as fair decks do.
std::uint64_t sorted_by_chance(int deck_size, std::uint64_t others) {
  return static_cast<std::uint64_t>(
      std::round(static_cast<double>(others) / (number_of_permutations(deck_size) - 1)));
}

// What is left of counts by position, fixed points, cycles and parity without so many sorted permutations.
Tally without_sorted(const Tally& successive, std::uint64_t sorted) {
  const int deck_size = successive.deck_size;
  Tally left(deck_size, 0);
  left.trials = successive.trials - sorted;
  for (int position = 0; position < deck_size; ++position) {
    for (int card = 0; card < deck_size; ++card) {
      left.positions.add_at(static_cast<std::size_t>(position), static_cast<std::size_t>(card),
                            successive.positions.at(position, card) - (position == card ? sorted : 0));
    }
  }
  const auto take = [sorted](const NumberCounts& from, int value_of_sorted, NumberCounts& to) {
    for (int value = 0; value < static_cast<int>(from.by_value().size()); ++value) {
      to.add(value,
             from.by_value()[static_cast<std::size_t>(value)] - (value == value_of_sorted ? sorted : 0));
    }
  };
  take(successive.fixed_points, deck_size, left.fixed_points);
  take(successive.cycles, deck_size, left.cycles);
  take(successive.parity, 0, left.parity);
  return left;
}

// The relative permutations as they were if no more and no fewer decks came again than chance has it: what
// else equal decks make of them is not told twice. None where all decks came again.
Tally moving_successive(const Tally& whole) {
  const Tally successive = tally_of_successive(whole);
  const std::uint64_t sorted = successive.fixed_points.by_value().back();
  const std::uint64_t due = sorted_by_chance(whole.deck_size, successive.trials - sorted);
  if (!successive.permutations) return without_sorted(successive, sorted - std::min(sorted, due));
  Tally moving(whole.deck_size, 0);
  moving.successive = whole.successive;
  moving.successive.pairs = successive.trials - sorted + due;
  moving.successive.permutations.front() = due;
  return tally_of_successive(moving);
}

// Whether all that the relative permutations show is that decks come again: the others lie as those of fair
// decks do. To eight cards, where numbers of the relative permutations are not counted, those that are left
// may be too few for a table: the strongest cell stands for it, which is exact.
bool is_repetition_alone(const Tally& moving) {
  constexpr double seen = 1e-4;
  constexpr std::array tables{&permutations_test, &positions_test, &parity_test, &fixed_points_test,
                              &cycles_test};
  if (moving.trials == 0) return true;
  const bool table_shows = std::ranges::any_of(tables, [&moving](const TestInfo* table) {
    return std::ranges::any_of(results_of(*table, moving), [](const TestResult& result) {
      return result.applied && result.tail != Tail::lower && result.p_value.p < seen;
    });
  });
  if (table_shows) return false;
  if (!moving.permutations) return true;
  const TestResult cell = result_of(strongest_position_test, moving);
  return !cell.applied || cell.p_value.p >= seen;
}

// The farthest of those cells that stand out whether equal decks are looked at or not, as it is with them.
// What is off by no more than three standard errors with them may be chance.
std::optional<WorstCell> cell_off(const Tally& successive, const Tally& moving, double standard_errors) {
  for (const WorstCell& cell : worst_cells(moving, standard_errors)) {
    const WorstCell whole = cell_at(successive, cell.position, cell.card);
    const bool stands_out = std::abs(whole.standard_errors) > std::min(3.0, standard_errors);
    if (stands_out && (whole.ratio > 1) == (cell.ratio > 1)) return whole;
  }
  return std::nullopt;
}

const TestRecord* strongest_of_successive(const Findings& findings) {
  const TestRecord* strongest = nullptr;
  for (const TestRecord& test : findings.tests) {
    if (test.test != successive_test.name || !rejects_as_uneven(test)) continue;
    if (strongest == nullptr || test.log10_p < strongest->log10_p) strongest = &test;
  }
  return strongest;
}

// Where no cell stands out by itself: what the test sees that rejects most.
void describe_as_tested(const std::string& test, const Tally& successive, const Tally& moving,
                        DependenceRecord& dependence) {
  if (test == "successive-positions") {
    const std::optional<WorstCell> cell = cell_off(successive, moving, 0);
    if (!cell) return;
    dependence.shape = DependenceShape::moved;
    dependence.cell = cell;
  } else if (test == "successive-parity") {
    dependence.shape = DependenceShape::alternating;
    dependence.share = share_of(successive.parity.by_value()[1], successive.trials);
  }
}

}  // namespace

DependenceRecord described_dependence(const Tally& whole, const Findings& findings, DependenceProof proof,
                                      double confidence) {
  constexpr double notable_share = 0.1, much = 0.25, nearly_all = 0.9, notable_errors = 6;
  DependenceRecord dependence;
  dependence.proof = proof;
  const TestRecord* repeats = test_named(findings.tests, repeats_test.name);
  const Tally successive = tally_of_successive(whole), moving = moving_successive(whole);
  const double one_step = share_of_one_step(moving);
  const bool steps = one_step >= std::max(much, 2 / number_of_permutations(whole.deck_size));
  const std::optional<WorstCell> cell = cell_off(successive, moving, notable_errors);
  const bool repeats_reject = repeats != nullptr && repeats->rejected;
  const bool too_few = rejects_on_side(findings.tests, repeats_test.name, Tail::lower);
  const bool swept = rejects_on_side(findings.tests, birthday_test.name, Tail::lower);
  const bool too_many = !too_few && (repeats_reject || equal_too_often(whole));
  const double repeated = share_of(whole.repeats.equal, whole.repeats.pairs);
  const bool nothing_else = too_many && !steps && is_repetition_alone(moving);
  const TestRecord* uneven = strongest_of_successive(findings);
  // Equal decks are often seen before there are enough relative permutations for a tail at the level of a
  // look.
  if ((uneven != nullptr || too_many) && !nothing_else && can_be_diagnosed(successive))
    dependence.shuffle = diagnose(successive, confidence);
  if (dependence.shuffle && !fits_well(*dependence.shuffle)) dependence.shuffle.reset();
  // One step that is taken again and again comes round, too: the step is the plainer story.
  const std::optional<std::uint64_t> period = steps ? std::nullopt : period_of(whole, findings);
  const double again = share_of(whole.birthday.repeats_at_distance, whole.birthday.kept);
  const double all = period ? share_of(whole.trials - *period, whole.trials) : 0;
  const auto tell_period = [&dependence, &period, again, all] {
    dependence.shape = DependenceShape::periodic;
    dependence.period = period;
    if (again < nearly_all * all) dependence.share = again;
  };
  if (period && again >= much * all) {
    tell_period();
  } else if (dependence.shuffle) {
    dependence.shape = DependenceShape::known_mistake;
  } else if (nothing_else) {
    dependence.shape = DependenceShape::repeated;
    dependence.share = repeated;
  } else if (successive.trials > 0 && successive.parity.by_value()[0] == 0 && one_step < nearly_all) {
    dependence.shape = DependenceShape::alternating;
  } else if (too_many && (repeated >= notable_share || !cell || single_decks_are_uneven(findings.tests))) {
    // Relative permutations of uneven decks are uneven, whether they are dependent or not.
    dependence.shape = DependenceShape::repeated;
    dependence.share = repeated;
  } else if (steps) {
    dependence.shape = DependenceShape::fixed_step;
    dependence.share = one_step * share_of(moving.trials, successive.trials);
  } else if ((too_few || swept || proof == DependenceProof::permutations) && !cell) {
    dependence.shape = DependenceShape::never_repeated;
    if (too_few) dependence.share = repeated;
  } else if (period && (proof == DependenceProof::birthday || !cell)) {
    tell_period();
  } else if (cell) {
    dependence.shape = DependenceShape::moved;
    dependence.cell = cell;
  } else if (uneven != nullptr) {
    describe_as_tested(uneven->name, successive, moving, dependence);
  }
  return dependence;
}

namespace {

constexpr std::string_view of_successive = "successive-";
constexpr std::string_view cells_of_successive = "successive-strongest-position";

bool is_of_successive(const TestRecord& test) {
  return test.test == successive_test.name;
}

// Whether it rejects relative permutations by something that a test of single decks of that size looks at,
// too.
bool rejects_beside_decks(const TestRecord& test, int deck_size) {
  constexpr std::string_view of_mean = "mean ";
  if (!is_of_successive(test) || !rejects_as_uneven(test)) return false;
  std::string_view name = std::string_view(test.name).substr(of_successive.size());
  if (name.starts_with(of_mean)) name.remove_prefix(of_mean.size());
  const TestInfo* of_decks = find_test(name);  // null of a component
  return of_decks == nullptr || deck_size >= of_decks->smallest_deck;
}

// Neither of relative permutations nor of decks that come again, which says nothing of how they lie.
bool is_of_single_decks(std::string_view test) {
  return test != successive_test.name && test != repeats_test.name && test != birthday_test.name;
}

bool is_even(const TestResult& result, double level) {
  const bool regular = result.tail == Tail::lower && result.degrees_of_freedom > 0;
  return regular || result.p_value.p > level;
}

// Whether the test was able to look, and saw nothing. To see nothing takes no tail that is honest at the
// level of a look, so it is asked again.
bool sees_nothing(const TestInfo& test, const Tally& whole) {
  constexpr double seen = 1e-4;
  return std::ranges::all_of(results_of(test, whole), [](const TestResult& result) {
    return result.applied && is_even(result, seen);
  });
}

// Larger decks have no test for each part: what a number of the relative permutations shows may lie in any,
// so whatever looks at single decks must have seen nothing.
bool all_tables_are_even(const Tally& whole) {
  // Of some forty tests of large decks chance makes one of them see something at 1e-4 in every 250th run.
  constexpr double seen_of_large = 1e-6;
  constexpr std::array tables{&positions_test, &neighbours_test, &parity_test, &fixed_points_test,
                              &cycles_test};
  const bool all_even =
      std::ranges::all_of(tables, [&](const TestInfo* table) { return sees_nothing(*table, whole); });
  // Those of large decks need not be applied, but must not have seen anything either.
  return all_even && std::ranges::all_of(all_tests(), [&](const TestInfo& test) {
           return test.smallest_deck < smallest_large_deck ||
                  std::ranges::all_of(results_of(test, whole), [&](const TestResult& result) {
                    return is_even(result, seen_of_large);
                  });
         });
}

// Whether relative permutations show incomparably more than any test of single decks sees at whatever level.
// Tables of decks that are carried over waver more than those of independent ones, so that some see a little;
// independent decks of a distribution that they see so little of have relative permutations that are nearer
// to even than they are themselves. Where trials are too few for the tables of single decks, strongest cells
// stand for them, which are exact however few there are, and permutations must not come again: a few
// permutations may lie evenly in every cell, and as few relative permutations lead from one to the other.
bool successive_outweigh_single_decks(const Tally& whole, std::span<const TestRecord> tests) {
  constexpr double times = 8, beyond = 50;
  double in_successive = 0, in_decks = 0;
  for (const TestRecord& test : tests) {
    if (rejects_beside_decks(test, whole.deck_size)) in_successive = std::min(in_successive, test.log10_p);
  }
  // Most targets have no such relative permutations, and need no test run again.
  if (in_successive >= -beyond) return false;
  const bool comes_again = rejects_as_uneven(tests, birthday_test.name);
  for (const TestInfo& test : all_tests()) {
    if (!is_of_single_decks(test.name)) continue;
    const bool is_table = test.name == positions_test.name || test.name == neighbours_test.name;
    for (const TestResult& result : results_of(test, whole)) {
      if (is_table && !result.applied && comes_again) return false;
      if (result.applied && result.tail == Tail::upper) in_decks = std::min(in_decks, result.p_value.log10_p);
    }
  }
  return in_successive < times * in_decks - beyond;
}

// Of larger decks the positions are enough where they show more than any distribution of independent trials
// could that a test of the positions of single decks can't see. Such a distribution has relative permutations
// of flat positions, too; but their table may spread more than a fair shuffle's: as if n - 1 of its degrees
// of freedom moved together, which n permutations do that bring each card to each position once. A chi-square
// so spread has the n-1st root of the tail.
bool positions_prove_it(const Tally& whole, std::span<const TestRecord> tests) {
  constexpr double log10_level = -7, seen = 1e-4;
  if (whole.deck_size <= largest_deck_of_successive_permutations) return false;
  const TestRecord* of_decks = applied_test(tests, positions_test.name);
  const TestRecord* of_pairs = test_named(tests, "successive-positions");
  if (of_decks == nullptr || of_pairs == nullptr) return false;
  return (of_decks->tail == Tail::lower || of_decks->p_value > seen) && rejects_as_uneven(*of_pairs) &&
         of_pairs->log10_p < log10_level * (whole.deck_size - 1);
}

bool successive_prove_it(const Tally& whole, const Findings& findings) {
  const std::span<const TestRecord> tests = findings.tests;
  if (positions_prove_it(whole, tests)) return true;
  if (whole.deck_size > largest_deck_of_successive_permutations &&
      successive_outweigh_single_decks(whole, tests))
    return true;
  const bool uneven = std::ranges::any_of(
      tests, [](const TestRecord& test) { return is_of_single_decks(test.test) && rejects_as_uneven(test); });
  if (uneven) return false;
  if (whole.deck_size > largest_deck_of_successive_permutations) {
    const bool explained = few_states_explain_repeats(whole, findings);
    const auto rejects = [explained, &whole](const TestRecord& test) {
      return rejects_beside_decks(test, whole.deck_size) ||
             (test.test == repeats_test.name && !explained && rejects_as_uneven(test));
    };
    return std::ranges::any_of(tests, rejects) && all_tables_are_even(whole);
  }
  // What is uneven enough to make pairs so often equal shows in the permutations far more.
  if (rejects_as_uneven(tests, repeats_test.name)) return sees_nothing(permutations_test, whole);
  return std::ranges::any_of(tests, [tests, &whole](const TestRecord& test) {
    return is_of_successive(test) && rejects_as_uneven(test) &&
           applied_test(tests, std::string_view(test.name).substr(of_successive.size())) != nullptr &&
           (test.name != cells_of_successive || sees_nothing(strongest_position_test, whole));
  });
}

std::vector<DependenceTest> compared_samples(const SuccessiveCounts& counts) {
  std::vector<DependenceTest> tests;
  const auto compare = [&tests](const char* name, const NumberCounts& successive, const NumberCounts& apart) {
    const auto some = [](const NumberCounts& sample) {
      return std::ranges::any_of(sample.by_value(), [](std::uint64_t count) { return count > 0; });
    };
    if (!some(successive)) return;
    const bool comparable = some(apart);
    const Homogeneity result =
        comparable ? homogeneity(successive.by_value(), apart.by_value()) : Homogeneity();
    tests.push_back({.name = name,
                     .statistic = result.pearson.statistic,
                     .degrees_of_freedom = result.pearson.degrees_of_freedom,
                     .p_value = result.upper_tail.p,
                     .log10_p = result.upper_tail.log10_p,
                     .mean_successive = mean_of_counts(successive.by_value()),
                     .mean_apart = comparable ? mean_of_counts(apart.by_value()) : 0});
  };
  compare("fixed-points", counts.successive.fixed_points, counts.apart.fixed_points);
  compare("cycles", counts.successive.cycles, counts.apart.cycles);
  return tests;
}

// Of tails that need no more than to be within a factor of a million: those of pooled cells, or of
// distributions that nobody knows. What dependence decks makes p far smaller still.
constexpr double log10_level_of_rough_tails = -12;

// Whether successive trials differ from trials of any distance: in numbers of their relative permutations, in
// how many cards stay where they were, in which permutations lead to which, or in which positions cards come
// to from which. That of a cell is a bound for every distribution; of the table it is a chi-square's.
bool samples_prove_it(const Tally& whole, std::span<const DependenceTest> tests) {
  const bool numbers_differ = std::ranges::any_of(
      tests, [](const DependenceTest& test) { return test.log10_p < log10_level_of_rough_tails; });
  if (numbers_differ || successive_fixed_points(whole).log10_p < log10_level_of_rough_tails ||
      successive_permutations(whole).log10_p < log10_level_of_rough_tails) {
    return true;
  }
  const SuccessivePositions positions = successive_positions(whole);
  return positions.log10_p_of_cell < -9 || positions.log10_p_of_table < log10_level_of_rough_tails;
}

// Whether so few trials brought a permutation that had come before as independent trials of no distribution
// do: fewest, in distribution, where all are equally likely (Wong and Yue 1973). The bound is that of
// `birthday`, which is not asked of decks so small.
bool permutations_come_again_too_seldom(const Tally& whole, double log10_level) {
  std::uint64_t came = 0;
  whole.for_each_permutation_count(
      [&came](std::uint64_t, std::uint64_t permutations) { came += permutations; });
  const auto again = static_cast<double>(whole.trials - came);
  const double due = mean_repeats(whole.trials, number_of_permutations(whole.deck_size));
  return again <= due - 1 && poisson_lower_tail(again, due).log10_p < log10_level;
}

// Whether all permutations came more evenly than independent trials of any distribution make them: the sum of
// the squares of their counts is smallest, in distribution, where all are equally likely (Rinott 1973), and
// then a chi-square from half a trial for a permutation on. Of three cards all six permutations come equally
// often once in 1e8 times.
bool permutations_come_too_evenly(const Tally& whole) {
  constexpr double log10_level = -9;
  if (whole.deck_size < 4 || !whole.counts_permutations()) return false;
  if (2 * whole.trials < permutation_count(whole.deck_size)) {
    return whole.deck_size < smallest_birthday_deck && permutations_come_again_too_seldom(whole, log10_level);
  }
  const ChiSquared squares = permutations_statistic(whole);
  return chi_squared_lower_tail(squares.statistic, squares.degrees_of_freedom).log10_p < log10_level;
}

std::optional<DependenceProof> proof_of(const Tally& whole, const Findings& findings) {
  // No distribution of independent trials has fewer equal pairs than the uniform one.
  if (rejects_on_side(findings.tests, repeats_test.name, Tail::lower)) return DependenceProof::repeats;
  if (trials_look_dependent(whole)) return DependenceProof::repeats;
  // Nor do the permutations of any such distribution come again more seldom than those of the uniform one.
  if (rejects_on_side(findings.tests, birthday_test.name, Tail::lower)) return DependenceProof::birthday;
  const bool has_period = period_of(whole, findings).has_value();
  if (has_period && whole.birthday.at_distance == whole.birthday.again) return DependenceProof::birthday;
  if (permutations_come_too_evenly(whole)) return DependenceProof::permutations;
  if (successive_prove_it(whole, findings)) return DependenceProof::successive;
  if (samples_prove_it(whole, findings.dependence_tests)) return DependenceProof::samples;
  // Decks that change little from trial to trial come again at some step more often than at others, too.
  if (has_period) return DependenceProof::birthday;
  return std::nullopt;
}

}  // namespace

void look_at_successive(const Tally& whole, Findings& findings) {
  findings.dependence_tests = compared_samples(whole.successive);
  if (whole.successive.pairs > 0 && whole.deck_size > largest_deck_of_successive_permutations) {
    findings.successive_cells = worst_cells(tally_of_successive(whole), 0);
  }
}

void find_link(const Tally& whole, double confidence, Findings& findings) {
  const std::optional<DependenceProof> proof = proof_of(whole, findings);
  findings.dependent = proof.has_value();
  if (!proof) return;
  findings.dependence = described_dependence(whole, findings, *proof, confidence);
  findings.bias.chi_square_distance = findings.bias.tv_lower = findings.bias.tv_upper = std::nullopt;
  for (FamilyRecord& family : findings.families) family.tv_upper = std::nullopt;
}

namespace {

constexpr double log10_of_chance = -9;

// Of j permutations at the commonest step half have no more than 2/j of the trials, and of a permutation of
// so few, which may lie anywhere, any one step is the mean one with a chance of (2/j) / (e (1 - 2/j)) at
// most: below 1/j from eight permutations on. That so many of all that came again chose the step, any of the
// trials' number:
bool many_keep_to_one_step(const BirthdayCounts& counts, std::uint64_t trials) {
  if (counts.at_distance < 8) return false;
  const double by_chance = 1 / static_cast<double>(counts.at_distance);
  const std::uint64_t half = counts.at_distance / 2;
  return binomial_upper_tail(half, counts.again, by_chance).log10_p +
             std::log10(static_cast<double>(trials)) <=
         log10_of_chance;
}

bool come_again_too_often(const Findings& findings) {
  return rejects_on_side(findings.tests, birthday_test.name, Tail::upper);
}

// The estimate, unless more decks follow themselves than so many states have it.
std::optional<StartingStates> states_of(const Tally& whole, const Findings& findings) {
  constexpr double hardly = 1e-6;
  if (whole.multiset || !come_again_too_often(findings)) return std::nullopt;
  auto found = starting_states(whole.birthday, whole.deck_size, findings.bias.confidence);
  if (!found) return std::nullopt;
  const auto [pairs, equal] = whole.repeats;
  if (binomial_upper_tail(equal, pairs, 1 / found->lower).p < hardly) return std::nullopt;
  if (log10_chance_of_this_sequence(whole) < std::log10(hardly)) return std::nullopt;
  return found;
}

}  // namespace

bool few_states_explain_repeats(const Tally& whole, const Findings& findings) {
  return states_of(whole, findings).has_value();
}

std::optional<std::uint64_t> period_of(const Tally& whole, const Findings& findings) {
  const BirthdayCounts& counts = whole.birthday;
  if (counts.distance < 2 || counts.repeats() == 0 || !come_again_too_often(findings)) return std::nullopt;
  if (many_keep_to_one_step(counts, whole.trials)) return counts.distance;
  // Decks that are few may come again by chance beside them.
  if (counts.at_distance < counts.again) return std::nullopt;
  // At such steps a permutation comes again so often at the most. The first order that came again sets the
  // distance; each other keeps to it by a chance of two in all trials. How often one came says nothing: of
  // what lies between its first and its last trial none is known.
  const std::uint64_t most_of_a_permutation =
      std::max<std::uint64_t>(1, (whole.trials - 1) / counts.distance);
  const auto others = static_cast<double>((counts.repeats() - 1) / most_of_a_permutation);
  if (others * std::log10(2 / static_cast<double>(whole.trials)) <= log10_of_chance) return counts.distance;
  // Few permutations that take turns. Independent trials that come to so many permutations are equal to the
  // one before with a chance of at least 0.9 over their number, what was not seen of them set aside; of the
  // pairs every other is independent.
  const bool all_kept = counts.one_in == 1 && counts.kept == whole.trials;
  const double each_differs = std::log10(1 - 0.9 / static_cast<double>(counts.distinct));
  const bool take_turns = all_kept && whole.repeats.equal == 0 &&
                          static_cast<double>(whole.repeats.pairs / 2) * each_differs <= log10_of_chance;
  return take_turns ? std::optional(counts.distance) : std::nullopt;
}

std::optional<SeedSpaceRecord> seed_space_of(const Tally& whole, const TargetFacts& facts,
                                             const Findings& findings, std::uint64_t trials) {
  const BirthdayCounts& counts = whole.birthday;
  if (counts.kept == 0) return std::nullopt;
  const auto one_in = static_cast<double>(counts.one_in);
  SeedSpaceRecord record;
  record.repeats = counts.repeats();
  record.expected_repeats = mean_repeats(counts.kept, std::max(1.0, number_of_outcomes(whole) / one_in));
  record.distance = counts.distance;
  record.confidence = findings.bias.confidence;
  // How many starting states there are is estimated against n!.
  if (whole.multiset) return record;
  const std::optional<double> p = first_repeat_p(counts, trials);
  const bool in_time = p.value_or(1) >= latest_first_repeat;
  const auto found = findings.dependent ? std::nullopt : states_of(whole, findings);
  // Seeds of a shuffle that is built in are drawn independently, whenever the first deck came again.
  record.first_repeat_unknown = found && !p && (facts.may_end || !facts.starts_anew);
  if (found) record.first_repeat_p = p;
  if (found && in_time && !record.first_repeat_unknown) {
    record.estimate = SeedEstimate{.log2_states = std::log2(found->states),
                                   .log2_lower = std::log2(found->lower),
                                   .log2_upper = std::log2(found->upper),
                                   .dense = found->trials_a_state >= 1};
  }
  if (facts.starts_anew && !findings.dependent && in_time) {
    record.log2_fewest_permutations =
        std::log2(fewest_permutations(counts, whole.deck_size, record.confidence));
  }
  return record;
}

}  // namespace fairshuffle
