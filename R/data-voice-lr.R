#' Likelihood ratios for voices from their vowels
#'
#' The data are likelihood ratios (LRs) of forensic voice comparison. Under H1 two recordings of a
#' word come from the same speaker, under H2 from two speakers. The evidence is each of ten words,
#' the fundamental frequency, or the product of the ten words, which are dependent.
#'
#' The measurements are those of Peterson and Barney (1952), the data set `pb52` of the CRAN package
#' `phonTools`: 33 men, 28 women and 15 children read ten words of the form h-vowel-d twice each; F0
#' and three formants were measured by hand.
#'
#' # Comparisons
#' The first reading of each of the 76 speakers (the control) is compared with the second reading of
#' that speaker and of every speaker with a higher number: 76 same-speaker and 2 850
#' different-speaker comparisons for each kind of evidence. Comparisons that share a speaker are
#' correlated: use `speaker1` and `speaker2` as sources.
#'
#' # Model
#' The model is the two-level normal model of Aitken and Lucy (2004) on ln F1, ln F2 and ln F3 of a
#' vowel, or on ln F0 averaged over the ten words. The background population is all other speakers.
#' `"all ten"` is the product of the LRs of the ten words.
#'
#' # Performance
#' The slope is that of [calibrate()], and `crossed` the Cllr after [cross_calibrate()] by speaker.
#'
#' | evidence | [cllr()] | [cllr_min()] | [eer()] in % | slope | crossed |
#' |---|---|---|---|---|---|
#' | `"hud"`, the best word | 0.40 | 0.34 | 12.3 | 0.71 | 0.39 |
#' | `"hod"`, the worst | 0.82 | 0.57 | 17.8 | 0.47 | 0.76 |
#' | `"F0"` | 0.36 | 0.33 | 11.8 | 0.91 | 0.36 |
#' | `"all ten"` | 0.41 | 0.10 | 2.5 | 0.21 | 0.17 |
#'
#' The product discriminates far better than any word, but its log LRs are five times too large: an
#' LR reaches 10^10.5 for two speakers. Weights by [fuse()] reach a Cllr of 0.09 on the training
#' speakers and 0.41 on others; with `penalty = 10` it is 0.12 and 0.21.
#'
#' # Limits of the data
#' The data are for teaching: one session of read words. Among the men alone the Cllr of the product
#' is 0.92 and its minimum 0.05.
#'
#' @concept forensic voice comparison
#' @concept formants
#' @format A data frame with 35 112 rows, one for each kind of evidence and comparison, and 7
#'   columns:
#'   * `evidence`: factor, the word (`"heed"`, `"hid"`, `"head"`, `"had"`, `"hod"`, `"hawed"`,
#'     `"hood"`, `"who'd"`, `"hud"`, `"heard"`), `"F0"`, or `"all ten"`.
#'   * `speaker1`, `speaker2`: integers from 1 to 76, numbered as in `pb52`, the speakers of the
#'     control and of the recovered speech.
#'   * `group1`, `group2`: factors, `"man"`, `"woman"` or `"child"`, the groups of these speakers.
#'   * `same_speaker`: logical, `TRUE` under H1.
#'   * `log10_lr`: double, the logarithm to base 10 of the LR of H1 against H2, with six decimals.
#' @source Computed by `data-raw/voice_lr.R` in the source repository of this package, from the data
#'   set `pb52` in S Barreda, *phonTools: Tools for Phonetic and Acoustic Analyses*, R package
#'   version 0.2-2.2, licence BSD_2_clause, copyright 2015 Santiago Barreda, whose notice is in
#'   `system.file("COPYRIGHTS", package = "calibrant")`.
#' @references
#' Peterson GE, Barney HL (1952). *Journal of the Acoustical Society of America* 24, 175-184.
#' \doi{10.1121/1.1906875}
#'
#' Aitken CGG, Lucy D (2004). *Journal of the Royal Statistical Society C* 53, 109-122.
#' \doi{10.1046/j.0035-9254.2003.05271.x}
#' @seealso [voice_vowel] for the same speech as a problem of many classes
#' @examples
#' product <- subset(voice_lr, evidence == "all ten")
#' x <- lr_set(same_speaker ~ log10_lr, data = product, scale = "log10",
#'   source1 = product$speaker1, source2 = product$speaker2)
#' c(cllr(x), cllr_min(x))
#' coef(calibrate(x))
"voice_lr"
