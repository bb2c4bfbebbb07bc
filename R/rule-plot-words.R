# Words of the pictures of scoring rules.

rule_panels <- function() label(c(h1 = "H1 is true", h2 = "H2 is true"))
