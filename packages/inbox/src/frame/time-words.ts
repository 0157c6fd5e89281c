/** The time of day, as the reader's clock shows it. */
export function clockTime(at: string): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

export function dateAndTime(at: string): string {
  return new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

/** Minutes that have begun, whole hours, or whole days until then: the words of the card, in short. */
export function timeLeftWords(due: string, now: number): string {
  const minutes = (Date.parse(due) - now) / 60_000;
  if (minutes <= 0) return 'Expired';
  if (minutes < 120) return `${Math.ceil(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** How much of the time from asking to the deadline is left, from 0 to 1, in whole minutes: it moves once a minute. */
export function fractionLeft(from: string, due: string, now: number): number {
  const whole = Math.ceil((Date.parse(due) - Date.parse(from)) / 60_000);
  const left = Math.ceil((Date.parse(due) - now) / 60_000);
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, left / whole));
}
