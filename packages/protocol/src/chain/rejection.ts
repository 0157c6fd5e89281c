import type { ChainEntry } from './chain-entry.ts';

/**
 * What an approver who says no wants next. The choice is the beginning of `reason_code`, so it is signed with the
 * decision.
 *
 * # fix
 * The agent may ask again in a new round, with a changed action.
 *
 * # never
 * The case is closed, and the same action stays refused until an operator lifts the rejection.
 */
export type RejectionChoice = 'fix' | 'never';

/** The grounds that our own screens offer for each choice, with their words. Other clients may send others. */
export const rejectionGrounds = {
  fix: {
    wrong_value: 'Wrong value',
    wrong_target: 'Wrong target',
    too_broad: 'Too broad',
    missing_information: 'Missing information',
  },
  never: {
    wrong_target: 'Wrong target',
    not_needed: 'Not needed',
    not_allowed: 'Not allowed',
    looks_manipulated: 'Looks manipulated',
  },
} as const satisfies Record<RejectionChoice, Readonly<Record<string, string>>>;

/** A rejection, as its entry states it. */
export interface Rejection {
  /** Null where the approver made no choice. */
  readonly choice: RejectionChoice | null;
  /** The words of the ground, where it is one of those that we offer. */
  readonly ground: string | null;
  readonly reason: string;
  readonly by: ChainEntry['approver_kind'];
}

/** A rejection by an approver who chose what may follow. */
type ChosenRejection = Rejection & { readonly choice: RejectionChoice };

/** Whether the approver chose what may follow. */
export function isChosen(rejection: Rejection | null): rejection is ChosenRejection {
  return rejection !== null && rejection.choice !== null;
}

/** The `reason_code` of a rejection: `fix`, `never`, or one of them with a ground, as in `fix:wrong_value`. */
export function rejectionCode(choice: RejectionChoice, ground: string | null): string {
  return ground === null ? choice : `${choice}:${ground}`;
}

/** What the entry says, or null where it is no rejection. Any other code than ours makes no choice. */
export function rejectionOf(
  entry: Pick<ChainEntry, 'decision' | 'reason_code' | 'reason' | 'approver_kind'>,
): Rejection | null {
  if (entry.decision !== 'deny') return null;
  const [choice, ground] = readCode(entry.reason_code);
  return { choice, ground, reason: entry.reason, by: entry.approver_kind };
}

function readCode(code: string): readonly [RejectionChoice | null, string | null] {
  const end = code.indexOf(':');
  const choice = end === -1 ? code : code.slice(0, end);
  if (choice !== 'fix' && choice !== 'never') return [null, null];
  const grounds: Readonly<Record<string, string>> = rejectionGrounds[choice];
  const ground = end === -1 ? '' : code.slice(end + 1);
  return [choice, Object.hasOwn(grounds, ground) ? (grounds[ground] ?? null) : null];
}

/** The rejection that ended a request, or null where none did. One deny ends it, so it is in the last entry (CH-2). */
export function endingRejection(entries: readonly ChainEntry[]): Rejection | null {
  const last = entries.at(-1);
  return last === undefined ? null : rejectionOf(last);
}

/** On one line, with nothing invisible in it. */
function quoted(words: string): string {
  return JSON.stringify(words).replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
    sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}

/**
 * What the agent is told about a rejection, word for word. The reason is quoted: it is what the approver wrote and not
 * what we say. Screens show this text before the approver sends it.
 */
export function rejectionText(rejection: ChosenRejection, roundsLeft: number): string {
  const { choice, ground, reason } = rejection;
  const who = rejection.by === 'human' ? 'A person' : 'A service';
  const why = `Reason${ground === null ? '' : ` (${ground})`}: ${quoted(reason)}`;
  switch (choice) {
    case 'fix':
      return roundsLeft > 0
        ? [
            `${who} rejected this action and asks you to fix it.`,
            why,
            'Nothing ran. Ask again with a changed action. The same action is refused.',
            `Rounds left in this case: ${roundsLeft}.`,
          ].join('\n')
        : [
            `${who} rejected this action.`,
            why,
            'Nothing ran. No round is left in this case. Go on without it, or stop and say so.',
          ].join('\n');
    case 'never':
      return [
        `${who} rejected this action. Do not ask for it again, in this form or another.`,
        why,
        'Nothing ran. This case is closed. Go on without it, or stop and say so.',
      ].join('\n');
  }
}
