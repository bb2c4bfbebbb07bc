# Many classes: log-likelihoods of any number of classes, their measures, calibration and fusion,
# pictures and sentences. Begin with class-set, class-cross-entropy and class-calibrate.
#
# Other rooms use:
#   class-cross-entropy: suppress_multiclass
#   class-losses: class_losses
#   class-measures: class_measure_labels, class_measures, log_costs_of, measure_classes
#   class-measures: prepare_measures, read_class_measures, system_measures
#   class-misclassification: misclassification
#   class-prior: log_relative
#   class-set: loglik_set
