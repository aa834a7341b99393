// BIASED: a sort whose comparator tosses a coin. javac RandomComparator.java && java RandomComparator TRIALS N SEED
import java.util.*;

class RandomComparator {
  public static void main(String[] words) {
    Random random = new Random(Long.parseLong(words[2]));
    StringJoiner rows = new StringJoiner("\n", "", "\n");
    for (long trial = Long.parseLong(words[0]); trial > 0; trial--) {
      List<Integer> deck = new ArrayList<>();
      for (int card = 0; card < Integer.parseInt(words[1]); card++) deck.add(card);
      Collections.sort(deck, (a, b) -> random.nextBoolean() ? 1 : -1); // from 32 cards on it may throw
      rows.add(deck.toString().replaceAll("[^0-9 ]", ""));
      if (rows.length() < 65536 && trial > 1) continue; // write many rows at once
      System.out.print(rows);
      if (System.out.checkError()) return; // nobody reads any more
      rows = new StringJoiner("\n", "", "\n");
    }
  }
}
