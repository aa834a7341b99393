#include "reports/html/svg.hpp"

#include <algorithm>
#include <utility>

#include "reports/html/markup.hpp"

namespace fairshuffle {

namespace {

void add(std::string& out, std::string_view name, double value) {
  out.append(" ").append(name).append("=\"").append(coordinate(value)).append("\"");
}

void add(std::string& out, std::string_view attribute, const Paint& paint) {
  out.append(" class=\"").append(attribute).append("-").append(paint.class_name).append("\" ");
  out.append(attribute).append("=\"").append(paint.on_white).append("\"");
}

void add_rectangle(std::string& out, double x, double y, double width, double height, const Paint& fill) {
  out += "<rect";
  add(out, "x", x);
  add(out, "y", y);
  add(out, "width", width);
  add(out, "height", height);
  add(out, "fill", fill);
  out += "/>";
}

// Capitals, a few others and what is not ASCII, by the first byte, may be twice as wide as a letter.
std::size_t letters_wide(char first) {
  const bool is_ascii = static_cast<unsigned char>(first) < 0x80;
  const bool is_capital = first >= 'A' && first <= 'Z';
  return !is_ascii || is_capital || std::string_view("mw@%&<>#=+~").find(first) != std::string_view::npos ? 2
                                                                                                          : 1;
}

}  // namespace

Picture::Picture(double width, double height, std::string_view id, std::string_view title,
                 std::string_view description) {
  const std::string name(id);
  out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"system-ui, sans-serif\" ";
  out_.append("font-size=\"12\" aria-labelledby=\"").append(name).append("-t ").append(name).append("-d\"");
  add(out_, "width", width);
  add(out_, "height", height);
  out_.append(" viewBox=\"0 0 ").append(coordinate(width)).append(" ").append(coordinate(height));
  out_.append("\">\n<title id=\"").append(name).append("-t\">").append(escaped_line(title));
  out_.append("</title>\n<desc id=\"").append(name).append("-d\">").append(escaped_line(description));
  out_ += "</desc>\n";
}

void Picture::rectangle(double x, double y, double width, double height, const Paint& fill) {
  add_rectangle(out_, x, y, width, height, fill);
  out_ += "\n";
}

void Picture::line(double x1, double y1, double x2, double y2, const Paint& stroke, bool dashed) {
  out_ += "<line";
  add(out_, "x1", x1);
  add(out_, "y1", y1);
  add(out_, "x2", x2);
  add(out_, "y2", y2);
  add(out_, "stroke", stroke);
  if (dashed) out_ += " stroke-dasharray=\"4 3\"";
  out_ += "/>\n";
}

void Picture::circle(double x, double y, double radius, const Paint& fill) {
  out_ += "<circle";
  add(out_, "cx", x);
  add(out_, "cy", y);
  add(out_, "r", radius);
  add(out_, "fill", fill);
  out_ += "/>\n";
}

void Picture::curve(std::span<const Dot> points, const Paint& stroke) {
  out_ += "<polyline points=\"";
  for (std::size_t index = 0; index < points.size(); ++index) {
    if (index > 0) out_ += " ";
    out_.append(coordinate(points[index].x)).append(",").append(coordinate(points[index].y));
  }
  out_ += "\" stroke-width=\"2\" fill=\"none\"";
  add(out_, "stroke", stroke);
  out_ += "/>\n";
}

void Picture::path(std::string_view data, const Paint& fill) {
  if (data.empty()) return;
  out_.append("<path d=\"").append(data).append("\"");
  add(out_, "fill", fill);
  out_ += "/>\n";
}

void Picture::text(double x, double y, Anchor anchor, std::string_view words, const Paint& fill, bool bold) {
  out_ += "<text";
  add(out_, "x", x);
  add(out_, "y", y);
  if (anchor == Anchor::middle) out_ += " text-anchor=\"middle\"";
  if (anchor == Anchor::end) out_ += " text-anchor=\"end\"";
  if (bold) out_ += " font-weight=\"600\"";
  add(out_, "fill", fill);
  out_.append(">").append(escaped_line(words)).append("</text>\n");
}

std::string Picture::finish() {
  return std::move(out_.append("</svg>\n"));
}

std::string bar(double share, const std::optional<double>& mark) {
  constexpr double width = 208, height = 18, top = 3, thick = 12;
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" aria-hidden=\"true\"";
  add(out, "width", width);
  add(out, "height", height);
  out += ">";
  add_rectangle(out, 0, top, width, thick, paint::panel);
  add_rectangle(out, 0, top, std::clamp(share, 0.0, 1.0) * width, thick, paint::calm);
  if (mark) add_rectangle(out, std::clamp(*mark, 0.0, 1.0) * (width - 2), 0, 2, height, paint::mark);
  return out + "</svg>";
}

std::string bar_piece(const LineBar& piece) {
  constexpr double width = 120, height = 16, top = 3, thick = 10, thinnest = 2;
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" aria-hidden=\"true\"";
  add(out, "width", width);
  add(out, "height", height);
  out += ">";
  add_rectangle(out, 0, top, width, thick, paint::panel);
  const double from = std::min(std::clamp(piece.from, 0.0, 1.0) * width, width - thinnest);
  const double to = std::max(std::clamp(piece.to, 0.0, 1.0) * width, from + thinnest);
  add_rectangle(out, from, top, to - from, thick, piece.alarm ? paint::alarm : paint::calm);
  add_rectangle(out, std::clamp(piece.mark, 0.0, 1.0) * (width - 2), 0, 2, height, paint::mark);
  return out + "</svg>";
}

std::string shortened(std::string_view words, std::size_t most) {
  std::size_t width = 0, kept = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(words[at]) & 0xC0) != 0x80;
    if (!begins) continue;
    if (width + 3 <= most) kept = at;
    width += letters_wide(words[at]);
    if (width > most) return std::string(words.substr(0, kept)).append("...");
  }
  return std::string(words);
}

}  // namespace fairshuffle
