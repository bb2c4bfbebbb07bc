# Texts are measured by the device that draws them: no picture cuts off or overprints a text, at any
# width and with any systems and names.

fit_sets <- function() {
  withr::local_seed(5)
  twelve <- lapply(1:12, \(i) simulate_lr(40, 160, s = 3 - i / 6, system = paste("system", i)))
  c(
    gallery_sets()[c("glass", "miscalibrated", "infinite", "words", "long")],
    list(twelve = suppressMessages(do.call(c, twelve)))
  )
}

# Many systems need a higher picture.
page_of <- function(width, set) c(width, if (set == "twelve") max(width, 5) else 0.75 * width)

faults_of_texts <- function(plot, page) {
  texts <- drawn_texts(plot, page[1], page[2])
  c(
    sprintf("cut: %s", cut_texts(texts)),
    sprintf("overprinted: %s", overprinted_texts(texts))
  )
}

faults_of_set <- function(set, name, widths, kinds) {
  all <- gallery_plots()
  plots <- c(all$lrs, all$all)
  kinds <- Filter(\(kind) all$fits(set, kind), kinds)
  unlist(lapply(kinds, \(kind) {
    plot <- suppressWarnings(plots[[kind]](set))
    lapply(widths, \(width) {
      faults <- faults_of_texts(plot, page_of(width, name))
      if (length(faults) > 0) paste(kind, name, width, faults)
    })
  }))
}

# Numbers of operating points of twelve systems, and names of all pairs, do not fit.
kinds_for <- function(name) {
  kinds <- unlist(lapply(gallery_plots()[c("lrs", "all")], names), use.names = FALSE)
  setdiff(kinds, if (name == "twelve") c("det-points", "compare"))
}

test_that("no text is cut or overprinted, at any width", {
  skip_if_not_installed("svglite")
  withr::local_options(calibrant.sure = TRUE)
  sets <- fit_sets()
  for (name in cases_of(names(sets), c(1, 5))) {
    kinds <- cases_of(kinds_for(name), c(1, 3, 5, 20, 25))
    expect_identical(faults_of_set(sets[[name]], name, cases_of(c(3.3, 6), 1), kinds), NULL)
  }
})

test_that("nor in German", {
  skip_if_not_installed("svglite")
  skip_unless_extended()
  withr::local_options(calibrant.sure = TRUE)
  glass <- gallery_sets()$glass
  faults <- withr::with_language("de", faults_of_set(glass, "glass", c(3.3, 6), kinds_for("glass")))
  expect_identical(faults, NULL)
})

test_that("texts that are cut or overprinted are found", {
  skip_if_not_installed("svglite")
  texts <- \(label, x) {
    data <- data.frame(x = x, y = 0, label = label)
    plot <- ggplot2::ggplot(data, ggplot2::aes(.data$x, .data$y, label = .data$label)) +
      ggplot2::geom_text() + ggplot2::theme_void()
    drawn_texts(plot, 3, 1)
  }
  apart <- texts(c("left", "right"), c(0.3, 0.7))
  expect_identical(overprinted_texts(texts(c("one", "another"), c(0, 0))), "one | another")
  expect_identical(cut_texts(texts(strrep("long", 30), 0)), strrep("long", 30))
  expect_length(cut_texts(apart[0, ]), 0)
})

test_that("the theme is that of the package, of the session, or of the plot, in the end", {
  drawn <- \(plot) ggplot2::ggplot_build(plot)$plot$theme
  plot <- plot_ece(two())
  expect_identical(drawn(plot)$panel.border$colour, "grey60")
  expect_null(drawn(plot + ggplot2::theme_void())$panel.border$colour)
  expect_identical(drawn(plot + ggplot2::theme(legend.position = "none"))$legend.position, "none")
  old <- ggplot2::theme_set(ggplot2::theme_bw(13))
  withr::defer(ggplot2::theme_set(old))
  expect_identical(drawn(plot)$text$size, 13)
  expect_identical(drawn(plot)$legend.position, "bottom")
})

test_that("letters are smaller on a narrow page, or as small as was asked for", {
  size_on <- \(plot, width) {
    grDevices::pdf(NULL, width, 3)
    on.exit(grDevices::dev.off())
    ggplot2::ggplot_build(plot)$plot$theme$text$size
  }
  plot <- plot_ece(two())
  expect_identical(vapply(c(2, 3.3, 5.5, 12), \(w) size_on(plot, w), 0), c(7, 7, 11, 11))
  expect_identical(size_on(plot + theme_calibrant(9), 3.3), 9)
})

test_that("a picture of several on a page has lines of its own width", {
  lines <- \(plot) length(strsplit(ggplot2::ggplot_build(plot)$plot$labels$caption, "\n")[[1]])
  plot <- plot_ece(two()) + ggplot2::labs(caption = strrep("word ", 40))
  expect_gt(lines(plot + theme_calibrant(7, width = 2)), 2 * lines(plot + theme_calibrant(7)))
  expect_error(theme_calibrant(width = -1), class = "calibrant_error_input")
})

test_that("no device is left open, and none is opened where one is", {
  while (grDevices::dev.cur() > 1) grDevices::dev.off()
  ggplot2::ggplot_build(plot_ece(two()))
  expect_identical(grDevices::dev.cur(), c("null device" = 1L))
})

test_that("words wider than a line are broken, and what has no room ends in dots", {
  element <- ggplot2::calc_element("text", ggplot2::theme_grey())
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  inch <- wrap_measured(strrep("a", 60), 1, element)
  expect_gt(length(strsplit(inch, "\n")[[1]]), 2)
  expect_identical(gsub("\n", "", inch), strrep("a", 60))
  expect_lte(max(text_inches(strsplit(inch, "\n")[[1]], element)), 1)
  expect_match(wrap_measured(strrep("word ", 30), 1, element, n = 2), "^[^\n]+\n[^\n]+[.]{3}$")
  expect_true(identical(wrap_measured(c("", NA), 1, element), c("", NA)))
})

test_that("an axis of the user is transformed where the numbers allow it, and refused elsewhere", {
  x <- two()
  built <- \(plot) suppressWarnings(ggplot2::ggplot_build(plot))
  expect_s3_class(built(plot_ece(x) + ggplot2::scale_y_log10()), "ggplot_built")
  expect_s3_class(built(plot_bayes_error(x) + ggplot2::scale_y_log10()), "ggplot_built")
  expect_s3_class(built(plot_det(x) + ggplot2::scale_x_log10()), "ggplot_built")
  for (plot in list(plot_ece(x), plot_tippett(x), plot_pav(x), plot_roc(x))) {
    expect_error(built(plot + ggplot2::scale_x_log10()), class = "calibrant_error_input")
  }
  names <- autoplot(measures(x, "eer", replicates = 20)) + ggplot2::scale_y_log10()
  expect_error(built(names), class = "calibrant_error_input")
  expect_error(built(plot_ece(x) + ggplot2::geom_point(ggplot2::aes(y = nobody))), "nobody")
})

test_that("no line of a picture separates a number from its thousands, unit or hypothesis", {
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  letters <- list(size = 10, family = "", face = "plain")
  text <- "misleading in 14.2 % of H1 and 16 % of 19 900 H2 trials, by 0.5 bits in 150 H1 trials"
  whole <- c("14.2 %", "16 %", "19 900 H2", "0.5 bits", "150 H1")
  for (room in seq(1, 6, by = 0.1)) {
    lines <- strsplit(wrap_measured(text, room, letters), "\n")[[1]]
    expect_identical(paste(lines, collapse = " "), text)
    for (one in whole) expect_length(grep(one, lines, fixed = TRUE), 1)
  }
})

# Sets at the ends: equal, infinite, single and far-off LRs.
sets_at_the_ends <- function() {
  withr::local_options(calibrant.sure = TRUE)
  pair <- c(TRUE, TRUE, FALSE, FALSE)
  set <- \(value, truth = pair, ...) lr_set(value, truth, scale = "log10", ...)
  list(
    equal = set(c(0, 0, 0, 0)), strong = set(c(2, 2, 2, 2)), one = set(c(1, -1), c(TRUE, FALSE)),
    right = set(c(Inf, Inf, -Inf, -Inf)), wrong = set(c(-Inf, -Inf, Inf, Inf)),
    mixed = set(c(Inf, 1, -Inf, -1)), far = set(c(300, 1, -300, -1)),
    both = set(c(Inf, Inf, -Inf, -Inf, 2, 1, 0, -1), rep(pair, 2),
      system = rep(c("a", "b"), each = 4))
  )
}

conclusions_at_the_ends <- function() {
  withr::local_options(calibrant.sure = TRUE)
  scale <- c("no", "maybe", "yes")
  said <- rep(scale, c(4, 2, 4))
  truth <- rep(c(FALSE, TRUE, FALSE, TRUE), c(4, 1, 1, 4))
  set <- \(...) conclusion_set(said, truth = truth, conclusions = scale, ...)
  list(
    `one examiner` = set(examiner = rep("a", 10)),
    `one item` = set(examiner = rep(c("a", "b"), 5), item = rep(c("i", "j"), each = 5)),
    `one trial each` = conclusion_set(c("yes", "no"), truth = c(TRUE, FALSE), conclusions = scale),
    `two systems` = set(system = rep(c("a", "b"), 5))
  )
}

# Messages and warnings that are not ours, and errors that are not ours, of drawing.
foreign_conditions <- function(draw) {
  grDevices::pdf(NULL, 6, 4.5)
  withr::defer(grDevices::dev.off())
  seen <- character()
  see <- \(cnd, muffle) {
    ours <- inherits(cnd, c("calibrant_warning", "calibrant_message", "calibrant_shown"))
    if (!ours) seen <<- c(seen, conditionMessage(cnd))
    invokeRestart(muffle)
  }
  tryCatch(
    withCallingHandlers(
      print(draw()), warning = \(cnd) see(cnd, "muffleWarning"),
      message = \(cnd) see(cnd, "muffleMessage")
    ),
    calibrant_error = \(cnd) NULL, error = \(cnd) seen <<- c(seen, conditionMessage(cnd))
  )
  unique(seen)
}

test_that("marks that turn text round do not turn numbers round in a picture", {
  skip_if_not_installed("svglite")
  mark <- intToUtf8(0x202e)
  name <- paste0(mark, "abc")
  x <- withr::with_seed(1, c(simulate_lr(30, 60, system = name), simulate_lr(30, 60, system = "z")))
  said <- conclusion_set(c(name, "z", "z", name), truth = c(TRUE, FALSE, TRUE, FALSE))
  pictures <- list(
    plot_det(x), plot_roc(x), plot_ece(x), plot_ece(x, systems = "overlay"), plot_tippett(x),
    plot_pav(x), plot_lr_histogram(x), autoplot(measures(x, "eer", replicates = 10)),
    autoplot(calibrate(x, penalty = 1)), autoplot(bound_lr(x)), autoplot(said),
    autoplot(conclusion_lr(said))
  )
  for (plot in pictures) {
    expect_no_match(svg_of(plot, 6, 4.5), mark, fixed = TRUE, label = plot$labels$alt)
  }
})

test_that("pictures of sets at the ends say nothing in the words of ggplot2", {
  withr::local_options(calibrant.sure = TRUE)
  plots <- gallery_plots()
  all <- c(plots$lrs, plots$all)
  quick <- match(c("pav-regions", "calibration-pav", "calibration", "overstatement"), names(all))
  sets <- sets_at_the_ends()
  for (name in of_turn(names(sets), 2)) {
    for (kind in cases_of(names(all), quick)) {
      if (!plots$fits(sets[[name]], kind)) next
      expect_identical(foreign_conditions(\() all[[kind]](sets[[name]])), character(0),
        label = paste(kind, name))
    }
  }
  of_conclusions <- list(
    autoplot, \(x) autoplot(conclusion_lr(x)), \(x) autoplot(conclusion_lr(x, prior_counts = 0)),
    \(x) autoplot(conclusion_lr(x, monotone = TRUE)), \(x) autoplot(error_rates(x)),
    \(x) autoplot(measures(x))
  )
  sets <- conclusions_at_the_ends()
  for (name in names(sets)) for (i in seq_along(of_conclusions)) {
    expect_identical(foreign_conditions(\() of_conclusions[[i]](sets[[name]])), character(0),
      label = paste(name, i))
  }
  lone <- loglik_set(matrix(0, 6, 3, dimnames = list(NULL, letters[1:3])), rep(letters[1:3], 2))
  draw <- \() autoplot(reliability_curve(lone, bins = 4))
  expect_identical(foreign_conditions(draw), character(0))
  curve <- ece_curve(simulate_lr(20, 40))
  expect_identical(foreign_conditions(\() autoplot(curve[100, ])), character(0))
})

test_that("lines that ggplot2 draws from a function keep them", {
  expect_silent(ggplot2::ggplotGrob(autoplot(rule_curve("log", "zero_one"), show = "entropy")))
  x <- simulate_lr(20, 20, s = 2)
  own <- plot_tippett(x) + ggplot2::geom_function(fun = stats::plogis, inherit.aes = FALSE)
  expect_silent(built <- ggplot2::ggplot_build(own))
  expect_identical(length(built$data), length(own$layers))
})
