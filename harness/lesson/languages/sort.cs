// What `sort.* distribution N FACES` and `sort.* decks N FACES TRIALS` print is told in ../languages_test.py.
using System;
using System.Collections.Generic;
using System.Text;

static class Program {
  static void Main(string[] words) {
    bool sampled = words[0] == "decks";
    int n = int.Parse(words[1]), faces = int.Parse(words[2]), trials = sampled ? int.Parse(words[3]) : 1;
    var script = new List<int>();
    int played = 0;
    var random = new Random(1);
    Comparison<int> toss = (a, b) => {
      int drawn;
      if (sampled) {
        drawn = random.Next(faces);
      } else {
        if (played == script.Count) script.Add(0);
        drawn = script[played++];
      }
      return faces == 2 ? 2 * drawn - 1 : drawn - 1;
    };
    var lines = new StringBuilder();
    for (int trial = 0; trial < trials || !sampled; ++trial) {
      var deck = new int[n];
      for (int card = 0; card < n; ++card) deck[card] = card;
      try {
        Array.Sort(deck, toss);
      } catch (Exception) {
        // A partition ran off the deck, which stays as it is then.
      }
      lines.Append(played).Append(' ').Append(string.Join(" ", deck)).Append('\n');
      if (sampled) continue;
      played = 0;
      while (script.Count > 0 && script[script.Count - 1] == faces - 1) script.RemoveAt(script.Count - 1);
      if (script.Count == 0) break;
      ++script[script.Count - 1];
    }
    Console.Write(lines);
  }
}
