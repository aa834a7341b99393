// Tests of a host's inside, without a process of its own. The faults that end a process are plugin_test.py's.
#include <array>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/permutation/permutation.hpp"
#include "harness/targets/plugin/plugin.hpp"

using namespace fairshuffle;

namespace {

// Turns each deck by the seed, so that one sees what came in.
int turn(std::uint32_t n, std::uint64_t seed, std::size_t decks, std::uint8_t* cards) {
  for (std::size_t deck = 0; deck < decks; ++deck, cards += n) {
    for (std::uint32_t i = 0; i < n; ++i) {
      if (cards[i] != i) return 1;
      cards[i] = static_cast<std::uint8_t>((i + seed % n) % n);
    }
  }
  return 0;
}

int turn_wide(std::uint32_t n, std::uint64_t seed, std::size_t decks, std::uint16_t* cards) {
  for (std::size_t deck = 0; deck < decks; ++deck, cards += n) {
    for (std::uint32_t i = 0; i < n; ++i) {
      if (cards[i] != i) return 1;
      cards[i] = static_cast<std::uint16_t>((i + seed % n) % n);
    }
  }
  return 0;
}

int fail(std::uint32_t, std::uint64_t, std::size_t, std::uint8_t*) {
  return 42;
}

fairshuffle_plugin plugin_of(const fairshuffle_plugin_shuffle* shuffles, std::uint32_t count) {
  return {FAIRSHUFFLE_PLUGIN_VERSION,
          sizeof(fairshuffle_plugin),
          sizeof(fairshuffle_plugin_shuffle),
          count,
          shuffles,
          nullptr,
          nullptr};
}

/// The kind and the sentence of the fault that the description has.
std::pair<int, std::string> fault_of(const fairshuffle_plugin* plugin) {
  try {
    read_description("x.so", plugin);
  } catch (const PluginFault& fault) {
    return {static_cast<int>(fault.kind()), fault.what()};
  }
  return {0, ""};
}

bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// A file that is gone when it is closed: a pipe of any size.
class Scratch {
 public:
  Scratch() : file_(std::tmpfile(), &std::fclose) { REQUIRE(file_); }
  explicit Scratch(std::string_view text) : Scratch() {
    REQUIRE(std::fwrite(text.data(), 1, text.size(), file()) == text.size());
    std::rewind(file());
  }
  std::FILE* file() const { return file_.get(); }
  std::string text() const {
    std::string all;
    std::rewind(file());
    for (int byte; (byte = std::fgetc(file())) != EOF;) all += static_cast<char>(byte);
    return all;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

struct Served {
  std::string rows;
  int fault = 0;
  std::string sentence;
};

Served served(fairshuffle_plugin_function* function, int deck_size, std::string_view requests) {
  const Scratch in(requests), out;
  Served all;
  try {
    serve_rows({{.name = "s", .sentence = ""}, function, &turn_wide}, deck_size, in.file(), out.file());
  } catch (const PluginFault& fault) {
    all.fault = static_cast<int>(fault.kind());
    all.sentence = fault.what();
  }
  all.rows = out.text();
  return all;
}

}  // namespace

TEST_CASE("a description is read whole") {
  const std::array<fairshuffle_plugin_shuffle, 2> shuffles{
      {{"turn-1.0_a+b", "one\nline", 0, 0, &turn}, {"fail", nullptr, 3, 1000, &fail}}};
  const fairshuffle_plugin plugin = plugin_of(shuffles.data(), 2);
  const std::vector<LoadedShuffle> loaded = read_description("x.so", &plugin);
  REQUIRE(loaded.size() == 2);
  CHECK(loaded[0].name == "turn-1.0_a+b");
  CHECK(loaded[0].sentence == "one\\nline");
  CHECK(loaded[0].smallest_deck == 1);
  // What it was compiled to bear: the largest deck when the interface was made.
  CHECK(loaded[0].largest_deck == 64);
  CHECK(loaded[1].sentence.empty());
  CHECK(loaded[1].smallest_deck == 3);
  CHECK(loaded[1].largest_deck == largest_byte_deck);
  CHECK((loaded[1].shuffle == &fail));
}

TEST_CASE("of another version nothing but the version is read") {
  // Where a plug-in of a later version may have anything.
  fairshuffle_plugin plugin = plugin_of(reinterpret_cast<const fairshuffle_plugin_shuffle*>(8), 1);
  plugin.version = 2;
  const auto [kind, sentence] = fault_of(&plugin);
  CHECK(kind == 12);
  CHECK(says(sentence, "version 2"));
  CHECK(says(sentence, "takes version 1"));
}

TEST_CASE("a plug-in built with a longer struct is read by its own stride") {
  struct Longer {
    fairshuffle_plugin_shuffle known;
    const char* later = "later";
  };
  const std::array<Longer, 2> shuffles{{{{"first", "", 0, 0, &turn}}, {{"second", "", 0, 5, &fail}}}};
  fairshuffle_plugin plugin = plugin_of(&shuffles[0].known, 2);
  plugin.shuffle_size = sizeof(Longer);
  const std::vector<LoadedShuffle> loaded = read_description("x.so", &plugin);
  REQUIRE(loaded.size() == 2);
  CHECK(loaded[1].name == "second");
  CHECK(loaded[1].largest_deck == 5);
}

TEST_CASE("a description that can't be is refused with the reason") {
  const fairshuffle_plugin_shuffle good{"good", "", 0, 0, &turn};
  const auto refused = [](const fairshuffle_plugin& plugin, std::string_view part) {
    const auto fault = fault_of(&plugin);
    CAPTURE(fault.second);
    CHECK(fault.first == 12);
    CHECK(says(fault.second, part));
  };
  CHECK(says(fault_of(nullptr).second, "returned null"));
  refused(plugin_of(&good, 0), "states 0 shuffles");
  refused(plugin_of(&good, 1001), "states 1001 shuffles");
  refused(plugin_of(nullptr, 1), "states 1 shuffles");
  fairshuffle_plugin plugin = plugin_of(&good, 1);
  plugin.plugin_size = 12;
  refused(plugin, "sizes of 12");
  plugin = plugin_of(&good, 1);
  for (const std::uint32_t size : {0U, 8U, 33U, 5000U}) {
    plugin.shuffle_size = size;
    refused(plugin, "sizes of");
  }
  const std::string long_name(65, 'a');
  for (const char* name : {"", "two words", "a,b", "a=b", "tab\t", long_name.c_str()}) {
    const fairshuffle_plugin_shuffle bad{name, "", 0, 0, &turn};
    refused(plugin_of(&bad, 1), "shuffle number 1 a name");
  }
  const fairshuffle_plugin_shuffle nameless{nullptr, "", 0, 0, &turn};
  refused(plugin_of(&nameless, 1), "shuffle number 1 a name");
  const fairshuffle_plugin_shuffle empty{"empty", "", 0, 0, nullptr};
  refused(plugin_of(&empty, 1), "no function");
  const fairshuffle_plugin_shuffle never{"never", "", 6, 5, &turn}, huge{"huge", "", 129, 1000, &turn};
  refused(plugin_of(&never, 1), "decks of 6 to 5 cards");
  refused(plugin_of(&huge, 1), "decks of 129");
  const std::array<fairshuffle_plugin_shuffle, 2> twice{good, good};
  refused(plugin_of(twice.data(), 2), "two shuffles named 'good'");
}

TEST_CASE("the list of shuffles is read as it was written, and not when a byte is missing or too much") {
  const std::vector<OfferedShuffle> shuffles{{"a", "", 1, 64}, {"b-1", "text with blanks", 3, 6, true}};
  const std::string text = written(shuffles);
  const auto read = parse_shuffles(text);
  REQUIRE(read);
  REQUIRE(read->size() == 2);
  CHECK((*read)[0].sentence.empty());
  CHECK((*read)[1].name == "b-1");
  CHECK((*read)[1].sentence == "text with blanks");
  CHECK((*read)[1].smallest_deck == 3);
  CHECK((*read)[1].largest_deck == 6);
  CHECK((*read)[1].can_be_answered);
  CHECK_FALSE((*read)[0].can_be_answered);
  for (std::size_t size = 0; size < text.size(); ++size) CHECK_FALSE(parse_shuffles(text.substr(0, size)));
  for (const char* more : {"]", " ", "\n"}) CHECK_FALSE(parse_shuffles(text + more));
  for (const char* bad : {"[]", "{}", "5", "null", R"([[1, 2, "x",false]])", R"([["a", 0, 2, "x",false]])",
                          R"([["a", 1, 1025, "x",false]])", R"([["a",1,2,"x"]])", R"([["a",1,2,"x",1]])",
                          R"([["a", -1, 2, "x",false]])", R"([["a",1,2,"x",false,3]])",
                          R"([["a",1.5,2,"x",false]])", R"([["a",true,2,"x",false]])",
                          R"([["a",4294967297,2,"x",false]])", R"({"a":["a",1,2,"x",false]})", "plain"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_shuffles(bad));
  }
}

TEST_CASE("each request is answered by its rows, from sorted decks and with its own seed") {
  const Served all = served(&turn, 3, "2 3 1 9\n1 3 18446744073709551615 18446744073709551615\n1 3 2 0\n");
  CHECK(all.fault == 0);
  const auto marked = [](AnswerMark mark, const std::string& decks) {
    const std::string bytes(reinterpret_cast<const char*>(&mark), sizeof(mark));
    return bytes + decks + bytes;
  };
  // 2^64 - 1 is a multiple of 3.
  CHECK(all.rows == marked(9, {1, 2, 0, 1, 2, 0}) + marked(~AnswerMark{0}, {0, 1, 2}) + marked(0, {2, 0, 1}));
}

TEST_CASE("decks of more than 128 cards are asked for and answered in two bytes a card") {
  const Served all = served(&turn, 1000, "2 1000 259 7\n");
  CHECK(all.fault == 0);
  REQUIRE(all.rows.size() == 2 * sizeof(AnswerMark) + 2 * 2000);
  const auto card_at = [&all](std::size_t card) {
    const std::size_t at = sizeof(AnswerMark) + 2 * card;
    return std::size_t{static_cast<unsigned char>(all.rows[at])} +
           std::size_t{256} * static_cast<unsigned char>(all.rows[at + 1]);
  };
  for (std::size_t card = 0; card < 2000; ++card) CHECK(card_at(card) == (card + 259) % 1000);
}

TEST_CASE("a plug-in takes decks of more than 128 cards where it has a function for them") {
  const std::array<fairshuffle_plugin_shuffle, 3> shuffles{
      {{"all", "", 0, 1000, &turn}, {"small", "", 0, 1000, &turn}, {"huge", "", 200, 5000, &turn}}};
  const std::array<fairshuffle_plugin_wide_function*, 3> wide{&turn_wide, nullptr, &turn_wide};
  fairshuffle_plugin plugin = plugin_of(shuffles.data(), 3);
  plugin.wide_shuffles = wide.data();
  const std::vector<LoadedShuffle> loaded = read_description("x.so", &plugin);
  REQUIRE(loaded.size() == 3);
  CHECK(loaded[0].largest_deck == 1000);
  CHECK((loaded[0].shuffle_wide == &turn_wide));
  CHECK(loaded[1].largest_deck == largest_byte_deck);
  CHECK(loaded[2].smallest_deck == 200);
  CHECK(loaded[2].largest_deck == largest_deck_size);
}

TEST_CASE("a plug-in that was built before there were decks of more than 128 cards takes none") {
  const fairshuffle_plugin_shuffle old{"old", "", 0, 1000, &turn};
  fairshuffle_plugin plugin = plugin_of(&old, 1);
  plugin.plugin_size = offsetof(fairshuffle_plugin, wide_shuffles);
  // What lies behind it is not its own.
  plugin.wide_shuffles = reinterpret_cast<fairshuffle_plugin_wide_function* const*>(8);
  const std::vector<LoadedShuffle> loaded = read_description("x.so", &plugin);
  REQUIRE(loaded.size() == 1);
  CHECK(loaded[0].largest_deck == largest_byte_deck);
  CHECK((loaded[0].shuffle_wide == nullptr));
}

TEST_CASE("a call that fails writes no row, and those before it are whole") {
  const Served all = served(&fail, 5, "3 5 1 1\n");
  CHECK(all.fault == 15);
  CHECK(all.rows.empty());
  CHECK(says(all.sentence, "shuffle 's' returned error code 42"));
}

TEST_CASE("what is no request is refused, half a one too, and answered by nothing") {
  for (const char* request :
       {"3 5 1 1", "\n", "3 5\n", "3 5 1\n", "3 5 1 1 \n", " 3 5 1 1\n", "3  5 1 1\n", "3 5 1 1 1\n",
        "0 5 1 1\n", "65537 5 1 1\n", "3 6 1 1\n", "-3 5 1 1\n", "3 5 18446744073709551616 1\n",
        "3 5 1 18446744073709551616\n", "3 5 1 1\r\n", "x\n"}) {
    CAPTURE(request);
    const Served all = served(&turn, 5, request);
    CHECK(all.fault == 16);
    CHECK(all.rows.empty());
  }
  CHECK(served(&turn, 5, std::string(100'000, '1')).fault == 16);
  CHECK(served(&turn, 5, "").fault == 0);
}
