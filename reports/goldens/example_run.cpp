#include "reports/goldens/example_run.hpp"

namespace fairshuffle {

namespace {

TargetRecord result_of(const char* name, const char* shuffle, int deck_size) {
  TargetRecord result;
  result.name = name;
  result.target.kind = "builtin";
  result.target.shuffle = shuffle;
  result.target.deck_size = deck_size;
  result.target.source = "xoshiro256++";
  result.target.draw = "exact";
  result.target.seeding = "per-block";
  result.target.reset = "always";
  result.facts = {.in_lanes = true, .follows_seed = true, .permutations_counted = deck_size <= 10};
  result.bias.covers = "nothing";
  return result;
}

TestRecord permutations_test(double statistic, double p_value, double log10_p, double adjusted_p,
                             bool rejected) {
  TestRecord test;
  test.name = test.test = "permutations";
  test.applied = true;
  test.statistic = statistic;
  test.degrees_of_freedom = 5;
  test.p_value = p_value;
  test.log10_p = log10_p;
  test.adjusted_p = adjusted_p;
  test.rejected = rejected;
  test.blind_to = "what differs between trials only";
  return test;
}

TestRecord not_applied(const char* name, const char* reason) {
  TestRecord test;
  test.name = test.test = name;
  test.reason = reason;
  test.blind_to = "what single permutations show";
  return test;
}

TargetRecord fair_result() {
  TargetRecord result = result_of("durstenfeld:n=3", "durstenfeld", 3);
  result.verdict = Verdict::fair;
  result.sentence = "durstenfeld:n=3 is fair: no bet on the order gains more than 0.00093.";
  result.evidence.trials = 6'000'000;
  result.look = 11;
  result.alpha_at_look = 5.024064e-9;
  result.family = 12;
  result.tests = {permutations_test(4.125, 0.5316, -0.27441, 1, false)};
  result.bias.covers = "permutations";
  result.bias.chi_square_distance = -1.4e-7;
  result.bias.tv_upper = 0.00093;
  result.bias.confidence = 0.999995;
  result.evidence.permutations = {1'000'211, 999'013, 1'001'404, 999'870, 999'517, 999'985};
  result.position_counts = {{1'999'224, 2'001'274, 1'999'502},
                            {2'001'389, 1'998'998, 1'999'613},
                            {1'999'387, 1'999'728, 2'000'885}};
  result.blind_spots = {"bets on several shuffles at once"};
  result.expected = Verdict::fair;
  return result;
}

DiagnosisRecord diagnosis() {
  DiagnosisRecord diagnosis;
  diagnosis.mistakes_compared = 238;
  diagnosis.not_compared = {"comparator-sort:sort=quick,n=3"};
  diagnosis.distributions_fitting = 2;
  FittingDistribution pairs;
  pairs.mistakes = {{"swap-pairs:k=2,n=3", ""},
                    {"inside-out:n=3,bits=2,draw=modulo", "positions and cards exchanged"}};
  pairs.statistic = 4.5;
  pairs.degrees_of_freedom = 5;
  pairs.p_value = 0.48;
  pairs.log10_over_fair = 788.25;
  pairs.tv_upper = 0.0125;
  FittingDistribution sort;
  sort.mistakes = {{"random-key-sort:bits=2,n=3", "cards reversed"}};
  sort.p_value = 0.012;
  sort.log10_over_fair = 785;
  sort.log10_over_best = -3.25;
  diagnosis.fits = {pairs, sort};
  diagnosis.log10_excluded_over_best = -9.5;
  diagnosis.trials_to_tell_apart = 240'000;
  diagnosis.confidence = 0.999;
  diagnosis.sentence = "60,000 trials do not tell apart two pairs swapped and a sort by two bits.";
  return diagnosis;
}

TargetRecord biased_result() {
  TargetRecord result = result_of(
      "swap-pairs:k=2,n=3,source=msvc-rand,bits=12,draw=modulo,seeding=per-shuffle-clock,clock=ms,"
      "rate=50000,marked=1",
      "swap-pairs", 3);
  result.target.options = {{"k", "2"}};
  result.target.source = "msvc-rand";
  result.target.bits = 12;
  result.target.draw = "modulo";
  result.target.seeding = "per-shuffle-clock";
  result.target.clock = "ms";
  result.target.shuffles_per_second = 50'000;
  result.target.marked = 1;
  result.verdict = Verdict::biased;
  result.sentence = "Card 0 stays at position 0 in 41 % of the trials instead of 33 %.";
  result.evidence.trials = 60'000;
  result.look = 2;
  result.alpha_at_look = 1.519817754635066e-7;
  result.family = 12;
  result.tests = {permutations_test(3703.0625, 0, -798.30103, 0, true),
                  not_applied("repeats", "fewer than 100 equal pairs are expected")};
  result.bias.covers = "permutations";
  result.bias.chi_square_distance = 0.0617;
  result.bias.tv_lower = 0.086;
  result.bias.tv_upper = 0.1;
  result.bias.confidence = 0.99984;
  result.components = {{.partition = {2, 1},
                        .name = "single cards",
                        .judged_by = "positions",
                        .dimension = 2,
                        .applied = true,
                        .statistic = 2962.5,
                        .degrees_of_freedom = 4,
                        .p_value = 0,
                        .log10_p = -639.5,
                        .chi_square_distance = 0.0493125,
                        .share = 0.799},
                       {.partition = {1, 1, 1},
                        .name = "parity",
                        .judged_by = "parity",
                        .dimension = 1,
                        .chi_square_distance = 0.0124,
                        .share = {}}};
  result.evidence.permutations = {15'556, 8'889, 8'889, 8'888, 8'889, 8'889};
  result.position_counts = {{24'445, 17'777, 17'778}, {17'777, 24'445, 17'778}, {17'778, 17'778, 24'444}};
  result.subset_counts = {24'445, 17'777, 17'778};
  result.evidence.repeats.pairs = 59'936;
  result.evidence.repeats.equal = 11'111;
  result.evidence.bet = {.share = 0.5, .hits = 17'778, .judged = 30'000};
  result.worst = {{.card = 0,
                   .position = 0,
                   .count = 24'445,
                   .expected = 20'000,
                   .ratio = 1.22225,
                   .standard_errors = 38.5}};
  result.diagnosis = diagnosis();
  result.blind_spots = {"the marked cards after the first", "shuffles more than one apart"};
  result.expected = Verdict::biased;
  return result;
}

TargetRecord inconclusive_result() {
  TargetRecord result = result_of("durstenfeld:n=3,reset=never", "durstenfeld", 3);
  result.target.reset = "never";
  result.caveat = "what a deck that is never put in order shows only now and then";
  result.verdict = Verdict::inconclusive;
  result.sentence = "Not rejected, but 600 trials bound the bias only by 0.11.";
  result.evidence.trials = 600;
  result.look = 1;
  result.alpha_at_look = 6.079271e-7;
  result.family = 12;
  result.trials_to_decide = 7.2e6;
  result.tests = {permutations_test(5.5, 0.358, -0.446, 1, false)};
  result.bias.covers = "positions";
  result.bias.tv_upper = 0.11;
  result.bias.confidence = 0.9994;
  result.evidence.permutations = {95, 106, 108, 92, 99, 100};
  result.position_counts = {{201, 200, 199}, {207, 195, 198}, {192, 205, 203}};
  return result;
}

TargetRecord invalid_result() {
  TargetRecord result = result_of("deal-hands:slip=1,n=3", "deal-hands", 3);
  result.target.options = {{"slip", "1"}};
  result.verdict = Verdict::invalid;
  result.sentence = "600 of 600 trials were no permutation of the deck, the first being 2 0 0.";
  result.evidence.trials = 600;
  result.look = 1;
  result.alpha_at_look = 6.079271e-7;
  result.family = 12;
  result.tests = {not_applied("permutations", "no valid trials")};
  result.evidence.permutations = {0, 0, 0, 0, 0, 0};
  result.position_counts = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  result.evidence.invalid_trials = 600;
  result.evidence.witnesses = {{.trial = 0, .permutation = {2, 0, 0}, .row = ""},
                               {.trial = 1, .permutation = {1, 255}, .row = ""},
                               {.trial = 2, .permutation = {}, .row = "Q♠ \"x\" <b>"}};
  result.expected = Verdict::invalid;
  return result;
}

TargetRecord failed_result() {
  TargetRecord result = result_of("pick-from-all:n=20", "pick-from-all", 20);
  result.evidence.error = "pick-from-all takes decks of 1 to 10 cards, not of 20";
  return result;
}

}  // namespace

RunRecord example_run() {
  RunRecord run;
  run.tool_version = "0.1.0";
  run.command = "fairshuffle certify --job \"caf\u00e9 \\ [1,\n2].json\" --seed 18446744073709551615";
  run.seed = 18446744073709551615U;
  run.max_trials = 1'000'000'000;
  run.tests = {"permutations", "repeats"};
  run.note = "pick-from-all:n=20 could not be run.";
  run.results = {fair_result(), biased_result(), inconclusive_result(), invalid_result(), failed_result()};
  run.controls = {fair_result()};
  run.environment.started = "2024-02-29T12:00:00Z";
  run.environment.seconds = 1.5;
  run.environment.target_seconds = {0.75, 0.25, 0.125, 0.0625, 0, 0.3125};
  run.environment.threads = 8;
  run.environment.host = "example";
  run.environment.compiler = "g++ 12.2.0";
  run.environment.vectors = "AVX2";
  run.environment.system = "Debian GNU/Linux 12";
  return run;
}

}  // namespace fairshuffle
