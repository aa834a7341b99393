// A whole run as a document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "core/record/findings.hpp"
#include "reports/document/document.hpp"
#include "reports/document/render.hpp"

namespace fairshuffle {

// The run record as a document, from which a terminal, Markdown and a page are rendered.

/// How much of a large run a format has room for.
struct Room {
  /// A result's row is left out where there are more than this many, those as due first; the text says how
  /// many.
  std::size_t most_rows = std::numeric_limits<std::size_t>::max();
  /// Only so many of the targets that are not fair are told of; the text says how many are not.
  std::size_t most_told = std::numeric_limits<std::size_t>::max();
  /// In bytes; a longer one is not shown.
  std::size_t longest_command = std::numeric_limits<std::size_t>::max();
};

/// What came of the run as its title, or of its target where it has one; what that is worth; a table of the
/// targets, which a page makes of their lines; what was found of each; the caveats, each once; the command
/// that makes the run again; and at the end, apart, its environment. Words may come from outside:
/// whatever they hold, no control character is left of it.
Document run_document(const RunRecord& run, const Room& room = {});

// The run record in the formats that people read.

/// As certify prints it; `next`, what to do about it, stands before the line that sums up. Targets from
/// outside have names and rows of any kind: a terminal gets nothing of them but characters that it shows.
std::string run_text(const RunRecord& run, const TerminalStyle& style,
                     const std::optional<Section>& next = {});

/// What may stand there where the run's shuffle is the caller's own code: the call that follows every path
/// of few cards. Nothing where the shuffle is invalid or there is no verdict.
std::optional<Section> how_to_prove(const RunRecord& run, const std::string& call);

/// What was found of a target in a few short lines, {"How much", "no bet on the order gains more ..."}, as
/// they stand under its verdict; none of an invalid target, and of one without a verdict.
Facts facts_found(const TargetRecord& result, const Budget& budget);

/// GitHub-flavoured Markdown, the summary of a CI step. Its tables stay below the mebibyte that GitHub takes
/// for one.
std::string run_markdown(const RunRecord& run);

/// One HTML 5 page that needs nothing beside itself: no script, nothing to fetch, a content policy that
/// forbids both. Pictures are inline SVG that is right even where style sheets are stripped. The same record
/// gives the same bytes, and all of `environment` stands at the end, apart.
std::string run_page(const RunRecord& run);

/// What GitHub Actions shows beside a change. One line for the run where it has no verdict, then one for each
/// target that is not as due: "::error" for another verdict or none, "::warning" for one that is undecided;
/// empty where there is nothing to say. Escaped as GitHub's own toolkit does: %, carriage returns and line
/// feeds, in properties also : and the comma.
std::string github_annotations(const RunRecord& run);

/// The colour of a verdict.
Tone tone_of(const TargetRecord& result);

struct TableKind {
  bool are_controls = false;
  bool verdicts_count = true;  ///< no control is wrong
};

/// A row for each target: verdict and what was expected instead, trials, total variation, smallest adjusted
/// p.
Section verdict_section(std::span<const TargetRecord> results, TableKind kind, const Room& room);

/// All of one target. `anchor` must be unique in the document.
Section target_section(const TargetRecord& result, const Budget& budget, std::string anchor);

/// What is certified of a large deck: how much the bets of each family gain at most. Nothing where there are
/// no families.
std::optional<Section> certificate_section(const TargetRecord& result, const Budget& budget);

/// How the named bets of all targets came out, one line for each bet of each. Nothing where there are none.
std::optional<Section> bets_section(std::span<const TargetRecord> results, const Budget& budget,
                                    const Room& room);

// Pictures. Each gives nothing where the record has nothing to draw.

/// Cards by positions, coloured by their distance from fair in standard errors.
std::optional<Figure> position_figure(const TargetRecord& result);

/// How often every permutation came, the most frequent first. Where fewer than five trials fall to a
/// permutation there are only chance and gaps to see, and so no figure.
std::optional<Figure> permutation_figure(const TargetRecord& result);

/// How often each number of a lottery or a deal came, against how often it is due.
std::optional<Figure> frequency_figure(const TargetRecord& result);

/// The p-values of all tests, on a logarithmic scale.
std::optional<Figure> test_figure(const TargetRecord& result);

/// The interval in which each target's total variation distance from fair lies, against the tolerance.
std::optional<Figure> bound_figure(std::span<const TargetRecord> results, double tolerance);

/// How many trials find a bias of each size, and where this run stands.
std::optional<Figure> detection_figure(const TargetRecord& result, double tolerance);

/// How often each value of a named bet came, against how often it is due. `valid_trials`: of the target.
/// `name` tells its picture from those of the target's other bets. Nothing where it has no values.
std::optional<Figure> bet_figure(const BetRecord& bet, std::uint64_t valid_trials, std::string name);

/// The shares of the bias by what it takes to see them.
std::optional<Figure> component_figure(const TargetRecord& result);

}  // namespace fairshuffle
