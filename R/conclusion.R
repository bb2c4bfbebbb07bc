# Conclusions of examiners with known truth: the set, its measures, error rates and LRs, with
# pictures and sentences. Begin with conclusion-set; conclusion-lr has the LR of a conclusion.
#
# Other rooms use:
#   conclusion-errors: error_notes, error_text
#   conclusion-explain: conclusions_tell
#   conclusion-file: conclusion_roles
#   conclusion-jackknife: conclusion_by
#   conclusion-lr: conclusion_lr, conclusion_notes, conclusion_text
#   conclusion-measures: conclusion_difference, conclusion_kinds, conclusion_measure_rows
#   conclusion-measures: conclusion_only, measure_conclusions
#   conclusion-plot: error_names
#   conclusion-set: conclusion_set
