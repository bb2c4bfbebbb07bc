# The experiments of Tornetta (2021, section 3.3) on any texts: the relation of accuracy, entropy
# score and purity of three naive Bayes models as they are trained on more texts of each class, or
# on fewer classes.
#
#   library(calibrant)
#   source(system.file("figures/tornetta.R", package = "calibrant"))
#   found <- grow_training(text, class)               # figures 2 and 5
#   grow_training(text, class, ratio = c(2, 5, 10))   # figures 3 and 6
#   raise_threshold(text, class, c(100, 200, 500))    # figures 4 and 7
#   plot_confidence(found); plot_confidence(found, against = "purity")
#   plot_complement()                                 # figure 1
#
# `text` is a vector of texts, `class` their classes. Where the package janeaustenr (novels in the
# public domain, one class each) is installed, austen() gives such texts.

# Counts each word in each text: a sparse matrix, a row per text, a column per word of `vocabulary`,
# by default the `most` frequent ones of these texts.
word_counts <- function(text, vocabulary = NULL, most = 10000) {
  words <- regmatches(tolower(text), gregexpr("[[:alnum:]]+", tolower(text)))
  if (is.null(vocabulary)) {
    counts <- table(unlist(words))
    kept <- utils::head(order(-counts, names(counts), method = "radix"), most)
    vocabulary <- sort(names(counts)[kept], method = "radix")
  }
  word <- match(unlist(words), vocabulary)
  known <- !is.na(word)
  Matrix::sparseMatrix(rep(seq_along(words), lengths(words))[known], word[known],
    x = rep(1, sum(known)), dims = c(length(text), length(vocabulary)),
    dimnames = list(NULL, vocabulary)
  )
}

# Accuracy, entropy score (eq. 1) and purity (section 2.2) of each step of each model. `paths` is a
# list of models, each a list of matrices of posteriors, a row per trial; `truth` has the classes of
# the trials, or is a list of them along the steps.
confidence_path <- function(paths, truth) {
  rows <- lapply(names(paths), function(model) {
    steps <- paths[[model]]
    truths <- if (is.list(truth)) truth else rep(list(truth), length(steps))
    accuracy <- mapply(function(p, truth) {
      best <- colnames(p)[max.col(p, ties.method = "first")]
      mean(best == as.character(truth))
    }, steps, truths)
    data.frame(
      model = model, step = seq_along(steps), accuracy = unname(accuracy),
      label = if (is.null(names(steps))) as.character(seq_along(steps)) else names(steps),
      entropy_score = prob_entropy_score(unname(steps)),
      purity = mapply(prob_purity, unname(steps), unname(truths)),
      uniform = vapply(steps, function(p) 1 - sqrt((ncol(p) - 1) / (2 * ncol(p))), 0)
    )
  })
  path <- do.call(rbind, rows)
  path$model <- factor(path$model, names(paths))
  path
}

# Models as points in the plane of accuracy and confidence, joined to a path per model; the last
# step is the large point. The dotted line is the purity of predictions without information.
plot_confidence <- function(path, against = "entropy_score") {
  path$last <- path$step == stats::ave(path$step, path$model, FUN = max)
  ends <- path[path$last | path$step == 1, ]
  ends$side <- ifelse(as.integer(ends$model) %% 2 == 1, -1, 2)
  ggplot2::ggplot(path, ggplot2::aes(
    .data$accuracy, .data[[against]],
    colour = .data$model, linetype = .data$model, shape = .data$model
  )) +
    (if (against == "purity") {
      ggplot2::geom_hline(yintercept = unique(path$uniform), linetype = "dotted")
    }) +
    ggplot2::geom_path(linewidth = 0.7) +
    ggplot2::geom_point(ggplot2::aes(size = .data$last)) +
    ggplot2::geom_text(ggplot2::aes(label = .data$label, vjust = .data$side),
      data = ends, size = 3, show.legend = FALSE
    ) +
    ggplot2::scale_size_manual(values = c("FALSE" = 1.5, "TRUE" = 3), guide = "none") +
    ggplot2::scale_colour_manual(values = c("#332288", "#CC6677", "#117733", "#88CCEE")) +
    ggplot2::scale_x_continuous(labels = scales::label_percent(), expand = c(0.1, 0.1)) +
    ggplot2::scale_y_continuous(limits = c(0, 1)) +
    ggplot2::labs(
      x = "Accuracy", y = if (against == "purity") "Purity" else "Entropy score",
      colour = NULL, linetype = NULL, shape = NULL,
      alt = paste("Confidence against accuracy of", paste(levels(path$model), collapse = ", "))
    )
}

# Lines of the simplex of three classes on which one probability is constant, before and after the
# complement map (eq. 4): x and y in a triangle with corners (0, 0), (1, 0) and (1/2, sqrt(3)/2).
complement_lines <- function(lines = 9, points = 101) {
  along <- seq(0, 1, length.out = points)
  parts <- expand.grid(level = (seq_len(lines + 1) - 1) / (lines + 1), fixed = 1:3)
  before <- lapply(seq_len(nrow(parts)), function(i) {
    free <- (1 - parts$level[i]) * along
    p <- cbind(parts$level[i], free, pmax(1 - parts$level[i] - free, 0), deparse.level = 0)
    p[, order(c(parts$fixed[i], setdiff(1:3, parts$fixed[i])))]
  })
  before <- do.call(rbind, before)
  stages <- list("Before" = before, "After the map" = prob_complement(before))
  rows <- lapply(names(stages), function(stage) {
    p <- unname(stages[[stage]])
    data.frame(
      stage = factor(stage, names(stages)), line = rep(seq_len(nrow(parts)), each = points),
      p1 = p[, 1], p2 = p[, 2], p3 = p[, 3], x = p[, 2] + p[, 3] / 2, y = sqrt(3) / 2 * p[, 3]
    )
  })
  do.call(rbind, rows)
}

plot_complement <- function() {
  ggplot2::ggplot(complement_lines(), ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_path(ggplot2::aes(
      group = interaction(.data$stage, .data$line), colour = .data$stage, linewidth = .data$stage
    )) +
    ggplot2::scale_colour_manual(values = c("grey60", "#332288"), name = NULL) +
    ggplot2::scale_linewidth_manual(values = c(0.3, 0.5), name = NULL) +
    ggplot2::coord_equal() +
    ggplot2::theme_void() +
    ggplot2::theme(legend.position = "bottom") +
    ggplot2::labs(alt = paste(
      "The simplex of three classes under the complement map: corners and middle stay, edges",
      "become curves inside, a star with three points."
    ))
}

models <- c(Binomial = "bernoulli", Multinomial = "multinomial", Complement = "complement")

# Posteriors of the rows of `new` by each model, with the features and priors of the paper. The
# binomial model sees which words are present. The others see counts, times the inverse document
# frequency, at unit length. Priors are the shares of the classes in training (eq. 2), but the
# complement model has none: scikit-learn, which the paper uses, ignores them there.
classify <- function(counts, class, new) {
  texts_with <- as.vector(rep(1, nrow(counts)) %*% (counts > 0))
  rarity <- log((1 + nrow(counts)) / (1 + texts_with)) + 1
  weigh <- function(x) {
    scale <- if (is.matrix(x)) diag(rarity, length(rarity)) else Matrix::Diagonal(x = rarity)
    weighted <- x %*% scale
    dimnames(weighted) <- dimnames(x)
    weighted
  }
  lapply(models, function(model) {
    binary <- model == "bernoulli"
    fit <- naive_bayes(if (binary) counts else weigh(counts), class, model,
      length = if (binary) "none" else "euclid"
    )
    prior <- if (model == "complement") NULL else "data"
    predict(fit, if (binary) new else weigh(new), prior = prior)
  })
}

learn_and_predict <- function(train, class, test) {
  counts <- word_counts(train)
  classify(counts, class, word_counts(test, colnames(counts)))
}

# Sorts the steps by model.
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
  confidence_path(by_model(steps), class[test])
}

# Keeps classes with at least so many texts: the higher the threshold, the fewer classes remain.
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
  confidence_path(by_model(lapply(steps, `[[`, "p")), lapply(steps, `[[`, "truth"))
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
