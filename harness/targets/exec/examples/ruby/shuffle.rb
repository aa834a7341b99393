# Array#shuffle. ruby shuffle.rb TRIALS N SEED
trap("PIPE", "SYSTEM_DEFAULT") # end quietly once nobody reads
trials, n, seed = ARGV.map(&:to_i)
random = Random.new(seed)
trials.times do
  deck = (0...n).to_a.shuffle(random: random)
  puts deck.join(" ")
end
