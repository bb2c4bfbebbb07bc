#' Conclusions of examiners in four studies
#'
#' The data are the published counts of the conclusions of examiners in four "black box" studies of
#' latent prints, bullets, cartridge cases and handwriting with known truth, for [conclusion_set()].
#'
#' * `"latent prints"`: 169 examiners and 744 pairs of a latent and an exemplar, 17 121 decisions
#'   (Ulery et al. 2011, SI appendix, table S5). `part` is the examiner's judgement of the latent:
#'   `"VID"`, of value for individualization, `"VEO"`, for exclusion only, `"NV"`, of no value.
#'   Among the `"VID"` are 6 false positives and 450 false negatives, 0.1 and 7.5 %.
#' * `"bullets"` and `"cartridge cases"`: 173 examiners, 4320 comparisons each, on the AFTE range
#'   of conclusions (Chumbley et al. 2021, table 2, first round). `"Other"` means items that were
#'   not suitable or not answered.
#' * `"handwriting"`: 86 examiners and 180 sets of writings, five conclusions (Hicklin et al. 2022,
#'   dataset S2, baseline), with 3.1 % of false positives and 1.1 % of false negatives.
#'
#' The counts do not identify examiners and items, so intervals treat comparisons as independent and
#' are too narrow. The studies chose the items and the share of same-source comparisons.
#'
#' @concept black-box study
#' @concept fingerprints
#' @concept firearms
#' @concept handwriting
#' @concept ACE-V
#' @concept bullets
#' @format A data frame with 36 rows and 5 columns:
#'   * `study`: factor, listed above,
#'   * `part`: `"VID"`, `"VEO"` or `"NV"` for latent prints, missing for others,
#'   * `conclusion`: factor, in the words of the study, for each study from the strongest support
#'     for different sources to the strongest support for the same source,
#'   * `truth`: factor, `"same"` source (writer) or `"different"`,
#'   * `n`: number of conclusions.
#' @source
#' Ulery BT et al. (2011). *Proceedings of the National Academy of Sciences* 108, 7733-7738.
#' \doi{10.1073/pnas.1018707108}
#'
#' Chumbley LS et al. (2021). arXiv preprint. \doi{10.48550/arXiv.2108.04030}
#'
#' Hicklin RA et al. (2022). *Proceedings of the National Academy of Sciences* 119, e2119944119.
#' \doi{10.1073/pnas.2119944119}
#'
#' Counts were typed from the tables.
#' @examples
#' xtabs(n ~ conclusion + truth, subset(black_box, study == "bullets"), drop.unused.levels = TRUE)
"black_box"
