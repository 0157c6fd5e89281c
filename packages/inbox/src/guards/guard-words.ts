import type { GuardFacts } from '@countersign/client/people';
import type { StateLook } from '../design/state-table.tsx';
import { clockTime, dateAndTime } from '../frame/time-words.ts';
import { guardsText } from '../language/english/guards.ts';

type State = GuardFacts['state'];

/** State is shape, word and colour. Silence has a shape of its own, and is never green. */
export const looks: Readonly<Record<State, StateLook>> = {
  not_guarded: { word: guardsText.notGuarded, icon: 'shield-off', kind: 'no' },
  paused: { word: guardsText.paused, icon: 'pause', kind: 'warn' },
  guarded_with_a_gap: { word: guardsText.withGap, icon: 'warning', kind: 'warn' },
  not_checked: { word: guardsText.notChecked, icon: 'info', kind: 'off' },
  guarded: { word: guardsText.guarded, icon: 'shield', kind: 'ok' },
  not_seen: { word: guardsText.notSeen, icon: 'clock', kind: 'off' },
};

const titles: Readonly<Record<string, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  copilot: 'Copilot CLI',
  opencode: 'OpenCode',
  cursor: 'Cursor',
  pi: 'pi',
};

export function agentTitle({ agent, agent_version }: GuardFacts): string {
  const title = titles[agent] ?? agent;
  return agent_version === null ? title : `${title} ${agent_version}`;
}

/** Why the guard has its state, and what a person does about it. */
export function whyWords(guard: GuardFacts, now: number): readonly string[] {
  const { state, why, pause, seen_at } = guard;
  switch (state) {
    case 'paused':
      return pause === null
        ? []
        : [
            guardsText.pausedBy(
              minutes(pause.began_at, pause.ends_at),
              pause.by_name,
              pause.reason,
            ),
            guardsText.pauseEnds(clockTime(pause.ends_at)),
          ];
    case 'not_seen':
      return [guardsText.silentFor(daysSince(seen_at, now))];
    case 'not_checked':
      return [guardsText.noCheckYet];
    case 'guarded':
      return [guardsText.refusesUnsure];
    case 'guarded_with_a_gap':
    case 'not_guarded':
      return why.map(sentence);
  }
}

/** The line that a person runs on that machine; null where nothing is to be done. */
export function fixOf({ agent, state, why }: GuardFacts): string | null {
  switch (state) {
    case 'not_guarded':
      return `countersign guard ${agent}`;
    case 'guarded_with_a_gap':
      return why.some(each => each.includes('--managed'))
        ? `countersign guard ${agent} --managed`
        : `countersign guard check ${agent}`;
    case 'not_checked':
      return `countersign guard check ${agent}`;
    default:
      return null;
  }
}

/** How the last check ended, and when. */
export function checkWords({ state, proof, checked_at, pause, why }: GuardFacts): string {
  if (state === 'paused' && pause !== null) {
    return pause.is_counted
      ? guardsText.callsSince(pause.calls)
      : guardsText.moreCallsSince(pause.calls);
  }
  if (checked_at === null) return guardsText.never;
  const isRefused = proof === 'canary' && (state !== 'not_guarded' || why.length === 0);
  const what = isRefused
    ? guardsText.canaryRefused
    : proof === 'canary'
      ? guardsText.canaryRan
      : guardsText.settingsRead;
  return `${what} ${shortTime(checked_at)}`;
}

/** How long ago, in words that do not move faster than once a minute. */
export function agoWords(at: string | null, now: number): string {
  if (at === null) return guardsText.never;
  const past = (now - Date.parse(at)) / 60_000;
  if (past < 2) return guardsText.now;
  if (past < 120) return guardsText.minutesAgo(Math.floor(past));
  if (past < 48 * 60) return guardsText.hoursAgo(Math.floor(past / 60));
  return shortTime(at);
}

/** Today the time, and before that the day. */
function shortTime(at: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? clockTime(at) : dateAndTime(at);
}

function minutes(from: string, to: string): string {
  const count = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
  return guardsText.minutes(count);
}

function daysSince(at: string | null, now: number): string {
  if (at === null) return guardsText.longTime;
  const days = Math.max(1, Math.floor((now - Date.parse(at)) / 86_400_000));
  return guardsText.days(days);
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/u.test(begun) ? begun : `${begun}.`;
}
