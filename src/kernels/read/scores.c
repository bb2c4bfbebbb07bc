// Trials of files that were read: the truth of their rows, and the scores that belong to a key.
#include "kernels/read/scores.h"

#include <math.h>
#include <string.h>

#include "kernels/read/match-pairs.h"
#include "kernels/read/score-files.h"

static void fail_pair(struct cal_score_reader* reader, enum cal_problem problem,
                      struct cal_pairs items, ptrdiff_t at) {
  if (!cal_score_reader_is_well(reader)) return;
  reader->out->problem = problem;
  reader->out->first = items.a[at];
  reader->out->second = items.b ? items.b[at] : 0;
}

static const int* codes_of(const struct cal_scores_text* text, enum cal_role role) {
  return text->column[role] ? text->column[role]->code : NULL;
}

// The side of each row, -1 if it is omitted.
static int* find_truth(struct cal_score_reader* reader, int k) {
  struct cal_scores_text* text = &reader->text[k];
  const ptrdiff_t n = text->table.n;
  int* truth = cal_score_reader_ints(reader, n);
  const int *claimed = codes_of(text, CAL_ROLE_CLAIMED), *real = codes_of(text, CAL_ROLE_REAL);
  const struct cal_column* column = text->column[CAL_ROLE_TRUTH];
  for (ptrdiff_t i = 0; !column && i < n; ++i) truth[i] = claimed[i] == real[i];
  if (!column) return truth;
  text->labels.label = column->names->name;
  text->labels.n = column->names->n;
  cal_settle_labels(reader->host, reader->words, &reader->asked->labels, &text->labels);
  if (text->labels.problem != CAL_PROBLEM_NONE) {
    cal_score_reader_fail(reader, text->labels.problem, k);
    return truth;
  }
  for (ptrdiff_t i = 0; i < n; ++i) {
    truth[i] = text->labels.side[column->code[i] - 1];
    text->n_dropped += truth[i] < 0;
  }
  return truth;
}

// Names of trials, NULL for none.
struct named {
  const int *source1, *source2, *id;
};

// A claim and a probe are two items.
static struct named named_of(const struct cal_scores_text* text) {
  const struct named named = {codes_of(text, CAL_ROLE_SOURCE1), codes_of(text, CAL_ROLE_SOURCE2),
                              codes_of(text, CAL_ROLE_ID)};
  const int* claimed = codes_of(text, CAL_ROLE_CLAIMED);
  const bool claims = claimed && named.id && !named.source1 && !named.source2;
  return claims ? (struct named){claimed, named.id, NULL} : named;
}

// The two items of a trial, or one and NULL.
static struct cal_pairs items_of(const struct cal_scores_text* text) {
  const struct named named = named_of(text);
  const ptrdiff_t n = text->table.n;
  if (named.source1 && named.source2) return (struct cal_pairs){named.source1, named.source2, n};
  const int* source = named.source1 ? named.source1 : named.source2;
  return (struct cal_pairs){named.id ? named.id : source, NULL, n};
}

// The items in the form in which trials are matched: a single item has no second, and a side is
// part of the second item. Sides are numbered over all texts together.
static struct cal_pairs* compared_items(struct cal_score_reader* reader, int from, int to) {
  struct cal_pairs* items = cal_scratch(reader->host, reader->n, sizeof *items);
  ptrdiff_t n = 0, at = 0;
  bool with_side = true;
  for (int k = from; k < to; ++k) {
    items[k] = items_of(&reader->text[k]);
    n += items[k].n;
    with_side &= reader->text[k].column[CAL_ROLE_SIDE] != NULL;
  }
  int *second = cal_score_reader_ints(reader, n),
      *side = cal_score_reader_ints(reader, with_side ? n : 0);
  for (int k = from; k < to; at += items[k++].n) {
    const size_t size = (size_t)items[k].n * sizeof(int);
    if (items[k].b && size > 0) memcpy(second + at, items[k].b, size);
    if (!items[k].b && size > 0) memset(second + at, 0, size);
    if (with_side) memcpy(side + at, codes_of(&reader->text[k], CAL_ROLE_SIDE), size);
    if (!items[k].b || with_side) items[k].b = second + at;
  }
  if (with_side) cal_number_pairs(reader->host, (struct cal_pairs){second, side, n}, second);
  return items;
}

static ptrdiff_t add_part(char* room, ptrdiff_t n, struct cal_field part) {
  if (part.n == 0) return n;
  if (n > 0) room[n++] = ' ';
  memcpy(room + n, part.at, (size_t)part.n);
  return n + part.n;
}

static struct cal_field name_at(const struct cal_column* column, ptrdiff_t i) {
  return column ? column->names->name[column->code[i] - 1] : (struct cal_field){"", 0};
}

// Numbers of the systems of rows, from 1, by the system of the text, its column of systems and its
// groups. NULL if there are none.
static int* find_systems(struct cal_score_reader* reader, int k, struct cal_names* names) {
  struct cal_scores_text* text = &reader->text[k];
  const struct cal_column *system = text->column[CAL_ROLE_SYSTEM],
                          *group = text->column[CAL_ROLE_GROUP];
  const ptrdiff_t n = text->table.n;
  if (!system && !group && text->system.n == 0) return NULL;
  int *none = cal_score_reader_ints(reader, n), *number = cal_score_reader_ints(reader, n),
      *code = cal_score_reader_ints(reader, n);
  for (ptrdiff_t i = 0; i < n; ++i) none[i] = 0;
  const struct cal_pairs both = {system ? system->code : none, group ? group->code : none, n};
  const int n_systems = cal_number_pairs(reader->host, both, number);
  int* name = cal_score_reader_ints(reader, n_systems);
  for (ptrdiff_t i = 0, seen = 0; i < n; ++i) {
    if (number[i] > seen) {
      const struct cal_field parts[] = {text->system, name_at(system, i), name_at(group, i)};
      char* room = cal_scratch(reader->host, parts[0].n + parts[1].n + parts[2].n + 2, 1);
      ptrdiff_t size = 0;
      for (int part = 0; part < 3; ++part) size = add_part(room, size, parts[part]);
      name[seen++] = 1 + cal_name_number(reader->host, names, (struct cal_field){room, size}, true);
    }
    code[i] = name[number[i] - 1];
  }
  return code;
}

// Memory for the trials, with their fields.
static void make_room(struct cal_score_reader* reader, ptrdiff_t n, struct named named, bool weight,
                      bool system) {
  struct cal_scores* out = reader->out;
  out->value = cal_scratch_doubles(reader->host, n);
  out->truth = cal_score_reader_ints(reader, n);
  if (named.source1) out->source1 = cal_score_reader_ints(reader, n);
  if (named.source2) out->source2 = cal_score_reader_ints(reader, n);
  if (named.id) out->id = cal_score_reader_ints(reader, n);
  if (weight) out->weight = cal_scratch_doubles(reader->host, n);
  if (system) out->system = cal_score_reader_ints(reader, n);
}

static void add_trial(struct cal_score_reader* reader, double value, int truth, struct named named,
                      const double* weight, ptrdiff_t i) {
  struct cal_scores* out = reader->out;
  const ptrdiff_t at = out->n++;
  out->value[at] = value;
  out->truth[at] = truth;
  if (out->source1) out->source1[at] = named.source1[i];
  if (out->source2) out->source2[at] = named.source2[i];
  if (out->id) out->id[at] = named.id[i];
  if (out->weight) out->weight[at] = weight[i];
}

static const double* weights_of(const struct cal_scores_text* text) {
  return text->column[CAL_ROLE_WEIGHT] ? text->column[CAL_ROLE_WEIGHT]->value : NULL;
}

// Are the items sources that may be compared more than once?
static bool may_repeat(const struct cal_scores_text* text) {
  const struct cal_layout* layout = &text->layout;
  return cal_is_source(&text->sample, layout, &text->asked, &text->roles, CAL_ROLE_SOURCE1) ||
         cal_is_source(&text->sample, layout, &text->asked, &text->roles, CAL_ROLE_SOURCE2);
}

// A system gives one score and one truth per trial.
static void check_scored_once(struct cal_score_reader* reader, const int* truth,
                              const int* system) {
  struct cal_scores_text* text = &reader->text[0];
  const struct cal_pairs items = items_of(text);
  if (!items.a || may_repeat(text)) return;
  struct cal_pairs pairs = *compared_items(reader, 0, 1);
  int* trial = cal_score_reader_ints(reader, pairs.n);
  if (system) {
    cal_number_pairs(reader->host, pairs, trial);
    pairs = (struct cal_pairs){trial, system, pairs.n};
  }
  const double* value = text->column[CAL_ROLE_SCORE]->value;
  const struct cal_pair_table table = cal_pair_table_of(reader->host, pairs);
  int* seen = cal_score_reader_ints(reader, pairs.n);
  for (ptrdiff_t i = 0; i < pairs.n && cal_score_reader_is_well(reader); ++i) {
    const int first = table.first[i];
    if (first == i) seen[i] = -1;
    if (truth[i] < 0 || isnan(value[i])) continue;
    if (seen[first] < 0) seen[first] = (int)i;
    const int before = seen[first];
    if (value[before] != value[i]) fail_pair(reader, CAL_PROBLEM_TWO_VALUES, items, i);
    if (truth[before] != truth[i]) fail_pair(reader, CAL_PROBLEM_CONTRARY, items, i);
  }
}

static void read_labelled(struct cal_score_reader* reader) {
  struct cal_scores_text* text = &reader->text[0];
  const int *truth = find_truth(reader, 0), *system = NULL;
  if (cal_score_reader_is_well(reader)) system = find_systems(reader, 0, &reader->out->systems);
  if (cal_score_reader_is_well(reader)) check_scored_once(reader, truth, system);
  if (!cal_score_reader_is_well(reader)) return;
  const struct named named = named_of(text);
  const double* weight = weights_of(text);
  make_room(reader, text->table.n, named, weight != NULL, system != NULL);
  for (ptrdiff_t i = 0; i < text->table.n; ++i) {
    if (truth[i] < 0) continue;
    if (system) reader->out->system[reader->out->n] = system[i];
    add_trial(reader, text->column[CAL_ROLE_SCORE]->value[i], truth[i], named, weight, i);
  }
}

// Names that both texts have.
static struct named shared_names(struct named a, struct named b) {
  return (struct named){b.source1 ? a.source1 : NULL, b.source2 ? a.source2 : NULL,
                        b.id ? a.id : NULL};
}

static void read_two(struct cal_score_reader* reader) {
  struct named named[2];
  for (int k = 0; k < 2; ++k) named[k] = named_of(&reader->text[k]);
  make_room(reader, reader->text[0].table.n + reader->text[1].table.n,
            shared_names(named[0], named[1]), false, false);
  for (int k = 0; k < 2; ++k) {
    const double* value = reader->text[k].column[CAL_ROLE_SCORE]->value;
    for (ptrdiff_t i = 0; i < reader->text[k].table.n; ++i) {
      add_trial(reader, value[i], k == 0, named[k], NULL, i);
    }
  }
}

// Scores of one system, in the order of the wanted trials; `at` is -1 for none.
struct matched {
  int system;
  const double* value;
  int* at;
};

static bool is_lost(const struct matched* scored, ptrdiff_t i) { return scored->at[i] < 0; }

// Refuses trials without a score. Those that are left out need none.
static void check_lost(struct cal_score_reader* reader, const struct matched* scored,
                       const int* truth, struct cal_pairs wanted, struct cal_pairs given) {
  ptrdiff_t n = 0, n_lost = 0, first = -1;
  for (ptrdiff_t i = 0; i < wanted.n; ++i) {
    if (truth && truth[i] < 0) continue;
    ++n;
    if (!is_lost(scored, i)) continue;
    ++n_lost;
    if (first < 0) first = i;
  }
  if (n_lost == 0 || (reader->asked->may_lose && n_lost < n)) return;
  reader->out->strangers = true;
  for (ptrdiff_t i = 0; i < given.n; ++i) reader->out->strangers &= given.a[i] == 0;
  reader->out->all_lost = n_lost == n;
  fail_pair(reader, CAL_PROBLEM_UNSCORED, items_of(&reader->text[0]), first);
}

// The rows of each system, one system after the other; rows[end[s - 1]] is the first of system s.
static ptrdiff_t* sort_rows(struct cal_score_reader* reader, const int* system, ptrdiff_t n,
                            int n_systems, int* rows) {
  ptrdiff_t* end = cal_scratch(reader->host, n_systems + 1, sizeof *end);
  for (int s = 0; s <= n_systems; ++s) end[s] = 0;
  for (ptrdiff_t i = 0; i < n; ++i) ++end[system[i]];
  for (int s = 1; s <= n_systems; ++s) end[s] += end[s - 1];
  for (ptrdiff_t i = n - 1; i >= 0; --i) rows[--end[system[i]]] = (int)i;
  for (int s = 1; s < n_systems; ++s) end[s] = end[s + 1];
  end[n_systems] = n;
  return end;
}

struct job {
  const struct cal_pair_table* table;
  struct cal_pairs wanted;
  const int* truth;
  struct matched* scored;
  int n;
};

static void match_system(struct cal_score_reader* reader, struct job* job, int k, int system,
                         struct cal_pairs given, const double* value) {
  ptrdiff_t n_extra;
  struct matched* scored = &job->scored[job->n++];
  *scored = (struct matched){system, value, cal_score_reader_ints(reader, job->wanted.n)};
  const ptrdiff_t twice =
      cal_match_pairs(reader->host, job->table, given, value, scored->at, &n_extra);
  if (twice >= 0) {
    // The names of the trial are those of its first place in the key.
    for (ptrdiff_t i = 0; i < job->wanted.n && cal_score_reader_is_well(reader); ++i) {
      if (job->wanted.a[i] != given.a[twice] || job->wanted.b[i] != given.b[twice]) continue;
      fail_pair(reader, CAL_PROBLEM_TWO_VALUES, items_of(&reader->text[0]), i);
    }
  }
  reader->text[k].n_extra += n_extra;
  check_lost(reader, scored, job->truth, job->wanted, given);
}

static void match_text(struct cal_score_reader* reader, struct job* job, int k,
                       struct cal_pairs given, const int* system, int n_systems) {
  const double* value = reader->text[k].column[CAL_ROLE_SCORE]->value;
  if (!system) {
    match_system(reader, job, k, 0, given, value);
    return;
  }
  int *rows = cal_score_reader_ints(reader, given.n), *a = cal_score_reader_ints(reader, given.n),
      *b = cal_score_reader_ints(reader, given.n);
  double* sorted = cal_scratch_doubles(reader->host, given.n);
  const ptrdiff_t* end = sort_rows(reader, system, given.n, n_systems, rows);
  for (ptrdiff_t i = 0; i < given.n; ++i) {
    a[i] = given.a[rows[i]];
    b[i] = given.b[rows[i]];
    sorted[i] = value[rows[i]];
  }
  ptrdiff_t from = 0;
  for (int s = 1; s <= n_systems && cal_score_reader_is_well(reader); ++s) {
    const ptrdiff_t n = end[s] - from;
    const struct cal_pairs here = {a + from, b + from, n};
    if (n > 0) match_system(reader, job, k, s, here, sorted + from);
    from = end[s];
  }
}

// Contradictory labels of one trial.
static void check_one_truth(struct cal_score_reader* reader, const struct job* job) {
  int* seen = cal_score_reader_ints(reader, job->wanted.n);
  for (ptrdiff_t i = 0; i < job->wanted.n && cal_score_reader_is_well(reader); ++i) {
    const int first = job->table->first[i];
    if (first == i) seen[i] = -1;
    if (job->truth[i] < 0) continue;
    if (seen[first] < 0) seen[first] = job->truth[i];
    if (seen[first] != job->truth[i]) {
      fail_pair(reader, CAL_PROBLEM_CONTRARY, items_of(&reader->text[0]), i);
    }
  }
}

// The scores of all systems.
static bool match_texts(struct cal_score_reader* reader, struct job* job, struct cal_names* systems,
                        int first_text) {
  const struct cal_pairs* items = compared_items(reader, 0, reader->n);
  job->wanted = items[0];
  const struct cal_pair_table table = cal_pair_table_of(reader->host, job->wanted);
  job->table = &table;
  if (job->truth) check_one_truth(reader, job);
  int** system = cal_scratch(reader->host, reader->n, sizeof *system);
  for (int k = first_text; k < reader->n; ++k) {
    system[k] = job->truth ? find_systems(reader, k, systems) : NULL;
  }
  const int n_named = (int)systems->n;
  if (n_named > CAL_MOST_SYSTEMS) reader->out->systems = *systems;
  if (n_named > CAL_MOST_SYSTEMS) cal_score_reader_fail(reader, CAL_PROBLEM_SYSTEMS, first_text);
  job->scored =
      cal_scratch(reader->host, (ptrdiff_t)reader->n * (n_named + 1), sizeof *job->scored);
  for (int k = first_text; k < reader->n && cal_score_reader_is_well(reader); ++k) {
    match_text(reader, job, k, items[k], system[k], n_named);
  }
  job->table = NULL;
  return cal_score_reader_is_well(reader);
}

// The system of a trial: that of its score, and that of its row in the key.
static int name_system(struct cal_score_reader* reader, const struct cal_names* scored, int system,
                       const struct cal_names* keyed, int group) {
  const struct cal_field none = {"", 0};
  const struct cal_field parts[] = {system > 0 ? scored->name[system - 1] : none,
                                    group > 0 ? keyed->name[group - 1] : none};
  char* room = cal_scratch(reader->host, parts[0].n + parts[1].n + 1, 1);
  const ptrdiff_t size = add_part(room, add_part(room, 0, parts[0]), parts[1]);
  return 1 +
         cal_name_number(reader->host, &reader->out->systems, (struct cal_field){room, size}, true);
}

static void add_scored(struct cal_score_reader* reader, const struct job* job,
                       const struct matched* scored, const int* name, const int* group) {
  const struct cal_scores_text* key = &reader->text[0];
  const struct named named = named_of(key);
  const double* weight = weights_of(key);
  struct cal_scores* out = reader->out;
  for (ptrdiff_t i = 0; i < key->table.n; ++i) {
    const int truth = job->truth[i];
    if (truth < 0) continue;
    if (is_lost(scored, i)) {
      ++out->n_lost[truth > 0];
      continue;
    }
    if (out->system) out->system[out->n] = name[group ? group[i] : 0];
    add_trial(reader, scored->value[scored->at[i]], truth, named, weight, i);
  }
}

static void read_keyed(struct cal_score_reader* reader) {
  struct job job = {.truth = find_truth(reader, 0)};
  struct cal_names scored, keyed;
  cal_names_begin(reader->host, &scored);
  cal_names_begin(reader->host, &keyed);
  if (!cal_score_reader_is_well(reader) || !match_texts(reader, &job, &scored, 1)) return;
  const int* group = find_systems(reader, 0, &keyed);
  const bool named = scored.n > 0 || group;
  make_room(reader, job.wanted.n * job.n, named_of(&reader->text[0]),
            weights_of(&reader->text[0]) != NULL, named);
  int* name = cal_score_reader_ints(reader, keyed.n + 1);
  for (int s = 0; s < job.n; ++s) {
    for (int g = group ? 1 : 0; named && g <= keyed.n; ++g) {
      name[g] = name_system(reader, &scored, job.scored[s].system, &keyed, g);
    }
    add_scored(reader, &job, &job.scored[s], name, group);
  }
}

// One text of cases may lack items.
static void read_cases(struct cal_score_reader* reader) {
  struct cal_scores* out = reader->out;
  const struct named named = named_of(&reader->text[0]);
  const ptrdiff_t n = reader->text[0].table.n;
  make_room(reader, n * reader->n, named, false, false);
  struct job job = {.truth = NULL};
  if (reader->n > 1 && !match_texts(reader, &job, &out->systems, 0)) return;
  for (ptrdiff_t i = 0; i < n; ++i) {
    add_trial(reader, reader->text[0].column[CAL_ROLE_SCORE]->value[i], 0, named, NULL, i);
  }
  for (int s = 1; s < reader->n; ++s) {
    for (ptrdiff_t i = 0; i < n; ++i) {
      out->value[s * n + i] = job.scored[s].value[job.scored[s].at[i]];
    }
  }
}

// Trials without the name of their system or of an item lose their scores.
static void lose_unnamed(struct cal_scores* scores) {
  const int* codes[] = {scores->source1, scores->source2, scores->id, scores->system};
  const struct cal_names* names[] = {&scores->names, &scores->names, &scores->names,
                                     &scores->systems};
  for (int f = 0; f < 4; ++f) {
    for (ptrdiff_t i = 0; codes[f] && i < scores->n; ++i) {
      if (names[f]->name[codes[f][i] - 1].n == 0) scores->value[i] = NAN;
    }
  }
}

void cal_read_scores(struct cal_host* host, const struct cal_words* words,
                     const struct cal_scores_asked* asked, struct cal_scores_text* text, int n,
                     struct cal_scores* scores) {
  struct cal_score_reader reader = {host, words, asked, text, n, scores};
  *scores = (struct cal_scores){.at_text = -1};
  cal_names_begin(host, &scores->names);
  cal_names_begin(host, &scores->systems);
  for (int k = 0; k < n; ++k) {
    text[k] = (struct cal_scores_text){.text = text[k].text, .system = text[k].system};
    text[k].labels.settled = true;
  }
  if (!cal_read_score_files(&reader)) return;
  if (asked->files == CAL_FILES_LABELLED) read_labelled(&reader);
  if (asked->files == CAL_FILES_KEYED) read_keyed(&reader);
  if (asked->files == CAL_FILES_TWO) read_two(&reader);
  if (asked->files == CAL_FILES_CASES) {
    read_cases(&reader);
  } else {
    lose_unnamed(scores);
  }
}
