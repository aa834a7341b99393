// Drawings taken apart into their words, bars and lines, and one small picture of each kind.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "reports/document/document.hpp"

namespace fairshuffle {

/// Coordinates have two decimals.
inline doctest::Approx about(double value) {
  return doctest::Approx(value).scale(1).epsilon(0.011);
}

struct Word {
  std::string text, anchor, paint;
  double x, y;
};

struct Box {
  std::string paint;
  double x, y, width, height;
  double middle() const { return x + width / 2; }
};

struct Line {
  std::string paint;
  bool is_dashed;
  double x1, y1, x2, y2;
};

/// A drawing. Colours are their classes.
struct Drawn {
  std::string description;
  double width = 0, height = 0;
  std::vector<Word> words;
  std::vector<Box> boxes;
  std::vector<Line> lines;
  std::vector<std::pair<std::string, std::string>> paths;  ///< the colour's class and the data
  std::vector<std::pair<double, double>> curve;
  std::vector<std::pair<double, double>> circles;  ///< their middles

  /// The first that says this; the test fails where there is none.
  const Word& word(const std::string& text) const;
  std::vector<Box> painted(const std::string& paint) const;
  std::vector<Line> dashed() const;
};

Drawn taken_apart(const PictureData& picture);

/// The boxes of one colour's path; one that goes up or down from a line has its height below 0 where up.
std::vector<Box> boxes_of(const Drawn& drawn, const std::string& paint);

CardGrid small_grid();
Curve riffles();
PermutationExcesses permutations_of_three();
PathTree tree_of_two();
TestBars three_tests();
ShareBars three_parts();
Intervals four_targets();
Detections decades();
Chances two_values();
Chances five_decades();

struct Kind {
  const char* name;
  PictureData picture;
};

/// All of these by their names.
std::vector<Kind> one_of_each();

/// More of each kind: scales of many decades, long names, decks too large for their numbers, values on the
/// edge of a shade.
std::vector<Kind> hard_ones();

}  // namespace fairshuffle
