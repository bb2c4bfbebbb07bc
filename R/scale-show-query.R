# Queries that a set of a table has sent to its database.

#' @rdname databases
#' @param x A set whose trials stay in a database.
#' @param ... Unused.
#' @exportS3Method dplyr::show_query
show_query.lr_set <- function(x, ...) { # nolint: object_name_linter.
  check_dots(...)
  # Systems of one table share queries.
  asked <- unique(unlist(lapply(unname(systems_of(x)), ask, "asked"), recursive = FALSE))
  refuse_if(length(asked) == 0, "no_queries")
  for (k in seq_along(asked)) {
    cat(sprintf(
      "-- %d, %s row%s came back\n%s;\n\n", k, plain_count(asked[[k]]$rows),
      if (asked[[k]]$rows == 1) "" else "s", asked[[k]]$sql
    ))
  }
  invisible(x)
}
