#include "reports/csv_report.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/permutation/permutation.hpp"
#include "core/record/findings.hpp"
#include "core/tally/positions.hpp"
#include "reports/visible_text.hpp"

namespace fairshuffle {

namespace {

// RFC 4180: what holds a comma or a quote stands in quotes, and quotes in it are doubled. Spreadsheets take
// what begins like a formula for one, but for an apostrophe before it, which says that it is text.
std::string field(std::string_view name) {
  std::string text = one_visible_line(name);
  if (text.find_first_of("=+-@") == 0) text.insert(0, 1, '\'');
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char character : text) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted += '"';
}

class Lines {
 public:
  void add(std::string_view start, std::string_view what, std::uint64_t count, double expected) {
    fmt::format_to(std::back_inserter(text_), "{},{},{},{}\n", start, what, count, expected);
    if (text_.size() > longest_csv_report) {
      throw std::length_error("csv_report: the counts take more than a gibibyte as CSV");
    }
  }

  std::string take() { return std::move(text_); }

 private:
  std::string text_ = "role,target,kind,what,count,expected\n";
};

// A line for each of the counts of a kind, of which so many are due; next_name() is asked once for each.
template <class NextName>
void add_counts(Lines& lines, const std::string& start, const TargetRecord& result, const char* kind,
                std::span<const std::uint64_t> counts, std::uint64_t due, NextName next_name) {
  if (counts.size() != due) {
    throw std::invalid_argument(fmt::format("csv_report: {} has {} counts of {}s, which should be {}",
                                            result.name, counts.size(), kind, due));
  }
  const double expected = std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(due);
  for (const std::uint64_t count : counts) lines.add(start + "," + kind, next_name(), count, expected);
}

void add_permutations(Lines& lines, const std::string& start, const TargetRecord& result) {
  const int deck_size = result.target.deck_size;
  if (result.evidence.permutations.empty()) return;
  std::vector<int> next(static_cast<std::size_t>(deck_size));
  std::iota(next.begin(), next.end(), 0);
  add_counts(lines, start, result, "permutation", result.evidence.permutations,
             deck_size > 20 ? 0 : permutation_count(deck_size), [&next] {
               std::string name = fmt::format("{}", fmt::join(next, " "));
               std::ranges::next_permutation(next);  // ranks go by lexicographic order
               return name;
             });
}

void add_positions(Lines& lines, const std::string& start, const TargetRecord& result) {
  if (result.position_counts.empty()) return;
  const auto deck_size = static_cast<std::size_t>(result.target.deck_size);
  if (result.position_counts.size() != deck_size)
    throw std::invalid_argument(fmt::format("csv_report: {} has {} positions, which should be {}",
                                            result.name, result.position_counts.size(), deck_size));
  for (std::size_t position = 0; position < deck_size; ++position) {
    add_counts(
        lines, start, result, "position", result.position_counts[position], deck_size,
        [position, card = 0]() mutable { return fmt::format("card {} at position {}", card++, position); });
  }
}

void add_subsets(Lines& lines, const std::string& start, const TargetRecord& result) {
  if (result.subset_counts.empty()) return;
  const int deck_size = result.target.deck_size, marked = result.target.marked;
  const bool possible = marked >= 1 && marked <= deck_size && deck_size <= largest_deck_size;
  std::vector<std::size_t> next(possible ? static_cast<std::size_t>(marked) : 0);
  std::iota(next.begin(), next.end(), std::size_t{0});
  add_counts(lines, start, result, "subset", result.subset_counts,
             possible ? subset_count(deck_size, marked) : 0, [&next] {
               std::string name = fmt::format("{}", fmt::join(next, " "));
               to_next_subset(next);
               return name;
             });
}

void add_bets(Lines& lines, const std::string& start, const TargetRecord& result) {
  const auto trials = static_cast<double>(result.evidence.trials - result.evidence.invalid_trials);
  for (const BetRecord& bet : result.bet_records) {
    for (const BetValue& value : bet.values) {
      lines.add(start + ",bet", field(fmt::format("{}: {}", bet.name, value.value)), value.count,
                trials * value.fair);
    }
  }
}

// The number of pairs follows from how the trials ran, so it is the one due.
void add_repeats(Lines& lines, const std::string& start, const TargetRecord& result) {
  if (result.evidence.repeats.pairs == 0) return;
  const auto pairs = static_cast<double>(result.evidence.repeats.pairs);
  double equal = pairs;
  for (int card = 2; card <= result.target.deck_size; ++card) equal /= card;  // 1/128! is 3e-216
  lines.add(start + ",repeats", "pairs", result.evidence.repeats.pairs, pairs);
  lines.add(start + ",repeats", "equal", result.evidence.repeats.equal, equal);
}

void add_result(Lines& lines, const char* role, const TargetRecord& result) {
  const std::string start = fmt::format("{},{}", role, field(shown_name(result)));
  add_permutations(lines, start, result);
  add_positions(lines, start, result);
  add_subsets(lines, start, result);
  add_bets(lines, start, result);
  add_repeats(lines, start, result);
}

}  // namespace

std::string csv_report(const RunRecord& run) {
  Lines lines;
  for (const TargetRecord& result : run.results) add_result(lines, "target", result);
  for (const TargetRecord& control : run.controls) add_result(lines, "control", control);
  return lines.take();
}

}  // namespace fairshuffle
