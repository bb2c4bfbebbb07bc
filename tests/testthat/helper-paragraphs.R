# Sets of all kinds that explain() has to find words for, each with the reason why it is there.
told_sets <- function() {
  withr::local_seed(11)
  words <- c(h1 = "the same person speaks", h2 = "two persons speak")
  simulated <- \(n_h1, n_h2, s, ...) simulate_lr(n_h1, n_h2, s = s, ...)
  set <- \(h1, h2, ...) lr_set(c(h1, h2), rep(c(TRUE, FALSE), c(length(h1), length(h2))),
    scale = "log10", ...)
  exchanged <- \(x) lr_set(as.data.frame(x)[[1]], !as.data.frame(x)$truth, scale = x$scale)
  sizes <- list(few = c(6, 9), some = c(40, 60), unlike = c(25, 1500), many = c(1500, 6000))
  made <- unlist(lapply(sizes, \(n) list(
    good = simulated(n[1], n[2], 3), fair = simulated(n[1], n[2], 1.5),
    poor = simulated(n[1], n[2], 0.3), boasting = simulated(n[1], n[2], 1.5, stretch = 3),
    shy = simulated(n[1], n[2], 2.5, stretch = 0.3), shifted = simulated(n[1], n[2], 2, shift = 2),
    exchanged = exchanged(simulated(n[2], n[1], 1.5))
  )), recursive = FALSE)
  c(made, list(
    three = set(1, c(-1, 0.5)), nothing = set(c(0, 0, 0), c(0, 0)),
    separated = set(c(1, 2, 3, 2, 1), c(-1, -2, -1, -3, -2)),
    certain = set(c(Inf, 1, 2, 0.5, 3), c(-Inf, -1, 0.2, -2, -1)),
    wrong = set(c(-Inf, 1, 2, 0.5, 3), c(-1, 0.2, -2, -1, -1)),
    wrong_both = set(c(-Inf, 1, 2), c(Inf, -1, -2)),
    worded = lr_set(c(2, 1, -0.5, 1, 3, -1, -2, 0.3, -1, -2), rep(c(TRUE, FALSE), each = 5),
      scale = "log10", hypotheses = words),
    weighted = set(c(1, 2, -0.5, 1, 0.2), c(-1, 0.3, -1, -2, -0.1), weight = rep(c(1, 2.5), 5)),
    excluded = suppressMessages(set(c(1, 2, NA, 1, 1), c(-1, 0.3, -1, -2, -2), na = "drop")),
    by_item = lr_set(same_source ~ log10_lr, subset(glass_lr, model == "mvk" & item2 <= 25),
      scale = "log10", source1 = "item1", source2 = "item2")
  ))
}

# One paragraph for each set and prior, with the facts that it rests on.
told_paragraphs <- function(sets, prior = c(0.001, 0.03, 0.3, 0.5, 0.99)) {
  rows <- lapply(names(sets), \(name) {
    x <- sets[[name]]
    sampled <- name == "by_item"
    text <- withr::with_seed(1, suppressWarnings(explain(x, prior, replicates = 99)))
    data.frame(set = name, prior = prior, text = as.character(text), drawn = sampled)
  })
  do.call(rbind, rows)
}
