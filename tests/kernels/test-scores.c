#include "kernels/read/scores.h"

#include "check.h"
#include "host.h"
#include "read-words.h"

static struct cal_scores_text text[3];
static struct cal_scores scores;
static struct test_host host;
static struct cal_scores_asked asked;

static void read(enum cal_files files, const char* a, const char* b, const char* c) {
  const char* texts[] = {a, b, c};
  const char* systems[] = {"", "", ""};
  int n = 0;
  free_host(&host);
  host = new_host(1);
  if (c) systems[1] = "A";
  if (c) systems[2] = "B";
  for (; n < 3 && texts[n]; ++n) {
    text[n].text = (struct cal_field){texts[n], (ptrdiff_t)strlen(texts[n])};
    text[n].system = (struct cal_field){systems[n], (ptrdiff_t)strlen(systems[n])};
  }
  const struct cal_words words = new_words(&host.host);
  asked.files = files;
  asked.separator = -1;
  cal_read_scores(&host.host, &words, &asked, text, n, &scores);
}

static bool are(const double* value, const char* truth) {
  bool same = scores.problem == CAL_PROBLEM_NONE && scores.n == (ptrdiff_t)strlen(truth);
  for (ptrdiff_t i = 0; same && i < scores.n; ++i) {
    same = check_same(scores.value[i], value[i]) && scores.truth[i] == truth[i] - '0';
  }
  return same;
}

static bool is_named(const struct cal_names* names, int code, const char* name) {
  if (code < 1) return false;
  const struct cal_field field = names->name[code - 1];
  return field.n == (ptrdiff_t)strlen(name) && memcmp(field.at, name, (size_t)field.n) == 0;
}

static void test_labelled(void) {
  read(CAL_FILES_LABELLED, "m1 s1 0.5 target\nm1 s2 -1.5 nontarget\n", NULL, NULL);
  CHECK(are((double[]){0.5, -1.5}, "10") && scores.source2 && !scores.id && !scores.system);
  CHECK(is_named(&scores.names, scores.source2[1], "s2"));
  read(CAL_FILES_LABELLED, "system,llr,label,weight\na,0.5,1,2\nb,0.25,0,2\na,-1,0,2\n", NULL,
       NULL);
  CHECK(are((double[]){0.5, 0.25, -1}, "100") && scores.systems.n == 2 && !scores.weight);
  CHECK(scores.system[0] == 1 && scores.system[1] == 2 && scores.system[2] == 1);
  read(CAL_FILES_LABELLED, "a a p1 1.5\na b p2 0.25\n", NULL, NULL);
  CHECK(are((double[]){1.5, 0.25}, "10") && is_named(&scores.names, scores.source1[1], "a"));
  read(CAL_FILES_LABELLED, "0.5 A\n1.5 B\n", NULL, NULL);
  CHECK(scores.problem == CAL_PROBLEM_NO_TRUTH);
}

// A source may occur alone, and an identifier together with two sources, if the user or the header
// names them so.
static void test_sources(void) {
  const char* table = "llr,label,donor,other,trial\n0.5,1,a,u,x\n1,1,a,v,y\n0.25,0,b,v,z\n";
  const struct cal_field column[] = {{"donor", 5}, {"trial", 5}, {"other", 5}};
  for (int which = 0; which < 2; ++which) {
    const int role[] = {which ? CAL_ROLE_SOURCE2 : CAL_ROLE_SOURCE1, CAL_ROLE_ID, CAL_ROLE_SOURCE1};
    for (int n = 1; n <= 2 + which; ++n) {
      asked.column = (struct cal_fields){column, n};
      asked.role = role;
      read(CAL_FILES_LABELLED, table, NULL, NULL);
      CHECK(are((double[]){0.5, 1, 0.25}, "110") && !scores.id == (n < 2));
      const int* source = which ? scores.source2 : scores.source1;
      CHECK(source && source[0] == source[1] && is_named(&scores.names, source[2], "b"));
      CHECK(!(which ? scores.source1 : scores.source2) == (n < 3));
    }
  }
  const int second = CAL_ROLE_SOURCE2;
  asked.column.n = 1;
  asked.role = &second;
  read(CAL_FILES_TWO, "llr,donor\n0.5,a\n1,a\n", "llr,donor\n0.25,b\n", NULL);
  CHECK(are((double[]){0.5, 1, 0.25}, "110") && is_named(&scores.names, scores.source2[2], "b"));
  read(CAL_FILES_CASES, "llr,donor\n0.5,a\n1,a\n", NULL, NULL);
  CHECK(scores.n == 2 && is_named(&scores.names, scores.source2[1], "a"));
  asked.column = (struct cal_fields){NULL, 0};
  asked.role = NULL;
  read(CAL_FILES_LABELLED, "source1,llr,label\na,0.5,1\na,1,1\nb,0.25,0\n", NULL, NULL);
  CHECK(are((double[]){0.5, 1, 0.25}, "110") && is_named(&scores.names, scores.source1[1], "a"));
  read(CAL_FILES_LABELLED, "model,llr,label\na,0.5,1\na,1,1\nb,0.25,0\n", NULL, NULL);
  CHECK(are((double[]){0.5, 1, 0.25}, "110") && !scores.source1 && !scores.id);
  read(CAL_FILES_LABELLED, "id,source1,source2,llr,label\nx,a,b,0.5,1\nx,b,c,1,0\n", NULL, NULL);
  CHECK(are((double[]){0.5, 1}, "10") && scores.source1 && scores.source2 && !scores.id);
}

static void test_labels_of_a_text(void) {
  const char* three = "u1 0.5 target\nu2 1.5 nontarget\nu3 2.5 spoof\n";
  const struct cal_field h1 = {"target", 6}, h2 = {"spoof", 5};
  read(CAL_FILES_LABELLED, three, NULL, NULL);
  CHECK(scores.problem == CAL_PROBLEM_MANY_LABELS && text[0].labels.n == 3);
  asked.labels = (struct cal_labels_asked){{&h1, 1}, {&h2, 1}, true};
  read(CAL_FILES_LABELLED, three, NULL, NULL);
  CHECK(are((double[]){0.5, 2.5}, "10") && text[0].n_dropped == 1);
  CHECK(is_named(&scores.names, scores.id[1], "u3"));
  asked.labels = (struct cal_labels_asked){.drop_others = false};
  read(CAL_FILES_KEYED, "m s A\nm t B\n", "m s 1\nm t 2.5\n", NULL);
  CHECK(are((double[]){1, 2.5}, "01") && !text[0].labels.settled);
}

// A system gives a trial one score and one truth; another system may give it again.
static void test_trials_named_twice(void) {
  read(CAL_FILES_LABELLED, "m s 0.5 target\nm s 0.25 target\nn t 1.5 nontarget\n", NULL, NULL);
  CHECK(scores.problem == CAL_PROBLEM_TWO_VALUES && is_named(&scores.names, scores.second, "s"));
  read(CAL_FILES_LABELLED, "m s 0.5 target\nm s 0.5 nontarget\nn t 1.5 nontarget\n", NULL, NULL);
  CHECK(scores.problem == CAL_PROBLEM_CONTRARY);
  read(CAL_FILES_LABELLED, "m s - target\nm s 0.5 target\nm s 0.5 target\nn t 1.5 nontarget\n",
       NULL, NULL);
  CHECK(are((double[]){NAN, 0.5, 0.5, 1.5}, "1110"));
  read(CAL_FILES_LABELLED,
       "system,model,segment,llr,label\na,m,s,0.5,1\nb,m,s,0.25,1\na,m,t,1,0\nb,m,t,2,0\n", NULL,
       NULL);
  CHECK(are((double[]){0.5, 0.25, 1, 2}, "1100"));
  read(CAL_FILES_LABELLED, "model,segment,side,llr,label\nm,s,a,0.5,1\nm,s,b,0.25,0\n", NULL, NULL);
  CHECK(are((double[]){0.5, 0.25}, "10"));
  read(CAL_FILES_KEYED, "m s target\nm s nontarget\n", "m s 1\nm t 2.5\n", NULL);
  CHECK(scores.problem == CAL_PROBLEM_CONTRARY);
}

static void test_key(void) {
  const char* key = "m1 s1 target\nm1 s2 nontarget\nm2 s1 nontarget\n";
  read(CAL_FILES_KEYED, key, "m2 s1 3.5\nm1 s2 2.5\nx y 9\nm1 s1 1.5\n", NULL);
  CHECK(are((double[]){1.5, 2.5, 3.5}, "100") && text[1].n_extra == 1 && !scores.system);
  read(CAL_FILES_KEYED, key, "m2 s1 3.5\nm1 s1 1.5\n", NULL);
  CHECK(scores.problem == CAL_PROBLEM_UNSCORED && !scores.all_lost && !scores.strangers);
  CHECK(is_named(&scores.names, scores.first, "m1") &&
        is_named(&scores.names, scores.second, "s2"));
  read(CAL_FILES_KEYED, key, "x s1 3.5\ny s1 1.5\n", NULL);
  CHECK(scores.problem == CAL_PROBLEM_UNSCORED && scores.all_lost && scores.strangers);
  read(CAL_FILES_KEYED, key, "m1 s1 3.5\nm1 s1 1.5\nm1 s2 1\nm2 s1 2\n", NULL);
  CHECK(scores.problem == CAL_PROBLEM_TWO_VALUES && is_named(&scores.names, scores.second, "s1"));
  asked.may_lose = true;
  read(CAL_FILES_KEYED, key, "m2 s1 3.5\nm1 s1 1.5\n", NULL);
  CHECK(are((double[]){1.5, 3.5}, "10") && scores.n_lost[0] == 1 && scores.n_lost[1] == 0);
  read(CAL_FILES_KEYED, key, "m3 s1 3.5\nm4 s1 1.5\n", NULL);
  CHECK(scores.problem == CAL_PROBLEM_UNSCORED);
  asked.may_lose = false;
}

// Omitted trials need no score.
static void test_labels_of_a_key(void) {
  const struct cal_field h1 = {"target", 6}, h2 = {"nontarget", 9};
  asked.labels = (struct cal_labels_asked){{&h1, 1}, {&h2, 1}, true};
  read(CAL_FILES_KEYED, "m s target\nm t spoof\nm u nontarget\n", "m s 1\nm u 2.5\n", NULL);
  CHECK(are((double[]){1, 2.5}, "10") && text[0].n_dropped == 1);
  asked.labels = (struct cal_labels_asked){.drop_others = false};
}

static void test_systems_of_a_key(void) {
  const char* key = "m s target\nm t nontarget\n";
  read(CAL_FILES_KEYED, key, "m s 1\nm t 2.5\n", "m t 4.5\nm s 3\n");
  CHECK(are((double[]){1, 2.5, 3, 4.5}, "1010"));
  CHECK(is_named(&scores.systems, scores.system[0], "A"));
  CHECK(is_named(&scores.systems, scores.system[3], "B"));
  read(CAL_FILES_KEYED, key, "system,model,segment,llr\nq,m,s,1\nr,m,s,3\nr,m,t,4.5\nq,m,t,2.5\n",
       NULL);
  CHECK(are((double[]){1, 2.5, 3, 4.5}, "1010"));
  CHECK(is_named(&scores.systems, scores.system[1], "q"));
  CHECK(is_named(&scores.systems, scores.system[2], "r"));
  // The key groups trials.
  read(CAL_FILES_KEYED, "model,segment,label,system\nm,s,1,x\nm,t,0,y\n", "m s 1\nm t 2.5\n",
       "m s 3\nm t 4\n");
  CHECK(are((double[]){1, 2.5, 3, 4}, "1010") && scores.systems.n == 4);
  CHECK(is_named(&scores.systems, scores.system[1], "A y"));
}

static void test_sides(void) {
  read(CAL_FILES_KEYED, "model,segment,side,label\nm,s,a,1\nm,s,b,0\n",
       "model,segment,side,llr\nm,s,b,2.5\nm,s,a,1\n", NULL);
  CHECK(are((double[]){1, 2.5}, "10"));
  // Scores without sides do not distinguish the two.
  read(CAL_FILES_KEYED, "model,segment,side,label\nm,s,a,1\nm,s,b,0\n",
       "model,segment,llr\nm,s,2.5\n", NULL);
  CHECK(scores.problem == CAL_PROBLEM_CONTRARY);
}

static void test_two(void) {
  read(CAL_FILES_TWO, "u1 0.5\nu2 1.5\n", "v1 0.25\n", NULL);
  CHECK(are((double[]){0.5, 1.5, 0.25}, "110"));
  read(CAL_FILES_TWO, "id,llr\nu1,0.5\n", "id,llr\nv1,0.25\n", NULL);
  CHECK(are((double[]){0.5, 0.25}, "10"));
}

static void test_cases(void) {
  read(CAL_FILES_CASES, "m s 0.5\nm t 1.5\n", "m t 3\nm s 2\nm u 9\n", NULL);
  CHECK(scores.problem == CAL_PROBLEM_NONE && scores.n == 2);
  CHECK(scores.value[1] == 1.5 && scores.value[2] == 2 && scores.value[3] == 3);
  read(CAL_FILES_CASES, "m s 0.5\nm t 1.5\n", "m t 3\n", NULL);
  CHECK(scores.problem == CAL_PROBLEM_UNSCORED);
  read(CAL_FILES_CASES, "0.5\n1.5\n", NULL, NULL);
  CHECK(scores.problem == CAL_PROBLEM_NONE && scores.n == 2 && !scores.id);
}

// Names of more systems than a set may have are names of items.
static void test_many_systems(void) {
  enum { MANY = CAL_MOST_SYSTEMS + 1 };
  static char given[24 * MANY + 40];
  size_t n = (size_t)sprintf(given, "system,model,segment,llr\n");
  for (int i = 0; i < MANY; ++i) n += (size_t)sprintf(given + n, "s%d,m,s,1.5\n", i);
  read(CAL_FILES_KEYED, "m s target\nm t nontarget\n", given, NULL);
  CHECK(scores.problem == CAL_PROBLEM_SYSTEMS && scores.systems.n == MANY);
}

// A trial without a name loses its score, whichever name it lacks; other names of a text are kept.
static void test_unnamed(void) {
  const char* const texts[] = {
      "model,segment,llr,label\n,s,0.5,1\nm,s,1.5,1\nm,t,2.5,0\n",
      "model,segment,llr,label\nm,,0.5,1\nm,s,1.5,1\nm,t,2.5,0\n",
      "id,llr,label\n ,0.5,1\na,1.5,1\nb,2.5,0\n",
      "system,llr,label\n,0.5,1\na,1.5,1\na,2.5,0\n",
  };
  asked.may_lose = true;
  for (int k = 0; k < 4; ++k) {
    read(CAL_FILES_LABELLED, texts[k], NULL, NULL);
    CHECK(scores.problem == CAL_PROBLEM_NONE && scores.n == 3);
    CHECK(isnan(scores.value[0]) && scores.value[1] == 1.5 && scores.value[2] == 2.5);
  }
  asked.may_lose = false;
}

int main(void) {
  host = new_host(1);
  test_labelled();
  test_sources();
  test_labels_of_a_text();
  test_trials_named_twice();
  test_key();
  test_labels_of_a_key();
  test_systems_of_a_key();
  test_sides();
  test_two();
  test_cases();
  test_many_systems();
  test_unnamed();
  free_host(&host);
  return check_report("scores");
}
