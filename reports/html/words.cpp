#include "reports/html/words.hpp"

#include <fmt/format.h>

#include "reports/html/markup.hpp"

namespace fairshuffle {

std::string signed_words(double value, int decimals) {
  const std::string text = fmt::format("{:+.{}f}", value, decimals);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

std::string figure(std::string_view title, std::string_view picture, std::string_view remark,
                   std::string_view tables) {
  std::string out = "<section class=\"figure\">\n<h3>";
  out.append(escaped_line(title))
      .append("</h3>\n<div class=\"scroll\">\n")
      .append(picture)
      .append("</div>\n");
  if (!remark.empty()) out.append("<p class=\"remark\">").append(escaped_line(remark)).append("</p>\n");
  out.append("<details><summary>The numbers</summary>\n").append(tables).append("</details>\n</section>\n");
  return out;
}

}  // namespace fairshuffle
