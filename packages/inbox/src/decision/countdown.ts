import { decisionText } from '../language/english/decision.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How much time is left, in words that do not nag: minutes, and in the last two of them tens of seconds. */
export function timeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return decisionText.timeIsUp;
  if (milliseconds < 2 * minute) {
    const seconds = Math.ceil(milliseconds / (10 * second)) * 10;
    const rest = seconds % 60;
    const minutes = Math.floor(seconds / 60);
    const words = [
      minutes > 0 ? decisionText.minutes(minutes) : '',
      rest > 0 ? decisionText.seconds(rest) : '',
    ];
    return decisionText.left(words.filter(Boolean).join(' '));
  }
  if (milliseconds < 2 * hour)
    return decisionText.left(decisionText.minutes(Math.ceil(milliseconds / minute)));
  if (milliseconds < 2 * day)
    return decisionText.left(decisionText.hours(Math.floor(milliseconds / hour)));
  return decisionText.left(decisionText.days(Math.floor(milliseconds / day)));
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
  if (passed(minute)) return decisionText.oneMinuteLeft;
  if (passed(5 * minute)) return decisionText.fiveMinutesLeft;
  return null;
}

/** A number of seconds as a person says it: "15 min", "2 h". */
export function durationWords(seconds: number): string {
  if (seconds % 86_400 === 0) return decisionText.days(seconds / 86_400);
  if (seconds % 3600 === 0) return decisionText.hours(seconds / 3600);
  if (seconds >= 60) return decisionText.minutes(Math.round(seconds / 60));
  return decisionText.seconds(seconds);
}
