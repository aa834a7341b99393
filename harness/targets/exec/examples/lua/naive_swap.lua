-- BIASED: each card is swapped with any other. lua naive_swap.lua TRIALS N SEED
-- (table.sort with a random comparator raises "invalid order function for sorting".)
local trials, n, seed = tonumber(arg[1]), tonumber(arg[2]), tonumber(arg[3])
math.randomseed(seed)
io.stdout:setvbuf("full")
for _ = 1, trials do
  local deck = {}
  for i = 1, n do deck[i] = i - 1 end
  for i = 1, n do
    local k = math.random(n)
    deck[i], deck[k] = deck[k], deck[i]
  end
  print(table.concat(deck, " "))
end
