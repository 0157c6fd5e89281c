/** Which stretches of a height have been on the screen: sorted, apart from one another. */
export type Coverage = readonly (readonly [from: number, to: number])[];

/** In pixels. Rounding may hide this much at the edge of a line, where there is no text. */
const tolerance = 2;

export function cover(coverage: Coverage, from: number, to: number): Coverage {
  if (to <= from) return coverage;
  const apart: (readonly [number, number])[] = [];
  let [start, end] = [from, to];
  for (const part of coverage) {
    if (part[1] < start - tolerance || part[0] > end + tolerance) apart.push(part);
    else [start, end] = [Math.min(start, part[0]), Math.max(end, part[1])];
  }
  return [...apart, [start, end] as const].sort((a, b) => a[0] - b[0]);
}

export function isCovered(coverage: Coverage, height: number): boolean {
  const [only] = coverage;
  if (only === undefined || coverage.length > 1) return false;
  return only[0] <= tolerance && only[1] >= height - tolerance;
}
