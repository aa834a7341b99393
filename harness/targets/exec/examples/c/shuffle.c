/* Fisher-Yates; C has no shuffle of its own. cc -O2 -o shuffle shuffle.c && ./shuffle TRIALS N SEED */
#include <stdio.h>
#include <stdlib.h>
/* Every number below bound is equally likely: words above the last whole round are drawn again. */
static int below(int bound) {
  int word, limit = RAND_MAX - RAND_MAX % bound;
  while ((word = rand()) >= limit) {}
  return word % bound;
}
int main(int count, char** words) {
  if (count != 4) return 2;
  int n = atoi(words[2]), deck[n];
  srand((unsigned)atoi(words[3]));
  for (long long trial = atoll(words[1]); trial > 0; --trial) {
    for (int i = 0; i < n; ++i) deck[i] = i;
    for (int i = n - 1, k, card; i > 0; --i) k = below(i + 1), card = deck[i], deck[i] = deck[k], deck[k] = card;
    for (int i = 0; i < n; ++i) printf(i + 1 < n ? "%d " : "%d\n", deck[i]);
  }
}
