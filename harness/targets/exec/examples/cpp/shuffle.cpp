// std::shuffle. c++ -O2 -o shuffle shuffle.cpp && ./shuffle TRIALS N SEED
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>
int main(int count, char** words) {
  if (count != 4) return 2;
  std::vector<int> deck(std::stoul(words[2]));
  std::mt19937_64 source(std::stoul(words[3]));
  for (long long trial = std::stoll(words[1]); trial > 0; --trial) {
    std::iota(deck.begin(), deck.end(), 0);
    std::shuffle(deck.begin(), deck.end(), source);
    for (std::size_t i = 0; i < deck.size(); ++i) std::printf(i + 1 < deck.size() ? "%d " : "%d\n", deck[i]);
  }
}
