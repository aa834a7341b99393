#include "reports/html/words.hpp"

#include <fmt/format.h>

#include "reports/html/markup.hpp"

namespace fairshuffle {

std::string signed_words(double value, int decimals) {
  const std::string text = fmt::format("{:+.{}f}", value, decimals);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

HtmlTable::HtmlTable(std::string_view caption, const std::vector<std::string>& headings) {
  out_ = "<div class=\"scroll\"><table class=\"numbers\">\n<caption>";
  out_.append(escaped(caption)).append("</caption>\n<thead><tr>");
  for (const std::string& heading : headings) {
    out_.append("<th scope=\"col\">").append(escaped(heading)).append("</th>");
  }
  out_ += "</tr></thead>\n<tbody>\n";
}

// HTML needs no end tags of rows and cells, and a report has thousands of them.
void HtmlTable::row(const std::vector<std::string>& cells) {
  bool is_head = true;
  out_ += "<tr>";
  for (const std::string& cell : cells) {
    out_.append(is_head ? "<th>" : "<td>").append(escaped(cell));
    is_head = false;
  }
  out_ += "\n";
}

std::string HtmlTable::finish() {
  return std::move(out_.append("</tbody></table></div>\n"));
}

std::string figure(std::string_view title, std::string_view picture, std::string_view remark,
                   std::string_view tables) {
  std::string out = "<section class=\"figure\">\n<h3>";
  out.append(escaped(title)).append("</h3>\n<div class=\"scroll\">\n").append(picture).append("</div>\n");
  out.append("<p class=\"remark\">").append(escaped(remark)).append("</p>\n");
  out.append("<details><summary>The numbers</summary>\n").append(tables).append("</details>\n</section>\n");
  return out;
}

}  // namespace fairshuffle
