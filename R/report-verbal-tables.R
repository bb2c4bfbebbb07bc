# Verbal scales as they were published.
verbal_tables <- function() {
  tables <- Map(verbal_table, names(published_scales), published_scales)
  do.call(rbind, unname(tables))
}

verbal_table <- function(name, scale) {
  data.frame(
    scale = name,
    lr_min = scale$lr_min,
    lr_max = c(scale$lr_min[-1], Inf),
    border = scale$border,
    level = scale$level,
    source = scale$source
  )
}

published_scales <- list(
  enfsi2015 = list(
    lr_min = c(2, 10, 100, 1e3, 1e4, 1e6),
    level = c("weak", "moderate", "moderately strong", "strong", "very strong", "extremely strong"),
    border = "higher",
    source = "ENFSI (2015), guideline for evaluative reporting"
  ),
  afsp2009 = list(
    lr_min = c(1, 10, 100, 1e3, 1e4, 1e6),
    level = c(
      "weak or limited", "moderate", "moderately strong", "strong", "very strong",
      "extremely strong"
    ),
    border = "lower",
    source = "Association of Forensic Science Providers (2009)"
  ),
  evett2000 = list(
    lr_min = c(1, 10, 100, 1e3, 1e4),
    level = c("limited", "moderate", "moderately strong", "strong", "very strong"),
    border = "lower",
    source = "Evett et al. (2000)"
  ),
  swgdam2018 = list(
    lr_min = c(2, 100, 1e4, 1e6),
    level = c("limited", "moderate", "strong", "very strong"),
    border = "higher",
    source = "SWGDAM (2018)"
  )
)
