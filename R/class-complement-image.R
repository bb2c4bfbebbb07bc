#' The simplex under the complement map
#'
#' Where [prob_complement()] takes the distributions over three classes: a grid of lines in the
#' triangle,
#' and its image (Tornetta 2021, figure 1).
#'
#' The map takes \eqn{p} to \eqn{q} with (eq. 4)
#' \deqn{q_k = \frac{1/(1-p_k)}{\sum_j 1/(1-p_j)}.}{q_k = (1 / (1 - p_k)) / sum_j 1 / (1 - p_j).}
#' The corners stay where they are, and so does the middle. Everything else moves towards the
#' middle, the edges most: the image of an edge is a curve inside the triangle, and that of the
#' whole triangle a star with three points.
#'
#' @param lines How many lines of the grid run parallel to each edge, beside the edge;
#'   at most 100.
#' @param points How many points a line has, at most 10 000.
#' @return A data frame of class `complement_image` with a row per point: `stage` (`"before"` or
#'   `"after"`), `line`, the probabilities `p1`, `p2`, `p3` and the place `x`, `y` in the triangle
#'   of [ternary()].
#' @inherit prob_complement references
#' @export
#' @examples
#' plot(complement_image())
complement_image <- function(lines = 9, points = 101) {
  check_count(lines, "lines", most = 100)
  check_count(points, "points", most = 1e4)
  grid <- simplex_lines(lines, points)
  stages <- list(before = grid$p, after = prob_complement(grid$p))
  rows <- lapply(names(stages), \(stage) {
    p <- unname(stages[[stage]])
    data.frame(
      stage = factor(stage, levels = names(stages)), line = grid$line,
      p1 = p[, 1], p2 = p[, 2], p3 = p[, 3], in_triangle(p)
    )
  })
  structure(do.call(rbind, rows), class = c("complement_image", "calibrant_curve", "data.frame"))
}

# Lines on which one of three probabilities is constant.
simplex_lines <- function(lines, points) {
  along <- seq(0, 1, length.out = max(points, 2))
  levels <- (seq_len(lines + 1) - 1) / (lines + 1)
  parts <- expand.grid(level = levels, fixed = 1:3)
  p <- lapply(seq_len(nrow(parts)), \(i) {
    free <- (1 - parts$level[i]) * along
    q <- cbind(parts$level[i], free, 1 - parts$level[i] - free, deparse.level = 0)
    pmax(q[, order(c(parts$fixed[i], setdiff(1:3, parts$fixed[i])))], 0)
  })
  list(p = do.call(rbind, p), line = rep(seq_along(p), each = length(along)))
}
