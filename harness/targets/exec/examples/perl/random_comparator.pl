# BIASED: a sort whose comparator tosses a coin. perl random_comparator.pl TRIALS N SEED
use strict;
use warnings;

my ($trials, $n, $seed) = @ARGV;
srand($seed);
for (1 .. $trials) {
    my @deck = sort { rand() <=> 0.5 } 0 .. $n - 1;
    print "@deck\n";
}
