#include "kernels/read/roles.h"

#include "check.h"
#include "host.h"
#include "read-words.h"

static struct cal_roles roles;

static enum cal_problem find(const char* text, struct cal_roles_asked asked) {
  struct test_host host = new_host(1);
  const struct cal_words words = new_words(&host.host);
  struct cal_layout layout;
  struct cal_sample sample;
  cal_find_layout(&host.host, text, (ptrdiff_t)strlen(text), &words,
                  (struct cal_layout_asked){.separator = -1}, &layout, &sample);
  cal_find_roles(&host.host, &sample, &layout, &words, &asked, &roles);
  free_host(&host);
  return roles.problem;
}

static const struct cal_roles_asked both = {
    .score = true, .truth = true, .items = CAL_ITEMS_IF_ANY};

static bool at(int score, int truth, int source1, int source2) {
  return roles.problem == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_SCORE] == score &&
         roles.column[CAL_ROLE_TRUTH] == truth && roles.column[CAL_ROLE_SOURCE1] == source1 &&
         roles.column[CAL_ROLE_SOURCE2] == source2;
}

static void test_by_content(void) {
  find("m1 s1 2.1 target\nm2 s2 -1 nontarget\n", both);
  CHECK(at(3, 4, 1, 2));
  find("1 m1 s1 2.1\n0 m2 s2 -1\n", both);
  CHECK(at(4, 1, 2, 3));
  find("101 201 1 0.9\n102 202 0 0.1\n", both);
  CHECK(at(4, 3, 1, 2));
  find("2.1 1\n-0.7 0\n", both);
  CHECK(at(1, 2, 0, 0));
  CHECK(find("1.5 2.5 target\n0.7 3.25 nontarget\n", both) == CAL_PROBLEM_TWO_SCORES);
  CHECK(roles.other[0] == 1 && roles.other[1] == 2);
  CHECK(find("a 0.5\nb 1.5\n", both) == CAL_PROBLEM_NO_TRUTH);
  CHECK(find("", both) == CAL_PROBLEM_EMPTY);
}

// A header that names the second of two items, although trials have one item. A blank may separate
// thousands, or the number of a trial from its score.
static void test_parted_thousands(void) {
  const char* one[] = {"1 234,5\n2 500,25\n-3 000,1\n", "1 234.5\n12 500\n",
                       "1 234,5 same\n2 500,1 different\n",
                       "score label\n1 234,5 same\n2 500,1 different\n"};
  const char* two[] = {"1 234,5\n2 50,25\n",  "1001 234.5\n1002 500.1\n",
                       "1 -234.5\n2 500.1\n", "m1 234.5\nm2 500.1\n",
                       "1 234\n2 500\n",      "id score\n1 234.5\n2 500.1\n",
                       "1;234,5\n2;500,1\n"};
  struct cal_roles_asked asked = {.score = true, .last = true, .items = CAL_ITEMS_IF_ANY};
  for (int i = 0; i < 4; ++i) {
    asked.truth = i > 1;
    CHECK(find(one[i], asked) == CAL_PROBLEM_TWO_SCORES && roles.other[1] == roles.other[0] + 1);
  }
  asked.truth = false;
  for (int i = 0; i < 7; ++i) CHECK(find(two[i], asked) == CAL_PROBLEM_NONE);
  const struct cal_field name = {"2", 1};
  const int role = CAL_ROLE_SCORE;
  asked.name = (struct cal_fields){&name, 1};
  asked.role = &role;
  CHECK(find(one[0], asked) == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_SCORE] == 2);
}

static void test_only_item(void) {
  const struct cal_roles_asked key = {.truth = true, .items = CAL_ITEMS_ONE};
  find("segment,lab,label\nt1,x,same\nt2,y,different\nt3,z,same\n", key);
  CHECK(roles.problem == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_ID] == 1);
}

// A role that no column may have, although the header or the position of a column suggests it.
static void test_barred(void) {
  const struct cal_field zero[] = {{"0", 1}, {"0", 1}};
  const int role[] = {CAL_ROLE_SYSTEM, CAL_ROLE_SOURCE1};
  struct cal_roles_asked asked = both;
  find("system,score,label\nA,0.5,target\nB,-1,nontarget\n", asked);
  CHECK(roles.column[CAL_ROLE_SYSTEM] == 1);
  asked.name = (struct cal_fields){zero, 1};
  asked.role = role;
  find("system,score,label\nA,0.5,target\nB,-1,nontarget\n", asked);
  CHECK(roles.column[CAL_ROLE_SYSTEM] == 0);
  CHECK(at(2, 3, 0, 0));
  asked.name.n = 2;
  find("m1 s1 2.1 target\nm2 s2 -1 nontarget\n", asked);
  CHECK(at(3, 4, 0, 0));
  asked.role = (const int[]){CAL_ROLE_SCORE, CAL_ROLE_TRUTH};
  CHECK(find("m1 s1 2.1 target\nm2 s2 -1 nontarget\n", asked) == CAL_PROBLEM_NO_COLUMN);
}

// Separators that give one field more than is allowed, in two rows.
static void test_width(void) {
  static char text[2 * (2 * CAL_MOST_FIELDS + 2) + 1];
  const int width = 2 * CAL_MOST_FIELDS + 2;
  for (int i = 0; i < 2 * width; ++i)
    text[i] = i % 2 == 0 ? '1' : i % width == width - 1 ? '\n' : ',';
  CHECK(find(text, both) == CAL_PROBLEM_WIDE);
}

// Names of columns may have 10 000 bytes.
static void test_long_names(void) {
  static char text[CAL_MOST_BYTES + 64];
  memset(text, 'x', sizeof text);
  memcpy(text, "score,", 6);
  strcpy(text + 6 + CAL_MOST_BYTES, ",truth\n1.5,b,target\n2.5,c,nontarget\n");
  CHECK(find(text, both) == CAL_PROBLEM_NONE);
  strcpy(text + 6 + CAL_MOST_BYTES, "x,truth\n1.5,b,target\n2.5,c,nontarget\n");
  CHECK(find(text, both) == CAL_PROBLEM_LONG && roles.other[0] == 2);
}

// A decision of 0 and 1 is not the truth if identities determine the truth.
static void test_claims(void) {
  find("1 1 p1 1\n1 2 p3 0\n2 1 p1 0\n2 2 p3 1\n", both);
  CHECK(roles.problem == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_SCORE] == 4);
  CHECK(roles.column[CAL_ROLE_CLAIMED] == 1 && roles.column[CAL_ROLE_REAL] == 2);
  CHECK(roles.column[CAL_ROLE_TRUTH] == 0);
  find("a m1 a p1 0.5\na m1 b p2 -1.5\nb m2 b p2 1.25\n", both);
  CHECK(roles.column[CAL_ROLE_CLAIMED] == 1 && roles.column[CAL_ROLE_REAL] == 3);
}

static void test_by_header(void) {
  find("utt,llr,label,weight\nu1,0.5,1,2\nu2,1.5,0,3\n", both);
  CHECK(at(2, 3, 0, 0) && roles.column[CAL_ROLE_ID] == 1 && roles.column[CAL_ROLE_WEIGHT] == 0);
  CHECK(find("x,y,label\n0.5,1.5,1\n1.5,0.25,0\n", both) == CAL_PROBLEM_TWO_SCORES);
  find(",x,label\n1,0.5,1\n2,1.5,0\n3,2.5,1\n", both);
  CHECK(at(2, 3, 0, 0));
}

static void test_asked(void) {
  const struct cal_field names[] = {{"2", 1}, {"x", 1}};
  const int role[] = {CAL_ROLE_SCORE, CAL_ROLE_TRUTH};
  struct cal_roles_asked asked = both;
  asked.name = (struct cal_fields){names, 1};
  asked.role = role;
  find("1.5 2.5 target\n0.7 3.25 nontarget\n", asked);
  CHECK(roles.problem == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_SCORE] == 2);
  asked.name.n = 2;
  CHECK(find("1.5 2.5 target\n0.7 3.25 nontarget\n", asked) == CAL_PROBLEM_NO_COLUMN);
  CHECK(roles.other[0] == 1);
  const struct cal_field h1 = {"yes", 3};
  asked = both;
  asked.h1 = (struct cal_fields){&h1, 1};
  find("u1 yes 0.5\nu2 nein 1.5\n", asked);
  CHECK(roles.problem == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_TRUTH] == 2);
}

static void test_items(void) {
  const struct cal_field known[] = {{"e2", 2}, {"e1", 2}};
  struct cal_roles_asked asked = {.truth = true, .items = CAL_ITEMS_ONE};
  find("p1 e1 - target\np2 e2 x nontarget\n", asked);
  CHECK(roles.problem == CAL_PROBLEM_NO_ITEMS);
  asked.known = (struct cal_fields){known, 2};
  find("p1 e1 - target\np2 e2 x nontarget\n", asked);
  CHECK(roles.problem == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_ID] == 2);
  asked = (struct cal_roles_asked){.score = true, .items = CAL_ITEMS_ANY};
  find("m1 s1 a 0.5\nm1 s1 b 1.5\n", asked);
  CHECK(roles.column[CAL_ROLE_SIDE] == 3 && roles.column[CAL_ROLE_SOURCE2] == 2);
  asked = (struct cal_roles_asked){.score = true, .last = true, .items = CAL_ITEMS_IF_ANY};
  find("a 0.5 1.5\nb 2.5 0.5\n", asked);
  CHECK(roles.column[CAL_ROLE_SCORE] == 3);
  CHECK(cal_problem_name(CAL_PROBLEM_TWO_MARKS).n == 9);
}

static void test_conclusions(void) {
  const struct cal_roles_asked asked = {.truth = true, .items = CAL_ITEMS_EXAMINED};
  find("truth,decision,examiner,pair,n\nsame,yes,E1,p1,3\ndifferent,no,E2,p1,2\n", asked);
  CHECK(roles.problem == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_CONCLUSION] == 2);
  CHECK(roles.column[CAL_ROLE_EXAMINER] == 3 && roles.column[CAL_ROLE_ITEM] == 4);
  CHECK(roles.column[CAL_ROLE_COUNT] == 5 && roles.column[CAL_ROLE_ID] == 0);
  find("same 5\nsame 4\ndifferent 1\ndifferent 5\n", asked);
  CHECK(roles.problem == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_CONCLUSION] == 2);
  find("truth,llr\nsame,5\nsame,4\ndifferent,1\ndifferent,5\n", asked);
  CHECK(roles.problem == CAL_PROBLEM_NO_CONCLUSION);
  find("truth,decision,opinion\nsame,yes,no\ndifferent,no,no\n", asked);
  CHECK(roles.problem == CAL_PROBLEM_TWO_CONCLUSIONS && roles.other[1] == 3);
  // Numbers beside conclusions in words are scores only if their header says so.
  const char* beside[] = {"truth,decision,x\nsame,yes,0.5\ndifferent,no,1.5\n",
                          "x,truth,level\n0.5,same,Exclusion\n1.5,different,maybe\n"};
  for (int i = 0; i < 2; ++i) {
    CHECK(find(beside[i], both) == CAL_PROBLEM_NO_SCORE && roles.other[0] == 2 + i);
    find(beside[i], asked);
    CHECK(roles.problem == CAL_PROBLEM_NONE && roles.column[CAL_ROLE_CONCLUSION] == 2 + i);
  }
  find("truth,decision,score\nsame,yes,0.5\ndifferent,no,1.5\n", both);
  CHECK(at(3, 1, 0, 0));
  find("truth,Duration (h),x\nsame,0.5,2\ndifferent,1.5,3.5\nsame,1.25,1\n", both);
  CHECK(at(3, 1, 0, 0));
  find("truth,office,mark\nsame,A,5\ndifferent,B,1\nsame,B,4\n", asked);
  CHECK(roles.problem == CAL_PROBLEM_TWO_CONCLUSIONS);
  // A table of scores has no such roles.
  find("item,n,llr,truth\na,3,0.5,same\nb,2,1.5,different\n", both);
  CHECK(roles.column[CAL_ROLE_ITEM] == 0 && roles.column[CAL_ROLE_COUNT] == 0);
}

int main(void) {
  test_by_content();
  test_parted_thousands();
  test_only_item();
  test_barred();
  test_width();
  test_long_names();
  test_claims();
  test_by_header();
  test_asked();
  test_items();
  test_conclusions();
  return check_report("roles");
}
