<?php // BIASED: a sort whose comparator throws dice. php random_comparator.php TRIALS N SEED
[, $trials, $n, $seed] = $argv;
mt_srand($seed);        // rand() draws from mt_rand()
ob_start(null, 65536);  // write many rows at once
for ($trial = 0; $trial < $trials; $trial++) {
    $deck = range(0, $n - 1);
    usort($deck, fn($a, $b) => rand(-1, 1));
    echo implode(' ', $deck), "\n";
}
