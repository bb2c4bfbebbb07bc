#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_RULE_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_RULE_H

#include "kernels/classes/class-fit.h"
#include "kernels/classes/dirichlet-rule.h"
#include "kernels/rule/rule-fit.h"

// One class against the others: the costs of the table under H1 if class `target`, counted from
// zero, is the true one, and under H2 otherwise, by the posterior log odds of that class.
struct cal_class_detector {
  int target;
  struct cal_rule_table table;
};

// A choice between actions; action a costs cost[i * n_actions + a] under class i. Instead of the
// best one, all are chosen with probabilities proportional to exp(-expected cost / blur).
struct cal_class_choice {
  const double* cost;
  int n_actions;
  double weight, blur;
};

// Part of a rule that is a mixture over ratios of costs.
struct cal_class_mixture {
  struct cal_dirichlet_rule rule;
  double weight;
};

// A scoring rule for many classes: the sum of all costs. The logarithmic rule is a detector per
// class that costs nothing under H2; Brier's is half a detector of each class.
struct cal_class_rule {
  const struct cal_class_detector* detectors;
  const struct cal_class_choice* choices;
  const struct cal_class_mixture* mixtures;
  int n_detectors, n_choices, n_mixtures;
};

// The cost of true class i at the logits z, prior included, with its slopes (K) and second
// derivatives (K x K) in z. `scratch` is scratch for cal_class_rule_scratch() numbers.
double cal_class_rule_cost(const struct cal_class_rule* rule, const double* z, int n_classes, int i,
                           double* scratch, double* slope, double* bend);
ptrdiff_t cal_class_rule_scratch(const struct cal_class_rule* rule, int n_classes);

// Looks for a minimum of the weighted sum of these costs over the trials of the model (Brummer
// 2010, eq. 8.15), from `params`, which become the minimum; those with `fixed` stay. Penalty and
// bound of the problem do not count. Uses Newton's method with the exact Hessian, whose diagonal is
// increased until it is positive definite. The minimum is a local one, and the global one if the
// rule is logarithmic.
struct cal_rule_end cal_class_rule_fit(struct cal_host* host,
                                       const struct cal_class_problem* problem,
                                       const struct cal_class_rule* rule, double* params);

#endif
