#include "kernels/read/score-files.h"

#include "check.h"
#include "host.h"
#include "read-words.h"

static struct cal_scores_text text[2];
static struct cal_scores scores;

static bool read(struct test_host* host, enum cal_files files, const char* a, const char* b,
                 struct cal_fields column, const int* role) {
  const struct cal_words words = new_words(&host->host);
  const struct cal_scores_asked asked = {
      .files = files, .column = column, .role = role, .separator = -1};
  scores = (struct cal_scores){.at_text = -1};
  cal_names_begin(&host->host, &scores.names);
  text[0] = (struct cal_scores_text){.text = {a, (ptrdiff_t)strlen(a)}};
  text[1] = (struct cal_scores_text){.text = {b, (ptrdiff_t)strlen(b)}};
  struct cal_score_reader reader = {&host->host, &words, &asked, text, 1 + (*b != 0), &scores};
  return cal_read_score_files(&reader);
}

static const struct cal_fields none = {NULL, 0};

// Only the names of the key are kept.
static void test_key(void) {
  struct test_host host = new_host(1);
  CHECK(read(&host, CAL_FILES_KEYED, "m1 s1 target\nm2 s1 nontarget\n",
             "m1 s1 0.5\nm2 s1 1.5\nm3 s9 2.5\n", none, NULL));
  CHECK(text[0].roles.column[CAL_ROLE_TRUTH] == 3 && text[1].roles.column[CAL_ROLE_SCORE] == 3);
  CHECK(scores.names.n == 3 && text[1].table.n == 3);
  CHECK(text[1].column[CAL_ROLE_SOURCE1]->code[2] == 0);
  CHECK(text[0].column[CAL_ROLE_SCORE] == NULL);
  free_host(&host);
}

// A column belongs to the key or to the text with this header.
static void test_named_columns(void) {
  struct test_host host = new_host(1);
  const struct cal_field name[] = {{"value", 5}, {"kind", 4}, {"lost", 4}};
  const int role[] = {CAL_ROLE_SCORE, CAL_ROLE_TRUTH, CAL_ROLE_GROUP};
  const char* key = "model,segment,kind\nm1,s1,x\nm1,s2,y\n";
  const char* given = "model,segment,value,more\nm1,s1,0.5,1.5\nm1,s2,1.5,0.25\n";
  CHECK(read(&host, CAL_FILES_KEYED, key, given, (struct cal_fields){name, 2}, role));
  CHECK(text[0].roles.column[CAL_ROLE_TRUTH] == 3 && text[1].roles.column[CAL_ROLE_SCORE] == 3);
  CHECK(!read(&host, CAL_FILES_KEYED, key, given, (struct cal_fields){name, 3}, role));
  CHECK(scores.problem == CAL_PROBLEM_NO_COLUMN && scores.at_text == 0);
  CHECK(text[0].roles.other[0] == 2);
  free_host(&host);
}

static void test_problems(void) {
  struct test_host host = new_host(1);
  CHECK(!read(&host, CAL_FILES_LABELLED, "", "", none, NULL));
  CHECK(scores.problem == CAL_PROBLEM_EMPTY && scores.at_text == 0);
  CHECK(!read(&host, CAL_FILES_TWO, "0.5\n0.25\n", "0.5\nabc\n", none, NULL));
  CHECK(scores.problem == CAL_PROBLEM_NUMBER && scores.at_text == 1);
  CHECK(!read(&host, CAL_FILES_ANY, "a,b\n1.5,2\n", "", none, NULL));
  CHECK(scores.problem == CAL_PROBLEM_NONE && text[0].layout.has_header);
  CHECK(!read(&host, CAL_FILES_CONCLUSIONS, "truth,decision\nsame,yes\ndifferent,no\n", "", none,
              NULL));
  CHECK(text[0].roles.column[CAL_ROLE_CONCLUSION] == 2);
  free_host(&host);
}

int main(void) {
  test_key();
  test_named_columns();
  test_problems();
  return check_report("score-files");
}
