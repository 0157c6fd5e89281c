import type {
  PersonApi,
  PolicyPreview,
  RequestRepresentation,
  ViewAnswer,
} from '@countersign/client/people';
import { type ActionBinding, houseKindOf } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import type { PresentedView, ShownProblem } from '@countersign/protocol/view';
import { CommandRefused } from '../command.ts';

/** A request as this machine computed it from the bound bytes. */
export interface Shown {
  readonly facts: RequestRepresentation;
  /** What the server says beside it: who may decide, how the rule puts it, what went before. */
  readonly beside: ViewAnswer;
  /** What people who decided are called, by their ids, as far as the server says. */
  readonly names: ReadonlyMap<string, string | null>;
  /** Null where the bytes of the action were erased: then there is nothing that could be decided. */
  readonly bound: BoundView | null;
  /** What another policy would end, where the request asks for one and the server can tell. */
  readonly preview: PolicyPreview | null;
}

type ReadingApi = Pick<
  PersonApi,
  'getRequest' | 'getView' | 'listPeople' | 'previewRequestedPolicy'
>;

export interface BoundView {
  readonly action: ActionBinding;
  readonly view: PresentedView;
  readonly view_digest: Digest;
  readonly short_code: string;
}

/**
 * Reads a request. Computes again, from the bytes of the action, everything that a person relies on. A server that
 * shows one action and binds another is caught here, before anything is printed.
 */
export async function readShown(api: ReadingApi, id: string, signal: AbortSignal): Promise<Shown> {
  const [facts, beside] = await Promise.all([
    api.getRequest(id, { signal }),
    api.getView(id, { signal }),
  ]);
  return {
    ...(await shownFrom(id, facts, beside)),
    names: await namesFor(api, facts, signal),
    preview: await previewFor(api, facts, signal),
  };
}

/** It decides nothing: where it cannot be read, the card says nothing of it. */
async function previewFor(
  api: ReadingApi,
  { approval_request_id, status, request }: RequestRepresentation,
  signal: AbortSignal,
): Promise<PolicyPreview | null> {
  if (status !== 'pending' || houseKindOf(request.operation) !== 'policy') return null;
  return api.previewRequestedPolicy(approval_request_id, { signal }).catch(() => null);
}

/** The names are only for display. If they cannot be read, the ids of people are shown. */
async function namesFor(
  api: Pick<PersonApi, 'listPeople'>,
  { entries, request, questions }: RequestRepresentation,
  signal: AbortSignal,
): Promise<Shown['names']> {
  const isNamed = entries.length > 0 || questions.length > 0 || request.amends !== undefined;
  if (!isNamed) return new Map();
  const { people } = await api.listPeople({ signal }).catch(() => ({ people: [] }));
  return new Map(people.map(({ person_id, name }) => [person_id, name]));
}

async function shownFrom(
  id: string,
  facts: RequestRepresentation,
  beside: ViewAnswer,
): Promise<Omit<Shown, 'names' | 'preview'>> {
  const { checkShown } = await import('@countersign/protocol/view');
  const checked = checkShown({ asked: id, representation: facts, view: beside });
  if (checked.ok) {
    const { request, action, view, viewDigest: view_digest, shortCode: short_code } = checked;
    return {
      facts: { ...facts, request },
      beside,
      bound: { action, view, view_digest, short_code },
    };
  }
  if (checked.code === 'action_erased') return { facts, beside, bound: null };
  throw notTheSame(problemWords[checked.code]);
}

const unreadable = 'the action does not have the exact required form';

const problemWords: Readonly<Record<Exclude<ShownProblem, 'action_erased'>, string>> = {
  request_form: unreadable,
  request_id: 'the request differs',
  representation_id: 'the request differs',
  view_id: 'the view belongs to another request',
  input_digest: 'the input digest differs',
  decision_id: 'the policy decision differs',
  decision_action: 'the policy decision is about another action',
  decision_verdict: 'the policy decision does not ask for approval',
  decision_policy: 'the policy decision names another version of the policy',
  decision_chain: 'the policy decision names another chain',
  decision_risk: 'the policy decision states another risk',
  chain: 'the chain differs',
  view_action: 'the view belongs to another action',
  action_digest: 'the action digest differs',
  action_form: unreadable,
  action_bytes: unreadable,
  agent: 'the agent differs',
  subject: 'the subject differs',
  operation: 'the operation differs',
  target: 'the target differs',
  view_digest: 'the view digest differs',
  short_code: 'the short code differs',
};

function notTheSame(why: string): CommandRefused {
  return new CommandRefused(
    'failed',
    `STOP. The server shows something other than what an approval would bind: ${why}.\nThe request is not printed, and nothing was decided.`,
    'Do not approve it anywhere else. Tell the operator of the server.',
    'action_digest_mismatch',
  );
}
