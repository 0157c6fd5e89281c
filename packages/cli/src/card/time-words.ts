const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A length of time in the largest unit that fits twice, or exactly: `15 minutes`, `90 seconds`. */
export function lengthWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [unit, size] = units.find(([, each]) => whole >= 2 * each || whole === each) ?? units[3];
  const count = Math.floor(whole / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Short, for a column: `14m`, `3h`, `over`. */
export function timeLeft(until: string, now: Date): string {
  const seconds = Math.floor((Date.parse(until) - now.getTime()) / 1000);
  if (seconds <= 0) return 'over';
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

export function secondsUntil(until: string, now: Date): number {
  return (Date.parse(until) - now.getTime()) / 1000;
}

/** To the second, in UTC, because that is what was signed. */
function timeWords(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}

/** The time of day where it is the same day, the date with it where not. */
export function momentWords(time: string, now: Date): string {
  const sameDay = time.slice(0, 10) === now.toISOString().slice(0, 10);
  return sameDay ? `${time.slice(11, 19)} UTC` : timeWords(time);
}
