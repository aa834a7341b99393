# BIASED: keys that collide, and equal keys keep their order. Rscript colliding_keys.R TRIALS N SEED
words <- as.numeric(commandArgs(trailingOnly = TRUE))
trials <- words[1]
n <- words[2]
set.seed(words[3])
while (trials > 0) {
  count <- min(trials, 10000) # write many rows at once
  decks <- replicate(count, order(sample(16, n, replace = TRUE)) - 1)
  tryCatch(write(decks, stdout(), ncolumns = n), error = function(closed) quit()) # nobody reads any more
  trials <- trials - count
}
