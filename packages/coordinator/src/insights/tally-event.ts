import { isReservedName } from '@countersign/protocol/action';
import {
  type Chain,
  type ChainEntry,
  chainProgress,
  rejectionGrounds,
} from '@countersign/protocol/chain';
import {
  type ApprovalRequest,
  type PolicyDecision,
  type RequestEvent,
  type UnaskedAnswer,
  type UnaskedAnswers,
  unpackAnswers,
} from '@countersign/protocol/request';
import { millisecondsOf, type Timestamp } from '@countersign/protocol/value';
import { durationBucket } from './duration-buckets.ts';
import type { Tally, TallyKind } from './tally.ts';
import {
  agentScope,
  agentToolScope,
  everything,
  personScope,
  tallyName,
  toolScope,
} from './tally-scope.ts';

/** What an action is counted under. Everything about a request counts on the day it was asked. */
interface Counted {
  readonly day: string;
  readonly agent_id: string;
  readonly tool_name: string;
  readonly rule: string;
}

/** Policy answered, and no one was asked. */
export function tallyUnasked({ at, data }: Pick<UnaskedAnswer, 'at' | 'data'>): Tally[] {
  const { decision, agent_id, tool_name } = data;
  if (isReservedName(tool_name)) return [];
  const counted = { day: dayOf(at), agent_id, tool_name, rule: decision.policy_rule_id };
  return tallyAction(counted, decision.verdict === 'allow' ? 'allowed' : 'denied');
}

/** Several answers in one event. What they share is counted once for each day. */
export function tallyTogether({ data }: Pick<UnaskedAnswers, 'data'>): Tally[] {
  const answers = new Map<string, { first: UnaskedAnswer; count: number }>();
  for (const [place, answer] of unpackAnswers({ data }).entries()) {
    const key = `${data.answers[place]?.shared} ${dayOf(answer.at)}`;
    const known = answers.get(key);
    if (known === undefined) answers.set(key, { first: answer, count: 1 });
    else known.count += 1;
  }
  return [...answers.values()].flatMap(({ first, count }) =>
    tallyUnasked(first).map(tally => ({ ...tally, count })),
  );
}

/** The types of events in the stream of a request that are counted. */
export const countedTypes: ReadonlySet<string> = new Set([
  'request.opened',
  'entry.recorded',
  'request.allowed',
  'request.denied',
  'request.expired',
  'request.cancelled',
  'request.amended',
] satisfies RequestEvent['type'][]);

/**
 * What the last of these events adds. They are the beginning of the stream of one request, whole and in order. Without
 * an opening there is nothing to count.
 */
export function tallyRequest(events: readonly RequestEvent[]): Tally[] {
  const story = storyOf(events);
  const last = events.at(-1);
  if (story === null || last === undefined || isReservedName(story.counted.tool_name)) return [];
  const { counted, entries, chain } = story;
  switch (last.type) {
    case 'request.opened':
      return [
        ...tallyAction(counted, 'asked'),
        ...chain.stages.flatMap(({ name }) =>
          everywhere(counted, 'deadline', name, String(secondsOf(story.request))),
        ),
      ];
    case 'entry.recorded':
      return tallyEntry(story);
    case 'request.allowed':
      return tallyAction(counted, 'approved');
    case 'request.denied':
      return [
        ...tallyAction(counted, 'rejected'),
        ...everywhere(counted, 'reason', counted.rule, groundOf(entries.at(-1))),
      ];
    case 'request.expired': {
      const hour = story.request.requested_at.slice(11, 13);
      return [
        ...tallyAction(counted, 'expired'),
        ...openStages(chain, entries).flatMap(stage =>
          everywhere(counted, 'unanswered', stage, hour),
        ),
      ];
    }
    case 'request.cancelled':
      return tallyAction(counted, 'cancelled');
    case 'request.amended':
      return tallyAction(counted, 'amended');
    default:
      return [];
  }
}

interface Story {
  readonly counted: Counted;
  readonly request: ApprovalRequest;
  readonly chain: Chain;
  readonly entries: readonly ChainEntry[];
}

function storyOf(events: readonly RequestEvent[]): Story | null {
  let decision: PolicyDecision | null = null;
  let opened: Extract<RequestEvent, { type: 'request.opened' }>['data'] | null = null;
  const entries: ChainEntry[] = [];
  for (const event of events) {
    if (event.type === 'policy.decided') decision = event.data.decision;
    else if (event.type === 'request.opened') opened = event.data;
    else if (event.type === 'entry.recorded') entries.push(event.data.entry);
  }
  if (decision === null || opened === null) return null;
  const { request, tool_name, chain } = opened;
  const counted = {
    day: dayOf(request.requested_at),
    agent_id: request.agent_id,
    tool_name,
    rule: decision.policy_rule_id,
  };
  return { counted, request, chain, entries };
}

/** How long the stage took, where this entry ended it, and how long its author did. */
function tallyEntry({ counted, request, chain, entries }: Story): Tally[] {
  const entry = entries.at(-1);
  if (entry === undefined) return [];
  const { stage_index, decision, approver_kind, approver_identity, decided_at } = entry;
  const stage = chain.stages[stage_index];
  if (stage === undefined) return [];
  const begun = stageBegun(chain, entries.slice(0, -1), stage_index, request.requested_at);
  const bucket = durationBucket(Math.max(0, millisecondsOf(decided_at) - millisecondsOf(begun)));
  const ended = decision === 'deny' || chainProgress(chain, entries)[stage_index]?.satisfied;
  const tallies = ended ? everywhere(counted, 'stage', stage.name, bucket) : [];
  if (approver_kind === 'human') {
    const scope = personScope(approver_identity);
    tallies.push(one(scope, 'pace', counted.day, 'decisions', bucket));
  }
  return tallies;
}

/** When a stage opened: with the request, or with the entry that satisfied the stage before it. */
function stageBegun(
  chain: Chain,
  entries: readonly ChainEntry[],
  stageIndex: number,
  requestedAt: Timestamp,
): Timestamp {
  for (let count = 0; count <= entries.length; count++) {
    const before = entries.slice(0, count);
    if (chainProgress(chain, before)[stageIndex]?.open) {
      return before.at(-1)?.decided_at ?? requestedAt;
    }
  }
  return requestedAt;
}

/** The required stages that were open. An optional stage keeps no one waiting. */
function openStages(chain: Chain, entries: readonly ChainEntry[]): string[] {
  return chainProgress(chain, entries).flatMap(({ stage, open }) =>
    open && stage.required ? [stage.name] : [],
  );
}

/** The ground where it is one that our screens offer. Any other code may be words of a person, and is not counted apart. */
function groundOf(entry: ChainEntry | undefined): string {
  const [choice, ground = ''] = (entry?.reason_code ?? '').split(':');
  if (choice !== 'fix' && choice !== 'never') return 'other';
  const grounds: Readonly<Record<string, string>> = rejectionGrounds[choice];
  return Object.hasOwn(grounds, ground) ? ground : 'other';
}

function tallyAction(counted: Counted, measure: string): Tally[] {
  const { day, agent_id, tool_name, rule } = counted;
  return [
    ...everywhere(counted, 'rule', rule, measure),
    one(everything, 'agent', day, agent_id, measure),
    one(toolScope(tool_name), 'agent', day, agent_id, measure),
    one(everything, 'tool', day, tool_name, measure),
    one(agentScope(agent_id), 'tool', day, tool_name, measure),
  ];
}

/** In every scope to which a view can be narrowed. */
function everywhere(counted: Counted, kind: TallyKind, name: string, measure: string): Tally[] {
  const { day, agent_id, tool_name } = counted;
  return [
    everything,
    agentScope(agent_id),
    toolScope(tool_name),
    agentToolScope(agent_id, tool_name),
  ].map(scope => one(scope, kind, day, name, measure));
}

function one(scope: string, kind: TallyKind, day: string, name: string, measure: string): Tally {
  return { scope, kind, day, name: tallyName(name), measure, count: 1 };
}

function secondsOf({ requested_at, expires_at }: ApprovalRequest): number {
  return Math.round((millisecondsOf(expires_at) - millisecondsOf(requested_at)) / 1000);
}

function dayOf(at: Timestamp): string {
  return at.slice(0, 10);
}

/** Adds up tallies of one key. */
export function sumTallies(tallies: Iterable<Tally>): Tally[] {
  const sums = new Map<string, Tally>();
  for (const tally of tallies) {
    const { scope, kind, day, name, measure } = tally;
    const key = [scope, kind, day, name, measure].join('\u0000');
    const count = (sums.get(key)?.count ?? 0) + tally.count;
    sums.set(key, { ...tally, count });
  }
  return [...sums.values()];
}
