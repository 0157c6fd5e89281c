import { addSeconds, millisecondsOf, type Timestamp } from '@countersign/protocol/value';

const dayMinutes = 1440;

/** The minutes since midnight in a time zone. */
function minutesAt(at: Timestamp, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(millisecondsOf(at));
  const part = (type: string): number => Number(parts.find(each => each.type === type)?.value ?? 0);
  return part('hour') * 60 + part('minute');
}

function minutesOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The seconds until a clock on the wall shows this time again: more than none, and a day at most. */
export function secondsUntil(now: Timestamp, timeOfDay: string, timeZone: string): number {
  const wanted = minutesOf(timeOfDay);
  const away = (at: Timestamp): number =>
    (wanted - minutesAt(at, timeZone) + dayMinutes) % dayMinutes;
  const intoMinute = (millisecondsOf(now) % 60_000) / 1000;
  // Rounded up: one moment too early, the clock still shows the minute before.
  const seconds = Math.ceil((away(now) || dayMinutes) * 60 - intoMinute);
  // Where summer time begins or ends in between, the clock shows another time at that moment.
  const off = away(addSeconds(now, seconds));
  const corrected = seconds + (off > dayMinutes / 2 ? off - dayMinutes : off) * 60;
  return Math.max(1, corrected);
}

export function isQuiet(
  at: Timestamp,
  quiet: { readonly from: string; readonly to: string } | null,
  timeZone: string,
): boolean {
  if (quiet === null) return false;
  const [from, to, now] = [minutesOf(quiet.from), minutesOf(quiet.to), minutesAt(at, timeZone)];
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

/** The time of day with its zone, such as `20:54 CET`, as the language of this locale writes it. */
export function clockTime(at: Timestamp, timeZone: string, locale = 'en-GB'): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(millisecondsOf(at));
}

/** Whether this machine knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
