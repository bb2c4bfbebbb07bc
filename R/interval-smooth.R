# The smooth model of a system for its corrected measures: see ?corrected_measures.

# Systems with their models. Systems with the same trials, marked by the same number in `alike`,
# share their noise in proportion to the correlation of their scores.
smooth_systems <- function(systems, alike) {
  models <- lapply(systems, smooth_model)
  # One system needs no parts.
  loads <- list(load_h1 = matrix(0, 1, 0), load_h2 = matrix(0, 1, 0))
  if (length(systems) > 1) {
    loads <- lapply(c(load_h1 = "h1", load_h2 = "h2"), noise_loads, systems, models, alike)
  }
  Map(\(system, model, k) {
    shares <- lapply(loads, \(load) load[k, ])
    system$model <- c(model, shares, system[c("id_h1", "id_h2")])
    system
  }, systems, models, seq_along(systems))
}

# Pooled ranks as normal scores, with weight one half for each class, and a Gaussian kernel per
# class with 0.8 of the bandwidth of Silverman's rule, shrunk to keep mean and variance.
smooth_model <- function(numbers) {
  share <- numbers$n_h1 / sum(numbers$n_h1) + numbers$n_h2 / sum(numbers$n_h2)
  score <- stats::qnorm((cumsum(share) - share / 2) / 2)
  list(
    score = score,
    h1 = smooth_class(score, numbers$n_h1),
    h2 = smooth_class(score, numbers$n_h2)
  )
}

smooth_class <- function(score, n) {
  total <- sum(n)
  mean <- sum(n * score) / total
  spread <- sqrt(sum(n * (score - mean)^2) / max(total - 1, 1))
  quartile <- score[findInterval(ceiling(c(0.25, 0.75) * total), cumsum(n), left.open = TRUE) + 1]
  middle <- diff(quartile) / 1.34
  bandwidth <- 0.8 * 0.9 * (if (middle > 0) min(spread, middle) else spread) * total^-0.2
  shrink <- if (spread > 0) 1 / sqrt(1 + (bandwidth / spread)^2) else 1
  list(mean = mean, shrink = shrink, noise = shrink * bandwidth)
}

# Row k gives the weights of independent parts in the noise of system k: a root of the correlations
# between the scores of the same trials.
noise_loads <- function(class, systems, models, alike) {
  correlation <- diag(length(systems))
  for (group in split(seq_along(systems), alike)) {
    if (length(group) == 1) next
    scores <- Map(scores_by_trial, systems[group], models[group], class)
    found <- suppressWarnings(stats::cor(do.call(cbind, scores)))
    correlation[group, group] <- replace(found, is.na(found), 0)
  }
  diag(correlation) <- 1
  root_of(correlation)
}

scores_by_trial <- function(system, model, class) {
  id <- system[[paste0("id_", class)]]
  replace(numeric(length(id)), id + 1L, rep(model$score, system[[paste0("n_", class)]]))
}

# A root with rows of length 1, even for a singular matrix.
root_of <- function(correlation) {
  parts <- eigen(correlation, symmetric = TRUE)
  root <- parts$vectors %*% diag(sqrt(pmax(parts$values, 0)), nrow(correlation))
  root / sqrt(rowSums(root^2))
}
