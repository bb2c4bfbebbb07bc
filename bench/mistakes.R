# Makes the mistakes that new users make, on the installed package, and writes the messages of each
# call to bench/mistakes.md. Fails if a mistake gives no message and was not understood. `make
# mistakes`.
suppressPackageStartupMessages(library(calibrant))
options(width = 100, cli.width = 1000, cli.unicode = TRUE, rlib_message_verbosity = "verbose")

# A mistake and the calls that make it. `right`, evaluated with the result as `out`, is TRUE if the
# package understood the user, so that no message is needed.
mistakes <- list()
# If a call may cause another warning too, the messages or the printed text must contain the word
# `about`.
mistake <- function(n, what, ..., right = NULL, about = NULL) {
  mistakes[[length(mistakes) + 1]] <<- list(
    n = n, what = what, calls = rlang::exprs(...), right = substitute(right), about = about
  )
}

# ---- Data of the calls --------------------

set.seed(21)
x <- as.data.frame(simulate_lr(60, 300, s = 2.6))
d <- data.frame(
  case = sprintf("C%03d", 1:360), llr = x$log10_lr, truth = rep(c("same", "different"), c(60, 300)),
  a = 1:360, b = ifelse(rep(c(TRUE, FALSE), c(60, 300)), 1:360, 361:720)
)
d$LR <- 10^d$llr
d$ln <- log(d$LR)
d$p <- d$LR * 0.2 / (d$LR * 0.2 + 0.8)
d$score <- 50 + 12 * d$ln + rnorm(360)
d$score <- 100 * (d$score - min(d$score)) / diff(range(d$score))
d$other <- d$ln + rnorm(360)
h1 <- d$truth == "same"
folder <- tempfile("mistakes")
dir.create(folder)
old <- setwd(folder)
x <- lr_set(truth ~ llr, d, scale = "log10", h1 = "same")
s <- lr_set(truth ~ score, d, scale = "score", h1 = "same")
order <- c(sample(60), 60 + sample(300))
named <- function(rows, column, system) {
  data <- data.frame(d[rows, ], value = d[rows, column], system = system)
  lr_set(truth ~ value, data, scale = "score", h1 = "same",
    system = "system", id = "case")
}
right <- cllr(x)
is_right <- function(out) isTRUE(all.equal(unname(cllr(out)), unname(right)))
comma <- function(x) sub(".", ",", format(x, digits = 6, trim = TRUE), fixed = TRUE)

# ---- Reading --------------------

mistake(1, "LRs as log10 LRs", lr_set(truth ~ LR, d, scale = "log10", h1 = "same"))
mistake(2, "LRs as natural log LRs", lr_set(truth ~ LR, d, scale = "ln", h1 = "same"))
mistake(3, "log10 LRs as natural ones", lr_set(truth ~ llr, d, scale = "ln", h1 = "same"))
mistake(4, "natural log LRs as log10 LRs", lr_set(truth ~ ln, d, scale = "log10", h1 = "same"))
mistake(5, "H1 and H2 exchanged", lr_set(truth ~ llr, d, scale = "log10", h1 = "different"))
mistake(6, "probabilities as LRs", lr_set(truth ~ p, d, scale = "lr", h1 = "same"))
mistake(7, "scores as LRs, one negative", lr_set(truth ~ ln, d, scale = "lr", h1 = "same"))
mistake(8, "scores from 0 to 100 as log10 LRs",
  lr_set(truth ~ score, d, scale = "log10", h1 = "same"),
  lr_set(truth ~ I(score - 1), d, scale = "log10", h1 = "same"))
mistake(9, "probabilities in per cent as LRs",
  lr_set(truth ~ I(100 * p), d, scale = "lr", h1 = "same"))
mistake(10, "the formula turned round", lr_set(llr ~ truth, d, scale = "log10", h1 = "same"))
mistake(11, "arguments exchanged", lr_set(d$truth, d$llr, scale = "log10", h1 = "same"))
mistake(12, "two vectors of LRs", lr_set(d$llr[h1], d$llr[!h1], scale = "log10"))
mistake(13, "two vectors, named", lr_set(h1 = d$llr[h1], h2 = d$llr[!h1], scale = "log10"),
  right = is_right(out))
mistake(14, "truth as 0 and 1", lr_set(d$llr, as.integer(h1), scale = "log10"),
  right = is_right(out))
mistake(15, "truth as \"0\" and \"1\"", lr_set(d$llr, c("0", "1")[1 + h1], scale = "log10"))
mistake(16, "truth as 1 and 2", lr_set(d$llr, 1 + h1, scale = "log10"))
mistake(17, "truth as -1 and 1", lr_set(d$llr, 2 * h1 - 1, scale = "log10"))
mistake(18, "truth as \"T\" and \"F\"", lr_set(d$llr, c("F", "T")[1 + h1], scale = "log10"))
mistake(19, "truth as \"ja\" and \"nein\"", lr_set(d$llr, c("nein", "ja")[1 + h1], scale = "log10"))
mistake(20, "truth as yes and no, as Hp and Hd",
  lr_set(d$llr, c("no", "yes")[1 + h1], scale = "log10"),
  lr_set(d$llr, c("Hd", "Hp")[1 + h1], scale = "log10"))
mistake(21, "truth as a factor with an empty level",
  lr_set(d$llr, factor(d$truth, c("same", "different", "none")), scale = "log10", h1 = "same"),
  right = is_right(out))
mistake(22, "a label with a blank behind it",
  lr_set(d$llr, replace(d$truth, 3, "same "), scale = "log10", h1 = "same"))
mistake(23, "a tibble, a grouped one, a data.table",
  lr_set(truth ~ llr, tibble::as_tibble(d), scale = "log10", h1 = "same"),
  lr_set(truth ~ llr, dplyr::group_by(d, truth), scale = "log10", h1 = "same"),
  lr_set(truth ~ llr, data.table::as.data.table(d), scale = "log10", h1 = "same"),
  right = is_right(out))
mistake(24, "a column that is a list",
  lr_set(truth ~ l, data.frame(d, l = I(as.list(d$llr))), scale = "log10", h1 = "same"))
mistake(25, "one column of a data frame, and the truth",
  lr_set(d["llr"], d$truth, scale = "log10", h1 = "same"))
mistake(26, "a column with letters beyond ASCII",
  lr_set(truth ~ `Verhältnis`, stats::setNames(d, sub("llr", "Verhältnis", names(d))),
    scale = "log10", h1 = "same"),
  right = is_right(out))
mistake(27, "decimal commas", lr_set(comma(d$llr), d$truth, scale = "log10", h1 = "same"))
mistake(28, "decimal commas and #NV",
  lr_set(replace(comma(d$llr), 5, "#NV"), d$truth, scale = "log10", h1 = "same"),
  lr_set(replace(comma(d$llr), 5, " NA"), d$truth, scale = "log10", h1 = "same"))
mistake(29, "\"<0.01\" among numbers",
  lr_set(replace(as.character(d$LR), 5, "<0.01"), d$truth, scale = "lr", h1 = "same"))
mistake(30, "numbers in quotes, and as a factor",
  lr_set(as.character(d$llr), d$truth, scale = "log10", h1 = "same"),
  lr_set(factor(d$llr), d$truth, scale = "log10", h1 = "same"))

# ---- Few, doubled and missing --------------------

one_each <- list(h1 = 1.3, h2 = -1.1)
mistake(31, "one trial of each hypothesis",
  cllr(lr_set(one_each, scale = "log10")), measures(lr_set(one_each, scale = "log10")),
  explain(lr_set(one_each, scale = "log10")))
mistake(32, "one trial; one hypothesis", lr_set(1.3, TRUE, scale = "log10"),
  lr_set(d$llr[h1], h1[h1], scale = "log10"))
mistake(33, "the first five trials of a set", x[1:5])
mistake(34, "rows four times",
  lr_set(truth ~ llr, d[rep(1:360, 4), ], scale = "log10", h1 = "same"),
  lr_set(truth ~ llr, d[rep(1:360, each = 4), ], scale = "log10", h1 = "same"),
  lr_set(truth ~ llr, d[sample(rep(1:360, 2)), ], scale = "log10", h1 = "same"),
  lr_set(truth ~ llr, d[c(1:360, 1:40), ], scale = "log10", h1 = "same", id = "case"))
mistake(35, "judged on its own training data", cllr(predict(calibrate(s), s)),
  explain(predict(calibrate(s), s)), about = "trained on these trials")
mistake(36, "the same with PAV", explain(predict(calibrate(s, "pav"), s)),
  about = "trained on these trials")
mistake(37, "the same with KDE", explain(predict(calibrate(s, "kde"), s)),
  about = "trained on these trials")
mistake(37, "kernel densities far beyond their data", predict(calibrate(s, "kde"), s),
  about = "stronger")
mistake(38, "missing values", lr_set(replace(d$llr, 7, NA), h1, scale = "log10"),
  lr_set(replace(d$llr, 7, NaN), h1, scale = "log10"))
mistake(39, "ways to leave them out of other functions",
  lr_set(replace(d$llr, 7, NA), h1, scale = "log10", na = "omit"),
  lr_set(replace(d$llr, 7, NA), h1, scale = "log10", na.rm = TRUE))
infinite <- replace(d$llr, 100, Inf)
mistake(40, "an LR that is infinite and wrong", cllr(lr_set(infinite, h1, scale = "log10")))
mistake(41, "calibrating with it", calibrate(lr_set(infinite, h1, scale = "log10")))
mistake(42, "a negative LR", lr_set(replace(d$LR, 9, -1), h1, scale = "lr"))
mistake(43, "dates, times and complex numbers",
  lr_set(Sys.Date() + 1:360, h1, scale = "score"),
  lr_set(as.difftime(1:360, units = "secs"), h1, scale = "score"),
  lr_set(d$llr + 1i, h1, scale = "score"))
mistake(44, "integer64", lr_set(bit64::as.integer64(1:360), h1, scale = "score"))

# ---- Names and arguments --------------------

mistake(45, "near names of scales", lr_set(d$llr, h1, scale = "log"),
  lr_set(d$llr, h1, scale = "llr"), lr_set(d$p, h1, scale = "posterior"))
mistake(46, "capitals", lr_set(d$LR, h1, scale = "LR"),
  lr_set(truth ~ llr, d, scale = "log10", h1 = "Same"))
mistake(47, "no scale", lr_set(d$llr, h1))
mistake(48, "arguments of other packages",
  lr_set(truth ~ llr, d, scale = "log10", positive = "same"))
mistake(49, "a measure of a data frame", cllr(d))
mistake(50, "lengths that differ by one", lr_set(d$llr, h1[-1], scale = "log10"))
mistake(51, "before and after, on two scales",
  c(before = x, after = lr_set(d$ln, d$truth, scale = "ln", h1 = "same")),
  right = isTRUE(all.equal(unname(cllr(out)), rep(unname(right), 2))))
mistake(52, "a set joined to itself", c(x, x))
mistake(53, "columns that the calibration does not know",
  predict(calibrate(truth ~ score, d, scale = "score", h1 = "same"), d["llr"]))
mistake(54, "the calibration of one system for another",
  explain(predict(calibrate(named(1:360, "score", "A")), named(1:360, "other", "B"))),
  about = "system")
mistake(55, "fusing systems in different orders",
  fuse(c(named(1:360, "ln", "A"), named(order, "other", "B"))),
  fuse(c(named(1:360, "ln", "A"), named(order, "other", "B")[c(61:360, 1:60)])),
  right = identical(stats::coef(out),
    stats::coef(fuse(c(named(1:360, "ln", "A"), named(1:360, "other", "B"))))))
mistake(55, "the same without identifiers",
  fuse(list(A = lr_set(d$ln, h1, scale = "score"),
    B = lr_set(d$other[order], h1, scale = "score"))))
mistake(56, "comparing systems in different orders",
  compare_systems(c(named(1:360, "ln", "A"), named(order, "other", "B")), "auc", replicates = 0),
  right = identical(out, compare_systems(
    c(named(1:360, "ln", "A"), named(1:360, "other", "B")), "auc", replicates = 0)))
mistake(56, "the same without identifiers",
  compare_systems(c(A = lr_set(d$ln, h1, scale = "score"),
    B = lr_set(d$other[order], h1, scale = "score")), "auc", replicates = 20))
mistake(57, "fusing a copy", fuse(truth ~ ln + copy, data.frame(d, copy = d$ln), h1 = "same"))
mistake(58, "scores that are all equal", calibrate(rep(1, 360), h1, scale = "score"))
mistake(59, "hypotheses that are separated",
  calibrate(ifelse(h1, 2, -2) + seq(0, 1, length.out = 360), h1, scale = "score"))
mistake(60, "a prior that is none", explain(x, prior = 10), explain(x, prior = "10%"))
mistake(61, "a prior of 1", dcf_table(x, prior = 1),
  dcf_min(x, prior = 1, normalised = TRUE), explain(x, prior = 1))
mistake(61, "a billion priors", cross_entropy(x, prior = 1:1e9))
mistake(62, "names of measures as others write them", measures(x, which = "Cllr"),
  measures(x, which = "minDCF"), measures(x, which = "FMR100"))
mistake(63, "five replicates", measures(x, replicates = 5),
  right = any(grepl("rough idea", utils::capture.output(print(out)))))
mistake(64, "a level in per cent", measures(x, level = 95))
mistake(65, "a ratio without a scale", verbal_scale(1e6))
mistake(66, "a set in words",
  print(verbal_scale(x)), right = length(utils::capture.output(print(verbal_scale(x)))) < 40)
mistake(67, "reports that cannot be written", validation_report(x, "report.txt"),
  validation_report(x, "absent/report.html"), validation_report(s, "report.html"))
mistake(68, "a report without a file", validation_report(x))
mistake(69, "a report on a data frame", validation_report(d, "report.html"))
mistake(70, "two columns in a formula",
  lr_set(truth ~ llr + other, d, scale = "log10", h1 = "same"),
  lr_set(truth ~ llr:other, d, scale = "log10", h1 = "same"),
  lr_set(truth ~ llr * other, d, scale = "log10", h1 = "same"))
mistake(71, "a system without a name", lr_set(d$llr, h1, scale = "log10", system = ""))
mistake(72, "an argument that is not there", plot_ece(x, prior = 0.1))

# ---- Messages --------------------

first_line <- function(text) trimws(sub("\n.*", "", cli::ansi_strip(text)))
remedy <- function(text) {
  lines <- strsplit(cli::ansi_strip(text), "\n")[[1]]
  hints <- grep("^[^[:alnum:]]*ℹ", lines, value = TRUE)
  if (length(hints) > 0) trimws(sub("^[^[:alnum:]]*ℹ", "", hints[1])) else ""
}

try_call <- function(expr, right, about) {
  said <- list()
  printed <- character()
  note <- \(kind) \(cnd) {
    said[[length(said) + 1]] <<- list(kind = kind, class = class(cnd)[1], own = is_own(cnd),
      text = conditionMessage(cnd))
    if (kind == "warning") rlang::cnd_muffle(cnd)
    if (kind == "message") rlang::cnd_muffle(cnd)
  }
  out <- tryCatch(
    withCallingHandlers(
      {
        printed <<- utils::capture.output({
          value <- eval(expr, globalenv())
          if (!is.null(about)) print(value)
        })
        value
      },
      warning = note("warning"), message = note("message")
    ),
    error = \(cnd) {
      note("error")(cnd)
      NULL
    }
  )
  if (!is.null(about)) {
    heard <- vapply(said, \(one) grepl(about, one$text), logical(1))
    said <- said[heard]
    line <- grep(about, printed, value = TRUE)[1]
    if (!is.na(line)) {
      said <- c(said, list(list(kind = "message", class = "printed", own = TRUE, text = line)))
    }
  }
  understood <- !is.null(right) && !is.null(out) &&
    isTRUE(tryCatch(eval(right, list(out = out), globalenv()), error = \(cnd) FALSE))
  list(call = expr, said = Filter(\(one) one$own, said), foreign = Filter(\(one) !one$own, said),
    understood = understood)
}
is_own <- function(cnd) any(startsWith(class(cnd), "calibrant_"))

cell <- function(text) gsub("|", "\\|", text, fixed = TRUE)
code <- function(expr) {
  text <- paste(trimws(deparse(expr, 500)), collapse = " ")
  paste0("`", text, "`")
}
rows <- function(one) {
  vapply(one$calls, \(expr) {
    found <- try_call(expr, one$right, one$about)
    silent <- length(found$said) == 0 && !found$understood
    answer <- if (silent) {
      foreign <- if (length(found$foreign) > 0) first_line(found$foreign[[1]]$text) else ""
      c("**silent**, not mended yet", foreign)
    } else if (length(found$said) == 0) {
      c("understood", "")
    } else {
      last <- found$said[[which.max(match(vapply(found$said, `[[`, "", "kind"),
        c("message", "warning", "error")))]]
      hint <- remedy(last$text)
      c(paste0("`", last$class, "`"), paste0(first_line(last$text), if (hint != "") " *", hint,
        if (hint != "") "*"))
    }
    paste("|", paste(cell(c(one$n, one$what, code(expr), answer)), collapse = " | "), "|")
  }, "")
}
lines <- unlist(lapply(mistakes, rows))
silent <- grepl("**silent**", lines, fixed = TRUE)
setwd(old)
writeLines(c(
  "# Mistakes, and what is said", "",
  "Made by `bench/mistakes.R` (`make mistakes`), and not by hand: the mistakes that new users were",
  "seen to make, as calls of the installed package, with the class and the first line of what is said,",
  "and what to do in italics. *Understood* means that the call gives what was meant, which is checked.",
  "",
  sprintf("%d mistakes in %d calls: %d silent.", length(unique(vapply(mistakes, `[[`, 1, "n"))),
    length(lines), sum(silent)),
  "", "| | mistake | call | class | what is said |", "|---|---|---|---|---|", lines
), "bench/mistakes.md")
writeLines(lines[silent])
quit(status = as.integer(any(silent)))
