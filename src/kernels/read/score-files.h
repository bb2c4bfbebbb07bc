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

// Finds the layout of each text and reads its table. False if there is a problem.
bool cal_read_score_files(struct cal_score_reader* reader);

#endif
