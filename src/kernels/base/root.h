#ifndef CALIBRANT_KERNELS_BASE_ROOT_H
#define CALIBRANT_KERNELS_BASE_ROOT_H

// A function of one variable, with what it needs besides. Its values are finite.
struct cal_function {
  double (*at)(void* data, double x);
  void* data;
};

// Zero of the function between two places, at which it has different signs or is 0, to within the
// tolerance. Brent 1973, chapter 4: inverse interpolation, and bisection if that does not pay. Step
// by step as uniroot() in R.
double cal_find_root(struct cal_function f, double lower, double upper, double tolerance);

// A place between two others where the function has a minimum. Brent 1973, chapter 5: parabolas,
// and the golden section where they do not pay. Step by step what optimize() does in R.
double cal_find_minimum(struct cal_function f, double lower, double upper, double tolerance);

#endif
