h1 <- c(20, 3, 0.8)
h2 <- c(0.1, 0.4)
expected <- as.data.frame(lr_set(list(h1 = h1, h2 = h2), scale = "lr"))
refuses <- function(object, message) {
  expect_error(object, message, class = "calibrant_error_input")
}

test_that("reads two vectors, and lists under the names of the field", {
  expect_identical(as.data.frame(lr_set(h1 = h1, h2 = h2, scale = "lr")), expected)
  for (names in list(c("tar", "non"), c("ss", "ds"), c("target", "nontarget"), c("Hp", "Hd"),
    c("same", "different"), c("same source", "different source"), c("KM", "KNM"))) {
    x <- lr_set(rlang::set_names(list(h1, h2), names), scale = "lr")
    expect_identical(as.data.frame(x), expected)
    y <- lr_set(rlang::set_names(list(h2, h1), rev(names)), scale = "lr")
    expect_identical(as.data.frame(y), expected)
  }
  expect_identical(unname(lr_set(list(tar = h1, non = h2), scale = "lr")$labels), c("tar", "non"))
  refuses(lr_set(list(h1, h2), scale = "lr"), "no names")
  refuses(lr_set(h1 = h1, scale = "lr"), "missing")
  refuses(lr_set(h1 = h1, h2 = h2), "scale")
  refuses(lr_set(h1 = h1, h2 = h2, scale = "lr", wieght = 1), "wieght")
})

test_that("reads a named list of systems", {
  x <- lr_set(list(A = list(tar = h1, non = h2), B = list(tar = h1 * 2, non = h2)), scale = "lr")
  expect_identical(levels(x), c("A", "B"))
  expect_identical(x["A"]$value, c(h1, h2))
  expect_identical(x["B"]$value, c(h1 * 2, h2))
  refuses(lr_set(list(list(h1 = 1, h2 = 2), list(h1 = 1, h2 = 2)), scale = "lr"), "name")
})

test_that("a system may have one name for all trials, or a column", {
  truth <- rep(c(TRUE, FALSE), c(3, 2))
  x <- lr_set(c(h1, h2), truth, scale = "lr", system = "A")
  expect_identical(levels(x), "A")
  data <- data.frame(lr = c(h1, h2), truth, model = "B")
  expect_identical(levels(lr_set(truth ~ lr, data, scale = "lr", system = "model")), "B")
  # If there is `data`, a string names a column.
  expect_error(lr_set(truth ~ lr, data, scale = "lr", system = "A"),
    class = "calibrant_error_input")
  expect_identical(levels(lr_set(h1 = h1, h2 = h2, scale = "lr", system = "A")), "A")
})

test_that("reads a matrix of scores with its key; pairs may be untested", {
  scores <- matrix(c(3, 1, 0, 4, 2, 5), 2, dimnames = list(c("m1", "m2"), c("t1", "t2", "t3")))
  key <- matrix(c(TRUE, FALSE, NA, TRUE, FALSE, NA), 2)
  x <- lr_set(scores, key, scale = "score")
  expect_identical(as.data.frame(x), data.frame(
    score = c(3, 1, 4, 2), truth = c(TRUE, FALSE, TRUE, FALSE),
    source1 = c("m1", "m2", "m2", "m1"), source2 = c("t1", "t1", "t2", "t3")
  ))
  signed <- ifelse(is.na(key), 0, ifelse(key, 1, -1))
  expect_identical(as.data.frame(lr_set(scores, signed, scale = "score")), as.data.frame(x))
  dimnames(key) <- dimnames(scores)
  shuffled <- key[2:1, c(3, 1, 2)]
  expect_identical(as.data.frame(lr_set(scores, shuffled, scale = "score")), as.data.frame(x))
  refuses(lr_set(scores, matrix(TRUE, 3, 3), scale = "score"), "shape")
  refuses(cllr(diag(3), truth = factor(1:3), scale = "ln"), "loglik_set")
  refuses(lr_set(scores, TRUE, scale = "score"), "2 x 3")
  untested <- scores
  untested[is.na(key)] <- NA
  expect_identical(as.data.frame(lr_set(untested, key, scale = "score")), as.data.frame(x))
})

test_that("reads a matrix of scores with a table of the tested pairs", {
  scores <- matrix(1:6, 2, dimnames = list(c("m1", "m2"), c("t1", "t2", "t3")))
  pairs <- data.frame(enrol = c("m2", "m1"), test = c("t3", "t1"), truth = c(TRUE, FALSE))
  x <- lr_set(scores, pairs, scale = "score")
  expect_identical(as.data.frame(x), data.frame(
    score = c(6, 1), truth = c(TRUE, FALSE), source1 = c("m2", "m1"), source2 = c("t3", "t1")
  ))
  for (name in c("enrollment", "model_id", "Model", "gallery")) {
    named <- rlang::set_names(pairs, name, "probe", "same")
    expect_identical(lr_set(scores, named, scale = "score"), x)
  }
  pairs$test[1] <- "t9"
  refuses(lr_set(scores, pairs, scale = "score"), "t9")
  refuses(lr_set(scores, pairs[1:2], scale = "score"), "truth")
})

test_that("a long table brings its enrolment and test items", {
  data <- data.frame(
    score = c(2, -1), same = c(TRUE, FALSE), enrol = c("a", "b"), test = c("c", "d")
  )
  x <- lr_set(same ~ score, data, scale = "score", source1 = "enrol", source2 = "test", id = "test")
  expect_identical(x$source1, c("a", "b"))
  expect_identical(as.data.frame(x)$id, c("c", "d"))
  expect_identical(x[2:1]$id, c("d", "c"))
  expect_identical(as.data.frame(pav_lr(x))$id, c("c", "d"))
})

test_that("posteriors come in with the prior they were made with", {
  p <- c(0.9, 0.5, 0.1)
  truth <- c(TRUE, FALSE, FALSE)
  x <- lr_set(p, truth, scale = "prob", prior = 0.2)
  expect_equal(posterior(x, prior = 0.2), p)
  expect_equal(to_ln(x$value, x$scale), log(p / (1 - p) / 0.25))
  expect_equal(lr_set(p, truth, scale = "prob", prior = "data")$value, qlogis(p) - qlogis(1 / 3))
  expect_identical(lr_set(c(1, 0), c(TRUE, FALSE), scale = "prob", prior = .5)$value, c(Inf, -Inf))
  refuses(lr_set(p, truth, scale = "prob"), "prior")
  refuses(lr_set(c(1.2, .1, .1), truth, scale = "prob", prior = 0.2), "between 0 and 1")
  refuses(lr_set(p, truth, scale = "lr", prior = 0.2), "prob")
})

test_that("decisions are scores with two values", {
  decisions <- c(TRUE, TRUE, FALSE, FALSE)
  truth <- c(TRUE, FALSE, TRUE, FALSE)
  x <- lr_set(decisions, truth, scale = "score")
  expect_equal(unlist(error_rates(x, threshold = 0.5)[3:4]), c(p_fa = 0.5, p_miss = 0.5))
  refuses(lr_set(decisions, truth, scale = "ln"), "numeric")
})

test_that("missing values are dropped on request, and counted", {
  data <- data.frame(lr = c(2, NA, 0.5, 3), truth = c(TRUE, TRUE, FALSE, NA))
  refuses(lr_set(truth ~ lr, data, scale = "lr"), "`lr`.*drop")
  expect_message(x <- lr_set(truth ~ lr, data, scale = "lr", na = "drop"), "2 of 4",
    class = "calibrant_message_dropped")
  expect_identical(as.data.frame(x), data.frame(lr = c(2, 0.5), truth = c(TRUE, FALSE)))
  expect_silent(lr_set(truth ~ lr, data[c(1, 3), ], scale = "lr", na = "drop"))
  expect_message(lr_set(h1 = c(1, NA), h2 = 0.5, scale = "lr", na = "drop"), "1 of 3")
  refuses(lr_set(truth ~ lr, data, scale = "lr", na = "omit"), "na")
})

test_that("words for the hypotheses travel with the set", {
  words <- c(h1 = "the fragments come from the same window", h2 = "they do not")
  x <- lr_set(h1 = h1, h2 = h2, scale = "lr", hypotheses = words)
  expect_identical(hypotheses_of(x), words)
  expect_identical(hypotheses_of(x[1:4]), words)
  expect_identical(hypotheses_of(predict(calibrate(x, penalty = 1))), words)
  expect_identical(hypotheses_of(c(a = x, b = x)), words)
  expect_null(hypotheses_of(lr_set(h1 = h1, h2 = h2, scale = "lr")))
  refuses(lr_set(h1 = h1, h2 = h2, scale = "lr", hypotheses = "same"), "two non-empty")
})

test_that("errors name the columns that the user named, and the call of the user", {
  data <- data.frame(LR = c(1, NA), same = c(TRUE, FALSE))
  error <- rlang::catch_cnd(lr_set(same ~ LR, data, scale = "lr"), "error")
  expect_match(rlang::cnd_message(error), "`LR`")
  expect_identical(as.character(error$call[[2]]), c("~", "same", "LR"))
  refuses(lr_set(LR ~ kind, data.frame(LR = 1:3, kind = c("a", "b", "a")), scale = "lr"), "left")
  csv <- data.frame(case.truth.LR = "1;2;3")
  refuses(lr_set(truth ~ LR, csv, scale = "lr"), "read.csv2")
  refuses(lr_set("lrs.csv", scale = "lr"), "read_scores")
  refuses(lr_set(1:3, data.frame(a = 1:3, b = 1), scale = "lr"), "data\\$truth")
  refuses(lr_set(c(TRUE, FALSE), c(TRUE, FALSE), scale = "LR"), "lr")
  refuses(lr_set(1:2, c(TRUE, FALSE), scale = "log"), "ln")
})

test_that("every verb of two classes serves in one line", {
  value <- c(2.1, 1.4, 0.3, -0.2, 0.6, -1.3, -0.4, -2.2)
  truth <- rep(c(TRUE, FALSE), each = 4)
  x <- lr_set(value, truth, scale = "log10")
  verbs <- list(
    auc = auc, bayes_error = bayes_error, bayes_error_min = bayes_error_min, cllr = cllr,
    cllr_min = cllr_min, cllr_cal = cllr_cal, cllr_h1 = cllr_h1, cllr_h2 = cllr_h2, dcf = dcf,
    dcf_min = dcf_min, eer = eer,
    prbep = prbep, misleading = misleading,
    cross_entropy = cross_entropy, cross_entropy_min = cross_entropy_min,
    effective_information = effective_information, information = information, pav = pav,
    pav_lr = pav_lr, ece_curve = ece_curve, tippett_curve = tippett_curve, det_curve = det_curve,
    cost_curve = \(...) cost_curve(..., prior = 0.5), bayes_error_curve = bayes_error_curve,
    lr_histogram = lr_histogram, posterior_histogram = posterior_histogram,
    useful_range = useful_range
  )
  for (name in names(verbs)) {
    verb <- verbs[[name]]
    expect_equal(verb(value, truth, scale = "log10"), verb(x), info = name)
    expect_error(verb(x, nonsense = 1), class = "calibrant_error_dots", info = name)
  }
})

test_that("a matrix of one row has its key in another order of columns", {
  scores <- matrix(1:4 / 2, 1, dimnames = list("a", c("p", "q", "r", "s")))
  key <- matrix(c(TRUE, FALSE, TRUE, FALSE), 1, dimnames = list("a", c("s", "r", "q", "p")))
  x <- lr_set(scores, key, "score")
  expect_identical(as.data.frame(x)$truth, c(FALSE, TRUE, FALSE, TRUE))
  down <- lr_set(t(scores), t(key), "score")
  expect_identical(as.data.frame(down)$truth, as.data.frame(x)$truth)
})

test_that("terms that are added are systems side by side", {
  set.seed(4)
  d <- data.frame(y = rep(c(TRUE, FALSE), 20), id = 1:40)
  d$a <- rnorm(40, d$y)
  d$b <- rnorm(40, d$y)
  x <- lr_set(y ~ a + log(exp(b)) + I(a + b), d, scale = "score", id = "id")
  expect_identical(levels(x), c("a", "log(exp(b))", "I(a + b)"))
  alone <- c(auc(y ~ a, d, scale = "score"), auc(y ~ b, d, scale = "score"))
  expect_equal(unname(auc(x))[1:2], alone)
  expect_true(all(compare_systems(x, "auc", replicates = 5)$paired))
  expect_error(lr_set(y ~ a * b, d, scale = "score"), class = "calibrant_error_input")
  expect_s3_class(calibrate(y ~ a + b, d), "lr_fusion")
})

test_that("a column that is named is there, in every role and by every door", {
  d <- data.frame(y = rep(c(TRUE, FALSE), 20), s = c(1:20, 21:2), who = 1, k = c("a", "b"))
  roles <- c("weight", "source1", "source2", "id", "system")
  doors <- list(
    \(...) lr_set(y ~ s, d, scale = "score", ...), \(...) lr_set(d, y ~ s, scale = "score", ...),
    \(...) auc(y ~ s, d, scale = "score", ...), \(...) calibrate(y ~ s, d, scale = "score", ...)
  )
  for (role in roles) {
    for (door in doors) {
      expect_error(do.call(door, rlang::set_names(list("NOPE"), role)), "name a column",
        class = "calibrant_error_input", info = role)
    }
  }
  for (role in roles[1:3]) {
    expect_error(do.call(fuse, c(list(y ~ s + k, d), rlang::set_names(list("NOPE"), role))),
      "name a column", class = "calibrant_error_input")
    expect_error(
      do.call(calibrate, c(list(y ~ s | log(who), d, scale = "score"),
        rlang::set_names(list("NOPE"), role))), "name a column", class = "calibrant_error_input"
    )
  }
  for (role in c("system", "examiner", "item", "count")) {
    expect_error(do.call(conclusion_set, c(list(y ~ k, d), rlang::set_names(list("NOPE"), role))),
      "name a column", class = "calibrant_error_input")
  }
  p <- data.frame(t = c("a", "b"), a = c(0.5, 0.2), b = c(0.5, 0.8))
  for (role in c("system", "weight")) {
    expect_error(
      do.call(loglik_set, c(list(p, truth = "t", scale = "prob", prior = "data"),
        rlang::set_names(list("NOPE"), role))), "name a column", class = "calibrant_error_input"
    )
  }
  expect_error(lr_set(y ~ s | k, d, scale = "score", system = "who"), "both",
    class = "calibrant_error_input")
})
