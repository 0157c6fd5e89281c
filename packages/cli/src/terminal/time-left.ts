import type { CommandIo } from '../command.ts';

/** How long until a moment, in the one unit that people would say: "3 min", "7 h", "2 d". */
export function minutesUntil({ now }: Pick<CommandIo, 'now'>, moment: string): string {
  const seconds = Math.max(0, (Date.parse(moment) - now().getTime()) / 1000);
  if (!Number.isFinite(seconds)) return 'unknown';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** A day and a minute in UTC, which means the same to every reader. */
export function shortMoment(moment: string): string {
  return moment.replace('T', ' ').replace(/:\d{2}(\.\d+)?Z$/, ' UTC');
}
