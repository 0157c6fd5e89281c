import type { PreferencesFacts } from '@countersign/client/people';
import { type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';

type Away = NonNullable<PreferencesFacts['preferences']['away']>;

const two = (part: number): string => String(part).padStart(2, '0');

/** A moment as a `datetime-local` field writes it, by the clock of this browser. */
export function localInput(at: string): string {
  const date = new Date(at);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that a `datetime-local` field shows; null while it is not filled in. */
export function timestampOf(typed: string): Timestamp | null {
  const at = typed === '' ? Number.NaN : Date.parse(typed);
  return Number.isNaN(at) ? null : timestampFromMilliseconds(at);
}

/** From this minute on, for one day. The user changes both. */
export function usualAbsence(now: number): Away {
  const from = Math.floor(now / 60_000) * 60_000;
  return {
    from: timestampFromMilliseconds(from),
    to: timestampFromMilliseconds(from + 86_400_000),
  };
}
