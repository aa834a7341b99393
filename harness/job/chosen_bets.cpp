#include "harness/job/chosen_bets.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/permutation/permutation.hpp"
#include "core/statistics/families/family_bounds.hpp"
#include "core/statistics/numbers.hpp"
#include "core/statistics/permutations.hpp"
#include "harness/job/plan_options.hpp"
#include "harness/typed_words.hpp"
#include "harness/whole_file.hpp"

namespace fairshuffle {

namespace {

// Card c has the rank c % 13, 0 being the ace, and the suit c / 13.
constexpr std::string_view poker[]{
    "cards=0+13+26+39,places=0-1,n=52,name=aces in the hole",
    "cards=0+13+26+39,places=2-4,n=52,name=aces on the flop",
    "cards=0-12,places=0-6,n=52,name=one suit in seven cards",
    "poker=0-4,n=52,name=the top five",
};
constexpr std::string_view bridge[]{
    "cards=0+13+26+39,places=0-12,n=52,name=aces of hand 1",
    "cards=0+13+26+39,places=13-25,n=52,name=aces of hand 2",
    "cards=0+13+26+39,places=26-38,n=52,name=aces of hand 3",
    "cards=0+13+26+39,places=39-51,n=52,name=aces of hand 4",
    "cards=0-12,places=0-12,n=52,name=first suit of hand 1",
    "cards=0-12,places=13-25,n=52,name=first suit of hand 2",
    "cards=0-12,places=26-38,n=52,name=first suit of hand 3",
    "cards=0-12,places=39-51,n=52,name=first suit of hand 4",
};
constexpr std::string_view landlord[]{
    "cards=52-53,places=0-16,n=54,name=jokers of hand 1",
    "cards=52-53,places=17-33,n=54,name=jokers of hand 2",
    "cards=52-53,places=34-50,n=54,name=jokers of hand 3",
    "cards=52-53,places=51-53,n=54,name=jokers of the three over",
    "cards=0-3,places=0-16,n=54,name=a four of hand 1",
    "cards=0-3,places=17-33,n=54,name=a four of hand 2",
    "cards=0-3,places=34-50,n=54,name=a four of hand 3",
};
constexpr std::string_view minesweeper[]{
    "cards=0-9,places=27,n=64,name=a mine under the first click",
    "cards=0-9,places=18-20+26-28+34-36,n=64,name=mines around a click in the middle",
    "cards=0-9,places=0-1+8-9,n=64,name=mines around a click in the corner",
    "cards=0-9,places=0-7,n=64,name=mines of the first row",
};

constexpr std::array registered{
    ReadyBets{"poker",
              "aces in the hole and on the flop, one suit in seven cards, the top five; card c is rank c % "
              "13 of suit c / 13, 0 the ace; two in the hole, then the flop",
              52, poker},
    ReadyBets{"bridge", "aces and a suit of each of four hands of 13, dealt in blocks; cards as in poker", 52,
              bridge},
    ReadyBets{"landlord",
              "jokers (cards 52, 53) and the four cards 0 to 3 of three hands of 17, dealt in blocks, and of "
              "the three over",
              54, landlord},
    ReadyBets{"minesweeper",
              "mines (cards 0 to 9) under and around the first click on a field of 8 by 8, row by row", 64,
              minesweeper},
};

constexpr std::size_t most_bets = 100;

[[noreturn]] void refuse_bet(std::string_view where, std::string_view text, std::string_view why) {
  throw InputError("{} '{}': {}", where, text, why);
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
  for (const auto& [size, multiset] : decks) {
    std::string of_deck = why_no_bet(bet, size, multiset);
    if (of_deck.empty()) return "";
    if (why.empty()) why = std::move(of_deck);
  }
  return why;
}

void add_bet(std::string_view where, NamedBet bet, std::vector<NamedBet>& bets) {
  if (std::ranges::find(bets, bet) != bets.end()) return;
  if (std::ranges::find(bets, bet.name, &NamedBet::name) != bets.end()) {
    throw InputError("{}: two bets are called '{}'; give each a name of its own", where, bet.name);
  }
  if (bets.size() == most_bets) throw InputError("{}: more than {} bets", where, most_bets);
  bets.push_back(std::move(bet));
}

void add_ready(const BetText& wanted, std::span<const ShownDeck> decks, std::vector<NamedBet>& bets) {
  const ReadyBets* list = find_ready_bets(wanted.text);
  if (list == nullptr) {
    std::vector<std::string_view> known;
    for (const ReadyBets& ready : all_ready_bets()) known.push_back(ready.name);
    throw InputError("{}: unknown list of bets '{}'{}; see 'fairshuffle list bets'", wanted.where,
                     wanted.text, did_you_mean(wanted.text, known));
  }
  if (std::ranges::find(decks, list->deck_size, &ShownDeck::size) == decks.end()) {
    throw InputError("{}: {} is on decks of {} cards, and no target has so many", wanted.where, list->name,
                     list->deck_size);
  }
  for (const std::string_view text : list->bets) add_bet(wanted.where, parse_bet(wanted.where, text), bets);
}

[[noreturn]] void refuse_unknown(std::string_view where, std::string_view name) {
  std::vector<std::string_view> known;
  for (const BetFamily& family : families_to_certify()) known.push_back(family.name);
  throw InputError("{}: unknown bet family '{}'{}; see 'fairshuffle list families'", where, name,
                   did_you_mean(name, known));
}

// Whole, of different cards.
bool has_deck_of(int smallest, int largest, const RunPlan& run) {
  return std::ranges::any_of(run.targets, [=](const auto& target) {
    const auto [size, multiset] = deck_of(target->description());
    return size >= smallest && size <= largest && multiset.is_plain();
  });
}

// Why a test that was asked for cannot be put to the target.
[[noreturn]] void refuse(const TestInfo& test, const Target& target, const RunPlan& run) {
  const int deck_size = target.description().deck_size;
  const Multiset& multiset = target.description().multiset;
  if (!test.of_multiset(multiset, deck_size)) {
    throw InputError(
        "--tests: {} is no test of a deck that is made up like that of '{}'; see 'fairshuffle list tests'",
        test.name, target.name());
  }
  const bool counted = run.counting_of(deck_size, multiset).has_value();
  if (test.needs_counted_permutations && !counted && deck_size <= test.largest_deck) {
    throw InputError(
        "--tests: {} takes a deck of {} cards only in runs of {} trials or more, so not '{}'; raise "
        "--max-trials (or --trials), or --tolerance",
        test.name, deck_size,
        with_commas(
            fewest_trials_to_certify_permutations(deck_size, run.budget.tolerance, run.budget.confidence)),
        target.name());
  }
  if (test.needs_bets && bets_on_deck(run.bets, deck_size, multiset).empty()) {
    throw InputError(
        "--tests: {} takes decks that a bet is named on, so not '{}'; name one with --bet or --bets",
        test.name, target.name());
  }
  if (test.needs_pairs && !run.pairs && deck_size >= test.smallest_deck) {
    throw InputError("--tests: {} takes runs that count pairs; add --pairs", test.name);
  }
  if (test.needs_table != nullptr && deck_size >= test.smallest_deck) {
    throw InputError("--tests: {} takes runs that certify the bet family of that name; add --certify {}",
                     test.name, test.name);
  }
  throw InputError("--tests: {} takes decks of {} to {} cards{}, so not '{}'", test.name, test.smallest_deck,
                   test.largest_deck, test.needs_marked_cards ? " of which some are marked" : "",
                   target.name());
}

}  // namespace

std::span<const ReadyBets> all_ready_bets() {
  return registered;
}

const ReadyBets* find_ready_bets(std::string_view name) {
  const auto found = std::ranges::find(registered, name, &ReadyBets::name);
  return found == registered.end() ? nullptr : &*found;
}

std::vector<ShownDeck> decks_of(const RunPlan& run) {
  std::vector<ShownDeck> decks;
  for (const auto& target : run.targets) decks.push_back(deck_of(target->description()));
  return decks;
}

NamedBet parse_bet(std::string_view where, std::string_view text) {
  NamedBet bet;
  std::vector<std::string_view> keys;
  for (const std::string_view setting : at_commas(text)) {
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
    for (const auto& [size, multiset] : different) {
      const std::string why = why_no_bet(bet, size, multiset);
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
  for (const std::string_view name : at_commas(*lists)) {
    if (name.find('=') != std::string_view::npos) {
      refuse_bet("--bets", *lists, "takes the names of ready lists; give a bet of your own with --bet");
    }
    texts.push_back({"--bets", std::string(name)});
  }
  return texts;
}

void check_bets(std::string_view where, const RunPlan& run) {
  const std::string_view family = named_bets_family.name;
  if (std::ranges::find(run.certify, family) == run.certify.end()) return;
  if (run.bets.empty()) {
    throw InputError("{}: '{}' is asked for, and no bet is named; name some with --bet or --bets{}", where,
                     family, where == "--certify" ? "" : ", or in the file as \"bets\"");
  }
  if (run.certify.size() > 1) return;
  for (const auto& target : run.targets) {
    const auto [size, multiset] = deck_of(target->description());
    if ((size < smallest_large_deck && multiset.is_plain()) ||
        !bets_on_deck(run.bets, size, multiset).empty())
      continue;
    throw InputError(
        "{}: only '{}' is asked for, and no bet is on the deck of '{}'; ask for other families, too", where,
        family, target->name());
  }
}

std::vector<std::string> chosen_families(const std::optional<std::string>& names, std::string_view where) {
  if (!names) return RunSettings{}.certify;
  std::set<std::string_view> chosen;
  for (const std::string_view name : at_commas(*names)) {
    if (find_family_to_certify(name) == nullptr) refuse_unknown(where, name);
    chosen.insert(name);
  }
  std::vector<std::string> families;
  for (const BetFamily& family : families_to_certify()) {
    if (chosen.contains(family.name)) families.emplace_back(family.name);
  }
  return families;
}

bool chosen_pairs(bool wanted, std::string_view where, const RunPlan& run) {
  if (!wanted && !asked_by(run.certify).pairs) return false;
  // Cards that look alike, or that nobody sees, lie in no places of their own.
  if (!has_deck_of(smallest_large_deck, largest_byte_deck, run)) {
    throw InputError(
        "{}: pairs are counted of whole decks of {} to {} different cards, and no target is of one", where,
        smallest_large_deck, largest_byte_deck);
  }
  if (run.max_trials > PairPositions::max_trials) {
    throw InputError(
        "{}: pairs are counted of at most {} trials a target, and this run may take {}; lower --max-trials "
        "(or --trials)",
        where, with_commas(PairPositions::max_trials), with_commas(run.max_trials));
  }
  return true;
}

void check_slots(const RunPlan& run) {
  if (run.targets_keeping_permutations() > 0) return;
  throw InputError(
      "--slots: permutations that come again are kept of decks of {} cards and more, and no target has so "
      "many, or all of its permutations are counted",
      largest_counted_deck_size + 1);
}

void check_families(const RunPlan& run) {
  for (const std::string& name : run.certify) {
    const BetFamily* family = find_family(name);
    if (family == nullptr) continue;
    for (const auto& target : run.targets) {
      const int deck_size = target->description().deck_size;
      if (deck_size <= family->largest_deck) continue;
      throw InputError("--certify: {} is of decks of up to {} cards, and {} has {}", name,
                       family->largest_deck, target->name(), deck_size);
    }
  }
  if (has_deck_of(smallest_large_deck, largest_deck_size, run)) return;
  const auto family =
      std::ranges::find_if(run.certify, [](const std::string& name) { return find_family(name) != nullptr; });
  const bool some_are_dealt = std::ranges::any_of(
      run.targets, [](const auto& target) { return !target->description().multiset.is_plain(); });
  // Named bets are of such decks, too.
  if (some_are_dealt && family == run.certify.end()) return;
  throw InputError(
      "--certify: {} is of whole decks of {} cards and more, all different, and no target is of one; of "
      "smaller "
      "decks the whole order is certified, and of equal cards and deals all that can be told apart",
      family == run.certify.end() ? named_bets_family.name : *family, smallest_large_deck);
}

std::vector<std::string> chosen_tests(const std::optional<std::string>& names) {
  std::vector<std::string_view> known;
  for (const auto& of_a_deck : {all_tests(), multiset_tests()}) {
    for (const TestInfo& test : of_a_deck) known.push_back(test.name);
  }
  if (!names) return {known.begin(), known.end()};
  std::vector<std::string> tests;
  for (const std::string_view name : at_commas(*names)) {
    const TestInfo* test = find_test(name);
    if (test == nullptr) test = find_renamed_test(name);
    if (test == nullptr) {
      throw InputError("--tests: unknown test '{}'{}; see 'fairshuffle list tests'", name,
                       did_you_mean(name, known));
    }
    if (std::ranges::find(tests, test->name) == tests.end()) tests.emplace_back(test->name);
  }
  return tests;
}

void check_tests(const PlanOptions& options, const RunPlan& run) {
  for (const auto& target : run.targets) {
    const TargetDescription& description = target->description();
    const bool counted = run.counting_of(description.deck_size, description.multiset).has_value();
    const std::uint64_t of_bets = hypotheses_of_bets(
        bets_on_deck(run.bets, description.deck_size, description.multiset), description.deck_size);
    for (const std::string& name : run.tests) {
      const TestInfo& test = *find_test(name);
      if (!fits(test, {description.deck_size, description.marked, counted, of_bets, run.pairs,
                       asked_by(run.certify).tables, description.multiset}))
        refuse(test, *target, run);
    }
    const bool may_end = !counted || std::ranges::find(run.tests, "permutations") != run.tests.end();
    if (!may_end && !options.trials && !options.max_trials) {
      throw InputError(
          "--tests {}: only the test of permutations can certify '{}'; add it, or limit the run with "
          "--trials or --max-trials",
          *options.tests, target->name());
    }
  }
}

}  // namespace fairshuffle
