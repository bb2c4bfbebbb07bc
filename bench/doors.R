# Runs the commands of a new user up to Cllr, a DET plot and calibrated scores, by each interface,
# and writes bench/doors.md. The session of tidymodels is left out, with a note, if tune, parsnip,
# rsample, workflows or yardstick is missing. Starts of the program are timed.
#   Rscript bench/doors.R
library <- normalizePath(dirname(system.file(package = "calibrant")))
Sys.setenv(TZ = "UTC")
Sys.setenv(R_LIBS = paste(unique(c(.libPaths())), collapse = .Platform$path.sep))
folder <- tempfile("doors")
dir.create(file.path(folder, "bin"), recursive = TRUE)
invisible(file.symlink(file.path(library, "calibrant", "bin", "calibrant"),
  file.path(folder, "bin", "calibrant")))
Sys.setenv(PATH = paste(file.path(folder, "bin"), Sys.getenv("PATH"), sep = .Platform$path.sep))

# Speech of one vowel, with its LRs used as scores, as files of scores and a key.
voices <- subset(calibrant::voice_lr, evidence == "heed")
pairs <- paste0("m", voices$speaker1, " s", seq_len(nrow(voices)))
is_training <- voices$speaker1 %% 2 == 1
truth <- ifelse(voices$same_speaker, "target", "nontarget")
write_part <- function(rows, name) {
  writeLines(paste(pairs, voices$log10_lr)[rows], file.path(folder, paste0(name, ".txt")))
  writeLines(paste(pairs, truth)[rows], file.path(folder, paste0(name, "-key.txt")))
}
write_part(is_training, "train")
write_part(!is_training, "test")
frame <- data.frame(same = truth, score = voices$log10_lr)
write.csv(frame, file.path(folder, "voices.csv"), row.names = FALSE)
setwd_in <- function(code) {
  before <- setwd(folder)
  on.exit(setwd(before))
  force(code)
}

shell <- function(lines) {
  unlist(lapply(lines, \(line) {
    said <- suppressWarnings(setwd_in(system2("bash", c("-c", shQuote(line)), TRUE, TRUE)))
    c(paste("$", line), said)
  }))
}

# A session of R, echoed.
session <- function(lines) {
  file <- tempfile(fileext = ".R")
  writeLines(c("options(width = 90, cli.num_colors = 1)", lines), file)
  said <- setwd_in(system2("R", c("-q", "--no-save", "--no-restore", "--no-echo", "-e",
    shQuote(sprintf(
      "source('%s', echo = TRUE, keep.source = TRUE, max.deparse.length = 1e4, spaced = FALSE)",
      file
    ))),
    TRUE, TRUE))
  said[nzchar(said) & !grepl("options(width", said, fixed = TRUE)]
}

fenced <- function(kind, lines) c(paste0("```", kind), lines, "```", "")

command_line <- fenced("console", shell(c(
  "calibrant judge train.txt --key train-key.txt --plot det=det.png",
  "ls det.png",
  "calibrant calibrate train.txt --key train-key.txt --output fit.json",
  "calibrant apply fit.json test.txt > llr.txt; head -n 3 llr.txt",
  "calibrant judge llr.txt --key test-key.txt --scale log10 --which cllr --json",
  "calibrant plan --accuracy 'cllr < 0.5' --output plan.json > plan.txt; sed -n 6,7p plan.txt",
  "calibrant plan plan.json llr.txt --key test-key.txt --scale log10 > matrix.txt; echo status $?",
  "sed -n 3,6p matrix.txt",
  "calibrant judge train.txt; echo status $?"
)))

plain_r <- fenced("r", session(c(
  "library(calibrant)",
  "train <- read_scores('train.txt', 'train-key.txt')",
  "test <- read_scores('test.txt', 'test-key.txt')",
  "fit <- calibrate(train)",
  "llr <- predict(fit, test)",
  "c(cllr = cllr(llr), cllr_min = cllr_min(llr), eer = eer(llr))",
  "plot <- plot_det(llr)",
  "head(predict(fit, c(-1, 0, 2), level = 0.95), 3)"
)))

needed <- c("parsnip", "rsample", "tune", "workflows", "yardstick")
missing <- needed[!vapply(needed, requireNamespace, NA, quietly = TRUE)]
tidymodels <- if (length(missing) > 0) {
  c(paste("Left out: without", toString(missing)), "")
} else {
  fenced("r", session(c(
    "library(calibrant); library(parsnip); library(rsample); library(tune); library(yardstick)",
    "voices <- read.csv('voices.csv')",
    "voices$same <- factor(voices$same, c('target', 'nontarget'))",
    "cllr_metric <- lr_metric('cllr'); cllr_min_metric <- lr_metric('cllr_min')",
    "set.seed(1)",
    "folds <- vfold_cv(voices, v = 5, strata = same)",
    "model <- decision_tree('classification', cost_complexity = tune()) |> set_engine('rpart')",
    "measured <- metric_set(cllr_metric, cllr_min_metric, roc_auc)",
    "grid <- data.frame(cost_complexity = c(0.0001, 0.001, 0.01))",
    "tuned <- tune_grid(model, same ~ score, folds, grid = grid, metrics = measured)",
    "subset(collect_metrics(tuned), select = c(cost_complexity, .metric, mean, n))",
    "logistic <- fit_resamples(logistic_reg(), same ~ score, folds, metrics = measured,",
    "  control = control_resamples(save_pred = TRUE))",
    "subset(collect_metrics(logistic), select = c(.metric, mean, n))",
    "p <- collect_predictions(logistic)",
    "prior <- mean(voices$same == 'target')",
    "llr <- lr_set(p$.pred_target, p$same, scale = 'prob', h1 = 'target', prior = prior)",
    "cllr(llr)",
    "plot <- plot_det(llr)",
    "stopifnot(all.equal(cllr_metric(p, same, .pred_target)$.estimate, cllr(llr)[[1]]))"
  )))
}

# Median seconds of 10 starts, with the packages that R attaches by default.
Sys.setenv(R_LIBS = library)
small <- file.path(folder, "small.csv")
write.csv(head(frame[order(runif(nrow(frame))), ], 200), small, row.names = FALSE)
seconds <- function(command) {
  runs <- replicate(10, system.time(system(paste(command, "> /dev/null 2>&1"))))
  times <- c(elapsed = stats::median(runs["elapsed", ]),
    processor = stats::median(runs["user.child", ] + runs["sys.child", ]))
  name <- sub(paste0(folder, "/"), "", command, fixed = TRUE)
  sprintf("| `%s` | %.2f | %.2f |", name, times[1], times[2])
}
timed <- c(
  "| command | elapsed | processor |", "|---|---|---|",
  seconds("Rscript --vanilla -e 1"), seconds("calibrant --version"),
  seconds(paste("calibrant judge", small)),
  seconds(paste("calibrant judge", small, "--scale log10 --replicates 0 --which cllr --json"))
)

writeLines(trimws(c(
  "# From nothing to Cllr, a DET plot and calibrated scores", "",
  paste0("Written by `bench/doors.R`, ", Sys.Date(), ", R ", getRversion(), ", calibrant ",
    utils::packageVersion("calibrant"), ": what was typed, and"),
  "what came back. The LRs of one vowel in `voice_lr` are taken for scores. C and Python are in",
  "[doors-python.md](doors-python.md).", "",
  "## Command line", "",
  "```console",
  paste0("$ Rscript -e 'file.symlink(system.file(\"bin/calibrant\", package = \"calibrant\"), ",
    "\"~/.local/bin/calibrant\")'"),
  "```", "", command_line,
  "## Plain R", "", plain_r, "## tidymodels", "", tidymodels,
  "## How long the program takes to start", "",
  "Seconds, medians of 10. The machine did much other work meanwhile, which `elapsed` shows;",
  "`processor` is what one start takes.", "", timed
), "right"), "bench/doors.md")
