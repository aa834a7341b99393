// What a child is told, and what it answers.
#include <array>

#include <doctest/doctest.h>

#include "harness/targets/child/child_process.hpp"
#include "harness/targets/child/processes_for_tests.hpp"
#include "harness/targets/target.hpp"

using namespace fairshuffle;

namespace {

ChildManner manner_of(const std::string& command, bool serves = false) {
  return {.command = command,
          .serves = serves,
          .silence = std::chrono::seconds(60),
          .deck_size = 5,
          .max_trials = 1000};
}

std::string read_all(ByteSource& source) {
  std::string text;
  std::array<char, 1000> room;
  while (const std::size_t count = source.read(room).value()) text.append(room.data(), count);
  return text;
}

std::string output_of(const std::string& command, std::uint64_t seed = 7) {
  ChildBytes child(manner_of(command), seed);
  return read_all(child);
}

std::string read_bytes(ByteSource& source, std::size_t count) {
  std::string text(count, ' ');
  std::size_t done = 0;
  while (done < count) {
    const std::size_t taken = source.read(std::span(text).subspan(done)).value();
    if (taken == 0) break;
    done += taken;
  }
  text.resize(done);
  return text;
}

}  // namespace

TEST_CASE("trials, n and seed reach a child by its command and by its environment") {
  CHECK(output_of("echo {trials} {n} {seed}") == "1000 5 7\n");
  CHECK(output_of("echo $FAIRSHUFFLE_TRIALS $FAIRSHUFFLE_N $FAIRSHUFFLE_SEED") == "1000 5 7\n");
  CHECK(output_of("python3 -c 'import os; print(os.environ[\"FAIRSHUFFLE_N\"])'") == "5\n");
  // The rest of the environment is handed on.
  CHECK(output_of("test -n \"$PATH\" && echo yes") == "yes\n");
}

TEST_CASE("a child's seed fits the smallest int there is, and nothing but its placeholder is replaced") {
  CHECK(output_of("echo {seed}", 0xffff'ffff'ffff'ffff) == "2147483647\n");
  CHECK(output_of("echo {seed}", 0x1'8000'0000) == "0\n");
  CHECK(filled_in(manner_of("awk '{print}' {n}{n} {trial} { n } {{seed}}"), 12) ==
        "awk '{print}' 55 {trial} { n } {12}");
}

TEST_CASE("a child that streams has an empty standard input") {
  CHECK(output_of("cat; echo end") == "end\n");
}

TEST_CASE("a child that serves reads how many rows are wanted, and ends when its input does") {
  const auto seed = static_cast<std::uint64_t>(::getpid()) * 100;
  const std::string marker = "FAIRSHUFFLE_SEED=" + std::to_string(seed);
  {
    ChildBytes child(manner_of("while read rows n; do echo $rows of $n; done", true), seed);
    child.request(3);
    CHECK(read_bytes(child, 7) == "3 of 5\n");
    child.request(16384);
    child.request(2);
    CHECK(read_bytes(child, 18) == "16384 of 5\n2 of 5\n");
    CHECK(processes_left(marker).size() == 1);
  }
  CHECK(processes_left(marker) == "");
}

TEST_CASE("a child that serves and takes no notice of requests can be asked as often as one likes") {
  ChildBytes child(manner_of("sleep 0.2; echo begin; cat | wc -l", true), 1);
  for (int times = 0; times < 20'000; ++times) child.request(16384);
  CHECK(read_bytes(child, 6) == "begin\n");
}

TEST_CASE("a child that has ended can be asked without harm, and then why it ended is known") {
  ChildBytes child(manner_of("exec <&-; echo row; exit 9", true), 1);
  CHECK(read_bytes(child, 4) == "row\n");
  for (int times = 0; times < 10; ++times) child.request(16384);
  CHECK(read_all(child) == "");
  child.request(1);
  CHECK(child.why_ended() == "It exited with status 9.");
}

TEST_CASE("large rows come whole, whatever the room they are read into") {
  const std::string text = output_of("python3 -c 'print(\"0123456789\" * 300000)'");
  CHECK(text.size() == 3'000'001);
  CHECK(text.substr(2'999'990) == "0123456789\n");
}

TEST_CASE("an exit is told by what it means") {
  CHECK(exit_sentence({0, 0}) == "It exited with status 0.");
  CHECK(exit_sentence({3, 0}) == "It exited with status 3.");
  CHECK(exit_sentence({0, 11}) == "It was killed by signal 11 (Segmentation fault).");
  CHECK(exit_sentence({139, 0}) ==
        "It exited with status 139, as a shell does when its command is killed by signal 11 (Segmentation "
        "fault).");
  CHECK(exit_sentence({200, 0}) == "It exited with status 200.");
  // Others end programs so; what a program does wrong itself ends it otherwise.
  for (const ChildExit& exit :
       {ChildExit{0, 1}, {0, 2}, {0, 9}, {0, 15}, {137, 0}, {143, 0}, {126, 0}, {127, 0}}) {
    CHECK(is_disturbed(exit));
  }
  for (const ChildExit& exit :
       {ChildExit{0, 0}, {1, 0}, {0, 6}, {0, 11}, {139, 0}, {128, 0}, {9, 0}, {0, 24}}) {
    CHECK_FALSE(is_disturbed(exit));
  }
}

TEST_CASE(
    "a script in JavaScript that stalls or ends early, but no other program, is told how to write at once") {
  const std::string advice = "In JavaScript, require('fs').writeSync(1, text) writes at once.";
  const auto stalls = [](const std::string& command) {
    ChildManner manner = manner_of(command);
    manner.silence = std::chrono::milliseconds(300);
    ChildBytes child(manner, 7);
    try {
      read_all(child);
      return child.why_ended();
    } catch (const TargetError& error) {
      return std::string(error.what());
    }
  };
  for (const std::string command : {": node shuffle; sleep 1000", ": /usr/bin/deno run x; sleep 1000",
                                    ": ./shuffle.js 5; sleep 1000", ": ./shuffle.mjs 5; true"}) {
    CHECK_MESSAGE(stalls(command).find(advice) != std::string::npos, command);
  }
  for (const std::string command :
       {": ./shuffle.json; sleep 1000", ": xnode shuffle; sleep 1000", "exit 3; node shuffle.js"}) {
    CHECK_MESSAGE(stalls(command).find("JavaScript") == std::string::npos, command);
  }
}
