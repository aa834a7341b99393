// What pictures are drawn from: plain data, all of it already computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fairshuffle {

/// A distance, 0..1, against how often something is done.
struct Curve {
  struct Point {
    std::int64_t times = 0;
    double distance = 0;
  };
  std::string times_name;     ///< what is counted: "k"
  std::string distance_name;  ///< what is measured: "total variation from uniform"
  std::vector<Point> points;  ///< one or more, each with a larger `times`
  double goal = 0;            ///< in (0, 1): the first point below it is named
  /// The value that the text is about, where it is among the points.
  std::optional<std::int64_t> chosen = std::nullopt;
  bool logarithmic = false;  ///< of the distances; one of 0 lies at the lower end
};

/// Every sequence of choices that a shuffle can make, all of them equally likely.
struct PathTree {
  struct Path {
    std::vector<std::uint64_t> draws;  ///< the values drawn, in turn
    std::vector<std::string> decks;    ///< before the first draw and after each: one more than `draws`
    std::size_t outcome = 0;           ///< which of `outcomes` the path ends in
  };
  std::vector<std::string> outcomes;  ///< all that are possible at all, and those that never come
  std::vector<Path> paths;            ///< one or more, by their draws, and all of equally many
};

/// What a card is called where these are the names of all, or there are none.
inline std::string card_called(const std::vector<std::string>& names, std::size_t card) {
  return card < names.size() ? names[card] : std::to_string(card);
}

/// Every order of a deck against its fair share.
struct OrderExcesses {
  int deck_size = 0;             ///< 2 or more
  std::vector<double> excesses;  ///< by rank, n! of them: how often the order comes, over its fair share, - 1
  double standard_error = 0;     ///< of an excess, where it was counted; 0 where it is exact
  std::vector<std::string> card_names = {};  ///< empty where cards go by number
};

/// Every card at every position against its fair share.
struct CardGrid {
  std::vector<std::vector<double>> deviations;  ///< [position][card], above 0 where it comes too often
  std::string unit;                             ///< of the deviations: "standard errors"
  std::vector<std::string> card_names = {};     ///< empty where cards go by number
};

/// How unlikely what each test found is under fairness.
struct TestBars {
  struct Bar {
    std::string name;
    double log10_p = 0;
    std::string p;  ///< in words
    bool rejected = false;
  };
  std::vector<Bar> bars;                     ///< one or more
  std::optional<double> decisive_log10_p{};  ///< at and below which one test is enough to reject fairness
};

/// Parts of a whole.
struct ShareBars {
  struct Bar {
    std::string name;
    double share = 0;  ///< an estimate: may be a little outside 0..1
  };
  std::string title;
  std::vector<Bar> bars;  ///< one or more
};

/// Where each target's total variation distance from fair lies.
struct Intervals {
  struct Interval {
    std::string name;
    std::optional<double> lower;  ///< above 0
    std::optional<double> upper;  ///< of what `lower` is about
    std::string words;
  };
  std::vector<Interval> intervals;  ///< one or more
  double tolerance = 0;
};

/// How many trials find a bias of each size.
struct Detections {
  struct Point {
    double tv = 0;
    double trials = 0;
  };
  std::vector<Point> points;  ///< one or more, by rising tv
  double tolerance = 0;
  std::uint64_t trials = 0;  ///< of this run
};

/// How often each value of a bet came, against how often it is due.
struct Chances {
  struct Value {
    std::string name;
    double fair = 0;                     ///< the probability under fairness, above 0
    double came = 0;                     ///< the share of trials
    std::optional<double> lower, upper;  ///< of its probability; both or neither
    std::string fair_words, came_words;  ///< in percent
  };
  std::string title;
  std::vector<Value> values;  ///< one or more
  /// Where a logarithmic scale begins, in (0, 1); what lies below stands there. Without it the scale is even,
  /// from 0 on.
  std::optional<double> least;
};

using PictureData = std::variant<Curve, PathTree, OrderExcesses, CardGrid, TestBars, ShareBars, Intervals,
                                 Detections, Chances>;

}  // namespace fairshuffle
