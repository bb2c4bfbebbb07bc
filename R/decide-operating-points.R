# An operating point is a prior with the costs of a miss and of a false alarm. Computations need its
# effective prior log-odds and the weights of the two error rates.

# Vectors of priors and costs, or a data frame with columns of these names, side by side.
read_operating_points <- function(prior, c_miss = 1, c_fa = 1,
                                  arg = "prior") {
  if (is.character(prior)) prior <- named_points(prior, arg)
  if (is.data.frame(prior)) return(read_operating_table(prior, c_miss, c_fa))
  check_prior(prior, arg)
  check_cost(c_miss, "c_miss")
  check_cost(c_fa, "c_fa")
  common_length(prior = prior, c_miss = c_miss, c_fa = c_fa)
  operating_points(prior, c_miss, c_fa)
}

# Points that each get a label, in a table or a picture.
read_labelled_points <- function(points, ..., arg = "prior") {
  given <- if (is.data.frame(points)) points$prior else points
  if (length(given) > 0) check_filled(given, arg, most = 1e4)
  read_operating_points(points, ..., arg = arg)
}

# The same for checked numbers.
operating_points <- function(prior, c_miss = 1, c_fa = 1) {
  n <- if (length(prior) == 0) 0 else max(length(prior), length(c_miss), length(c_fa))
  names <- if (length(prior) == n) names(prior)
  prior <- rep_len(as.double(prior), n)
  c_miss <- rep_len(as.double(c_miss), n)
  c_fa <- rep_len(as.double(c_fa), n)
  list(
    prior = rlang::set_names(prior, names), c_miss = c_miss, c_fa = c_fa,
    log_odds = stats::qlogis(prior) + log(c_miss) - log(c_fa), weight_miss = prior * c_miss,
    weight_fa = (1 - prior) * c_fa
  )
}

read_operating_table <- function(table, c_miss, c_fa) {
  refuse_if(!"prior" %in% names(table), "operating_prior")
  read_operating_points(
    rlang::set_names(table$prior, table$name), table$c_miss %||% c_miss, table$c_fa %||% c_fa
  )
}

# Labels and positions of operating points on a plot.
operating_labels <- function(points) {
  labels <- names(points$prior)
  if (is.null(labels)) {
    # Names for lookup, which are the same under all options.
    rlang::local_options(OutDec = ".")
    kind <- if (all(points$c_miss == points$c_fa)) "prior" else "effective prior"
    labels <- paste(kind, format_number(stats::plogis(points$log_odds)))
  }
  # Two points may differ only in the scale of their costs.
  labels <- make.unique(labels, " #")
  new_frame(
    name = factor(labels, levels = unique(labels)),
    log10_prior_odds = from_ln(points$log_odds, "log10"), prior = stats::plogis(points$log_odds)
  )
}

check_cost <- function(x, arg) {
  check_finite(x, arg)
  check_each(
    x > 0, "be positive: an error that costs nothing needs no evidence.", x, arg,
    i = "{.fn cost_reduction} turns other cost matrices into this form."
  )
}

common_length <- function(...) {
  lengths <- lengths(list(...))
  n <- if (any(lengths == 0)) 0 else max(lengths)
  refuse_if(!all(lengths %in% c(1, n)), "common_length")
  n
}

#' Operating points of the NIST speaker recognition evaluations
#'
#' `nist_operating_points()` returns the priors and costs of NIST's evaluations, for [dcf()],
#' [dcf_min()], [dcf_table()], [plot_det()] and [plot_bayes_error()], which also accept the name of
#' an evaluation as the prior.
#'
#' Until 2008 a miss cost ten times as much as a false alarm, which makes an effective prior of
#' 0.092. Since 2010 the primary cost is the mean over the points of the evaluation, and over its
#' data if these have separate points: telephone speech (CMN2, CTS) and speech from videos (VAST,
#' AV). NIST's costs correspond to `normalised = TRUE`.
#'
#' | evaluation | target prior | cost of a miss | compared with |
#' |---|---|---|---|
#' | SRE 2006, SRE 2008 | 0.01 | 10 | Brümmer (2010, section 7.3.1) |
#' | SRE 2010 | 0.001 | 1 | Brümmer (2010, section 7.3.1) |
#' | SRE 2012 | 0.01, 0.001 | 1 | unverified |
#' | SRE 2016 | 0.01, 0.005 | 1 | unverified |
#' | SRE 2018 CMN2 | 0.01, 0.005 | 1 | a public recipe that scores its development set |
#' | SRE 2018 VAST | 0.05 | 1 | unverified |
#' | SRE 2019 CTS | 0.01, 0.005 | 1 | unverified |
#' | SRE 2019 AV | 0.05 | 1 | unverified |
#' | SRE 2020 CTS | 0.05 | 1 | unverified |
#' | SRE 2021 | 0.01, 0.05 | 1 | the scoring program of a participant (Villalba et al. 2022) |
#'
#' Unverified points are those in common use. Consult the evaluation plan before you cite one.
#'
#' @param name Names of evaluations, for example `"SRE 2010"` or `"SRE 2018 CMN2"`; all by default.
#' @return A data frame with a row per operating point: `name`, `evaluation`, `prior`, `c_miss`,
#'   `c_fa`, `verified` (the last column of the table above).
#' @references
#' Brümmer N (2010). PhD thesis. <https://scholar.sun.ac.za/handle/10019.1/5139>
#'
#' Villalba J et al. (2022). *Odyssey 2022*, 213-220. \doi{10.21437/Odyssey.2022-30}
#' @concept NIST
#' @concept SRE
#' @concept speaker recognition evaluation
#' @concept speaker verification
#' @concept speaker detection
#' @export
#' @examples
#' nist_operating_points()
#' x <- simulate_lr(500, 5000, s = 3)
#' dcf_min(x, "SRE 2016", normalised = TRUE)
#' # The primary cost
#' mean(dcf(x, "SRE 2016", normalised = TRUE))
nist_operating_points <- function(name = NULL) {
  if (is.null(name)) return(nist_points())
  named_points(name, "name")
}

nist_points <- function() {
  file <- system.file("operating-points.csv", package = "calibrant")
  utils::read.csv(file, colClasses = rep(c("character", "numeric", "logical"), c(2, 3, 1)))
}

# The points of evaluations with these names.
named_points <- function(name, arg) {
  points <- nist_points()
  known <- unique(points$evaluation)
  if (!is.character(name) || length(name) == 0) check_choice(name, known, arg)
  for (one in name) check_choice(one, known, arg)
  new_frame(points[points$evaluation %in% name, ])
}
