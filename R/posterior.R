# Posterior probabilities at a prior: their histogram and reliability diagram, the information of
# the evidence, and measures of predicted risks. Begin with posterior-reliability and
# posterior-information; posterior() itself is in measure-posterior. Isotonic regression is here for
# the reliability of predicted risks.
#
# Other rooms use:
#   posterior-reliability: reliability_curve
