<?php // shuffle(). php shuffle.php TRIALS N SEED
[, $trials, $n, $seed] = $argv;
mt_srand($seed);        // shuffle() draws from mt_rand()
ob_start(null, 65536);  // write many rows at once
for ($trial = 0; $trial < $trials; $trial++) {
    $deck = range(0, $n - 1);
    shuffle($deck);
    echo implode(' ', $deck), "\n";
}
