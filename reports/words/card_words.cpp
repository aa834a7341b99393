#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/permutation/permutation.hpp"
#include "core/permutation/standard_deck.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "reports/words/words.hpp"

namespace fairshuffle {

std::string option_of(const TargetDescription& target, std::string_view name) {
  const auto found = std::ranges::find(target.options, name, &std::pair<std::string, std::string>::first);
  return found == target.options.end() ? std::string() : found->second;
}

std::vector<std::string> card_names(const TargetDescription& target) {
  constexpr std::string_view blanks = " \t\n\v\f\r";
  std::vector<std::string> names;
  const std::string deck = option_of(target, "deck");
  if (deck == name_of_standard_deck) return standard_deck();
  for (std::size_t end = 0, begin = 0; (begin = deck.find_first_not_of(blanks, end)) != std::string::npos;) {
    end = std::min(deck.find_first_of(blanks, begin), deck.size());
    const std::string word = deck.substr(begin, end - begin);
    const std::size_t kind = names.size();
    const bool several = kind < target.multiset.kinds.size() && target.multiset.kinds[kind] > 1;
    names.push_back(several ? word.substr(0, word.rfind('*')) : word);
  }
  if (names.empty() && option_of(target, "base") == "1") {
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

std::string multiset_words(const TargetDescription& target) {
  const Multiset& multiset = target.multiset;
  if (multiset.is_deal()) {
    return fmt::format("{} of them dealt, {}", multiset.dealt,
                       multiset.unordered ? "in any order" : "one after the other");
  }
  std::vector<std::string> equal;
  for (const int size : multiset.kinds) {
    if (size > 1) equal.push_back(std::to_string(size));
  }
  return equal.empty() ? "" : fmt::format("{} of them equal", told(std::move(equal)));
}

std::string told(std::vector<std::string> items, std::size_t all, const char* last_word) {
  constexpr std::size_t most_told = 3;
  if (items.empty()) return "";
  if (items.size() > most_told) items.resize(most_told);
  if (all > items.size()) items.push_back(fmt::format("{} more", all - items.size()));
  if (items.size() == 1) return items.front();
  const std::string last = std::move(items.back());
  items.pop_back();
  return fmt::format("{} {} {}", fmt::join(items, ", "), last_word, last);
}

std::string told(std::vector<std::string> items) {
  const std::size_t all = items.size();
  return told(std::move(items), all, "and");
}

void add_to(Together& together, std::string_view text, const std::string& name) {
  auto found = std::ranges::find(together, text, &Together::value_type::first);
  if (found == together.end()) found = together.insert(found, {std::string(text), {}});
  if (std::ranges::find(found->second, name) == found->second.end()) found->second.push_back(name);
}

namespace {

// The first word of a row, as it is shown of an invalid trial, that names no card; empty where there is none,
// or where that can't be seen: cards have no words, or such as no row shows as they are.
std::string foreign_word(const TargetDescription& target, std::string_view row) {
  constexpr std::string_view parting = " \t,;|[](){}'\"", cut = "...";
  const std::vector<std::string> names = card_names(target);
  const auto is_shown_otherwise = [parting](const std::string& name) {
    return name.find_first_of(parting) != std::string::npos;
  };
  // What is no text stands there with a backslash.
  if (option_of(target, "format") != "tokens" || names.empty() || row.find('\\') != std::string_view::npos ||
      std::ranges::any_of(names, is_shown_otherwise))
    return "";
  while (true) {
    row.remove_prefix(std::min(row.find_first_not_of(parting), row.size()));
    if (row.empty()) return "";
    const std::string_view word = row.substr(0, row.find_first_of(parting));
    row.remove_prefix(word.size());
    const bool is_known = std::ranges::find(names, word) != names.end() ||
                          (option_of(target, "deck") == name_of_standard_deck && standard_card(word));
    if (!word.starts_with(cut) && !word.ends_with(cut) && !is_known) return std::string(word);
  }
}

// Of a row that has more cards of a kind than the deck: the first such kind. A kind's cards have successive
// numbers, and its word stands for all of them.
std::string one_too_many(const TargetDescription& target, std::span<const int> cards) {
  int first = 0;
  for (std::size_t kind = 0; kind < target.multiset.kinds.size(); ++kind) {
    const int due = target.multiset.kinds[kind], end = first + due;
    const auto there = std::ranges::count_if(cards, [&](int card) { return first <= card && card < end; });
    if (there > due) {
      const std::vector<std::string> names = card_names(target);
      return fmt::format("; this one has {} {} times",
                         kind < names.size() ? names[kind] : card_text(target, kind), there);
    }
    first = end;
  }
  return "";
}

// What a row of a multiset deck is to hold, without its end, and what this one has too often.
std::string multiset_row_advice(const TargetDescription& target, std::span<const int> cards) {
  const Multiset& multiset = target.multiset;
  if (multiset.is_deal()) {
    // Numbers from 1 on have the deck's size among them, which those from 0 on have not, and never 0.
    const bool may_be_one_off = option_of(target, "base") == "0" && !cards.empty() &&
                                std::ranges::min(cards) > 0 && std::ranges::max(cards) == target.deck_size;
    return fmt::format("A row holds {} different cards of the {}{}", multiset.dealt, target.deck_size,
                       may_be_one_off ? "; numbers that begin with 1 are declared by --base 1" : "");
  }
  return fmt::format("A row holds all cards of the deck: {}{}", option_of(target, "deck"),
                     one_too_many(target, cards));
}

}  // namespace

std::string row_advice(const TargetDescription& target, std::vector<int> cards, std::string_view row) {
  const std::string foreign = foreign_word(target, row);
  const std::string named = foreign.empty() ? "" : fmt::format("; {} is none of them", foreign);
  if (!target.multiset.is_plain()) return fmt::format("{}{}.", multiset_row_advice(target, cards), named);
  if (option_of(target, "format") == "tokens")
    return fmt::format("A row holds each word of the deck once{}.", named);
  const int base = option_of(target, "base") == "1" ? 1 : 0;
  std::ranges::sort(cards);
  bool is_one_off = base == 0 && static_cast<int>(cards.size()) == target.deck_size;
  for (int card = 0; is_one_off && card < target.deck_size; ++card) {
    is_one_off = cards[static_cast<std::size_t>(card)] == card + 1;
  }
  return fmt::format("A row holds each of {} to {} once{}.", base, base + target.deck_size - 1,
                     is_one_off ? "; these begin with 1, which --base 1 declares" : "");
}

}  // namespace fairshuffle
