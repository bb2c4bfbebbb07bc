#ifndef CALIBRANT_KERNELS_READ_WORDS_H
#define CALIBRANT_KERNELS_READ_WORDS_H

#include "kernels/read/names.h"

// Roles of a column, and meanings of a word in a column; in the order of cal_role_name().
enum cal_role {
  CAL_ROLE_SCORE,
  CAL_ROLE_TRUTH,
  CAL_ROLE_CLAIMED,
  CAL_ROLE_REAL,
  CAL_ROLE_SOURCE1,
  CAL_ROLE_SOURCE2,
  CAL_ROLE_ID,
  CAL_ROLE_SYSTEM,
  CAL_ROLE_SIDE,
  CAL_ROLE_GROUP,
  CAL_ROLE_WEIGHT,
  // Columns of conclusions of examiners.
  CAL_ROLE_CONCLUSION,
  CAL_ROLE_EXAMINER,
  CAL_ROLE_ITEM,
  CAL_ROLE_COUNT,
  CAL_N_ROLES,
  CAL_WORD_H1 = CAL_N_ROLES,
  CAL_WORD_H2,
  CAL_WORD_H1_DIGIT,
  CAL_WORD_H2_DIGIT,
  CAL_WORD_SIDE,
  CAL_WORD_MISSING,
  // A result that stands where a number should, such as `exclusion`.
  CAL_WORD_NO_NUMBER,
  // A cell such as `identification`.
  CAL_WORD_CONCLUSION,
  // A header above numbers that are no scores, such as `duration`.
  CAL_WORD_OTHER_NUMBER,
  CAL_N_WORD_ROLES
};

static inline unsigned cal_role_bit(enum cal_role role) { return 1u << role; }

// The name that the role has in the file of words.
struct cal_field cal_role_name(enum cal_role role);

// Words of the field with their possible meanings, a bit for each role.
struct cal_words {
  struct cal_names names;
  unsigned* roles;
};

// Reads lines such as `score: llr, log lr, score`; those that begin with a blank belong to the line
// before, those that begin with # are comments. Lines of other names are passed over.
void cal_words_begin(struct cal_host* host, struct cal_words* words, const char* text, ptrdiff_t n);

// The roles of a word, 0 where it is not known. Letters of ASCII count as small, in every locale;
// blanks and `_`, `.`, `-` are left out of words that have a letter.
unsigned cal_word_roles(const struct cal_words* words, struct cal_field field);

// The word in the form in which it is looked up, in `room` for as many characters as it has.
struct cal_field cal_plain_word(struct cal_field field, char* room);

// Are two words the same in this sense?
bool cal_same_word(struct cal_field a, struct cal_field b);

// Is the field this text of small letters, in any case?
bool cal_is_word(struct cal_field field, const char* text, ptrdiff_t n);

#endif
