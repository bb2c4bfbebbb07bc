#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_THIN_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_THIN_H

#include "kernels/base/host.h"
#include "kernels/classes/class-model.h"

// Some of the trials of each class, which weigh as much as all of them: a criterion whose minimum
// is near. How many, the plan says. The arrays are scratch memory of the host.
struct cal_class_model cal_class_thin(struct cal_host* host, const struct cal_class_model* model);

#endif
