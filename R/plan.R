# Plans: criteria declared before a validation, the validation run with its matrix, and the number
# of trials that it takes. Begin with plan-validation, plan-run and plan-size.
#
# Other rooms use:
#   plan-criterion: characteristic_roles, characteristics
#   plan-matrix: matrix_table, overall_decision
#   plan-run: check_intact_matrix, check_matrix_of, decision_levels, validation_run
#   plan-validation: plan_hash, plan_text, read_plan, validation_plan
