import { type ActionBinding, parseActionText } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isSealed, openSealed } from '@countersign/protocol/sealed';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import type { BoundAction, Sealing } from './bound-action.ts';
import { must } from './execution-edge.ts';
import { NotAllowed } from './not-allowed.ts';
import type { CallOptions, Transport } from './transport.ts';

/** A case is amended three times at most. This number only bounds the calls for one question. */
const versionsMax = 8;

/** What a reviewer made of an action. */
export interface Amended {
  /** The request that took the place of the one that was asked. */
  readonly approval_request_id: string;
  /** All parameters as they may run, with seals in the place of secrets. */
  readonly parameters: JsonObject;
  /** The person who changed it last, and why. */
  readonly changed_by: string;
  readonly reason: string;
  /** What the model may be told. */
  readonly forModel: string;
}

/** The request at the end of all amendments, as it is now. Any other request is its own. */
export async function newestFacts(
  transport: Transport,
  facts: RequestFacts,
  options: CallOptions,
): Promise<RequestFacts> {
  let newest = facts;
  for (let version = 0; version < versionsMax; version++) {
    const id = newest.status === 'amended' ? newest.superseded_by : null;
    if (id === null || id === undefined) return newest;
    newest = must(await transport.read(id, options), { id });
  }
  return newest;
}

/**
 * The action that a request approves: the changed action if a reviewer changed it, otherwise the original one. The
 * client does not trust a changed action. It must have the digest of the request, name the original action as an
 * earlier version, and differ from it only in its parameters. The executor computes the digest from the action that it
 * is about to run (AB-3).
 */
export async function boundAsAmended(
  transport: Transport,
  facts: RequestFacts,
  bound: BoundAction,
  { seal, signal, executor }: CallOptions & { seal?: Sealing | undefined; executor: string },
): Promise<{ readonly bound: BoundAction; readonly amended: Amended | null }> {
  const { request, approval_request_id: id } = facts;
  const last = request.amends?.at(-1);
  if (request.action_digest === bound.digest || last === undefined) return { bound, amended: null };
  const tool = bound.proposed.target.tool_name;
  const mismatch = (detail: string) =>
    new NotAllowed({ code: 'action_digest_mismatch', detail, facts, tool });
  const text = must(await transport.action(id, { signal }), { id, tool });
  if (text === null) throw mismatch('the bytes of the changed action were erased');
  const proposed = parseActionText(text);
  const digest = sha256(proposed);
  if (digest !== request.action_digest) throw mismatch('the changed action is another one');
  if (!request.amends?.some(({ action_digest }) => action_digest === bound.digest)) {
    throw mismatch('the request is not an amendment of this action');
  }
  if (withoutParameters(proposed) !== withoutParameters(bound.proposed)) {
    throw mismatch('more than the parameters was changed');
  }
  if (request.audience !== executor) throw mismatch('it was approved for another executor');
  const amended: Amended = {
    approval_request_id: id,
    parameters: proposed.parameters as JsonObject,
    changed_by: last.changed_by,
    reason: last.reason,
    forModel: amendedText(proposed, last.reason),
  };
  return { bound: { proposed, digest, real: realOf(proposed, bound, seal) }, amended };
}

function withoutParameters(action: ActionBinding): string {
  return sha256({ ...action, parameters: {} });
}

/** The changed action with the secrets of the asked one: a seal stays at its path (AM-8). */
function realOf(
  proposed: ActionBinding,
  { real }: BoundAction,
  seal: Sealing | undefined,
): ActionBinding {
  if (seal === undefined) return proposed;
  const { parameters } = proposed;
  const values = unsealed(parameters as JsonObject, real.parameters as JsonObject);
  const opened = openSealed({ parameters, values, keys: [seal.key] });
  if (!opened.ok) throw new NotAllowed(opened.refusal);
  return { ...proposed, parameters: opened.value };
}

// Recursion is safe here: the depth was capped when the action was read.
function unsealed(approved: JsonValue, real: JsonValue | undefined): JsonValue {
  if (isSealed(approved)) return real ?? null;
  if (typeof approved !== 'object' || approved === null) return approved;
  const values: JsonObject = typeof real === 'object' && real !== null ? (real as JsonObject) : {};
  if (Array.isArray(approved)) return approved.map((item, at) => unsealed(item, values[at]));
  return Object.fromEntries(
    Object.entries(approved).map(([name, member]) => [name, unsealed(member, values[name])]),
  );
}

/** The words of the reviewer are quoted on one line. */
function amendedText({ target, parameters }: ActionBinding, reason: string): string {
  const quoted = (value: unknown) =>
    JSON.stringify(value).replace(
      /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
      sign => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
    );
  return `A reviewer changed your call of ${quoted(target.tool_name)}. It may run only with these parameters: ${quoted(parameters)}. Reason of the reviewer: ${quoted(reason)}.`;
}
