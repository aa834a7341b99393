#include "harness/cli/certify_options.hpp"

#include <CLI/App.hpp>

#include "harness/cli/shuffle_options.hpp"
#include "harness/cli/target_options.hpp"
#include "harness/cli/terminal_style.hpp"
#include "harness/cli/text_option.hpp"

namespace fairshuffle {

void add_output_options(CLI::App& command, CertifyArguments& options) {
  add_text_option(
      command, "--out", options.out, "DIR",
      "write the report to DIR/report.json, and drawn beside it a page, a JUnit file and Markdown");
  add_text_option(command, "--json", options.json, "FILE|-",
                  "write the report to FILE, or to standard output instead of the table");
  add_text_option(command, "--html", options.html, "FILE",
                  "write the report as a page with pictures to FILE");
  add_text_option(command, "--color", options.color, "auto|always|never", color_meaning);
  command.add_flag("--force", options.force, "replace an existing report");
  command.add_flag(
      "--github", options.github,
      "in GitHub Actions: append to the step's summary, annotate what is not as due, output the verdict");
  command.add_flag("--quiet", options.quiet, "no progress");
  command.add_flag("--verbose", options.verbose, verbose_meaning);
}

void add_plan_options(CLI::App& command, PlanOptions& options) {
  command.add_option(
      "TARGET", options.targets,
      "name[:key=value,...], as in swap-pairs:k=10,source=msvc-rand,draw=modulo; a name may hold * and ?");
  add_text_option(command, "--job", options.job, "FILE",
                  "a job file: targets with ranges, budgets and expectations");
  add_target_options(command, options.typed);
  add_text_option(command, "--n", options.deck_sizes, "N[,N...]",
                  "deck sizes of targets that give none (that of a first row, or 5)");
  add_text_option(command, "--trials", options.trials, "N", "a fixed number of trials, judged once");
  add_text_option(command, "--max-trials", options.max_trials, "N",
                  "trials at which an undecided target is inconclusive (1e9)");
  add_text_option(
      command, "--max-time", options.max_time, "TIME",
      "seconds, or minutes and hours as in 90s, 5m or 2h, after which the next whole blocks end the run: "
      "what is "
      "there is judged");
  add_text_option(command, "--children", options.children, "N",
                  "child programs that may live at once; the counts do not depend on them (16)");
  add_text_option(command, "--seed", options.seed, "S",
                  "decides every trial; drawn and printed when not given");
  add_text_option(command, "--alpha", options.alpha, "A", "false-alarm probability of the whole job (1e-6)");
  add_text_option(
      command, "--tolerance", options.tolerance, "T",
      "largest total variation distance that passes as fair (0.001; 0.01 where all targets are from "
      "outside)");
  add_text_option(command, "--confidence", options.confidence, "C",
                  "confidence of each bound on the bias (0.999)");
  add_text_option(command, "--tests", options.tests, "NAMES",
                  "only these tests, by comma; see 'fairshuffle list tests'");
  add_text_option(
      command, "--certify", options.certify, "NAMES",
      "bets that the tolerance is asked of, by comma, in decks of 13 cards and more (cards,pairs-order); see "
      "'fairshuffle list families'");
  command
      .add_option("--bet", options.bets,
                  "a bet to watch: how many of the cards lie in the places, as in "
                  "cards=0-3+7,places=0-6,name=TEXT, or the category of a five-card hand, as in poker=0-4")
      ->option_text("BET")
      ->allow_extra_args(false);
  add_text_option(command, "--bets", options.ready_bets, "LISTS",
                  "ready lists of bets, by comma; see 'fairshuffle list bets'");
  add_text_option(
      command, "--slots", options.slots, "N",
      "slots for orders that come again, of each target of 11 cards and more: a power of two like 2^22 "
      "(2^20, fewer for many targets)");
  command.add_flag("--pairs", options.pairs,
                   "count where any two cards lie, in decks of 13 cards and more; tells the memory it takes");
  command.add_flag("--controls", options.controls,
                   "run a fair and two biased shuffles beside; they must come out so");
  add_shuffle_options(command, options.settings);
}

}  // namespace fairshuffle
