#' Published verbal scales
#'
#' The tables that [verbal_scale()] knows, as data.
#'
#' * `enfsi2015`: European Network of Forensic Science Institutes, an example of a scale "2-10 weak,
#'   10-100 moderate, ..., 1 000 000 and above extremely strong".
#' * `afsp2009`: Association of Forensic Science Providers, "> 1-10 weak or limited, 10-100
#'   moderate, ..., > 1 000 000 extremely strong".
#' * `evett2000`: the older scale that ends with "> 10 000 very strong".
#' * `swgdam2018`: Scientific Working Group on DNA Analysis Methods, for DNA: "2-99 limited,
#'   100-9 999 moderate, 10 000-999 999 strong, 1 000 000 and above very strong".
#'
#' Borders and words are as the literature quotes them. They are **unverified**: the four documents
#' could not be had when this was written. Before words go into a report, compare them with the
#' document that your laboratory follows.
#'
#' @return A data frame with a row per scale and level:
#'   * `scale`: its name,
#'   * `lr_min`, `lr_max`: the LRs between which the level lies; smaller LRs than 1 are read as
#'     their reciprocals,
#'   * `border`: `"higher"` or `"lower"`, the level to which an LR on the border belongs,
#'   * `level`: its words, to be followed by "support",
#'   * `source`.
#' @references
#' ENFSI (2015). *ENFSI guideline for evaluative reporting in forensic science*. European Network of
#' Forensic Science Institutes.
#'
#' Association of Forensic Science Providers (2009). Standards for the formulation of evaluative
#' forensic science expert opinion. *Science & Justice* 49, 161-164.
#' \doi{10.1016/j.scijus.2009.07.004}
#'
#' Evett IW, Jackson G, Lambert JA, McCrossan S (2000). The impact of the principles of evidence
#' interpretation on the structure and content of statements. *Science & Justice* 40, 233-239.
#'
#' SWGDAM (2018). *Recommendations of the SWGDAM Ad Hoc Working Group on Genotyping Results Reported
#' as Likelihood Ratios*. Scientific Working Group on DNA Analysis Methods.
#' @export
#' @examples
#' verbal_scales()[c("scale", "lr_min", "lr_max", "level")]
verbal_scales <- function() {
  tables <- Map(verbal_table, names(published_scales), published_scales)
  do.call(rbind, unname(tables))
}

verbal_table <- function(name, scale) {
  data.frame(
    scale = name,
    lr_min = scale$lr_min,
    lr_max = c(scale$lr_min[-1], Inf),
    border = scale$border,
    level = scale$level,
    source = scale$source
  )
}

published_scales <- list(
  enfsi2015 = list(
    lr_min = c(2, 10, 100, 1e3, 1e4, 1e6),
    level = c("weak", "moderate", "moderately strong", "strong", "very strong", "extremely strong"),
    border = "higher",
    source = "ENFSI (2015), guideline for evaluative reporting"
  ),
  afsp2009 = list(
    lr_min = c(1, 10, 100, 1e3, 1e4, 1e6),
    level = c(
      "weak or limited", "moderate", "moderately strong", "strong", "very strong",
      "extremely strong"
    ),
    border = "lower",
    source = "Association of Forensic Science Providers (2009)"
  ),
  evett2000 = list(
    lr_min = c(1, 10, 100, 1e3, 1e4),
    level = c("limited", "moderate", "moderately strong", "strong", "very strong"),
    border = "lower",
    source = "Evett et al. (2000)"
  ),
  swgdam2018 = list(
    lr_min = c(2, 100, 1e4, 1e6),
    level = c("limited", "moderate", "strong", "very strong"),
    border = "higher",
    source = "SWGDAM (2018)"
  )
)
