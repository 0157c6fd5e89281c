import type { ChainEntry } from '@countersign/protocol/chain';
import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import type { RequestEvent } from '@countersign/protocol/request';
import type { MplpEvent } from './common-forms.ts';
import { checkedId, derivedId, idOfOurs } from './identifiers.ts';
import { type CaseRounds, type MplpCase, readCase, reasonOf, summaryOf } from './mplp-case.ts';

/**
 * The two sets of event names that MPLP itself uses: those of the document (`confirm.*`, one for each state), and those
 * of golden flow 05 (`confirm.submitted` once, then `decision.*` for each decision).
 */
export type EventProfile = 'document' | 'golden_flow';

/** Which of our events each name of MPLP may stand for, in either profile. */
export const mplpEventAliases = {
  'confirm.requested': ['request.opened'],
  'confirm.submitted': ['request.opened'],
  'decision.approved': ['entry.recorded'],
  'decision.rejected': ['entry.recorded'],
  'confirm.approved': ['request.allowed'],
  'confirm.rejected': ['request.denied'],
  'confirm.cancelled': ['request.expired', 'request.cancelled', 'grant.expired', 'grant.revoked'],
  'confirm.consumed': ['grant.consumed'],
} as const satisfies Record<string, readonly RequestEvent['type'][]>;

/** Empty for an unknown name; such an event is kept and means nothing here. */
export function fromMplpEventType(event_type: string): readonly RequestEvent['type'][] {
  return Object.hasOwn(mplpEventAliases, event_type)
    ? mplpEventAliases[event_type as keyof typeof mplpEventAliases]
    : [];
}

export interface EventOptions {
  readonly profile?: EventProfile;
  /** In the order of the events; derived from our ids where they are not given. */
  readonly event_ids?: readonly string[];
  /** Leaves out what is ours, for readers that compare member by member. */
  readonly bare?: boolean;
}

interface Told {
  readonly event_type: string;
  readonly data: JsonObject;
}

export function toMplpEvents(rounds: CaseRounds, options: EventOptions = {}): readonly MplpEvent[] {
  const mplpCase = readCase(rounds);
  const tell = options.profile === 'golden_flow' ? tellGoldenFlow : tellDocument;
  const told = rounds.flatMap((events, round) =>
    events.flatMap((event, index) => {
      const found = tell(event, mplpCase);
      return found === null ? [] : [{ ...found, event, round: round + 1, index }];
    }),
  );
  const ids = options.event_ids;
  if (ids !== undefined && (ids.length !== told.length || new Set(ids).size !== ids.length)) {
    throw new ProtocolError(
      'options_malformed',
      '/event_ids',
      `expected ${told.length} ids, each another, found ${ids.length}`,
    );
  }
  return told.map(({ event_type, data, event, round, index }, place) => {
    const { approval_request_id } = roundOf(mplpCase, round).request;
    const given = ids?.[place];
    return {
      event_id:
        given === undefined
          ? derivedId('event', `${approval_request_id}/${index}`)
          : checkedId(given, `/event_ids/${place}`),
      event_type,
      source: 'confirm',
      timestamp: event.at,
      trace_id: mplpCase.trace_id,
      data:
        options.bare === true
          ? data
          : { ...data, countersign: { type: event.type, approval_request_id, round } },
    };
  });
}

function tellDocument(event: RequestEvent, mplpCase: MplpCase): Told | null {
  const { confirm_id, target_id, target_type } = mplpCase;
  const about = { confirm_id, target_id, target_type };
  switch (event.type) {
    case 'request.opened':
      return { event_type: 'confirm.requested', data: about };
    case 'request.allowed':
      return { event_type: 'confirm.approved', data: about };
    case 'request.denied':
      return { event_type: 'confirm.rejected', data: about };
    default:
      return tellEnding(event, about);
  }
}

function tellGoldenFlow(event: RequestEvent, mplpCase: MplpCase): Told | null {
  const { confirm_id, target_id, target_type } = mplpCase;
  if (event.type === 'request.opened') {
    // Golden flow 05 submits its one Confirm once, however often it is decided.
    return event.data.request.round === 1
      ? { event_type: 'confirm.submitted', data: { confirm_id, target_id, target_type } }
      : null;
  }
  if (event.type === 'entry.recorded') {
    const { entry } = event.data;
    return {
      event_type: entry.decision === 'allow' ? 'decision.approved' : 'decision.rejected',
      data: { confirm_id, decision_id: idOfOurs(entry.chain_entry_id), reason: wordsOf(entry) },
    };
  }
  return tellEnding(event, { confirm_id, target_id, target_type });
}

/** What both profiles say alike: ends for which MPLP has one word, and a use for which it has none. */
function tellEnding(event: RequestEvent, about: JsonObject): Told | null {
  const cancelled = (unified_status: string, reason: string): Told => ({
    event_type: 'confirm.cancelled',
    data: { ...about, unified_status, reason },
  });
  switch (event.type) {
    case 'request.expired':
    case 'grant.expired':
      return cancelled('expired', 'expired');
    case 'request.cancelled':
      return cancelled(
        'cancelled',
        event.data.reason === '' ? event.data.cause : event.data.reason,
      );
    case 'grant.revoked':
      return cancelled('revoked', event.data.reason === '' ? 'revoked' : event.data.reason);
    case 'grant.consumed':
      return { event_type: 'confirm.consumed', data: { ...about, unified_status: 'consumed' } };
    default:
      return null;
  }
}

function wordsOf(entry: ChainEntry): string {
  return entry.decision === 'allow' ? summaryOf(entry) : reasonOf(entry);
}

function roundOf({ rounds, first }: MplpCase, round: number) {
  return rounds[round - 1] ?? first;
}
