# BIASED: a sort whose comparator tosses a coin. ruby random_comparator.rb TRIALS N SEED
trap("PIPE", "SYSTEM_DEFAULT") # end quietly once nobody reads
trials, n, seed = ARGV.map(&:to_i)
srand(seed)
trials.times do
  deck = (0...n).to_a.sort { rand <=> 0.5 } # sort_by { rand } is fair: one key for each card
  puts deck.join(" ")
end
