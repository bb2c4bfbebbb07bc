curves_of <- function(x) list(ece_curve(x), tippett_curve(x), pav(x), lr_histogram(x))

test_that("are data frames that a picture can be made of", {
  for (curve in curves_of(random_set(1))) {
    expect_s3_class(curve, "data.frame")
    expect_s3_class(autoplot(curve), "ggplot")
  }
})

test_that("plot() prints the picture and returns the curve", {
  withr::local_pdf(NULL)
  for (curve in curves_of(set_of(c(1, 2), c(-1, 1.5)))) {
    shown <- withVisible(plot(curve))
    expect_identical(shown$value, curve)
    expect_false(shown$visible)
  }
})

test_that("print() says what is counted in bits or nats", {
  x <- random_set(1)
  expect_output(print(ece_curve(x)), "<ece_curve> 2?[0-9]+ rows.*, in bits")
  expect_output(print(information(x, unit = "nats")), "<information> 1 row, in nats")
  expect_output(print(class_losses(example_set())), "in bits")
  expect_output(print(class_losses(example_set(), measure = "cavg")), "row\n")
})

test_that("can be taken on as plain data frames", {
  for (curve in curves_of(set_of(c(1, 2), c(-1, 1.5)))) {
    plain <- as.data.frame(unclass(curve))
    expect_equal(names(plain), names(curve))
    expect_equal(nrow(plain), nrow(curve))
  }
})

two_systems <- function() {
  c(
    simulate_lr(60, 90, s = 2, stretch = 2, system = "a"),
    simulate_lr(50, 80, s = 1, shift = 1, system = "b")
  )
}

all_curves <- function(x) {
  list(
    ece_curve(x), tippett_curve(x), pav(x), lr_histogram(x), posterior_histogram(x),
    reliability_curve(x), reliability_curve(x, method = "pav"), cost_curve(x),
    bayes_error_curve(x, operating_points = 0.1), det_curve(x, operating_points = 0.1),
    bound_curve(bound_lr(x)), transformation_curve(calibrate(x))
  )
}

all_class_curves <- function() {
  x <- loglik_set(glass_type, truth = "type", system = "recogniser")
  three <- loglik_set(
    droplevels(subset(glass_type, type %in% c("WinF", "WinNF", "Veh"))),
    truth = "type", system = "recogniser"
  )
  list(cavg_curve(x, -1:1), class_losses(x), reliability_curve(x), prior_sweep(x), ternary(three))
}

# Curves of one kind each; a quick run has a few.
kinds_of <- function(curves) cases_of(curves, seq(1, length(curves), by = 4))

drawn_by <- function(curve) {
  layers <- ggplot2::ggplot_build(suppressMessages(autoplot(curve)))$data
  lapply(layers, \(drawn) drawn[setdiff(names(drawn), c("PANEL", "group"))])
}

# `drawn` is drawn for the other curve.
expect_draws <- function(curve, drawn) expect_equal(drawn_by(curve), drawn, ignore_attr = TRUE)

systems_of_picture <- function(curve) {
  layout <- ggplot2::ggplot_build(suppressMessages(autoplot(curve)))$layout$layout
  if (is.null(layout$system)) "one" else unique(as.character(layout$system))
}

test_that("some systems of a curve are drawn as if there were no others", {
  skip_unless_extended()
  withr::local_seed(1)
  x <- two_systems()
  for (curve in kinds_of(c(all_curves(x), all_class_curves()))) {
    one <- levels(curve$system)[1]
    parts <- list(
      curve[curve$system == one, ], subset(curve, system == one), split(curve, curve$system)[[1]]
    )
    if (requireNamespace("dplyr", quietly = TRUE)) {
      parts <- c(parts, list(dplyr::filter(curve, .data$system == one)))
    }
    alone <- drawn_by(droplevels(parts[[1]]))
    for (part in parts) {
      expect_s3_class(part, class(curve)[1])
      expect_draws(part, alone)
      for (side in side_names(part)) {
        table <- attr(part, side)
        if (is.data.frame(table)) expect_true(all(table$system %in% one))
      }
    }
  }
})

test_that("a picture of a part has one panel, and marks nothing of what is gone", {
  withr::local_seed(1)
  x <- two_systems()
  for (curve in all_curves(x)) {
    expect_true(systems_of_picture(subset(curve, system == "b")) %in% c("b", "one"))
  }
  det <- det_curve(x)
  expect_equal(as.character(attr(det[det$system == "b", ], "eer")$system), "b")
})

test_that("results of several calls are put together as plain tables", {
  withr::local_seed(1)
  x <- two_systems()
  tables <- c(
    kinds_of(c(all_curves(x), all_class_curves())),
    list(
      measures(x, replicates = 20), information(x), misleading(x, level = 0.9),
      verbal_scale(1:3, "log10")
    )
  )
  for (table in tables) {
    plain <- plain_frame(table)
    expect_identical(rbind(table, table), rbind(plain, plain))
    expect_identical(rbind(table, plain), rbind(plain, plain))
    expect_identical(rbind(NULL, table, table), rbind(plain, plain))
    expect_identical(do.call(rbind, list(a = table, b = table)), rbind(a = plain, b = plain))
  }
})

test_that("no picture states facts of a system that was renamed, or that dplyr added", {
  skip_if_not_installed("dplyr")
  withr::local_seed(1)
  has_facts <- \(curve) is.data.frame(attr(curve, "sizes"))
  for (curve in Filter(has_facts, kinds_of(all_curves(two_systems())))) {
    renamed <- list(
      transform(curve, system = "new"), dplyr::mutate(curve, system = paste(system, "new")),
      replace(curve, "system", rep("new", nrow(curve)))
    )
    for (copy in renamed) expect_error(autoplot(copy), class = "calibrant_error_input")
    added <- dplyr::bind_rows(curve, transform(as.data.frame(curve), system = "new"))
    expect_identical(class(added), "data.frame")
  }
  few <- measures(two_systems(), "cllr", replicates = 20)
  expect_identical(class(dplyr::bind_rows(few, few)), "data.frame")
})

test_that("columns may come and go", {
  withr::local_seed(1)
  for (curve in kinds_of(all_curves(two_systems()))) {
    whole <- drawn_by(curve)
    more <- transform(curve, twice = 2)
    expect_draws(more, whole)
    expect_draws(more[setdiff(names(more), "twice")], whole)
    expect_error(autoplot(curve[setdiff(names(curve), "system")]), class = "calibrant_error_input")
    expect_error(autoplot(curve[0, ]), class = "calibrant_error_input")
    expect_type(curve[, 2], typeof(curve[[2]]))
    curve$system <- as.character(curve$system)
    expect_s3_class(suppressMessages(autoplot(curve)), "ggplot")
  }
})

test_that("print as a head with a count", {
  curve <- tippett_curve(simulate_lr(500, 500, s = 2))
  lines <- capture.output(print(curve))
  expect_length(lines, 13)
  expect_match(lines[1], "<tippett_curve> 1 002 rows", fixed = TRUE)
  expect_match(lines[13], "992 more rows")
  expect_length(capture.output(print(curve, n = 3)), 6)
  expect_match(capture.output(print(ece_curve(two_systems())))[1], "2 systems")
})

test_that("turn into plain data frames", {
  for (curve in all_curves(two_systems())) {
    plain <- as.data.frame(curve)
    expect_setequal(names(attributes(plain)), c("names", "row.names", "class"))
    expect_identical(class(plain), "data.frame")
  }
})

altered_tables <- function(table) {
  numbers <- names(table)[vapply(table, is.numeric, NA)]
  with <- function(name, value) {
    table[[name]] <- value
    table
  }
  bare <- plain_frame(table)
  class(bare) <- class(table)
  c(
    list(bare), lapply(names(table), with, NULL),
    lapply(numbers, \(name) with(name, as.character(table[[name]]))),
    lapply(names(table), \(name) with(name, replace(table[[name]], 1, NA)))
  )
}

# A result is a picture, a value, or an error that states the requirement.
expect_told <- function(answer, info) {
  end <- tryCatch(
    suppressWarnings({
      answer()
      "done"
    }),
    calibrant_error_input = \(cnd) "told",
    error = \(cnd) paste0(info, ": ", conditionMessage(cnd))
  )
  expect_true(end %in% c("done", "told"), info = end)
}

test_that("altered curves are drawn, or refused in words", {
  x <- two_systems()
  more <- list(
    rule_curve("log", "brier"), murphy_curve(x), overstatement_curve(x, replicates = 20)
  )
  curves <- c(all_curves(x), more, all_class_curves())
  for (curve in of_turn(curves, 2)) {
    for (copy in some_of(altered_tables(curve), quick = 6)) {
      expect_told(\() ggplot2::ggplot_build(autoplot(copy)), class(curve)[1])
    }
  }
})

test_that("altered tables of measures are refused, and parts of them print", {
  x <- two_systems()
  for (table in list(measures(x, replicates = 20), compare_systems(x, replicates = 20))) {
    for (copy in of_turn(altered_tables(table), 3)) {
      for (verb in list(autoplot, tidy, glance)) expect_told(\() verb(copy), class(table)[1])
    }
    expect_output(print(table[, c("measure", "lower")]), "cllr")
  }
})

is_method_there <- function(verb, classes) {
  there <- \(class) !is.null(utils::getS3method(verb, class, TRUE, asNamespace("calibrant")))
  any(vapply(classes, there, NA))
}

ggplot2_built <- \(x) if (inherits(x, "ggplot")) ggplot2::ggplot_build(x) else x

test_that("rows and columns that are not there are refused by their table, or print as they are", {
  x <- two_systems()
  set.seed(1)
  truth <- rep(c(TRUE, FALSE), 30)
  scale <- c("no", "open", "yes")
  said <- conclusion_set(rep(scale, 20), truth, conclusions = scale)
  groups <- rep(c("a", "b", "c"), length.out = length(x["a"]))
  plan <- validation_plan(accuracy = "cllr < 0.9", replicates = 10)
  tables <- list(
    conclusion_lr(said), conclusion_merges(said), measures(x, replicates = 20),
    compare_systems(x, replicates = 20), information(x), validation_run(plan, x["a"]),
    measures_by(x["a"], groups, random = TRUE, replicates = 20),
    plan_size(gaussian_system(2), half_width = 0.1), system_record(plan),
    decision_regions(rbind(yes = c(0, 9), no = c(1, 0))), verbal_scale(1:3, scale = "log10")
  )
  none <- list(\(x) x["nosuch", ], \(x) x[0, ], \(x) x[999, ], \(x) x[c(1, 999), ], \(x) x[, 1:2])
  verbs <- c("explain", "autoplot", "plot", "tidy", "glance", "print")
  for (table in tables) {
    known <- Filter(\(verb) is_method_there(verb, setdiff(class(table), "data.frame")), verbs)
    for (take in of_turn(none, 2)) {
      for (verb in known) {
        run <- \() utils::capture.output(ggplot2_built(match.fun(verb)(take(table))))
        expect_told(run, paste(verb, class(table)[1]))
      }
    }
  }
  expect_error(explain(conclusion_lr(said)["nosuch", ]), "explanation")
  expect_error(plot(conclusion_merges(said)), "no picture", class = "calibrant_error_input")
})
