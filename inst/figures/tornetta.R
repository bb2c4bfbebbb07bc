# The experiments of Tornetta (2021, section 3.3) on any texts: how accuracy, entropy score and
# purity of three naive Bayes models go together while they see more texts of each class, or fewer
# classes.
#
#   library(calibrant)
#   source(system.file("figures/tornetta.R", package = "calibrant"))
#   found <- grow_training(text, class)               # figures 2 and 5
#   grow_training(text, class, ratio = c(2, 5, 10))   # figures 3 and 6
#   raise_threshold(text, class, c(100, 200, 500))    # figures 4 and 7
#   plot(found); plot(found, against = "purity")
#
# `text` is a vector of texts, `class` their classes. Where the package janeaustenr (novels in the
# public domain, one class each) is installed, austen() gives such texts.

models <- c(Binomial = "bernoulli", Multinomial = "multinomial", Complement = "complement")

# As in the paper the prior is the share of the classes in training, and lengths are normalised but
# for binary features. Words that many texts have count for less.
learn_and_predict <- function(train, class, test) {
  counts <- word_counts(train)
  new <- word_counts(test, colnames(counts))
  rarity <- log((1 + nrow(counts)) / (1 + Matrix::colSums(counts > 0))) + 1
  weigh <- function(x) x %*% Matrix::Diagonal(x = rarity, names = colnames(x))
  lapply(models, function(model) {
    binary <- model == "bernoulli"
    fit <- naive_bayes(if (binary) counts else weigh(counts), class, model,
      length = if (binary) "none" else "euclid"
    )
    predict(fit, if (binary) new else weigh(new), prior = "data")
  })
}

# By model rather than by step.
by_model <- function(steps) {
  paths <- lapply(names(models), function(model) lapply(steps, `[[`, model))
  stats::setNames(paths, names(models))
}

# A quarter of each class is for the test. `ratio` says how the supports of the classes relate.
grow_training <- function(text, class, shares = c(0.1, 0.2, 0.4, 0.7, 1), ratio = 1) {
  class <- factor(class)
  rows <- lapply(split(seq_along(class), class), sample)
  test <- unlist(lapply(rows, function(i) utils::head(i, length(i) %/% 4)))
  pool <- lapply(rows, function(i) utils::tail(i, -(length(i) %/% 4)))
  ratio <- rep_len(ratio, length(pool))
  unit <- min(lengths(pool) / ratio)
  steps <- lapply(stats::setNames(shares, paste0(100 * shares, "%")), function(share) {
    train <- unlist(Map(function(i, r) utils::head(i, max(1, share * r * unit)), pool, ratio))
    learn_and_predict(text[train], class[train], text[test])
  })
  confidence_curve(by_model(steps), class[test])
}

# Only classes with so many texts: the higher the threshold, the fewer there are.
raise_threshold <- function(text, class, thresholds) {
  size <- table(class)
  steps <- lapply(stats::setNames(thresholds, thresholds), function(threshold) {
    kept <- class %in% names(size)[size >= threshold]
    of_kept <- factor(class[kept])
    is_test <- stats::ave(seq_along(of_kept), of_kept, FUN = function(i) sample(length(i))) <=
      as.vector(table(of_kept)[of_kept]) %/% 4
    texts <- text[kept]
    list(
      p = learn_and_predict(texts[!is_test], of_kept[!is_test], texts[is_test]),
      truth = of_kept[is_test]
    )
  })
  confidence_curve(by_model(lapply(steps, `[[`, "p")), lapply(steps, `[[`, "truth"))
}

# Pieces of six novels of ten lines each.
austen <- function(lines = 10) {
  books <- janeaustenr::austen_books()
  books <- books[nzchar(books$text), ]
  piece <- stats::ave(seq_len(nrow(books)), books$book, FUN = seq_along) %/% lines
  text <- tapply(books$text, list(piece, books$book), paste, collapse = " ")
  kept <- !is.na(text)
  data.frame(text = text[kept], class = factor(colnames(text)[col(text)[kept]]))
}
