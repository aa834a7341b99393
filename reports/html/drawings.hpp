// Pictures drawn from plain data, alike in reports and lessons: inline SVG, one file for each kind.
#pragma once

#include <string>
#include <string_view>

#include "reports/document/picture_data.hpp"

namespace fairshuffle {

/// One picture with its title and description. `id` must be unique in the page.
std::string drawing(const Curve& curve, std::string_view id);
std::string drawing(const PathTree& tree, std::string_view id);
/// Where there are more orders than pixels, each column of pixels reaches to the farthest order in it, so
/// that a single outlier shows.
std::string drawing(const OrderExcesses& orders, std::string_view id);
std::string drawing(const CardGrid& grid, std::string_view id);
std::string drawing(const TestBars& tests, std::string_view id);
std::string drawing(const ShareBars& shares, std::string_view id);
std::string drawing(const Intervals& all, std::string_view id);
std::string drawing(const Detections& detections, std::string_view id);
std::string drawing(const Chances& chances, std::string_view id);

}  // namespace fairshuffle
