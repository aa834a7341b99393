// The document as an HTML page, and its pictures.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reports/document/document.hpp"

namespace fairshuffle {

// The words that all parts of the page share.

/// With its sign and so many decimals: "+3.1", "-0.5"; "0.0" where nothing is left.
std::string signed_words(double value, int decimals);

// Text and numbers inside HTML and SVG.

/// `text` so that a browser shows it and reads no markup in it, in content and in quoted attributes. What
/// HTML does not allow, such as control characters, is made visible as visible_lines does.
std::string escaped(std::string_view text);

/// The same of words that are no lines, such as those of a picture: all on one, as one_visible_line has it.
std::string escaped_line(std::string_view text);

/// The same with places at which a line may end without a style sheet that says so: after the signs that part
/// names and paths, and within words that are longer than any of ours.
std::string escaped_with_breaks(std::string_view text);

/// A length or coordinate with at most two decimals, which is finer than any screen: 2.5 -> "2.5".
/// Throws std::invalid_argument when it is not finite.
std::string coordinate(double value);

// A small writer of pictures: inline SVG by presentation attributes only.
//
// A page's policy may strip every style sheet; then the attributes, meant for a white ground, are what is
// seen. The classes beside them let a style sheet give other colours on a dark ground.

/// A colour by what it says: its class in the style sheet, and its value on a white ground.
struct Paint {
  std::string_view class_name;
  std::string_view on_white;
};

namespace paint {
inline constexpr Paint ink{"ink", "#1d2329"};      ///< words that matter
inline constexpr Paint faint{"faint", "#5d6772"};  ///< words beside
inline constexpr Paint grid{"grid", "#dfe2e5"};
inline constexpr Paint panel{"panel", "#eceeec"};  ///< what fair shuffles would fill
inline constexpr Paint calm{"calm", "#3b7dbd"};    ///< nothing wrong
inline constexpr Paint alarm{"alarm", "#c2570c"};  ///< too often; fairness rejected
inline constexpr Paint mark{"mark", "#1d2329"};    ///< a line not to be crossed
}  // namespace paint

struct Dot {
  double x, y;
};

enum class Anchor { start, middle, end };

/// A picture that says what it is to those who do not see it. Coordinates from the upper left, in pixels.
class Picture {
 public:
  /// `id` must be unique in the page.
  Picture(double width, double height, std::string_view id, std::string_view title,
          std::string_view description);

  void rectangle(double x, double y, double width, double height, const Paint& fill);
  void line(double x1, double y1, double x2, double y2, const Paint& stroke, bool dashed = false);
  void circle(double x, double y, double radius, const Paint& fill);
  /// A line of two pixels through the points.
  void curve(std::span<const Dot> points, const Paint& stroke);
  /// `data` in SVG's path language, as drawn by the caller.
  void path(std::string_view data, const Paint& fill);
  /// y is the base line.
  void text(double x, double y, Anchor anchor, std::string_view words, const Paint& fill, bool bold = false);

  /// The whole element. Nothing may be added after it.
  std::string finish();

 private:
  std::string out_;
};

/// A bar for a cell of a table, as long as its `share`, 0..1, of the whole; `mark` is the share at which a
/// line is drawn. It says nothing that the number beside it does not, so nobody is read anything of it.
std::string bar(double share, const std::optional<double>& mark);

/// The bar of a page's line, which says nothing either that the numbers beside it do not.
std::string bar_piece(const LineBar& piece);

/// The scale of such bars, a logarithmic one: from 0.001 to 100 points.
std::string bar_scale();

/// `words`, or their beginning and "..." where they are wider than `most` lower-case letters. Characters are
/// taken for one or two letters wide, so that words of any script keep within about that width.
std::string shortened(std::string_view words, std::size_t most);

// Pictures drawn from plain data, alike in reports and lessons: inline SVG, one file for each kind.

/// One picture with its title and description. `id` must be unique in the page.
std::string drawing(const Curve& curve, std::string_view id);
std::string drawing(const PathTree& tree, std::string_view id);
/// Where there are more permutations than pixels, each column of pixels reaches to the farthest permutation
/// in it, so that a single outlier shows.
std::string drawing(const PermutationExcesses& permutations, std::string_view id);
std::string drawing(const CardGrid& grid, std::string_view id);
std::string drawing(const TestBars& tests, std::string_view id);
std::string drawing(const ShareBars& shares, std::string_view id);
std::string drawing(const Intervals& all, std::string_view id);
std::string drawing(const Detections& detections, std::string_view id);
std::string drawing(const Chances& chances, std::string_view id);

}  // namespace fairshuffle
