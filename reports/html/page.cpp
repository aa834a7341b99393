#include "reports/html/page.hpp"

#include "reports/html/markup.hpp"
#include "reports/html/page_style.hpp"

namespace fairshuffle {

std::string html_page(std::string_view title, std::string_view lead, std::string_view content) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"").append(page_policy).append("\">\n");
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out.append("<title>").append(escaped(title)).append("</title>\n<style>").append(page_style);
  out.append("</style>\n</head>\n<body>\n<main>\n<h1>").append(escaped(title)).append("</h1>\n");
  out.append("<p class=\"lead\">").append(escaped(lead)).append("</p>\n").append(content);
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace fairshuffle
