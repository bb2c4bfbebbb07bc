# Words of the pictures of scoring rules.

rule_panels <- function() label(c(h1 = "H1 is true", h2 = "H2 is true"))

rule_pictures <- function() {
  label(c(
    cost = "Costs of scoring rules over reported probabilities",
    entropy = "Entropies of scoring rules over probabilities",
    weight = "Weights of decision thresholds in scoring rules",
    llr = "Costs of scoring rules over natural log LRs"
  ))
}
