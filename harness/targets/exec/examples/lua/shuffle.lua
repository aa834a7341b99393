-- Fisher-Yates; Lua has no shuffle of its own. lua shuffle.lua TRIALS N SEED
local trials, n, seed = tonumber(arg[1]), tonumber(arg[2]), tonumber(arg[3])
math.randomseed(seed)
io.stdout:setvbuf("full")
for _ = 1, trials do
  local deck = {}
  for i = 1, n do deck[i] = i - 1 end
  for i = n, 2, -1 do
    local k = math.random(i)
    deck[i], deck[k] = deck[k], deck[i]
  end
  print(table.concat(deck, " "))
end
