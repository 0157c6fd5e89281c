import type { Deliveries, OutboxMessage } from '@countersign/coordinator';
import { requestStream } from '@countersign/coordinator';
import { type Chain, type ChainEntry, chainProgress, releaseOf } from '@countersign/protocol/chain';
import type { OpenedRequest, RequestEvent } from '@countersign/protocol/request';
import type { EventType } from '@countersign/protocol/stream';
import type { NoticeKind } from '../channels/channel.ts';
import { channels } from '../channels/channels.ts';
import { configuredChannels } from '../channels/configured-channels.ts';
import type { Endpoint, ServerSettings } from '../start/server-settings.ts';

/** Whom a message of the outbox is for. */
export type DeliveryTopic =
  | 'webhook.approval'
  | 'webhook.callback'
  | 'webhook.alarm'
  | `${string}.${NoticeKind}`
  /** To one person, planned when the notice is delivered. */
  | `${string}.tell`;

/** What the outbox keeps of a delivery. Everything else is read when it is sent, so nothing in it grows old. */
export interface DeliveryPayload {
  readonly endpoint: string;
  readonly approval_request_id: string;
  readonly event: EventType;
  /** The version of the event, which makes the id of the message. */
  readonly version: number;
}

/** Events after which an agent that waits has something to do. */
const toldToAgents: ReadonlySet<EventType> = new Set<EventType>([
  'request.allowed',
  'request.denied',
  'request.expired',
  'request.cancelled',
  'request.amended',
  'grant.expired',
  'grant.revoked',
  'grant.consumed',
  'execution.reported',
  'execution.reconciled',
]);

/** Events after which nothing is asked any more. */
const settling: ReadonlySet<EventType> = new Set<EventType>([
  'request.allowed',
  'request.denied',
  'request.expired',
  'request.cancelled',
  'request.amended',
]);

/**
 * Who is to be told of a change, one message for each, decided from the change alone and written with it. An
 * endpoint that was added later is told of what comes later.
 */
export function deliveriesTo(
  settings: Pick<ServerSettings, 'endpoints'> & Partial<ServerSettings>,
): Deliveries {
  const configured = configuredChannels(settings).map(({ channel }) => channel.name);
  const callbacks = settings.endpoints.filter(({ kind }) => kind === 'callback');
  return ({ state, events, from }) => {
    const messages: OutboxMessage[] = [];
    for (const [index, event] of events.entries()) {
      const { type } = event;
      const message = (topic: DeliveryTopic, endpoint: string): OutboxMessage => {
        const { approval_request_id } = state.request;
        const version = from + index;
        const payload: DeliveryPayload = { endpoint, approval_request_id, event: type, version };
        const stream = requestStream(approval_request_id);
        return { topic, stream, payload: JSON.stringify(payload) };
      };
      if (type === 'request.opened' || opensStage(state, type)) {
        const approval = approvalEndpoint(settings.endpoints, state);
        if (approval !== null) messages.push(message('webhook.approval', approval.name));
      }
      for (const name of channelsFor(configured, state)) {
        const asks = type === 'request.opened' || (personal.has(name) && opensStage(state, type));
        if (asks) messages.push(message(`${name}.ask`, name));
        if (settling.has(type)) messages.push(message(`${name}.settle`, name));
      }
      const told = callbacks.filter(each => each.agent_ids.includes(state.request.agent_id));
      if (toldToAgents.has(type)) {
        messages.push(...told.map(({ name }) => message('webhook.callback', name)));
      }
      if (type === 'request.allowed' && releaseOf(state.entries) !== undefined) {
        // Everyone whom the chain lists is told, whatever the route of the question was (BG-3).
        messages.push(...configured.map(name => message(`${name}.release`, name)));
      }
      if (tellsOfDivergence(event, state)) {
        // An alarm is for everyone who can be told, whatever the route of the question was.
        messages.push(...configured.map(name => message(`${name}.alarm`, name)));
        const approval = approvalEndpoint(settings.endpoints, state);
        const hooks = approval === null || approval.form === 'agt' ? told : [...told, approval];
        messages.push(...hooks.map(({ name }) => message('webhook.alarm', name)));
      }
    }
    return messages;
  };
}

/** Whether an executor reports with this event that it ran another action than the approved one. */
function tellsOfDivergence(event: RequestEvent, { request }: OpenedRequest): boolean {
  if (event.type !== 'execution.reported') return false;
  const { final_action_digest: ran } = event.data.receipt;
  return ran !== null && ran !== request.action_digest;
}

/** Channels that tell people one by one. The people of the next stage are others. */
const personal: ReadonlySet<string> = new Set(
  channels.filter(channel => channel.personal !== null).map(({ name }) => name),
);

/**
 * The channels that are told of a request: the one that its route names, or all where it names none of them. People are
 * told one by one in either case: what they are told leads to the inbox, where the request waits too.
 */
function channelsFor(
  configured: readonly string[],
  { request: { route } }: Pick<OpenedRequest, 'request'>,
): readonly string[] {
  if (route.kind !== 'admin_channel') return [];
  const isChannel = channels.some(({ name }) => name === route.name);
  return isChannel
    ? configured.filter(name => name === route.name || personal.has(name))
    : configured;
}

/** Whether the last entry left the request pending and opened another stage. That stage is another question. */
function opensStage({ status, chain, entries }: OpenedRequest, type: EventType): boolean {
  if (type !== 'entry.recorded' || status !== 'pending') return false;
  return firstOpen(chain, entries) !== firstOpen(chain, entries.slice(0, -1));
}

function firstOpen(chain: Chain, entries: readonly ChainEntry[]): number | undefined {
  return chainProgress(chain, entries).find(({ open }) => open)?.stage_index;
}

/** The service that a request's route names; where there is only one, a route need not name it. */
export function approvalEndpoint(
  endpoints: readonly Endpoint[],
  { request: { route } }: Pick<OpenedRequest, 'request'>,
): Endpoint | null {
  if (route.kind !== 'webhook') return null;
  const approvals = endpoints.filter(({ kind }) => kind === 'approval');
  if (route.name === null) return approvals.length === 1 ? (approvals[0] ?? null) : null;
  return approvals.find(({ name }) => name === route.name) ?? null;
}
