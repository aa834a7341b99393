#include "core/record/table_check.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/order/wide.hpp"
#include "core/record/count_sum.hpp"

namespace fairshuffle {

namespace {

// One table at `where`, its cells or their histogram.
class TableCheck {
 public:
  TableCheck(const TableInfo& info, int deck_size, std::uint64_t trials)
      : info_(info), deck_size_(deck_size), trials_(trials), cells_(cells_of(info, deck_size)) {}

  bool as_histogram() const { return cells_ > most_cells_in_evidence; }

  std::string contradiction(const std::vector<std::uint64_t>& cells) const {
    if (cells.size() != cells_) {
      return fmt::format("has {} counts, where a deck of {} cards has {}", with_commas(cells.size()),
                         deck_size_, with_commas(cells_));
    }
    return trials_ > most_counted ? "is of too many trials" : info_.contradiction(deck_size_, trials_, cells);
  }

  std::string contradiction(const OrderHistogram& histogram) const {
    std::uint64_t cells = 0, counted = 0, last = 0;
    for (const EqualCounts& equal : histogram) {
      if (equal.count <= last || equal.orders == 0) return "is not by ascending count, each once";
      last = equal.count;
      cells = std::min(most_counted, cells + std::min(equal.orders, most_counted));
      const Wide more = static_cast<Wide>(equal.count) * equal.orders + counted;
      counted = more > most_counted ? most_counted : static_cast<std::uint64_t>(more);
    }
    if (cells > cells_) {
      return fmt::format("has {} cells, where a deck of {} cards has {}", with_commas(cells), deck_size_,
                         with_commas(cells_));
    }
    if (trials_ > most_counted) return "is of too many trials";
    return counted == trials_
               ? ""
               : fmt::format("adds up to {}, of {} trials", with_commas(counted), with_commas(trials_));
  }

 private:
  const TableInfo& info_;
  int deck_size_;
  std::uint64_t trials_;
  std::size_t cells_;
};

}  // namespace

void check_tables(int deck_size, Tables::Of of, bool due, std::uint64_t trials, const NamedCounts& tables,
                  const NamedHistograms& histograms, const std::string& where,
                  std::vector<Contradiction>& contradictions) {
  const auto contradict = [&contradictions](std::string place, std::string sentence) {
    if (!sentence.empty()) contradictions.push_back({std::move(place), std::move(sentence)});
  };
  // Of ".../tables" it is ".../table_histograms".
  const std::string where_histograms = where.substr(0, where.size() - 1) + "_histograms";
  std::size_t known = 0, known_histograms = 0;
  for (const TableInfo* info : all_tables()) {
    if (!due || (of == Tables::Of::quotients && !info->of_quotients) || cells_of(*info, deck_size) == 0)
      continue;
    const TableCheck check(*info, deck_size, trials);
    const std::string name(info->name);
    const auto cells = tables.find(name);
    const auto histogram = histograms.find(name);
    if (check.as_histogram() && histogram != histograms.end()) {
      ++known_histograms;
      contradict(where_histograms + "/" + name, check.contradiction(histogram->second));
    } else if (!check.as_histogram() && cells != tables.end()) {
      ++known;
      contradict(where + "/" + name, check.contradiction(cells->second));
    } else if (!info->on_request) {
      contradict(where + "/" + name, "is missing");
    }
  }
  if (tables.size() > known) {
    contradict(where, fmt::format("holds {} tables, where {} are due", tables.size(), known));
  }
  if (histograms.size() > known_histograms) {
    contradict(where_histograms,
               fmt::format("holds {} tables, where {} are due", histograms.size(), known_histograms));
  }
}

void check_tables_against_positions(const std::vector<std::vector<std::uint64_t>>& positions,
                                    const NamedCounts& tables, const std::string& where,
                                    std::vector<Contradiction>& contradictions) {
  for (const TableInfo* info : all_tables()) {
    const auto found = tables.find(std::string(info->name));
    if (info->against_positions == nullptr || found == tables.end()) continue;
    std::string sentence = info->against_positions(positions, found->second);
    if (!sentence.empty()) {
      contradictions.push_back({fmt::format("{}/{}", where, info->name), std::move(sentence)});
    }
  }
}

}  // namespace fairshuffle
