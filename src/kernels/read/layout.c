// Layout of a text: every separator is tried, that with the most understood fields wins, and the
// first row is tested for a header.
#include "kernels/read/layout.h"

#include <string.h>

#include "kernels/read/number.h"

// Long texts are sampled in several stretches of lines.
enum { N_STRETCHES = 4, LONG_TEXT = 65536, MOST_CELLS = 64 };

static const unsigned label_bits = 1u << CAL_WORD_H1 | 1u << CAL_WORD_H2;

static bool is_number(struct cal_field field) {
  double value;
  enum cal_marks marks;
  return cal_read_number(field, '.', &value, &marks) != CAL_NUMBER_NONE;
}

static bool is_sign(char c) { return c == '-' || c == '+'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// The rows of the sample, one by one: the first rows of a text, then some rows further on.
struct walk {
  struct cal_rows rows;
  const char* text;
  ptrdiff_t n, quote_line;
  int n_seen;
};

static struct walk begin_walk(const char* text, ptrdiff_t n, char separator, char comment) {
  return (struct walk){cal_rows_begin(text, n, separator, comment), text, n, 0, 0};
}

static void jump(struct walk* walk, int stretch) {
  const char* at = walk->text + walk->n / N_STRETCHES * stretch;
  if (at <= walk->rows.at) return;
  while (at < walk->rows.end && !is_line_end(*at)) ++at;
  walk->rows.at = at;
}

// The number of fields in the next row, or 0 after the last.
static int next_row(struct walk* walk, struct cal_field* field, int room) {
  const int length = CAL_SAMPLE_ROWS / N_STRETCHES;
  int found;
  for (;;) {
    if (walk->n_seen == CAL_SAMPLE_ROWS) return 0;
    if (walk->n > LONG_TEXT && walk->n_seen > 0 && walk->n_seen % length == 0) {
      jump(walk, walk->n_seen / length);
    }
    switch (cal_next_row(&walk->rows, field, room, &found)) {
      case CAL_ROW_NONE:
        return 0;
      case CAL_ROW_EMPTY:
        break;
      case CAL_ROW_READ:
        ++walk->n_seen;
        return found;
      case CAL_ROW_QUOTE:
        if (walk->quote_line == 0) walk->quote_line = walk->rows.line;
        while (walk->rows.at < walk->rows.end && !is_line_end(*walk->rows.at)) ++walk->rows.at;
    }
  }
}

// A mark that begins some lines, but not most of them; a doubled semicolon.
static char find_comment(const char* text, ptrdiff_t n) {
  const char marks[] = {'#', '%', ';'};
  for (int i = 0; i < 3; ++i) {
    struct walk walk = begin_walk(text, n, '\n', 0);
    struct cal_field line;
    int n_lines = 0, n_comments = 0;
    while (next_row(&walk, &line, 1) > 0) {
      const bool begins = line.n > 0 && *line.at == marks[i];
      const bool doubled = begins && line.n > 1 && line.at[1] == ';';
      if (begins && marks[i] == ';' && !doubled) n_lines = -CAL_SAMPLE_ROWS;
      ++n_lines;
      n_comments += begins;
    }
    if (n_comments > 0 && 2 * n_comments <= n_lines) return marks[i];
  }
  return 0;
}

// `####`, as spreadsheets show a number in a column that is too narrow for it.
static bool is_narrow_cell(struct cal_field field, char separator) {
  ptrdiff_t n = 0;
  while (n < field.n && field.at[n] == '#') ++n;
  return (unsigned char)separator > CAL_WIDE_BLANKS && n == field.n;
}

// Do lines that begin with the mark, followed by no blank, have as many fields as rows?
static bool marks_rows(const char* text, ptrdiff_t n, char comment, char separator, int n_fields) {
  struct walk walk = begin_walk(text, n, separator, 0);
  struct cal_field first;
  for (int found; comment != 0 && (found = next_row(&walk, &first, 1)) > 0;) {
    const bool begins = first.n > 1 && *first.at == comment;
    if (!begins || found != n_fields || first.at[1] == ' ') continue;
    if (first.at[1] != comment || is_narrow_cell(first, separator)) return true;
  }
  return false;
}

// The rows, split by one separator. `understood` cells are numbers or labels; `flanked` is true if
// each comma stands between digits, as a decimal mark does.
struct attempt {
  char separator;
  int n_fields, n_first, n_rows, n_agree, understood;
  bool flanked;
  ptrdiff_t quote_line;
};

// The most frequent number; the first of several.
static int most_frequent(const int* count, int n) {
  int best = count[0], best_n = 0;
  for (int i = 0; i < n; ++i) {
    int same = 0;
    for (int k = 0; k < n; ++k) same += count[k] == count[i];
    if (same > best_n) {
      best = count[i];
      best_n = same;
    }
  }
  return best;
}

static bool is_understood(const struct cal_words* words, struct cal_field field) {
  return is_number(field) || (cal_word_roles(words, field) & label_bits) != 0;
}

static bool commas_flanked(const char* text, const char* end) {
  for (const char* at = text; at < end; ++at) {
    if (*at == ',' &&
        (at + 1 == end || !is_digit(at[1]) || at == text || (!is_digit(at[-1]) && at[-1] != '-'))) {
      return false;
    }
  }
  return true;
}

static struct attempt try_separator(const char* text, ptrdiff_t n, const struct cal_words* words,
                                    char separator, char comment) {
  struct attempt attempt = {.separator = separator, .flanked = true};
  struct cal_field field[MOST_CELLS];
  int count[CAL_SAMPLE_ROWS];
  struct walk walk = begin_walk(text, n, separator, comment);
  for (int found; (found = next_row(&walk, field, 0)) > 0;) count[attempt.n_rows++] = found;
  attempt.quote_line = walk.quote_line;
  if (attempt.n_rows == 0) return attempt;
  attempt.n_first = count[0];
  attempt.n_fields = most_frequent(count, attempt.n_rows);
  walk = begin_walk(text, n, separator, comment);
  for (int i = 0; i < attempt.n_rows; ++i) {
    next_row(&walk, field, MOST_CELLS);
    if (count[i] != attempt.n_fields) continue;
    ++attempt.n_agree;
    const int n_cells = count[i] < MOST_CELLS ? count[i] : MOST_CELLS;
    for (int k = 0; k < n_cells; ++k) attempt.understood += is_understood(words, field[k]);
    const struct cal_field last = field[n_cells - 1];
    // The first row may be a header.
    const bool flanked = commas_flanked(field[0].at, last.at + last.n);
    attempt.flanked = attempt.flanked && (flanked || i == 0);
  }
  return attempt;
}

// Fit of the first row as a row or a header: 2, or 1 for a header one field short, otherwise 0.
static int header_rank(const struct attempt* attempt) {
  if (attempt->n_first == attempt->n_fields) return 2;
  return attempt->n_first == attempt->n_fields - 1;
}

// Is the attempt `a` better than `b`, the earlier attempt with another separator?
static bool is_better(const struct attempt* a, const struct attempt* b) {
  if (b->n_rows == 0 || a->n_rows == 0) return b->n_rows == 0;
  const int more[] = {(a->understood > 0) - (b->understood > 0), header_rank(a) - header_rank(b),
                      a->understood - b->understood, (a->n_fields > 1) - (b->n_fields > 1),
                      a->n_agree - b->n_agree};
  for (int i = 0; i < 5; ++i) {
    if (more[i] != 0) return more[i] > 0;
  }
  return false;
}

static const char* skip_digits(const char* at, const char* end) {
  while (at < end && is_digit(*at)) ++at;
  return at;
}

static const char* skip_sign(const char* at, const char* end) {
  return at < end && is_sign(*at) ? at + 1 : at;
}

static bool is_whole(struct cal_field field) {
  const char* end = field.at + field.n;
  return skip_digits(skip_sign(field.at, end), end) == end;
}

// Matches the text after a decimal mark: digits, and an exponent.
static bool is_fraction(struct cal_field field) {
  const char* end = field.at + field.n;
  const char* at = skip_digits(field.at, end);
  if (at < end && (*at == 'e' || *at == 'E')) at = skip_digits(skip_sign(at + 1, end), end);
  return at == end;
}

// Does the line hold a single number, such as `1.234,5` with separated thousands?
static bool is_one_number(struct cal_field first, struct cal_field last) {
  const struct cal_field line = {first.at, last.at + last.n - first.at};
  double value;
  enum cal_marks marks;
  return cal_read_number(line, ',', &value, &marks) == CAL_NUMBER;
}

// Pairs of which the second is a fraction of the first.
static bool is_decimal_comma(const char* text, ptrdiff_t n, char comment) {
  struct walk walk = begin_walk(text, n, ',', comment);
  struct cal_field field[2];
  for (int found; (found = next_row(&walk, field, 2)) > 0;) {
    const bool fraction = found != 2 || (is_whole(field[0]) && is_fraction(field[1]));
    if (!fraction && !is_one_number(field[0], field[1])) return false;
  }
  return true;
}

static struct attempt find_separator(const char* text, ptrdiff_t n, const struct cal_words* words,
                                     struct cal_layout_asked asked, char comment) {
  const char separators[] = {'\t', ';', '|', ',', CAL_BLANKS, CAL_WIDE_BLANKS};
  struct attempt best = {.n_rows = 0};
  const int told = asked.separator >= 0 ? asked.separator : cal_told_separator(text, n);
  if (told >= 0) return try_separator(text, n, words, (char)told, comment);
  for (int i = 0; i < 6; ++i) {
    const struct attempt next = try_separator(text, n, words, separators[i], comment);
    // Commas between digits do not separate fields if blanks separate some.
    const bool commas = best.separator == ',' && best.n_rows > 0;
    const bool decimal = commas && best.flanked && next.n_fields > 1 && next.understood > 0 &&
                         next.n_agree >= best.n_agree && header_rank(&next) > 0;
    const bool single = commas && asked.single && best.n_fields == 2 && next.n_fields == 1 &&
                        is_decimal_comma(text, n, comment);
    if (decimal || single || is_better(&next, &best)) best = next;
  }
  if (best.n_fields == 1) best.separator = CAL_BLANKS;
  return best;
}

// Does the cell occur in its column as well?
static bool repeats(const struct cal_sample* sample, int column, struct cal_field cell) {
  for (int row = 0; row < sample->n_rows && cell.n > 0; ++row) {
    const struct cal_field other = sample->cell[row * sample->n_fields + column];
    if (other.n == cell.n && memcmp(other.at, cell.at, (size_t)cell.n) == 0) return true;
  }
  return false;
}

// Do the texts differ in digits only, as m7 and m31 do?
static bool same_but_digits(struct cal_field a, struct cal_field b) {
  const char *x = a.at, *y = b.at, *x_end = a.at + a.n, *y_end = b.at + b.n;
  bool digits = false;
  while (x < x_end && y < y_end) {
    const bool both = is_digit(*x) && is_digit(*y);
    if (!both && *x != *y) return false;
    digits |= both;
    x = both ? skip_digits(x, x_end) : x + 1;
    y = both ? skip_digits(y, y_end) : y + 1;
  }
  return digits && x == x_end && y == y_end;
}

// Does the text have two digits, or one in a path? Few names of columns do.
static bool is_numbered(struct cal_field field) {
  int n_digits = 0;
  bool path = false;
  for (ptrdiff_t i = 0; i < field.n; ++i) {
    n_digits += is_digit(field.at[i]);
    path |= field.at[i] == '/' || field.at[i] == '\\';
  }
  return n_digits > (path ? 0 : 1);
}

// Does the cell have the form of the items below it, unlike any name of a column?
static bool is_item(const struct cal_sample* sample, int column, struct cal_field cell) {
  for (int row = 0; row < sample->n_rows && cell.n <= CAL_MOST_BYTES; ++row) {
    const struct cal_field other = sample->cell[row * sample->n_fields + column];
    if (other.n > CAL_MOST_BYTES || is_number(other)) continue;
    if (same_but_digits(cell, other) || (is_numbered(cell) && is_numbered(other))) return true;
  }
  return false;
}

// Is the cell a label above labels? Above two other labels, one of each hypothesis, it is the name
// of the column, such as `same person` above `yes` and `no`.
static bool is_label(const struct cal_sample* sample, const struct cal_words* words, int column,
                     struct cal_field cell) {
  if ((cal_word_roles(words, cell) & label_bits) == 0) return false;
  unsigned below = 0;
  for (int row = 0; row < sample->n_rows; ++row) {
    const struct cal_field other = sample->cell[row * sample->n_fields + column];
    below |= cal_word_roles(words, other) & label_bits;
  }
  return below != 0 && (below != label_bits || repeats(sample, column, cell));
}

struct tally {
  int n_numbers, n_others;
  unsigned marks;
};

static struct tally count_numbers(const struct cal_sample* sample, const struct cal_words* words,
                                  int column) {
  struct tally tally = {0, 0, 0};
  for (int row = 0; row < sample->n_rows; ++row) {
    const struct cal_field cell = sample->cell[row * sample->n_fields + column];
    double value;
    enum cal_marks marks;
    const bool number = cal_read_number(cell, '.', &value, &marks) != CAL_NUMBER_NONE;
    tally.n_numbers += number;
    tally.marks |= number ? (unsigned)marks : 0;
    tally.n_others +=
        !number && cell.n > 0 && !(cal_word_roles(words, cell) & cal_role_bit(CAL_WORD_MISSING));
  }
  return tally;
}

int cal_number_marks(const struct cal_sample* sample, const struct cal_words* words, int column) {
  const struct tally tally = count_numbers(sample, words, column);
  return tally.n_numbers > 0 && tally.n_others == 0 ? (int)tally.marks : -1;
}

// Does a label of the first row occur again, so that names such as `spk1` beside it may be items?
static bool has_label_again(const struct cal_sample* sample, const struct cal_words* words) {
  const int shift = sample->n_fields - sample->n_header;
  for (int i = 0; i < sample->n_header; ++i) {
    const bool label = (cal_word_roles(words, sample->header[i]) & label_bits) != 0;
    if (label && repeats(sample, i + shift, sample->header[i])) return true;
  }
  return false;
}

// Is the cell of the first row an item? A row that lost a field is not shifted.
static bool is_item_above(const struct cal_sample* sample, int at) {
  const int shift = sample->n_fields - sample->n_header;
  const struct cal_field cell = sample->header[at];
  return is_item(sample, at, cell) || (shift > 0 && is_item(sample, at + shift, cell));
}

// `repeated` names may be those of a trial, unless there are two or only one was requested.
static bool is_header_by_words(const struct cal_sample* sample, const struct cal_words* words,
                               struct cal_layout_asked asked, bool repeated) {
  const unsigned roles = cal_role_bit(CAL_N_ROLES) - 1;
  const bool items = has_label_again(sample, words);
  int n_sure = 0, n_known = 0;
  for (int i = 0; i < sample->n_header; ++i) {
    const struct cal_field cell = sample->header[i];
    const unsigned found = cal_word_roles(words, cell);
    const bool numbered = items && cell.n > 0 && is_digit(cell.at[cell.n - 1]);
    const bool item = numbered || is_item_above(sample, i);
    n_known += (found & roles) != 0;
    n_sure += (found & roles) != 0 && (found & label_bits) == 0 && !item;
    for (int k = 0; k < asked.n_names; ++k) n_sure += 2 * cal_same_word(cell, asked.name[k]);
  }
  return n_sure > 1 || (!repeated && (n_sure > 0 || n_known > 1));
}

// Bytes of the sign at the start of the text, such as < or U+2264; 0 for a letter or a digit.
static int sign_length(const char* at, const char* end) {
  const unsigned char c = (unsigned char)*at;
  const int n = c == 0xe2 ? 3 : c == 0xc2 ? 2 : 1;
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(*at);
  return letter || (c >= 0x80 && n == 1) || end - at < n ? 0 : n;
}

// A damaged number is not a name, nor is a limit such as <1e-10, or an error of a spreadsheet such
// as #DIV/0!.
static bool replaces_number(const struct cal_words* words, struct cal_field cell) {
  const char *at = cell.at, *end = cell.at + cell.n;
  for (int n = 1; n > 0 && at < end; at += n) n = sign_length(at, end);
  const bool number = at == end ? *cell.at != '#' : is_digit(*at);
  const bool failed = cell.n > 2 && *cell.at == '#' && (end[-1] == '!' || end[-1] == '?');
  const unsigned roles = cal_word_roles(words, cell);
  return number || failed || (roles & cal_role_bit(CAL_WORD_NO_NUMBER)) != 0;
}

static bool is_header(const struct cal_sample* sample, const struct cal_words* words,
                      struct cal_layout_asked asked) {
  const int shift = sample->n_fields - sample->n_header;
  if (sample->n_rows == 0 || (shift != 0 && shift != 1)) return false;
  if (asked.header) return true;
  bool above_numbers = false, repeated = false, label = false, damaged = false, score = false;
  bool item = false;
  for (int i = 0; i < sample->n_header; ++i) {
    const struct cal_field cell = sample->header[i];
    if (is_number(cell)) return false;
    const unsigned roles = cal_word_roles(words, cell);
    const bool missing = roles & (1u << CAL_WORD_MISSING);
    const struct tally below = count_numbers(sample, words, i + shift);
    const bool above = cell.n > 0 && !missing && below.n_numbers > below.n_others;
    above_numbers |= above;
    damaged |= above && replaces_number(words, cell);
    // A word for a score, above numbers, is neither an item nor a damaged score.
    score |= above && (roles & cal_role_bit(CAL_ROLE_SCORE)) != 0;
    repeated |= repeats(sample, i + shift, cell) || (shift > 0 && repeats(sample, i, cell));
    item |= is_item_above(sample, i);
    label |= is_label(sample, words, i + shift, cell);
  }
  return (above_numbers && !repeated && !item && !label && !damaged) || score ||
         is_header_by_words(sample, words, asked, repeated);
}

// Is the last column empty in every row, as it is with commas at the ends of lines?
static bool last_is_empty(const struct cal_sample* sample) {
  for (int row = 0; row < sample->n_rows; ++row) {
    if (sample->cell[(row + 1) * sample->n_fields - 1].n > 0) return false;
  }
  return true;
}

static void read_sample(struct cal_host* host, const char* text, ptrdiff_t n,
                        const struct attempt* attempt, char comment, struct cal_sample* sample) {
  const int width = attempt->n_fields, most = width > attempt->n_first ? width : attempt->n_first;
  struct cal_field* header = cal_scratch(host, most, sizeof *header);
  struct cal_field* cell =
      cal_scratch(host, (ptrdiff_t)attempt->n_rows * width + most, sizeof *cell);
  struct walk walk = begin_walk(text, n, attempt->separator, comment);
  sample->n_header = next_row(&walk, header, most);
  for (int found; (found = next_row(&walk, cell + sample->n_rows * width, width)) > 0;) {
    sample->n_rows += found == width;
  }
  sample->header = header;
  sample->cell = cell;
  sample->n_fields = width;
}

// The first row is a row of data.
static void add_first_row(struct cal_sample* sample) {
  struct cal_field* cell = (struct cal_field*)sample->cell;
  const size_t width = (size_t)sample->n_fields;
  if (sample->n_header == sample->n_fields) {
    memmove(cell + width, cell, (size_t)sample->n_rows * width * sizeof *cell);
    memcpy(cell, sample->header, width * sizeof *cell);
    ++sample->n_rows;
  }
  sample->n_header = 0;
}

void cal_find_layout(struct cal_host* host, const char* text, ptrdiff_t n,
                     const struct cal_words* words, struct cal_layout_asked asked,
                     struct cal_layout* layout, struct cal_sample* sample) {
  *layout = (struct cal_layout){.comment = find_comment(text, n)};
  *sample = (struct cal_sample){.n_rows = 0};
  struct attempt best = find_separator(text, n, words, asked, layout->comment);
  sample->quote_line = best.quote_line;
  if (best.n_rows == 0) return;
  if (marks_rows(text, n, layout->comment, best.separator, best.n_fields)) {
    layout->comment = 0;
    best = find_separator(text, n, words, asked, 0);
  }
  layout->separator = best.separator;
  layout->n_fields = best.n_fields;
  if (best.n_fields > CAL_MOST_FIELDS) return;
  read_sample(host, text, n, &best, layout->comment, sample);
  layout->has_header = is_header(sample, words, asked);
  layout->short_header =
      layout->has_header && sample->n_header < sample->n_fields && !last_is_empty(sample);
  if (!layout->has_header) add_first_row(sample);
}

struct cal_rows cal_rows_of(const struct cal_layout* layout, const char* text, ptrdiff_t n) {
  struct cal_rows rows = cal_rows_begin(text, n, layout->separator, layout->comment);
  int found;
  while (layout->has_header && cal_next_row(&rows, NULL, 0, &found) == CAL_ROW_EMPTY) continue;
  return rows;
}
