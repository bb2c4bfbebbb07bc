#ifndef CALIBRANT_LIB_SAID_H
#define CALIBRANT_LIB_SAID_H

#include "host.h"
#include "kernels/read/scores.h"

// A text that grows, in scratch memory. It ends with NUL.
struct said {
  struct cal_host* host;
  char* text;
  ptrdiff_t n, room;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void say(struct said* said, const char* format, ...);

// Files of one reading, with the user's names and request.
struct read_files {
  const struct cal_scores_asked* asked;
  const struct cal_scores_text* text;
  const char* const* name;
  int n;
};

// The roles of columns, and the trials that were left out.
void say_reading(struct said* said, const struct read_files* files,
                 const struct cal_scores* scores);

// Message about a problem: what must hold, what was found and what to do. Returns its status.
enum calibrant_status say_problem(struct said* said, const struct read_files* files,
                                  const struct cal_scores* scores);

// The number, and the word for one or for several.
#define COUNTED(n, one, several) (n), (n) == 1 ? (one) : (several)

#endif
