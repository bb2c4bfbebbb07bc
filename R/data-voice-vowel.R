#' Log-likelihoods of the vowel of spoken words
#'
#' The data are the log-likelihoods of ten words by three classifiers, for 1 520 spoken words.
#'
#' The measurements are those of [voice_lr]. For the words of each speaker, the classifiers were
#' trained on the other 75 speakers.
#'
#' # Classifiers
#' All classifiers use logarithms of frequencies.
#' * `"lda"`: three formants, normal densities with one covariance.
#' * `"qda"`: F0 and three formants, normal densities with a covariance each.
#' * `"kernel"`: F0 and three formants, normal kernels with the covariance of the word and
#'   Silverman's (1986) rule-of-thumb bandwidth.
#'
#' `"lda"` misclassifies 17 % of the tokens, `"qda"` 12 % and `"kernel"` 13 %. Their multi-class
#' Cllr ([cllr()][loglik_cross_entropy]) is 0.70, 0.54 and 0.64 bits, without information 3.32 bits.
#'
#' @concept vowel classification
#' @format A data frame with 4 560 rows, one for each classifier and spoken word, and 15 columns:
#'   * `recogniser`: factor, `"lda"`, `"qda"` or `"kernel"`.
#'   * `speaker`: integer from 1 to 76.
#'   * `group`: factor, `"man"`, `"woman"` or `"child"`.
#'   * `repetition`: integer, 1 or 2.
#'   * `word`: factor, the word that was spoken: `"heed"`, `"hid"`, `"head"`, `"had"`, `"hod"`,
#'     `"hawed"`, `"hood"`, `"who'd"`, `"hud"` or `"heard"`.
#'   * ten columns named by these words: double, natural log-likelihood of that word less the
#'     greatest of the ten, with four decimals.
#' @source Computed by `data-raw/voice_vowel.R` in the source repository of this package, from the
#'   data set `pb52` of the CRAN package phonTools 0.2-2.2; see [voice_lr].
#' @references
#' Peterson GE, Barney HL (1952). *Journal of the Acoustical Society of America* 24, 175-184.
#' \doi{10.1121/1.1906875}
#'
#' Silverman BW (1986). *Density estimation for statistics and data analysis*. Chapman and Hall.
#' @examples
#' words <- levels(voice_vowel$word)
#' columns <- c("recogniser", "word", words)
#' x <- loglik_set(voice_vowel[columns], truth = "word", system = "recogniser")
#' cllr(x)
"voice_vowel"
