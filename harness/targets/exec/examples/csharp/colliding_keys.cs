// BIASED: keys that collide, and equal keys keep their order. mcs colliding_keys.cs && mono colliding_keys.exe TRIALS N SEED
using System;
using System.Linq;
class Program {
  static void Main(string[] words) {
    var random = new Random(int.Parse(words[2]));
    var output = new System.IO.StreamWriter(Console.OpenStandardOutput());
    try {
      for (long trial = long.Parse(words[0]); trial > 0; trial--) {
        var deck = Enumerable.Range(0, int.Parse(words[1])).OrderBy(card => random.Next(10)); // Next() is fair
        output.WriteLine(string.Join(" ", deck));
      }
      output.Flush();
    } catch (System.IO.IOException) {} // nobody reads any more
  }
}
