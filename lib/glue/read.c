// Trials of files: texts are read one after the other, and their trials joined.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lender.h"
#include "said.h"

// Trials that the user holds, with their memory.
struct kept_trials {
  struct calibrant_trials trials;
  struct lender lender;
};

struct read_part {
  struct cal_scores scores;
  struct cal_scores_text* text;
};

struct read_task {
  const char* words;
  ptrdiff_t n_words;
  const struct calibrant_text* text;
  int n;
  const struct calibrant_asked* asked;
  struct calibrant_trials* trials;
  struct calibrant_error* error;
  enum calibrant_status status;
  struct said said;
  struct cal_words known;
  struct read_part* part;
  int n_parts;
};

static struct cal_field field_of(const char* text) {
  return (struct cal_field){text ? text : "", text ? (ptrdiff_t)strlen(text) : 0};
}

static struct cal_fields fields_of(struct cal_host* host, struct calibrant_names names) {
  struct cal_field* field = cal_scratch(host, names.n, sizeof *field);
  for (ptrdiff_t i = 0; i < names.n; ++i) field[i] = field_of(names.at[i]);
  return (struct cal_fields){field, (int)names.n};
}

static bool refuse(struct read_task* task, enum calibrant_status status, const char* words) {
  task->status = fail(task->error, status, "%s", words);
  return false;
}

static int role_of(const char* name) {
  for (int role = 0; role < CAL_ROLE_CONCLUSION; ++role) {
    if (strcmp(cal_role_name((enum cal_role)role).at, name) == 0) return role;
  }
  return -1;
}

static bool read_roles(struct cal_host* host, struct read_task* task,
                       struct cal_scores_asked* asked) {
  const struct calibrant_names roles = task->asked->roles;
  int* role = cal_scratch(host, roles.n, sizeof *role);
  asked->role = role;
  unsigned seen = 0;
  for (ptrdiff_t i = 0; i < roles.n; ++i) {
    role[i] = role_of(roles.at[i]);
    const unsigned bit = role[i] < 0 ? 0 : cal_role_bit((enum cal_role)role[i]);
    if (role[i] < 0 || (role[i] != CAL_ROLE_SCORE && (seen & bit))) {
      return refuse(
          task, CALIBRANT_INPUT,
          "`columns` must say which column is which, each once, by the names score, truth, "
          "claimed, real, source1, source2, id, system, side, group and weight.");
    }
    seen |= bit;
  }
  return true;
}

static struct cal_field joined(struct cal_host* host, struct cal_field a, struct cal_field b) {
  if (a.n == 0 || b.n == 0) return a.n == 0 ? b : a;
  char* room = cal_scratch(host, a.n + b.n + 1, 1);
  memcpy(room, a.at, (size_t)a.n);
  room[a.n] = ' ';
  memcpy(room + a.n + 1, b.at, (size_t)b.n);
  return (struct cal_field){room, a.n + b.n + 1};
}

// Reads n texts that belong together. `system` is the column of scores, if there are several.
static bool read_part(struct cal_host* host, struct read_task* task,
                      const struct cal_scores_asked* asked, int from, int n,
                      struct cal_field system) {
  struct read_part* part = &task->part[task->n_parts++];
  const char** name = cal_scratch(host, n, sizeof *name);
  part->text = cal_scratch(host, n, sizeof *part->text);
  for (int k = 0; k < n; ++k) {
    const struct calibrant_text* text = &task->text[from + k];
    const bool is_key = asked->files == CAL_FILES_KEYED && k == 0;
    part->text[k].text = (struct cal_field){text->bytes, text->n};
    part->text[k].system = is_key ? field_of("") : joined(host, field_of(text->system), system);
    name[k] = text->name;
  }
  cal_read_scores(host, &task->known, asked, part->text, n, &part->scores);
  const struct read_files files = {asked, part->text, name, n};
  const struct cal_labels* labels = &part->text[0].labels;
  struct said said = {.host = host};
  if (part->scores.problem != CAL_PROBLEM_NONE) {
    const enum calibrant_status status = say_problem(&said, &files, &part->scores);
    return refuse(task, status, said.text);
  }
  if (!labels->settled) {
    say(&said, "`h1` must say which label of the trials is H1. The labels are \"%.*s\"",
        (int)labels->label[0].n, labels->label[0].at);
    if (labels->n > 1) {
      say(&said, " and \"%.*s\"", (int)labels->label[1].n, labels->label[1].at);
    }
    say(&said, ".");
    return refuse(task, CALIBRANT_INPUT, said.text);
  }
  say_reading(&task->said, &files, &part->scores);
  return true;
}

// The columns without scores, and one of them.
static struct cal_scores_asked with_one_score(struct cal_host* host,
                                              const struct cal_scores_asked* all, int score) {
  struct cal_scores_asked one = *all;
  struct cal_field* name = cal_scratch(host, all->column.n, sizeof *name);
  int* role = cal_scratch(host, all->column.n, sizeof *role);
  one.column = (struct cal_fields){name, 0};
  one.role = role;
  for (int i = 0; i < all->column.n; ++i) {
    if (all->role[i] == CAL_ROLE_SCORE && i != score) continue;
    name[one.column.n] = all->column.at[i];
    role[one.column.n++] = all->role[i];
  }
  return one;
}

static bool read_parts(struct cal_host* host, struct read_task* task,
                       const struct cal_scores_asked* asked) {
  int n_scores = 0;
  for (int i = 0; i < asked->column.n; ++i) n_scores += asked->role[i] == CAL_ROLE_SCORE;
  const bool apart = asked->files == CAL_FILES_LABELLED;
  const int n_parts = (n_scores > 1 ? n_scores : 1) * (apart ? task->n : 1);
  task->part = cal_scratch(host, n_parts, sizeof *task->part);
  for (int i = 0; i < (n_scores > 1 ? asked->column.n : 1); ++i) {
    if (n_scores > 1 && asked->role[i] != CAL_ROLE_SCORE) continue;
    const struct cal_scores_asked one = n_scores > 1 ? with_one_score(host, asked, i) : *asked;
    const struct cal_field system = n_scores > 1 ? asked->column.at[i] : field_of("");
    for (int k = 0; k < (apart ? task->n : 1); ++k) {
      if (!read_part(host, task, &one, k, apart ? 1 : task->n, system)) return false;
    }
  }
  return true;
}

static struct calibrant_names add_names(struct cal_host* host, const struct read_task* task,
                                        bool systems) {
  ptrdiff_t n = 0;
  for (int k = 0; k < task->n_parts; ++k) {
    const struct cal_scores* scores = &task->part[k].scores;
    n += systems ? scores->systems.n : scores->names.n;
  }
  const char** at = cal_scratch(host, n, sizeof *at);
  struct calibrant_names names = {at, 0};
  for (int k = 0; k < task->n_parts; ++k) {
    const struct cal_scores* scores = &task->part[k].scores;
    const struct cal_names* from = systems ? &scores->systems : &scores->names;
    for (ptrdiff_t i = 0; i < from->n; ++i) {
      char* copy = cal_scratch(host, from->name[i].n + 1, 1);
      if (from->name[i].n > 0) memcpy(copy, from->name[i].at, (size_t)from->name[i].n);
      copy[from->name[i].n] = 0;
      at[names.n++] = copy;
    }
  }
  return names;
}

enum { N_CODES = 4 };

static void codes_of(const struct cal_scores* scores, const int* codes[N_CODES]) {
  const int* all[N_CODES] = {scores->source1, scores->source2, scores->id, scores->system};
  memcpy(codes, all, sizeof all);
}

// Fields that all parts have.
static void new_codes(struct cal_host* host, const struct read_task* task, ptrdiff_t n,
                      int* codes[N_CODES]) {
  for (int f = 0; f < N_CODES; ++f) {
    bool all = true;
    for (int k = 0; k < task->n_parts; ++k) {
      const int* own[N_CODES];
      codes_of(&task->part[k].scores, own);
      all &= own[f] != NULL;
    }
    codes[f] = all ? cal_scratch(host, n, sizeof(int)) : NULL;
  }
}

// Trials of all parts, filled in one by one. `lost` counts the incomplete ones, of H2 and of H1;
// `first` is the position of the first of these, from 1.
struct joined {
  double *value, *weight;
  int *truth, *codes[N_CODES];
  ptrdiff_t n, first, lost[2];
};

static void add_part(struct joined* joined, const struct cal_scores* scores, int n_names,
                     int n_systems) {
  const int* from[N_CODES];
  codes_of(scores, from);
  for (ptrdiff_t i = 0; i < scores->n; ++i) {
    const ptrdiff_t at = joined->n;
    if (isnan(scores->value[i])) {
      if (joined->first == 0) joined->first = at + 1;
      ++joined->lost[scores->truth[i]];
      continue;
    }
    joined->value[at] = scores->value[i];
    joined->truth[at] = scores->truth[i];
    if (joined->weight) joined->weight[at] = scores->weight[i];
    for (int f = 0; f < N_CODES; ++f) {
      const int before = f == N_CODES - 1 ? n_systems : n_names;
      if (joined->codes[f]) joined->codes[f][at] = from[f][i] - 1 + before;
    }
    ++joined->n;
  }
}

static struct joined join_parts(struct cal_host* host, const struct read_task* task) {
  ptrdiff_t n = 0, n_names = 0, n_systems = 0;
  bool weighted = true;
  for (int k = 0; k < task->n_parts; ++k) n += task->part[k].scores.n;
  for (int k = 0; k < task->n_parts; ++k) weighted &= task->part[k].scores.weight != NULL;
  struct joined joined = {.value = cal_scratch_doubles(host, n),
                          .weight = weighted ? cal_scratch_doubles(host, n) : NULL,
                          .truth = cal_scratch(host, n, sizeof(int))};
  new_codes(host, task, n, joined.codes);
  for (int k = 0; k < task->n_parts; ++k) {
    const struct cal_scores* scores = &task->part[k].scores;
    add_part(&joined, scores, (int)n_names, (int)n_systems);
    n_names += scores->names.n;
    n_systems += scores->systems.n;
  }
  return joined;
}

// The words of the user for a hypothesis, or the labels of the first text.
static const char* label_of(struct cal_host* host, const struct read_task* task, int side) {
  const struct calibrant_names asked = side ? task->asked->h1 : task->asked->h2;
  const struct cal_labels* labels = &task->part[0].text[0].labels;
  struct said said = {.host = host};
  if (task->asked->h1.n + task->asked->h2.n == 0) return NULL;
  for (ptrdiff_t i = 0; i < asked.n; ++i) say(&said, "%s%s", i > 0 ? ", " : "", asked.at[i]);
  for (ptrdiff_t i = 0; asked.n == 0 && i < labels->n; ++i) {
    if (labels->side[i] != side) continue;
    say(&said, "%s%.*s", said.n > 0 ? ", " : "", (int)labels->label[i].n, labels->label[i].at);
  }
  return said.text;
}

// Trials without a score are refused, or left out and counted.
static bool check_missing(struct cal_host* host, struct read_task* task, const struct joined* all) {
  const ptrdiff_t n = all->lost[0] + all->lost[1];
  struct said said = {.host = host};
  if (n == 0) return true;
  if (!task->asked->drop_missing) {
    say(&said,
        "Scores must not be missing: %td of %td are, the first at position %td. "
        "na = \"drop\" leaves such trials out, and counts them.",
        n, n + all->n, all->first);
    return refuse(task, CALIBRANT_INPUT, said.text);
  }
  say(&task->said, "%td %s without a score or a name left out (H1 %td, H2 %td).\n",
      COUNTED(n, "trial", "trials"), all->lost[1], all->lost[0]);
  return true;
}

static void read_texts(struct cal_host* host, void* data) {
  struct read_task* task = data;
  const struct calibrant_asked* from = task->asked;
  const enum cal_files files[] = {CAL_FILES_LABELLED, CAL_FILES_KEYED, CAL_FILES_TWO};
  struct cal_scores_asked asked = {
      .files = files[from->files],
      .column = fields_of(host, from->columns),
      .labels = {fields_of(host, from->h1), fields_of(host, from->h2), from->drop_others != 0},
      .may_lose = from->drop_missing != 0,
      .decimal = from->decimal,
      .separator = -1};
  task->said = (struct said){.host = host};
  cal_words_begin(host, &task->known, task->words, task->n_words);
  if (!read_roles(host, task, &asked) || !read_parts(host, task, &asked)) return;
  const struct joined all = join_parts(host, task);
  if (!check_missing(host, task, &all)) return;
  *task->trials = (struct calibrant_trials){.n = all.n,
                                            .value = all.value,
                                            .weight = all.weight,
                                            .truth = all.truth,
                                            .source1 = all.codes[0],
                                            .source2 = all.codes[1],
                                            .id = all.codes[2],
                                            .system = all.codes[3],
                                            .names = add_names(host, task, false),
                                            .systems = add_names(host, task, true),
                                            .h1 = label_of(host, task, 1),
                                            .h2 = label_of(host, task, 0),
                                            .said = task->said.text};
}

enum calibrant_status calibrant_read_scores(const char* words, ptrdiff_t n_words,
                                            const struct calibrant_text* text, ptrdiff_t n,
                                            const struct calibrant_asked* asked,
                                            struct calibrant_trials** trials,
                                            struct calibrant_error* error) {
  const int least = asked->files == CALIBRANT_LABELLED ? 1 : 2;
  *trials = NULL;
  if ((int)asked->files < CALIBRANT_LABELLED || asked->files > CALIBRANT_GENUINE_IMPOSTOR ||
      n < least || n > 100000 || (asked->files == CALIBRANT_GENUINE_IMPOSTOR && n != 2) ||
      asked->columns.n != asked->roles.n ||
      (asked->decimal != 0 && asked->decimal != ',' && asked->decimal != '.')) {
    return fail(error, CALIBRANT_INPUT,
                "The texts or what is asked of them are not as they must be.");
  }
  struct kept_trials* kept = calloc(1, sizeof *kept);
  if (!kept) return fail(error, CALIBRANT_MEMORY, "There is no memory left.");
  struct read_task task = {.words = words,
                           .n_words = n_words,
                           .text = text,
                           .n = (int)n,
                           .asked = asked,
                           .trials = &kept->trials,
                           .error = error};
  if (!run_kept_job(read_texts, &task, &kept->lender)) {
    task.status = fail(error, CALIBRANT_MEMORY, "There is no memory left.");
  }
  if (task.status == CALIBRANT_OK) {
    *trials = &kept->trials;
  } else {
    calibrant_trials_free(&kept->trials);
  }
  return task.status;
}

void calibrant_trials_free(struct calibrant_trials* trials) {
  if (!trials) return;
  struct kept_trials* kept = (struct kept_trials*)(void*)trials;
  take_back(&kept->lender);
  free(kept);
}
