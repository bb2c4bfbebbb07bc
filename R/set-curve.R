# A curve of a set of LRs, with the facts that its axes and counts need.
lr_curve <- function(data, class, x, ...) {
  systems <- systems_of(x)
  new_curve(data, class,
    scale = if (.subset2(x, "scale") == "score") "score" else "log10_lr",
    weighted = any(vapply(systems, `[[`, NA, "weighted")),
    hypotheses = label_hypotheses(.subset2(x, "labels")), sizes = counted_trials(systems),
    ...
  )
}

counted_trials <- function(systems) {
  bind_systems(systems, \(system) {
    n <- sizes_of(system)
    list2DF(list(n_h1 = n[[1]], n_h2 = n[[2]]))
  })
}

# The words for H1 and H2 in legends, with the labels of the truth if these are informative.
label_hypotheses <- function(labels) {
  plain <- c("TRUE", "FALSE", "1", "0", "h1", "h2", "H1", "H2")
  if (is.null(labels) || all(labels %in% plain)) return(hypothesis_levels)
  c(h1 = paste0("H1: ", labels[["h1"]]), h2 = paste0("H2: ", labels[["h2"]]))
}

hypothesis_words <- function(curve) attr(curve, "hypotheses") %||% hypothesis_levels
