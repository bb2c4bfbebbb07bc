# Cases that people have asked about in public, with the right values. A row of `cases.csv` has
#   source   the repository and the number of the thread, or the file
#   input    R code
#   right    R code of the value that it must give, or `error` and a class of conditions
#   derived  how the right value was found
# Guards against slips may warn on sets as small as these.

test_that("public cases have the right values", {
  cases <- utils::read.csv(test_path("cases.csv"), colClasses = "character", na.strings = "")
  expect_named(cases, c("source", "input", "right", "derived"))
  expect_false(any(cases == ""))
  for (k in seq_len(nrow(cases))) {
    case <- cases[k, ]
    label <- sprintf("row %d (%s)", k, case$source)
    input <- \() suppressMessages(suppressWarnings(
      eval(parse(text = case$input, keep.source = FALSE), new.env()),
      classes = "calibrant_warning"
    ))
    if (startsWith(case$right, "error ")) {
      expect_error(input(), class = sub("^error ", "", case$right), label = label)
    } else {
      right <- eval(parse(text = case$right, keep.source = FALSE), new.env())
      expect_equal(input(), right, tolerance = 1e-8, label = label, ignore_attr = TRUE)
    }
  }
})

# Numbers that functions of other packages give, or that their tests expect, on the data of their
# tests. `make peers` writes the rows of scikit-learn and lir. Rows of other packages come from
# their tests. A row of `peers.csv` has
#   source, test        the repository and the test
#   quantity            what is computed
#   value, truth, weight  the trials, numbers with blanks between
#   expected            one number or several
#   class               equal; rounded, where the peer prints few digits or searches on a grid; or
#                       differs, where the peer is known to be wrong

numbers <- function(text) as.numeric(strsplit(text, " ", fixed = TRUE)[[1]])

peer_set <- function(row, scale) {
  weight <- if (nzchar(row$weight)) numbers(row$weight)
  lr_set(numbers(row$value), numbers(row$truth) == 1, scale = scale, weight = weight, sure = TRUE)
}

isotonic_of <- function(row, ...) {
  isotonic(numbers(row$value), weights = if (nzchar(row$weight)) numbers(row$weight), ...)
}

# Corners from the strictest threshold to "accept all", without "reject all".
corners <- function(row, column) {
  curve <- det_curve(peer_set(row, "score"))
  rev(curve[[column]][-nrow(curve)])
}

answers <- list(
  auc = \(row) auc(peer_set(row, "score")),
  eer = \(row) eer(peer_set(row, "score")),
  eer_steps = \(row) eer(peer_set(row, "score"), method = "steps"),
  p_fa = \(row) corners(row, "p_fa"),
  p_miss = \(row) corners(row, "p_miss"),
  isotonic = \(row) isotonic_of(row),
  antitonic = \(row) isotonic_of(row, increasing = FALSE),
  log_loss = \(row) {
    prior <- mean(numbers(row$truth))
    is_h1 <- numbers(row$truth) == 1
    x <- lr_set(numbers(row$value), is_h1, scale = "prob", prior = prior, sure = TRUE)
    log(2) * cross_entropy(x, prior)
  },
  cllr = \(row) cllr(peer_set(row, "log10")),
  cllr_min = \(row) cllr_min(peer_set(row, "log10")),
  dev_pav = \(row) dev_pav(peer_set(row, "log10")),
  elub = \(row) bounds_of(row, "elub"),
  iv = \(row) bounds_of(row, "iv")
)

bounds_of <- function(row, method) tidy(bound_lr(peer_set(row, "log10"), method = method))$estimate
steps <- c(elub = 0.0100001, iv = 0.0010001)

test_that("numbers of peers are those of calibrant, except for listed differences", {
  peers <- utils::read.csv(test_path("peers.csv"), colClasses = "character")
  expect_setequal(peers$quantity, names(answers))
  expect_equal(sum(peers$class == "differs"), 1)
  for (i in of_turn(which(peers$class != "differs"), 8)) {
    row <- as.list(peers[i, ])
    found <- as.vector(suppressMessages(suppressWarnings(
      answers[[row$quantity]](row), classes = "calibrant_warning"
    )))
    expected <- numbers(row$expected)
    step <- if (row$class == "equal") 1e-12 else max(steps[row$quantity], 1e-7, na.rm = TRUE)
    gap <- ifelse(found == expected, 0, abs(found - expected))
    expect_true(all(gap <= step * pmax(1, abs(expected))), label = paste("row", i, row$test))
  }
})
