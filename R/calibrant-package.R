#' @section Start here:
#' [lr_set()] takes likelihood ratios with known truth. [summary()][summary.lr_set] and [explain()]
#' judge them; [plot_ece()], [plot_tippett()] and [plot_pav()] show them. The vignette
#' `vignette("from-lrs-to-a-validated-system")` walks through one case.
#'
#' @keywords internal
#' @useDynLib calibrant, .registration = TRUE
#' @importFrom rlang .data
"_PACKAGE"
