#include "core/record/table_check.hpp"

#include <fmt/format.h>

#include "core/order/number_text.hpp"
#include "core/record/count_sum.hpp"

namespace fairshuffle {

void check_tables(int deck_size, Tables::Of of, bool due, std::uint64_t trials, const NamedCounts& tables,
                  const std::string& where, std::vector<Contradiction>& contradictions) {
  std::size_t known = 0;
  if (due) {
    const Tables empty(deck_size, of);
    for (const Tables::Table& table : empty.all()) {
      const std::string of_table = fmt::format("{}/{}", where, table.info->name);
      const auto found = tables.find(std::string(table.info->name));
      if (found == tables.end()) {
        contradictions.push_back({of_table, "is missing"});
        continue;
      }
      ++known;
      if (found->second.size() != table.cells.size()) {
        contradictions.push_back({of_table, fmt::format("has {} counts, where a deck of {} cards has {}",
                                                        with_commas(found->second.size()), deck_size,
                                                        with_commas(table.cells.size()))});
        continue;
      }
      std::string sentence = trials > most_counted
                                 ? "is of too many trials"
                                 : table.info->contradiction(deck_size, trials, found->second);
      if (!sentence.empty()) contradictions.push_back({of_table, std::move(sentence)});
    }
  }
  if (tables.size() > known) {
    contradictions.push_back({where, fmt::format("holds {} tables, where {} are due", tables.size(), known)});
  }
}

}  // namespace fairshuffle
