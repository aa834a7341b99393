# sample(). Rscript shuffle.R TRIALS N SEED
words <- as.numeric(commandArgs(trailingOnly = TRUE))
trials <- words[1]
n <- words[2]
set.seed(words[3])
while (trials > 0) {
  count <- min(trials, 10000) # write many rows at once
  decks <- replicate(count, sample(0:(n - 1)))
  tryCatch(write(decks, stdout(), ncolumns = n), error = function(closed) quit()) # nobody reads any more
  trials <- trials - count
}
