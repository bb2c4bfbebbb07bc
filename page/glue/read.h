#ifndef CALIBRANT_PAGE_READ_H
#define CALIBRANT_PAGE_READ_H

#include "kernels/read/scores.h"

// The words of the field, as the page has passed them.
const struct cal_words* page_known_words(void);

// Request of the page, in the order of its numbers.
struct page_asked {
  double files, drop_others, may_lose, decimal, columns, n_columns, roles, labels, n_h1, n_h2;
};

struct cal_scores_asked page_asked_of(const struct page_asked* from);

// The numbers in which the page finds a reading of n texts.
const double* page_put_scores(const struct cal_scores* scores, const struct cal_scores_text* text,
                              int n);

#endif
