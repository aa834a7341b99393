# A shuffle whose draws are answered. fairshuffle exact --exec 'ruby shuffle.rb {n}'
$stdout.sync = true
# What Array#shuffle and rand of a range ask for their numbers.
class Answered
  def rand(bound)
    puts "draw #{bound}"
    ($stdin.gets || exit).to_i
  end
end
loop { puts (0...ARGV[0].to_i).to_a.shuffle(random: Answered.new).join(" ") }
