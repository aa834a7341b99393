// pugixml, as far as reports write with it. Debian has it compiled for its own machines only.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace pugi {

enum xml_node_type { node_declaration };
enum xml_encoding { encoding_utf8 };
inline constexpr unsigned format_indent = 1;

struct xml_element {
  std::string name, text;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<std::shared_ptr<xml_element>> children;
  bool is_declaration = false;
};

class xml_attribute {
 public:
  xml_attribute(xml_element& element, std::size_t index) : element_(&element), index_(index) {}
  bool set_value(const char* value) {
    element_->attributes[index_].second = value;
    return true;
  }

 private:
  xml_element* element_;
  std::size_t index_;
};

class xml_text {
 public:
  explicit xml_text(xml_element& element) : element_(&element) {}
  bool set(const char* text) {
    element_->text = text;
    return true;
  }

 private:
  xml_element* element_;
};

// A name for an element of a document, which must outlive it.
class xml_node {
 public:
  xml_node append_child(const char* name) { return added({.name = name}); }
  xml_node append_child(xml_node_type) { return added({.name = "xml", .is_declaration = true}); }
  xml_attribute append_attribute(const char* name) {
    element_->attributes.emplace_back(name, "");
    return {*element_, element_->attributes.size() - 1};
  }
  xml_text text() { return xml_text(*element_); }

 protected:
  explicit xml_node(std::shared_ptr<xml_element> element) : element_(std::move(element)) {}
  std::shared_ptr<xml_element> element_;

 private:
  xml_node added(xml_element element) {
    element_->children.push_back(std::make_shared<xml_element>(std::move(element)));
    return xml_node(element_->children.back());
  }
};

class xml_document : public xml_node {
 public:
  xml_document() : xml_node(std::make_shared<xml_element>()) {}

  void save(std::ostream& out, const char* indent, unsigned, xml_encoding) const {
    for (const auto& child : element_->children) write(out, *child, indent, 0);
  }

 private:
  static void write(std::ostream& out, const xml_element& element, const std::string& indent, int depth) {
    for (int level = 0; level < depth; ++level) out << indent;
    out << (element.is_declaration ? "<?" : "<") << element.name;
    for (const auto& [name, value] : element.attributes)
      out << ' ' << name << "=\"" << escaped(value, true) << '"';
    if (element.is_declaration) {
      out << "?>\n";
    } else if (!element.text.empty()) {
      out << '>' << escaped(element.text, false) << "</" << element.name << ">\n";
    } else if (element.children.empty()) {
      out << " />\n";
    } else {
      out << ">\n";
      for (const auto& child : element.children) write(out, *child, indent, depth + 1);
      for (int level = 0; level < depth; ++level) out << indent;
      out << "</" << element.name << ">\n";
    }
  }

  static std::string escaped(const std::string& text, bool is_attribute) {
    std::string written;
    for (const char character : text) {
      if (character == '&')
        written += "&amp;";
      else if (character == '<')
        written += "&lt;";
      else if (character == '>')
        written += "&gt;";
      else if (character == '"' && is_attribute)
        written += "&quot;";
      else if (character == '\n' && is_attribute)
        written += "&#10;";
      else
        written += character;
    }
    return written;
  }
};

}  // namespace pugi
