/* fairshuffle_plugin.h: how a shared library offers its shuffles to fairshuffle. C99, and C++ from C++11 on.

   A plug-in exports one function, fairshuffle_plugin_describe, which tells what shuffles there are:

     static int my_shuffle(uint32_t n, uint64_t seed, size_t decks, uint8_t *cards) {
       for (size_t deck = 0; deck < decks; ++deck, cards += n) {
         ... shuffle cards[0] to cards[n - 1], with random numbers that follow from seed ...
       }
       return 0;
     }

     static const fairshuffle_plugin_shuffle shuffles[] = {
         {"my-shuffle", "as my game does it", 0, 0, my_shuffle}};
     static const fairshuffle_plugin plugin = FAIRSHUFFLE_PLUGIN(shuffles);

     FAIRSHUFFLE_PLUGIN_EXPORT const fairshuffle_plugin *fairshuffle_plugin_describe(void) { return &plugin; }

   Build it with   cc -shared -fPIC -o my_shuffles.so my_shuffles.c
   and test it by  fairshuffle certify plugin:path=my_shuffles.so,shuffle=my-shuffle

   The library is never loaded into the process that judges it, but into one of its own, which may crash, hang
   or exit without harm to anything but its own verdict. What it prints to standard output goes to standard
   error; what it writes to a descriptor that it did not open is told as a fault, and never taken for decks.
   That is a guard against accidents, not against malice: the library shares its process with what calls it,
   and one that searches its memory, or reads requests that are not its own, can answer in its place. It can
   also do all that whoever runs fairshuffle may do: read and delete files, and start programs. Each such
   process calls the library from one thread, one call at a time; there may be several processes at once,
   so the library need not be thread-safe, and what it keeps in memory is its own. */
#ifndef FAIRSHUFFLE_PLUGIN_H
#define FAIRSHUFFLE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. A program takes plug-ins of its own version only: the number rises when old
   plug-ins would be misunderstood. Members may be added at the end of both structs without that; the sizes
   that a plug-in states tell which members it knows, and those that it doesn't know count as 0. */
#define FAIRSHUFFLE_PLUGIN_VERSION 1

/* Shuffles a batch of decks in place and returns 0, or a number of its own that tells what went wrong: then
   no deck of the batch is counted, and the number is reported.

   n      cards in a deck, 1 to 128, within the limits that the shuffle states; larger decks are for
          fairshuffle_plugin_wide_function
   seed   any 64 bits. All randomness must follow from it: the same n, seed and number of decks must give
          the same decks, whatever was called before, and different seeds independent ones. A shuffle that
          draws from elsewhere (the clock, the system) is judged too, but its run can't be repeated. One that
          ignores the seed and begins alike in every process is refused, where a few calls show it: trials
          would be counted twice
   decks  how many there are, at least 1 and today at most 2,048, or 65,536 with reset=never. The time-out
          of a target (10 s when none is given) is for one call
   cards  decks * n bytes, one deck after the other. On entry every deck is 0, 1, ..., n - 1; on return it
          holds the same cards in their new order, cards[deck * n + position] = card. Every deck is checked

   Every deck is shuffled from its own sorted one. For a shuffle that goes on with the deck before, name the
   target with reset=never: then the decks of a batch are taken as a chain that begins with a sorted deck, and
   what is counted is how each one follows from the one before. The shuffle has to pass its deck on within the
   batch, and must begin each batch anew. */
typedef int fairshuffle_plugin_function(uint32_t n, uint64_t seed, size_t decks, uint8_t* cards);

/* The same of decks of 129 to 1,024 cards, each a number of 16 bits. */
typedef int fairshuffle_plugin_wide_function(uint32_t n, uint64_t seed, size_t decks, uint16_t* cards);

/* Where a shuffle takes its numbers from, so that all its paths are followed and its distribution is known
   exactly: fairshuffle exact --plugin my_shuffles.so. */
typedef struct fairshuffle_plugin_draws {
  void* context;                                    /* what the functions are called with */
  uint64_t (*below)(void* context, uint64_t bound); /* 0 to bound - 1; bound is 1 to 1,000,000 */
  uint32_t (*word)(void* context);                  /* any 32 bits */
  double (*unit)(void* context);                    /* at least 0 and below 1 */
} fairshuffle_plugin_draws;

/* Shuffles one deck, 0, 1, ..., n - 1 on entry, by these numbers alone: the same answers must give the same
   deck. It returns 0, or a number that tells what went wrong. */
typedef int fairshuffle_plugin_answered_function(uint32_t n, const fairshuffle_plugin_draws* draws,
                                                 uint8_t* cards);

typedef struct fairshuffle_plugin_shuffle {
  const char* name;                     /* 1 to 64 letters, digits and characters of "-_.+" */
  const char* description;              /* one line of text */
  uint32_t smallest_deck;               /* fewest cards that it takes; 0 for any number */
  uint32_t largest_deck;                /* most cards that it takes, up to 128, or up to 1,024 where it has
                                           one of wide_shuffles; 0 for 64 */
  fairshuffle_plugin_function* shuffle; /* never null */
} fairshuffle_plugin_shuffle;

typedef struct fairshuffle_plugin {
  uint32_t version;       /* FAIRSHUFFLE_PLUGIN_VERSION. The first member in every version, and read first */
  uint32_t plugin_size;   /* sizeof(fairshuffle_plugin), as the plug-in was compiled */
  uint32_t shuffle_size;  /* sizeof(fairshuffle_plugin_shuffle), as the plug-in was compiled */
  uint32_t shuffle_count; /* at least 1 */
  const fairshuffle_plugin_shuffle* shuffles; /* as many, with names all different */
  /* In the same order what shuffles decks of more than 128 cards, null for a shuffle that takes none; or null
     where no shuffle does. */
  fairshuffle_plugin_wide_function* const* wide_shuffles;
  /* In the same order what shuffles one deck by draws that are answered, null for a shuffle that has no such;
     or null where no shuffle has. */
  fairshuffle_plugin_answered_function* const* answered_shuffles;
} fairshuffle_plugin;

/* The value of a fairshuffle_plugin with the shuffles of an array. */
#define FAIRSHUFFLE_PLUGIN(shuffles) FAIRSHUFFLE_PLUGIN_WITH_WIDE(shuffles, 0)

/* The same with an array of as many wide_shuffles. */
#define FAIRSHUFFLE_PLUGIN_WITH_WIDE(shuffles, wide_shuffles) \
  FAIRSHUFFLE_PLUGIN_WITH_ANSWERED(shuffles, wide_shuffles, 0)

/* The same with an array of as many answered_shuffles; wide_shuffles may be 0. */
#define FAIRSHUFFLE_PLUGIN_WITH_ANSWERED(shuffles, wide_shuffles, answered_shuffles)             \
  {                                                                                              \
    FAIRSHUFFLE_PLUGIN_VERSION, sizeof(fairshuffle_plugin), sizeof(fairshuffle_plugin_shuffle),  \
        sizeof(shuffles) / sizeof(*(shuffles)), (shuffles), (wide_shuffles), (answered_shuffles) \
  }

#if defined(_WIN32)
#define FAIRSHUFFLE_PLUGIN_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FAIRSHUFFLE_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define FAIRSHUFFLE_PLUGIN_EXPORT
#endif

/* The one function that a plug-in exports. What it returns must stay as it is while the library is loaded. */
FAIRSHUFFLE_PLUGIN_EXPORT const fairshuffle_plugin* fairshuffle_plugin_describe(void);

#ifdef __cplusplus
}
#endif

#endif
