import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { eventForm } from '../stream/event-form.ts';
import { PolicyDecisionId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';
import { PolicyDecision } from './policy-decision.ts';
import { KeptOfAnswer, parseUnaskedAnswer, type UnaskedAnswer } from './unasked-answer.ts';

/** So many answers stand in one event at most. */
export const answersTogetherMax = 64;

const { shape } = PolicyDecision;

/** What several answers have in common, written once. An answer without a question never names a chain. */
const SharedAnswer = z.strictObject({
  agent_id: Name,
  tool_name: Name,
  verdict: z.enum(['allow', 'deny']),
  policy_rule_id: shape.policy_rule_id,
  policy_rule_ids: shape.policy_rule_ids,
  policy_version: shape.policy_version,
  risk: shape.risk,
  annotations: shape.annotations,
  reasons: shape.reasons,
  context: shape.context,
  trace: shape.trace,
});

/**
 * Answers of a policy without questions, several in one event: each has its own id, digest and time, and names what it
 * shares with others by its place in `shared`.
 */
export const UnaskedAnswers = eventForm(
  'policy.answered_together',
  z
    .strictObject({
      shared: z.array(SharedAnswer).min(1).max(answersTogetherMax),
      answers: z
        .array(
          z.strictObject({
            shared: z.int().min(0),
            policy_decision_id: PolicyDecisionId,
            action_digest: Digest,
            decided_at: Timestamp,
            /** Absent where nothing is kept. */
            kept: KeptOfAnswer.optional(),
          }),
        )
        .min(1)
        .max(answersTogetherMax),
    })
    .refine(({ shared, answers }) => answers.every(each => each.shared < shared.length), {
      path: ['answers'],
      message: 'expected answers that name a place in shared',
    }),
);
export type UnaskedAnswers = z.infer<typeof UnaskedAnswers>;

const parseUnaskedAnswers = parserOf('UnaskedAnswers', UnaskedAnswers);

/** The types of events that hold answers without questions. */
export const unaskedTypes: ReadonlySet<string> = new Set([
  'policy.answered',
  'policy.answered_together',
] satisfies (UnaskedAnswer | UnaskedAnswers)['type'][]);

/** Every answer in one event of a segment, in their order. Empty for an event of another type. */
export function parseUnaskedIn(event: {
  readonly type?: unknown;
  readonly at?: unknown;
  readonly data?: unknown;
}): readonly UnaskedAnswer[] {
  const { type, at, data } = event;
  if (type === 'policy.answered') return [parseUnaskedAnswer({ type, at, data })];
  return type === 'policy.answered_together'
    ? unpackAnswers(parseUnaskedAnswers({ type, at, data }))
    : [];
}

/** Each answer as if it stood alone. */
export function unpackAnswers({ data }: Pick<UnaskedAnswers, 'data'>): UnaskedAnswer[] {
  return data.answers.flatMap(({ shared: place, kept, ...own }) => {
    const shared = data.shared[place];
    if (shared === undefined) return [];
    const { agent_id, tool_name, ...rest } = shared;
    const decision = { ...rest, ...own, approval_chain_id: null, approval_chain_version: null };
    const told = { decision, agent_id, tool_name, kept: kept ?? null };
    return [{ type: 'policy.answered' as const, at: own.decided_at, data: told }];
  });
}

interface TimedAnswer {
  readonly at: Timestamp;
  readonly data: UnaskedAnswer['data'];
}

/**
 * The events that record these answers. One answer stands alone, and several stand together, so that what they share is
 * written, hashed and counted once. An event has a bounded size.
 */
export function packAnswers(answers: readonly TimedAnswer[]): (UnaskedAnswer | UnaskedAnswers)[] {
  const events: (UnaskedAnswer | UnaskedAnswers)[] = [];
  let packing: Packing | null = null;
  for (const answer of answers) {
    if (packing?.add(answer)) continue;
    if (packing !== null) events.push(packing.event());
    packing = new Packing(answer);
  }
  return packing === null ? events : [...events, packing.event()];
}

/** An event takes no further answer beyond so many letters of what its answers share. */
const sharedLettersMax = 32_768;

/** The answers of one event, which has at least one. */
class Packing {
  readonly #first: TimedAnswer;
  readonly #places = new Map<string, number>();
  readonly #shared: UnaskedAnswers['data']['shared'] = [];
  readonly #answers: UnaskedAnswers['data']['answers'] = [];
  #letters = 0;
  #at: Timestamp;

  constructor(first: TimedAnswer) {
    this.#first = first;
    this.#at = first.at;
    this.#add(first);
  }

  /** False where the answer has to begin another event. */
  add(answer: TimedAnswer): boolean {
    const isFull = this.#answers.length >= answersTogetherMax || this.#letters >= sharedLettersMax;
    if (isFull || !isPlain(answer) || !isPlain(this.#first)) return false;
    this.#at = answer.at;
    this.#add(answer);
    return true;
  }

  #add({ data }: TimedAnswer): void {
    const { decision, agent_id, tool_name, kept } = data;
    const { policy_decision_id, action_digest, decided_at } = decision;
    const shared = { agent_id, tool_name, ...sharedOf(decision) };
    // No digest is made of it: it only finds what was written the same way.
    const key = JSON.stringify(shared);
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#shared.push(shared) - 1;
      this.#places.set(key, place);
      this.#letters += key.length;
    }
    const own = { shared: place, policy_decision_id, action_digest, decided_at };
    this.#answers.push(kept === null ? own : { ...own, kept });
  }

  event(): UnaskedAnswer | UnaskedAnswers {
    const { at, data } = this.#first;
    return this.#answers.length === 1
      ? { type: 'policy.answered', at, data }
      : {
          type: 'policy.answered_together',
          at: this.#at,
          data: { shared: this.#shared, answers: this.#answers },
        };
  }
}

/** Only such an answer can be said with what is shared. */
function isPlain({ data: { decision } }: TimedAnswer): boolean {
  return decision.verdict !== 'require_approval' && decision.approval_chain_id === null;
}

type Shared = Omit<UnaskedAnswers['data']['shared'][number], 'agent_id' | 'tool_name'>;

function sharedOf(decision: PolicyDecision): Shared {
  const { policy_rule_id, policy_rule_ids, policy_version, risk } = decision;
  const { annotations, reasons, context, trace } = decision;
  return {
    verdict: decision.verdict === 'allow' ? 'allow' : 'deny',
    policy_rule_id,
    policy_rule_ids,
    policy_version,
    risk,
    annotations,
    reasons,
    context,
    trace,
  };
}
