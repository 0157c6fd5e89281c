import {
  answerHold,
  changeDirectoryAtOnce,
  listInbox,
  loadDirectory,
  loadHold,
  readRequest,
} from '@countersign/coordinator';
import { secretDigest } from '@countersign/protocol/directory';
import type { Hold } from '@countersign/protocol/hold';
import type { ApprovalRequest } from '@countersign/protocol/request';
import {
  authenticated,
  idFromUuid,
  PersonId,
  type Principal,
  systemActor,
} from '@countersign/protocol/value';
import type { PresentedView } from '@countersign/protocol/view';
import { derivedUuid } from '../derived-uuid.ts';
import type { EmbeddedGate } from '../open-embedded.ts';
import { type DecisionMade, recordDecision, viewOf } from '../record-decision.ts';

export interface SimulatedRules {
  /** The approvers; each is a separate person. One reviewer by default. */
  readonly people?: readonly { readonly name: string; readonly roles: readonly string[] }[];
  /** Null leaves the request undecided. Everything is allowed where nothing is said. */
  readonly decide?: (asked: {
    readonly request: ApprovalRequest;
    readonly view: PresentedView;
    readonly approver: string;
  }) => DecisionMade | 'allow' | 'deny' | null;
  /** What is answered to a halted session; nothing where nothing is said. */
  readonly answer?: (hold: Hold) => string | null;
}

export interface SimulatedApprover {
  /** Resolves once everything that was waiting has been looked at. */
  settle(): Promise<void>;
  stop(): void;
}

interface SimulatedPerson {
  readonly name: string;
  readonly principal: Principal;
}

/**
 * Decides what is asked, as a test wants it. It is trusted by a store that was made for tests and by no other: on any
 * other it throws before it does anything.
 */
export async function simulatedApprover(
  gate: Pick<EmbeddedGate, 'context'>,
  rules: SimulatedRules = {},
): Promise<SimulatedApprover> {
  const { context } = gate;
  if (!(await loadDirectory(context)).state.for_tests) {
    throw new Error('approvals are simulated only in a store that was made for tests');
  }
  const people = await addPeople(gate, rules.people ?? [{ name: 'reviewer', roles: ['reviewer'] }]);
  let turn: Promise<unknown> = Promise.resolve();
  const look = () => {
    turn = turn.then(() => decideAll(gate, people, rules)).catch(() => undefined);
    return turn;
  };
  const unsubscribe = context.store.onChange(stream => {
    if (!/^(request|hold)\//.test(stream) && stream !== '') return;
    void look();
  });
  await look();
  return {
    settle: async () => {
      await look();
    },
    stop: unsubscribe,
  };
}

async function addPeople(
  { context }: Pick<EmbeddedGate, 'context'>,
  people: NonNullable<SimulatedRules['people']>,
): Promise<readonly SimulatedPerson[]> {
  const added: SimulatedPerson[] = [];
  const { state } = await loadDirectory(context);
  for (const { name, roles } of people) {
    const person_id = idFromUuid(PersonId, 'person', derivedUuid('simulated', name));
    const credential_id = `simulated-${person_id}`;
    const changed = state.people.has(person_id)
      ? await changeDirectoryAtOnce(
          context,
          [{ type: 'change_person', person_id, roles }],
          systemActor,
        )
      : await changeDirectoryAtOnce(
          context,
          [
            { type: 'add_person', person_id, roles, profile: { name, email: null } },
            {
              type: 'register_credential',
              credential: {
                kind: 'oidc',
                credential_id,
                person_id,
                public_key: null,
                subject_digest: secretDigest(credential_id),
              },
            },
          ],
          systemActor,
        );
    if (!changed.ok) throw new Error(`${changed.refusal.code}: ${changed.refusal.detail}`);
    const principal = authenticated({
      kind: 'human',
      principal_id: credential_id,
      person_id,
      roles,
      assurance: 'oidc',
    });
    added.push({ name, principal });
  }
  return added;
}

async function decideAll(
  gate: Pick<EmbeddedGate, 'context'>,
  people: readonly SimulatedPerson[],
  rules: SimulatedRules,
): Promise<void> {
  const page = await listInbox(gate.context, { status: 'pending', limit: 100 });
  for (const { approval_request_id } of page.ok ? page.value.rows : []) {
    for (const person of people) await decideAs(gate, approval_request_id, person, rules);
  }
  await answerHolds(gate, people[0], rules);
}

/** Whether this person may is for the store to say; a refusal leaves the request to the next one. */
async function decideAs(
  { context }: Pick<EmbeddedGate, 'context'>,
  id: string,
  { name, principal }: SimulatedPerson,
  { decide = () => 'allow' }: SimulatedRules,
): Promise<void> {
  const read = await readRequest(context, id);
  if (!read.ok || read.value.status !== 'pending') return;
  const { state } = read.value;
  const shown = await viewOf(context, state);
  if (shown === null) return;
  const made = decide({ request: state.request, view: shown.view, approver: name });
  if (made === null) return;
  const decision = typeof made === 'string' ? { decision: made } : made;
  await recordDecision(context, state, principal, shown, decision);
}

async function answerHolds(
  { context }: Pick<EmbeddedGate, 'context'>,
  person: SimulatedPerson | undefined,
  { answer }: SimulatedRules,
): Promise<void> {
  if (answer === undefined || person === undefined) return;
  for (const { owner } of await context.store.listClaims('hold', '')) {
    const { state } = await loadHold(context, owner.slice('hold/'.length));
    const choice = state.status === 'placed' ? answer(state.hold) : null;
    if (state.status !== 'placed' || choice === null) continue;
    const { hold_id: holdId } = state.hold;
    await answerHold(context, { holdId, choice, principal: person.principal });
  }
}
