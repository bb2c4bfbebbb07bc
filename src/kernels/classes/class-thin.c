#include "kernels/classes/class-thin.h"

#include "kernels/base/plan.h"
#include "kernels/base/thin.h"

static const double* const* gather_log_lik(struct cal_host* host,
                                           const struct cal_class_model* model,
                                           const struct cal_thin* thin) {
  const double** out = cal_scratch(host, model->n_recognisers, sizeof(const double*));
  for (int m = 0; m < model->n_recognisers; ++m) {
    double* log_lik = cal_scratch_doubles(host, thin->n * model->n_classes);
    for (int k = 0; k < model->n_classes; ++k) {
      const double* from = model->log_lik[m] + k * model->n;
      for (ptrdiff_t t = 0; t < thin->n; ++t) log_lik[k * thin->n + t] = from[thin->trial[t]];
    }
    out[m] = log_lik;
  }
  return out;
}

static const int* gather_truth(struct cal_host* host, const struct cal_class_model* model,
                               const struct cal_thin* thin) {
  int* truth = cal_scratch(host, thin->n, sizeof(int));
  for (ptrdiff_t t = 0; t < thin->n; ++t) truth[t] = model->truth[thin->trial[t]];
  return truth;
}

static const double* gather_weight(struct cal_host* host, const struct cal_class_model* model,
                                   const struct cal_thin* thin) {
  if (model->trial_weight == NULL) return NULL;
  double* weight = cal_scratch_doubles(host, thin->n);
  for (ptrdiff_t t = 0; t < thin->n; ++t) weight[t] = model->trial_weight[thin->trial[t]];
  return weight;
}

struct cal_class_model cal_class_thin(struct cal_host* host, const struct cal_class_model* model) {
  const ptrdiff_t per_param = CAL_PLAN_THIN_PER_PARAMETER * cal_class_model_n_params(model);
  const ptrdiff_t enough = per_param > CAL_PLAN_THIN_ENOUGH ? per_param : CAL_PLAN_THIN_ENOUGH;
  const struct cal_thin thin =
      cal_thin_choose(host, model->truth, model->n, model->n_classes, enough, CAL_PLAN_THIN_STEP);
  double* weight = cal_scratch_doubles(host, model->n_classes);
  for (int i = 0; i < model->n_classes; ++i) weight[i] = model->class_weight[i] * thin.share[i];
  struct cal_class_model few = *model;
  few.n = thin.n;
  few.truth = gather_truth(host, model, &thin);
  few.log_lik = gather_log_lik(host, model, &thin);
  few.trial_weight = gather_weight(host, model, &thin);
  few.class_weight = weight;
  return few;
}
