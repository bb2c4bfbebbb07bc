# Conditions of trials: calibration that depends on them, transfer from one to another, and
# performance under conditions like those of a case. Begin with conditions-formula, which decides
# whether a formula names conditions.
#
# No other room uses it.
