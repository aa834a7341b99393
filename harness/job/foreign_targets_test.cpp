#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "harness/job/certify_plan.hpp"
#include "harness/targets/kinds.hpp"
#include "harness/test_folder.hpp"
#include "harness/whole_file.hpp"

using namespace fairshuffle;

namespace {

// The targets of a job with these in its list, as they are typed.
std::vector<std::string> targets_of(const std::string& list) {
  const TestFolder folder;
  const Job job = read_job_file(folder.write("job.json", R"({"targets": [)" + list + "]}"));
  std::vector<std::string> targets;
  for (const JobTarget& target : job.targets) targets.push_back(written(target.text));
  return targets;
}

bool refuses(const std::string& list, std::string_view part) {
  try {
    targets_of(list);
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(std::string_view(error.what()).find(part) != std::string_view::npos);
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a job mixes shuffles, programs, plug-ins, logs and standard input") {
  const std::vector<std::string> targets = targets_of(
      R"({"shuffle": "sattolo", "n": 4},
         {"exec": "python3 s.py {trials}", "n": [3, 5], "format": "u8", "base": 1, "manner": "serve", "timeout": 3},
         {"plugin": "./cards.so", "shuffle": "riffle", "reset": "never"},
         {"log": "games.csv", "column": "deck", "deck": ["A", "K", "Q"], "format": "tokens"},
         {"stdin": true, "marked": 2, "n": 5},
         {"log": "draws.csv", "n": 52, "starts-anew": true})");
  CHECK(targets == std::vector<std::string>{
                       "sattolo:n=4",
                       "exec:command=python3 s.py {trials},n=3,format=u8,base=1,manner=serve,timeout=3",
                       "exec:command=python3 s.py {trials},n=5,format=u8,base=1,manner=serve,timeout=3",
                       "plugin:path=./cards.so,shuffle=riffle,reset=never",
                       "log:path=games.csv,deck=A K Q,format=tokens,column=deck",
                       "stdin:n=5,marked=2",
                       "log:path=draws.csv,n=52,starts-anew=true",
                   });
}

TEST_CASE("a program given word by word keeps its words through the shell") {
  CHECK(targets_of(R"({"exec": ["./my shuffle", "it's", "{n}", "", "a*b", "$HOME", "--x=1"]})") ==
        std::vector<std::string>{R"(exec:command='./my shuffle' 'it'\''s' '{n}' '' 'a*b' '$HOME' --x=1)"});
}

TEST_CASE("a target that is none or two kinds at once, or breaks the schema, is refused by name") {
  CHECK(refuses(R"({"exec": "a", "log": "b"})",
                R"(/targets/0: expected a target of one kind, found both "exec")"));
  CHECK(refuses(R"({"n": 3})",
                R"(/targets/0: expected one of "shuffle", )" + naming_members("\"", "\"", " and ")));
  CHECK(refuses(R"({"exec": ""})", "/targets/0/exec: expected a program"));
  CHECK(refuses(R"({"exec": []})", "/targets/0/exec: expected a program"));
  CHECK(refuses(R"({"log": "x", "starts-anew": false})", "/targets/0/starts-anew: expected true"));
  CHECK(refuses(R"({"stdin": false})", "/targets/0/stdin: expected true"));
  CHECK(refuses(R"({"log": "x", "format": "json"})", "/targets/0/format: expected \"text\""));
  CHECK(refuses(R"({"log": "x", "deck": ["a b"]})", "/targets/0/deck/0: expected a word"));
  CHECK(refuses(R"({"exec": "x", "timeout": 0})", "/targets/0/timeout: expected a number of seconds"));
}
