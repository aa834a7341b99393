// The words and the frames that all parts of the page share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairshuffle {

/// With its sign and so many decimals: "+3.1", "-0.5"; "0.0" where nothing is left.
std::string signed_words(double value, int decimals);

/// A table of plain text; the first column heads its rows.
class HtmlTable {
 public:
  explicit HtmlTable(std::string_view caption, const std::vector<std::string>& headings);
  void row(const std::vector<std::string>& cells);
  std::string finish();

 private:
  std::string out_;
};

/// A picture with its title above, what to look at below, and its tables in a part that opens.
std::string figure(std::string_view title, std::string_view picture, std::string_view remark,
                   std::string_view tables);

}  // namespace fairshuffle
