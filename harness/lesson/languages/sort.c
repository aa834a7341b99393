// What `sort.* distribution N FACES` and `sort.* decks N FACES TRIALS` print is told in ../languages_test.py.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sampled, faces, length, played;
static int script[1000];

static int toss(const void* a, const void* b) {
  (void)a;
  (void)b;
  int drawn;
  if (sampled) {
    drawn = (int)(rand() / (RAND_MAX / faces + 1));
  } else {
    if (played == length) script[length++] = 0;
    drawn = script[played++];
  }
  return faces == 2 ? 2 * drawn - 1 : drawn - 1;
}

int main(int count, char** words) {
  if (count < 4) return 2;
  sampled = strcmp(words[1], "decks") == 0;
  const int n = atoi(words[2]);
  faces = atoi(words[3]);
  const int trials = count > 4 ? atoi(words[4]) : 1;
  int deck[64];
  for (int trial = 0; trial < trials || !sampled; ++trial) {
    for (int card = 0; card < n; ++card) deck[card] = card;
    qsort(deck, (size_t)n, sizeof deck[0], toss);
    printf("%d", played);
    for (int card = 0; card < n; ++card) printf(" %d", deck[card]);
    printf("\n");
    if (sampled) continue;
    played = 0;
    while (length > 0 && script[length - 1] == faces - 1) --length;
    if (length == 0) break;
    ++script[length - 1];
  }
  return 0;
}
