/** How long a question and an approval last where no rule says otherwise. */
export const secondsDefault = 900;

const unitSeconds: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 };

/** Seconds of `90`, `15m`, `1h30m`, `2d`; null for anything else. Units go from large to small, each once. */
export function secondsOf(written: string | number): number | null {
  if (typeof written === 'number') return Number.isSafeInteger(written) ? written : null;
  if (/^\d{1,9}$/.test(written)) return Number(written);
  const parts = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(written);
  if (parts === null || written === '') return null;
  return ['d', 'h', 'm', 's'].reduce(
    (sum, unit, i) => sum + Number(parts[i + 1] ?? 0) * (unitSeconds[unit] ?? 0),
    0,
  );
}

/** In words, for explanations: `1 h 30 min`. */
export function durationText(seconds: number): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [name, size] of [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ] as const) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}`);
  }
  return parts.length === 0 ? '0 s' : parts.join(' ');
}
