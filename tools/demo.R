# Validates the shipped glass data in demo-output/: index.html is the report of validation_report(),
# from the data to the claims; the plan, the matrix and the table of measures are beside it.
library(calibrant)

folder <- "demo-output"
dir.create(folder, showWarnings = FALSE)
options(width = 80)
set.seed(1)
in_folder <- function(...) file.path(folder, paste0(...))
say <- function(...) writeLines(c("", strwrap(paste0(...)), ""))

say(
  "The data: 200 pieces of glass, each compared with itself and all others, under two models. ",
  "H1: the fragments come from the same window."
)
x <- lr_set(same_source ~ log10_lr | model,
  data = glass_lr, scale = "log10", source1 = "item1", source2 = "item2",
  hypotheses = c(
    h1 = "the fragments come from the same window", h2 = "they come from different windows"
  )
)
results <- suppressWarnings(summary(x))
print(results)
utils::write.csv(as.data.frame(results), in_folder("summary.csv"), row.names = FALSE)

say("Is the system good, where may it be used, and what may be claimed?")
print(explain(x["mvk"], prior = 0.01))

say("What would calibration give? Each comparison calibrated by others that share no item with it:")
repaired <- cross_calibrate(x, folds = "source")
print(rbind(as_given = cllr(x), calibrated = cllr(repaired)))

say("What the models must show was declared in a plan. This came of it, as they are:")
plan <- validation_plan(
  method = "Glass, two models of variation", accuracy = "cllr < 1",
  discriminating_power = "eer <= 20 %", calibration = "cllr_cal < 0.1",
  data = list(baseline = "glass"), hypotheses = attr(x$labels, "hypotheses")
)
write_calibrant(plan, in_folder("plan.json"))
matrix <- validation_run(plan, x)
print(matrix)
for (type in c("csv", "json")) write_calibrant(matrix, in_folder("matrix.", type))

say("And this of the repaired models, by the same criteria:")
print(as.data.frame(validation_run(plan, repaired))[c("system", "criterion", "result", "decision")])

validation_report(x, in_folder("index.html"), matrix,
  prior = c(0.01, 0.5), title = "Likelihood ratios for glass comparison",
  about = read.dcf("data-raw/glass-about.dcf")[1, ]
)
files <- c("index.html", "summary.csv", "plan.json", "matrix.csv", "matrix.json")
cat("\nWritten:", in_folder(files), sep = "\n  ")
cat("\nOpen next: ", in_folder("index.html"), "; your LRs: inst/page/calibrant.html\n", sep = "")
