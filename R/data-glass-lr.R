#' Likelihood ratios for glass fragments under two models
#'
#' The data are likelihood ratios (LRs) of two models for the same 20 100 comparisons of glass by
#' its elements. Under H1 the recovered glass comes from the item of the control glass, under H2
#' from another.
#'
#' The measurements are the data set `glass` of the CRAN package `comparison`: elemental analysis
#' of 200 glass items by SEM-EDX, four fragments of each, three measurements of every fragment.
#'
#' # Comparisons
#' The control is fragments 1 and 2 of an item, the recovered glass is fragments 3 and 4. Each item
#' is compared with itself, and its control with the recovered glass of each item with a higher
#' number. Comparisons that share an item are correlated.
#'
#' # Models
#' Both are the two-level models of Aitken and Lucy (2004), with normal variation within an item.
#' The distribution between items is multivariate normal for `"mvn"` and a multivariate kernel
#' density for `"mvk"`. The variables are log10(Ca/K), log10(Ca/Si) and log10(Ca/Fe), as in that
#' article and in section 6.2 of Ramos et al. (2018). The background population is all items except
#' those being compared.
#'
#' The models have no level for replicate measurements, so the three measurements of a fragment are
#' averaged. Six independent measurements would give a Cllr of 1.24 for `"mvn"` and 1.13 for
#' `"mvk"`.
#'
#' The LRs are those of `calcLR()` of `comparison` 1.0.8. LRs below 2.2e-308, 1707 under `"mvn"` and
#' 1708 under `"mvk"`, were evaluated in logarithms, so all values are finite. They involve items 7
#' to 13, 22 and 24, which contain almost no calcium.
#'
#' # Calibration of the two models
#' | | `"mvn"` | `"mvk"` |
#' |---|---|---|
#' | [cllr()] in bits | 1.05 | 0.85 |
#' | [cllr_min()] in bits | 0.46 | 0.45 |
#' | [useful_range()], log10 prior odds | 0.18 to 0.58 | -0.77 to 0.69 |
#' | log10 LR under H1 | -7.5 to 7.5 | -7.7 to 4.1 |
#' | log10 LR under H2 | -853.7 to 8.3 | -859.2 to 2.6 |
#'
#' At even prior odds, `"mvn"` is worse than no LR. Two properties of the data matter:
#'   * Many values of potassium and iron lie in a separate group, two or more orders of magnitude
#'     below the others, which no normal distribution describes.
#'   * `glass` repeats some measurements exactly. Control and recovered glass of the same item agree
#'     completely for items 12, 18 and 90, in a whole fragment for items 11, 29, 111, 112, 113, 119,
#'     123, 124 and 144, and in part for items 49, 114 and 145. Their comparisons are too easy.
#'
#' @concept glass evidence
#' @concept refractive index
#' @concept elemental composition
#' @format A data frame with 40 200 rows, one for each comparison and model, and 5 columns:
#'   * `model`: factor, `"mvn"` or `"mvk"`,
#'   * `item1`: integer from 1 to 200, the item of the control. Item 7 is `"s7"` in `glass`,
#'   * `item2`: integer, the item of the recovered glass; never below `item1`,
#'   * `same_source`: logical, `TRUE` under H1,
#'   * `log10_lr`: double, the log10 LR of H1 against H2, rounded to six decimals.
#' @source Computed by `data-raw/glass_lr.R` in the sources of this package, from the data set
#'   `glass` in D Lucy, J Curran and A Martyna, *comparison: Multivariate Likelihood Ratio
#'   Calculation and Evaluation*, R package version 1.0.8, licence GPL (>= 2). Its help credits the
#'   measurements to Grzegorz Zadora, Institute of Forensic Research, Krakow, and refers to Aitken,
#'   Zadora and Lucy (2007).
#' @references
#' Aitken CGG, Lucy D (2004). *Journal of the Royal Statistical Society C* 53, 109-122.
#' \doi{10.1046/j.0035-9254.2003.05271.x}
#'
#' Aitken CGG, Zadora G, Lucy D (2007). *Journal of Forensic Sciences* 52, 412-419.
#' \doi{10.1111/j.1556-4029.2006.00358.x}
#'
#' Ramos D et al. (2018). *Entropy* 20, 208, section 6.2. \doi{10.3390/e20030208}
#' @examples
#' lr_set(same_source ~ log10_lr | model, data = glass_lr, scale = "log10")
"glass_lr"
