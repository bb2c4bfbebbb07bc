drawn_values <- function(plot, aesthetics) {
  layers <- ggplot2::ggplot_build(plot)$data
  found <- lapply(layers, \(layer) lapply(layer[intersect(aesthetics, names(layer))], unique))
  unique(unlist(lapply(unlist(found, recursive = FALSE), format)))
}

n_legends <- function(plot) sum(grepl("guides", guide_box(plot)$layout$name))

two <- function() {
  withr::local_seed(1)
  c(
    simulate_lr(50, 90, s = 2, stretch = 2, system = "a"),
    simulate_lr(50, 80, s = 1, shift = 1, system = "b")
  )
}

overlays <- function(x) {
  list(
    plot_ece(x, systems = "overlay"), plot_tippett(x, systems = "overlay"),
    plot_bayes_error(x, systems = "overlay"), plot_ape(x, systems = "overlay"),
    plot_pav(x, systems = "overlay"), plot_det(x), plot_roc(x)
  )
}

facets <- function(x) {
  list(
    plot_ece(x), plot_tippett(x), plot_bayes_error(x), plot_ape(x), plot_pav(x), plot_cost(x),
    plot_lr_histogram(x), plot_posterior_histogram(x), plot_reliability(x),
    plot_det(x, systems = "facet"), autoplot(bound_lr(x)), plot_calibration(calibrate(x))
  )
}

is_grey <- function(colours) {
  rgb <- grDevices::col2rgb(colours)
  rgb[1, ] == rgb[2, ] & rgb[2, ] == rgb[3, ]
}

test_that("every colour is in the table, and none is of a role and of a system", {
  of_roles <- c(roles$colour, roles$fill, harm_fill, loss_fills, ramp(3))
  expect_length(intersect(toupper(of_roles), system_colours), 0)
  seen <- \(plots) {
    colours <- unlist(lapply(plots, drawn_values, c("colour", "fill")))
    colours <- setdiff(unique(colours), c("NA", "transparent"))
    colours[!is_grey(colours)]
  }
  expect_true(all(seen(facets(two())) %in% of_roles))
  expect_true(all(seen(overlays(two())) %in% c(system_colours, harm_fill)))
})

test_that("systems have a shape beside their colour", {
  withr::local_seed(1)
  six <- do.call(c, lapply(LETTERS[1:6], \(name) simulate_lr(30, 60, s = 2, system = name)))
  for (plot in overlays(six)) {
    layers <- ggplot2::ggplot_build(plot)$data
    pairs <- do.call(rbind, lapply(seq_along(plot$layers), \(i) {
      layer <- layers[[i]]
      marks <- inherits(plot$layers[[i]]$geom, "GeomPoint") && "shape" %in% names(layer)
      if (marks) unique(layer[layer$colour %in% system_colours, c("colour", "shape")])
    }))
    pairs <- unique(pairs[!pairs$shape %in% c(24, 25), ])
    expect_identical(nrow(pairs), 6L)
    expect_false(anyDuplicated(pairs$shape) > 0)
  }
})

test_that("a user's scale does not split a legend", {
  scale <- ggplot2::scale_colour_grey()
  for (plot in list(
    plot_ece(two()), plot_tippett(two()), plot_bayes_error(two()), plot_cost(two()),
    plot_ece(two(), systems = "overlay"), plot_tippett(two(), systems = "overlay"), plot_det(two())
  )) {
    expect_identical(n_legends(suppressMessages(plot + scale)), n_legends(plot))
  }
  expect_identical(n_legends(plot_tippett(two())), 1L)
})

test_that("legends are below, with a theme added or not", {
  expect_identical(plot_ece(two())$theme$legend.position, "bottom")
  expect_identical(theme_calibrant()$legend.position, "bottom")
  expect_s3_class(theme_calibrant(7), "theme")
  for (plot in facets(two())) expect_silent(ggplot2::ggplotGrob(plot + theme_calibrant()))
})

test_that("every picture says what it shows", {
  x <- two()
  for (plot in c(facets(x), overlays(x))) {
    alt <- ggplot2::get_alt_text(plot)
    expect_match(alt, "a.*b")
    expect_gt(nchar(alt), 40)
  }
  expect_match(ggplot2::get_alt_text(plot_tippett(x["a"])), "isleading in")
  expect_match(ggplot2::get_alt_text(plot_det(x)), "a: EER [0-9.]+ %")
})

test_that("long names wrap and lose nothing", {
  long <- c(strrep("ab cd ", 20), strrep("x", 90), "short", "")
  wrapped <- wrap_text(long, 20)
  expect_true(all(nchar(unlist(strsplit(wrapped, "\n"))) <= 20))
  expect_identical(gsub("[ \n]", "", wrapped), gsub(" ", "", long))
  expect_identical(wrap_text("two\nlines", 20), "two\nlines")
})

test_that("axes of natural logarithms have round ticks at the right places", {
  breaks <- log_scale("ln")$breaks(c(-2, 2))
  expect_equal(breaks * log(10), round(breaks * log(10)))
  drawn <- ggplot2::layer_data(plot_tippett(two(), x_axis = "ln"), 2)
  expect_equal(drawn$x, ggplot2::layer_data(plot_tippett(two()), 2)$x)
  expect_error(plot_tippett(two(), x_axis = "log2"), class = "calibrant_error_input")
  expect_error(plot_ece(two(), x_axis = "log10"), class = "calibrant_error_input")
  expect_match(as.character(plot_ece(two(), x_axis = "ln_odds")$labels$x), "ln odds")
})

test_that("the words for the hypotheses are those of the truth", {
  x <- lr_set(c(1, 2, -1), c("same", "same", "different"), scale = "ln", h1 = "same")
  for (plot in list(plot_tippett(x), plot_lr_histogram(x))) {
    words <- unlist(lapply(plot$layers, \(layer) {
      if (is.data.frame(layer$data)) as.character(layer$data$hypothesis)
    }))
    expect_setequal(words, c("H1: same", "H2: different"))
  }
})

test_that("the same code gives the same bytes in every process", {
  skip_on_cran()
  code <- paste(
    "library(calibrant); set.seed(1); x <- simulate_lr(50, 80, s = 2);",
    "y <- c(simulate_lr(50, 80, s = 2, system = 'a'), simulate_lr(50, 80, s = 1, system = 'b'));",
    "grDevices::pdf(commandArgs(TRUE)[1], compress = FALSE);",
    "for (p in list(plot_ece(y, systems = 'overlay'), plot_bayes_error(x), plot_ape(y),",
    "plot_cost(y), plot_det(y))) print(p)"
  )
  drawn <- lapply(1:2, \(i) {
    file <- withr::local_tempfile(fileext = ".pdf")
    script <- withr::local_tempfile(lines = code)
    system2(file.path(R.home("bin"), "Rscript"), c(script, file), stdout = FALSE, stderr = FALSE)
    grep("Date", readLines(file, warn = FALSE), value = TRUE, invert = TRUE)
  })
  expect_gt(length(drawn[[1]]), 1000)
  expect_identical(drawn[[1]], drawn[[2]])
})

test_that("a set is drawn by the picture that says most", {
  x <- two()
  expect_match(ggplot2::get_alt_text(autoplot(x)), "^ECE")
  scores <- lr_set(c(1, 2, 0, 3), c(TRUE, TRUE, FALSE, FALSE), scale = "score")
  expect_match(ggplot2::get_alt_text(autoplot(scores)), "^DET")
  withr::local_pdf(NULL)
  expect_identical(plot(x), x)
})

test_that("operating points at one place share a number, and others do not touch", {
  plot <- plot_bayes_error(two(), operating_points = nist_operating_points())
  expect_match(plot$labels$caption, "1 SRE 2010, 2012 B; 2 SRE 2016 B")
  at <- cbind(c(0.5, 0.51, 0.5), c(0.5, 0.5, 0.51))
  places <- free_places(at, at)
  expect_identical(anyDuplicated(data.frame(places$hjust, places$vjust)), 0L)
})

test_that("a caption keeps its notes when its lines become shorter", {
  small <- plot_bayes_error(two(), operating_points = nist_operating_points()) + theme_calibrant(7)
  lines <- strsplit(small$labels$caption, "\n")[[1]]
  # Two notes, each of full lines but for its last.
  short <- nchar(lines) < 50
  expect_lte(sum(short), 3)
  expect_true(all(nchar(lines) <= 68))
  # A user's caption is broken as well, and panels that are square leave less room.
  words <- paste(rep("word", 40), collapse = " ")
  widest <- \(plot) max(nchar(strsplit(plot$labels$caption, "\n")[[1]]))
  expect_lte(widest(plot_ece(two()) + ggplot2::labs(caption = words) + theme_calibrant(7)), 68)
  expect_lte(widest(plot_det(two()) + ggplot2::labs(caption = words) + theme_calibrant(7)), 52)
})

test_that("what is said of many systems is one note", {
  expect_identical(
    joint_note("Bounds:", c("A", "B", "C"), c("1", "2", "1")), "Bounds: A, C 1; B 2."
  )
  six <- gallery_sets()$six
  expect_match(plot_bayes_error(six)$labels$caption, "Priors at which .* A, B none; C 39.6 %;")
  expect_match(autoplot(bound_lr(six))$labels$caption, "at LR = A 1/56 and 76; B 1/41 and 40;")
})

test_that("labels of many bars in a row are narrow, and the ticks below them few", {
  bars <- \(x) {
    layers <- plot_ape(x)$layers
    text <- Filter(\(layer) inherits(layer$geom, "GeomLabel"), layers)[[1]]
    text$data$label
  }
  lines <- \(label) lengths(strsplit(label, "\n"))
  expect_true(all(lines(bars(gallery_sets()$six)) == 3))
  expect_true(all(lines(bars(two())) == 2))
  ticks <- \(x) {
    scale <- ggplot2::ggplot_build(plot_ape(x))$layout$panel_params[[1]]$x
    length(stats::na.omit(scale$breaks))
  }
  expect_lt(ticks(gallery_sets()$six), ticks(two()))
})

test_that("a small theme makes marks and lines of text small, and leaves the plot as it was", {
  plot <- plot_bayes_error(two())
  small <- plot + theme_calibrant(7)
  size_of <- \(plot) unlist(lapply(plot$layers, \(layer) layer$aes_params$linewidth))
  expect_equal(size_of(small), size_of(plot) * 7 / 11)
  expect_equal(size_of(plot + theme_calibrant()), size_of(plot))
  expect_lte(max(nchar(strsplit(small$labels$caption, "\n")[[1]])), 68)
  expect_silent(ggplot2::ggplotGrob(small))
})

test_that("pictures of many classes and of rules say what they show", {
  x <- loglik_set(
    droplevels(subset(glass_type, type %in% c("WinF", "WinNF", "Veh") & recogniser == "lda")),
    truth = "type"
  )
  alt <- \(plot) ggplot2::get_alt_text(plot)
  expect_match(alt(plot_ternary(x)), "of [0-9]+ trials are nearest to their class")
  expect_match(alt(plot_class_reliability(x)), "percentage points")
  expect_match(alt(plot_calibration(calibrate(random_set(1)))), "LRs after go from")
  expect_match(alt(autoplot(decision_regions(rbind(stay = c(0, 1), go = c(1, 0))))), "is best from")
})

test_that("pictures speak the language of the session", {
  glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  words_of <- \(plot) {
    built <- ggplot2::ggplot_build(plot)
    legends <- unlist(lapply(c("colour", "fill", "linetype", "shape"), \(name) {
      scale <- built$plot$scales$get_scales(name)
      if (!is.null(scale)) scale$get_labels()
    }))
    c(legends, unlist(lapply(built$plot$labels, \(one) paste(deparse(one), collapse = ""))))
  }
  skip_if_not(withr::with_language("de", label("Misses")) == "Verfehlte Treffer",
    "no translations in this locale")
  pictures <- list(
    \() plot_ece(glass, x_axis = "probability"), \() plot_tippett(glass),
    \() plot_bayes_error(glass), \() plot_ape(glass), \() plot_cost(glass),
    \() plot_det(glass), \() plot_roc(glass), \() plot_pav(glass), \() plot_lr_histogram(glass),
    \() plot_reliability(glass), \() plot_posterior_histogram(glass),
    \() autoplot(bound_lr(glass)), \() plot_calibration(calibrate(glass)),
    \() autoplot(measures(glass, "eer", replicates = 10)), \() plot_information(glass),
    \() autoplot(rule_curve("log", "brier")), \() autoplot(rule_curve("log"), show = "weight"),
    \() autoplot(decision_regions(rbind(bleiben = c(0, 1), gehen = c(1, 0))))
  )
  english <- paste0(
    "\\b(the|of|and|is|are|as|after|no|probability|prior odds|trials|misses|alarms|",
    "threshold|loss|evidence|cost)\\b"
  )
  for (picture in pictures) {
    words <- withr::with_language("de", words_of(suppressWarnings(picture())))
    expect_identical(unname(grep(english, words, ignore.case = TRUE, value = TRUE)), character())
  }
  plot <- withr::with_language("de", plot_tippett(glass))
  expect_match(ggplot2::get_alt_text(plot), "irreführend", fixed = TRUE)
})

test_that("ticks may have decimal commas", {
  withr::local_options(OutDec = ",")
  expect_identical(tick_labels(c(0.5, 1)), c("0,5", "1"))
  expect_identical(tick_labels(c(-0.5, 0, NA)), expression(-"0,5", "0", ""))
  x <- set_of(c(3, 1, -1), c(-2, -1, 1))
  for (plot in list(plot_pav(x), autoplot(measures(x, c("cllr_cal", "eer"), replicates = 20)))) {
    expect_no_error(ggplot2::ggplotGrob(plot))
  }
})

test_that("words keep their names, and formats their numbers", {
  expect_identical(label(c(a = "H1 is true")), c(a = "H1 is true"))
  expect_identical(labelf("priors below %s", c("1", "2")), c("priors below 1", "priors below 2"))
})

test_that("an axis of LRs may be one of probabilities", {
  expect_identical(probability_labels(c(-2, 0, 1, NA)), c("0.99", "50", "90.91", ""))
  odds <- stats::qlogis(c(1e-6, 0.001, 0.01, 0.5, 0.99, 1 - 1e-6)) / log(10)
  expect_identical(probability_labels(odds),
    c("0.0001", "0.1", "1", "50", "99", "99.9999"))
  for (reach in c(0.3, 1, 3, 8, 400)) {
    inside <- abs(probability_breaks(c(-reach, reach))) <= reach
    expect_true(sum(inside) >= 3 && sum(inside) <= 9, info = reach)
  }
  pictures <- list(
    \(...) plot_tippett(two(), ...), \(...) plot_lr_histogram(two(), ...),
    \(...) plot_pav(two(), ...), \(...) plot_cost(two(), ...),
    \(...) autoplot(bound_curve(bound_lr(two())), ...), \(...) autoplot(bound_lr(two()), ...),
    \(...) plot_calibration(calibrate(two()), ...)
  )
  for (picture in pictures) {
    words <- picture(x_axis = "probability")$labels$x
    expect_match(words, "as probability at even prior odds")
    expect_match(as.character(picture(x_axis = "ln")$labels$x), "^ln LR")
    # Only the ticks differ.
    expect_silent(ggplot2::ggplotGrob(picture(x_axis = "probability")))
    drawn <- lapply(c("ln", "probability"), \(unit) ggplot2::layer_data(picture(x_axis = unit), 2))
    expect_equal(drawn[[1]], drawn[[2]])
    expect_error(picture(x_axis = "log2"), class = "calibrant_error_input")
  }
  ece <- plot_calibration(calibrate(two()), type = "ece", x_axis = "probability")
  expect_match(ece$labels$x, "Prior probability")
})

test_that("a scale of the user's own leaves one legend", {
  glass <- lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
  own <- ggplot2::scale_colour_brewer(palette = "Set1")
  pictures <- list(
    plot_ece(glass), plot_tippett(glass), plot_tippett(glass, systems = "overlay"),
    plot_bayes_error(glass), plot_ape(glass), plot_cost(glass), plot_det(glass), plot_roc(glass),
    autoplot(rule_curve("log", "brier")), autoplot(scoring_rule("log")),
    plot_calibration(fuse(truth ~ a + b, data.frame(
      truth = rep(c(TRUE, FALSE), 10), a = sin(1:20) + rep(1:0, 10), b = cos(1:20)
    )))
  )
  for (picture in pictures) {
    replaced <- suppressMessages(picture + own)
    expect_identical(
      suppressMessages(n_legends(replaced)), n_legends(picture),
      info = ggplot2::get_alt_text(picture)
    )
    expect_null(replaced$labels$colour)
  }
})
