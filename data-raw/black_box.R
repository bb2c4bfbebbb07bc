# Counts of conclusions from studies of examiners, typed from the tables that are named in
# R/data-black-box.R. Run from the package root:
#
#   Rscript data-raw/black_box.R

count <- function(study, part, conclusions, same, different) {
  n <- length(conclusions)
  data.frame(
    study = study, part = part, conclusion = rep(conclusions, 2),
    truth = rep(c("same", "different"), each = n), n = c(same, different)
  )
}

prints <- c("Exclusion", "Inconclusive", "Individualization")
afte <- c("Elimination", "Inconclusive-C", "Inconclusive-B", "Inconclusive-A", "ID", "Other")
written <- c("NotWritten", "ProbNot", "NoConc", "ProbWritten", "Written")

black_box <- rbind(
  count("latent prints", "VID", prints, c(450, 1856, 3663), c(3622, 455, 6)),
  count("latent prints", "VEO", prints, c(161, 2019, 40), c(325, 577, 0)),
  count("latent prints", "NV", "No value", 3389, 558),
  count("bullets", NA, afte, c(41, 36, 125, 127, 1076, 24), c(961, 745, 848, 268, 20, 49)),
  count("cartridge cases", NA, afte, c(25, 22, 140, 177, 1056, 25), c(1375, 620, 637, 177, 26, 40)),
  count("handwriting", NA, written, c(32, 60, 243, 982, 1546), c(1099, 1774, 547, 179, 114))
)
black_box$study <- factor(black_box$study, unique(black_box$study))
black_box$conclusion <- factor(black_box$conclusion, unique(black_box$conclusion))
black_box$truth <- factor(black_box$truth, c("same", "different"))

stopifnot(
  # Totals that the studies print.
  with(subset(black_box, study == "latent prints"), tapply(n, truth, sum)) == c(11578, 5543),
  with(subset(black_box, study %in% c("bullets", "cartridge cases")), tapply(n, study, sum))[2:3] ==
    4320
)
save(black_box, file = "data/black_box.rda", version = 2, compress = "xz")
