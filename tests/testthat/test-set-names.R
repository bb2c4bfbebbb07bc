# Names of systems, items and trials come from files, in which a cell may be empty or padded.
padded <- function(names) paste0(names, rep_len(c("", " "), length(names)))

set_of_names <- function(field, names) {
  set.seed(2)
  truth <- rep(c(TRUE, FALSE), each = 20)
  arguments <- list(stats::rnorm(40, truth), truth, scale = "ln")
  do.call(lr_set, c(arguments, rlang::set_names(list(names), field)))
}

test_that("blanks around names are not part of them", {
  names <- rep(c("a", "b", "c", "d"), 10)
  id <- sprintf("t%02d", 1:40)
  for (field in c("system", "source1", "source2", "id")) {
    plain <- if (field == "id") id else names
    expected <- set_of_names(field, plain)
    for (given in list(padded(plain), factor(padded(plain)), sub("$", "\u00a0", plain))) {
      found <- as.character(set_of_names(field, given)[[field]])
      expect_identical(found, as.character(expected[[field]]))
    }
  }
  counts <- \(names) glance(set_of_names("source1", names))[c("n_sources_h1", "n_sources_h2")]
  expect_equal(counts(padded(names)), counts(names))
})

test_that("an empty cell names nothing", {
  for (empty in c("", " ")) {
    names <- replace(rep(c("a", "b", "c", "d"), 10), c(3, 30), empty)
    id <- replace(sprintf("t%02d", 1:40), c(3, 30), empty)
    for (field in c("system", "source1", "source2", "id")) {
      given <- if (field == "id") id else names
      expect_error(set_of_names(field, given), class = "calibrant_error_input")
      expect_error(set_of_names(field, factor(given)), class = "calibrant_error_input")
    }
    d <- data.frame(s = stats::rnorm(40), y = rep(c(TRUE, FALSE), 20), item = names)
    kept <- suppressMessages(lr_set(y ~ s, d, scale = "ln", source1 = "item", na = "drop"))
    expect_length(kept, 38)
    expect_error(measures_by(kept, names[1:38], "cllr"), class = "calibrant_error_input")
  }
})

test_that("text in another encoding is a name as it is", {
  names <- rep(c("a\xff", "b"), 20)
  expect_identical(set_of_names("source1", names)$source1, names)
})
