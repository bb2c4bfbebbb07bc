skip_if_not_installed("jsonlite")

x <- withr::with_seed(1, c(
  a = simulate_lr(30, 60, s = 2, stretch = 2), b = simulate_lr(30, 60, s = 1)
))
file <- withr::local_tempfile(fileext = ".json", .local_envir = teardown_env())
read_text_calibration <- function(text) {
  writeLines(text, file)
  read_quietly(file)
}

there_and_back <- function(fit) {
  write_calibrant(fit, file)
  read_calibrant(file)
}

parsed <- function(fit) jsonlite::fromJSON(unsealed(write_calibrant(fit, NULL)), FALSE)

test_that("every calibration predicts the same to the last bit when it comes back", {
  new <- c(-Inf, -3, -0.1, 0, 0.7, 12, Inf)
  for (method in calibration_method_names) {
    fit <- suppressWarnings(calibrate(x["a"], method))
    back <- there_and_back(fit)
    apply <- \(fit) suppressWarnings(predict(fit, new))
    expect_identical(apply(back), apply(fit), info = method)
    expect_identical(coef(back), coef(fit), info = method)
    expect_identical(tidy(back), tidy(fit), info = method)
    expect_output(print(back), "lr_calibration")
  }
})

test_that("settings come back as they were", {
  for (bandwidth in list(0.5, c(0.5, 0.7))) {
    fit <- calibrate(x["a"], "kde", bandwidth = bandwidth)
    expect_identical(there_and_back(fit)$settings, fit$settings)
  }
})

test_that("several systems, scores and fusions come back as they were", {
  both <- there_and_back(calibrate(x, prior = 0.1, penalty = 1))
  expect_identical(coef(both), coef(calibrate(x, prior = 0.1, penalty = 1)))
  expect_identical(predict(both, 1, system = "b"),
    predict(calibrate(x, prior = 0.1, penalty = 1), 1, system = "b"))
  scores <- lr_set(x$a$value, x$a$truth, "score")
  expect_identical(predict(there_and_back(calibrate(scores)), 0.3),
    predict(calibrate(scores), 0.3))
  trials <- data.frame(truth = x$a$truth, face = x$a$value, voice = rev(x$b$value))
  fit <- fuse(truth ~ face + voice, trials)
  apply <- \(fit) suppressWarnings(predict(fit, trials))
  expect_identical(apply(there_and_back(fit)), apply(fit))
})

test_that("another program can apply what the file says", {
  fit <- calibrate(x["a"], "beta", prior = 0.2)
  record <- parsed(fit)
  f <- record$systems[[1]][["function"]]
  ln_lr <- 0.7 * log(10)
  p <- 1 / (1 + exp(-ln_lr - f$log_odds))
  expect_equal(f$a * log(p) - f$b * log(1 - p) + f$offset,
    predict(fit, 0.7, type = "ln"))
  kde <- calibrate(x["a"], "kde")
  g <- parsed(kde)$systems[[1]][["function"]]
  density <- \(h) {
    n <- unlist(h$n)
    sum(n * stats::dnorm(ln_lr / g$unit, unlist(h$at), h$bandwidth)) / sum(n)
  }
  expect_equal(log(density(g$h1) / density(g$h2)), predict(kde, 0.7, type = "ln"))
})

test_that("files of another kind are refused", {
  texts <- c(
    "no json", "{}", "3", "[1, 2]", "null",
    "{\"format\": \"calibrant calibration\", \"version\": 2}",
    "{\"format\": \"calibrant calibration\", \"version\": 1, \"method\": \"logistic\"}"
  )
  for (text in texts) {
    writeLines(text, file)
    expect_error(read_calibrant(file), class = "calibrant_error_file")
  }
  expect_error(read_calibrant(tempfile()), class = "calibrant_error_file")
  expect_error(read_calibrant(1), class = "calibrant_error_file")
  expect_error(write_calibrant(calibrate(x["a"]), 1), class = "calibrant_error_file")
  expect_error(write_calibrant(1, file), class = "calibrant_error_input")
})

golden_files <- function() {
  list.files(test_path("golden", "calibrations"), full.names = TRUE)
}

as_numbers <- function(x) vapply(x, as.double, 1)

expect_golden <- function(file) {
  expected <- jsonlite::fromJSON(file, simplifyVector = FALSE)$expected
  fit <- read_quietly(file)
  if (inherits(fit, "loglik_calibration")) {
    matrix_of <- \(w) matrix(as_numbers(w), 1, dimnames = list(NULL, fit$classes))
    for (i in seq_along(expected$input)) {
      given <- expected$input[[i]]
      if (fit$method == "fusion") {
        given <- rlang::set_names(lapply(given, matrix_of), fit$recognisers)
      } else {
        given <- matrix_of(given)
      }
      found <- predict(fit, given)
      known <- as_numbers(expected$ln_likelihood[[i]])
      # Log-likelihoods are known up to a constant.
      expect_equal(unname(found[1, ] - found[1, 2]), known - known[2], info = file)
    }
    return()
  }
  known <- as_numbers(expected$ln_lr)
  newdata <- if (fit$method == "fusion") {
    rows <- do.call(rbind, lapply(expected$input, as_numbers))
    colnames(rows) <- fit$terms
    as.data.frame(rows)
  } else {
    x <- as_numbers(expected$input)
    if (fit$scale == "log10") x / log(10) else x
  }
  system <- if (length(fit$transforms) > 1) names(fit$transforms)[1]
  found <- suppressWarnings(predict(fit, newdata, type = "ln", system = system))
  expect_equal(unname(found), known, tolerance = 1e-12, info = file)
}

test_that("files that were written by hand predict what they must, and can be printed", {
  skip_unless_extended()
  expect_gt(length(golden_files()), 20)
  for (file in golden_files()) {
    expect_golden(file)
    fit <- read_quietly(file)
    expect_output(print(fit))
    expect_s3_class(tidy(fit), "data.frame")
    expect_s3_class(glance(fit), "data.frame")
    file2 <- withr::local_tempfile(fileext = ".json")
    write_calibrant(fit, file2)
    expect_identical(coef(read_calibrant(file2)), coef(fit), info = file)
  }
})

test_that("a calibration that does not know its trials is written and read", {
  fit <- calibrate(simulate_lr(20, 30, s = 1))
  fit["trained_on"] <- list(NULL)
  file <- withr::local_tempfile(fileext = ".json")
  write_calibrant(fit, file)
  expect_identical(coef(read_calibrant(file)), coef(fit))
  expect_null(read_calibrant(file)$trained_on)
})

test_that("a reader in another language predicts the same", {
  python <- Sys.which("python3")
  skip_if(python == "", "Python is not installed")
  # Files that the present code writes, with the predictions of R, and files written by hand.
  written <- withr::local_tempdir()
  new <- c(-3, -0.1, 0, 0.7, 2)
  for (method in calibration_method_names) {
    record <- parsed(suppressWarnings(calibrate(x["a"], method)))
    fit <- suppressWarnings(calibrate(x["a"], method))
    known <- suppressWarnings(predict(fit, new, type = "ln"))
    record$expected <- list(
      input = new * log(10),
      ln_lr = lapply(known, \(y) if (is.infinite(y)) as.character(y) else y)
    )
    jsonlite::write_json(record, file.path(written, method), auto_unbox = TRUE, digits = NA,
      null = "null")
  }
  worst <- system2(python, c(
    shQuote(test_path("golden", "read-calibration.py")),
    shQuote(c(golden_files(), list.files(written, full.names = TRUE)))
  ), stdout = TRUE)
  expect_lt(as.numeric(worst), 1e-9)
})

# Replaces members of an object, and of objects in it, by others of the same names.
put <- function(object, change) {
  for (name in names(change)) {
    value <- change[[name]]
    object[[name]] <- if (is.null(names(value))) value else put(object[[name]], value)
  }
  object
}

# Possible faults of a file, as changes to its record, and the member that the message names.
wrong_changes <- function() {
  f <- \(change) \(r) {
    r$systems[[1]][["function"]] <- put(r$systems[[1]][["function"]], change)
    r
  }
  all <- \(change) \(r) put(r, change)
  one <- \(name, value) \(r) {
    r$systems[[1]][name] <- list(value)
    r
  }
  set_penalty <- \(value) \(r) replace(r, "settings", list(list(penalty = value)))
  list(
    logistic = list(
      slope = f(list(slope = "abc")), slope = f(list(slope = list(1))), type = f(list(type = "no")),
      offset = f(list(offset = NULL)), "`function`|function" = one("function", NULL),
      kernel_ratio = f(list(
        type = "kernel_ratio", unit = 1, range = list(0, 1),
        h1 = list(bandwidth = 1, at = list(0), n = list(1)),
        h2 = list(bandwidth = 1, at = list(0), n = list(1))
      )),
      prior = all(list(prior = 5)), prior = all(list(prior = "a")),
      version = all(list(version = TRUE)),
      input = all(list(input = "score")), input = all(list(input = "lr")),
      method = all(list(method = "none")), type = all(list(method = "kde")),
      systems = all(list(systems = NULL)), systems = all(list(systems = 3)),
      n_h1 = one("n_h1", -1), n_h1 = one("n_h1", 2.5), n_h2 = one("n_h2", "many"),
      totals = one("totals", list(1)), vcov = one("statistics", list(vcov = list(1, 2))),
      labels = all(list(labels = list(h1 = 1, h2 = 2))),
      settings.penalty = set_penalty(list(a = 1)), settings.penalty = set_penalty(list(list(1)))
    ),
    beta = list(a = f(list(a = -1)), log_odds = f(list(log_odds = 2)), b = f(list(b = NULL))),
    bigaussian = list(
      x = \(r) f(list(x = rev(r$systems[[1]][["function"]]$x)))(r), y = f(list(y = list(1))),
      y = \(r) f(list(y = rev(r$systems[[1]][["function"]]$y)))(r)
    ),
    kde = list(
      unit = f(list(unit = 0)), bandwidth = f(list(h1 = list(bandwidth = -1))),
      n = \(r) f(list(h1 = list(n = lapply(r$systems[[1]][["function"]]$h1$n, `-`))))(r),
      at = \(r) f(list(h1 = list(at = rev(r$systems[[1]][["function"]]$h1$at))))(r),
      range = f(list(range = list(2, 1))), range = f(list(range = list(1)))
    ),
    pav = list(
      max = f(list(max = list(1))),
      min = \(r) f(list(min = rev(r$systems[[1]][["function"]]$min)))(r),
      log10_lr = \(r) f(list(log10_lr = rev(r$systems[[1]][["function"]]$log10_lr)))(r),
      log10_lr = f(list(log10_lr = NULL))
    ),
    four_parameter = list(
      slope = f(list(slope = -1)), at_infinity = f(list(at_infinity = NULL)),
      at_infinity = f(list(at_infinity = list(2, 1))), at_infinity = f(list(at_infinity = list(1)))
    ),
    spline = list(
      slopes = f(list(slopes = list(1, 1))), start = f(list(start = NULL)),
      slopes = f(list(slopes = list(-1, 1))), penalty = f(list(penalty = -1)),
      knots = \(r) f(list(knots = rev(r$systems[[1]][["function"]]$knots)))(r)
    )
  )
}

test_that("a member whose name goes on is unknown, and is not read for another", {
  read_list <- \(record) {
    text <- jsonlite::toJSON(record, auto_unbox = TRUE, null = "null", digits = NA)
    read_text_calibration(text)
  }
  renamed <- \(list, name) {
    names(list)[names(list) == name] <- paste0(name, "s_of_others")
    list
  }
  for (method in c("logistic", "pav", "kde")) {
    record <- parsed(suppressWarnings(calibrate(x["a"], method)))
    for (name in setdiff(names(record), c("format", "version", "method", "prior", "input", "output",
      "settings", "systems"))) {
      expect_identical(
        read_list(renamed(record, name)), read_list(record[names(record) != name]), info = name
      )
    }
    system <- record$systems[[1]]
    for (name in setdiff(names(system), c("n_h1", "n_h2", "function"))) {
      other <- lapply(list(renamed(system, name), system[names(system) != name]), \(one) {
        read_list(replace(record, "systems", list(list(one))))
      })
      expect_identical(other[[1]], other[[2]], info = name)
    }
  }
})

test_that("what is wrong in a file is found, and named", {
  for (method in names(wrong_changes())) {
    record <- parsed(suppressWarnings(calibrate(x["a"], method)))
    changes <- wrong_changes()[[method]]
    for (i in seq_along(changes)) {
      changed <- changes[[i]](record)
      jsonlite::write_json(changed, file, auto_unbox = TRUE, digits = NA, null = "null")
      info <- paste(method, names(changes)[i], i)
      error <- expect_error(read_quietly(file), class = "calibrant_error_file", info = info)
      expect_match(conditionMessage(error), names(changes)[i], info = info)
    }
  }
})

test_that("what is predicted comes from the function of the file", {
  record <- parsed(calibrate(x["a"]))
  record$systems[[1]][["function"]]$slope <- 10
  jsonlite::write_json(record, file, auto_unbox = TRUE, digits = NA, null = "null")
  fit <- read_quietly(file)
  expect_equal(coef(fit)[["slope"]], 10)
  step <- diff(suppressWarnings(predict(fit, c(0, 1), type = "ln")))
  expect_equal(step, 10 * log(10))
})

test_that("all files that are written need the end of their name", {
  x <- simulate_lr(20, 30)
  bare <- tempfile()
  expect_error(write_calibrant(calibrate(x), bare), "json", class = "calibrant_error_file")
  expect_error(validation_report(x), "html", class = "calibrant_error_file")
  expect_error(open_page(x, file = bare, browse = FALSE), "html", class = "calibrant_error_file")
  expect_false(file.exists(bare))
})

test_that("counts of the training trials bring limits back where statistics do not", {
  set.seed(11)
  x <- lr_set(c(round(rnorm(30, 1.5), 1), round(rnorm(50), 1), Inf, -Inf),
    rep(c(TRUE, FALSE, TRUE, FALSE), c(30, 50, 1, 1)), "score")
  at <- c(-3, 0, 0.73, 1.2, 9)
  of <- \(fit, ...) {
    set.seed(1)
    suppressWarnings(predict(fit, at, level = 0.9, ...))
  }
  for (method in names(Filter(\(row) !is.null(row$keeps_counts), calibration_methods))) {
    fit <- suppressWarnings(calibrate(x, method))
    back <- there_and_back(fit)
    expect_identical(there_and_back(back), back, ignore_attr = TRUE, info = method)
    expect_identical(write_calibrant(back, NULL), write_calibrant(fit, NULL))
    if (method != "bigaussian") expect_identical(of(back), of(fit), info = method)
    # The draws contain the same trials in another order.
    if (method == "bigaussian") expect_equal(of(back), of(fit), tolerance = 0.15)
    without <- read_text_calibration(write_calibrant(fit, NULL, counts = FALSE))
    expect_null(without$transforms[[1]]$counts)
    if (method == "kde") expect_identical(of(without), of(fit))
    if (method != "kde") expect_error(of(without), class = "calibrant_error_no_trials")
  }
  averaged <- suppressWarnings(predict(there_and_back(calibrate(x, "kde")), 1, integrated = TRUE))
  expect_true(is.finite(averaged))
  many <- suppressWarnings(calibrate(simulate_lr(6000, 6000, s = 2), "pav"))
  expect_no_match(write_calibrant(many, NULL), "training\"")
  expect_match(write_calibrant(many, NULL, counts = TRUE), "training\"")
  expect_error(write_calibrant(many, NULL, counts = 3), class = "calibrant_error_input")
})

test_that("weights and items come along as far as counts can tell", {
  set.seed(12)
  truth <- rep(c(TRUE, FALSE), c(20, 40))
  x <- lr_set(round(rnorm(60, ifelse(truth, 1.5, 0)), 1), truth, "score",
    weight = runif(60, 1, 3), source1 = rep(1:20, 3), source2 = rep(21:40, 3))
  for (method in c("pav", "kde")) {
    fit <- suppressWarnings(calibrate(x, method))
    back <- there_and_back(fit)
    for (by in c("trial", "source")) {
      expect_equal(predict(back, c(0, 1.1), level = 0.9, by = by),
        suppressWarnings(predict(fit, c(0, 1.1), level = 0.9, by = by)))
    }
  }
  fit <- calibrate(x, "bigaussian")
  expect_error(predict(there_and_back(fit), 1, level = 0.9), class = "calibrant_error_no_trials")
})

test_that("counts that are no counts are refused", {
  fit <- suppressWarnings(calibrate(simulate_lr(5, 5, s = 1), "pav"))
  damages <- list(
    list(value = c(2, 1)), list(n_h1 = 1), list(n_h2 = rep(-1, 10)), list(value = NULL)
  )
  for (wrong in damages) {
    record <- parsed(fit)
    record$systems[[1]]$training <- utils::modifyList(record$systems[[1]]$training, wrong)
    text <- jsonlite::toJSON(record, auto_unbox = TRUE, digits = NA, null = "null")
    expect_error(read_text_calibration(text), "training", class = "calibrant_error_file")
  }
})

test_that("a file that does not say which scores trained it has no range", {
  record <- parsed(calibrate(x["a"]))
  record$systems[[1]]$range <- NULL
  text <- jsonlite::toJSON(record, auto_unbox = TRUE, digits = NA, null = "null")
  back <- read_text_calibration(text)
  expect_identical(unname(back$range), list(c(-Inf, Inf)))
})

test_that("a calibration that was read finds the columns of its formula", {
  set.seed(31)
  truth <- rep(c(TRUE, FALSE), c(60, 80))
  data <- data.frame(
    same = truth, cosine = stats::rnorm(140, ifelse(truth, 1, -1)), length = stats::rnorm(140),
    room = rep(c("A", "B"), 70)
  )
  data$score <- data$length
  fits <- list(
    calibrate(same ~ cosine, data, scale = "score"),
    calibrate(same ~ cosine | room, data, scale = "score"),
    calibrate(lr_set(same ~ cosine, data, "score")), fuse(same ~ cosine + length, data)
  )
  file <- withr::local_tempfile(fileext = ".json")
  for (fit in fits) {
    write_calibrant(fit, file)
    read <- read_calibrant(file)
    expect_identical(suppressWarnings(predict(read, data)), suppressWarnings(predict(fit, data)))
    expect_error(predict(read, data["room"]), class = "calibrant_error_input")
    write_calibrant(read, file)
    expect_identical(suppressWarnings(predict(read_calibrant(file), data)),
      suppressWarnings(predict(fit, data)))
  }
  read_again <- \(fit, file) {
    write_calibrant(fit, file)
    read_calibrant(file)
  }
  as_frame <- data.frame(score = data$cosine / 2)
  expect_identical(predict(read_again(fits[[3]], file), as_frame), predict(fits[[3]], as_frame))
  # The formula that computes a column does not find it.
  computed <- read_again(calibrate(same ~ exp(cosine), data, scale = "score"), file)
  expect_error(predict(computed, data), "exp\\(cosine\\)", class = "calibrant_error_input")
  # An edited name is detected like any other edit.
  write_calibrant(fits[[1]], file)
  writeLines(sub("cosine", "length", readLines(file)), file)
  expect_error(read_calibrant(file), class = "calibrant_error_file")
})
