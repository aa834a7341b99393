// java.util.Collections.shuffle with its draws answered. fairshuffle exact --exec 'java Shuffle.java {n}'
import java.util.*;
import java.util.stream.*;

class Shuffle extends Random {
  private static final Scanner answers = new Scanner(System.in);

  @Override public int nextInt(int bound) {
    System.out.println("draw " + bound);
    if (!answers.hasNextInt()) System.exit(0);
    return answers.nextInt();
  }

  public static void main(String[] arguments) {
    for (;;) {
      List<Integer> deck = IntStream.range(0, Integer.parseInt(arguments[0])).boxed().collect(Collectors.toList());
      Collections.shuffle(deck, new Shuffle());
      System.out.println(deck.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
  }
}
