#' Decision regions
#'
#' `decision_regions()` returns the regions of the posterior in which each action is a Bayes
#' decision: pieces of a line for two classes, polygons in a triangle for three.
#'
#' An action is best if its expected cost \eqn{\sum_j q_j C(a|j)}{sum_j q_j C(a|j)} does not exceed
#' that of any other (Brümmer 2010, eq. 2.5). These regions are convex, cover the simplex, and meet
#' on borders where both actions are equally good.
#'
#' @param cost A matrix of finite costs, actions in rows and two or three classes in columns.
#' @return A data frame of class `decision_regions` with the attribute `cost`. Actions that are best
#'   only at a point or along an edge have no row.
#'   * Two classes: a row per action that is best somewhere, with `action`, and `lower`, `upper`,
#'     the limits of the probability of the first class.
#'   * Three classes: a row per corner of the polygon of each action, with `action`, `corner`, the
#'     probabilities `q1`, `q2`, `q3`, and the coordinates `x`, `y` in the triangle of [ternary()].
#' @inherit bayes_error references
#' @seealso [bayes_decision()]
#' @concept simplex
#' @concept regions of decisions
#' @export
#' @examples
#' cost <- rbind("report H1" = c(0, 50), "report H2" = c(10, 0), "inconclusive" = c(1, 1))
#' decision_regions(cost)
#'
#' three <- rbind(A = c(0, 1, 1), B = c(1, 0, 1), C = c(1, 1, 0), "call an expert" = rep(0.3, 3))
#' decision_regions(three)
#' @order 1
decision_regions <- function(cost) {
  check_given()
  check_cost_matrix(cost)
  refuse_if(!ncol(cost) %in% 2:3 || any(is.infinite(cost)), "region_costs")
  actions <- if (is.null(rownames(cost))) as.character(seq_len(nrow(cost))) else rownames(cost)
  rownames(cost) <- actions
  rows <- if (ncol(cost) == 2) line_regions(cost) else triangle_regions(cost)
  rows$action <- factor(actions[rows$action], levels = actions)
  structure(rows, class = c("decision_regions", "calibrant_curve", "data.frame"), cost = cost)
}

line_regions <- function(cost) {
  path <- cost_path(cost[, 1], cost[, 2])
  new_frame(action = path$action, lower = c(0, path$eta), upper = c(path$eta, 1))
}

triangle_regions <- function(cost) {
  polygons <- lapply(seq_len(nrow(cost)), \(action) {
    corners <- best_polygon(cost, action)
    if (nrow(corners) < 3) return(NULL)
    new_frame(
      action = action, corner = seq_len(nrow(corners)),
      q1 = corners[, 1], q2 = corners[, 2], q3 = corners[, 3], in_triangle(corners)
    )
  })
  do.call(rbind, polygons)
}

# The corners of the region of an action: the triangle, cut by a half-plane for every other action.
best_polygon <- function(cost, action) {
  corners <- diag(3)
  for (other in seq_len(nrow(cost))[-action]) {
    excess <- cost[action, ] - cost[other, ]
    # The first of identical actions has the region.
    if (all(excess == 0) && other < action) return(corners[0, , drop = FALSE])
    corners <- cut_polygon(corners, drop(corners %*% excess))
    if (nrow(corners) < 3) break
  }
  if (polygon_area(corners) > 1e-12) corners else corners[0, , drop = FALSE]
}

# Keeps the part of a convex polygon where `height`, linear over it, is at most 0 (Sutherland and
# Hodgman).
cut_polygon <- function(corners, height) {
  n <- nrow(corners)
  kept <- lapply(seq_len(n), \(i) {
    after <- i %% n + 1
    crossing <- if (height[i] * height[after] < 0) {
      along <- height[i] / (height[i] - height[after])
      corners[i, ] + along * (corners[after, ] - corners[i, ])
    }
    c(if (height[i] <= 0) corners[i, ], crossing)
  })
  matrix(as.double(unlist(kept)), ncol = 3, byrow = TRUE)
}

polygon_area <- function(corners) {
  if (nrow(corners) < 3) return(0)
  place <- in_triangle(corners)
  after <- c(seq_len(nrow(place))[-1], 1)
  abs(sum(place$x * place$y[after] - place$x[after] * place$y)) / 2
}
