// Fisher-Yates; Random.Shuffle came with .NET 8. mcs shuffle.cs && mono shuffle.exe TRIALS N SEED
using System;
using System.Linq;
class Program {
  static void Main(string[] words) {
    var random = new Random(int.Parse(words[2]));
    var output = new System.IO.StreamWriter(Console.OpenStandardOutput());
    try {
      for (long trial = long.Parse(words[0]); trial > 0; trial--) {
        int[] deck = Enumerable.Range(0, int.Parse(words[1])).ToArray();
        for (int i = deck.Length - 1; i > 0; i--) {
          int k = random.Next(i + 1), card = deck[i]; deck[i] = deck[k]; deck[k] = card;
        }
        output.WriteLine(string.Join(" ", deck));
      }
      output.Flush();
    } catch (System.IO.IOException) {} // nobody reads any more
  }
}
