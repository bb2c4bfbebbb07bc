# Bins of probabilities, of the reliability diagrams and the binned decomposition.

# Borders of bins of equal width between 0 and 1. The quotients are the doubles that decimal
# literals such as 0.3 stand for; seq() misses some of them.
unit_breaks <- function(bins) seq(0, bins) / bins

# From which posterior on a bin holds them. A posterior that was meant to lie on a border may come
# back from log odds a few units in the last place below it.
bin_starts <- function(breaks) breaks - 1e-12 * breaks * (breaks < 1)
