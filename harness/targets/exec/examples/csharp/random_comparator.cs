// BIASED: a sort whose comparator throws dice. mcs random_comparator.cs && mono random_comparator.exe TRIALS N SEED
using System;
using System.Linq;
class Program {
  static void Main(string[] words) {
    var random = new Random(int.Parse(words[2]));
    var output = new System.IO.StreamWriter(Console.OpenStandardOutput());
    try {
      for (long trial = long.Parse(words[0]); trial > 0; trial--) {
        int[] deck = Enumerable.Range(0, int.Parse(words[1])).ToArray();
        Array.Sort(deck, (a, b) => random.Next(-1, 2)); // OrderBy(card => random.Next()) is fair
        output.WriteLine(string.Join(" ", deck));
      }
      output.Flush();
    } catch (System.IO.IOException) {} // nobody reads any more
  }
}
