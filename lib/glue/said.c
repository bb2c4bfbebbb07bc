// Messages about files, with the words of R.
#include "said.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void say(struct said* said, const char* format, ...) {
  va_list parts, again;
  va_start(parts, format);
  va_copy(again, parts);
  const int more = vsnprintf(NULL, 0, format, parts);
  if (more > 0) {
    if (said->n + more + 1 > said->room) {
      char* text = cal_scratch(said->host, 2 * (said->room + more + 1), 1);
      said->room = 2 * (said->room + more + 1);
      if (said->n > 0) memcpy(text, said->text, (size_t)said->n);
      said->text = text;
    }
    vsnprintf(said->text + said->n, (size_t)(said->room - said->n), format, again);
    said->n += more;
  }
  va_end(again);
  va_end(parts);
}

enum { LONGEST = 200, MOST_SHOWN = 10 };

static void say_field(struct said* said, struct cal_field field) {
  const int n = field.n < LONGEST ? (int)field.n : LONGEST;
  say(said, "\"%.*s\"", n, n > 0 ? field.at : "");
}

static void say_fields(struct said* said, const struct cal_field* field, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n && i < MOST_SHOWN; ++i) {
    if (i > 0) say(said, ", ");
    say_field(said, field[i]);
  }
  if (n > MOST_SHOWN) say(said, " and %td more", n - MOST_SHOWN);
}

static void say_file(struct said* said, const struct read_files* files, int k) {
  say(said, files->name[k] ? "\"%s\"" : "the text", files->name[k]);
}

static bool is_keyed(const struct read_files* files) {
  return files->asked->files == CAL_FILES_KEYED;
}

// A column by its number, and its name if it has one.
static void say_column(struct said* said, const struct cal_scores_text* text, int column) {
  const int at = column - 1 - text->layout.short_header;
  const bool named = text->layout.has_header && at >= 0 && at < text->sample.n_header &&
                     text->sample.header[at].n > 0;
  say(said, "%d", column);
  if (!named) return;
  const struct cal_field name = text->sample.header[at];
  say(said, " (%.*s)", name.n < LONGEST ? (int)name.n : LONGEST, name.at);
}

static void say_taken(struct said* said, const struct read_files* files, int k) {
  const struct cal_scores_text* text = &files->text[k];
  const int* column = text->roles.column;
  const bool claims = column[CAL_ROLE_CLAIMED] > 0 && column[CAL_ROLE_REAL] > 0;
  say_file(said, files, k);
  const char* joint = ": ";
  for (int role = 0; role < CAL_N_ROLES; ++role) {
    if (column[role] == 0 || role == CAL_ROLE_REAL) continue;
    if (role == CAL_ROLE_CLAIMED && (claims || column[CAL_ROLE_TRUTH] > 0)) continue;
    say(said, "%s%s: column ", joint, cal_role_name((enum cal_role)role).at);
    say_column(said, text, column[role]);
    joint = "; ";
  }
  if (claims && column[CAL_ROLE_TRUTH] == 0) {
    say(said, "%struth: column %d equals column %d", joint, column[CAL_ROLE_CLAIMED],
        column[CAL_ROLE_REAL]);
  }
  if (text->table.decimal == ',') say(said, "; decimal commas");
  if (text->layout.short_header) say(said, "; the first column names rows");
  const ptrdiff_t n = text->table.n_comments;
  if (n > 0) say(said, "; %td %s of comments skipped", COUNTED(n, "line", "lines"));
}

void say_reading(struct said* said, const struct read_files* files,
                 const struct cal_scores* scores) {
  const struct cal_labels* labels = &files->text[0].labels;
  const ptrdiff_t n = files->text[0].n_dropped, lost = scores->n_lost[0] + scores->n_lost[1];
  if (n > 0) {
    say(said, "%td %s left out because of %s label", COUNTED(n, "trial", "trials"),
        n == 1 ? "its" : "their");
    for (ptrdiff_t i = 0, shown = 0; i < labels->n; ++i) {
      if (labels->side[i] >= 0 || shown == MOST_SHOWN) continue;
      say(said, shown++ > 0 ? ", " : " ");
      say_field(said, labels->label[i]);
    }
    say(said, ".\n");
  }
  for (int k = 0; k < files->n; ++k) {
    const ptrdiff_t extra = files->text[k].n_extra;
    if (extra == 0) continue;
    say(said, "%td %s of trials that the key does not name left out of ",
        COUNTED(extra, "score", "scores"));
    say_file(said, files, k);
    say(said, ".\n");
  }
  if (lost > 0) {
    say(said, "%td key %s without a score left out (H1 %td, H2 %td).\n",
        COUNTED(lost, "trial", "trials"), scores->n_lost[1], scores->n_lost[0]);
  }
  const bool keyed = is_keyed(files);
  for (int k = 0; k < files->n; ++k) {
    say_taken(said, files, (k + keyed) % files->n);
    say(said, k + 1 < files->n ? ". " : ".\n");
  }
}

// The line of this number.
static struct cal_field line_of(struct cal_field text, ptrdiff_t number) {
  const char *at = text.at, *end = text.at + text.n;
  for (ptrdiff_t line = 1; at < end && line < number; ++at) {
    if (*at == '\r' && at + 1 < end && at[1] == '\n') ++at;
    line += *at == '\n' || *at == '\r';
  }
  const char* to = at;
  while (to < end && *to != '\n' && *to != '\r') ++to;
  return (struct cal_field){at, to - at};
}

static const char long_rule[] = "A name or a label must have at most 10 000 bytes.";
static const char quote_rule[] = "A quote must open and close a field on one line.";

static const char* layout_rule(enum cal_problem problem, bool truth) {
  switch (problem) {
    case CAL_PROBLEM_EMPTY:
      return "The file must have a line with trials.";
    case CAL_PROBLEM_WIDE:
      return "A line must have at most 8 192 fields.";
    case CAL_PROBLEM_LONG:
      return long_rule;
    case CAL_PROBLEM_NO_COLUMN:
      return "The columns that `columns` names must exist.";
    case CAL_PROBLEM_TWO_SCORES:
      return "It must be clear which column has the scores.";
    case CAL_PROBLEM_TWO_TRUTHS:
      return "It must be clear which column says which trials are targets.";
    case CAL_PROBLEM_NO_ITEMS:
      return "A line must hold the two items of a trial, and its score or whether it is a target.";
    default:
      return truth ? "A line must hold the score of a trial and whether it is a target."
                   : "A line must hold a score.";
  }
}

// Hint on a file of scores without a truth.
static void say_no_truth(struct said* said, const struct cal_scores_text* text) {
  if (text->roles.problem != CAL_PROBLEM_NO_TRUTH || text->layout.has_header ||
      !text->asked.truth) {
    return;
  }
  say(said,
      " Without `key`, the file of scores must say which trials are targets, by words such as "
      "\"target\" and \"nontarget\"; `h1` is another word for a target");
  if (text->asked.h1.n > 0) {
    say(said, ", and ");
    say_fields(said, text->asked.h1.at, text->asked.h1.n);
    say(said, " is not there");
  }
  say(said, ".");
}

// The columns or the first line.
static void say_shown(struct said* said, const struct read_files* files, int k) {
  const struct cal_scores_text* text = &files->text[k];
  const bool header = text->layout.has_header;
  say(said, header ? " The columns of " : " The first line of ");
  say_file(said, files, k);
  say(said, header ? " are " : " is ");
  if (header) {
    say_fields(said, text->sample.header, text->sample.n_header);
  } else {
    say_field(said, line_of(text->text, 1));
  }
  say(said, ".");
}

static void say_stray_quote(struct said* said, const struct read_files* files, int k, int line) {
  say(said, "%s Line %d of ", quote_rule, line);
  say_file(said, files, k);
  say(said, " is ");
  say_field(said, line_of(files->text[k].text, line));
  say(said, ".");
}

static void say_layout(struct said* said, const struct read_files* files, int k) {
  const struct cal_scores_text* text = &files->text[k];
  const enum cal_problem problem = text->roles.problem;
  const int at = text->roles.other[0];
  if (problem == CAL_PROBLEM_QUOTE) {
    say_stray_quote(said, files, k, at);
    return;
  }
  say(said, "%s", layout_rule(problem, text->asked.truth));
  if (problem == CAL_PROBLEM_NO_COLUMN) {
    const struct cal_scores_asked* asked = files->asked;
    say(said, " There is no column ");
    say_field(said, asked->column.at[at]);
    say(said, " for %s.", cal_role_name((enum cal_role)asked->role[at]).at);
  }
  if (problem == CAL_PROBLEM_TWO_SCORES || problem == CAL_PROBLEM_TWO_TRUTHS) {
    say(said, " It may be column ");
    say_column(said, text, at);
    say(said, " or ");
    say_column(said, text, text->roles.other[1]);
    say(said, ".");
  }
  say_shown(said, files, k);
  if (problem == CAL_PROBLEM_WIDE) say(said, " It has %d.", text->layout.n_fields);
  say_no_truth(said, text);
  if (problem == CAL_PROBLEM_EMPTY) return;
  say(said,
      " Say which column is which, by names or numbers: columns = {\"score\": 3, \"truth\": "
      "\"label\"}.");
}

static bool begins_with(struct cal_field field, const char* text) {
  const ptrdiff_t n = (ptrdiff_t)strlen(text);
  return field.n >= n && memcmp(field.at, text, (size_t)n) == 0;
}

static bool holds(struct cal_field field, const char* word) {
  const ptrdiff_t n = (ptrdiff_t)strlen(word);
  for (ptrdiff_t i = 0; i + n <= field.n; ++i) {
    if (cal_is_word((struct cal_field){field.at + i, n}, word, n)) return true;
  }
  return false;
}

// Hints on text that users write for numbers.
static const char* strange_hint(struct cal_field field) {
  const char* limits[] = {"<", ">", "~", "\xe2\x89\xa4", "\xe2\x89\xa5"};
  for (int i = 0; i < 5; ++i) {
    if (!begins_with(field, limits[i])) continue;
    return " Write a limit as its number, 1e-10 for \"<1e-10\". Without such trials the results "
           "would be biased.";
  }
  if (holds(field, "exclu") || holds(field, "elimin")) {
    return " An exclusion is an LR of 0: write 0, or -Inf for its logarithm. It is not missing.";
  }
  if (begins_with(field, "#")) {
    return " A formula of the spreadsheet has failed: correct it, or write NA for no result.";
  }
  const char last = field.n > 0 ? field.at[field.n - 1] : 0;
  if (last == '%') return " Write per cent as a share: 0.5 for 50 %.";
  ptrdiff_t whole = 0;
  while (whole < field.n && strchr("0123456789", field.at[whole])) ++whole;
  if (whole > 0 && whole + 1 < field.n && field.at[whole] == '/' &&
      strchr("0123456789", field.at[whole + 1])) {
    return " Write a ratio as one number: 0.5 for 1/2.";
  }
  ptrdiff_t digits = 0;
  while (digits < field.n && strchr("+-0123456789.,", field.at[digits])) ++digits;
  const bool exponent = digits > 0 && digits < field.n && strchr("eE", field.at[digits]);
  const bool cut = exponent && (digits + 1 == field.n ||
                                (digits + 2 == field.n && strchr("+-", field.at[digits + 1])));
  return cut ? " It is cut short." : "";
}

static const char* table_rule(enum cal_problem problem) {
  switch (problem) {
    case CAL_PROBLEM_QUOTE:
      return quote_rule;
    case CAL_PROBLEM_SHORT_HEADER:
      return "If the header is one field short, the first column must have unique names of rows.";
    case CAL_PROBLEM_NO_NAME:
      return "Every trial must name its system and its items: an empty field names nothing.";
    case CAL_PROBLEM_NUMBER:
      return "The scores must be numbers.";
    case CAL_PROBLEM_LONG:
      return long_rule;
    case CAL_PROBLEM_BEYOND:
      return "Numbers must not be too large or too small for a computer.";
    default:
      return "It must be clear which mark is the decimal mark.";
  }
}

// The number without its thousands marks, and with a decimal point.
static void say_two_readings(struct said* said, struct cal_field field) {
  say(said, " Is it ");
  for (ptrdiff_t i = 0; i < field.n; ++i) {
    if (field.at[i] != ',' && field.at[i] != '.') say(said, "%c", field.at[i]);
  }
  say(said, " or ");
  for (ptrdiff_t i = 0; i < field.n; ++i) {
    say(said, "%c", field.at[i] == ',' ? '.' : field.at[i]);
  }
  say(said, "? dec = \",\" or dec = \".\" says which mark is the decimal one.");
}

static void say_table(struct said* said, const struct read_files* files, int k) {
  const struct cal_scores_text* text = &files->text[k];
  const struct cal_table* table = &text->table;
  const struct cal_field found = table->at.field;
  if (table->problem == CAL_PROBLEM_FIELDS) {
    say(said, "The lines of a file must all have the same columns, here %d.",
        text->layout.n_fields);
  } else {
    say(said, "%s", table_rule(table->problem));
  }
  say(said, " Line %td of ", table->at.line);
  say_file(said, files, k);
  say(said, " has ");
  say_field(said, found);
  if (table->problem == CAL_PROBLEM_TWO_MARKS) {
    say(said, ", line %td ", table->other.line);
    say_field(said, table->other.field);
  }
  say(said, ".");
  const char* end = text->text.at + text->text.n;
  if (table->problem == CAL_PROBLEM_FIELDS && found.n > 0 && found.at + found.n == end) {
    say(said, " The file is truncated within its last line.");
  }
  if (table->problem == CAL_PROBLEM_NUMBER) {
    const char* hint = strange_hint(found);
    say(said, "%s", *hint == 0 && is_keyed(files) ? " Are scores and key exchanged?" : hint);
  }
  if (table->problem == CAL_PROBLEM_NO_NAME) {
    say(said, " na = \"drop\" leaves such trials out, and counts them.");
  }
  if (table->problem == CAL_PROBLEM_SHORT_HEADER) {
    say(said, " Give the names of rows a header too; numbers with decimal commas stand in quotes.");
  }
  if (table->problem == CAL_PROBLEM_BEYOND) {
    say(said, " Write its logarithm, and say so in `scale`.");
  }
  if (table->problem == CAL_PROBLEM_MARKS) say_two_readings(said, found);
}

static void say_labels(struct said* said, const struct read_files* files, int k) {
  const struct cal_labels* labels = &files->text[k].labels;
  const struct cal_labels_asked* asked = &files->asked->labels;
  if (labels->problem == CAL_PROBLEM_MANY_LABELS) {
    say(said, "Trials must have two labels, one for each hypothesis. They have %td: ", labels->n);
    say_fields(said, labels->label, labels->n);
    say(said,
        ". Name the two in `h1` and `h2`, each as one word or several; others = \"drop\" leaves "
        "out the rest.");
  } else if (labels->problem == CAL_PROBLEM_LOST_LABEL) {
    say(said, "`h1` and `h2` must be labels of the trials: ");
    say_fields(said, labels->label, labels->n);
    say(said, ". ");
    say_field(said, labels->at < asked->h1.n ? asked->h1.at[labels->at]
                                             : asked->h2.at[labels->at - asked->h1.n]);
    say(said, " is not one of them.");
  } else {
    say(said, "The truth must be given by words such as \"target\" and \"nontarget\". ");
    say_field(said, labels->label[labels->at]);
    say(said, " is not such a word. `h1` says which word stands for H1.");
  }
}

static void say_trial(struct said* said, const struct read_files* files,
                      const struct cal_scores* scores) {
  const struct cal_field* name = scores->names.name;
  const bool keyed = is_keyed(files);
  say(said, scores->problem == CAL_PROBLEM_CONTRARY ? "Every trial must have one truth."
            : scores->problem == CAL_PROBLEM_TWO_VALUES && !keyed
                ? "A system must give one score per trial."
                : "Every trial of the key must have one score.");
  say(said, scores->second > 0 ? " Model " : " Trial ");
  say_field(said, name[scores->first - 1]);
  if (scores->second > 0) say(said, " with segment ");
  if (scores->second > 0) say_field(said, name[scores->second - 1]);
  say(said, scores->problem == CAL_PROBLEM_UNSCORED     ? " has no score."
            : scores->problem == CAL_PROBLEM_TWO_VALUES ? " has two different scores."
                                                        : " is named both as a target and as a "
                                                          "nontarget.");
  if (scores->strangers) say(said, " No model name occurs in both the scores and the key.");
  if (scores->problem == CAL_PROBLEM_UNSCORED && !scores->all_lost) {
    say(said, " na = \"drop\" leaves such trials out, and counts them.");
  }
  if (scores->problem == CAL_PROBLEM_TWO_VALUES && !keyed) {
    say(said,
        " If the table has several systems, name their column: columns = {\"system\": ...}. If "
        "items are compared more than once, name them as source1 and source2.");
  }
}

enum calibrant_status say_problem(struct said* said, const struct read_files* files,
                                  const struct cal_scores* scores) {
  const int k = scores->at_text;
  if (k < 0) {
    say_trial(said, files, scores);
    return CALIBRANT_INPUT;
  }
  const struct cal_scores_text* text = &files->text[k];
  if (scores->problem == CAL_PROBLEM_SYSTEMS) {
    say(said,
        "A set must have at most %d systems. There are %td. Items of trials belong in source1 "
        "and source2.",
        CAL_MOST_SYSTEMS, scores->systems.n);
    return CALIBRANT_INPUT;
  }
  if (text->labels.problem != CAL_PROBLEM_NONE) {
    say_labels(said, files, k);
    return CALIBRANT_INPUT;
  }
  if (text->roles.problem != CAL_PROBLEM_NONE) {
    say_layout(said, files, k);
  } else {
    say_table(said, files, k);
  }
  return CALIBRANT_FILE;
}
