/* fairshuffle_abi.h: the engine for other languages. C99, and C++.

   A request is a JSON text in UTF-8 (request.schema.json beside this header says what each may hold), and so
   is the answer, which the caller gives back to fairshuffle_free:

     char *answer = fairshuffle_certify("{\"targets\": [\"naive-swap\"], \"n\": 5}", NULL, NULL);
     ... {"verdict": "biased", "sentence": "Biased: ...", "text": "...", "targets": [...], "report": "..."}
     fairshuffle_free(answer);

   Nothing is thrown across this border and nothing ends the process. What goes wrong is an answer, too:

     {"error": {"kind": "input", "message": "certify: /n: expected a deck size from 1 to 1024, found 0"}}

   kind is "input" where the request is wrong, "caller" where a function of the caller's said that it
   failed, "refused" where the paths of the caller's code can't be followed, "limit" where they are too many
   or too long, and "failure" for anything else; message is a sentence, without the full stop. NULL is
   returned only where there is no memory for an answer.

   Every function may be called from several threads at once. Callbacks are called on the thread that called,
   one at a time, and none after the call has returned. They may call any function here, and must not throw
   or jump over it. */
#ifndef FAIRSHUFFLE_ABI_H
#define FAIRSHUFFLE_ABI_H

#include <stdint.h>

/* A WebAssembly module is told which of these it is to have when it is linked. */
#if defined(__GNUC__) && !defined(__EMSCRIPTEN__)
#define FAIRSHUFFLE_EXPORT __attribute__((visibility("default"), used))
#else
#define FAIRSHUFFLE_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a callback returns. */
enum {
  FAIRSHUFFLE_GO_ON = 0,
  /* The run ends after the block of trials that is under way (16,384 of them), and what came is judged. */
  FAIRSHUFFLE_END = 1,
  /* The run ends at once; its answer is an error of kind "caller". */
  FAIRSHUFFLE_FAIL = 2
};

/* Told on the way, at most twenty times a second. state is a JSON text, valid until it returns:
     {"look": 7, "undecided": 1, "targets": 1, "running": "durstenfeld:n=5", "trials": 81920,
      "trials_of_look": 98304, "trials_at_most": 1000000000, "trials_if_fair": 23724032}
   trials are of all targets so far, trials_of_look what they will be at the end of this look,
   trials_if_fair what they will be if all that is undecided is fair, null where that is not known. */
typedef int32_t (*fairshuffle_progress)(void* context, const char* state);

/* The rows that a fill callback is working on. */
typedef struct fairshuffle_batch fairshuffle_batch;

/* Shuffles row_count decks, each in its own row of n bytes: the card at position p of row r is
   rows[r * n + p]. On entry each row is 0, 1, ..., n - 1; on return it is the same cards in their new order.
   In decks of more than 128 cards a card takes two bytes, a uint16_t of the machine: rows points to numbers
   of those, n in a row.
   Every row is checked: one that is no permutation makes the shuffle invalid, and is shown in the report.
   With "reset": "never" there is one row in each call, as the call before left it, or sorted where there was
   none.

   row_count is at most fairshuffle_rows_in_memory(n). Which row_counts there are depends on n and on the
   request only, so a shuffle whose random numbers begin alike gives the same report. */
typedef int32_t (*fairshuffle_fill)(void* context, uint8_t* rows, int32_t row_count,
                                    fairshuffle_batch* batch);

/* Says that the row, in 0..row_count-1, is no permutation, where its bytes can't tell why: a card too many,
   one that is no number. text is what reports show of it, as in "0 1 Queen 3 4"; it is cut after 200 bytes.
   To be called from the fill callback only. */
FAIRSHUFFLE_EXPORT void fairshuffle_show_row(fairshuffle_batch* batch, int32_t row, const char* text);

/* The rows of n cards that there is memory for; 0 where n is not in 1..1024. */
FAIRSHUFFLE_EXPORT int32_t fairshuffle_rows_in_memory(int32_t n);

/* Judges a shuffle of the caller's own. rows is memory for fairshuffle_rows_in_memory(n) rows, of more than
   128 cards aligned for a uint16_t: each call of fill is given rows that lie somewhere in it, while others
   there are counted. With NULL it is the engine's, which is gone after the call. progress may be NULL.
   The answer is that of fairshuffle_certify, with one target. */
FAIRSHUFFLE_EXPORT char* fairshuffle_certify_rows(const char* request, uint8_t* rows, fairshuffle_fill fill,
                                                  fairshuffle_progress progress, void* context);

/* Judges shuffles of the catalogue, which are named as on the command line. Answer:
     verdict   "fair", "biased", "inconclusive" or "invalid", the worst of the targets'; null where there is
               none
     note      why there is none; "" otherwise
     sentence  the verdict in plain words; of several targets a line for each
     text      the whole report as a terminal of 80 columns shows it
     targets   {"name", "verdict", "headline", "sentence", "facts"} of each; headline: the verdict in a line;
               facts: {"name": "How much", "text": "..."}, the lines under the verdict of a report
     report    the JSON report, a text: byte for byte what the program writes */
FAIRSHUFFLE_EXPORT char* fairshuffle_certify(const char* request, fairshuffle_progress progress,
                                             void* context);

/* The exact distribution of a shuffle of the catalogue. Answer: {"text": "..."}, or {"distribution": {...}}.
 */
FAIRSHUFFLE_EXPORT char* fairshuffle_exact(const char* request);

/* The draws of one run of the caller's own code. */
typedef struct fairshuffle_draws fairshuffle_draws;

/* Shuffles one deck of n cards by the draws: cards[p] is the card at position p, on entry p. The same answers
   must give the same deck. n is that of the request, or a smaller one. Returns FAIRSHUFFLE_GO_ON, or
   FAIRSHUFFLE_FAIL, which ends the call: its answer is an error of kind "caller", with "draws": "2 of 3,
   0.25", the draws that led there. */
typedef int32_t (*fairshuffle_shuffle)(void* context, int32_t n, uint8_t* cards, fairshuffle_draws* draws);

/* How a draw is answered. */
enum {
  /* 0..size-1, each of which is followed: what comes of them is proven. */
  FAIRSHUFFLE_BELOW = 0,
  /* 0..size-1, of which the code uses what it likes: intervals or remainders are looked for on which it goes
     on alike. */
  FAIRSHUFFLE_WORD = 1,
  /* The same, and the caller divides it by its size, 2^53, to a number in [0, 1). */
  FAIRSHUFFLE_UNIT = 2,
  /* As FAIRSHUFFLE_BELOW, of a number in [0, 1) that has no digits: which of size equal parts it lies in. The
     answer tells by how much one of 53 bits is off. */
  FAIRSHUFFLE_PART = 3
};

/* One answered draw in 0..size-1; size is a whole number from 1 to 2^53. -1 where this run is to end at once:
   then the callback returns, and what it returns is not looked at. To be called from the shuffle callback
   only. */
FAIRSHUFFLE_EXPORT double fairshuffle_answer(fairshuffle_draws* draws, int32_t kind, double size);

/* The same for one of unlike alternatives, each of which is followed. weights are whole numbers above 0 with
   blanks between: "1 2 1" gives 0, 1 or 2, and 1 half of the time. */
FAIRSHUFFLE_EXPORT int32_t fairshuffle_answer_weighted(fairshuffle_draws* draws, const char* weights);

/* Says that the deck is no permutation, where its bytes can't tell why; as fairshuffle_show_row. */
FAIRSHUFFLE_EXPORT void fairshuffle_show_deck(fairshuffle_draws* draws, const char* text);

/* The exact distribution of the caller's own code, of 2 to 8 cards, which is called once for each path of its
   draws. Where words or units are drawn, loops reject draws, or draws have many values, paths that go on
   alike are followed once, and as many ordinary runs as "ordinary_runs" says (100,000) check them.
   "max_paths" (5,000,000) and "max_seconds" (10) limit it. Answer:
     verdict       "exactly fair", "exactly biased", "fair as far as checked", "biased as far as checked",
                   "inconclusive" or "invalid"; checked: something was left open, by paths that were cut off
                   or pieces that may have been missed
     fair          whether the verdict is one of the two fair ones
     sentence      the verdict in plain words, with what was left open
     text          the sentence, and the distribution as a terminal of 80 columns shows it
     distribution  that of the paths followed, as of the catalogue, with "paths", "unfollowed",
                   "ordinary_runs", "repeats", "verdict", "sentence", and "equals": the known mistakes of the
                   catalogue, of 3 to 7 cards, whose distribution is equal; and "smallest_biased_deck" */
FAIRSHUFFLE_EXPORT char* fairshuffle_exact_code(const char* request, fairshuffle_shuffle shuffle,
                                                void* context);

/* The lesson of the caller's own code, with every path of three cards where these are few. The request is
   that of fairshuffle_exact_code, with "format" as of fairshuffle_explain. Answer: {"text": "..."}. */
FAIRSHUFFLE_EXPORT char* fairshuffle_explain_code(const char* request, fairshuffle_shuffle shuffle,
                                                  void* context);

/* 1 where a lesson looks at the deck before each answer: cards is to hold it then, as it lies. 0 elsewhere.
 */
FAIRSHUFFLE_EXPORT int32_t fairshuffle_looks(const fairshuffle_draws* draws);

/* The lesson of a shuffle of the catalogue. Answer: {"text": "..."}. */
FAIRSHUFFLE_EXPORT char* fairshuffle_explain(const char* request);

/* A JSON report in another format. Answer: {"text": "..."}. */
FAIRSHUFFLE_EXPORT char* fairshuffle_draw(const char* request);

/* What there is to choose from. Answer: {"version": "0.1.0", "shuffles": [{"name": "durstenfeld",
   "sentence": "...", "options": [{"name": "k", "range": "a whole number from 1 to 32"}]}],
   "formats": ["html", "junit", ...]}. */
FAIRSHUFFLE_EXPORT char* fairshuffle_list(void);

/* Gives an answer back; NULL is let pass. */
FAIRSHUFFLE_EXPORT void fairshuffle_free(char* answer);

#ifdef __cplusplus
}
#endif
#endif
