# Proper scoring rules: forms and mixtures of rules, scores, risks and their decomposition,
# training by a rule, decision regions. Begin with rule-scoring; rule-object has the parts of a
# rule.
#
# Other rooms use:
#   rule-fit: rule_table
#   rule-object: check_classes
#   rule-posteriors: read_classes, read_models, read_posteriors
#   rule-print: rule_unit
#   rule-retrain: check_rule_decides, retrain
#   rule-risk: actual_parts, risk_parts, rule_risk
#   rule-score: rule_entropy, rule_score
#   rule-scoring: as_rule
