# Thresholds on the scale on which the user thinks of the values of a set, and in the unit in which
# it keeps them. All values at or above a threshold are accepted as H1.

# Thresholds in the unit of the values.
read_threshold <- function(x, threshold) {
  check_filled(threshold)
  scale <- given_scale(x)
  check_values(threshold, scale, arg = "threshold")
  if (scale == "prob") prob_to_ln(threshold, own_prior(x)) else as.double(threshold)
}

# Risks at or above which a user would act.
read_risks <- function(threshold) {
  threshold <- check_points(threshold)
  check_each(threshold > 0 & threshold < 1, "be risks inside (0, 1).", threshold)
  threshold
}

# Decisions of equal costs at the prior of the set.
default_threshold <- function(x) {
  if (given_scale(x) == "prob") 0.5 else neutral_value(.subset2(x, "scale"))
}

# Name of a column of thresholds, which includes the unit except for log10 LRs and scores.
name_thresholds <- function(table, x) {
  scale <- given_scale(x)
  unit <- if (!scale %in% c("log10", "score")) value_column(scale)
  names(table)[names(table) == "threshold"] <- paste(c("threshold", unit), collapse = "_")
  table
}
