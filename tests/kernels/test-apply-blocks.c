#include "kernels/pav/apply-blocks.h"

#include "check.h"

static const double min[] = {-HUGE_VAL, 0, 2, 6}, max[] = {-1, 1, 4, 8};
static const double level[] = {-HUGE_VAL, -1, 1, 3};
static const struct cal_levels blocks = {min, max, level, 4};

static double at(double x, bool nearest) {
  double out;
  cal_apply_blocks(&blocks, nearest, &x, 1, &out);
  return out;
}

static void inside_a_block_its_level_holds(void) {
  const double x[] = {-HUGE_VAL, -1, 0, .5, 1, 2, 4, 6, 8, 100, HUGE_VAL};
  const double expected[] = {-HUGE_VAL, -HUGE_VAL, -1, -1, -1, 1, 1, 3, 3, 3, 3};
  for (int i = 0; i < 11; ++i) {
    CHECK_EQ(at(x[i], false), expected[i]);
    CHECK_EQ(at(x[i], true), expected[i]);
  }
}

static void gaps_are_bridged(void) {
  CHECK_EQ(at(1.25, false), -.5);
  CHECK_EQ(at(5.5, false), 2.5);
  CHECK_EQ(at(1.25, true), -1);
  CHECK_EQ(at(5.5, true), 3);
  // At equal distance, the level closer to 0, or the left one of two equally close ones.
  CHECK_EQ(at(5, true), 1);
  CHECK_EQ(at(1.5, true), -1);
}

static void no_line_leads_to_infinity(void) {
  CHECK_EQ(at(-.75, false), -HUGE_VAL);
  CHECK_EQ(at(-.5, false), -1);
  CHECK_EQ(at(-.25, false), -1);
}

// No line leads from infinity: between, the nearest level applies.
static void no_line_leads_from_an_infinite_place(void) {
  const double knot[] = {-HUGE_VAL, 0, 4, HUGE_VAL}, y[] = {-2, 1, HUGE_VAL, 3};
  const struct cal_levels line = {knot, knot, y, 4};
  double x[] = {-5, 1, 3, 5};
  const double expected[] = {1, 1, HUGE_VAL, HUGE_VAL};
  cal_apply_blocks(&line, false, x, 4, x);
  for (int i = 0; i < 4; ++i) CHECK_EQ(x[i], expected[i]);
  const struct cal_levels open = {(double[]){0, HUGE_VAL}, (double[]){0, HUGE_VAL}, y, 2};
  double beyond = 7;
  cal_apply_blocks(&open, false, &beyond, 1, &beyond);
  CHECK_EQ(beyond, -2);
}

static void points_make_a_line(void) {
  const double knot[] = {0, 1, 3}, y[] = {0, 2, 3};
  const struct cal_levels line = {knot, knot, y, 3};
  double x[] = {-1, 0, .5, 1, 2, 3, 4};
  const double expected[] = {0, 0, 1, 2, 2.5, 3, 3};
  cal_apply_blocks(&line, false, x, 7, x);
  for (int i = 0; i < 7; ++i) CHECK_EQ(x[i], expected[i]);
}

static void one_block_is_all(void) {
  const struct cal_levels one = {min + 1, max + 1, level + 1, 1};
  const double x[] = {-5, 0, 5};
  double out[3];
  cal_apply_blocks(&one, false, x, 3, out);
  for (int i = 0; i < 3; ++i) CHECK_EQ(out[i], -1);
}

int main(void) {
  inside_a_block_its_level_holds();
  gaps_are_bridged();
  no_line_leads_to_infinity();
  no_line_leads_from_an_infinite_place();
  points_make_a_line();
  one_block_is_all();
  return check_report("apply-blocks");
}
