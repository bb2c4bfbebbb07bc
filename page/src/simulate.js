// Simulated comparisons, as simulate_lr() makes them after set.seed(seed).
import { rRandom } from "./random.js";
import { makeSystem } from "./system.js";
import { lnToLog10 } from "./units.js";

let kept = { key: "", normal: null };

// The normal numbers are kept while the seed and their number are unchanged.
function normals(seed, n) {
  const key = `${seed} ${n}`;
  if (kept.key !== key) {
    const random = rRandom(seed);
    kept = { key, normal: Float64Array.from({ length: n }, random.normal) };
  }
  return kept.normal;
}

export function simulate({ nH1, nH2, s = 2, stretch = 1, shift = 0, seed = 1, certain = false }, name = "system") {
  const z = normals(seed, nH1 + nH2);
  const mean = (s * s) / 2;
  const log10 = lnToLog10(z.map((x, i) => (i < nH1 ? mean : -mean) + s * x));
  const value = log10.map((x) => stretch * x + shift);
  if (certain) value[0] = -Infinity;
  const truth = new Int32Array(nH1 + nH2).fill(1, 0, nH1);
  return makeSystem(name, value, truth, "log10");
}

export const simulateCode = ({ nH1, nH2, s, stretch, shift, seed, certain }) => [
  "library(calibrant)",
  `set.seed(${seed})`,
  `x <- simulate_lr(${nH1}, ${nH2}, s = ${s}, stretch = ${stretch}, shift = ${shift})`,
  ...(certain ? [
    "y <- as.data.frame(x)", "y$log10_lr[1] <- -Inf",
    "x <- lr_set(truth ~ log10_lr, data = y, scale = \"log10\")",
  ] : []),
].join("\n");
