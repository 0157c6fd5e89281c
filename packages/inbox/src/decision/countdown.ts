const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How much time is left, in words that do not nag: minutes, and in the last two of them tens of seconds. */
export function timeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return 'Time is up';
  if (milliseconds < 2 * minute) {
    const seconds = Math.ceil(milliseconds / (10 * second)) * 10;
    const rest = seconds % 60;
    const minutes = Math.floor(seconds / 60);
    return `${[minutes > 0 ? `${minutes} min` : '', rest > 0 ? `${rest} s` : ''].filter(Boolean).join(' ')} left`;
  }
  if (milliseconds < 2 * hour) return `${Math.ceil(milliseconds / minute)} min left`;
  if (milliseconds < 2 * day) return `${Math.floor(milliseconds / hour)} h left`;
  return `${Math.floor(milliseconds / day)} days left`;
}

/** Until the words change next, or until it ends. */
export function nextChange(milliseconds: number): number {
  if (milliseconds <= 0) return Number.POSITIVE_INFINITY;
  const step =
    milliseconds <= 2 * minute ? 10 * second : milliseconds <= 2 * hour ? minute : 10 * minute;
  return milliseconds % step || step;
}

/** What a screen reader says when this moment has been passed between two looks at the clock. */
export function announcement(before: number, now: number): string | null {
  const passed = (mark: number) => before > mark && now <= mark && now > 0;
  if (passed(minute)) return 'One minute left to decide';
  if (passed(5 * minute)) return 'Five minutes left to decide';
  return null;
}

/** A number of seconds as a person says it: "15 min", "2 h". */
export function durationWords(seconds: number): string {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? '1 day' : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds >= 60) return `${Math.round(seconds / 60)} min`;
  return `${seconds} s`;
}
