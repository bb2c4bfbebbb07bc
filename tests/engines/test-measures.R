# Compares every measure of trials in an engine with that of the same trials in memory, for sets
# whose values are not counted one by one.

verbs <- list(
  cllr = cllr, cllr_min = cllr_min, cllr_cal = cllr_cal, eer = eer, dcf = \(x) dcf(x, 0.01),
  dcf_min = \(x) dcf_min(x, 0.01), useful_range = useful_range, pav = pav,
  error_rates = \(x) error_rates(x, c(-1, 0, 0.3)), bound_lr = \(x) bound_lr(x)$bounds,
  lr_histogram = lr_histogram, ece_curve = ece_curve,
  moments = \(x) measures(x, c("lr_moment_h1", "lr_moment_h2"), replicates = 0)$estimate,
  "calibrate, logistic" = \(x) coef(calibrate(x)),
  "calibrate, PAV" = \(x) predict(calibrate(x, method = "pav"), c(-2, 0.1, 3)),
  auc = auc, explain = \(x) format(explain(x))
)

# 0 if every number equals that of memory to the last bit.
largest_difference <- function(found, expected) {
  if (!identical(dim(found), dim(expected)) || length(found) != length(expected)) return(Inf)
  if (is.list(expected)) {
    return(max(0, mapply(largest_difference, unclass(found), unclass(expected))))
  }
  if (!is.numeric(expected)) {
    return(if (identical(as.vector(found), as.vector(expected))) 0 else Inf)
  }
  same <- found == expected | is.na(found) & is.na(expected)
  max(0, ifelse(same, 0, abs(found - expected) / pmax(abs(expected), 1e-3)))
}

# Tolerances of sums. Counts must agree exactly.
summed <- c(
  ece_curve = 1e-13, moments = 1e-11, "calibrate, logistic" = 1e-10, cllr = 1e-14,
  cllr_cal = 1e-13
)

for (engine in wanted_engines()) {
  test_that(paste(engine, "every measure", sep = " | "), {
    withr::local_seed(9)
    trials <- draw_trials("spread", 6000)
    tables <- tables_in(engine, trials)
    expected <- in_memory(trials)
    # The set is far larger than a set in memory may be.
    withr::local_options(
      calibrant.most_pulled = 1000, calibrant.stream_limits = list(values = 2000, buckets = 2^14)
    )
    sets <- list(
      stream = judge(tables, way = "stream"), push = without_few_parts(judge(tables))
    )
    for (name in names(verbs)) {
      of_memory <- suppressWarnings(verbs[[name]](expected))
      for (way in names(sets)) {
        found <- tryCatch(
          suppressWarnings(verbs[[name]](sets[[way]])),
          calibrant_error_no_counts = \(cnd) NULL, calibrant_error_no_trials = \(cnd) NULL
        )
        if (is.null(found)) {
          note_measure(engine, way, name, "refused")
          next
        }
        difference <- largest_difference(found, of_memory)
        note_measure(engine, way, name, format(difference, digits = 1))
        expect_lte(difference, max(0, summed[name], na.rm = TRUE), label = paste(name, way))
      }
    }
  })
}
