#ifndef CALIBRANT_KERNELS_READ_ROLES_H
#define CALIBRANT_KERNELS_READ_ROLES_H

#include "kernels/read/layout.h"

// Problems of a text. Each is reported with the role, the columns or the line at fault.
enum cal_problem {
  CAL_PROBLEM_NONE,
  CAL_PROBLEM_EMPTY,
  CAL_PROBLEM_WIDE,
  CAL_PROBLEM_NO_COLUMN,
  CAL_PROBLEM_NO_SCORE,
  CAL_PROBLEM_TWO_SCORES,
  CAL_PROBLEM_NO_TRUTH,
  CAL_PROBLEM_TWO_TRUTHS,
  CAL_PROBLEM_NO_CONCLUSION,
  CAL_PROBLEM_TWO_CONCLUSIONS,
  CAL_PROBLEM_NO_ITEMS,
  // A name or a label of more than CAL_MOST_BYTES.
  CAL_PROBLEM_LONG,
  CAL_PROBLEM_SHORT_HEADER,
  CAL_PROBLEM_FIELDS,
  CAL_PROBLEM_QUOTE,
  // A trial without the name of its system or of an item.
  CAL_PROBLEM_NO_NAME,
  CAL_PROBLEM_NUMBER,
  CAL_PROBLEM_BEYOND,
  CAL_PROBLEM_MARKS,
  CAL_PROBLEM_TWO_MARKS,
  // Problems of labels and of trials, see labels.h and scores.h.
  CAL_PROBLEM_LABEL,
  CAL_PROBLEM_MANY_LABELS,
  CAL_PROBLEM_LOST_LABEL,
  CAL_PROBLEM_UNSCORED,
  CAL_PROBLEM_TWO_VALUES,
  CAL_PROBLEM_CONTRARY,
  CAL_PROBLEM_SYSTEMS,
  CAL_N_PROBLEMS
};

struct cal_field cal_problem_name(enum cal_problem problem);

// Items that match trials with a key: none, one, both, or any that are there. `EXAMINED`: the text
// must have a conclusion; examiner and item are optional.
enum cal_items {
  CAL_ITEMS_NONE,
  CAL_ITEMS_ONE,
  CAL_ITEMS_TWO,
  CAL_ITEMS_ANY,
  CAL_ITEMS_IF_ANY,
  CAL_ITEMS_EXAMINED
};

// Request for the columns of a text: are a score and a truth wanted, and which columns did the user
// name, by texts of the header or numbers, with their roles; 0 says that no column has a role. `h1`
// and `h2` are words for a target and for none, `known` are items of other texts. `last`: of
// several scores, take the last one.
struct cal_roles_asked {
  bool score, truth, last;
  enum cal_items items;
  struct cal_fields name;
  const int* role;
  struct cal_fields h1, h2, known;
};

// The column of each role from 1, 0 where there is none. `other` are the columns that a problem is
// about, or the role.
struct cal_roles {
  int column[CAL_N_ROLES];
  enum cal_problem problem;
  int other[2];
};

// Finds the role of each column: as asked for, by the words of the header, or by the cells. If two
// columns may be the score or the truth, neither is. Without a truth column, a column of claimed
// and one of real identities give the truth.
void cal_find_roles(struct cal_host* host, const struct cal_sample* sample,
                    const struct cal_layout* layout, const struct cal_words* words,
                    const struct cal_roles_asked* asked, struct cal_roles* roles);

// Is this column, one of the two items, a source that may be compared more than once? It is if the
// user names it by this role or its header begins with "source".
bool cal_is_source(const struct cal_sample* sample, const struct cal_layout* layout,
                   const struct cal_roles_asked* asked, const struct cal_roles* roles,
                   enum cal_role role);

#endif
