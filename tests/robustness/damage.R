# Damages sets, fits and results at random, as a truncated file or a class set by hand would, and
# calls the functions that take them. Any answer is accepted, but no crash and no hang: faults of an
# object must be found at the boundary of R and C. The last line counts the objects.
#   Rscript tests/robustness/damage.R [objects] [seed]     damages so many objects
#   Rscript tests/robustness/damage.R only CASE SEED       shows one, and calls in this process
suppressMessages(library(calibrant))
for (file in c("forked", "outcomes", "forms")) {
  source(file.path("tests", "robustness", paste0(file, ".R")))
}

arguments <- commandArgs(trailingOnly = TRUE)
only <- identical(arguments[1], "only")
numbers <- suppressWarnings(as.integer(arguments[arguments != "only"]))
n_objects <- if (only || length(numbers) < 1) 1000L else numbers[1]
seed <- if (length(numbers) > 1) numbers[2] else 1L
n_calls <- 6
limit_seconds <- 20

# Sets used in place of the plain one: with weights, with infinities, and with too many trials to be
# sorted by comparisons or kept singly.
larger <- local({
  set.seed(2)
  truth <- rep(c(TRUE, FALSE), c(2000, 4000))
  list(value = stats::rnorm(6000, truth), truth = truth, id = rep(1:600, 10))
})
victims <- with(larger, list(
  lr = objects$lr,
  lr = lr_set(value, truth, scale = "ln"),
  lr = lr_set(value, truth, scale = "ln", weight = abs(value)),
  lr = lr_set(c(Inf, -Inf, value), c(TRUE, TRUE, truth), scale = "ln"),
  lr = lr_set(value, truth, scale = "ln", source1 = id, source2 = rev(id)),
  scores = objects$scores,
  systems = objects$systems,
  loglik = objects$loglik,
  loglik = loglik_set(
    cbind(a = value + truth, b = value + !truth, c = value),
    rep(c("a", "b", "c"), 2000),
    scale = "ln"
  ),
  fit = objects$fit,
  fit = calibrate(objects$scores, method = "pav"),
  fit = calibrate(objects$scores, method = "kde"),
  fusion = objects$fusion,
  loglik_fit = objects$loglik_fit,
  loglik_fit = calibrate(objects$loglik, method = "matrix", penalty = 1),
  bound = objects$bound,
  blocks = objects$blocks,
  model = objects$model,
  model = naive_bayes(objects$counts, c("a", "b", "a", "b"), model = "gaussian"),
  sparse = objects$sparse,
  theory = objects$theory,
  rule = objects$rule,
  curve = objects$curve,
  judged = objects$judged,
  plan = objects$plan
))

# Results of earlier calls that an object keeps can be damaged as well.
use <- function(x) {
  calls <- list(cllr, cllr_min, ece_curve, auc)
  for (call in calls) try(suppressWarnings(suppressMessages(call(x))), silent = TRUE)
  x
}

one_of <- function(x) x[[sample.int(length(x), 1)]]

odd_numbers <- c(NaN, Inf, -Inf, -1, 0, 1e308, 2^31, 2^53)

# Each of these functions damages a part in one way.
damages <- list(
  \(x) NULL,
  \(x) x[0],
  \(x) utils::head(x, -1),
  \(x) x[seq_len(length(x) %/% 2)],
  \(x) c(x, x),
  \(x) rep(x, 100),
  \(x) rev(x),
  \(x) replace(x, sample.int(max(1, length(x)), 1), NA),
  \(x) replace(x, sample.int(max(1, length(x)), 1), one_of(odd_numbers)),
  \(x) rep(NA, length(x)),
  \(x) rep(0, length(x)),
  \(x) -x,
  \(x) as.character(x),
  \(x) as.integer(x),
  \(x) as.list(x),
  \(x) as.logical(x),
  \(x) as.factor(x),
  \(x) x + 0.5,
  \(x) "zzz",
  \(x) list(),
  \(x) list(x, x),
  \(x) new.env(),
  \(x) mean,
  \(x) .Machine$integer.max,
  \(x) structure(x, dim = c(1, length(x))),
  \(x) structure(x, names = NULL),
  \(x) structure(x, class = one_of(c("lr_set", "loglik_set", "lr_calibration", "factor", "zzz"))),
  \(x) `attributes<-`(x, NULL),
  \(x) sample(x)
)

parts_of <- function(x) {
  if (isS4(x)) {
    setdiff(names(attributes(x)), "class")
  } else if (is.environment(x)) {
    ls(x, all.names = TRUE)
  } else if (is.list(x)) {
    seq_along(unclass(x))
  }
}

part_of <- function(x, part) {
  if (isS4(x)) attr(x, part) else if (is.environment(x)) x[[part]] else unclass(x)[[part]]
}

# Goes down into a list, an environment or slots at random, and damages the part that it reaches.
damage <- function(x) {
  parts <- parts_of(x)
  if (length(parts) > 0 && stats::runif(1) < 0.9) {
    part <- one_of(parts)
    put(x, part, damage(part_of(x, part)))
  } else {
    tryCatch(suppressWarnings(one_of(damages)(x)), error = \(e) NULL)
  }
}

put <- function(x, part, value) {
  if (isS4(x)) {
    attr(x, part) <- value
    return(x)
  }
  if (is.environment(x)) {
    assign(part, value, x)
    return(x)
  }
  kept <- attributes(x)
  x <- unclass(x)
  x[part] <- list(value)
  attributes(x) <- kept
  x
}

# A class that is set by hand is the damage of a whole object.
damaged_object <- function(x) {
  kind <- class(x)
  x <- unserialize(serialize(x, NULL))
  for (i in seq_len(sample.int(3, 1))) x <- damage(x)
  if (stats::runif(1) < 0.9) tryCatch(`class<-`(x, kind), error = \(e) x) else x
}

forms_on <- function(name) Filter(\(form) name %in% all.vars(form), all_forms)

new_case <- function(i) {
  set.seed(1000L * seed + i)
  at <- sample.int(length(victims), 1)
  x <- victims[[at]]
  if (stats::runif(1) < 0.5) x <- use(x)
  candidates <- forms_on(names(victims)[at])
  list(
    name = names(victims)[at], object = damaged_object(x),
    calls = candidates[sample.int(length(candidates), min(n_calls, length(candidates)))]
  )
}

run_case <- function(i) {
  case <- new_case(i)
  env <- new.env(parent = objects)
  assign(case$name, case$object, env)
  outcomes <- vapply(case$calls, \(call) {
    if (only) print(call)
    outcome_of(\() eval(call, env), limit_seconds)[1]
  }, "")
  paste(outcomes, collapse = " ")
}

grDevices::pdf(NULL)
if (only) {
  utils::str(unclass(new_case(numbers[1])$object))
  cat(run_case(numbers[1]), "\n")
  quit()
}
started <- Sys.time()
rows <- run_forked(n_objects, run_case, seconds = 30 * limit_seconds, chunk = 50)
outcomes <- table(unlist(strsplit(unlist(rows), " ")))
is_bad <- vapply(rows, \(row) any(row %in% c("crash", "hang")) || grepl("slow|broken", row[1]), NA)
for (i in which(is_bad)) {
  cat(sprintf("%s: Rscript tests/robustness/damage.R only %d %d\n", rows[[i]][1], i, seed))
}
cat(sprintf("damage: %d %s\n", outcomes, names(outcomes)), sep = "")
cat(sprintf("damage: %.0f s\n", as.numeric(difftime(Sys.time(), started, units = "secs"))))
cat(sprintf("%d passed, %d failed\n", sum(!is_bad), sum(is_bad)))
quit(status = as.integer(any(is_bad)))
