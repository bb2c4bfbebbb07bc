# Natural logarithms inside, log10 in what people read.

lr_scales <- c("log10", "ln", "log2", "lr", "score")

# A finite log10 LR near the largest double must not become infinite in other units.
rescale_log <- function(x, factor) {
  scaled <- x * factor
  overflown <- is.infinite(scaled) & is.finite(x)
  if (any(overflown)) {
    scaled[overflown] <- sign(x[overflown]) * .Machine$double.xmax
  }
  scaled
}

to_ln <- function(value, scale) {
  switch(scale,
    ln = value,
    log10 = rescale_log(value, log(10)),
    log2 = rescale_log(value, log(2)),
    lr = log(value),
    score = value
  )
}

from_ln <- function(llr, scale) {
  switch(scale,
    ln = llr,
    log10 = llr / log(10),
    log2 = rescale_log(llr, 1 / log(2)),
    lr = exp(llr)
  )
}

# The abscissa of tables and plots: log10 LR, or the score itself.
to_log10 <- function(value, scale) {
  switch(scale,
    log10 = value,
    log2 = value * log10(2),
    lr = log10(value),
    ln = value / log(10),
    score = value
  )
}

nats_to_bits <- function(x) x / log(2)

# ln(1 + e^x) without overflow.
softplus <- function(x) -stats::plogis(-x, log.p = TRUE)
