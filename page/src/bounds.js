import { effectiveSizesOf, itemsOf } from "./system.js";

// Bounds that follow from numbers of items alone, or else of comparisons.
export function nSource(system) {
  const items = itemsOf(system);
  const [h1, h2] = effectiveSizesOf(system);
  return { lower: 0 - Math.log10(items ?? h1 + 1), upper: Math.log10(items ?? h2 + 1) };
}

export const clamp = (x, { lower, upper }) => Math.min(Math.max(x, lower), upper);
