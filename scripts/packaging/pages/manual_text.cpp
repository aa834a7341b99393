#include "scripts/packaging/pages/manual_text.hpp"

#include <algorithm>
#include <array>

namespace fairshuffle {

namespace {

constexpr std::string_view program_paragraphs[] = {
    "A shuffle is run millions of times. Every order of the deck and every card at every position is "
    "counted, and the "
    "counts are put to tests with known false-alarm odds. The verdict is fair (with a proven bound on the "
    "bias), biased "
    "(how much, and where), inconclusive (how many more trials it needs) or invalid (cards lost or doubled).",
    "A shuffle may be one of the catalogue, a program in any language that writes shuffled decks, a shared "
    "library, or "
    "a log of recorded games."};
constexpr ManualExample program_examples[] = {{"fairshuffle certify durstenfeld naive-swap --seed 1",
                                               "Is a shuffle fair? One that is, and one that is not"},
                                              {"fairshuffle explain naive-swap --n 4", "Why it is not"}};

constexpr std::string_view certify_paragraphs[] = {
    "Each target is judged after 2400 trials, after half as many more, and so on, and stops at the first "
    "look "
    "that decides "
    "it. All looks, tests and targets share one false-alarm budget, --alpha. A target is fair if no test "
    "rejects and the "
    "upper bound on its bias is within --tolerance.",
    "The same seed gives the same counts on any number of threads."};
constexpr ManualExample certify_examples[] = {
    {"fairshuffle certify swap-pairs:k=10,source=msvc-rand,draw=modulo --n 4 --seed 1",
     "Ten swaps of random pairs, with an old random generator"},
    {"fairshuffle certify 'durstenfeld*' --n 3,4,5 --tolerance 0.01 --seed 1 --out reports --force",
     "Several shuffles at several deck sizes, with a report in a folder"},
    {"seq 2000 | sed 's/.*/0 1 2/' | fairshuffle certify --stdin --n 3 --seed 1",
     "What a program of your own has written: here always the sorted deck"}};
constexpr ManualFact certify_files[] = {{"DIR/report.json",
                                         "the report that --out writes. An existing one is kept unless "
                                         "--force is given. What fairshuffle-report(1) draws "
                                         "and fairshuffle-check(1) holds to its counts."},
                                        {"DIR/report.fair",
                                         "the checkpoint of a run of more than ten minutes, which the same "
                                         "command goes on from; gone when the report is written."}};
constexpr ManualFact certify_environment[] = {
    {"GITHUB_STEP_SUMMARY", "the file that --github appends its summary to"},
    {"GITHUB_OUTPUT", "the file that --github appends verdict=biased to, the verdict of the whole run"},
    {"NO_COLOR", "when set, a terminal gets no colours"},
    {"FAIRSHUFFLE_TRIALS, FAIRSHUFFLE_N, FAIRSHUFFLE_SEED",
     "set for the programs that --exec starts: what {trials}, {n} and {seed} in their command stand for"}};

constexpr ManualExample list_examples[] = {
    {"fairshuffle list shuffles", "All shuffles, with their options"},
    {"fairshuffle list --json", "All that is known, for another program"}};

constexpr std::string_view exact_paragraphs[] = {
    "Nothing is sampled: the law is found by following the shuffle step by step, or along every path of its "
    "choices."};
constexpr ManualExample exact_examples[] = {
    {"fairshuffle exact naive-swap --n 3", "How often each of the six orders comes, as fractions"},
    {"fairshuffle exact swap-pairs:k=6 --steps --n 5", "How far from fair after each swap"},
    {"fairshuffle exact --compare naive-swap rounded-index --n 4", "Two laws side by side"}};

constexpr ManualExample explain_examples[] = {
    {"fairshuffle explain --list", "What can be explained"},
    {"fairshuffle explain naive-swap --n 4", "A lesson on the terminal"},
    {"fairshuffle explain swap-pairs --k 6 --html lesson.html --force",
     "The same as a page that needs nothing beside it"}};

constexpr ManualExample report_examples[] = {
    {"fairshuffle certify sattolo --n 3 --seed 1 --json sattolo.json --force; "
     "fairshuffle report sattolo.json --format markdown",
     "One drawing, on standard output"},
    {"fairshuffle certify sattolo --n 3 --seed 1 --json sattolo.json --force; "
     "fairshuffle report sattolo.json --format html,junit --out drawn --force",
     "Two into a folder: drawn/sattolo.html and drawn/sattolo.junit.xml"}};

constexpr ManualExample check_examples[] = {
    {"fairshuffle certify sattolo --n 3 --seed 1 --json sattolo.json --force; fairshuffle check sattolo.json",
     "A report that its own counts bear out"},
    {"echo '{\"targets\": [{\"shuffle\": \"sattolo\", \"n\": [3, 4], \"expect\": \"biased\"}]}' > job.json; "
     "fairshuffle certify --job job.json --seed 1 --quiet --json report.json --force; "
     "fairshuffle check report.json --job job.json",
     "The report of a job, held to the job file that the auditor has"}};

constexpr ManualExample diff_examples[] = {
    {"fairshuffle certify naive-swap --n 3 --seed 1 --json old.json --force; "
     "fairshuffle certify naive-swap --n 3 --seed 2 --json new.json --force; fairshuffle diff old.json "
     "new.json",
     "The same job with another seed: the same verdict, and counts that come from one law"}};

constexpr ManualExample merge_examples[] = {
    {"for i in 0 1; do fairshuffle certify durstenfeld --seed 1 --max-trials 1e6 --tolerance 0.01 --shard "
     "$i/2 "
     "--out counts-$i.fair --quiet --force; done; fairshuffle merge counts-0.fair counts-1.fair",
     "A run in two shards, judged as one"}};

constexpr ManualExample status_examples[] = {
    {"fairshuffle certify durstenfeld:n=7 --seed 1 --until 1e5 --checkpoint run.fair 2> /dev/null; "
     "fairshuffle status run.fair",
     "What an unfinished run has counted, and what is still to come"}};

constexpr ManualExample bridge_examples[] = {
    {"fairshuffle bridge --exec 'yes 2 0 1' --n 3 --rows 2", "How two rows of a program are understood"}};

constexpr std::array<ManualText, 11> texts{{
    {"fairshuffle", program_paragraphs, program_examples},
    {"certify", certify_paragraphs, certify_examples, certify_files, certify_environment},
    {"list", {}, list_examples},
    {"exact", exact_paragraphs, exact_examples},
    {"explain", {}, explain_examples},
    {"report", {}, report_examples},
    {"check", {}, check_examples},
    {"diff", {}, diff_examples},
    {"merge", {}, merge_examples},
    {"status", {}, status_examples},
    {"bridge", {}, bridge_examples},
}};

}  // namespace

ManualText manual_text(std::string_view command) {
  const auto* text = std::ranges::find(texts, command, &ManualText::command);
  return text == texts.end() ? ManualText{.command = command} : *text;
}

}  // namespace fairshuffle
