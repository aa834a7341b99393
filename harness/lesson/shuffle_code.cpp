#include "harness/lesson/shuffle_code.hpp"

#include <algorithm>
#include <cctype>
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

// Pieces stand apart by an empty line: the body, and the functions that it calls.
std::vector<std::string_view> pieces_of(std::string_view code) {
  std::vector<std::string_view> pieces;
  while (!code.empty()) {
    const std::size_t end = std::min(code.find("\n\n"), code.size());
    pieces.push_back(code.substr(0, std::min(end + 1, code.size())));
    code.remove_prefix(std::min(end + 2, code.size()));
  }
  return pieces;
}

// The statement of the case: "merge_sort(deck, 0, deck.size());". Nothing where the body is no such switch.
std::string_view chosen_statement(std::string_view body, std::string_view choice) {
  constexpr std::string_view returned = "return ";
  if (!body.starts_with("switch (")) return {};
  std::string word(choice);
  std::ranges::replace(word, '-', '_');
  std::size_t label = body.find("case " + word + ":\n");
  if (label == std::string_view::npos) label = body.find("default:\n");
  if (label == std::string_view::npos) return {};
  body.remove_prefix(body.find('\n', label) + 1);
  body.remove_prefix(depth_of(body));
  if (body.starts_with(returned)) body.remove_prefix(returned.size());
  return body.substr(0, body.find('\n') + 1);
}

// The name before the first bracket of a function that follows its comment, "merge_sort".
std::string_view function_name(std::string_view piece) {
  for (const std::string_view line : lines_of(piece)) {
    if (line.starts_with("//")) continue;
    const std::string_view head = line.substr(0, line.find('('));
    return head.substr(head.rfind(' ') + 1);
  }
  return {};
}

bool calls(std::string_view code, std::string_view function) {
  const std::string call = std::string(function) + "(";
  for (std::size_t at = code.find(call); at != std::string_view::npos; at = code.find(call, at + 1)) {
    // "insertion_sort(" is in "php_insertion_sort(", too.
    if (at == 0 || (std::isalnum(static_cast<unsigned char>(code[at - 1])) == 0 && code[at - 1] != '_')) {
      return true;
    }
  }
  return false;
}

bool is_for_the_compiler(std::string_view line) {
  const std::string_view words = line.substr(depth_of(line));
  return words.starts_with("template <") || words.starts_with("#pragma") || words == "private:" ||
         words == "public:";
}

}  // namespace

std::string code_that_runs(std::string_view code, std::string_view choice) {
  const std::vector<std::string_view> pieces = pieces_of(code);
  const std::string_view statement = chosen_statement(code, choice);
  if (statement.empty()) return std::string(code);
  std::string runs(statement);
  for (auto function = pieces.begin() + 1; function != pieces.end(); ++function) {
    if (calls(runs, function_name(*function))) runs.append("\n").append(*function);
  }
  return runs;
}

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
