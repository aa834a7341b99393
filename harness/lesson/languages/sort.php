<?php
// What `sort.* distribution N FACES` and `sort.* decks N FACES TRIALS` print is told in ../languages_test.py.
[, $mode, $n, $faces] = $argv;
$script = [];
$played = 0;

$toss = function () use ($mode, $faces, &$script, &$played) {
    if ($mode === 'decks') {
        $drawn = mt_rand(0, $faces - 1);
    } else {
        if ($played === count($script)) $script[] = 0;
        $drawn = $script[$played++];
    }
    return $faces == 2 ? 2 * $drawn - 1 : $drawn - 1;
};

$trials = $mode === 'decks' ? (int)$argv[4] : PHP_INT_MAX;
mt_srand(1);
for ($trial = 0; $trial < $trials; ++$trial) {
    $deck = range(0, $n - 1);
    usort($deck, $toss);
    echo $played, ' ', implode(' ', $deck), "\n";
    if ($mode === 'decks') continue;
    $played = 0;
    while ($script && end($script) == $faces - 1) array_pop($script);
    if (!$script) break;
    ++$script[count($script) - 1];
}
