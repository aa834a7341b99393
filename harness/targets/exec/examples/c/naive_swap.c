/* BIASED: each card is swapped with any other. cc -O2 -o naive_swap naive_swap.c && ./naive_swap TRIALS N SEED */
#include <stdio.h>
#include <stdlib.h>
int main(int count, char** words) {
  if (count != 4) return 2;
  int n = atoi(words[2]), deck[n];
  srand((unsigned)atoi(words[3]));
  for (long long trial = atoll(words[1]); trial > 0; --trial) {
    for (int i = 0; i < n; ++i) deck[i] = i;
    for (int i = 0, k, card; i < n; ++i) k = rand() % n, card = deck[i], deck[i] = deck[k], deck[k] = card;
    for (int i = 0; i < n; ++i) printf(i + 1 < n ? "%d " : "%d\n", deck[i]);
  }
}
