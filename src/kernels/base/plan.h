#ifndef CALIBRANT_KERNELS_BASE_PLAN_H
#define CALIBRANT_KERNELS_BASE_PLAN_H

// Every size at which a kernel changes its method for the same result, and every tolerance that
// ends a search, by name, with its effect and its reason. One section per folder of kernels.

// ---- base ----

// Rows between two checks for an interrupt: a few milliseconds of work.
enum { CAL_PLAN_PIECE = 1 << 20 };

// Columns of a matrix between two checks.
enum { CAL_PLAN_COLUMNS = 256 };

// Rows of a part for a thread, as a power of 2: a megabyte of values. A smaller part is finished
// before a thread has started.
enum { CAL_PLAN_PART_BITS = 17 };

// Largest number of keys sorted by comparisons: below it, clearing the six tables of counts of a
// radix sort costs more.
enum { CAL_PLAN_SMALL_SORT = 256 };

// Number of sampled values that determine the positions and the width of buckets. More would not
// place them better, and they are sorted each time.
enum { CAL_PLAN_BUCKET_SAMPLE = 63 };

// Largest number of trials drawn from an urn one by one: a trial of rejection sampling costs as
// much as ten draws.
enum { CAL_PLAN_URN_FEW = 16 };

// Binomial means below this are inverted: the constants of the hat hold from here on.
enum { CAL_PLAN_BINOMIAL_FEW = 10 };

// ---- pav ----

// Largest number of trials that are simply sorted: below it, setting up buckets costs more than the
// sort (bench/jobs.R, "Cllr_min": equal at about 700).
enum { CAL_PLAN_SORT = 1000 };

// The buckets count trials in 32 bits.
#define CAL_PLAN_MOST_UNSORTED INT32_MAX

// Buckets for n trials: n / FEW of few, BASE + n / MANY of many. More buckets leave fewer trials to
// sort, until the table falls out of the caches (bench/jobs.R, "Cllr_min" at 1e5 to 1e7).
enum { CAL_PLAN_BUCKETS_FEW = 4, CAL_PLAN_BUCKETS_BASE = 1 << 16, CAL_PLAN_BUCKETS_MANY = 40 };

// A table of more levels than this would fall out of the cache (bench/jobs.R, "PAV per trial").
enum { CAL_PLAN_STAIRS = 1 << 15 };

// ---- cost ----

// Ends of the bins of LLRs: wide enough for nearly all LRs in practice, and a small table.
#define CAL_PLAN_MOST_NATS 128

// If more than one in this many trials lies outside the bins, sorting all trials costs no more than
// sorting those outside and binning the others.
enum { CAL_PLAN_OUTSIDE_PART = 8 };

// Largest number of distinct LLRs used without nodes: placing nodes would take longer than the
// first ten priors (bench/jobs.R, "ECE").
enum { CAL_PLAN_FEW_LLRS = 4096 };

// Largest number of trials for which Cllr comes from points, which other priors also need; with
// more, one pass is faster (bench/jobs.R, "Cllr").
enum { CAL_PLAN_FEW_COSTS = 256 };

// LLRs up to here have sums that stay finite, however many there are.
#define CAL_PLAN_MOST_LLR 1e290

// Smallest number of priors for which preparing the exponentials of all points is worthwhile
// (bench/jobs.R, "ECE").
enum { CAL_PLAN_MANY_PRIORS = 8 };

// ---- rates ----

// The quick test of the direction of the hypotheses looks at this many trials, and at this many of
// each hypothesis among them. It takes three of the twelve microseconds of the constructor
// (bench/jobs.R, "Cllr_min" at 1e4).
enum { CAL_PLAN_GLANCE = 512, CAL_PLAN_GLANCE_CLASS = 64 };

// Standard errors by which these trials must show the direction; otherwise a closer look is taken.
#define CAL_PLAN_GLANCE_ERRORS 3.0

// The quick test of the unit of LLRs looks at this many trials of each hypothesis, and searches
// this many trials for them. It takes a microsecond of the same constructor.
enum { CAL_PLAN_UNIT_CLASS = 64, CAL_PLAN_UNIT_STEPS = 1024, CAL_PLAN_UNIT_FEWEST = 16 };

// Trials that can be searched for duplicates in a microsecond. If none of this many distinct values
// has an odd number of trials, this is not due to chance (one in four thousand).
enum { CAL_PLAN_REPEATED = 2048, CAL_PLAN_REPEATED_VALUES = 12 };

// ---- fit ----

// Largest number of trials calibrated without nodes. With more, few nodes that represent them
// (compress-unsorted.h) cost less: a node costs as much as a trial in each of the ten passes of a
// search, and there are about 8 per 1/8 nat, 600 in all (bench/jobs-fit.R, "affine calibration").
enum { CAL_PLAN_FEW_TRIALS = 4096 };

// Rows of each hypothesis in the sample that gives location and spread of an input, and the slope
// for placing nodes. The slope need only be right to within a factor of 1.25, see below: with a
// thousand rows its standard error is a few percent.
enum { CAL_PLAN_SAMPLE = 1000 };

// Rows that are searched for this sample first. One row in 300 of the rarer hypothesis is enough:
// all rows are searched only if these hold less than a tenth of the rows wanted of it.
enum { CAL_PLAN_PROBES = 64 * CAL_PLAN_SAMPLE };

// Sums over nodes are those over the trials to all digits as long as the bins that the nodes stand
// for are not much wider after calibration than when they were placed. At this ratio the error of
// the interpolation, (4 pi / ratio)^-8 of an eighth of a nat each, is still below 1e-16.
#define CAL_PLAN_NODE_STRETCH 1.25

// Number of times that nodes are replaced before all rows are used.
enum { CAL_PLAN_NODE_TRIES = 6 };

// The least share of the slope's curvature that a free offset must leave: the second pivot of the
// Hessian, scaled to a unit diagonal. With this share, nodes, which round to 1e-16 of the sums,
// find the minimum to 1e-12. With less, the line is centred where the LR is 1, which makes the
// share 1.
#define CAL_PLAN_LEAST_PIVOT 1e-4

// Number of times that the line is centred. Each squares the distance.
enum { CAL_PLAN_CENTRINGS = 8 };

// Width in nats below which an overlap of the hypotheses is treated as a point.
#define CAL_PLAN_NARROW 1e-6

// Single trials, in any number of inputs, that make a search start at the minimum of a sample
// (bench/jobs-fit.R, "fusion of 4 systems": equal at 20 000 to 40 000).
enum { CAL_PLAN_LEAD_BY_SAMPLE = 32768 };

// Size of that sample, for each hypothesis: a number of rows, and further rows per input, but at
// least one row in CAL_PLAN_LONGEST_STEP, as so few rows cost next to nothing.
enum { CAL_PLAN_SAMPLE_BASE = 6000, CAL_PLAN_SAMPLE_PER_INPUT = 200, CAL_PLAN_LONGEST_STEP = 64 };

// Largest distance of an input, in units of the tighter hypothesis, while Newton's method looks for
// the neighbourhood of the minimum. Farther inputs, nearly certain on the right side or very costly
// on the wrong one, would slow it down.
#define CAL_PLAN_NEAR 50.0

// The farthest input whose square is still far from overflow.
#define CAL_PLAN_FARTHEST 1e150

// Nats on the right side beyond which a cost rounds to 0.
#define CAL_PLAN_FREE_NATS 750.0

// Largest number of evaluations in one search: 5 to 15 are usual. A slope of 700 takes one for each
// nat, and no overlap of doubles needs more.
enum { CAL_PLAN_EVALUATIONS = 200, CAL_PLAN_EVALUATIONS_LINE = 2000 };

// Passes over all rows after a sample; one or two are usual.
enum { CAL_PLAN_SETTLE_PASSES = 6 };

// Newton's method ends when a step promises less than this share of the value: its square root is
// the relative error before that step, the share itself the error after it.
#define CAL_PLAN_NEWTON_DONE 1e-16

// The same after a sample, whose last pass also yields the standard errors at the point before the
// step: these must also be right in all digits.
#define CAL_PLAN_SETTLED 1e-20

// Relative amount by which rounding may raise the value near the minimum.
#define CAL_PLAN_NEWTON_SLACK 1e-14

// A step shortened by this factor changes nothing any more.
#define CAL_PLAN_NEWTON_SHORTEST 1e-18

// Pivots of the Hessian, scaled to a unit diagonal, that count as lost in rounding, and those that
// are well clear of it.
#define CAL_PLAN_PIVOT_LOST 1e-14
#define CAL_PLAN_PIVOT_CLEAR 1e-10

// A last step longer than this, with inputs of the order of 1, means divergence.
#define CAL_PLAN_NEWTON_DIVERGED 1e-3

// If a minimum is known to exist, a search goes on until its last step is this share of the
// parameters. An error of its square remains.
#define CAL_PLAN_NEWTON_STEP 1e-8

// Leaving sources out: beyond this ln LR a cost is zero or linear, to the precision of a double, if
// the slope is above 1/2.
#define CAL_PLAN_LINEAR_TAIL 90.0

// Largest number of steps of a fit by another rule than the logarithm. A dozen is usual; a cost
// without curvature at a kink needs enough steps to halve the interval to nothing.
enum { CAL_PLAN_RULE_STEPS = 500 };

// Largest number of pairs of a row and a threshold for which all slopes of one input are compared:
// the time grows with the square, to two seconds.
enum { CAL_PLAN_RULE_LINES = 8000 };

// Points of a polynomial for the sum of the terms of a density in a cell, across which a term
// varies by no more than e^SPAN on either side of the middle. The polynomial of e^(SPAN t), -1 <= t
// <= 1, errs by 2 (SPAN / 2)^POINTS / POINTS!, 1e-14, and so by 2e-13 of the least value in the
// worst cell, where all weight is at one end of the reach.
enum { CAL_PLAN_KDE_POINTS = 20 };
#define CAL_PLAN_KDE_SPAN 3.2

// The first cells: WIDTH bandwidths wide, so that near to the centres they need no halving, or as
// many as can be set up in a fraction of a millisecond.
enum { CAL_PLAN_KDE_ROOTS = 1 << 12 };
#define CAL_PLAN_KDE_WIDTH 0.45

// The width of a cell that tells how many trials are in it, itself being the unit, and the number
// of terms that cost no more than a polynomial and its table.
enum { CAL_PLAN_KDE_VICINITY = 16, CAL_PLAN_KDE_FEW_TERMS = 64 };

// Number of rounding errors of a place that are negligible beside the radius of a cell.
#define CAL_PLAN_KDE_ROUNDINGS 1024.0

// Largest number of centres and places for which a density is summed directly at each place, to its
// last digit.
enum { CAL_PLAN_KDE_FEW_CENTRES = 2048, CAL_PLAN_KDE_FEW_PLACES = 4096 };

// Largest number of sweeps over the inputs of a fusion that are shrunk together. A dozen is usual,
// more if they are correlated; for nearly equal inputs the sweeps are stopped.
enum { CAL_PLAN_STEPS_BACK = 1000 };

// Groups of values in which a curve with a floor and a ceiling is looked for; the search ends on
// all values, and its limits take fewer groups, since each of them searches hundreds of times.
enum { CAL_PLAN_FOUR_GROUPS = 1024, CAL_PLAN_FOUR_LIMIT_GROUPS = 256 };

// Nats of mean cost by which a curve must be better than steps and constants. Without a best curve,
// the search approaches one of these.
#define CAL_PLAN_FOUR_GAIN 1e-9

// ---- replicate ----

// Trials in a chunk of a replicate, which is first pooled by its chunks: fewer leave longer hulls
// of chunks, more leave longer chunks to look into (bench/jobs-bootstrap.R, "bootstrap of
// Cllr_min").
enum { CAL_PLAN_CHUNK = 32 };

// Counts that are drawn at once, a byte each: they stay in the second cache.
enum { CAL_PLAN_DRAWS_PART = 1 << 17 };

// Mean number of draws allowed until both hypotheses are in a replicate of sources. Rarer
// replicates would be uninformative.
enum { CAL_PLAN_MOST_REDRAWS = 100 };

// Largest number of blocks in a draw of scores without information, about 37 for the largest number
// of trials: a larger number has a probability below 1e-1000.
enum { CAL_PLAN_CYCLES = 1024 };

// Space for the edges of a cell of n trials, about ln n in number.
enum { CAL_PLAN_CELL_EDGES = 16 };

// Number of sizes of blocks, at either end, whose mean costs are summed exactly. Polynomials give
// the mean costs of other sizes to twelve digits of their differences, or to five digits for a cost
// with a kink. With fewer sizes than the width there is no gain.
enum { CAL_PLAN_CHANCE_SMOOTH = 512, CAL_PLAN_CHANCE_KINKED = 4096, CAL_PLAN_CHANCE_WIDTH = 128 };

// Cells of calibrated LLRs, used for more distinct values than FROM: a cell holds at most one in
// CELLS of the trials, and is at most NATS wide up to FAR from 0. Narrower ones take longer and
// change no statistic by a thousandth of its standard deviation.
enum { CAL_PLAN_CELLS_FROM = 4096, CAL_PLAN_CELLS = 1024 };
#define CAL_PLAN_CELL_NATS 0.0625
#define CAL_PLAN_CELL_FAR 32.0

// Points of the grid on which the smoothed bootstrap places its trials: a line of few, 32 kB, stays
// in the first cache. bench/coverage.md includes the loss of accuracy by the grid. More trials than
// PER_POINT for each have smaller standard errors than that, and get more points, up to the size of
// the second cache.
enum {
  CAL_PLAN_SMOOTH_GRID = 4096,
  CAL_PLAN_SMOOTH_GRID_MOST = 1 << 16,
  CAL_PLAN_SMOOTH_PER_POINT = 16
};

// ---- classes ----

// Largest number of evaluations in the search of one fit (about ten are usual), and of consecutive
// ones that do not lower the cost: rounding alone causes that many.
enum { CAL_PLAN_CLASS_EVALUATIONS = 1000, CAL_PLAN_CLASS_FRUITLESS = 64 };

// Trials that make a fit of maps of many classes start at the minimum of a sample: that saves
// two evaluations of all trials, and costs less than one.
enum { CAL_PLAN_CLASS_FIT_THINNED = 20000 };

// The sample keeps at least this many trials of every class, and this many per parameter; no trial
// stands for more than the largest step. More would cost a good part of a pass over all trials,
// fewer leave the start so far away that it saves no pass.
enum { CAL_PLAN_THIN_ENOUGH = 200, CAL_PLAN_THIN_PER_PARAMETER = 4, CAL_PLAN_THIN_STEP = 16 };

// Trials times squared parameters between two checks for an interrupt: ten milliseconds.
enum { CAL_PLAN_CLASS_PIECE = 10000000 };

// A fit climbs to its start if the leads of right trials are this many times as large as those of
// wrong ones. With smaller leads, a few more Newton steps cost less.
#define CAL_PLAN_FAR_APART 1e4

// Relative amount by which the minimum over the offsets, found by a search that may end early, can
// seem to rise along a climb where it falls.
#define CAL_PLAN_CLASS_HIDDEN 1e-9

#endif
