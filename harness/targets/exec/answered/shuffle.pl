# A shuffle whose draws are answered. fairshuffle exact --exec 'perl shuffle.pl {n}'
use strict; use warnings; $| = 1;
sub below { print "draw $_[0]\n"; my $answer = <STDIN> // exit; chomp $answer; return $answer }
while (1) {
  my @deck = (0 .. $ARGV[0] - 1);
  for (my $last = $#deck; $last > 0; --$last) {
    my $other = below($last + 1);
    @deck[$last, $other] = @deck[$other, $last];
  }
  print "@deck\n";
}
