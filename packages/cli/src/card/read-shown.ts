import type { PersonApi, RequestRepresentation, ViewAnswer } from '@countersign/client/people';
import type { ActionBinding } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import type { PresentedView } from '@countersign/protocol/view';
import { CommandRefused } from '../command.ts';

/** A request as this machine has worked it out from the bound bytes. */
export interface Shown {
  readonly facts: RequestRepresentation;
  /** What the server says beside it: who may decide, how the rule puts it, what went before. */
  readonly beside: ViewAnswer;
  /** What people who decided are called, by their ids, as far as the server says. */
  readonly names: ReadonlyMap<string, string | null>;
  /** Null where the bytes of the action were erased: then there is nothing that could be decided. */
  readonly bound: BoundView | null;
}

export interface BoundView {
  readonly action: ActionBinding;
  readonly view: PresentedView;
  readonly view_digest: Digest;
  readonly short_code: string;
}

/**
 * Reads a request and works out again, from the bytes of the action, everything that a person is about to rely on. A
 * server that shows one action and binds another is caught here, before anything is printed.
 */
export async function readShown(
  api: Pick<PersonApi, 'getRequest' | 'getView' | 'listPeople'>,
  id: string,
  signal: AbortSignal,
): Promise<Shown> {
  const [facts, beside] = await Promise.all([
    api.getRequest(id, { signal }),
    api.getView(id, { signal }),
  ]);
  return { ...(await shownFrom(id, facts, beside)), names: await namesFor(api, facts, signal) };
}

/** Only for display: where they cannot be read, people go by their ids. */
async function namesFor(
  api: Pick<PersonApi, 'listPeople'>,
  { entries }: RequestRepresentation,
  signal: AbortSignal,
): Promise<Shown['names']> {
  if (entries.length === 0) return new Map();
  const { people } = await api.listPeople({ signal }).catch(() => ({ people: [] }));
  return new Map(people.map(({ person_id, name }) => [person_id, name]));
}

async function shownFrom(
  id: string,
  facts: RequestRepresentation,
  beside: ViewAnswer,
): Promise<Omit<Shown, 'names'>> {
  const [
    { parseActionBinding },
    { sha256OfText },
    { parseStrict },
    { inputDigest, parseApprovalRequest },
    view,
  ] = await Promise.all([
    import('@countersign/protocol/action'),
    import('@countersign/protocol/crypto'),
    import('@countersign/protocol/json'),
    import('@countersign/protocol/request'),
    import('@countersign/protocol/view'),
  ]);
  const request = readOr(() => parseApprovalRequest(facts.request));
  expectSame('request', request.approval_request_id, id);
  expectSame('input digest', inputDigest(request), beside.input_digest);
  const { policy_decision, chain } = facts;
  expectSame('policy decision', request.policy_decision_id, policy_decision.policy_decision_id);
  expectSame('policy decision', request.action_digest, policy_decision.action_digest);
  expectSame('chain', request.approval_chain_id, chain.chain_id);
  expectSame('chain', request.approval_chain_version, chain.version);
  if (beside.action_text === null) return { facts, beside, bound: null };
  const text = beside.action_text;
  expectSame('action digest', sha256OfText(text), request.action_digest);
  const action = readOr(() => parseActionBinding(parseStrict(text)));
  const shown = readOr(() => view.presentedView(request, action));
  const view_digest = view.viewDigest(shown);
  const short_code = view.shortCode({ ...request, view_digest });
  expectSame('view digest', view_digest, beside.view_digest);
  expectSame('short code', short_code, beside.short_code);
  return {
    facts: { ...facts, request },
    beside,
    bound: { action, view: shown, view_digest, short_code },
  };
}

function expectSame(what: string, worked_out: string, found: string | null): void {
  if (worked_out !== found) throw notTheSame(`the ${what} differs`);
}

function readOr<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw notTheSame('the action does not have the exact required form');
  }
}

function notTheSame(why: string): CommandRefused {
  return new CommandRefused(
    'failed',
    `STOP. The server shows something other than what an approval would bind: ${why}.\nThe request is not printed, and nothing was decided.`,
    'Do not approve it anywhere else. Tell the operator of the server.',
    'action_digest_mismatch',
  );
}
