# PAV blocks and costs (in nats, at the prior log-odds) of natural-log LRs under H1 and under H2.
evaluate <- function(h1, h2, log_odds) {
  .Call(downstream_evaluate, as.double(h1), as.double(h2), as.double(log_odds))
}
