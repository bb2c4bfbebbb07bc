// The size of a validation with Gaussian LLRs, by quadrature as in plan_size() of R.
import { qnorm } from "./distributions.js";
import { costFacts, meanInterval, wideMean } from "./intervals.js";
import { bits, LN10, softplus } from "./units.js";

const least = 10;
const most = 1e8;

// The skewness of 1000 replicates is random.
const skewnessNoise = Array.from({ length: 9 }, (_, i) => Math.sqrt(6 / 1000) * qnorm((i + 0.5) / 9));

// The half-width of the 95 % interval of Cllr, on average over studies of these sizes.
export function halfWidths(system) {
  const points = gaussianPoints(system);
  const moments = [
    costMoments(points.llr.map((x) => bits(0.5 * softplus(-x))), points.h1),
    costMoments(points.llr.map((x) => bits(0.5 * softplus(x))), points.h2),
  ];
  return (nH1, nH2) => halfWidth(points, moments, [nH1, nH2]);
}

function halfWidth(points, moments, sizes) {
  const sum = (part) => part(moments[0], sizes[0]) + part(moments[1], sizes[1]);
  const variance = sum((m, n) => m[2] / n);
  const relative = sum((m, n) => (m[4] - m[2] ** 2) / n ** 3) / variance ** 2;
  const skewness = sum((m, n) => m[3] / n ** 2) / variance ** 1.5;
  const units = Math.min(...sizes);
  const { tail } = costFacts({ llr: points.llr, numbers: [points.h1, points.h2] }, 0, sizes, [0.5, 0.5]);
  const spread = Math.sqrt(variance) * Math.sqrt((units - 1) / units);
  const width = wideMean({ by: "trial", units });
  const widths = skewnessNoise.map((noise) => {
    const ends = meanInterval(sum((m) => m[1]), spread, skewness + noise, width, tail);
    return ends[1] - ends[0];
  });
  return widths.reduce((all, x) => all + x, 0) / widths.length / 2 / Math.sqrt(1 + relative / 4);
}

// The trapezoid rule, exact to the precision of a double.
function gaussianPoints({ s, stretch, shift }) {
  const sd = stretch * s;
  const middle = [stretch * s * s / 2 + shift * LN10, -stretch * s * s / 2 + shift * LN10];
  const step = Math.min(0.5, sd / 1.5);
  const from = Math.min(...middle) - 9.5 * sd;
  const n = Math.floor((Math.max(...middle) + 9.5 * sd - from) / step + 1e-10) + 1;
  const llr = Float64Array.from({ length: n }, (_, i) => from + i * step);
  const density = (mean) => llr.map((x) => Math.exp(-(((x - mean) / sd) ** 2) / 2) / (sd * Math.sqrt(2 * Math.PI)));
  return { llr, h1: density(middle[0]), h2: density(middle[1]) };
}

// The mean, and the central moments up to the fourth.
function costMoments(cost, n) {
  const total = n.reduce((sum, x) => sum + x, 0);
  const average = (f) => cost.reduce((sum, x, i) => sum + n[i] / total * f(x), 0);
  const mean = average((x) => x);
  return [1, mean, ...[2, 3, 4].map((power) => average((x) => (x - mean) ** power))];
}

// Rounds halves to the even number, as R does.
function rounded(x) {
  const down = Math.floor(x);
  return x - down === 0.5 ? down + (down % 2) : Math.round(x);
}

// Number of H1 comparisons that reaches a half-width, with `ratio` times as many of H2; NaN if none
// does.
export function sizeFor(system, wanted, ratio = 1) {
  const half = halfWidths(system);
  const met = (n) => half(n, rounded(ratio * n)) <= wanted;
  if (!met(most)) return NaN;
  if (met(least)) return least;
  let [low, high] = [least, most];
  while (high - low > 1) {
    let middle = Math.floor(Math.sqrt(low) * Math.sqrt(high));
    if (middle <= low) middle = low + 1;
    if (met(middle)) high = middle;
    else low = middle;
  }
  return high;
}
