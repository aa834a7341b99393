#include "harness/report/report_words.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include <fmt/format.h>

namespace fairshuffle {

namespace {

std::string option_of(const TargetDescription& target, std::string_view name) {
  const auto found = std::ranges::find(target.options, name, &std::pair<std::string, std::string>::first);
  return found == target.options.end() ? "" : found->second;
}

// The numbers of a row of text, less the base; nothing where it has other words, or was cut short.
std::optional<std::vector<int>> cards_of(std::string_view row, int base) {
  constexpr std::string_view separators = " \t,";
  std::vector<int> cards;
  while (true) {
    const std::size_t begin = row.find_first_not_of(separators);
    if (begin == std::string_view::npos) return cards;
    row.remove_prefix(begin);
    const std::string_view word = row.substr(0, row.find_first_of(separators));
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    cards.push_back(number - base);
    row.remove_prefix(word.size());
  }
}

}  // namespace

std::vector<Contradiction> contradictions_of_rows(const TargetRecord& record) {
  std::vector<Contradiction> contradictions;
  if (option_of(record.target, "format") != "text") return contradictions;
  const int base = option_of(record.target, "base") == "1" ? 1 : 0;
  for (std::size_t index = 0; index < record.evidence.witnesses.size(); ++index) {
    const WitnessRecord& witness = record.evidence.witnesses[index];
    const auto cards = cards_of(witness.row, base);
    if (!cards || witness.order.empty() || *cards == witness.order) continue;
    contradictions.push_back({fmt::format("/evidence/invalid/witnesses/{}/order", index),
                              fmt::format("is not what the row says: '{}'", witness.row)});
  }
  return contradictions;
}

std::vector<std::size_t> firsts_of_names(std::span<const TargetRecord> results) {
  std::unordered_map<std::string_view, std::size_t> first_of;
  std::vector<std::size_t> firsts;
  for (const TargetRecord& result : results) {
    firsts.push_back(first_of.try_emplace(result.name, firsts.size()).first->second);
  }
  return firsts;
}

}  // namespace fairshuffle
