import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { canonicalize, type JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import * as z from 'zod';
import { accepted, type FlowVerdict, refused } from './flow-verdict.ts';
import { computeExecutionIntentPayloadHash } from './payload-hash.ts';
import {
  ExecutionIntent,
  IntentSnapshot,
  parseExecutionIntent,
  parseIntentSnapshot,
} from './records.ts';

/** Where an action keeps the rest of its intent, beside the parameters of the tool. */
const intentMember = 'execution_intent';

/** An intent as far as it is bound: its name and all that would be executed. */
export type BoundIntent = Pick<ExecutionIntent, 'intentId' | 'intentVersion' | 'snapshot'>;

const BoundForm = z.strictObject({
  intentId: ExecutionIntent.shape.intentId,
  intentVersion: z.literal('1.0'),
  payloadHash: z.string(),
  snapshot: IntentSnapshot.extend({
    action: IntentSnapshot.shape.action.omit({ parameters: true }),
  }),
});

/**
 * The action of an intent. Its parameters are those of the tool, where policy looks for them. Beside them stand the
 * intent's name, its payload hash and every other member of its snapshot. So an approval covers this intent and no
 * other. A second planning of the same message is another action.
 */
export function toAction({ intentId, intentVersion, snapshot }: BoundIntent): ActionBinding {
  const { actor, caller, target } = snapshot;
  const { parameters, ...action } = snapshot.action;
  if (Object.hasOwn(parameters, intentMember)) {
    throw new ProtocolError(
      'object_malformed',
      `/snapshot/action/parameters/${intentMember}`,
      'expected no parameter of this name, which is kept for the intent',
    );
  }
  return parseActionBinding({
    schema_version: '1.0',
    operation: action.operation,
    agent_id: actor.principalType === 'agent' ? actor.principalId : caller.principalId,
    subject_id: actor.principalType === 'human_user' ? actor.principalId : null,
    target: {
      tool_name: action.toolRef ?? action.actionId,
      tool_schema_version: intentVersion,
      resource: target.resourceId,
    },
    parameters: {
      ...parameters,
      [intentMember]: {
        intentId,
        intentVersion,
        payloadHash: computeExecutionIntentPayloadHash(snapshot),
        snapshot: { ...snapshot, action },
      },
    },
  });
}

/** An intent from anywhere. What could not be bound as an action is refused here, before anything is asked about it. */
export function readIntent(value: unknown): FlowVerdict<ExecutionIntent> {
  try {
    const intent = parseExecutionIntent(value);
    toAction(intent);
    return accepted(intent);
  } catch (error) {
    return error instanceof ProtocolError
      ? refused('INTENT_SCHEMA_INVALID', error.message, error.code)
      : refused('INTENT_SCHEMA_INVALID', 'reading it failed', 'internal_error');
  }
}

/** The intent of an action, where the action is exactly that of the intent. */
export function fromAction(action: ActionBinding): FlowVerdict<BoundIntent> {
  const { [intentMember]: kept, ...parameters } = action.parameters;
  const read = BoundForm.safeParse(kept);
  if (!read.success) {
    return refused('INTENT_SCHEMA_INVALID', 'the action keeps no execution intent');
  }
  const { intentId, intentVersion, snapshot: rest } = read.data;
  try {
    const snapshot = parseIntentSnapshot({ ...rest, action: { ...rest.action, parameters } });
    const intent = { intentId, intentVersion, snapshot };
    if (canonicalize(toAction(intent)) === canonicalize(action)) return accepted(intent);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
  return refused('INTENT_PAYLOAD_HASH_INVALID', 'the action is not that of its own intent');
}

/** What the tool is given: its own parameters, without the intent around them. */
export function toolParameters({ parameters }: ActionBinding): JsonObject {
  const { [intentMember]: _intent, ...own } = parameters;
  return own;
}

/** What a reviewer reads in one line. It is made of the intent and never of foreign words. */
export function summaryOf({ snapshot }: Pick<BoundIntent, 'snapshot'>): string {
  const { action, target } = snapshot;
  return `${action.actionClass} ${action.operation} on ${target.resourceId}`;
}
