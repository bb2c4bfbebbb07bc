#include "kernels/read/labels.h"

#include "kernels/read/number.h"

// Labels that are the same word have one number. `side` is that of a number.
struct plain {
  struct cal_names names;
  int* number;
  int* side;
};

// The digits of the truth in one spelling.
static struct cal_field plain_digit(const struct cal_words* words, struct cal_field word) {
  const unsigned digits = cal_role_bit(CAL_WORD_H1_DIGIT) | cal_role_bit(CAL_WORD_H2_DIGIT);
  double value;
  enum cal_marks marks;
  const bool digit = (cal_word_roles(words, word) & digits) != 0 &&
                     cal_read_number(word, '.', &value, &marks) == CAL_NUMBER;
  if (!digit) return word;
  return value > 0   ? (struct cal_field){"1", 1}
         : value < 0 ? (struct cal_field){"-1", 2}
                     : (struct cal_field){"0", 1};
}

static int number_of(struct cal_host* host, const struct cal_words* words, struct plain* plain,
                     struct cal_field label, bool add) {
  const struct cal_field word = plain_digit(words, cal_field_trimmed(label));
  char* room = cal_scratch(host, word.n, 1);
  return cal_name_number(host, &plain->names, cal_plain_word(word, room), add);
}

static int known_side(const struct cal_words* words, struct cal_field label) {
  const unsigned roles = cal_word_roles(words, cal_field_trimmed(label));
  if (roles & (cal_role_bit(CAL_WORD_H1) | cal_role_bit(CAL_WORD_H1_DIGIT))) return 1;
  return roles & (cal_role_bit(CAL_WORD_H2) | cal_role_bit(CAL_WORD_H2_DIGIT)) ? 0 : -1;
}

static void fail(struct cal_labels* labels, enum cal_problem problem, ptrdiff_t at) {
  labels->problem = problem;
  labels->at = at;
}

static bool is_missing(const struct cal_words* words, struct cal_field label) {
  const struct cal_field word = cal_field_trimmed(label);
  return word.n == 0 || (cal_word_roles(words, word) & cal_role_bit(CAL_WORD_MISSING)) != 0;
}

static bool is_sign(struct cal_field word, char sign) { return word.n == 1 && *word.at == sign; }

// Does the label say that the truth is missing? Beside `+`, `-` does not.
static bool is_lost(const struct cal_words* words, const struct cal_labels_asked* asked,
                    struct cal_field label) {
  const bool beside_plus = asked->h1.n == 1 && is_sign(asked->h1.at[0], '+');
  return is_missing(words, label) && !(beside_plus && is_sign(cal_field_trimmed(label), '-'));
}

// Sides of the words of the user. If one side has none, the only label that is left belongs there,
// unless it says that the truth is missing.
static void take_asked(struct cal_host* host, const struct cal_words* words,
                       const struct cal_labels_asked* asked, struct plain* plain,
                       struct cal_labels* labels) {
  const struct cal_fields sides[] = {asked->h1, asked->h2};
  for (int i = 0; i < asked->h1.n + asked->h2.n; ++i) {
    const bool is_h2 = i >= asked->h1.n;
    const struct cal_field word = sides[is_h2].at[is_h2 ? i - asked->h1.n : i];
    const int number = number_of(host, words, plain, word, false);
    if (number < 0) {
      fail(labels, CAL_PROBLEM_LOST_LABEL, i);
      return;
    }
    if (plain->side[number] < 0) plain->side[number] = !is_h2;
  }
  int n_left = 0, last = 0;
  for (int i = 0; i < plain->names.n; ++i) {
    if (plain->side[i] >= 0) continue;
    ++n_left;
    last = i;
  }
  const bool one = asked->h1.n == 0 || asked->h2.n == 0;
  ptrdiff_t lost = -1;
  for (ptrdiff_t i = 0; i < labels->n; ++i) {
    if (plain->number[i] == last && is_lost(words, asked, labels->label[i])) lost = i;
  }
  if (one && n_left == 1 && lost < 0) plain->side[last] = asked->h1.n == 0;
  if (one && n_left == 1 && lost >= 0 && !asked->drop_others) {
    fail(labels, CAL_PROBLEM_LABEL, lost);
  }
  if (one && n_left > 1) fail(labels, CAL_PROBLEM_MANY_LABELS, 0);
}

// Must the user say which labels count?
static bool are_unclear(const struct plain* plain, bool given, bool drop) {
  int n = 0, n_unknown = 0, n_side[2] = {0, 0};
  for (int i = 0; i < plain->names.n; ++i) {
    if (plain->side[i] >= 0) ++n_side[plain->side[i]];
    n_unknown += plain->side[i] < 0 && !drop;
    n += plain->side[i] >= 0 || !drop;
  }
  if (n_unknown > 0) return true;
  return !given && (n > 2 || (n == 2 && (n_side[0] == 0 || n_side[1] == 0)));
}

static struct plain number_labels(struct cal_host* host, const struct cal_words* words,
                                  const struct cal_labels* labels) {
  struct plain plain = {.number = cal_scratch(host, labels->n, sizeof(int)),
                        .side = cal_scratch(host, labels->n, sizeof(int))};
  cal_names_begin(host, &plain.names);
  for (ptrdiff_t i = 0; i < labels->n; ++i) {
    plain.number[i] = number_of(host, words, &plain, labels->label[i], true);
    plain.side[i] = -1;
  }
  return plain;
}

void cal_settle_labels(struct cal_host* host, const struct cal_words* words,
                       const struct cal_labels_asked* asked, struct cal_labels* labels) {
  struct plain plain = number_labels(host, words, labels);
  const bool given = asked->h1.n + asked->h2.n > 0, few = plain.names.n < 3;
  labels->side = cal_scratch(host, labels->n, sizeof(int));
  labels->problem = CAL_PROBLEM_NONE;
  labels->settled = given;
  if (given) take_asked(host, words, asked, &plain, labels);
  ptrdiff_t unknown = -1;
  for (ptrdiff_t i = 0; i < labels->n; ++i) {
    const int known = given ? plain.side[plain.number[i]] : known_side(words, labels->label[i]);
    plain.side[plain.number[i]] = known;
    if (known < 0 && unknown < 0) unknown = i;
    labels->settled |= known >= 0;
  }
  labels->settled |= !few;
  for (ptrdiff_t i = 0; i < labels->n; ++i) {
    labels->side[i] = labels->settled ? plain.side[plain.number[i]] : (int)i;
  }
  if (!labels->settled || labels->problem != CAL_PROBLEM_NONE) return;
  if (!given && few && unknown >= 0 && !asked->drop_others) {
    fail(labels, CAL_PROBLEM_LABEL, unknown);
  } else if (are_unclear(&plain, given, asked->drop_others)) {
    fail(labels, CAL_PROBLEM_MANY_LABELS, 0);
  }
}
