#' Error rates of conclusions under three conventions
#'
#' `error_rates()` of a [conclusion_set()] returns the rates, with intervals, at which examiners
#' reach a wrong definite conclusion. Inconclusive conclusions are counted by three conventions
#' (Hofmann et al. 2020).
#'
#' Definite conclusions state H1 (identification) or H2 (exclusion); all others are inconclusive. Of
#' \eqn{N} comparisons under a hypothesis, let \eqn{e} have definite conclusions for the other
#' hypothesis, \eqn{u} inconclusive and \eqn{r} right conclusions. The rate of errors is
#' * \eqn{e / N}{e/N} if an inconclusive counts as `"right"`, the usual convention of studies;
#' * \eqn{e / (e + r)}{e/(e + r)} if it is `"left out"`;
#' * \eqn{(e + u) / N}{(e + u)/N} if it counts as `"wrong"`.
#'
#' None of these rates is the value of a conclusion: see [conclusion_lr()].
#' [measures()][measures.conclusion_set] of the scale need no convention.
#'
#' Limits are exact (Clopper-Pearson), with the counts divided by the design effect of
#' [conclusion_lr()] if the set names examiners or items.
#'
#' @inheritParams conclusion_lr
#' @param definite The definite conclusions, `list(h1 = , h2 = )`. Default: the last and the first
#'   of ordered conclusions of the scale, also if nobody reaches them.
#' @param each `"system"` (the default), or `"examiner"` for a row per examiner.
#' @return A data frame of class `conclusion_errors` with the columns `system`, `examiner` (with
#'   `each = "examiner"`), `error` (`"false positive"`, H1 stated under H2, or `"false negative"`),
#'   `inconclusive` (`"right"`, `"left out"` or `"wrong"`), `n_error`, `n`, `rate`, `lower` and
#'   `upper`.
#' @references
#' Hofmann H, Carriquiry A, Vanderplas S (2020). *Law, Probability and Risk* 19, 317-364.
#' \doi{10.1093/lpr/mgab002}
#'
#' Clopper CJ, Pearson ES (1934). *Biometrika* 26, 404-413. \doi{10.1093/biomet/26.4.404}
#' @concept false positive rate of examiners
#' @concept inconclusive rate
#' @name error_rates.conclusion_set
#' @examples
#' x <- conclusion_set(truth ~ conclusion, data = subset(black_box, study == "bullets"),
#'   count = "n", h1 = "same", no_value = "Other",
#'   conclusions = c("Elimination", paste0("Inconclusive-", c("C", "B", "A")), "ID"))
#' error_rates(x)
#' @export
error_rates.conclusion_set <- function(x, definite = NULL, each = "system", level = 0.95,
                                       by = NULL, ...) {
  check_dots(...)
  check_level(level)
  check_choice(each, c("system", "examiner"))
  definite <- read_definite(definite, x)
  by <- conclusion_by(x, by)
  if (each == "examiner") conclusion_by(x, "examiner")
  rows_of <- if (each == "system") error_rows else examiner_errors
  along <- \(compute, ...) {
    bind_systems(systems_of(x), \(one) compute(one, definite_sides(one, definite), ...))
  }
  new_curve(along(rows_of, level, by), "conclusion_errors", level = level, by = by, each = each,
    shares = along(inconclusive_shares))
}

# Names of conclusions that some system has.
read_definite <- function(definite, x) {
  if (is.list(definite) && all(vapply(definite, is.atomic, NA))) {
    definite <- lapply(definite, as.character)
    check_choices(unlist(definite), levels(x$conclusion), "definite")
  }
  definite
}

# Flags of the conclusions that say that H1 holds, and of those that say that H2 does.
definite_sides <- function(system, definite) {
  names <- system$conclusions
  if (is.null(definite)) {
    refuse_if(!system$ordered, "definite_unknown")
    definite <- rlang::set_names(as.list(scale_ends(system$scale)), c("h2", "h1"))
  }
  known <- is.list(definite) && setequal(names(definite), c("h1", "h2")) &&
    all(vapply(definite, is.character, NA))
  check_that(known, "be a list of conclusions, {.code list(h1 = , h2 = )}.", definite)
  list(h1 = names %in% definite$h1, h2 = names %in% definite$h2, says = definite)
}

inconclusive_shares <- function(system, sides) {
  other <- !sides$h1 & !sides$h2
  new_frame(
    h1 = sum(system$h1[other]) / sum(system$h1), h2 = sum(system$h2[other]) / sum(system$h2),
    says_h1 = paste(sides$says$h1, collapse = ", "), says_h2 = paste(sides$says$h2, collapse = ", ")
  )
}

inconclusive_ways <- c("right", "left out", "wrong")

# Numbers of errors and their denominators, for counts in columns.
error_numbers <- function(count, wrong, right, way) {
  sums <- \(rows) colSums(count[rows, , drop = FALSE])
  switch(way,
    right = list(error = sums(wrong), n = colSums(count)),
    `left out` = list(error = sums(wrong), n = sums(wrong | right)),
    wrong = list(error = sums(!right), n = colSums(count))
  )
}

error_kinds <- function(sides) {
  list(
    `false positive` = \(m, n, way) error_numbers(n, sides$h1, sides$h2, way),
    `false negative` = \(m, n, way) error_numbers(m, sides$h2, sides$h1, way)
  )
}

error_share <- function(numbers, way) {
  \(m, n) {
    found <- numbers(m, n, way)
    found$error / found$n
  }
}

error_rows <- function(system, sides, level, by) {
  cells <- expand.grid(way = inconclusive_ways, error = names(error_kinds(sides)),
    stringsAsFactors = FALSE)
  rows <- Map(\(way, error) {
    numbers <- error_kinds(sides)[[error]]
    found <- numbers(cbind(system$h1), cbind(system$h2), way)
    values <- left_out_values(system, by, error_share(numbers, way))
    one <- list(values = values, corrected = values$whole, scale = "rate", top = 1, n = found$n)
    ends <- if (found$n > 0) conclusion_interval(one, level, by)[c("lower", "upper")]
    new_frame(
      error = error, inconclusive = way, n_error = found$error, n = found$n,
      rate = found$error / found$n, lower = ends$lower %||% NA_real_,
      upper = ends$upper %||% NA_real_
    )
  }, cells$way, cells$error)
  do.call(rbind, unname(rows))
}

# The comparisons of one examiner are few and assumed independent.
examiner_errors <- function(system, sides, level, by) {
  units <- named_units(system, system$examiner)
  m <- system$h1 - units$m
  n <- system$h2 - units$n
  rows <- lapply(names(error_kinds(sides)), \(error) {
    lapply(inconclusive_ways, \(way) {
      found <- error_kinds(sides)[[error]](m, n, way)
      new_frame(
        examiner = units$names, error = error, inconclusive = way, n_error = found$error,
        n = found$n, rate = found$error / found$n, binomial_interval(found$error, found$n, level)
      )
    })
  })
  do.call(rbind, unlist(rows, recursive = FALSE))
}

#' @export
print.conclusion_errors <- \(x, n = 12, ...) printed(x, {
  print_head(error_text(x), n, "row")
  cat("\n", paste0(error_notes(x), "\n"), sep = "")
})

error_text <- function(x) {
  table <- as.data.frame(x)
  if (length(unique(table$system)) < 2) table$system <- NULL
  rates <- intersect(c("rate", "lower", "upper"), names(table))
  table[rates] <- lapply(table[rates], \(rate) ifelse(is.na(rate), "-", percent_text(rate)))
  table
}

error_notes <- function(x) {
  shares <- attr(x, "shares")
  shares[c("h1", "h2")] <- lapply(shares[c("h1", "h2")], percent_text)
  c(
    vapply(seq_len(nrow(shares)), \(i) say("definite", shares[i, ]), ""),
    label("The counts are the same; only the treatment of inconclusives differs."),
    if (anyNA(x$lower)) say("note.few units")
  )
}
