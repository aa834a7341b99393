#include "harness/job/chosen_bets.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/statistics/families/family.hpp"
#include "harness/input_error.hpp"
#include "harness/job/ready_bets.hpp"
#include "harness/nearest_name.hpp"

namespace fairshuffle {

namespace {

constexpr std::size_t most_bets = 100;

[[noreturn]] void refuse_bet(std::string_view where, std::string_view text, std::string_view why) {
  throw InputError(fmt::format("{} '{}': {}", where, text, why));
}

// Names stand in reports, and between commas on the command line.
void check_name(std::string_view where, std::string_view text, std::string_view name) {
  const bool is_line = std::ranges::none_of(name, [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte < 32 || byte == 127 || letter == ',';
  });
  bool is_text = true;
  try {
    nlohmann::json(name).dump();
  } catch (const nlohmann::json::exception&) {
    is_text = false;  // bytes that are no UTF-8
  }
  if (name.empty() || name.size() > longest_bet_name || !is_line || !is_text) {
    refuse_bet(
        where, text,
        fmt::format("a bet's name is a text of 1 to {} characters without commas; give it one with name=",
                    longest_bet_name));
  }
}

std::vector<int> numbers(std::string_view where, std::string_view text, std::string_view key,
                         std::string_view value) {
  if (value.empty()) refuse_bet(where, text, fmt::format("{} is empty; name at least one", key));
  std::optional<std::vector<int>> read = numbers_of_runs(value);
  if (!read) {
    refuse_bet(where, text,
               fmt::format("expected different numbers like 0-3+7 for {}, found '{}'", key, value));
  }
  return *std::move(read);
}

int deck_size(std::string_view where, std::string_view text, std::string_view value) {
  int size = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), size);
  if (error != std::errc{} || end != value.data() + value.size() || size < 2 || size > largest_deck_size) {
    refuse_bet(where, text,
               fmt::format("expected a deck size from 2 to {} for n, found '{}'", largest_deck_size, value));
  }
  return size;
}

// Why none of the decks has the bet: what the first one says of it.
std::string why_no_deck(const NamedBet& bet, std::span<const ShownDeck> decks) {
  std::string why;
  for (const auto& [size, makeup] : decks) {
    std::string of_deck = why_no_bet(bet, size, makeup);
    if (of_deck.empty()) return "";
    if (why.empty()) why = std::move(of_deck);
  }
  return why;
}

void add_bet(std::string_view where, NamedBet bet, std::vector<NamedBet>& bets) {
  if (std::ranges::find(bets, bet) != bets.end()) return;
  if (std::ranges::find(bets, bet.name, &NamedBet::name) != bets.end()) {
    throw InputError(
        fmt::format("{}: two bets are called '{}'; give each a name of its own", where, bet.name));
  }
  if (bets.size() == most_bets) throw InputError(fmt::format("{}: more than {} bets", where, most_bets));
  bets.push_back(std::move(bet));
}

void add_ready(const BetText& wanted, std::span<const ShownDeck> decks, std::vector<NamedBet>& bets) {
  const ReadyBets* list = find_ready_bets(wanted.text);
  if (list == nullptr) {
    std::vector<std::string_view> known;
    for (const ReadyBets& ready : all_ready_bets()) known.push_back(ready.name);
    throw InputError(fmt::format("{}: unknown list of bets '{}'{}; see 'fairshuffle list bets'", wanted.where,
                                 wanted.text, did_you_mean(wanted.text, known)));
  }
  if (std::ranges::find(decks, list->deck_size, &ShownDeck::size) == decks.end()) {
    throw InputError(fmt::format("{}: {} is on decks of {} cards, and no target has so many", wanted.where,
                                 list->name, list->deck_size));
  }
  for (const std::string_view text : list->bets) add_bet(wanted.where, parse_bet(wanted.where, text), bets);
}

}  // namespace

std::vector<ShownDeck> decks_of(const RunPlan& run) {
  std::vector<ShownDeck> decks;
  for (const auto& target : run.targets) decks.push_back(deck_of(target->description()));
  return decks;
}

NamedBet parse_bet(std::string_view where, std::string_view text) {
  NamedBet bet;
  std::vector<std::string_view> keys;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view setting = rest.substr(0, comma);
    const std::size_t equals = setting.find('=');
    const std::string_view key = setting.substr(0, equals);
    if (equals == std::string_view::npos) {
      refuse_bet(
          where, text,
          fmt::format("'{}' is no setting; write cards=0-3,places=0-1,name=TEXT or poker=0-4", setting));
    }
    if (std::ranges::find(keys, key) != keys.end())
      refuse_bet(where, text, fmt::format("'{}' is given twice", key));
    keys.push_back(key);
    const std::string_view value = setting.substr(equals + 1);
    if (key == "cards") {
      bet.cards = numbers(where, text, key, value);
    } else if (key == "places" || key == "poker") {
      if (key == "poker") bet.kind = NamedBet::Kind::poker;
      bet.places = numbers(where, text, key, value);
    } else if (key == "n") {
      bet.deck_size = deck_size(where, text, value);
    } else if (key == "name") {
      check_name(where, text, value);
      bet.name = value;
    } else {
      refuse_bet(where, text,
                 fmt::format("'{}' is no setting of a bet; there are cards, places, poker, n and name", key));
    }
    if (comma == std::string_view::npos) break;
    rest = rest.substr(comma + 1);
  }
  const auto given = [&keys](std::string_view key) { return std::ranges::find(keys, key) != keys.end(); };
  const bool is_count = given("cards") && given("places"), is_poker = given("poker");
  if (is_count == is_poker || (is_poker && (given("cards") || given("places")))) {
    refuse_bet(where, text, "a bet is on cards= and places=, or on the hand in poker=");
  }
  if (bet.name.empty()) {
    // As it can be typed, but for the commas.
    bet.name = settings_text({.kind = bet.kind, .name = {}, .cards = bet.cards, .places = bet.places});
    std::ranges::replace(bet.name, ',', ' ');
    check_name(where, text, bet.name);
  }
  return bet;
}

std::string written_bet(const NamedBet& bet) {
  return fmt::format("{},name={}", settings_text(bet), bet.name);
}

std::vector<NamedBet> chosen_bets(std::span<const BetText> texts, std::span<const ShownDeck> decks) {
  std::vector<NamedBet> bets;
  for (const BetText& wanted : texts) {
    if (wanted.text.find('=') == std::string::npos) {
      add_ready(wanted, decks, bets);
      continue;
    }
    NamedBet bet = parse_bet(wanted.where, wanted.text);
    if (const std::string why = why_no_deck(bet, decks); !why.empty()) {
      refuse_bet(wanted.where, wanted.text, "it " + why);
    }
    add_bet(wanted.where, std::move(bet), bets);
  }
  return bets;
}

std::vector<std::string> bets_left_out(std::span<const NamedBet> bets, std::span<const ShownDeck> decks) {
  std::vector<std::string> sentences;
  const std::set<ShownDeck> different(decks.begin(), decks.end());
  for (const NamedBet& bet : bets) {
    for (const auto& [size, makeup] : different) {
      const std::string why = why_no_bet(bet, size, makeup);
      if (bet.deck_size > 0 || why.empty()) continue;
      sentences.push_back(
          fmt::format("the bet '{}' is not on decks of {} cards: it {}", bet.name, size, why));
    }
  }
  return sentences;
}

std::vector<BetText> typed_bets(const std::vector<std::string>& bets,
                                const std::optional<std::string>& lists) {
  std::vector<BetText> texts;
  for (const std::string& bet : bets) {
    // The name of a list, too, would read as one.
    if (bet.find('=') == std::string::npos) parse_bet("--bet", bet);
    texts.push_back({"--bet", bet});
  }
  if (!lists) return texts;
  for (std::string_view rest = *lists;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = rest.substr(0, comma);
    if (name.find('=') != std::string_view::npos) {
      refuse_bet("--bets", *lists, "takes the names of ready lists; give a bet of your own with --bet");
    }
    texts.push_back({"--bets", std::string(name)});
    if (comma == std::string_view::npos) return texts;
    rest = rest.substr(comma + 1);
  }
}

void check_bets(std::string_view where, const RunPlan& run) {
  const std::string_view family = named_bets_family.name;
  if (std::ranges::find(run.certify, family) == run.certify.end()) return;
  if (run.bets.empty()) {
    throw InputError(
        fmt::format("{}: '{}' is asked for, and no bet is named; name some with --bet or --bets{}", where,
                    family, where == "--certify" ? "" : ", or in the file as \"bets\""));
  }
  if (run.certify.size() > 1) return;
  for (const auto& target : run.targets) {
    const auto [size, makeup] = deck_of(target->description());
    if ((size < smallest_large_deck && makeup.is_plain()) || !bets_on_deck(run.bets, size, makeup).empty())
      continue;
    throw InputError(fmt::format(
        "{}: only '{}' is asked for, and no bet is on the deck of '{}'; ask for other families, too", where,
        family, target->name()));
  }
}

}  // namespace fairshuffle
