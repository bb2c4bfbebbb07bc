# Trials in chunks of a few rows, with so little memory that all passes are needed and call the
# reader.
tight <- function(values = 300, buckets = 2^10, spooled = 0, drawn = 2^14,
                  env = rlang::caller_env()) {
  limits <- list(values = values, buckets = buckets, spooled = spooled, drawn = drawn)
  withr::local_options(list(calibrant.stream_limits = limits), .local_envir = env)
}

chunks_of <- function(data, size) {
  at <- 0
  lr_chunks(
    \() {
      if (at >= nrow(data)) {
        return(NULL)
      }
      rows <- at + seq_len(min(size, nrow(data) - at))
      at <<- at + length(rows)
      data[rows, , drop = FALSE]
    },
    rewind = \() at <<- 0
  )
}

table_of <- function(x) {
  columns <- list(value = x$value, truth = x$truth, system = x$system, weight = x$weight)
  as.data.frame(columns[lengths(columns) > 0])
}

streamed <- function(x, size) {
  formula <- if (is.null(x$system)) truth ~ value else truth ~ value | system
  lr_set(chunks_of(table_of(x), size), formula,
    scale = x$scale, weight = if (!is.null(x$weight)) "weight"
  )
}

# A set whose trials are in memory but reported as unavailable.
hidden_backend <- function(value, truth, weight = NULL, scale = "ln") {
  set <- list(value = value, truth = truth, weight = weight, scale = scale)
  backend <- calibrant:::vector_backend(set, NULL)
  hide <- list(
    trials = \(system) NULL,
    unweighted = \(system) {
      if (system$backend$weighted) {
        replace(system$backend, c("weight", "weighted"), list(NULL, FALSE))
      }
    },
    blocks = \(system) calibrant:::blocks_by_tally(system),
    tally = \(system, map) calibrant:::tally_of_counts(counts_of(system), map),
    tally_values = \(system, map, buckets) {
      calibrant:::tally_values_of_counts(counts_of(system), map, buckets)
    }
  )
  backend$answers[names(hide)] <- hide
  utils::modifyList(backend, list(where = "a drawer", way = "looked up"))
}

hidden_set <- function(x) {
  parts <- if (is.null(levels(x))) list(x) else lapply(rlang::set_names(levels(x)), \(s) x[s])
  backends <- lapply(parts, \(p) hidden_backend(p$value, p$truth, p$weight, p$scale))
  calibrant:::new_remote_set(backends, x$scale, x$labels, length(x))
}

# A stream that keeps no counts, and the same trials in memory.
many_values <- function(x, size = 900) {
  found <- streamed(x, size)
  expect_true(all(vapply(systems_of(found), has_many, NA)))
  found
}

gaussian_trials <- function(n, scale = "ln") {
  truth <- rep(c(TRUE, FALSE), c(n / 4, n - n / 4))
  llr <- stats::rnorm(n, ifelse(truth, 2, -2), 2)
  llr[1:40] <- round(llr[1:40])
  llr[c(50:53, n - 1:3)] <- c(0, 0, 1, 1, 0, -1, 1)
  value <- switch(scale, ln = llr, log10 = llr / log(10), log2 = llr / log(2), lr = exp(llr),
    score = llr * 3 + 1000
  )
  lr_set(value, truth, scale = scale)
}
