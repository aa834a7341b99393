// What `sort.* distribution N FACES` and `sort.* decks N FACES TRIALS` print is told in ../languages_test.py.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

public class Sort {
  private static final List<Integer> script = new ArrayList<>();
  private static int played = 0;

  public static void main(String[] words) {
    boolean sampled = words[0].equals("decks");
    int n = Integer.parseInt(words[1]), faces = Integer.parseInt(words[2]);
    int trials = sampled ? Integer.parseInt(words[3]) : 1;
    Random random = new Random(1);
    StringBuilder lines = new StringBuilder();
    for (int trial = 0; trial < trials || !sampled; ++trial) {
      Integer[] deck = new Integer[n];
      for (int card = 0; card < n; ++card) deck[card] = card;
      Arrays.sort(deck, (a, b) -> {
        int drawn;
        if (sampled) {
          drawn = random.nextInt(faces);
        } else {
          if (played == script.size()) script.add(0);
          drawn = script.get(played++);
        }
        return faces == 2 ? 2 * drawn - 1 : drawn - 1;
      });
      lines.append(played).append(' ');
      lines.append(Arrays.stream(deck).map(String::valueOf).collect(Collectors.joining(" "))).append('\n');
      if (sampled) continue;
      played = 0;
      while (!script.isEmpty() && script.get(script.size() - 1) == faces - 1) script.remove(script.size() - 1);
      if (script.isEmpty()) break;
      script.set(script.size() - 1, script.get(script.size() - 1) + 1);
    }
    System.out.print(lines);
  }
}
