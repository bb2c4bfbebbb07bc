# Conditions of trials: measures under each, calibration that depends on them, transfer from one to
# another, and performance under conditions like those of a case. Begin with conditions-measures-by,
# and with conditions-formula, which decides whether a formula names conditions.
#
# No other room uses it.
