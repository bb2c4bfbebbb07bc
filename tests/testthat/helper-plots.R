# Two systems, and their pictures in one panel or in separate panels.
two <- function() {
  withr::local_seed(1)
  c(
    simulate_lr(50, 90, s = 2, stretch = 2, system = "a"),
    simulate_lr(50, 80, s = 1, shift = 1, system = "b")
  )
}

overlays <- function(x) {
  list(
    plot_ece(x, systems = "overlay"), plot_tippett(x, systems = "overlay"),
    plot_bayes_error(x, systems = "overlay"), plot_ape(x, systems = "overlay"),
    plot_pav(x, systems = "overlay"), plot_det(x), plot_roc(x)
  )
}

facets <- function(x) {
  list(
    plot_ece(x), plot_tippett(x), plot_bayes_error(x), plot_ape(x), plot_pav(x), plot_cost(x),
    plot_lr_histogram(x), autoplot(posterior_histogram(x)), plot_reliability(x),
    plot_det(x, systems = "facet"), autoplot(bound_lr(x)), autoplot(calibrate(x))
  )
}
