# Examiners and items with different tendencies.
examined <- function(n_examiners = 8, n_items = 20, seed = 1) {
  set.seed(seed)
  d <- expand.grid(examiner = seq_len(n_examiners), item = seq_len(n_items))
  d$same <- d$item %% 2 == 0
  strength <- rnorm(n_items)[d$item] + rnorm(n_examiners, sd = 0.5)[d$examiner] +
    rnorm(nrow(d), ifelse(d$same, 1.5, -1.5))
  d$conclusion <- cut(strength, c(-Inf, -1, 1, Inf), letters[1:3], ordered_result = TRUE)
  d <- rbind(d, d[seq(1, nrow(d), 7), ])
  conclusion_set(same ~ conclusion, d, examiner = "examiner", item = "item")
}

study_set <- function(name, ...) {
  conclusion_set(truth ~ conclusion, data = subset(black_box, study == name), count = "n",
    h1 = "same", ...)
}

afte <- c("Elimination", paste0("Inconclusive-", c("C", "B", "A")), "ID")
