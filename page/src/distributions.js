// Quantiles that intervals need.

const poly = (r, coefficients) => coefficients.reduce((sum, c) => sum * r + c, 0);

// Normal quantiles by algorithm AS 241 (Wichura 1988), as in R.
const middle = [[
  2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
  13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608,
], [
  5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
  5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1,
]];
const tail = [[
  7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
  1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959,
  1.42343711074968357734,
], [
  1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966,
  0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187, 1,
]];
const farTail = [[
  2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
  0.026532189526576123093, 0.29656057182850489123, 1.7848265399172913358, 5.4637849111641143699,
  6.6579046435011037772,
], [
  2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
  7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531,
  0.59983220655588793769, 1,
]];

export function qnorm(p) {
  if (p <= 0) return -Infinity;
  if (p >= 1) return Infinity;
  const q = p - 0.5;
  const ratio = (r, [above, below]) => poly(r, above) / poly(r, below);
  if (Math.abs(q) <= 0.425) return q * ratio(0.180625 - q * q, middle);
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  return Math.sign(q) * (r <= 5 ? ratio(r - 1.6, tail) : ratio(r - 5, farTail));
}

// Normal distribution function below 0, by Newton's method for the logarithm of the probability.
export function pnorm(x) {
  if (Math.abs(x) > 37) return x > 0 ? 1 : 0;
  let p = 0.5 * Math.exp((-x * x) / 2);
  for (let k = 0; k < 50; ++k) {
    const at = qnorm(p);
    const step = ((x - at) * Math.exp((-at * at) / 2)) / (Math.sqrt(2 * Math.PI) * p);
    p *= Math.exp(step);
    if (Math.abs(step) < 1e-15) break;
  }
  return p;
}

// Differences such as ln Gamma(x + 1/2) - ln Gamma(x) would lose digits for large numbers, so they
// are computed from the remainder of Stirling's formula.
function stirlingError(x) {
  if (x < 16) return logGamma(x) - ((x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI));
  const s = 1 / (x * x);
  return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 -
    s * (691 / 360360)))))) / x;
}

// For small x, the recurrence up to arguments at which Stirling's series is exact to all digits.
function logGamma(x) {
  let product = 1;
  let at = x;
  for (; at < 16; at += 1) product *= at;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + stirlingError(at) -
    Math.log(product);
}

// ln of x^a (1 - x)^b / B(a, b) with y = 1 - x, by deviances (Loader 2000), so that large a and b
// lose nothing.
function logWeight(a, b, x, y) {
  const n = a + b;
  return 0.5 * Math.log((a * b) / (2 * Math.PI * n)) + stirlingError(n) - stirlingError(a) -
    stirlingError(b) - deviance(a, n * x) - deviance(b, n * y);
}

// a ln(a / m) + m - a.
function deviance(a, m) {
  const d = (a - m) / (a + m);
  if (Math.abs(d) >= 0.1) return a * Math.log(a / m) + m - a;
  // 2 a atanh(d) in powers of d.
  let sum = (a - m) * d;
  let term = 2 * a * d;
  for (let k = 3; k < 200; k += 2) {
    term *= d * d;
    const next = sum + term / k;
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

// The regularised incomplete beta function and its complement, by Lentz's continued fraction.
export function pbeta(x, a, b, y = 1 - x) {
  if (x <= 0) return { lower: 0, upper: 1 };
  if (y <= 0) return { lower: 1, upper: 0 };
  if (x > (a + 1) / (a + b + 2)) {
    const other = pbeta(y, b, a, x);
    return { lower: other.upper, upper: other.lower };
  }
  const lower = (Math.exp(logWeight(a, b, x, y)) / a) * betaFraction(x, a, b);
  return { lower, upper: 1 - lower };
}

function betaFraction(x, a, b) {
  const tiny = 1e-300;
  const keep = (v) => (Math.abs(v) < tiny ? tiny : v);
  let c = 1;
  let d = 1 / keep(1 - ((a + b) * x) / (a + 1));
  let f = d;
  for (let m = 1; m < 100000; ++m) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / keep(1 + even * d);
    c = keep(1 + even / c);
    f *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / keep(1 + odd * d);
    c = keep(1 + odd / c);
    const step = d * c;
    f *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return f;
}

export const dbeta = (x, a, b) => Math.exp(logWeight(a, b, x, 1 - x)) / (x * (1 - x));

// Newton's method for the logarithm of the smaller tail, within a shrinking bracket.
export function qbeta(p, a, b) {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  for (let k = 0; k < 200; ++k) {
    const { lower, upper } = pbeta(x, a, b);
    const excess = p < 0.5 ? lower - p : 1 - p - upper;
    if (excess === 0) return x;
    if (excess > 0) high = x; else low = x;
    let next = x - excess / dbeta(x, a, b);
    if (!(next > low && next < high)) next = low > 0 ? Math.sqrt(low * high) : (low + high) / 2;
    if (Math.abs(next - x) <= 1e-16 * x) return next;
    x = next;
  }
  return x;
}

// Student quantiles above 1/2, by the beta distribution of t^2 / (df + t^2).
export function qt(p, df) {
  const x = qbeta(2 * p - 1, 0.5, df / 2);
  return Math.sqrt((df * x) / (1 - x));
}
