# Verbal scales as they were published.
verbal_tables <- function() utils::read.csv(system.file("verbal-scales.csv", package = "calibrant"))

read_verbal_scale <- function(scale) {
  if (!is.data.frame(scale)) {
    known <- verbal_tables()
    check_choice(scale, unique(known$scale), "table")
    return(known[known$scale == scale, ])
  }
  if (is.null(scale$border)) scale$border <- rep("higher", nrow(scale))
  check_verbal_table(scale)
  scale
}

check_verbal_table <- function(scale) {
  start <- scale$lr_min
  ascending <- is.numeric(start) && length(start) > 0 && !anyNA(start) &&
    all(start >= 1) && !is.unsorted(start, strictly = TRUE)
  refuse_if(!ascending || is.null(scale$level) || anyNA(scale$level), "verbal_table")
  check_choice(unique(scale$border), c("higher", "lower"), "border")
}

# Spans of the levels of a scale in log10 LR, on both sides of 1.
verbal_spans <- function(table) {
  low <- log10(table$lr_min)
  high <- c(low[-1], Inf)
  new_frame(
    level = as.character(table$level), h1 = rep(c(TRUE, FALSE), each = length(low)),
    from = c(low, -high), to = c(high, -low)
  )
}
