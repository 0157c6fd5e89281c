import type { AppliedCommit, Ledger } from './ledger.ts';
import type { KnownEvent, RawHold } from './raw-events.ts';
import { must, Violation } from './violation.ts';

export interface HoldRecord {
  readonly hold: RawHold;
  readonly status: 'placed' | 'lifted' | 'refused';
  /** The sessions that it halts: its own, and those of the same conversation. */
  readonly sessions: readonly string[];
}

/** The hold that halts a session now. */
export function haltOf({ holds }: Ledger, session: string | null): HoldRecord | undefined {
  if (session === null) return undefined;
  return [...holds.values()].find(
    ({ sessions, status }) => status === 'placed' && sessions.includes(session),
  );
}

/** GT-9: a host said that a session belongs to a conversation. One hold halts all its sessions, or none does. */
export function checkConversationEvent(
  ledger: Ledger,
  commit: AppliedCommit,
  event: KnownEvent,
): void {
  if (event.type !== 'conversation.joined') {
    throw new Violation('EV-6', `${event.type} in ${event.stream}`);
  }
  const { conversation_id, session_id } = event.data;
  const others = ledger.conversations.get(conversation_id) ?? [];
  must(!others.includes(session_id), 'GT-9', () => `${session_id} joined twice`);
  ledger.conversations.set(conversation_id, [...others, session_id]);
  const extended = new Map<string, string>();
  for (const other of commit.events) {
    if (other.type === 'hold.extended') extended.set(other.data.session_id, other.data.hold_id);
  }
  const halts = [...others, session_id].map(
    name => haltOf(ledger, name)?.hold.hold_id ?? extended.get(name),
  );
  must(
    new Set(halts).size === 1,
    'GT-9',
    () => `${session_id} joined ${conversation_id}, and not the same hold halts all its sessions`,
  );
}

/** GT-9, EV-5: one hold on a session; only a person's Proceed lifts it, and only in time. */
export function checkHoldEvent(ledger: Ledger, commit: AppliedCommit, event: KnownEvent): void {
  const id = event.stream.slice('hold/'.length);
  const record = ledger.holds.get(id);
  if (event.type === 'hold.placed') {
    checkPlaced(ledger, commit, event.data.hold, record);
    return;
  }
  if (event.type === 'hold.extended') {
    const { session_id } = event.data;
    if (record?.status !== 'placed') throw new Violation('GT-9', `${id} is over, and was extended`);
    must(
      haltOf(ledger, session_id) === undefined,
      'GT-9',
      () => `${id} was extended to a session that was halted already`,
    );
    ledger.holds.set(id, { ...record, sessions: [...record.sessions, session_id] });
    return;
  }
  if (event.type !== 'hold.answered') throw new Violation('EV-6', `${event.type} in ${id}`);
  if (record?.status !== 'placed') throw new Violation('GT-9', `${id} was answered twice`);
  const { hold } = record;
  const { operation } = commit.caller;
  const { answer, by } = event.data;
  if (answer === 'expired') {
    must(
      operation.kind === 'expire_hold' && commit.at >= hold.expires_at,
      'TM-5',
      () => `${id} was said to be over at ${commit.at}, it ends at ${hold.expires_at}`,
    );
  } else {
    if (operation.kind !== 'answer_hold') throw new Violation('GT-9', `${operation.kind} of ${id}`);
    const { principal, choice } = operation;
    must(
      principal.kind === 'human' &&
        by.identity === principal.person_id &&
        principal.assurance !== 'client_asserted',
      'ID-6',
      () => `${id} was answered by ${principal.principal_id}`,
    );
    const { admits } = hold;
    must(
      admits === undefined ||
        (principal.kind === 'human' &&
          (admits.identities.includes(principal.person_id) ||
            principal.roles.some(role => admits.roles.includes(role)))),
      'GT-9',
      () => `${id} was answered by ${principal.principal_id}, whom it does not admit`,
    );
    must(
      (answer === 'proceed') === (choice === 'Proceed'),
      'EV-5',
      () => `${id} was answered with ${String(choice)} and became ${answer}`,
    );
    must(
      commit.at < hold.expires_at && event.at < hold.expires_at,
      'TM-5',
      () => `${id} was answered at ${commit.at}, it ended at ${hold.expires_at}`,
    );
  }
  ledger.holds.set(id, { ...record, status: answer === 'proceed' ? 'lifted' : 'refused' });
  if (answer === 'proceed' || hold.plan_id === null) return;
  const plan = ledger.plans.get(hold.plan_id);
  const aborts = commit.events.some(
    other => other.type === 'plan.aborted' && other.data.plan_id === hold.plan_id,
  );
  must(
    aborts || plan?.status === 'aborted' || plan?.status === 'completed',
    'GT-9',
    () => `${id} was refused and ${hold.plan_id} goes on`,
  );
}

/** One hold on a session, and on its whole conversation. */
function checkPlaced(
  ledger: Ledger,
  commit: AppliedCommit,
  hold: RawHold,
  record: HoldRecord | undefined,
): void {
  const id = hold.hold_id;
  must(record === undefined, 'GT-9', () => `${id} was placed twice`);
  must(
    haltOf(ledger, hold.session_id) === undefined,
    'GT-9',
    () => `${id} was placed on a session that was halted already`,
  );
  const others = [...ledger.conversations.values()].find(sessions =>
    sessions.includes(hold.session_id),
  );
  const halted = commit.events.flatMap(other =>
    other.type === 'hold.extended' ? [other.data.session_id] : [],
  );
  must(
    others === undefined ||
      others.every(session => session === hold.session_id || halted.includes(session)),
    'GT-9',
    () => `${id} does not halt its whole conversation`,
  );
  ledger.holds.set(id, { hold, status: 'placed', sessions: [hold.session_id] });
}
