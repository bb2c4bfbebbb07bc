counts_of_three <- list(
  value = c(-1, 0, 2), n_h1 = c(0, 1, 3), n_h2 = c(2, 1, 0), totals = c(4, 3), scale = "ln"
)

required <- function(...) {
  utils::modifyList(
    list(
      sizes = \(system) c(h1 = 4, h2 = 3),
      class_ranges = \(system) list(h1 = c(0, 2), h2 = c(-1, 0)),
      finite_range = \(system) c(-1, 2), infinite = \(system) list(n_h1 = c(0, 0), n_h2 = c(0, 0)),
      counts = \(system) counts_of_three
    ),
    list(...)
  )
}

test_that("what is required must be answered, and nothing else may be", {
  expect_error(complete_answers(required()[-1]), "answers of a backend: sizes")
  expect_error(complete_answers(required(other = \(system) 1)), "answers of a backend: other")
  expect_error(complete_answers(required(many = \(system) TRUE)), "blocks, points, coarse")
  expect_setequal(
    names(complete_answers(required())), c(required_answers, names(derived_answers))
  )
})

test_that("an answer of its own comes before the derived one", {
  own <- complete_answers(required(fine = \(system) "own"))
  expect_identical(own$fine(NULL), "own")
  expect_false(own$many(NULL))
  expect_null(own$trials(NULL))
})

test_that("the derived answers of vectors are those that vectors have of their own", {
  for (weights in c(FALSE, TRUE)) {
    x <- random_set(1, 30, 50, digits = 1, weights = weights)
    system <- only_system(x)
    ask <- \(question, ...) derived_answers[[question]](system, ...)
    expect_identical(ask("ranges"), range(x$value))
    expect_identical(unname(ask("blocks")[c("n_h1", "n_h2")]),
      unname(blocks_of(system)[c("n_h1", "n_h2")]))
    expect_equal(ask("costs"), costs_of(system), tolerance = 1e-14)
    cuts <- c(-1, 0, 0.5)
    below <- \(h1) vapply(cuts, \(cut) {
      weight <- if (weights) x$weight else rep(1, length(x))
      sum(weight[x$truth == h1 & x$value < cut])
    }, 0)
    expect_equal(ask("below", cuts), list(n_h1 = below(TRUE), n_h2 = below(FALSE)))
  }
})

test_that("a backend says where its trials are and how it is asked", {
  backend <- new_backend(list(), table = "rows", way = "read in chunks", weighted = TRUE)
  said <- list(table = "rows", where = "memory", way = "read in chunks", weighted = TRUE)
  expect_identical(backend[names(said)], said)
})
