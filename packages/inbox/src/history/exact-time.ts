import { clockTime } from '../frame/time-words.ts';
import { dateLocale } from '../language/chosen.ts';

/** To the millisecond, as the log has it, by the reader's clock. */
export function exactTime(at: string): { readonly day: string; readonly time: string } {
  const date = new Date(at);
  return {
    day: date.toLocaleDateString(dateLocale, { day: 'numeric', month: 'short' }),
    time: date.toLocaleTimeString(dateLocale, {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    }),
  };
}

/** `Sunday 15 November, 20:47 CET`. */
export function longTime(at: string): string {
  const date = new Date(at);
  const day = date
    .toLocaleDateString(dateLocale, { weekday: 'long', day: 'numeric', month: 'long' })
    .replace(',', '');
  return `${day}, ${clockTime(at)}`;
}
