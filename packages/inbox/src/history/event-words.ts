import {
  parseRequestEvent,
  type RequestEvent,
  type RequestEventOf,
} from '@countersign/protocol/request';
import type { StreamEvent } from '@countersign/protocol/stream';
import type { Assurance } from '@countersign/protocol/value';
import type { IconName } from '../design/icon.tsx';

/** A part of a line: our words, foreign words, or bytes such as a digest or a code. */
export type Stretch = string | { readonly said: string } | { readonly code: string };

/** One event of the log as one line. */
interface EventWords {
  readonly icon: IconName;
  /** `key` changed the right to run, `no` is a refusal or an end. */
  readonly look: 'plain' | 'key' | 'no';
  readonly title: string;
  readonly detail: readonly Stretch[];
}

export interface EventReader {
  readonly nameOf: (personId: string) => string;
  readonly stageName: (index: number) => string;
  /** Of the action that was approved, to see whether what ran was another one. */
  readonly actionDigest: string;
  readonly shortCode: string | null;
  readonly audience: string;
  /** When the grant ends, by the reader's clock; null where there is none. */
  readonly grantUntil: string | null;
}

/** What an event says. One that this page does not know is named, never left out. */
export function eventWords(event: StreamEvent, reader: EventReader): EventWords {
  const known = readEvent(event);
  if (known === null) {
    return line('info', 'plain', event.type, ['This page has no description for this event.']);
  }
  return knownWords(known, reader);
}

function readEvent({ type, at, data }: StreamEvent): RequestEvent | null {
  try {
    return parseRequestEvent({ type, at, data });
  } catch {
    return null;
  }
}

function refusedStartWords({
  executor,
  refusal,
}: RequestEventOf<'execution.refused'>['data']): EventWords {
  const again = refusal.code === 'grant_already_consumed';
  return line('refused', 'no', again ? 'Second use refused' : 'Start refused', [
    code(executor),
    again ? ' tried again, answer ' : ' was told not to start, answer ',
    code(refusal.code),
  ]);
}

function knownWords(event: RequestEvent, reader: EventReader): EventWords {
  switch (event.type) {
    case 'policy.decided': {
      const { verdict, policy_rule_id, policy_version } = event.data.decision;
      const titles = {
        require_approval: 'Policy asked for approval',
        allow: 'Policy allowed it',
        deny: 'Policy denied it',
      } as const;
      const [version = ''] = policy_version.split('+');
      const rule: Stretch[] = ['Rule ', code(policy_rule_id), ', policy version ', said(version)];
      return line('policy', verdict === 'deny' ? 'no' : 'plain', titles[verdict], rule);
    }
    case 'request.opened': {
      const { request, change } = event.data;
      const bytes: Stretch[] = ['Digest ', digest(request.action_digest)];
      if (reader.shortCode !== null) bytes.push(', code ', code(reader.shortCode));
      if (request.round > 1) bytes.push(`. Round ${request.round}`);
      if (change !== null) bytes.push(': ', quoted(change));
      return line('inbox', 'plain', 'Request opened', bytes);
    }
    case 'request.reaffirmed': {
      const { policy_rule_id, policy_version } = event.data.decision;
      const [version = ''] = policy_version.split('+');
      const rule: Stretch[] = ['Rule ', code(policy_rule_id), ', policy version ', said(version)];
      return line('policy', 'plain', 'The policy changed, with the same answer', rule);
    }
    case 'entry.recorded':
      return entryWords(event.data.entry, reader);
    case 'entry.refused': {
      const { by, decision, refusal } = event.data;
      const verb = decision === 'allow' ? 'Approval' : 'Rejection';
      const who = actorWords(by, reader);
      return line('refused', 'no', `${verb} refused`, [said(who), ', answer ', code(refusal.code)]);
    }
    case 'advice.recorded': {
      const { model, recommendation } = event.data.advice;
      return line('info', 'plain', 'A model gave advice', [
        code(model),
        ' said ',
        said(recommendation),
        '. It decides nothing.',
      ]);
    }
    case 'request.allowed':
      return line('check', 'key', 'Every required stage approved', ['The request is allowed.']);
    case 'request.denied':
      return line('cross', 'no', 'Rejected', ['Nothing runs. The agent reads the reason.']);
    case 'rejection.lifted':
      return line('info', 'plain', 'Rejection lifted', [
        said(actorWords(event.data.by, reader)),
        ': ',
        quoted(event.data.reason),
      ]);
    case 'request.expired':
      return line('clock', 'no', 'Expired', ['No decision arrived in time. Nothing ran.']);
    case 'request.cancelled':
      return cancelledWords(event.data, reader);
    case 'grant.issued': {
      const until = reader.grantUntil === null ? '' : `, until ${reader.grantUntil}`;
      const detail = ['One use, for ', code(reader.audience), until];
      return line('shield-check', 'plain', 'Grant issued', detail);
    }
    case 'grant.expired':
      return line('clock', 'no', 'Grant expired', ['It was not used in time. Nothing ran.']);
    case 'grant.revoked':
      return line('refused', 'no', 'Grant revoked', [
        said(actorWords(event.data.by, reader)),
        ': ',
        quoted(event.data.reason),
      ]);
    case 'grant.consumed':
      return line('play', 'key', 'Consumed', [
        code(event.data.receipt.executor),
        ' used the grant. It cannot be used again.',
      ]);
    case 'execution.allowed':
      return line('play', 'key', 'Started', [
        code(event.data.executor),
        ' computed the same digest, ',
        digest(event.data.action_digest),
      ]);
    case 'execution.refused':
      return refusedStartWords(event.data);
    case 'execution.reported':
      return reportedWords(event.data.receipt, reader);
    case 'execution.reconciled': {
      const { receipt, by, reason } = event.data;
      return line('people', receipt.outcome === 'succeeded' ? 'key' : 'no', settledTitle(receipt), [
        said(actorWords(by, reader)),
        ': ',
        quoted(reason),
      ]);
    }
  }
}

type DataOf<Type extends RequestEvent['type']> = Extract<RequestEvent, { type: Type }>['data'];

function entryWords(entry: DataOf<'entry.recorded'>['entry'], reader: EventReader): EventWords {
  const stage = reader.stageName(entry.stage_index);
  const who =
    entry.approver_kind === 'service'
      ? entry.approver_identity
      : reader.nameOf(entry.approver_identity);
  const how = assuranceWords[entry.identity_assurance];
  const detail: Stretch[] = [said(who), `, ${how}`];
  if (entry.reason !== '') detail.push(': ', quoted(entry.reason));
  if (entry.decision === 'deny') return line('cross', 'no', `${stage} rejected`, detail);
  return entry.separation === 'self_confirm'
    ? line('check', 'key', `${stage}: confirmed by the same person`, detail)
    : line('check', 'key', `${stage} approved`, detail);
}

const assuranceWords: Readonly<Record<Assurance, string>> = {
  webauthn: 'passkey over this decision',
  session: 'signed-in session',
  oidc: 'signed in at the organisation',
  channel: 'in chat',
  conversation: 'in the conversation',
  client_asserted: 'as the client says',
  service_key: 'service key',
  mtls: 'service certificate',
};

function cancelledWords(data: DataOf<'request.cancelled'>, reader: EventReader): EventWords {
  const { cause, by, reason } = data;
  const titles = {
    withdrawn: 'Withdrawn',
    policy_changed: 'Cancelled: the policy changed',
    chain_changed: 'Cancelled: the chain changed',
    epoch_changed: 'Cancelled: the store started a new epoch',
    locked: 'Closed by a lock',
  } as const;
  const detail =
    cause === 'withdrawn'
      ? [said(actorWords(by, reader)), ': ', quoted(reason)]
      : ['The agent was told to ask again.'];
  return line('refused', 'no', titles[cause], detail);
}

function reportedWords(
  receipt: DataOf<'execution.reported'>['receipt'],
  { actionDigest }: EventReader,
): EventWords {
  const { outcome, result_digest, error, final_action_digest } = receipt;
  const detail: Stretch[] = [code(receipt.executor), ' reported'];
  if (result_digest !== null) detail.push(' the result ', digest(result_digest));
  if (error !== null) detail.push(': ', quoted(error));
  if (final_action_digest !== null && final_action_digest !== actionDigest) {
    detail.push('. The executor says that it ran another action: ', digest(final_action_digest));
    return line('warning', 'no', 'The report names another action than the approved one', detail);
  }
  if (outcome === 'succeeded') return line('check', 'key', 'Succeeded', detail);
  if (outcome === 'failed') return line('cross', 'no', 'Failed', detail);
  return line('warning', 'no', 'Outcome unknown', detail);
}

function settledTitle({ outcome }: DataOf<'execution.reconciled'>['receipt']): string {
  return outcome === 'succeeded' ? 'Settled by a person: succeeded' : 'Settled by a person: failed';
}

function actorWords(
  { kind, identity }: { readonly kind: string; readonly identity: string },
  { nameOf }: EventReader,
): string {
  if (kind === 'human') return nameOf(identity);
  return kind === 'system'
    ? 'Countersign'
    : `${kind === 'agent' ? 'Agent' : 'Service'} ${identity}`;
}

function line(
  icon: IconName,
  look: EventWords['look'],
  title: string,
  detail: readonly Stretch[],
): EventWords {
  return { icon, look, title, detail };
}

function said(text: string): Stretch {
  return { said: text };
}

function quoted(text: string): Stretch {
  return { said: `“${text}”` };
}

function code(text: string): Stretch {
  return { code: text };
}

/** `sha256:5b0e…a91c`, short enough to compare at a glance; the whole is in the bundle. */
function digest(text: string): Stretch {
  return { code: shortDigest(text) };
}

export function shortDigest(text: string): string {
  const [, start = '', end = ''] = /^(sha256:[0-9a-f]{4})[0-9a-f]+([0-9a-f]{4})$/.exec(text) ?? [];
  return start === '' ? text : `${start}…${end}`;
}
