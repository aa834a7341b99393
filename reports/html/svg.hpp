// A small writer of pictures: inline SVG by presentation attributes only.
//
// A page's policy may strip every style sheet; then the attributes, meant for a white ground, are what is
// seen. The classes beside them let a style sheet give other colours on a dark ground.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reports/document/document.hpp"

namespace fairshuffle {

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

/// `words`, or their beginning and "..." where they are wider than `most` lower-case letters. Characters are
/// taken for one or two letters wide, so that words of any script keep within about that width.
std::string shortened(std::string_view words, std::size_t most);

}  // namespace fairshuffle
