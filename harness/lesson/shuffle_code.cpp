#include "harness/lesson/shuffle_code.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "harness/lesson/shuffle_headers.hpp"

namespace fairshuffle {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t depth_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

bool is_for_the_compiler(std::string_view line) {
  const std::string_view words = line.substr(depth_of(line));
  return words.starts_with("template <") || words.starts_with("#pragma") || words == "private:" ||
         words == "public:";
}

}  // namespace

std::string code_in_header(std::string_view header) {
  const std::vector<std::string_view> lines = lines_of(header);
  const auto opening = std::ranges::find_if(
      lines, [](std::string_view line) { return line.find("void operator()(") != std::string_view::npos; });
  if (opening == lines.end()) throw std::invalid_argument("code_in_header: no operator() in the header");
  // Formatted code closes a block at the depth at which it was opened.
  const std::size_t depth = depth_of(*opening);
  std::string code;
  bool in_body = true;
  for (auto line = opening + 1; line != lines.end() && *line != "};"; ++line) {
    if (in_body && depth_of(*line) == depth && *line == std::string(depth, ' ') + "}") {
      in_body = false;
      continue;
    }
    if (is_for_the_compiler(*line)) continue;
    const std::size_t taken = std::min(depth_of(*line), in_body ? depth + 2 : depth);
    code += std::string(line->substr(taken)) + "\n";
  }
  code.erase(code.find_last_not_of('\n') + 1);
  return code + "\n";
}

std::string code_of_shuffle(std::string_view name) {
  const std::string entry = ".name = \"" + std::string(name) + "\",\n";
  for (const std::string_view header : detail::shuffle_headers) {
    // Options have names too: the shuffle's own is the first one in its info.
    const std::size_t info = header.find("ShuffleInfo info{");
    const std::size_t own_name = info == std::string_view::npos ? info : header.find(".name = ", info);
    if (own_name != std::string_view::npos && header.substr(own_name).starts_with(entry)) {
      return code_in_header(header);
    }
  }
  throw std::invalid_argument("code_of_shuffle: no header holds " + std::string(name));
}

}  // namespace fairshuffle
