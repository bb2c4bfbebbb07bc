#ifndef CALIBRANT_KERNELS_CLASSES_CLASS_THIN_H
#define CALIBRANT_KERNELS_CLASSES_CLASS_THIN_H

#include "kernels/base/host.h"
#include "kernels/classes/class-model.h"

// A sample of the trials of each class, with the total weight of all, so that the minimum of its
// criterion is near that of all. Its size is in plan.h. The arrays are scratch memory of the host.
struct cal_class_model cal_class_thin(struct cal_host* host, const struct cal_class_model* model);

#endif
