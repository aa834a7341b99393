// Where the words, bars and lines of cards, permutations, curves and trees lie.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "reports/html/drawn_for_tests.hpp"
#include "reports/html/page.hpp"

using namespace fairshuffle;

TEST_CASE("a cell of a grid holds its number, under its card and beside its position") {
  const Drawn drawn = taken_apart(small_grid());
  const Word &farthest = drawn.word("-40"), &middle = drawn.word("+5.0");
  // Every number has its column: card 0's word is over -40, card 1's over 5.
  const Word& card = drawn.word("card");
  std::vector<Word> zeros, ones;
  for (const Word& word : drawn.words) {
    if (word.text == "0") zeros.push_back(word);
    if (word.text == "1") ones.push_back(word);
  }
  REQUIRE(zeros.size() == 2);  // over the column and beside the row
  REQUIRE(ones.size() == 2);
  CHECK(zeros[0].x == farthest.x);
  CHECK(zeros[0].y < farthest.y);
  CHECK(zeros[1].y == farthest.y);
  CHECK(zeros[1].x < farthest.x);
  CHECK(ones[0].x == middle.x);
  CHECK(card.x == ones[0].x);  // of three columns the second is in the middle
  CHECK(card.anchor == "middle");
  // Cells are squares of 46 pixels, and a number is in the middle of its cell.
  const std::vector<Box> rarest = boxes_of(drawn, "fill-rare6");
  REQUIRE(rarest.size() == 1);
  CHECK(rarest[0].width == 46);
  CHECK(rarest[0].height == 46);
  CHECK(rarest[0].middle() == farthest.x);
}

TEST_CASE("all cells of a row together are as wide as the grid, and neighbours of one shade are one") {
  const Drawn drawn = taken_apart(small_grid());
  std::vector<double> rows(3);
  std::size_t boxes = 0;
  for (const auto& [paint, data] : drawn.paths) {
    for (const Box& box : boxes_of(drawn, paint)) {
      const auto row = static_cast<std::size_t>((box.y - 44) / 46);
      REQUIRE(row < 3);
      rows[row] += box.width;
      ++boxes;
    }
  }
  for (const double width : rows) CHECK(width == 3 * 46);
  CHECK(boxes == 8);
  const std::vector<Box> even = boxes_of(drawn, "fill-even");
  REQUIRE(even.size() == 2);
  CHECK(even[1].width == 2 * even[0].width);
}

TEST_CASE("a legend's shades lie side by side, with the fewest standard errors in the middle") {
  const Drawn drawn = taken_apart(small_grid());
  REQUIRE(drawn.boxes.size() == 13);
  for (std::size_t at = 1; at < 13; ++at) {
    CHECK(drawn.boxes[at].x == drawn.boxes[at - 1].x + drawn.boxes[at - 1].width);
  }
  const double middle = drawn.boxes[6].middle();
  CHECK(drawn.word("standard errors from fair").x == middle);
  // What a shade begins at stands where the shade begins.
  CHECK(drawn.word("+1").x == drawn.boxes[7].x);
  CHECK(drawn.word("+32").x == drawn.boxes[12].x);
  CHECK(drawn.word("\u221232").x == drawn.boxes[1].x);
  CHECK(drawn.word("too rarely").x == drawn.boxes[0].x);
  CHECK(drawn.word("too often").x == drawn.boxes[12].x + drawn.boxes[12].width);
  // Below the lowest row of cells.
  CHECK(drawn.boxes[0].y > 44 + 3 * 46 + 20);
}

TEST_CASE("a permutation's bar is as long as it is off, up where it comes too often") {
  const Drawn drawn = taken_apart(permutations_of_three());
  const std::vector<Box> above = boxes_of(drawn, "fill-alarm"), below = boxes_of(drawn, "fill-calm");
  REQUIRE(above.size() == 2);
  REQUIRE(below.size() == 2);
  const double half = -above[0].height;
  CHECK(half > 50);
  CHECK(-above[1].height == about(half / 2));
  CHECK(below[0].height == about(half / 2));
  CHECK(below[1].height == about(half));
  // The scale leaves 4 % of what it shows above the longest bar and below the lowest.
  CHECK(above[0].y + above[0].height - 28 == about(2 * half * 0.04));
  CHECK(232 - below[1].y - below[1].height == about(2 * half * 0.04));
  // Six columns as wide as each other, each bar in the middle of its own, over its permutation's cards: the
  // most frequent first, and two as often as is fair between.
  const double pitch = (630. - 72) / 6;
  CHECK(above[0].middle() == about(72 + 0.5 * pitch));
  CHECK(above[1].middle() == about(72 + 1.5 * pitch));
  CHECK(below[0].middle() == about(72 + 4.5 * pitch));
  CHECK(below[1].middle() == about(72 + 5.5 * pitch));
  // What chance does reaches as far up as down: three standard errors.
  const std::vector<Box> noise = drawn.painted("fill-panel");
  REQUIRE(noise.size() == 1);
  CHECK(noise[0].height == about(2 * half * 0.06 / 0.5));
  CHECK(noise[0].y + noise[0].height / 2 == about(above[0].y));
}

TEST_CASE(
    "the lines behind permutations lie where their words say, in per cent or in multiples of the fair "
    "share") {
  const auto height_over_fair = [](const Drawn& drawn, const std::string& words) {
    return drawn.word("fair").y - drawn.word(words).y;
  };
  const Drawn percents = taken_apart(permutations_of_three());
  const std::vector<Box> half = boxes_of(percents, "fill-alarm");
  REQUIRE(half.size() == 2);
  CHECK(height_over_fair(percents, "+50 %") == about(-half[0].height));
  CHECK(height_over_fair(percents, "\u221250 %") == about(half[0].height));

  PermutationExcesses far = permutations_of_three();
  far.excesses[2] = 99;
  const Drawn multiples = taken_apart(far);
  // A permutation that comes fifty times as often is 49 fair shares off.
  CHECK(height_over_fair(multiples, "\u00d750") == about(height_over_fair(multiples, "\u00d7100") * 49 / 99));
  const std::vector<Box> above = boxes_of(multiples, "fill-alarm");
  REQUIRE(above.size() == 3);
  CHECK(-above[0].height == about(height_over_fair(multiples, "\u00d7100")));
}

TEST_CASE("the most frequent permutation is named at the left, and the rarest at the right") {
  for (const std::size_t rank : {0U, 11U, 23U}) {
    PermutationExcesses permutations{
        .deck_size = 4, .excesses = std::vector<double>(24), .standard_error = 0};
    permutations.excesses[rank] = 0.5;
    permutations.excesses[(rank + 1) % 24] = -0.25;
    const Drawn drawn = taken_apart(permutations);
    const auto named = [&drawn](const char* words) {
      const auto found =
          std::ranges::find_if(drawn.words, [words](const Word& word) { return word.text.ends_with(words); });
      REQUIRE(found != drawn.words.end());
      return *found;
    };
    const Word most = named(": +50 %"), fewest = named(": \u221225 %");
    CHECK(most.x == 72);
    CHECK(most.anchor == "start");
    CHECK(fewest.x == 630);
    CHECK(fewest.anchor == "end");
    CHECK(most.y < fewest.y);
  }
}

TEST_CASE("where points are known the legend and the cells of a grid are in points") {
  CardGrid grid = small_grid();
  grid.points = 0.5;
  const Drawn drawn = taken_apart(grid);
  CHECK(drawn.word("points from fair").x == drawn.boxes[6].middle());
  // The shades are those of standard errors, and begin at half a point.
  CHECK(drawn.word("+0.5").x == drawn.boxes[7].x);
  CHECK(drawn.word("+16").x == drawn.boxes[12].x);
  CHECK(drawn.word("-20").x == taken_apart(small_grid()).word("-40").x);
  CHECK(drawn.description.find("card 0 at position 0, -20.00 points.") != std::string::npos);
  // Few trials reach beyond a hundred points, which is no reason for an exponent.
  grid.points = 4;
  CHECK(taken_apart(grid).word("+128").x == drawn.boxes[12].x);
  grid.points = 0.05;
  CHECK(taken_apart(grid).word("-2.00").text == "-2.00");
  // Where cells lie far beyond the noise the shades reach as far as they do.
  grid.deviations[0][0] = -480;
  CHECK(taken_apart(grid).word("+0.5").x == drawn.boxes[7].x);
  CHECK(boxes_of(taken_apart(grid), "fill-rare6").size() == 1);
  CHECK(taken_apart(grid).word("-24").text == "-24");
}

TEST_CASE("a curve falls by its distances, evenly or by decades") {
  Curve curve = riffles();
  const Drawn even = taken_apart(curve);
  REQUIRE(even.curve.size() == 4);
  const double bottom = even.word("0").y - 4, top = even.curve[0].second;
  CHECK(bottom - even.curve[1].second == about(0.8 * (bottom - top)));
  CHECK(bottom - even.curve[3].second == about(0.05 * (bottom - top)));
  // k = 3 is half way from 1 to 5.
  CHECK(even.curve[2].first == about((even.curve[0].first + even.curve[3].first) / 2));
  CHECK(even.word("3").x == even.curve[2].first);
  // The goal and the value that is asked for have a line each.
  const std::vector<Line> marks = even.dashed();
  REQUIRE(marks.size() == 2);
  CHECK(marks[0].y1 == about((top + bottom) / 2));
  CHECK(marks[1].x1 == even.curve[1].first);
  CHECK(even.word("here k = 2").x == even.curve[1].first);
  CHECK(even.description.find("It is first below 0.5 at k = 3.") != std::string::npos);
  // What is measured stands over the axis, where the words of the lines end.
  CHECK(even.word("distance").x == even.word("1").x);
  CHECK(even.word("distance").y < even.word("1").y);

  curve.points = {{1, 1}, {2, 0.1}, {3, 0.01}};
  curve.logarithmic = true;
  const Drawn decades = taken_apart(curve);
  CHECK(decades.curve[2].second - decades.curve[1].second ==
        about(decades.curve[1].second - decades.curve[0].second));
  CHECK(decades.word("0.01").y - 4 == about(decades.curve[2].second));
}

TEST_CASE("a curve has a dot at each point as long as they can be told apart, and at its goal") {
  Curve curve = riffles();
  const Drawn few = taken_apart(curve);
  REQUIRE(few.circles.size() == 4 + 1);
  CHECK(std::equal(few.curve.begin(), few.curve.end(), few.circles.begin()));
  CHECK(few.circles.back() == few.curve[2]);
  for (const std::size_t points : {40U, 41U}) {
    curve.points.clear();
    while (curve.points.size() < points)
      curve.points.push_back({static_cast<int>(curve.points.size() + 1), 1});
    CHECK(taken_apart(curve).circles.size() == (points == 40 ? 40U : 0U));
  }
}

TEST_CASE("a curve of one point lies in the middle of its picture") {
  Curve curve = riffles();
  const Drawn many = taken_apart(curve);
  const double middle = (many.curve.front().first + many.curve.back().first) / 2;
  curve.points.resize(1);
  curve.chosen.reset();
  const Drawn one = taken_apart(curve);
  REQUIRE(one.curve.size() == 1);
  CHECK(one.curve.front().first == about(middle));
}

TEST_CASE("each path of a tree ends in a square under its order, and as many as are counted below") {
  const Drawn drawn = taken_apart(tree_of_two());
  REQUIRE(drawn.boxes.size() == 3);
  const auto column = [&drawn](const std::string& permutation) {
    return std::ranges::find_if(drawn.words,
                                [&](const Word& word) { return word.text == permutation && word.x > 344; })
        ->x;
  };
  CHECK(drawn.boxes[0].middle() == about(column("0 1")));
  CHECK(drawn.boxes[1].middle() == about(column("1 0")));
  CHECK(drawn.boxes[2].middle() == about(column("1 0")));
  CHECK(drawn.boxes[0].y < drawn.boxes[1].y);
  // Three columns as wide as each other, from the leaves to the edge.
  CHECK(column("0 1") == about(344 + 290. / 6));
  CHECK(column("1 0") == about(344 + 290. / 2));
  CHECK(column("none") == about(344 + 290. * 5 / 6));
  CHECK(drawn.word("0").x == about(column("none")));
  CHECK(drawn.word("2").x == about(column("1 0")));
  // A fair share of three paths among three permutations is one.
  CHECK(drawn.boxes[0].paint == "fill-faint");
  CHECK(drawn.boxes[1].paint == "fill-alarm");
  CHECK(drawn.description.ends_with("where each path ends: 1 at 0 1, 2 at 1 0, 0 at none."));
}

TEST_CASE("cards in pictures have their names, and where one has no room their numbers") {
  CardGrid grid{
      .deviations = {{1, -1, 0}, {0, 1, -1}, {-1, 0, 9}}, .unit = "steps", .card_names = {"A", "K", "10"}};
  const auto has = [](const std::string& picture, const char* words) {
    return picture.find(words) != std::string::npos;
  };
  CHECK(has(drawing(grid, "x"), ">K<"));
  CHECK(has(drawing(grid, "x"), "The farthest: card 10 at position 2"));
  grid.card_names[1] = "the king of spades";
  CHECK_FALSE(has(drawing(grid, "x"), ">10<"));
  CHECK(has(drawing(grid, "x"), "The farthest: card 10 at position 2"));

  PermutationExcesses permutations = permutations_of_three();
  permutations.card_names = {"A", "K", "Q"};
  CHECK(has(drawing(permutations, "x"), ">Q<"));
  CHECK(has(drawing(permutations, "x"), "Q A K: "));
  permutations.card_names[1] = "king";
  CHECK(drawing(permutations, "x") == drawing(permutations_of_three(), "x"));
}
