// Everything a child may do to us. Each of these would hang or leak for as long as the sleeps in it last.
#include <array>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/targets/child/child_process.hpp"
#include "harness/targets/child/processes_for_tests.hpp"
#include "harness/targets/target.hpp"
#include "harness/test_folder.hpp"

using namespace fairshuffle;

namespace {

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// What came of a child: its bytes, up to a megabyte, and the sentence about its end.
struct Ended {
  std::uint64_t bytes = 0;
  std::string begin;
  std::string sentence;
  double seconds = 0;
  std::int64_t memory_grown = 0;
  std::string left;  // the states of its processes that are still there
};

// A busy machine keeps a child that does not hang waiting for some seconds, one that is to write something
// before it hangs too.
constexpr std::chrono::seconds patience(60), before_silence(3), at_once(1);

Ended outcome_of(const std::string& command, std::chrono::seconds silence = patience,
                 std::uint64_t most_bytes = UINT64_MAX) {
  // No process of another test program, or of an earlier run of this one, has the same in its environment.
  static std::uint64_t seed = static_cast<std::uint64_t>(::getpid()) * 100;
  ++seed;
  Ended outcome;
  const std::int64_t memory_before = peak_memory();
  const auto start = std::chrono::steady_clock::now();
  try {
    ChildBytes child(
        {.command = command, .serves = false, .silence = silence, .deck_size = 3, .max_trials = 1'000'000},
        seed);
    std::vector<char> room(1 << 18);
    while (outcome.bytes < most_bytes) {
      const std::size_t count = child.read(room).value();
      if (count == 0) {
        outcome.sentence = child.why_ended();
        break;
      }
      outcome.bytes += count;
      if (outcome.begin.size() < (1 << 20)) outcome.begin.append(room.data(), count);
    }
  } catch (const TargetError& error) {
    outcome.sentence = error.what();
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  outcome.memory_grown = peak_memory() - memory_before;
  outcome.left = processes_left("FAIRSHUFFLE_SEED=" + std::to_string(seed));
  return outcome;
}

// Far more than the time-out plus two seconds, which a busy machine may stretch, and far less than what a
// child sleeps.
constexpr double longest_seconds = 200;
constexpr std::int64_t most_memory = 32 << 20;

void check_clean(const Ended& outcome) {
  CAPTURE(outcome.sentence);
  CHECK(outcome.left == "");
  CHECK(outcome.seconds < longest_seconds);
  CHECK(outcome.memory_grown < most_memory);
}

std::string silent_for(std::chrono::seconds time) {
  return fmt::format("The program wrote nothing for {} s while rows were due", time.count());
}

}  // namespace

TEST_CASE("a child that is missing is told from one that is broken") {
  const Ended missing = outcome_of("/no/such/shuffle {n}");
  CHECK(missing.bytes == 0);
  CHECK(says(missing.sentence, "It exited with status 127: the shell did not find the command."));
  CHECK(says(missing.sentence, "Its last words on standard error: "));
  CHECK(says(missing.sentence, "/no/such/shuffle"));
  check_clean(missing);
  const Ended a_folder = outcome_of("/tmp");
  CHECK(says(a_folder.sentence, "status 126: the shell could not run the command."));
  check_clean(a_folder);
}

TEST_CASE("a child that exits at once leaves its status") {
  for (const auto& [command, sentence] : {std::pair{"exit 0", "It exited with status 0."},
                                          {"exit 1", "It exited with status 1."},
                                          {"kill -KILL $$", "It was killed by signal 9 (Killed)."}}) {
    const Ended outcome = outcome_of(command);
    CHECK(outcome.bytes == 0);
    CHECK(outcome.sentence == sentence);
    check_clean(outcome);
  }
}

TEST_CASE("a child that exits midway leaves its rows, its status and its last words") {
  const Ended outcome = outcome_of("echo 0 1 2; echo 'out of cards' >&2; exit 3");
  CHECK(outcome.begin == "0 1 2\n");
  CHECK(outcome.sentence == "It exited with status 3. Its last words on standard error: out of cards");
  check_clean(outcome);
}

TEST_CASE("a child that is killed midway leaves its rows and the signal") {
  const Ended outcome = outcome_of("echo 0 1 2; kill -SEGV $$");
  CHECK(outcome.begin == "0 1 2\n");
  CHECK(outcome.sentence == "It was killed by signal 11 (Segmentation fault).");
  check_clean(outcome);
}

TEST_CASE("a child that hangs, before its first byte or midway, is silent for its time-out and no longer") {
  const Ended at_first = outcome_of("sleep 1000", at_once);
  CHECK(at_first.sentence.starts_with(silent_for(at_once)));
  CHECK(at_first.begin == "");
  CHECK_FALSE(says(at_first.sentence, "thinking"));
  check_clean(at_first);
  const Ended midway = outcome_of("echo 0 1 2; echo thinking >&2; sleep 1000; true", before_silence);
  CHECK(midway.sentence.starts_with(silent_for(before_silence)));
  CHECK(midway.begin == "0 1 2\n");
  CHECK(says(midway.sentence, "thinking"));
  check_clean(midway);
}

TEST_CASE("a child that floods its standard error neither blocks nor fills us, and that is no sign of life") {
  const Ended forever = outcome_of(
      "exec python3 -c 'while True: __import__(\"os\").write(2, b\"help \" * 999)'", before_silence);
  CHECK(forever.sentence.starts_with(silent_for(before_silence)));
  CHECK(says(forever.sentence, "help help"));
  CHECK(forever.sentence.size() < 5000);
  check_clean(forever);
  const Ended first = outcome_of("head -c 100000000 /dev/zero >&2; echo 0 1 2");
  CHECK(first.begin == "0 1 2\n");
  CHECK(says(first.sentence, "status 0"));
  check_clean(first);
}

TEST_CASE("a child that writes forever is stopped when we have enough") {
  const Ended polite = outcome_of("yes 0 1 2", patience, 1'000'000);
  CHECK(polite.bytes >= 1'000'000);
  CHECK(polite.sentence == "");
  check_clean(polite);
  // This one takes no notice of the closed pipe.
  check_clean(outcome_of("trap '' PIPE; while :; do echo 0 1 2; done 2>/dev/null", patience, 1000));
}

TEST_CASE("a child is told that we have enough by its pipes, before any signal") {
  const TestFolder folder;
  const std::string file = (folder / "end").string();
  const std::string trap = "trap 'echo signal > " + file + "; exit' TERM; ";
  // 141: `yes` ended by SIGPIPE.
  check_clean(outcome_of(trap + "yes 0 1 2; echo $? > " + file, patience, 1000));
  CHECK(text_of_file(file) == "141\n");
  {
    ChildBytes child(
        {.command = trap + "echo ready; while read rows; do :; done; echo input > " + file, .serves = true},
        1);
    std::array<char, 6> ready{};
    CHECK(child.read(ready) > 0);
  }
  CHECK(text_of_file(file) == "input\n");
}

TEST_CASE("a child that writes one byte at a time is read whole") {
  const Ended outcome = outcome_of(
      "exec python3 -c 'for i in range(6000): __import__(\"os\").write(1, b\"0 1 2\\n\"[i % 6:][:1])'");
  CHECK(outcome.bytes == 6000);
  CHECK(outcome.begin.ends_with("\n0 1 2\n"));
  CHECK(outcome.sentence == "It exited with status 0.");
  check_clean(outcome);
}

TEST_CASE("a line of a billion bytes passes without being kept") {
  const Ended outcome = outcome_of("head -c 1000000000 /dev/zero");
  CHECK(outcome.bytes == 1'000'000'000);
  check_clean(outcome);
}

TEST_CASE("a grandchild that holds the pipe is stopped with its group") {
  const Ended outcome = outcome_of("echo 0 1 2; sleep 1000 & exit 4", before_silence);
  CHECK(outcome.begin == "0 1 2\n");
  CHECK(outcome.sentence.starts_with(silent_for(before_silence)));
  CHECK(says(outcome.sentence,
             "It exited with status 4. A process that it started still holds its standard output."));
  check_clean(outcome);
  check_clean(outcome_of("(trap '' TERM HUP PIPE; sleep 1000; true) & exit 0", at_once));
}

TEST_CASE("a child that has a group of its own leaves nothing behind, as under timeout") {
  check_clean(outcome_of("timeout 1000 sleep 1000", at_once));
  check_clean(outcome_of("set -m; sleep 1000 & exit 0", at_once));
}

TEST_CASE("a grandchild that left the session is not waited for") {
  // Its sleep is what remains, by its own choice.
  const Ended outcome = outcome_of("setsid sleep 1000 & echo $!; exit 0", before_silence);
  CHECK(outcome.sentence.starts_with(silent_for(before_silence)));
  CHECK(outcome.left.size() == 1);
  CHECK(outcome.seconds < longest_seconds);
  const int grandchild = std::stoi(outcome.begin);
  REQUIRE(grandchild > 1);
  CHECK(kill(grandchild, SIGKILL) == 0);
}

TEST_CASE("a child that takes no notice of SIGTERM, or is stopped, is killed") {
  check_clean(outcome_of("trap '' TERM; echo 0 1 2; while :; do sleep 1000; done", at_once));
  check_clean(outcome_of(
      "exec python3 -c 'import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(1000)'", at_once));
  check_clean(outcome_of("echo 0 1 2; kill -STOP $$", at_once));
}

TEST_CASE("a child does not outlive us, even if we are killed, and it hangs, or if it kills us itself") {
  for (const std::string first : {"echo", "kill -s KILL $OUR_NUMBER", "timeout 1000 sleep 1000 & echo"}) {
    const std::uint64_t seed = static_cast<std::uint64_t>(::getpid()) * 100;
    const std::string marker = "FAIRSHUFFLE_SEED=" + std::to_string(seed);
    const pid_t us = fork();
    if (us == 0) {
      const std::string number = std::to_string(::getpid());
      ChildBytes child(
          {.command = "OUR_NUMBER=" + number + "; " + first + "; trap '' TERM HUP; sleep 1000; true"}, seed);
      std::array<char, 1> ready{};
      child.read(ready);
      kill(::getpid(), SIGKILL);
    }
    int status = 0;
    waitpid(us, &status, 0);
    CHECK(WTERMSIG(status) == SIGKILL);
    for (int times = 0; times < 1000 && !processes_left(marker).empty(); ++times) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    CHECK(processes_left(marker) == "");
  }
}

TEST_CASE("a child that closes its output and goes on is told as such and stopped") {
  const Ended outcome = outcome_of("echo 0 1 2; exec >&-; sleep 1000");
  CHECK(outcome.sentence == "It closed its standard output and is still running.");
  check_clean(outcome);
}
