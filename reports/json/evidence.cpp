#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

#include "reports/json/values.hpp"

namespace fairshuffle {

namespace {

// Records that stand as a list of their numbers.

auto numbers_in(Like<EqualCounts> auto& equal) {
  return std::tie(equal.count, equal.permutations);
}
auto numbers_in(Like<PairSums> auto& sums) {
  return std::tie(sums.squares, sums.unordered_squares, sums.above);
}
auto numbers_in(Like<HitPlaces::Trials> auto& part) {
  return std::tie(part.trials, part.hits);
}
auto numbers_in(Like<HitPlaces::Blocks> auto& blocks) {
  return std::tie(blocks.blocks, blocks.hits, blocks.squares);
}

template <class Records>
Json lists_json(const Records& records) {
  Json lists = Json::array();
  for (const auto& record : records) {
    std::apply([&lists](const auto&... numbers) { lists.push_back({numbers...}); }, numbers_in(record));
  }
  return lists;
}

// Of an array as many as it has.
template <class Records>
Records records_of(const Json& lists) {
  Records records{};
  if constexpr (requires { records.resize(0); }) records.resize(lists.size());
  for (std::size_t index = 0; index < std::min(records.size(), lists.size()); ++index) {
    std::size_t next = 0;
    std::apply([&](auto&... numbers) { ((numbers = lists[index].at(next++)), ...); },
               numbers_in(records[index]));
  }
  return records;
}

Json histograms_json(const NamedHistograms& histograms) {
  Json json = Json::object();
  for (const auto& [name, histogram] : histograms) json[name] = lists_json(histogram);
  return json;
}

NamedHistograms histograms_of(const Json& json) {
  NamedHistograms histograms;
  for (const auto& [name, lists] : json.items()) histograms[name] = records_of<PermutationHistogram>(lists);
  return histograms;
}

}  // namespace

void fields(auto& json, Like<HitPlaces> auto& places) {
  json.as("by_distance", places.by_distance, lists_json, records_of);
  json.as("by_block", places.by_block, lists_json, records_of);
}

void fields(auto& json, Like<Bet> auto& bet) {
  json("share", bet.share);
  json("hits", bet.hits);
  json("judged", bet.judged);
  json.if_any("places", bet.places, bet.places.has_value());
}

void fields(auto& json, Like<RepeatCounts> auto& repeats) {
  json("pairs", repeats.pairs);
  json("equal", repeats.equal);
}

void fields(auto& json, Like<BirthdayCounts> auto& birthday) {
  json("one_in", birthday.one_in);
  json("kept", birthday.kept);
  json("distinct", birthday.distinct);
  json("again", birthday.again);
  json("distance", birthday.distance);
  json("at_distance", birthday.at_distance);
  json("repeats_at_distance", birthday.repeats_at_distance);
  json.if_any("first_repeat", birthday.first_repeat);
}

void fields(auto& json, Like<PairPositions> auto& pairs) {
  json.as("cards", pairs.cards, lists_json, records_of);
  json.as("places", pairs.places, lists_json, records_of);
}

void fields(auto& json, Like<WitnessRecord> auto& witness) {
  json("trial", witness.trial);
  json("permutation", witness.permutation);
  json.or_null("row", witness.row);
}

void fields(auto& json, Like<SuccessiveSampleEvidence> auto& sample) {
  SuccessiveSample::for_each([&json](const char* name, auto& counts) { json(name, counts); }, sample);
}

void fields(auto& json, Like<SuccessiveEvidence> auto& successive) {
  json("pairs", successive.pairs);
  SuccessiveCounts::for_each([&json](const char* name, auto& counts) { json(name, counts); }, successive);
}

void fields(auto& json, Like<MultisetEvidence> auto& multiset) {
  MultisetTables::for_each([&json](const char* name, auto& counts) { json(name, counts); }, multiset);
}

void fields(auto& json, Like<Evidence> auto& evidence) {
  json("trials", evidence.trials);
  json.if_any("error", evidence.error);
  json("permutations", evidence.permutations);
  json.as("permutation_histogram", evidence.permutation_histogram, lists_json, records_of);
  Tally::for_each(
      [&](const char* name, auto& counts) {
        if constexpr (requires { counts.has_value(); }) {
          json.as("table_histograms", evidence.table_histograms, histograms_json, histograms_of);
          json.if_any(name, counts, counts.has_value());
        } else if (name == std::string_view("bets")) {
          json.if_any(name, counts);
        } else {
          json(name, counts);
        }
      },
      evidence);
  json.if_any("pair_positions", evidence.pair_positions, evidence.pair_positions.has_value());
  json("repeats", evidence.repeats);
  json("birthday", evidence.birthday);
  json("successive", evidence.successive);
  json("bet", evidence.bet);
  json.object("invalid", [&evidence](auto& invalid) {
    invalid("count", evidence.invalid_trials);
    invalid("witnesses", evidence.witnesses);
  });
  json("unread", evidence.unread);
  json.if_any("ended_early", evidence.ended_early);
}

Json evidence_json(const Evidence& evidence) {
  return RecordWriter::written("evidence", evidence);
}

Evidence evidence_of(const Json& json) {
  Evidence evidence;
  RecordReader::read(json, evidence);
  return evidence;
}

}  // namespace fairshuffle
