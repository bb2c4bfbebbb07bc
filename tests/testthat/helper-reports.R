example_matrix <- function() {
  set.seed(1)
  plan <- validation_plan(
    accuracy = "cllr < 0.9", discriminating_power = "eer < 1 %", calibration = "cllr_cal < 1e-3",
    replicates = 50, declared = "2026-01-01"
  )
  validation_run(plan, simulate_lr(50, 80, s = 2))
}

glass_plan <- function(...) {
  validation_plan(
    method = "Glass", accuracy = c("cllr < 0.9", "cllr < reference by estimate"),
    discriminating_power = "dcf(0.01, c_fa = 10) <= 5 %",
    robustness = "eer <= 1.1 * baseline + 1e-3",
    coherence = "auc >= previous",
    data = list(
      quality = c("poor", "good"), baseline = "glass", reference = "in use", robustness = "wet"
    ),
    hypotheses = c(h1 = "they come from \"one\" window", h2 = "they do not"),
    note = "Pr\u00fcfplan 7", declared = "2026-03-01", ...
  )
}

reported_set <- function() {
  lr_set(same_source ~ log10_lr | model,
    data = subset(glass_lr, item1 <= 40 & item2 <= 40), scale = "log10",
    source1 = "item1", source2 = "item2",
    hypotheses = c(h1 = "the fragments come from one <window>", h2 = "they come from two")
  )
}

report_of <- function(x, judged = NULL, ..., replicates = 40) {
  settings <- list(level = 0.9, replicates = replicates, seed = 1, threads = 1, prior = 0.2)
  report <- report_facts(x, judged, settings, list(...))
  report$type <- "html"
  report
}

lines_of <- function(report, name) paste(report_sections[[name]](report), collapse = "\n")

text_of_html <- function(html) {
  text <- gsub("<[^>]*>", " ", html)
  codes <- c("&lt;" = "<", "&gt;" = ">", "&quot;" = "\"", "&#39;" = "'", "&amp;" = "&")
  for (code in names(codes)) text <- gsub(code, codes[[code]], text, fixed = TRUE)
  gsub("\\s+", " ", text)
}
