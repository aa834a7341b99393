// How far the shards of a run are, by the files of them that are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/counts/counts_file.hpp"

namespace fairshuffle {

class ShardRounds {
 public:
  /// A file; what is of no shard, or of one that was given before, is passed over.
  void add(const CountsHead& head);
  /// On standard output, each round of shards by itself.
  void show() const;

 private:
  // The shards of one run that start and end at the same looks.
  struct Round {
    std::string plan;
    std::string from;
    std::uint64_t shards = 1;
    int last_look = 1;

    // Some C++ libraries have no <=> of texts.
    bool operator<(const Round& other) const;
  };
  // What the files tell of them.
  struct State {
    std::set<std::uint64_t> here;
    std::size_t whole = 0;
    std::uint64_t trials = 0, trials_at_end = 0;
    double seconds_left = 0;  // of the one that takes longest
    bool is_pace_known = true;
    int counted_look = 0;  // that all have
    std::vector<std::string> undecided;
  };
  static void show(const Round& round, const State& state);

  std::map<Round, State> rounds_;
};

}  // namespace fairshuffle
