# Each figure of the papers has one test here, whose name begins with that of the figure
# (bench/figures.R reads them). The test reads the layers: the number of curves of each kind, the
# limits of the axes, and points on the curves, which are computed independently.
script <- new.env(parent = globalenv())
sys.source(system.file("figures", "figures.R", package = "calibrant"), script)

# Made once, since a figure may be requested more than once.
built_figures <- new.env()
built <- function(name) {
  if (is.null(built_figures[[name]])) {
    withr::local_preserve_seed()
    plot <- suppressMessages(script$figures[[name]]())
    built_figures[[name]] <- ggplot2::ggplot_build(plot)
  }
  built_figures[[name]]
}
data_of <- function(file) {
  withr::local_preserve_seed()
  suppressMessages(script$data_of(paste0(file, ".R")))
}

# All rows that a kind of geom draws; on request, of one line type or shape and in one panel.
drawn <- function(name, geom, panel = NULL, linetype = NULL, shape = NULL) {
  plot <- built(name)
  is_of <- vapply(plot$plot$layers, \(layer) class(layer$geom)[1] == paste0("Geom", geom), NA)
  rows <- lapply(which(is_of), \(i) {
    layer <- plot$data[[i]]
    layer$layer <- rep(i, nrow(layer))
    keep <- rep(TRUE, nrow(layer))
    if (!is.null(panel)) keep <- keep & layer$PANEL == panel
    if (!is.null(linetype)) keep <- keep & layer$linetype == linetype
    if (!is.null(shape)) keep <- keep & layer$shape == shape
    layer[keep, ]
  })
  common <- Reduce(intersect, lapply(rows, names))
  do.call(rbind, lapply(rows, `[`, common))
}
n_curves <- function(name, geom = "Line", ...) {
  rows <- drawn(name, geom, ...)
  nrow(unique(rows[c("layer", "PANEL", "group")]))
}
panels_of <- function(name, by = "system") as.character(built(name)$layout$layout[[by]])
height_at <- function(curve, x) stats::approx(curve$x, curve$y, x, ties = "ordered")$y
heights <- function(name, geom, x, ...) height_at(drawn(name, geom, ...), x)

# Natural log LRs of one system.
llrs <- function(set, system = NULL) {
  if (!is.null(system)) set <- set[system]
  llr <- if (set$scale == "log10") set$value * log(10) else set$value
  list(h1 = llr[set$truth], h2 = llr[!set$truth])
}
# Eq. 17 of 2018, with exp() kept within bounds.
ece_of <- function(llr, prior) {
  lod <- stats::qlogis(prior)
  softplus <- \(x) pmax(x, 0) + log1p(exp(-abs(x)))
  (prior * mean(softplus(-llr$h1 - lod)) + (1 - prior) * mean(softplus(llr$h2 + lod))) / log(2)
}
# PAV by isotonic regression of the truth, with the same weight for each hypothesis.
pav_of <- function(llr) {
  value <- c(llr$h1, llr$h2)
  truth <- rep(c(1, 0), lengths(llr))
  values <- sort(unique(value))
  at <- match(value, values)
  h1 <- tabulate(at[truth == 1], length(values)) / length(llr$h1)
  h2 <- tabulate(at[truth == 0], length(values)) / length(llr$h2)
  share <- pav_by_pooling(h1, h2)
  fitted <- stats::qlogis(share)[at]
  list(h1 = fitted[truth == 1], h2 = fitted[truth == 0])
}
pav_by_pooling <- function(h1, h2) {
  top <- 0
  a <- b <- n <- numeric(length(h1))
  for (i in seq_along(h1)) {
    top <- top + 1
    a[top] <- h1[i]
    b[top] <- h2[i]
    n[top] <- 1
    while (top > 1 && a[top - 1] * (a[top] + b[top]) >= a[top] * (a[top - 1] + b[top - 1])) {
      a[top - 1] <- a[top - 1] + a[top]
      b[top - 1] <- b[top - 1] + b[top]
      n[top - 1] <- n[top - 1] + n[top]
      top <- top - 1
    }
  }
  rep((a / (a + b))[seq_len(top)], n[seq_len(top)])
}
error_of <- function(llr, prior, threshold = -stats::qlogis(prior)) {
  prior * mean(llr$h1 < threshold) + (1 - prior) * mean(llr$h2 >= threshold)
}
least_error_of <- function(llr, prior) {
  min(vapply(c(unlist(llr), Inf), \(at) error_of(llr, prior, at), 0))
}
auc_of <- function(llr) mean(outer(llr$h1, llr$h2, \(a, b) (a > b) + (a == b) / 2))

# Three curves per panel, read at three priors; `axis` converts a prior to a position on the axis.
expect_ece <- function(name, set, systems, axis, range) {
  expect_equal(range(drawn(name, "Line")$x), range)
  expect_equal(n_curves(name), 3 * length(systems))
  priors <- axis$priors
  for (i in seq_along(systems)) {
    llr <- llrs(set, if (length(systems) > 1 || length(levels(set)) > 1) systems[i])
    best <- pav_of(llr)
    at <- axis$place(priors)
    solid <- heights(name, "Line", at, i, "solid")
    expect_equal(solid, vapply(priors, \(p) ece_of(llr, p), 0), tolerance = 1e-9)
    dashed <- heights(name, "Line", at, i, "dashed")
    expect_equal(dashed, vapply(priors, \(p) ece_of(best, p), 0), tolerance = 1e-9)
    entropy <- -priors * log2(priors) - (1 - priors) * log2(1 - priors)
    expect_equal(heights(name, "Line", at, i, "dotted"), entropy, tolerance = 1e-9)
  }
}
over_odds <- list(priors = stats::plogis(log(10) * c(-1, 0, 1.5)), place = \(p) {
  stats::qlogis(p) / log(10)
})
over_prior <- list(
  priors = stats::plogis(log(10) * c(-1, 0, 1.5)), place = \(p) p
)

# Counts of the bars in each panel, H1 above H2, and the trials beyond the axis.
expect_histogram <- function(name, set, systems) {
  panels <- built(name)$layout$layout
  expect_setequal(as.character(panels$system), systems)
  for (i in seq_len(nrow(panels))) {
    llr <- llrs(set, as.character(panels$system[i]))[[if (panels$hypothesis[i] == "H1") 1 else 2]]
    bars <- drawn(name, "Rect", panels$PANEL[i])
    inside <- llr / log(10) >= min(bars$xmin) & llr / log(10) < max(bars$xmax)
    expect_equal(sum(bars$ymax), sum(inside))
    one <- bars[which.max(bars$ymax), ]
    expect_equal(one$ymax, sum(llr / log(10) >= one$xmin & llr / log(10) < one$xmax))
  }
}

# The share of H1 of the trials whose posterior lies in a bin, with the hypotheses weighted by
# `prior`, and the mean posterior of the bin; tenths from 0 to 1.
expect_reliability <- function(name, set, systems, prior) {
  for (i in seq_along(systems)) {
    llr <- llrs(set, if (length(levels(set)) > 1) systems[i])
    posterior <- stats::plogis(unlist(llr) + stats::qlogis(prior))
    truth <- rep(c(TRUE, FALSE), lengths(llr))
    weight <- ifelse(truth, prior / length(llr$h1), (1 - prior) / length(llr$h2))
    bin <- pmin(floor(posterior * 10 + 1e-9), 9)
    points <- drawn(name, "Point", i)
    share <- tapply(weight * truth, bin, sum) / tapply(weight, bin, sum)
    expect_equal(points$y, as.vector(share), tolerance = 1e-9)
    expect_equal(nrow(drawn(name, "Linerange", i)), length(share))
    expect_true(all(abs(points$x - (as.numeric(names(share)) + 0.5) / 10) < 0.0501))
    expect_equal(sum(drawn(name, "Segment", i)$linetype == "dotted"), 1)
  }
}

# Curves through the corners of the ROC, with hits upwards.
expect_roc <- function(name, set, systems) {
  expect_equal(n_curves(name, "Path"), length(systems))
  for (i in seq_along(systems)) {
    llr <- llrs(set, systems[i])
    paths <- drawn(name, "Path")
    path <- paths[paths$group == sort(unique(paths$group))[i], ]
    expect_equal(range(path$x), c(0, 1))
    steps <- sum(diff(path$x) * (utils::head(path$y, -1) + utils::tail(path$y, -1)) / 2)
    expect_equal(abs(steps), auc_of(llr), tolerance = 2e-4)
  }
}

# Curves of costs of decisions: line types by prior, Bayes thresholds as lines, two marks on each.
expect_costs <- function(name, set, systems, priors) {
  expect_identical(panels_of(name), systems)
  expect_equal(n_curves(name, "Step"), length(systems) * length(priors))
  lines <- drawn(name, "Vline")
  expect_equal(lines$xintercept, rep(-stats::qlogis(priors) / log(10), length(systems)))
  expect_identical(nrow(drawn(name, "Point", shape = 16)), length(systems) * length(priors))
  for (i in seq_along(systems)) {
    llr <- llrs(set, systems[i])
    marks <- drawn(name, "Point", i)
    expect_equal(marks$y[marks$shape == 16], vapply(priors, \(p) error_of(llr, p), 0))
    expect_equal(marks$y[marks$shape == 1], vapply(priors, \(p) least_error_of(llr, p), 0))
    steps <- drawn(name, "Step", i)
    for (k in seq_along(priors)) {
      step <- steps[steps$group == k, ][c(100, 400), ]
      expect_equal(step$y, vapply(step$x, \(at) error_of(llr, priors[k], at * log(10)), 0))
    }
  }
}

# Bars of the uncertainty that remains after the reference, topped by the part delivered (left) or
# lost (right).
expect_information <- function(name, llr, prior) {
  bars <- drawn(name, "Col")
  left <- ece_of(pav_of(llr), prior)
  entropy <- -prior * log2(prior) - (1 - prior) * log2(1 - prior)
  expect_equal(nrow(bars), 4)
  expect_equal(sort(bars$ymax[bars$x == 1]), c(left, entropy), tolerance = 1e-9)
  expect_equal(sort(bars$ymax[bars$x == 2]), c(left, ece_of(llr, prior)), tolerance = 1e-9)
}

expect_log_rule <- function(name) {
  expect_identical(n_curves(name), 2L)
  expect_equal(range(drawn(name, "Line")$x), c(0, 1))
  expect_equal(heights(name, "Line", c(0.25, 0.5), 1), c(2, 1))
  expect_equal(heights(name, "Line", c(0.25, 0.5), 2), -log2(c(0.75, 0.5)))
}

test_that("every figure is described, and has a test of its own", {
  numbers <- function(paper) {
    of_paper <- grep(paper, names(script$figures), value = TRUE)
    unique(sub(".*figure ([0-9D]+[.]?[0-9]*).*", "\\1", of_paper))
  }
  expect_length(script$figures, 61)
  expect_setequal(numbers("Ramos 2018"), as.character(2:9))
  expect_setequal(numbers("Ramos 2008"), c("2", "4", "5", "6"))
  expect_setequal(numbers("Ramos 2013"), as.character(1:9))
  expect_setequal(numbers("Tornetta"), as.character(1:7))
  expect_setequal(numbers("mmer 2010"), c(
    "2.1", "2.2", "3.1", paste0("7.", 1:9), paste0("8.", 1:4), "D.1"
  ))
  expect_true(all(nzchar(unlist(script$captions))))
  here <- readLines(testthat::test_path("test-figures.R"), encoding = "UTF-8")
  named <- vapply(names(script$figures), \(name) {
    sum(startsWith(here, sprintf('test_that("%s: ', name)))
  }, 0L)
  expect_true(all(named == 1))
})

# The code chunks of a page: empty chunks by their own label, others by the labels that they refer
# to.
parts_of_page <- function(lines) {
  heads <- regmatches(lines, regexpr("(?<=^```[{]r )[^}]+(?=[}]$)", lines, perl = TRUE))
  parts <- lapply(heads, \(head) {
    label <- sub(",.*", "", head)
    options <- sub("^[^,]*,?", "", head)
    options <- eval(parse(text = sprintf("alist(%s)", options))[[1]])
    if (is.null(options$ref.label)) label else eval(options$ref.label)
  })
  unlist(parts)
}

test_that("the pages of the papers run the code of the figures, and no code of their own", {
  pages <- testthat::test_path("../../vignettes/articles", paste0("paper-", c(
    "ramos-2018", "ramos-2008", "ramos-2013", "tornetta-2021", "bruemmer-2-6", "bruemmer-7",
    "bruemmer-8"
  ), ".Rmd"))
  skip_if_not(all(file.exists(pages)), "the sources of the pages are not here")
  lines <- unlist(lapply(pages, readLines, encoding = "UTF-8"))
  expect_setequal(
    grep("^figure-", parts_of_page(lines), value = TRUE), unique(script$captions$Part)
  )
  begins <- grep("^```[{]r figure-", lines)
  expect_identical(lines[begins + 1], rep("```", length(begins)))
})

# Ramos et al. 2018 ------------------------------------------------------------------------------

three_sets <- c("good", "less discriminating", "badly calibrated")

test_that("Ramos 2018, figure 2: six curves of costs, Bayes thresholds, both marks on each", {
  set <- data_of("ramos-2018")$two
  priors <- c(0.1, 0.5, 0.9)
  expect_costs("Ramos 2018, figure 2", set, c("raw", "calibrated"), priors)
  # Before calibration the Bayes threshold is worse than the best one at every prior; afterwards the
  # two are close.
  loss <- \(system) vapply(priors, \(p) {
    error_of(llrs(set, system), p) - least_error_of(llrs(set, system), p)
  }, 0)
  expect_true(all(loss("raw") > 0) && sum(loss("calibrated")) < sum(loss("raw")) / 5)
})

test_that("Ramos 2018, figure 3: two curves from 0 to 1, bits", {
  expect_log_rule("Ramos 2018, figure 3")
})

test_that("Ramos 2018, figure 4a: six panels of counts", {
  expect_histogram("Ramos 2018, figure 4a", data_of("ramos-2018")$sets, three_sets)
})

test_that("Ramos 2018, figure 4b: three ROC curves, two of them one, area against pairs", {
  set <- data_of("ramos-2018")$sets
  expect_roc("Ramos 2018, figure 4b", set, three_sets)
  expect_equal(auc_of(llrs(set, "good")), auc_of(llrs(set, "badly calibrated")))
})

test_that("Ramos 2018, figure 5: shares of H1 in tenths, three panels, diagonal", {
  expect_reliability("Ramos 2018, figure 5", data_of("ramos-2018")$sets, three_sets, 0.5)
})

test_that("Ramos 2018, figure 6: two bars of two parts, heights", {
  llr <- llrs(data_of("ramos-2018")$sets, "badly calibrated")
  expect_information("Ramos 2018, figure 6", llr, 0.5)
})

test_that("Ramos 2018, figure 7: three curves in three panels, -3 to 3, heights", {
  expect_ece("Ramos 2018, figure 7", data_of("ramos-2018")$sets, three_sets, over_odds, c(-3, 3))
})

test_that("Ramos 2018, figure 8a: counts before and after, with those beyond the axis", {
  expect_histogram("Ramos 2018, figure 8a", data_of("ramos-2018")$both, c("before", "after"))
})

test_that("Ramos 2018, figure 8b: shares of H1 in tenths, at the prior of the data", {
  set <- data_of("ramos-2018")$both
  prior <- mean(set["before"]$truth)
  expect_equal(prior, 38 / 741)
  expect_reliability("Ramos 2018, figure 8b", set, c("before", "after"), prior)
})

test_that("Ramos 2018, figure 8c: two ROC curves in one place", {
  expect_roc("Ramos 2018, figure 8c", data_of("ramos-2018")$both, c("before", "after"))
  paths <- split(drawn("Ramos 2018, figure 8c", "Path")[c("x", "y")],
    drawn("Ramos 2018, figure 8c", "Path")$group
  )
  expect_equal(paths[[1]], paths[[2]], ignore_attr = TRUE)
})

test_that("Ramos 2018, figure 8d: three curves in two panels, one minimum, heights", {
  set <- data_of("ramos-2018")$both
  name <- "Ramos 2018, figure 8d"
  expect_ece(name, set, c("before", "after"), over_odds, c(-3, 3))
  at <- seq(-2.5, 2.5, by = 0.5)
  expect_equal(heights(name, "Line", at, 1, "dashed"), heights(name, "Line", at, 2, "dashed"))
  expect_true(all(heights(name, "Line", at, 2, "solid") < heights(name, "Line", at, 1, "solid")))
})

test_that("Ramos 2018, figure 9a: four panels of counts", {
  expect_histogram("Ramos 2018, figure 9a", data_of("ramos-2018")$glass, c("mvn", "mvk"))
})

test_that("Ramos 2018, figure 9b: shares of H1 in tenths, at a prior of 1/3", {
  expect_reliability("Ramos 2018, figure 9b", data_of("ramos-2018")$glass, c("mvn", "mvk"), 1 / 3)
})

test_that("Ramos 2018, figure 9c: two ROC curves, area against pairs", {
  expect_roc("Ramos 2018, figure 9c", data_of("ramos-2018")$glass, c("mvn", "mvk"))
})

test_that("Ramos 2018, figure 9d: three curves in two panels, heights", {
  set <- data_of("ramos-2018")$glass
  expect_ece("Ramos 2018, figure 9d", set, c("mvn", "mvk"), over_odds, c(-3, 3))
})

# Ramos and Gonzalez-Rodriguez 2008 --------------------------------------------------------------

test_that("Ramos 2008, figure 2: six curves of costs, Bayes thresholds, both marks on each", {
  set <- data_of("ramos-2008")$systems
  priors <- c(0.1, 0.5, 0.9)
  expect_costs("Ramos 2008, figure 2", set, c("SVM", "fused"), priors)
  # The best threshold changes with the prior.
  best <- drawn("Ramos 2008, figure 2", "Point", 1, shape = 1)$x
  expect_true(all(diff(best) < -0.5))
})

test_that("Ramos 2008, figure 4: two bars of two parts, heights", {
  expect_information("Ramos 2008, figure 4", llrs(data_of("ramos-2008")$systems, "SVM"), 0.1)
})

test_that("Ramos 2008, figure 5a: three curves over the probability, a line at one half", {
  name <- "Ramos 2008, figure 5a"
  set <- data_of("ramos-2008")$systems["SVM"]
  ends <- stats::plogis(log(10) * c(-3, 3))
  expect_ece(name, set, "SVM", over_prior, ends)
  expect_equal(drawn(name, "Vline")$xintercept, 0.5)
})

test_that("Ramos 2008, figure 5b: three curves of error rates, Cllr as a bar of two parts", {
  name <- "Ramos 2008, figure 5b"
  llr <- llrs(data_of("ramos-2008")$systems, "SVM")
  expect_equal(n_curves(name), 3)
  expect_equal(range(drawn(name, "Line")$x), c(-3, 3))
  # Heights at points of the curve, because a step between two points is drawn as a slope.
  curve <- drawn(name, "Line", linetype = "solid")
  some <- curve[c(200, 301, 450), ]
  expect_equal(some$y / 100, vapply(some$x, \(h) error_of(llr, stats::plogis(h * log(10))), 0))
  least <- drawn(name, "Line", linetype = "dashed")[c(200, 301, 450), ]
  expect_equal(
    least$y / 100, vapply(least$x, \(h) least_error_of(llr, stats::plogis(h * log(10))), 0)
  )
  bars <- drawn(name, "Rect")
  wide <- bars$xmin == min(bars$xmin)
  cllrs <- c(ece_of(pav_of(llr), 0.5), ece_of(llr, 0.5))
  expect_equal(sort(bars$ymax[wide]), cllrs, tolerance = 1e-9)
  # The value beside it is the Cllr that the LRs would have if calibrated: the entropy of their
  # posteriors.
  entropy <- lapply(llr, \(l) {
    p <- stats::plogis(l)
    mean(-p * log2(p) - (1 - p) * log2(1 - p))
  })
  expect_equal(bars$ymax[!wide], mean(unlist(entropy)))
})

test_that("Ramos 2008, figure 6: three curves in three panels over the probability, heights", {
  name <- "Ramos 2008, figure 6"
  set <- data_of("ramos-2008")$systems
  ends <- stats::plogis(log(10) * c(-3, 3))
  expect_ece(name, set, c("SVM", "GMM", "fused"), over_prior, ends)
  expect_lt(max(heights(name, "Line", 0.5, 3, "solid")), heights(name, "Line", 0.5, 1, "solid"))
})

# Ramos and Gonzalez-Rodriguez 2013 --------------------------------------------------------------

# Tenths of the forecasts, on days with rain and without.
expect_forecasts <- function(name, set) {
  expect_identical(length(panels_of(name, "hypothesis")), 2L)
  llr <- llrs(set)
  for (i in 1:2) {
    bars <- drawn(name, "Rect", i)
    expect_equal(c(min(bars$xmin), max(bars$xmax)), c(0, 1))
    tenth <- pmin(floor(stats::plogis(llr[[i]]) * 10 + 1e-9), 9)
    expect_equal(bars$ymax[order(bars$xmin)], tabulate(tenth + 1, 10))
  }
}

test_that("Ramos 2013, figure 1: two curves from 0 to 1, bits", {
  expect_log_rule("Ramos 2013, figure 1")
})

test_that("Ramos 2013, figure 2a: counts in tenths on both kinds of days", {
  expect_forecasts("Ramos 2013, figure 2a", data_of("ramos-2013")$calibrated)
})

test_that("Ramos 2013, figure 2b: how often it rained, near the diagonal", {
  expect_reliability("Ramos 2013, figure 2b", data_of("ramos-2013")$calibrated, "", 0.5)
  points <- drawn("Ramos 2013, figure 2b", "Point")
  expect_lt(max(abs(points$y - points$x)), 0.12)
})

test_that("Ramos 2013, figure 3a: counts in tenths on both kinds of days", {
  expect_forecasts("Ramos 2013, figure 3a", data_of("ramos-2013")$overconfident)
})

test_that("Ramos 2013, figure 3b: how often it rained, off the diagonal at both ends", {
  expect_reliability("Ramos 2013, figure 3b", data_of("ramos-2013")$overconfident, "", 0.5)
  points <- drawn("Ramos 2013, figure 3b", "Point")
  expect_true(points$y[1] > points$x[1] + 0.15 && points$y[9] < points$x[9] - 0.15)
})

test_that("Ramos 2013, figure 4a: one bar for either kind of days", {
  expect_forecasts("Ramos 2013, figure 4a", data_of("ramos-2013")$climate)
})

test_that("Ramos 2013, figure 4b: one point, on the diagonal", {
  points <- drawn("Ramos 2013, figure 4b", "Point")
  expect_equal(unlist(points[c("x", "y")]), c(x = 0.5, y = 0.5))
})

test_that("Ramos 2013, figure 5a: two bars that do not overlap", {
  expect_forecasts("Ramos 2013, figure 5a", data_of("ramos-2013")$underconfident)
})

test_that("Ramos 2013, figure 5b: two points, at 0 and 1", {
  points <- drawn("Ramos 2013, figure 5b", "Point")
  expect_equal(points$x, c(0.4, 0.6))
  expect_equal(points$y, c(0, 1))
})

test_that("Ramos 2013, figure 6: one curve, -3 to 3, heights", {
  name <- "Ramos 2013, figure 6"
  expect_equal(n_curves(name), 1)
  expect_equal(range(drawn(name, "Line")$x), c(-3, 3))
  llr <- llrs(data_of("ramos-2013")$x)
  expect_equal(heights(name, "Line", c(-1, 1)), c(ece_of(llr, 1 / 11), ece_of(llr, 10 / 11)))
})

test_that("Ramos 2013, figure 7: three curves, -3 to 3, heights", {
  expect_ece("Ramos 2013, figure 7", data_of("ramos-2013")$x, "S", over_odds, c(-3, 3))
})

test_that("Ramos 2013, figure 8, ECE: three curves in two panels, solid near dashed, heights", {
  name <- "Ramos 2013, figure 8, ECE"
  expect_ece(name, data_of("ramos-2013")$sets, c("S1", "S2"), over_odds, c(-3, 3))
  for (i in 1:2) {
    gap <- heights(name, "Line", 0, i, "solid") - heights(name, "Line", 0, i, "dashed")
    expect_lt(gap, 0.005)
  }
})

# Two curves per panel; the rates of misleading evidence are their heights at 0.
expect_tippett <- function(name, systems, misleading) {
  set <- data_of("ramos-2013")$sets
  expect_identical(panels_of(name), systems)
  expect_equal(n_curves(name, "Step"), 2 * length(systems))
  for (i in seq_along(systems)) {
    llr <- llrs(set, systems[i])
    found <- c(
      1 - heights(name, "Step", 0, i, "solid"), heights(name, "Step", 0, i, "longdash")
    )
    expect_equal(found, c(mean(llr$h1 <= 0), mean(llr$h2 > 0)), tolerance = 2e-3)
    expect_lt(max(abs(found - misleading[i])), 0.003)
  }
}

test_that("Ramos 2013, figure 8, Tippett: two curves in two panels, the paper's rates at 0", {
  expect_tippett("Ramos 2013, figure 8, Tippett", c("S1", "S2"), c(0.158, 0.385))
})

test_that("Ramos 2013, figure 9, ECE: same trials, same minima, heights, below 1", {
  name <- "Ramos 2013, figure 9, ECE"
  set <- data_of("ramos-2013")$sets
  expect_ece(name, set, c("S1u", "S2u"), over_odds, c(-3, 3))
  at <- c(-1, 0, 1)
  for (i in 1:2) {
    before <- heights("Ramos 2013, figure 8, ECE", "Line", at, i, "dashed")
    expect_equal(heights(name, "Line", at, i, "dashed"), before)
    gap <- heights(name, "Line", 0, i, "solid") - heights(name, "Line", 0, i, "dashed")
    expect_gt(gap, 0.03)
  }
  expect_lt(max(drawn(name, "Line", linetype = "solid")$y), 1)
  # The set that discriminates less has the stronger LRs.
  strength <- \(system) stats::median(abs(unlist(llrs(set, system))))
  expect_gt(strength("S2u"), 1.3 * strength("S1u"))
  expect_equal(unlist(llrs(set, "S1u")), 0.3 * unlist(llrs(set, "S1")))
  expect_equal(unlist(llrs(set, "S2u")), 2 * unlist(llrs(set, "S2")))
})

test_that("Ramos 2013, figure 9, Tippett: two curves in two panels, the rates of figure 8", {
  expect_tippett("Ramos 2013, figure 9, Tippett", c("S1u", "S2u"), c(0.158, 0.385))
})

# Tornetta 2021 ----------------------------------------------------------------------------------

# A path of four steps for each of three models, computed here from the posteriors.
expect_confidence <- function(name, paths, truth, measure) {
  points <- drawn(name, "Path")
  expect_equal(n_curves(name, "Path"), 3)
  expect_equal(nrow(points), 12)
  truths <- if (is.list(truth)) truth else rep(list(truth), 4)
  found <- lapply(paths, \(steps) Map(\(p, truth) {
    c(mean(colnames(p)[apply(p, 1, which.max)] == truth), measure(p, truth))
  }, steps, truths))
  found <- do.call(rbind, unlist(found, recursive = FALSE))
  points <- points[order(points$group), ]
  expect_equal(unname(found), unname(as.matrix(points[c("x", "y")])), tolerance = 1e-9)
}
entropy_score_of <- function(p, truth) {
  1 - mean(rowSums(ifelse(p > 0, -p * log(p), 0))) / log(ncol(p))
}
purity_of <- function(p, truth) {
  mean_p <- t(vapply(colnames(p), \(class) colMeans(p[truth == class, , drop = FALSE]), p[1, ]))
  1 - sqrt(sum((mean_p - diag(ncol(p)))^2)) / sqrt(2 * ncol(p))
}

test_that("Tornetta 2021, figure 1: thirty lines before and after, corners kept, an edge moved", {
  paths <- drawn("Tornetta 2021, figure 1", "Path")
  expect_equal(n_curves("Tornetta 2021, figure 1", "Path"), 60)
  corners <- cbind(c(0, 1, 0.5), c(0, 0, sqrt(3) / 2))
  after <- paths[paths$colour == "#332288", ]
  nearest <- apply(corners, 1, \(at) min((after$x - at[1])^2 + (after$y - at[2])^2))
  expect_lt(max(nearest), 1e-12)
  # The middle of the edge between the first two, (1/2, 1/2, 0), moves to (2, 2, 1) / 5.
  expect_lt(min((after$x - 0.5)^2 + (after$y - sqrt(3) / 10)^2), 1e-12)
  expect_gt(min(after$y[abs(after$x - 0.5) < 0.02]), sqrt(3) / 10 - 1e-2)
})

test_that("Tornetta 2021, figure 2: three paths of four steps, accuracy and entropy score", {
  here <- data_of("tornetta-2021")
  name <- "Tornetta 2021, figure 2"
  expect_confidence(name, here$balanced, here$unseen$class, entropy_score_of)
  ends <- drawn(name, "Text")
  expect_setequal(ends$label, c("10%", "100%"))
})

test_that("Tornetta 2021, figure 3: three paths of four steps, accuracy and entropy score", {
  here <- data_of("tornetta-2021")
  name <- "Tornetta 2021, figure 3"
  expect_confidence(name, here$unbalanced, here$unseen$class, entropy_score_of)
})

test_that("Tornetta 2021, figure 4: 29, 21, 9, 4 classes, accuracy and entropy score", {
  here <- data_of("tornetta-2021")
  expect_equal(unname(lengths(lapply(here$kept_classes, levels))), c(29, 21, 9, 4))
  name <- "Tornetta 2021, figure 4"
  expect_confidence(name, here$shrinking, here$kept_classes, entropy_score_of)
  expect_setequal(drawn(name, "Text")$label, c("100", "1000"))
})

test_that("Tornetta 2021, figure 5: three paths of four steps, accuracy and purity, one line", {
  here <- data_of("tornetta-2021")
  name <- "Tornetta 2021, figure 5"
  expect_confidence(name, here$balanced, here$unseen$class, purity_of)
  expect_equal(drawn(name, "Hline")$yintercept, 1 - sqrt(2 / 6))
})

test_that("Tornetta 2021, figure 6: three paths of four steps, accuracy and purity, one line", {
  here <- data_of("tornetta-2021")
  name <- "Tornetta 2021, figure 6"
  expect_confidence(name, here$unbalanced, here$unseen$class, purity_of)
  expect_equal(drawn(name, "Hline")$yintercept, 1 - sqrt(2 / 6))
})

test_that("Tornetta 2021, figure 7: three paths of four steps, accuracy and purity, four lines", {
  here <- data_of("tornetta-2021")
  name <- "Tornetta 2021, figure 7"
  expect_confidence(name, here$shrinking, here$kept_classes, purity_of)
  n <- c(29, 21, 9, 4)
  expect_setequal(round(drawn(name, "Hline")$yintercept, 9), round(1 - sqrt((n - 1) / (2 * n)), 9))
})

test_that("Tornetta 2021: orders of accuracy and confidence are those that the paper reports", {
  here <- data_of("tornetta-2021")
  measures_of <- \(paths, truth) here$confidence_path(paths, truth)
  of <- \(path, model, column) path[[column]][path$model == model]
  equal <- measures_of(here$balanced, here$unseen$class)
  unequal <- measures_of(here$unbalanced, here$unseen$class)
  genres <- measures_of(here$shrinking, here$kept_classes)
  for (path in list(equal, unequal, genres)) {
    for (other in c("Binomial", "Multinomial")) {
      expect_true(all(of(path, "Complement", "entropy_score") < of(path, other, "entropy_score")))
    }
  }
  # With low support the complement model is the most accurate.
  expect_gt(of(unequal, "Complement", "accuracy")[1], of(unequal, "Multinomial", "accuracy")[1])
  expect_gt(of(unequal, "Complement", "accuracy")[1], of(unequal, "Binomial", "accuracy")[1])
  expect_gt(of(genres, "Complement", "accuracy")[1], of(genres, "Multinomial", "accuracy")[1])
  expect_gt(of(genres, "Complement", "accuracy")[2], of(genres, "Multinomial", "accuracy")[2])
  # With many classes its purity is near that of a classifier which always answers 1/n.
  purity <- of(genres, "Complement", "purity")
  expect_lt(max(abs(purity - of(genres, "Complement", "uniform"))[1:3]), 0.1)
  expect_true(all(purity < of(genres, "Binomial", "purity")))
  expect_true(all(purity < of(genres, "Multinomial", "purity")))
})

# Brümmer 2010 -----------------------------------------------------------------------------------

test_that("Brümmer 2010, figure 2.1: two curves and two steps, both classes, nats", {
  name <- "Brümmer 2010, figure 2.1"
  expect_equal(c(n_curves(name), n_curves(name, "Step")), c(2, 2))
  expect_equal(range(drawn(name, "Line")$x), c(0, 1))
  expect_equal(heights(name, "Line", c(0.2, 0.5), 1), -log(c(0.2, 0.5)))
  expect_equal(heights(name, "Line", c(0.2, 0.5), 2), -log(c(0.8, 0.5)))
  expect_equal(heights(name, "Step", c(0.2, 0.8), 1), c(1, 0))
})

test_that("Brümmer 2010, figure 2.2: two entropies from 0 to 1, nats", {
  name <- "Brümmer 2010, figure 2.2"
  expect_equal(n_curves(name), 2)
  p <- c(0.2, 0.5)
  shannon <- -p * log(p) - (1 - p) * log(1 - p)
  expect_equal(heights(name, "Line", p, linetype = "solid"), shannon)
  expect_equal(heights(name, "Line", p, linetype = "longdash"), p)
})

squares_of <- function(name) {
  unname(as.matrix(drawn(name, "Rect")[c("xmin", "xmax", "ymin", "ymax")]))
}

test_that("Brümmer 2010, figure 3.1, left: two squares that meet at the threshold", {
  expect_equal(squares_of("Brümmer 2010, figure 3.1, left"), rbind(
    c(0, 0.5, 0, 0.5), c(0.5, 1, 0.5, 1)
  ))
})

test_that("Brümmer 2010, figure 3.1, right: a small square between two thresholds", {
  expect_equal(squares_of("Brümmer 2010, figure 3.1, right"), rbind(
    c(0, 0.5, 0, 0.5), c(0.5, 0.55, 0.5, 0.55), c(0.55, 1, 0.55, 1)
  ))
})

# The points of a normalised curve, on an axis in log10 odds with ticks in ln.
expect_normalised <- function(name, llr, panel, linetype, error, rows) {
  curve <- drawn(name, "Line", panel, linetype)
  some <- curve[curve$layer == max(curve$layer), ][rows, ]
  expected <- vapply(some$x, \(h) {
    prior <- stats::plogis(h * log(10))
    error(llr, prior) / min(prior, 1 - prior)
  }, 0)
  expect_equal(some$y, expected, tolerance = 1e-9)
}

test_that("Brümmer 2010, figure 7.1: one curve and the line at 1, ln odds -5 to 5, heights", {
  name <- "Brümmer 2010, figure 7.1"
  llr <- llrs(data_of("bruemmer-2010")$detector)
  expect_setequal(drawn(name, "Line")$linetype, c("solid", "dotted"))
  expect_equal(range(drawn(name, "Line")$x) * log(10), c(-5, 5))
  expect_identical(unique(drawn(name, "Line", linetype = "dotted")$y), 1)
  expect_normalised(name, llr, 1, "solid", error_of, c(101, 251, 400))
  # Useful above about -2, as in the text.
  solid <- drawn(name, "Line", linetype = "solid")
  crossing <- max(solid$x[solid$x < 0 & solid$y > 1]) * log(10)
  expect_lt(abs(crossing + 2), 0.5)
  expect_equal(built(name)$plot$labels$x, "Prior ln odds of H1")
})

test_that("Brümmer 2010, figure 7.2: six panels, an ROC curve and its hull in each, corners", {
  name <- "Brümmer 2010, figure 7.2"
  expect_length(panels_of(name), 6)
  expect_equal(n_curves(name, "Path"), 12)
  # The third: one non-target between two targets.
  corners <- \(linetype) unname(as.matrix(drawn(name, "Path", 3, linetype)[c("x", "y")]))
  expect_equal(corners("solid"), cbind(c(1, 1, 0, 0), c(0, 0.5, 0.5, 1)))
  expect_equal(corners("dashed"), cbind(c(1, 0, 0), c(0, 0.5, 1)))
  expect_gt(nrow(drawn(name, "Path", 6, "solid")), nrow(drawn(name, "Path", 6, "dashed")))
})

test_that("Brümmer 2010, figure 7.3: steps and hull in two panels, EER is the greatest minDCF", {
  name <- "Brümmer 2010, figure 7.3"
  set <- data_of("bruemmer-2010")$few
  expect_equal(n_curves(name, "Path", linetype = "solid"), 2)
  expect_equal(n_curves(name, "Path", linetype = "dashed"), 2)
  for (i in 1:2) {
    h <- list(h1 = set[levels(set)[i]]$value[set[levels(set)[i]]$truth],
      h2 = set[levels(set)[i]]$value[!set[levels(set)[i]]$truth])
    greatest <- stats::optimize(\(p) least_error_of(h, p), c(0.01, 0.99), maximum = TRUE,
      tol = 1e-10)$objective
    mark <- drawn(name, "Point", i)
    expect_equal(stats::pnorm(c(mark$x, mark$y)), rep(greatest, 2), tolerance = 1e-6)
    hull <- drawn(name, "Path", i, "dashed")
    expect_lt(min((hull$x - mark$x)^2 + (hull$y - mark$y)^2), 1e-2)
  }
})

# Eq. 7.35 of the thesis: the integral of the weight of the thresholds below q, over 1 - threshold.
beta_cost <- function(q, gamma) {
  stats::integrate(\(eta) stats::dbeta(eta, gamma + 1, gamma + 1) / (1 - eta), 0, q,
    rel.tol = 1e-10)$value
}
expect_beta <- function(name, gammas, linetypes) {
  expect_equal(n_curves(name), length(gammas))
  expect_identical(panels_of(name, "hypothesis"), "H2 is true")
  for (i in seq_along(gammas)) {
    expect_equal(heights(name, "Line", c(0.3, 0.7), linetype = linetypes[i]),
      vapply(c(0.3, 0.7), beta_cost, 0, gammas[i]), tolerance = 1e-6
    )
  }
}

test_that("Brümmer 2010, figure 7.4: three rules, the second class, nearer to a step of 2", {
  name <- "Brümmer 2010, figure 7.4"
  expect_beta(name, c(1, 10, 100), c("solid", "longdash", "dotdash"))
  expect_equal(heights(name, "Line", c(0.3, 0.7), linetype = "dotdash"), c(0, 2), tolerance = 0.03)
})

test_that("Brümmer 2010, figure 7.5: four densities", {
  name <- "Brümmer 2010, figure 7.5"
  expect_equal(n_curves(name), 4)
  looks <- c(solid = -0.5, longdash = 0, dotdash = 1, dashed = 10)
  for (look in names(looks)) {
    expect_equal(heights(name, "Line", c(0.2, 0.5), linetype = look),
      stats::dbeta(c(0.2, 0.5), looks[[look]] + 1, looks[[look]] + 1)
    )
  }
})

test_that("Brümmer 2010, figure 7.6: three rules, the second class, one of them bounded", {
  name <- "Brümmer 2010, figure 7.6"
  expect_beta(name, c(-0.5, 0, 1), c("solid", "longdash", "dotdash"))
  highest <- tapply(drawn(name, "Line")$y, drawn(name, "Line")$linetype, max)
  expect_equal(highest[["dotdash"]], 3)
  expect_true(all(is.infinite(highest[c("solid", "longdash")])))
})

test_that("Brümmer 2010, figure 7.7: two curves over the log LR, -8 to 8, at log odds 1", {
  name <- "Brümmer 2010, figure 7.7"
  expect_equal(n_curves(name), 2)
  expect_equal(range(drawn(name, "Line")$x), c(-8, 8))
  w <- c(-2, 3)
  expect_equal(heights(name, "Line", w, 1), log(1 + exp(-w - 1)), tolerance = 1e-4)
  expect_equal(heights(name, "Line", w, 2), log(1 + exp(w + 1)), tolerance = 1e-4)
})

# Solid, dashed and dotted curves, those of misses and false alarms, and the new operating point, in
# panels of dev and eval.
expect_dev_eval <- function(name, set) {
  expect_identical(panels_of(name), c("dev", "eval"))
  expect_equal(n_curves(name), 10)
  expect_equal(range(drawn(name, "Line")$x) * log(10), c(-8, 0))
  new <- drawn(name, "Segment")
  expect_equal(new$x, rep(stats::qlogis(0.001) / log(10), 2))
  for (i in 1:2) {
    llr <- llrs(set, c("dev", "eval")[i])
    expect_normalised(name, llr, i, "solid", error_of, c(60, 200, 350))
    # The parts of eq. 7.44.
    parts <- drawn(name, "Line", i)
    misses <- parts[parts$layer == min(parts$layer), ][200, ]
    expect_equal(misses$y, mean(llr$h1 < -misses$x * log(10)))
    mark <- drawn(name, "Point", i)
    dr30 <- false_alarms_at_best(llr, stats::plogis(mark$x * log(10)))
    expect_true(dr30[1] < 30 && dr30[2] >= 30)
  }
}
# Numbers of false alarms at the best thresholds just below and just above a prior.
false_alarms_at_best <- function(llr, prior) {
  at <- sort(unique(llr$h1))
  misses <- (seq_along(at) - 1) / length(llr$h1)
  false_alarms <- vapply(at, \(threshold) sum(llr$h2 >= threshold), 0)
  best <- \(p) false_alarms[which.min(p * misses + (1 - p) * false_alarms / length(llr$h2))]
  c(best(prior * 0.98), best(prior * 1.02))
}

test_that("Brümmer 2010, figure 7.8: five curves in two panels, -8 to 0, new point, good", {
  name <- "Brümmer 2010, figure 7.8"
  expect_dev_eval(name, data_of("bruemmer-2010")$good)
  expect_lt(max(drawn(name, "Line", 2, "solid")$y), 1)
})

test_that("Brümmer 2010, figure 7.9: five curves in two panels, -8 to 0, new point, bad", {
  name <- "Brümmer 2010, figure 7.9"
  expect_dev_eval(name, data_of("bruemmer-2010")$bad)
  solid <- drawn(name, "Line", 2, "solid")
  solid <- solid[solid$layer == max(solid$layer), ]
  expect_gt(height_at(solid, -3), 1)
  expect_lt(height_at(drawn(name, "Line", 2, "dashed"), -3), 1)
})

corner_of <- function(p) c(p[2] + p[3] / 2, sqrt(3) / 2 * p[3])

test_that("Brümmer 2010, figure 8.1, left: three lines on which a posterior is 1/3", {
  lines <- drawn("Brümmer 2010, figure 8.1, left", "Segment")
  expect_equal(nrow(lines), 3)
  middle <- corner_of(c(1, 1, 1) / 3)
  # All three go through the middle of the triangle.
  off <- (lines$xend - lines$x) * (middle[2] - lines$y) -
    (lines$yend - lines$y) * (middle[1] - lines$x)
  expect_equal(off, c(0, 0, 0))
})

test_that("Brümmer 2010, figure 8.1, right: three borders that meet at eta", {
  lines <- drawn("Brümmer 2010, figure 8.1, right", "Segment")
  expect_equal(nrow(lines), 3)
  eta <- corner_of(c(0.5, 0.3, 0.2))
  expect_equal(unique(unname(as.matrix(lines[c("x", "y")]))), rbind(eta), ignore_attr = TRUE)
  # Between 1 and 2 the border ends where p1 / p2 = .5 / .3 and p3 = 0.
  end <- corner_of(c(0.5, 0.3, 0) / 0.8)
  expect_equal(unlist(lines[3, c("xend", "yend")]), end, ignore_attr = TRUE)
})

test_that("Brümmer 2010, figure 8.2: five DET curves, that of the fusion the lowest", {
  name <- "Brümmer 2010, figure 8.2"
  set <- data_of("bruemmer-2010")$subsystems
  expect_equal(n_curves(name, "Path"), 5)
  expect_identical(unique(drawn(name, "Path")$linetype), "solid")
  points <- drawn(name, "Point")
  marks <- points[points$layer == max(points$layer), ]
  expect_identical(which.min(marks$x), 5L)
  # The EER is the error rate at the intersection of hull and diagonal: the greatest minimum of the
  # error.
  h <- split(set["fusion"]$value, !set["fusion"]$truth)
  thresholds <- sort(h[[1]])
  misses <- (seq_along(thresholds) - 1) / length(thresholds)
  alarms <- vapply(thresholds, \(at) mean(h[[2]] >= at), 0)
  greatest <- stats::optimize(\(p) min(p * misses + (1 - p) * alarms, p, 1 - p), c(0.05, 0.95),
    maximum = TRUE, tol = 1e-10)$objective
  expect_equal(stats::pnorm(marks$x[5]), greatest, tolerance = 1e-6)
})

# Eq. 8.11 for a subset of classes: detection questions at a flat prior.
cavg_of <- function(log_lik, class, subset) {
  w <- log_lik[class %in% subset, subset]
  class <- class[class %in% subset]
  p <- exp(w - apply(w, 1, max))
  accepted <- p / rowSums(p) >= 1 / length(subset)
  cost <- vapply(subset, \(target) {
    misses <- mean(!accepted[class == target, target])
    alarms <- vapply(setdiff(subset, target), \(other) mean(accepted[class == other, target]), 0)
    (misses + mean(alarms)) / 2
  }, 0)
  mean(cost)
}

test_that("Brümmer 2010, figure 8.3: 16 369 points, CAVG of all classes and of some", {
  name <- "Brümmer 2010, figure 8.3"
  here <- data_of("bruemmer-2010")
  points <- drawn(name, "Point")
  expect_equal(nrow(points), 16369)
  expect_equal(as.vector(table(round(points$x))), choose(14, 2:14))
  log_lik <- here$fusion$log_lik
  class <- as.character(here$fusion$truth)
  expect_equal(points$y[round(points$x) == 14], cavg_of(log_lik, class, here$languages))
  thirteen <- vapply(1:14, \(i) cavg_of(log_lik, class, here$languages[-i]), 0)
  expect_equal(sort(points$y[round(points$x) == 13]), sort(thirteen))
})

test_that("Brümmer 2010, figure 8.4: eight bars, the joint calibration lower for each", {
  name <- "Brümmer 2010, figure 8.4"
  here <- data_of("bruemmer-2010")
  bars <- drawn(name, "Col")
  expect_equal(nrow(bars), 8)
  joint <- bars$y[5:8]
  expect_true(all(joint < bars$y[1:4]))
  expected <- vapply(names(here$sharpness), \(system) {
    one <- here$joint[system]
    cavg_of(one$log_lik, as.character(one$truth), here$languages)
  }, 0)
  expect_equal(joint, unname(expected))
})

test_that("Brümmer 2010, figure D.1: six levels, -6 to 6, greatest in the middle", {
  name <- "Brümmer 2010, figure D.1"
  areas <- drawn(name, "ContourFilled")
  expect_equal(range(areas$x), c(-6, 6))
  expect_equal(range(areas$y), c(-6, 6))
  expect_length(unique(areas$level), 6)
  top <- areas[areas$level_high > 0.1, ]
  # Along the axes, the border of the highest level is the point at which the product of the three
  # shares, up to the weight at even odds, falls to that level.
  expect_true(all(abs(c(mean(range(top$x)), mean(range(top$y)))) < 0.5))
  weight <- \(x1, x2) {
    p <- exp(c(x1, x2, 0)) / sum(exp(c(x1, x2, 0)))
    prod(p) * 3 * max(p)
  }
  expect_equal(prior_weight(rbind(c(0, 0)))[[1]], 1 / 9)
})

# Tornetta's experiments on any texts ------------------------------------------------------------

tornetta <- new.env(parent = globalenv())
sys.source(system.file("figures", "tornetta.R", package = "calibrant"), tornetta)
truth <- factor(c("a", "a", "b", "c"))
few <- rbind(c(0.8, 0.1, 0.1), c(0.4, 0.5, 0.1), c(0.2, 0.6, 0.2), c(0, 0.1, 0.9))
colnames(few) <- levels(truth)
many <- few^2 / rowSums(few^2)

test_that("words are counted, text by text", {
  skip_if_not_installed("Matrix")
  text <- c("To be, or not to BE?", "be 2 bees", "")
  counts <- tornetta$word_counts(text)
  expect_identical(colnames(counts), c("2", "be", "bees", "not", "or", "to"))
  literal <- rbind(c(0, 2, 0, 1, 1, 2), c(1, 1, 1, 0, 0, 0), 0)
  expect_equal(unname(as.matrix(counts)), literal)
  expect_equal(unname(as.matrix(tornetta$word_counts(text, c("to", "unseen", "be")))),
    rbind(c(2, 0, 2), c(0, 0, 1), 0))
  expect_identical(colnames(tornetta$word_counts(text, most = 2)), c("be", "to"))
})

test_that("texts are classified by what was learnt from others", {
  skip_if_not_installed("Matrix")
  train <- tornetta$word_counts(c("cat dog cat", "dog mouse", "bank money", "money bank bank"))
  model <- naive_bayes(train, c("animal", "animal", "money", "money"))
  new <- tornetta$word_counts(c("a cat and a dog", "my bank"), colnames(train))
  # Multinomial by hand: 5 animal and 5 money tokens, 5 words, smoothing 1.
  theta <- c((2 + 1) * (2 + 1), 1) / 10^2
  expect_equal(unname(predict(model, new)[1, ]), theta / sum(theta))
  expect_gt(predict(model, new)[2, "money"], 0.5)
})

test_that("features and priors are those of the paper, of dense and of sparse counts", {
  skip_if_not_installed("Matrix")
  counts <- rbind(c(2, 0, 1), c(1, 1, 0), c(0, 3, 0))
  class <- c("a", "a", "b")
  new <- rbind(c(1, 0, 2), c(0, 1, 1))
  rarity <- log(4 / (1 + c(2, 2, 1))) + 1
  scaled <- \(x) t(apply(x, 1, \(row) row * rarity / sqrt(sum((row * rarity)^2))))
  found <- tornetta$classify(counts, class, new)
  expect_equal(found$Multinomial, predict(
    naive_bayes(scaled(counts), class), scaled(new), prior = c(2, 1) / 3
  ))
  expect_equal(found$Complement, predict(
    naive_bayes(scaled(counts), class, "complement"), scaled(new)
  ))
  expect_equal(found$Binomial, predict(
    naive_bayes(counts > 0, class, "bernoulli"), new > 0, prior = c(2, 1) / 3
  ))
  sparse <- \(x) Matrix::Matrix(x, sparse = TRUE)
  expect_equal(tornetta$classify(sparse(counts), class, sparse(new)), found)
})

test_that("each step has accuracy, entropy score and purity", {
  path <- tornetta$confidence_path(list(m = list(few = few, many = many)), truth)
  expect_equal(path$accuracy, c(0.75, 0.75))
  expect_equal(path$entropy_score, prob_entropy_score(list(few, many)))
  expect_equal(path$purity, prob_purity(list(few, many), truth))
  expect_identical(path$label, c("few", "many"))
  points <- ggplot2::layer_data(tornetta$plot_confidence(path, "purity"), 3)
  expect_equal(points$y, path$purity)
})

test_that("steps may have truths and classes of their own", {
  two <- cbind(a = c(0.9, 0.3), b = c(0.1, 0.7))
  path <- tornetta$confidence_path(list(m = list(few, two)), list(truth, factor(c("a", "b"))))
  expect_equal(path$accuracy, c(0.75, 1))
  expect_equal(path$uniform, 1 - sqrt(c(2 / 6, 1 / 4)))
})

test_that("the lines of the simplex are those of prob_complement()", {
  lines <- tornetta$complement_lines(lines = 3, points = 11)
  stages <- split(lines[c("p1", "p2", "p3")], lines$stage)
  expect_equal(unname(as.matrix(stages[[2]])), unname(prob_complement(as.matrix(stages[[1]]))))
  # The middle of an edge moves to (2, 2, 1) / 5.
  middle <- which(stages[[1]]$p1 == 0 & stages[[1]]$p2 == 0.5)[1]
  expect_equal(unname(unlist(stages[[2]][middle, ])), c(1, 2, 2) / 5)
})
