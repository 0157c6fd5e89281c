import { useEffect, useRef, useState } from 'react';
import { announcement, nextChange, timeLeft } from './countdown.ts';

export interface Countdown {
  readonly words: string;
  /** From 1 to 0. */
  readonly fraction: number;
  readonly over: boolean;
  /** Announced once to screen readers. */
  readonly announced: string;
}

/** The time that is left until `due`, updated whenever its words change. */
export function useCountdown(from: string, due: string): Countdown {
  const end = Date.parse(due);
  const [now, setNow] = useState(() => Date.now());
  const left = end - now;
  const before = useRef(left);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const said = announcement(before.current, left);
    before.current = left;
    if (said !== null) setAnnounced(said);
    const wait = nextChange(end - Date.now());
    if (!Number.isFinite(wait)) return;
    // A timer may come early, and none waits longer than a day.
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait + 20, 86_400_000));
    return () => clearTimeout(timer);
  }, [left, end]);
  const whole = end - Date.parse(from);
  return {
    words: timeLeft(left),
    fraction: whole <= 0 ? 0 : Math.min(1, Math.max(0, left / whole)),
    over: left <= 0,
    announced,
  };
}
