# Writes the tables that homogeneity_test.cpp compares with, tested by R's own chisq.test (no continuity
# correction); log10_p comes from pchisq, which keeps the logarithm of far tails. Made with R 4.2.2.
# Usage: Rscript core/statistics/reference/homogeneity.R > core/statistics/reference/homogeneity.json
tables <- list(
  "two fair samples of three cards" = list(c(2731, 2702, 2788, 2690, 2745, 2728), c(5502, 5431, 5389, 5520, 5466, 5460)),
  "naive swap of three cards against fair" = list(c(2430, 3011, 3040, 3022, 2437, 2444), c(2731, 2702, 2788, 2690, 2745, 2728)),
  "sizes a thousandfold apart, an empty cell in one" = list(c(1500000, 2500000, 3000000, 40000, 2960000), c(1480, 2571, 2950, 0, 2999)),
  "cells without a trial are left out" = list(c(0, 8179, 8205, 0, 0), c(0, 4050, 4142, 0, 0)),
  "two cells" = list(c(5000123, 4999877), c(5002345, 4997655)),
  "distributions far apart" = list(c(60000, 50000, 40000), c(50000, 50000, 50000)))
cat("[\n")
for (name in names(tables)) {
  table <- do.call(rbind, tables[[name]])
  full <- table[, colSums(table) > 0]
  test <- chisq.test(full, correct = FALSE)
  log10_p <- pchisq(test$statistic, test$parameter, lower.tail = FALSE, log.p = TRUE) / log(10)
  row <- function(counts) paste(sprintf("%d", as.integer(counts)), collapse = ", ")
  cat(sprintf("  {\"table\": \"%s\", \"first\": [%s], \"second\": [%s],\n   \"statistic\": %.15g, \"df\": %d, \"p\": %.15g, \"log10_p\": %.12g}%s\n",
              name, row(table[1, ]), row(table[2, ]), test$statistic, test$parameter, test$p.value, log10_p,
              if (name == tail(names(tables), 1)) "" else ","))
}
cat("]\n")
