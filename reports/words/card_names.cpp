#include "reports/words/card_names.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/statistics/families/family.hpp"

namespace fairshuffle {

std::vector<std::string> card_names(const TargetDescription& target) {
  const auto option = [&target](std::string_view name) {
    const auto found = std::ranges::find(target.options, name, &std::pair<std::string, std::string>::first);
    return found == target.options.end() ? std::string() : found->second;
  };
  constexpr std::string_view blanks = " \t\n\v\f\r";
  std::vector<std::string> names;
  const std::string deck = option("deck");
  for (std::size_t end = 0, begin = 0; (begin = deck.find_first_not_of(blanks, end)) != std::string::npos;) {
    end = std::min(deck.find_first_of(blanks, begin), deck.size());
    const std::string word = deck.substr(begin, end - begin);
    const std::size_t kind = names.size();
    const bool several = kind < target.makeup.kinds.size() && target.makeup.kinds[kind] > 1;
    names.push_back(several ? word.substr(0, word.rfind('*')) : word);
  }
  if (names.empty() && option("base") == "1") {
    for (int card = 1; card <= target.deck_size; ++card) names.push_back(std::to_string(card));
  }
  return names;
}

std::string card_text(const TargetDescription& target, std::size_t card) {
  const std::vector<std::string> names = card_names(target);
  return fmt::format("card {}", card < names.size() ? names[card] : std::to_string(card));
}

std::string farthest_text(const TargetDescription& target, const FamilyRecord& family) {
  const std::vector<std::string> names = card_names(target);
  std::string_view member = family.farthest;
  const bool is_named = family.family == named_bets_family.name;
  if (names.empty() || is_named || member.find("card") == std::string_view::npos) return family.farthest;
  std::string text;
  while (!member.empty()) {
    std::size_t card = 0;
    const auto [end, error] = std::from_chars(member.data(), member.data() + member.size(), card);
    const bool is_card = error == std::errc{} && card < names.size();
    const std::size_t taken = is_card ? static_cast<std::size_t>(end - member.data()) : 1;
    text += is_card ? names[card] : std::string(member.substr(0, 1));
    member.remove_prefix(taken);
  }
  return text;
}

std::string foreign_word(const TargetDescription& target, std::string_view row) {
  constexpr std::string_view parting = " \t,;|[](){}'\"", cut = "...";
  const std::vector<std::string> names = card_names(target);
  const auto is_shown_otherwise = [parting](const std::string& name) {
    return name.find_first_of(parting) != std::string::npos;
  };
  const bool has_words = std::ranges::find(target.options, std::pair<std::string, std::string>(
                                                               "format", "tokens")) != target.options.end();
  // What is no text stands there with a backslash.
  if (!has_words || names.empty() || row.find('\\') != std::string_view::npos ||
      std::ranges::any_of(names, is_shown_otherwise))
    return "";
  while (true) {
    row.remove_prefix(std::min(row.find_first_not_of(parting), row.size()));
    if (row.empty()) return "";
    const std::string_view word = row.substr(0, row.find_first_of(parting));
    row.remove_prefix(word.size());
    if (!word.starts_with(cut) && !word.ends_with(cut) && std::ranges::find(names, word) == names.end())
      return std::string(word);
  }
}

}  // namespace fairshuffle
