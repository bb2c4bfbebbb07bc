#' Log-likelihoods of the type of glass
#'
#' The data are the log-likelihoods of three classifiers for the type of 214 fragments of glass, an
#' example of recognisers of many classes.
#'
#' The measurements are `fgl` of the package MASS (Venables and Ripley 2002): refractive index and
#' eight oxides of fragments from six types of glass, collected for forensic work by B German. Each
#' fragment was classified after training on the 213 others.
#'
#' # Classifiers
#' * `"lda"`: normal densities with a mean per type and one covariance, the model of linear
#'   discriminant analysis.
#' * `"kernel"`: normal kernel densities of the standardised variables, with Silverman's
#'   rule-of-thumb bandwidth for each type. In nine dimensions this classifier is strongly
#'   overconfident.
#' * `"multinom"`: multinomial logistic regression with a little weight decay, whose posteriors are
#'   divided by the proportions of the types.
#'
#' Kernel densities misclassify fewer fragments than linear discriminant analysis, but have the
#' larger [cllr()][loglik_cross_entropy] before calibration.
#'
#' @concept types of glass
#' @format A data frame with 642 rows, one for each classifier and fragment, and 9 columns:
#'   * `recogniser`: factor, `"lda"`, `"kernel"` or `"multinom"`.
#'   * `fragment`: integer from 1 to 214, the row in `MASS::fgl`.
#'   * `type`: factor, the true type: `"WinF"` (float window glass, 70 fragments), `"WinNF"` (window
#'     glass that is not float, 76), `"Veh"` (vehicle windows, 17), `"Con"` (containers, 13),
#'     `"Tabl"` (tableware, 9), `"Head"` (vehicle headlamps, 29).
#'   * `WinF`, `WinNF`, `Veh`, `Con`, `Tabl`, `Head`: double, natural log-likelihood of that type
#'     less the greatest of the six, rounded to six decimals.
#' @source Computed by `data-raw/glass_type.R` in the source repository of this package, from the
#'   data set `fgl` of MASS 7.3-58.2.
#' @references
#' Venables WN, Ripley BD (2002). *Modern Applied Statistics with S*, 4th edition. Springer.
#'
#' Silverman BW (1986). *Density estimation for statistics and data analysis*. Chapman and Hall.
#' @examples
#' x <- loglik_set(glass_type, truth = "type", system = "recogniser")
#' summary(x)
"glass_type"
