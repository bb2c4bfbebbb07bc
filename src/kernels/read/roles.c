// Roles of columns: those that the user named, then those of the header, then those that the cells
// show. A role that two columns could have is a problem, not a guess.
#include "kernels/read/roles.h"

#include <string.h>

#include "kernels/read/number.h"

struct cal_field cal_problem_name(enum cal_problem problem) {
  static const struct cal_word names[CAL_N_PROBLEMS] = {
      {"none", 4},           {"empty", 5},
      {"wide", 4},           {"no_column", 9},
      {"no_score", 8},       {"two_scores", 10},
      {"no_truth", 8},       {"two_truths", 10},
      {"no_conclusion", 13}, {"two_conclusions", 15},
      {"no_items", 8},       {"long", 4},
      {"short_header", 12},  {"fields", 6},
      {"quote", 5},          {"no_name", 7},
      {"number", 6},         {"beyond", 6},
      {"marks", 5},          {"two_marks", 9},
      {"label", 5},          {"many_labels", 11},
      {"lost_label", 10},    {"unscored", 8},
      {"two_values", 10},    {"contrary", 8},
      {"systems", 7}};
  return cal_word_field(&names[problem]);
}

// Counts of the cells of a column, `n` of them. `rises`: whole numbers such as 1, 2, 3.
struct look {
  int n, n_empty, n_missing, n_number, n_whole, n_h1, n_h2, n_letter, n_digit, n_side, n_distinct;
  int n_asked_h1, n_asked_h2, n_known, n_conclusion;
  bool rises, taken;
  unsigned roles;
};

struct search {
  const struct cal_sample* sample;
  const struct cal_roles_asked* asked;
  struct cal_roles* roles;
  struct look* look;
  int n;
  bool has_header;
  // Roles that the user has excluded.
  unsigned barred;
};

static bool among(struct cal_field cell, const struct cal_field* words, int n) {
  for (int i = 0; i < n; ++i) {
    if (cal_same_word(cell, words[i])) return true;
  }
  return false;
}

static bool is_whole(struct cal_field cell) {
  for (ptrdiff_t i = 0; i < cell.n; ++i) {
    if (cell.at[i] < '0' || cell.at[i] > '9') return false;
  }
  return cell.n > 0;
}

static void look_at_cell(struct look* look, struct cal_field cell, const struct cal_words* words,
                         const struct cal_roles_asked* asked, double* last) {
  double value = 0;
  enum cal_marks marks;
  const unsigned roles = cal_word_roles(words, cell);
  const bool number = cal_read_number(cell, '.', &value, &marks) != CAL_NUMBER_NONE;
  look->n_empty += cell.n == 0;
  look->n_missing += (roles & cal_role_bit(CAL_WORD_MISSING)) != 0;
  look->n_number += number;
  look->n_whole += is_whole(cell);
  look->n_h1 += (roles & cal_role_bit(CAL_WORD_H1)) != 0;
  look->n_h2 += (roles & cal_role_bit(CAL_WORD_H2)) != 0;
  look->n_letter += cell.n == 1;
  look->n_digit +=
      (roles & (cal_role_bit(CAL_WORD_H1_DIGIT) | cal_role_bit(CAL_WORD_H2_DIGIT))) != 0;
  look->n_side += (roles & cal_role_bit(CAL_WORD_SIDE)) != 0;
  look->n_conclusion += (roles & cal_role_bit(CAL_WORD_CONCLUSION)) != 0;
  look->n_asked_h1 += among(cell, asked->h1.at, asked->h1.n);
  look->n_asked_h2 += among(cell, asked->h2.at, asked->h2.n);
  const bool first = look->n == 0 && value >= 0 && value <= 1;
  const bool next = look->n == 1 ? value == *last + 1 : value > *last;
  look->rises = look->rises && is_whole(cell) && (look->n == 0 ? first : next);
  *last = value;
  ++look->n;
}

// The roles of a header; one without its unit, as in `Duration (h)`, may name other numbers.
static unsigned header_roles(const struct cal_words* words, struct cal_field header) {
  ptrdiff_t n = 0;
  while (n < header.n && header.at[n] != '(' && header.at[n] != '[') ++n;
  while (n > 0 && header.at[n - 1] == ' ') --n;
  const unsigned bare = cal_word_roles(words, (struct cal_field){header.at, n});
  return cal_word_roles(words, header) | (bare & cal_role_bit(CAL_WORD_OTHER_NUMBER));
}

static void look_at_columns(struct cal_host* host, struct search* search,
                            const struct cal_layout* layout, const struct cal_words* words) {
  const struct cal_sample* sample = search->sample;
  const int shift = sample->n_header > 0 && layout->short_header;
  struct cal_names known;
  cal_names_begin(host, &known);
  for (int i = 0; i < search->asked->known.n; ++i) {
    cal_name_number(host, &known, search->asked->known.at[i], true);
  }
  for (int column = 0; column < search->n; ++column) {
    struct look* look = &search->look[column];
    struct cal_names names;
    double last = 0;
    *look = (struct look){.rises = true};
    cal_names_begin(host, &names);
    for (int row = 0; row < sample->n_rows; ++row) {
      const struct cal_field cell = sample->cell[row * sample->n_fields + column];
      look_at_cell(look, cell, words, search->asked, &last);
      cal_name_number(host, &names, cell, true);
      look->n_known += cal_name_number(host, &known, cell, false) >= 0;
    }
    look->n_distinct = (int)names.n;
    look->taken = (shift && column == 0) || look->n_empty == look->n;
    if (layout->has_header && column >= shift && column - shift < sample->n_header) {
      look->roles = header_roles(words, sample->header[column - shift]);
    }
  }
}

static void give(struct search* search, enum cal_role role, int column) {
  search->roles->column[role] = column + 1;
  search->look[column].taken = true;
}

static void fail(struct search* search, enum cal_problem problem, int first, int second) {
  if (search->roles->problem != CAL_PROBLEM_NONE) return;
  search->roles->problem = problem;
  search->roles->other[0] = first;
  search->roles->other[1] = second;
}

// The column that the user means, or -1.
static int named_column(const struct search* search, const struct cal_layout* layout,
                        struct cal_field name) {
  const int shift = layout->short_header;
  for (int i = 0; layout->has_header && i < search->sample->n_header; ++i) {
    const struct cal_field cell = search->sample->header[i];
    if (cell.n == name.n && memcmp(cell.at, name.at, (size_t)name.n) == 0) return i + shift;
  }
  if (!is_whole(name) || name.n > 6) return -1;
  int number = 0;
  for (ptrdiff_t i = 0; i < name.n; ++i) number = 10 * number + (name.at[i] - '0');
  return number >= 1 && number <= search->n ? number - 1 : -1;
}

static bool may_lack(enum cal_role role) {
  return role != CAL_ROLE_SCORE && role != CAL_ROLE_TRUTH && role != CAL_ROLE_CONCLUSION;
}

static void give_named(struct search* search, const struct cal_layout* layout) {
  for (int i = 0; i < search->asked->name.n; ++i) {
    const struct cal_field name = search->asked->name.at[i];
    const enum cal_role role = (enum cal_role)search->asked->role[i];
    const int column = named_column(search, layout, name);
    if (column >= 0) {
      give(search, role, column);
    } else if (name.n == 1 && *name.at == '0' && may_lack(role)) {
      search->barred |= cal_role_bit(role);
    } else {
      fail(search, CAL_PROBLEM_NO_COLUMN, i, 0);
    }
  }
}

static bool has(const struct search* search, enum cal_role role) {
  return search->roles->column[role] > 0;
}

static bool is_numeric(const struct look* look) {
  return 2 * look->n_number > look->n - look->n_missing - look->n_empty;
}
static bool is_digits(const struct look* look) { return look->n_digit == look->n; }

// Certainty that the column holds labels: words for both hypotheses, of more than one letter, in
// every row.
static int label_rank(const struct look* look) {
  const int n = look->n_h1 + look->n_h2;
  if (2 * n <= look->n) return 0;
  return 1 + 4 * (look->n_h1 > 0 && look->n_h2 > 0) + 2 * (look->n_letter < look->n) +
         (n == look->n);
}

// Gives a role by the words of the header. The first of several columns gets it, but two scores or
// conclusions are an error, and two truths give none. Columns whose cells do not suit a truth or a
// count do not compete.
static void give_by_header(struct search* search, enum cal_role role) {
  int first = -1, n_found = 0, second = -1, other = -1;
  if (has(search, role) || role == CAL_ROLE_GROUP || role == CAL_ROLE_WEIGHT) return;
  if (search->barred & cal_role_bit(role)) return;
  for (int column = 0; column < search->n; ++column) {
    const struct look* look = &search->look[column];
    if (look->taken || !(look->roles & cal_role_bit(role))) continue;
    if (role == CAL_ROLE_SCORE && !is_numeric(look)) {
      if (n_found == 0) other = column;
      continue;
    }
    if (role == CAL_ROLE_TRUTH && look->n_distinct > 8 && !is_digits(look)) continue;
    if (role == CAL_ROLE_COUNT && (!is_numeric(look) || look->rises)) continue;
    if (n_found++ == 0) first = column;
    second = column;
  }
  if (n_found == 0 && other >= 0) give(search, role, other);
  if (n_found == 0) return;
  if (role == CAL_ROLE_SCORE && search->asked->last) first = second;
  if (n_found > 1 && role == CAL_ROLE_SCORE && !search->asked->last) {
    fail(search, CAL_PROBLEM_TWO_SCORES, first + 1, second + 1);
  } else if (n_found > 1 && role == CAL_ROLE_CONCLUSION) {
    fail(search, CAL_PROBLEM_TWO_CONCLUSIONS, first + 1, second + 1);
  } else if (n_found > 1 && role == CAL_ROLE_TRUTH) {
    return;
  } else {
    give(search, role, first);
  }
}

// Are the identities in two columns equal in some rows and different in others?
static bool tells_truth(const struct search* search, int a, int b) {
  const struct cal_sample* sample = search->sample;
  int n_equal = 0;
  for (int row = 0; row < sample->n_rows; ++row) {
    const struct cal_field *cell = &sample->cell[row * sample->n_fields], x = cell[a], y = cell[b];
    n_equal += x.n == y.n && memcmp(x.at, y.at, (size_t)x.n) == 0;
  }
  return n_equal > 0 && n_equal < sample->n_rows;
}

// Rows of claimed, (model,) real, probe and score, as bob writes them, with names or numbers.
static bool give_claims(struct search* search) {
  const int n = search->n, n_ids = n - 2;
  if (has(search, CAL_ROLE_CLAIMED) && has(search, CAL_ROLE_REAL)) return true;
  if (search->asked->items == CAL_ITEMS_EXAMINED) return false;
  if (search->has_header || (n != 4 && n != 5) || !is_numeric(&search->look[n - 1])) return false;
  if (is_digits(&search->look[n - 2]) || is_numeric(&search->look[n - 2])) return false;
  for (int column = 0; column < n; ++column) {
    if (search->look[column].taken || label_rank(&search->look[column]) > 4) return false;
  }
  int a = -1, b = -1;
  for (int i = 0; i < n_ids; ++i) {
    for (int k = i + 1; k < n_ids; ++k) {
      if (!tells_truth(search, i, k)) continue;
      if (a >= 0) return false;
      a = i;
      b = k;
    }
  }
  if (a < 0) return false;
  give(search, CAL_ROLE_CLAIMED, a);
  give(search, CAL_ROLE_REAL, b);
  if (search->asked->score && !has(search, CAL_ROLE_SCORE)) give(search, CAL_ROLE_SCORE, n - 1);
  return true;
}

// The column with the highest `rank`, or a problem if two columns have it.
static void give_best(struct search* search, enum cal_role role,
                      int (*rank)(const struct search*, int), enum cal_problem problem) {
  int best = 0, first = -1, second = -1;
  for (int column = 0; column < search->n; ++column) {
    const int found = search->look[column].taken ? 0 : rank(search, column);
    if (found == 0 || found < best) continue;
    if (found > best) first = -1;
    best = found;
    if (first < 0) first = column;
    second = column;
  }
  if (first < 0) return;
  if (first != second) {
    fail(search, problem, first + 1, second + 1);
  } else {
    give(search, role, first);
  }
}

static int rank_of_asked(const struct search* search, int column) {
  const struct look* look = &search->look[column];
  const struct cal_roles_asked* asked = search->asked;
  if (asked->h1.n + asked->h2.n == 0) return 0;
  const int there = (look->n_asked_h1 > 0) + (look->n_asked_h2 > 0);
  const int all = look->n_asked_h1 + look->n_asked_h2 == look->n;
  return there == 0 ? 0 : 2 * there + all + 8 * ((look->roles & cal_role_bit(CAL_ROLE_TRUTH)) != 0);
}

static int rank_of_words(const struct search* search, int column) {
  return label_rank(&search->look[column]);
}

// Rank of a column of digits as the truth: it is the only one, or stands before or after two items.
static int rank_of_digits(const struct search* search, int column) {
  const struct look* look = &search->look[column];
  const bool known = (look->roles & cal_role_bit(CAL_ROLE_TRUTH)) != 0;
  if (!is_digits(look) || (search->has_header && !known)) return 0;
  return 1 + known;
}

static void give_truth(struct search* search) {
  if (has(search, CAL_ROLE_TRUTH)) return;
  give_best(search, CAL_ROLE_TRUTH, rank_of_asked, CAL_PROBLEM_TWO_TRUTHS);
  if (!has(search, CAL_ROLE_TRUTH)) give_by_header(search, CAL_ROLE_TRUTH);
  if (has(search, CAL_ROLE_TRUTH) || give_claims(search)) return;
  give_best(search, CAL_ROLE_TRUTH, rank_of_words, CAL_PROBLEM_TWO_TRUTHS);
  if (!has(search, CAL_ROLE_TRUTH)) {
    give_best(search, CAL_ROLE_TRUTH, rank_of_digits, CAL_PROBLEM_TWO_TRUTHS);
  }
  // A key may have unknown labels after two items.
  if (!has(search, CAL_ROLE_TRUTH) && !search->has_header && !search->asked->score &&
      search->n == 3 && !search->look[2].taken) {
    give(search, CAL_ROLE_TRUTH, 2);
  }
  if (!has(search, CAL_ROLE_TRUTH)) fail(search, CAL_PROBLEM_NO_TRUTH, 0, 0);
}

// Columns with numbers whose header is no word for another role, but for conclusions, which may be
// scores; columns that count rows are used only if there is no other.
static int list_numbers(const struct search* search, bool rising, int* list) {
  const unsigned scores = cal_role_bit(CAL_ROLE_SCORE) | cal_role_bit(CAL_ROLE_CONCLUSION);
  int n = 0;
  for (int column = 0; column < search->n && n < 4; ++column) {
    const struct look* look = &search->look[column];
    const bool other = look->roles != 0 && !(look->roles & scores);
    if (!look->taken && !other && is_numeric(look) && look->rises == rising) list[n++] = column;
  }
  return n;
}

static int count_texts(const struct search* search) {
  int n = 0;
  for (int column = 0; column < search->n; ++column) {
    n += !search->look[column].taken && !is_numeric(&search->look[column]);
  }
  return n;
}

static bool whole_pair(const struct search* search, int a, int b) {
  return search->look[a].n_whole == search->look[a].n &&
         search->look[b].n_whole == search->look[b].n;
}

// Among three numbers, two may be items, named by whole numbers; among two, one.
static int score_beside_items(const struct search* search, const int* list, int n) {
  const bool items = search->asked->items != CAL_ITEMS_NONE && !search->has_header;
  if (!items || count_texts(search) > 0) return -1;
  if (n == 3 && search->asked->items != CAL_ITEMS_ONE) {
    const bool last = whole_pair(search, list[0], list[1]);
    const bool first = whole_pair(search, list[1], list[2]);
    if (last != first) return last ? list[2] : list[0];
  }
  const bool one = search->asked->items == CAL_ITEMS_ONE || search->asked->items == CAL_ITEMS_ANY;
  if (n == 2 && one) {
    const bool last = whole_pair(search, list[0], list[0]);
    if (last != whole_pair(search, list[1], list[1])) return list[last];
  }
  return -1;
}

static ptrdiff_t count_digits(struct cal_field cell, ptrdiff_t from) {
  ptrdiff_t n = 0;
  while (from + n < cell.n && cell.at[from + n] >= '0' && cell.at[from + n] <= '9') ++n;
  return n;
}

// Do two fields of every row make a number such as `1 234,5`, with a blank between its thousands?
static bool are_one_number(const struct cal_sample* sample, int column) {
  bool fraction = false;
  for (int row = 0; row < sample->n_rows; ++row) {
    const struct cal_field* cell = &sample->cell[row * sample->n_fields + column];
    const bool sign = cell[0].n > 0 && (*cell[0].at == '-' || *cell[0].at == '+');
    const ptrdiff_t n = count_digits(cell[0], sign);
    if (n < 1 || n > 3 || sign + n < cell[0].n || count_digits(cell[1], 0) != 3) return false;
    if (cell[1].n > 3 && cell[1].at[3] != '.' && cell[1].at[3] != ',') return false;
    fraction |= cell[1].n > 3;
  }
  return fraction;
}

// A column of words with conclusions, by its header or its cells, from 1; 0 for none.
static int worded_conclusions(const struct search* search) {
  for (int column = 0; column < search->n; ++column) {
    const struct look* look = &search->look[column];
    const bool named = (look->roles & cal_role_bit(CAL_ROLE_CONCLUSION)) != 0;
    if (!look->taken && !is_numeric(look) && (named || look->n_conclusion > 0)) return column + 1;
  }
  return 0;
}

// Numbers beside conclusions in words are scores only if their header says so.
static void give_score(struct search* search) {
  int list[4];
  const int conclusions = worded_conclusions(search);
  if (conclusions > 0) {
    fail(search, CAL_PROBLEM_NO_SCORE, conclusions, 0);
    return;
  }
  int n = list_numbers(search, false, list);
  if (n == 0 && (!search->has_header || search->sample->n_rows < 3)) {
    n = list_numbers(search, true, list);
  }
  if (n > 1 && search->asked->last) {
    for (int column = 0; column < search->n; ++column) {
      if (!search->look[column].taken && is_numeric(&search->look[column])) list[0] = column;
    }
    n = 1;
  }
  if (n > 1) {
    const int found = score_beside_items(search, list, n);
    if (found < 0) {
      fail(search, CAL_PROBLEM_TWO_SCORES, list[0] + 1, list[n - 1] + 1);
      return;
    }
    list[0] = found;
  }
  // Without numbers the last column is used, so that the error can name a line.
  const int texts = search->n == 1 ? 1 : 3;
  if (n == 0 && !search->has_header && count_texts(search) == texts) list[n++] = search->n - 1;
  if (n == 0 || search->look[list[0]].taken) {
    fail(search, CAL_PROBLEM_NO_SCORE, 0, 0);
  } else {
    give(search, CAL_ROLE_SCORE, list[0]);
  }
}

// Columns that can name items: no row numbers, and no signs for missing values. If trials need not
// be matched, constant columns cannot either.
static int list_items(const struct search* search, bool matched, int* list, int most) {
  int n = 0, n_rows = search->sample->n_rows;
  for (int column = 0; column < search->n && n < most; ++column) {
    const struct look* look = &search->look[column];
    const bool constant = look->n_distinct == 1 && n_rows > 2;
    if (look->taken || look->n_missing > 0 || look->n_empty > 0 || (constant && !matched)) continue;
    if (look->rises && search->has_header) continue;
    list[n++] = column;
  }
  return n;
}

// The column with most known items; -1 if none are known, and for ties.
static int most_known(const struct search* search, const int* list, int n) {
  int best = 0, found = -1;
  for (int i = 0; i < n; ++i) {
    const int here = search->look[list[i]].n_known;
    if (here == best) found = -1;
    if (here <= best) continue;
    best = here;
    found = list[i];
  }
  return found;
}

static int only_distinct(const struct search* search, const int* list, int n) {
  int found = -1;
  for (int i = 0; i < n; ++i) {
    if (search->look[list[i]].n_distinct != search->look[list[i]].n) continue;
    if (found >= 0) return -1;
    found = list[i];
  }
  return n == 1 ? list[0] : found;
}

static void give_one_item(struct search* search) {
  int list[64];
  const int n = list_items(search, true, list, 64);
  int found = most_known(search, list, n);
  // A header that names one of two items refers to the only one.
  const bool named = has(search, CAL_ROLE_SOURCE1) != has(search, CAL_ROLE_SOURCE2);
  if (found < 0 && !named) found = only_distinct(search, list, n);
  if (found >= 0) give(search, CAL_ROLE_ID, found);
}

static void give_side(struct search* search, const int* list, int n) {
  for (int i = 0; i < n && !has(search, CAL_ROLE_SIDE); ++i) {
    if (search->look[list[i]].n_side == search->look[list[i]].n) {
      give(search, CAL_ROLE_SIDE, list[i]);
    }
  }
}

static void give_items(struct search* search) {
  const enum cal_items items = search->asked->items;
  const bool matched = items != CAL_ITEMS_IF_ANY;
  const unsigned items_bits =
      cal_role_bit(CAL_ROLE_SOURCE1) | cal_role_bit(CAL_ROLE_SOURCE2) | cal_role_bit(CAL_ROLE_ID);
  const bool named = has(search, CAL_ROLE_SOURCE1) || has(search, CAL_ROLE_SOURCE2) ||
                     has(search, CAL_ROLE_ID) || (search->barred & items_bits);
  int list[64];
  int n = list_items(search, true, list, 64);
  if (n < 3) n = list_items(search, matched, list, 64);
  if (items == CAL_ITEMS_ONE) {
    if (!has(search, CAL_ROLE_ID)) give_one_item(search);
    return;
  }
  if (named || (search->has_header && !matched)) return;
  if (n > 2 && matched) {
    give_side(search, list, n);
    n = list_items(search, true, list, 64);
  }
  if (n >= 2) {
    give(search, CAL_ROLE_SOURCE1, list[0]);
    give(search, CAL_ROLE_SOURCE2, list[1]);
  } else if (n == 1) {
    give(search, CAL_ROLE_ID, list[0]);
  }
}

static bool is_asked(const struct cal_roles_asked* asked, enum cal_role role) {
  for (int i = 0; i < asked->name.n; ++i) {
    if (asked->role[i] == (int)role) return true;
  }
  return false;
}

// Headers such as source1 and source_ids.0; those of other items name what is compared once.
static bool is_called_source(struct cal_field cell) {
  return cell.n >= 6 && cal_is_word((struct cal_field){cell.at, 6}, "source", 6);
}

bool cal_is_source(const struct cal_sample* sample, const struct cal_layout* layout,
                   const struct cal_roles_asked* asked, const struct cal_roles* roles,
                   enum cal_role role) {
  const int at = roles->column[role] - 1 - layout->short_header;
  return is_asked(asked, role) || (layout->has_header && at >= 0 && at < sample->n_header &&
                                   is_called_source(sample->header[at]));
}

// One item that the header calls the first or the second of two is the only one; where one is
// wanted, two of them are too many. A source may stand alone, and an identifier beside sources.
static void settle_items(struct search* search, const struct cal_layout* layout) {
  int* column = search->roles->column;
  const enum cal_role first = has(search, CAL_ROLE_SOURCE1) ? CAL_ROLE_SOURCE1 : CAL_ROLE_SOURCE2;
  const bool one = has(search, CAL_ROLE_SOURCE1) != has(search, CAL_ROLE_SOURCE2);
  const bool any = search->asked->items == CAL_ITEMS_IF_ANY;
  const bool alone =
      one && any && cal_is_source(search->sample, layout, search->asked, search->roles, first);
  if (one && !any && !has(search, CAL_ROLE_ID)) {
    column[CAL_ROLE_ID] = column[CAL_ROLE_SOURCE1] + column[CAL_ROLE_SOURCE2];
  }
  if (one && !alone) column[CAL_ROLE_SOURCE1] = column[CAL_ROLE_SOURCE2] = 0;
  if (any && has(search, first) && !is_asked(search->asked, CAL_ROLE_ID)) column[CAL_ROLE_ID] = 0;
  const bool two = has(search, CAL_ROLE_SOURCE1), id = has(search, CAL_ROLE_ID);
  const enum cal_items items = search->asked->items;
  if ((items == CAL_ITEMS_TWO && !two) || (items == CAL_ITEMS_ONE && !id) ||
      (items == CAL_ITEMS_ANY && !two && !id)) {
    fail(search, CAL_PROBLEM_NO_ITEMS, 0, 0);
  }
}

// The remaining column of words, or the one of the few whole numbers of a scale, whose header is no
// word for something else. Cells such as `exclusion` are conclusions for sure.
static int rank_of_conclusion(const struct search* search, int column) {
  const struct look* look = &search->look[column];
  const unsigned may = cal_role_bit(CAL_ROLE_CONCLUSION) | cal_role_bit(CAL_ROLE_TRUTH);
  if (look->n_conclusion > 0) return 2;
  if (look->roles != 0 && !(look->roles & may)) return 0;
  if (!is_numeric(look)) return 1;
  const bool rows = look->rises && look->n > 2;
  return look->n_whole == look->n && look->n_distinct <= 16 && !rows;
}

static void give_conclusion(struct search* search) {
  if (has(search, CAL_ROLE_CONCLUSION)) return;
  give_best(search, CAL_ROLE_CONCLUSION, rank_of_conclusion, CAL_PROBLEM_TWO_CONCLUSIONS);
  if (!has(search, CAL_ROLE_CONCLUSION)) fail(search, CAL_PROBLEM_NO_CONCLUSION, 0, 0);
}

// May a word of the header give this role? The truth is also found in other ways.
static bool is_wanted(const struct cal_roles_asked* asked, enum cal_role role) {
  if (role == CAL_ROLE_SCORE) return asked->score;
  if (role == CAL_ROLE_TRUTH) return false;
  if (role == CAL_ROLE_SYSTEM) return true;
  return (role >= CAL_ROLE_CONCLUSION) == (asked->items == CAL_ITEMS_EXAMINED);
}

void cal_find_roles(struct cal_host* host, const struct cal_sample* sample,
                    const struct cal_layout* layout, const struct cal_words* words,
                    const struct cal_roles_asked* asked, struct cal_roles* roles) {
  struct search search = {sample, asked, roles, NULL, layout->n_fields, layout->has_header, 0};
  *roles = (struct cal_roles){.problem = CAL_PROBLEM_NONE};
  if (sample->n_rows == 0) {
    const bool quote = sample->quote_line > 0, wide = layout->n_fields > CAL_MOST_FIELDS;
    const enum cal_problem none = wide ? CAL_PROBLEM_WIDE : CAL_PROBLEM_EMPTY;
    fail(&search, quote ? CAL_PROBLEM_QUOTE : none, (int)sample->quote_line, 0);
    return;
  }
  for (int i = 0; i < sample->n_header; ++i) {
    if (sample->header[i].n > CAL_MOST_BYTES) fail(&search, CAL_PROBLEM_LONG, i + 1, 0);
  }
  if (roles->problem != CAL_PROBLEM_NONE) return;
  search.look = cal_scratch(host, search.n, sizeof *search.look);
  look_at_columns(host, &search, layout, words);
  give_named(&search, layout);
  for (int role = 0; layout->has_header && role < CAL_N_ROLES; ++role) {
    if (is_wanted(asked, (enum cal_role)role)) give_by_header(&search, (enum cal_role)role);
  }
  if (asked->truth) give_truth(&search);
  if (asked->score && !has(&search, CAL_ROLE_SCORE)) give_score(&search);
  const bool blanks = layout->separator == CAL_BLANKS && layout->has_header == layout->short_header;
  const int score = roles->column[CAL_ROLE_SCORE];
  if (blanks && score > 1 && !is_asked(asked, CAL_ROLE_SCORE) &&
      are_one_number(sample, score - 2)) {
    fail(&search, CAL_PROBLEM_TWO_SCORES, score - 1, score);
  }
  if (asked->items == CAL_ITEMS_EXAMINED) {
    give_conclusion(&search);
  } else {
    if (asked->items != CAL_ITEMS_NONE) give_items(&search);
    settle_items(&search, layout);
  }
  if (roles->problem != CAL_PROBLEM_NONE && sample->quote_line > 0) {
    roles->problem = CAL_PROBLEM_QUOTE;
    roles->other[0] = (int)sample->quote_line;
  }
}
