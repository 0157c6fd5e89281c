import { actorOf } from '../value/actor.ts';
import type { ChainEntryId, DelegationId, PersonId, ReceiptId } from '../value/ids.ts';
import { presentedView, viewDigest } from '../view/presented-view.ts';
import type { BundleStory, Step } from './bundle-samples.ts';
import { makePasskey, signDecision, signDelegation } from './passkey.ts';
import {
  alice,
  carol,
  consumeCommand,
  directory,
  entryCommand,
  human,
  idOf,
  inForce,
  later,
  noon,
  noPasskeys,
  openCommand,
  opened,
  operator,
  people,
  sampleAction,
  sampleChain,
  submissionFor,
} from './samples.ts';

/** On call: may release alone what the chain names the role for. */
export const dora = human(idOf('person', 7) as PersonId, ['on_call']);
export const doraId = idOf('person', 7) as PersonId;

/** Decides on behalf of Alice, and holds no role. */
const dan = human(idOf('person', 8) as PersonId);
export const danId = idOf('person', 8) as PersonId;

export const doraPasskey = makePasskey(doraId);
const doraTrust = { ...noPasskeys, passkeys: [doraPasskey.registered] };
const alicePasskey = makePasskey(people.alice);

export const releaseChain = sampleChain({ break_glass: { roles: ['on_call'] } });

/** The voters of a release: Dora as she is now. */
export const releaseVoters = [
  ...directory,
  { kind: 'human' as const, identity: doraId, roles: ['on_call'], assurance: 'webauthn' as const },
];

type State = Parameters<Step>[0];
type Entry = Parameters<typeof submissionFor>[1];

const viewOf = (state: State) => viewDigest(presentedView(opened(state).request, sampleAction()));

/** Dora releases the action alone, with her passkey over this release. */
export function releaseCommand(state: State, change: Entry = {}, more: object = {}) {
  const submission = signDecision(
    state,
    submissionFor(opened(state).request, {
      chain_entry_id: idOf('ace', 7) as ChainEntryId,
      view_digest: viewOf(state),
      reason: 'all pods hang since 02:58',
      break_glass: 'outage',
      ...change,
    }),
    doraPasskey,
  );
  return entryCommand(state, dora, submission, { passkeys: doraTrust, ...more });
}

export const reviewCommand = (change: object = {}) => ({
  type: 'review_release' as const,
  principal: operator,
  verdict: 'justified' as const,
  findings: 'the outage was real',
  ...change,
});

const openReleasable: Step = () => [openCommand({ chain: releaseChain }), noon];

const releases: Step = state => [releaseCommand(state), later(60)];

const consumesReleased: Step = state => [
  consumeCommand(state, { passkeys: doraTrust, voters: releaseVoters }),
  later(120),
];

const peopleOf = (role: string, person_id: PersonId) => ({
  type: 'person.added' as const,
  data: { person_id, roles: [role] },
});

const registered = ({ credential_id, person_id, public_key }: typeof doraPasskey.registered) => ({
  type: 'credential.registered' as const,
  data: { credential_id, person_id, public_key },
});

type Sealed = Parameters<NonNullable<BundleStory['passkeys']>>[0];
const from = (store: Sealed, index: number) => ({
  from: 'event' as const,
  event_digest: store[index]?.event_digest as never,
});

const reports: Step = () => [
  {
    type: 'report',
    receipt_id: idOf('rc', 2) as ReceiptId,
    attempt: 'attempt-1',
    outcome: 'succeeded',
    result_digest: null,
    final_action_digest: null,
    error: null,
  },
  later(130),
];

/** An action that Dora released alone, and that ran. */
export const releasedStory: BundleStory = {
  steps: [openReleasable, releases, consumesReleased, reports],
  store: [peopleOf('on_call', doraId), registered(doraPasskey.registered)],
  deciderSource: (_identity, store) => from(store, 0),
  passkeys: store => [{ ...doraPasskey.registered, source: from(store, 1) }],
};

export const reviewedStory: BundleStory = {
  ...releasedStory,
  steps: [...releasedStory.steps, () => [reviewCommand(), later(3600)]],
};

/** Alice lends her role to Dan. */
export const delegationTerms = {
  delegation_id: idOf('dlg', 1) as DelegationId,
  person_id: people.alice,
  delegate_id: danId,
  roles: ['finance'],
  starts_at: noon,
  ends_at: later(86_400),
};

export const lent = delegationTerms;

/** Dan decides the first stage on behalf of Alice. */
export function behalfCommand(state: State, change: Entry = {}, more: object = {}) {
  const { delegation_id, person_id } = delegationTerms;
  return entryCommand(
    state,
    dan,
    {
      chain_entry_id: idOf('ace', 8) as ChainEntryId,
      view_digest: viewOf(state),
      on_behalf_of: { delegation_id, person_id },
      ...change,
    },
    { lent, ...more },
  );
}

/** The voters of such a decision: Dan, and Alice with the delegation that stands. */
export const behalfVoters = [
  ...directory.map(each =>
    each.identity === people.alice ? { ...each, lends: [delegationTerms.delegation_id] } : each,
  ),
  { kind: 'human' as const, identity: danId, roles: [], assurance: 'session' as const },
];

export const carolAllows: Step = state => [
  entryCommand(state, carol, {
    chain_entry_id: idOf('ace', 2) as ChainEntryId,
    stage_index: 1,
    view_digest: viewOf(state),
  }),
  later(90),
];

/** A transfer that Dan approved on behalf of Alice, and Carol in her own name. */
export function delegatedStory(terms: typeof delegationTerms = delegationTerms): BundleStory {
  return {
    steps: [
      () => [openCommand(), noon],
      state => [behalfCommand(state), later(60)],
      carolAllows,
      state => [consumeCommand(state, { voters: behalfVoters }), later(120)],
      reports,
    ],
    store: [
      peopleOf('finance', people.alice),
      registered(alicePasskey.registered),
      {
        type: 'delegation.made',
        data: {
          ...terms,
          epoch: inForce.epoch,
          assertion: signDelegation(terms, alicePasskey),
          by: actorOf(alice),
        },
      },
    ],
    delegations: store => [
      {
        event_digest: store[2]?.event_digest as never,
        delegator: {
          identity: people.alice,
          kind: 'human',
          roles: ['finance'],
          source: from(store, 0),
        },
        passkey: { ...alicePasskey.registered, source: from(store, 1) },
      },
    ],
  };
}
