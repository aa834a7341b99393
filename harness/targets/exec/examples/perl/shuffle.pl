# List::Util's shuffle. perl shuffle.pl TRIALS N SEED
use strict;
use warnings;
use List::Util 'shuffle';

my ($trials, $n, $seed) = @ARGV;
srand($seed);
for (1 .. $trials) {
    my @deck = shuffle(0 .. $n - 1);
    print "@deck\n";
}
