#ifndef CALIBRANT_KERNELS_READ_SCORE_FILES_H
#define CALIBRANT_KERNELS_READ_SCORE_FILES_H

#include "kernels/read/scores.h"

// Reading of the files of one call, see scores.h.
struct cal_score_reader {
  struct cal_host* host;
  const struct cal_words* words;
  const struct cal_scores_asked* asked;
  struct cal_scores_text* text;
  int n;
  struct cal_scores* out;
};

static inline bool cal_score_reader_is_well(const struct cal_score_reader* reader) {
  return reader->out->problem == CAL_PROBLEM_NONE;
}

// Keeps the first problem.
static inline void cal_score_reader_fail(struct cal_score_reader* reader, enum cal_problem problem,
                                         int text) {
  if (!cal_score_reader_is_well(reader)) return;
  reader->out->problem = problem;
  reader->out->at_text = text;
}

static inline int* cal_score_reader_ints(const struct cal_score_reader* reader, ptrdiff_t n) {
  return cal_scratch(reader->host, n, sizeof(int));
}

// Finds the layout of each text and reads its table. False if there is a problem.
bool cal_read_score_files(struct cal_score_reader* reader);

#endif
