#ifndef CALIBRANT_KERNELS_READ_LABELS_H
#define CALIBRANT_KERNELS_READ_LABELS_H

#include "kernels/read/roles.h"

// Words of the user for H1 and for H2, and whether trials with other labels are left out.
struct cal_labels_asked {
  struct cal_fields h1, h2;
  bool drop_others;
};

// The distinct labels of trials, with their sides: 1 for H1, 0 for H2, -1 for omitted labels. If no
// label is a known word and there are at most two, they are not `settled`, and side[i] is i. For a
// problem, `at` is the label, or the word that is no label, of H1 and then H2.
struct cal_labels {
  const struct cal_field* label;
  ptrdiff_t n;
  int* side;
  bool settled;
  enum cal_problem problem;
  ptrdiff_t at;
};

// Finds the sides by the words of the user, or else by the words of the field. The other of two
// labels is of the other side, unless it is a word for a missing one (`-` beside `+` is not).
// 1, +1 and 1.0 are one label.
void cal_settle_labels(struct cal_host* host, const struct cal_words* words,
                       const struct cal_labels_asked* asked, struct cal_labels* labels);

#endif
