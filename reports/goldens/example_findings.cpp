#include "reports/goldens/example_findings.hpp"

namespace fairshuffle {

namespace {

TargetRecord target_of(const char* name, const char* shuffle, int deck_size, Verdict verdict) {
  TargetRecord result;
  result.name = name;
  result.target.kind = "builtin";
  result.target.shuffle = shuffle;
  result.target.deck_size = deck_size;
  result.target.reset = "always";
  result.verdict = verdict;
  result.sentence = std::string(name) + " is " + to_text(verdict) + ".";
  result.look = 3;
  result.alpha_at_look = 6.75e-8;
  result.family = 9;
  result.bias.covers = deck_size > 10 ? "cards,pairs-order" : "permutations";
  result.bias.confidence = 0.9998;
  return result;
}

TestRecord test_of(const char* name, double statistic, double degrees_of_freedom, double p_value,
                   double log10_p) {
  TestRecord test;
  test.name = test.test = name;
  test.applied = true;
  test.statistic = statistic;
  test.degrees_of_freedom = degrees_of_freedom;
  test.p_value = test.adjusted_p = p_value;
  test.log10_p = log10_p;
  test.rejected = log10_p < -7;
  test.blind_to = std::string("what ") + name + " cannot see";
  return test;
}

// Every card at every position, a little off in a way that repeats.
std::vector<std::vector<std::uint64_t>> counts_of(int deck_size, std::uint64_t expected) {
  std::vector<std::vector<std::uint64_t>> counts;
  for (int position = 0; position < deck_size; ++position) {
    auto& row = counts.emplace_back();
    for (int card = 0; card < deck_size; ++card) {
      row.push_back(expected + static_cast<std::uint64_t>((position * 11 + card * 5) % 17) - 8);
    }
  }
  return counts;
}

DiagnosisRecord riffle_diagnosis() {
  DiagnosisRecord diagnosis;
  diagnosis.mistakes_compared = 17;
  diagnosis.distributions_fitting = 1;
  FittingDistribution fit;
  fit.mistakes = {{"riffle:m=3,n=13", ""}};
  fit.statistic = 40.5;
  fit.degrees_of_freedom = 51;
  fit.p_value = 0.85;
  fit.log10_over_fair = 77.25;
  diagnosis.fits = {fit};
  diagnosis.confidence = 0.99;
  diagnosis.sentence = "As a riffle of three.";
  return diagnosis;
}

BetRecord bet_on_top() {
  return {.name = "low on top",
          .values = {{.value = "0", .fair = 0.25, .count = 20'000, .lower = 0.24, .upper = 0.26},
                     {.value = "1", .fair = 0.75, .count = 60'000, .lower = 0.74, .upper = 0.76}},
          .mean_fair = 0.75,
          .mean = 0.7525,
          .confidence = 0.9995};
}

TargetRecord fair_deck() {
  TargetRecord result = target_of("durstenfeld:n=13", "durstenfeld", 13, Verdict::fair);
  result.label = "the house's deck";
  result.target.source = "xoshiro256++";
  result.target.draw = "exact";
  result.target.seeding = "from-seeds";
  result.target.seeds = 1'048'576;
  result.facts = {
      .recorded = true, .in_sequence = true, .writes_rows = true, .may_end = true, .starts_anew = true};
  result.caveat = "what more seeds than these show";
  result.expected = Verdict::fair;
  result.evidence.trials = 80'000;
  result.evidence.unread = true;
  result.evidence.bets = {{"low on top", {20'000, 60'000}}};
  result.evidence.tables = {{"relative-order", {1, 2, 3}}};
  result.evidence.table_histograms = {{"mates", {{.count = 4, .permutations = 5}}}};
  result.evidence.birthday = {.one_in = 2, .kept = 40'000, .distinct = 39'990, .again = 10};
  result.bet_records = {bet_on_top()};
  result.tests = {test_of("positions", 144, 144, 0.49, -0.31),
                  test_of("mean rising-sequences", 0.5, 1, 0.62, -0.21)};
  result.tests[0].same_as = "Lehmer code";
  result.bias.tv_upper = 0.0009;
  result.bias.chi_square_distance = 1.25e-6;
  FamilyRecord cards, parity;
  cards.family = "cards";
  cards.asked = true;
  cards.members = 104;
  cards.farthest = "card 3";
  cards.statistic = 80;
  cards.degrees_of_freedom = 51;
  cards.tv_upper = 0.0004;
  cards.confidence = 0.9995;
  cards.trials_for_tolerance = 3.3e7;
  parity.family = "parity";
  parity.members = 1;
  parity.degrees_of_freedom = 1;
  parity.trials_for_tolerance = 7e6;
  result.families = {cards, parity};
  result.power = {
      .found = {{.target = "riffle:m=8,n=13", .found_by = "mean rising-sequences", .trials = 360}},
      .missed = {{.target = "riffle:m=9,n=13", .found_by = "positions", .trials = 1440}}};
  SeedSpaceRecord& seeds = result.seed_space.emplace();
  seeds.repeats = 10;
  seeds.expected_repeats = 0.5;
  seeds.log2_fewest_permutations = 19.5;
  seeds.confidence = 0.999;
  result.missing_permutations = 12;
  result.blind_spots = {"what takes more than 80,000 trials"};
  return result;
}

TargetRecord dependent_deck() {
  TargetRecord result = target_of("exec:command=./deal,n=13", "./deal", 13, Verdict::biased);
  result.target.kind = "exec";
  result.target.reset = "never";
  result.target.marked = 3;
  result.evidence.trials = 120'000;
  result.evidence.positions = result.position_counts = counts_of(13, 9230);
  result.evidence.subsets = result.subset_counts = {40'000, 30'000, 50'000};
  result.evidence.neighbours = {{0, 6, 7}, {7, 0, 6}, {6, 7, 0}};
  result.evidence.fixed_points = {7, 0, 6};
  result.evidence.cycles = {0, 7, 6};
  result.evidence.parity = {70'000, 50'000};
  result.evidence.permutation_histogram = {{.count = 2, .permutations = 3}, {.count = 7, .permutations = 1}};
  result.evidence.repeats = {.pairs = 119'999, .equal = 40'000};
  SuccessiveEvidence& successive = result.evidence.successive;
  successive.pairs = 119'999;
  successive.permutations = {1, 2};
  successive.positions = {{3, 4}, {5, 6}};
  successive.fixed_points = {7, 8};
  successive.cycles = {9, 10};
  successive.parity = {11, 12};
  successive.tables = {{"relative-order", {13}}};
  successive.successive = {.fixed_points = {14}, .cycles = {15}};
  successive.apart = {.fixed_points = {16}, .cycles = {17}};
  result.tests = {test_of("positions", 2650.5, 144, 0.24, -0.62),
                  test_of("successive-positions", 9999, 144, 0, -812.5)};
  result.found_by = "successive-positions";
  result.dependent = true;
  result.dependence_tests = {{.name = "cycles",
                              .statistic = 99.5,
                              .degrees_of_freedom = 4,
                              .p_value = 1e-20,
                              .log10_p = -20,
                              .mean_successive = 4.25,
                              .mean_apart = 4.5}};
  DependenceRecord& dependence = result.dependence.emplace();
  dependence.proof = DependenceProof::samples;
  dependence.shape = DependenceShape::moved;
  dependence.share = 0.25;
  dependence.period = 64;
  dependence.cell = {.card = 12,
                     .position = 0,
                     .count = 5000,
                     .expected = 9230.5,
                     .ratio = 2.1668,
                     .standard_errors = 56.25};
  dependence.shuffle = riffle_diagnosis();
  SeedSpaceRecord& seeds = result.seed_space.emplace();
  seeds.repeats = 700;
  seeds.expected_repeats = 0.001;
  seeds.distance = 65'536;
  seeds.estimate = {.log2_states = 16, .log2_lower = 15.75, .log2_upper = 16.25, .dense = true};
  seeds.confidence = 0.999;
  result.successive_cells = {*dependence.cell};
  return result;
}

TargetRecord four_cards() {
  TargetRecord result = target_of("naive-swap:n=4", "naive-swap", 4, Verdict::biased);
  result.target.options = {{"k", "4"}, {"passes", "2"}};
  result.evidence.trials = 24'000;
  for (std::uint64_t rank = 0; rank < 24; ++rank)
    result.evidence.permutations.push_back(700 + (rank * 7) % 24 * 26 + 1);
  result.position_counts = {
      {6000, 6100, 5900, 6000}, {6400, 5600, 6000, 6000}, {5600, 6300, 6100, 6000}, {6000, 6000, 6000, 6000}};
  result.tests = {test_of("permutations", 4000, 23, 0, -790), test_of("parity", 0.0001, 1, 1e-9, -9),
                  test_of("e-value", 0, 0, 0, -99)};
  result.tests[1].tail = Tail::lower;
  result.found_by = "permutations";
  result.bias.tv_lower = 0.02;
  result.bias.tv_upper = 0.04;
  result.bias.chi_square_distance = 0.0125;
  result.worst = {
      {.card = 0, .position = 1, .count = 6400, .expected = 6000, .ratio = 1.0667, .standard_errors = 5.96}};
  result.diagnosis = riffle_diagnosis();
  result.diagnosis->fits.clear();
  result.diagnosis->distributions_fitting = 0;
  return result;
}

TargetRecord six_cards() {
  TargetRecord result = target_of("sattolo:n=6", "sattolo", 6, Verdict::biased);
  result.evidence.trials = 720'000;
  for (std::uint64_t rank = 0; rank < 720; ++rank)
    result.evidence.permutations.push_back(rank % 7 == 0 ? 1180 : 970 - rank % 3);
  result.position_counts = counts_of(6, 120'000);
  result.tests = {test_of("permutations", 9000, 719, 0, -1300.5)};
  result.bias.tv_lower = 0.001;
  result.bias.tv_upper = 0.5;
  result.bias.covers = "positions";
  return result;
}

}  // namespace

RunRecord example_findings() {
  RunRecord run;
  run.tool_version = "0.2.0";
  run.command = "fairshuffle certify --job house.json";
  run.seed = 7;
  run.max_trials = 1'000'000;
  run.fixed_trials = true;
  run.birthday_slots = 65'536;
  run.budget = {.alpha = 1e-5, .confidence = 0.99, .tolerance = 0.01};
  run.tests = {"permutations", "positions", "parity"};
  run.certify = {"cards"};
  NamedBet bet;
  bet.name = "low on top";
  bet.cards = {0, 1, 2, 7};
  bet.places = {0};
  run.bets = {bet};
  run.verdict = Verdict::biased;
  run.results = {fair_deck(), dependent_deck(), four_cards(), six_cards()};
  for (TargetRecord& result : run.results) {
    if (result.target.deck_size >= 8) result.bets = run.bets;
  }
  run.controls = {four_cards()};
  run.controls[0].expected = Verdict::fair;
  run.environment.seconds = 75.25;
  return run;
}

}  // namespace fairshuffle
