#ifndef CALIBRANT_KERNELS_READ_SCORES_H
#define CALIBRANT_KERNELS_READ_SCORES_H

#include "kernels/read/labels.h"
#include "kernels/read/table.h"

// Texts that give trials: one whose rows have a score and a truth; a key and then scores; the
// scores of H1 and then those of H2; or cases without truth, those of the first text, with the
// scores of all. For a text of conclusions and any other text only the layout is needed.
enum cal_files {
  CAL_FILES_LABELLED,
  CAL_FILES_KEYED,
  CAL_FILES_TWO,
  CAL_FILES_CASES,
  CAL_FILES_CONCLUSIONS,
  CAL_FILES_ANY
};

enum { CAL_MOST_SYSTEMS = 10000 };

// Request: columns by names or numbers with their roles, words for the labels, a decimal mark or 0.
// `may_lose`: trials of the key need not have a score. `separator` is -1 if it is not known, and
// `header` says that there is one for sure.
struct cal_scores_asked {
  enum cal_files files;
  struct cal_fields column;
  const int* role;
  struct cal_labels_asked labels;
  bool may_lose, header;
  char decimal;
  int separator;
};

// A text in UTF-8, with the name of its system, or an empty name. The reader fills in the rest: the
// columns that were searched there (`asked`), its layout and table, the labels of its truth, the
// number of rows left out because of their label, and the number of scores that the key does not
// name. If a column is missing, `roles.other[0]` is its place among all requested columns.
struct cal_scores_text {
  struct cal_field text, system;
  struct cal_roles_asked asked;
  struct cal_layout layout;
  struct cal_sample sample;
  struct cal_roles roles;
  struct cal_table table;
  struct cal_column* column[CAL_N_ROLES];
  struct cal_labels labels;
  ptrdiff_t n_dropped, n_extra;
};

// The trials. Items and systems are numbers from 1 of their names, NULL where there are none; the
// truth is 1 and 0, or the number of the label if the labels of the first text are not `settled`.
// In `value`, NaN stands for a missing score, and for that of a trial that lacks the name of its
// system or of an item. Cases have n values for each text.
//
// A `problem` belongs to text `at_text`, in whose parts it is described, or to the pair of items
// `first` and `second`, 0 for no item. `strangers`: no item of the scores is in the key;
// `all_lost`: no trial has a score. `n_lost` counts the trials of H2 and of H1 that were left out
// without one.
struct cal_scores {
  ptrdiff_t n;
  double *value, *weight;
  int *truth, *source1, *source2, *id, *system;
  struct cal_names names, systems;
  enum cal_problem problem;
  int at_text, first, second;
  bool strangers, all_lost;
  ptrdiff_t n_lost[2];
};

// Every trial of a key must have one score of each system and one truth; a system gives one score
// for two items, unless they are sources that may be compared again.
void cal_read_scores(struct cal_host* host, const struct cal_words* words,
                     const struct cal_scores_asked* asked, struct cal_scores_text* text, int n,
                     struct cal_scores* scores);

#endif
