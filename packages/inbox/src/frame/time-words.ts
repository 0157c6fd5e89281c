import { dateLocale } from '../language/chosen.ts';
import { frameText } from '../language/english/frame.ts';
/** The time of day by the reader's clock, with its zone: `20:37 CET`. */
export function clockTime(at: string): string {
  return new Date(at).toLocaleTimeString(dateLocale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

export function dateAndTime(at: string): string {
  return new Date(at).toLocaleString(dateLocale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

/** Minutes that have begun, whole hours, or whole days until then: the words of the card, in short. */
export function timeLeftWords(due: string, now: number): string {
  const minutes = (Date.parse(due) - now) / 60_000;
  if (minutes <= 0) return frameText.expired;
  if (minutes < 120) return frameText.minutes(Math.ceil(minutes));
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? frameText.hours(hours) : frameText.days(Math.floor(hours / 24));
}

/** How much of the time from asking to the deadline is left, from 0 to 1, in whole minutes: it moves once a minute. */
export function fractionLeft(from: string, due: string, now: number): number {
  const whole = Math.ceil((Date.parse(due) - Date.parse(from)) / 60_000);
  const left = Math.ceil((Date.parse(due) - now) / 60_000);
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, left / whole));
}
