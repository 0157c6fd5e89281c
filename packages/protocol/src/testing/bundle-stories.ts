import type { ChainEntryId, ReceiptId } from '../value/ids.ts';
import { presentedView, viewDigest } from '../view/presented-view.ts';
import { coveredStory } from './allowance-samples.ts';
import {
  amendable,
  amendableOpening,
  amendCommand,
  amendedOpening,
  refund,
} from './amendment-samples.ts';
import { type BundleStory, bundleOf, type Step } from './bundle-samples.ts';
import { makePasskey, signDecision } from './passkey.ts';
import { delegatedStory, releasedStory, reviewedStory } from './release-samples.ts';
import {
  alice,
  carol,
  consumeCommand,
  entryCommand,
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

const open: Step = () => [openCommand(), noon];

const advise: Step = state => [
  {
    type: 'advise',
    advice: {
      advice_id: idOf('adv', 1) as never,
      approval_request_id: opened(state).request.approval_request_id,
      model: 'some-model',
      prompt_version: '7',
      recommendation: 'deny',
      explanation: 'The amount is unusual.',
      risk_annotations: ['amount'],
    },
  },
  later(5),
];

const viewOf = (state: Parameters<Step>[0]) =>
  viewDigest(presentedView(opened(state).request, sampleAction()));

const aliceAllows: Step = state => [
  entryCommand(state, alice, { view_digest: viewOf(state) }),
  later(60),
];

const carolAllows: Step = state => [
  entryCommand(state, carol, {
    chain_entry_id: idOf('ace', 2) as ChainEntryId,
    stage_index: 1,
    view_digest: viewOf(state),
  }),
  later(90),
];

const aliceDenies: Step = state => [
  entryCommand(state, alice, {
    decision: 'deny',
    reason: 'unknown payee',
    view_digest: viewOf(state),
  }),
  later(60),
];

const expire: Step = () => [
  { type: 'expire', ids: { approval_resolution_id: idOf('apr', 1) as never } },
  later(900),
];

const cancel: Step = () => [
  {
    type: 'cancel',
    by: operator,
    in_force: inForce,
    reason: 'asked by mistake',
    ids: { approval_resolution_id: idOf('apr', 1) as never },
  },
  later(100),
];

const revoke: Step = () => [
  { type: 'revoke', principal: operator, reason: 'the payee was wrong' },
  later(100),
];

const lapse: Step = () => [
  { type: 'expire', ids: { approval_resolution_id: idOf('apr', 2) as never } },
  later(990),
];

const reconcile: Step = () => [
  {
    type: 'reconcile',
    receipt_id: idOf('rc', 3) as ReceiptId,
    principal: operator,
    outcome: 'failed',
    reason: 'the bank says so',
  },
  later(1000),
];

const consume: Step = state => [consumeCommand(state), later(120)];

/** The executor's report; another digest than the approved one is a divergence. */
const reportWith =
  (final_action_digest: string | null): Step =>
  () => [
    {
      type: 'report',
      receipt_id: idOf('rc', 2) as ReceiptId,
      attempt: 'attempt-1',
      outcome: 'succeeded',
      result_digest: null,
      final_action_digest: final_action_digest as never,
      error: null,
    },
    later(130),
  ];

const documents = ['version: 1\nrules: []\n', 'version: 2\nrules: []\n'];

const passkey = makePasskey(people.carol);
const { credential_id, person_id, public_key } = passkey.registered;
const trustPasskey = { ...noPasskeys, passkeys: [passkey.registered] };

const carolSigns: Step = state => [
  entryCommand(
    state,
    carol,
    signDecision(
      state,
      submissionFor(opened(state).request, {
        chain_entry_id: idOf('ace', 2) as ChainEntryId,
        stage_index: 1,
        view_digest: viewOf(state),
      }),
      passkey,
    ),
    { passkeys: trustPasskey },
  ),
  later(90),
];

const passkeyChain = sampleChain({
  stages: [
    { name: 'reviewer', approvers: { roles: ['finance'] } },
    { name: 'controller', approvers: { identities: [people.carol] }, min_assurance: 'webauthn' },
  ],
});

const originalStory = {
  steps: [() => [amendableOpening(), noon], () => [amendCommand(), later(60)]] as readonly Step[],
  action: refund(),
};

/** A refund that Alice narrowed, and that Alice and Carol then approved as she had left it. */
export function amendedStory(
  change: Parameters<typeof amendedOpening>[1] = {},
  edits: Pick<BundleStory, 'edit'> = {},
): BundleStory {
  const action = change.amended ?? refund({ amount: 240 });
  const view = (state: Parameters<Step>[0]) =>
    viewDigest(presentedView(opened(state).request, action));
  const allows = (state: Parameters<Step>[0], who: typeof alice, stage_index: number) =>
    entryCommand(
      state,
      who,
      {
        chain_entry_id: idOf('ace', stage_index + 1) as ChainEntryId,
        stage_index,
        view_digest: view(state),
      },
      { view_digest: view(state) },
    );
  return {
    versions: [{ ...originalStory, ...edits }],
    action,
    steps: [
      () => [amendedOpening(amendable(), change), later(60)],
      state => [allows(state, alice, 0), later(70)],
      state => [allows(state, carol, 1), later(90)],
      state => [consumeCommand(state, { action, approved_action: action }), later(120)],
      reportWith(null),
    ],
    documents,
  };
}

export const stories = {
  executed: {
    steps: [open, advise, aliceAllows, carolAllows, consume, reportWith(null)],
    documents,
  },
  denied: { steps: [open, aliceDenies], documents },
  expired: { steps: [open, advise, expire], documents },
  passkey: {
    steps: [
      () => [openCommand({ chain: passkeyChain }), noon],
      aliceAllows,
      carolSigns,
      state => [consumeCommand(state, { passkeys: trustPasskey }), later(120)],
      reportWith(null),
    ],
    documents,
    store: [
      { type: 'person.added', data: { person_id: people.alice, roles: ['finance'] } },
      { type: 'person.added', data: { person_id: people.carol, roles: [] } },
      { type: 'credential.registered', data: { person_id, credential_id, public_key } },
    ],
    deciderSource: (identity, store) => {
      const event = store.find(({ event }) => event.data['person_id'] === identity);
      if (event === undefined) throw new Error('expected an event of that person');
      return { from: 'event', event_digest: event.event_digest };
    },
    passkeys: store => {
      const event = store[2];
      if (event === undefined) throw new Error('expected the registration');
      return [
        {
          credential_id,
          person_id,
          public_key,
          source: { from: 'event', event_digest: event.event_digest },
        },
      ];
    },
  },
  erased: {
    steps: [open, aliceAllows, carolAllows, consume, reportWith(null)],
    documents,
    erased: true,
  },
  pending: { steps: [open, aliceAllows], documents },
  allowed: { steps: [open, aliceAllows, carolAllows], documents },
  cancelled: { steps: [open, aliceAllows, cancel], documents },
  revoked: { steps: [open, aliceAllows, carolAllows, revoke], documents },
  lapsed: { steps: [open, aliceAllows, carolAllows, lapse], documents },
  amended: amendedStory(),
  covered: coveredStory(),
  released: releasedStory,
  reviewed: reviewedStory,
  delegated: delegatedStory(),
  /** The version that a reviewer changed, by itself. */
  replaced: { ...originalStory, documents },
  reconciled: { steps: [open, aliceAllows, carolAllows, consume, reconcile], documents },
} as const satisfies Record<string, BundleStory>;

export type StoryName = keyof typeof stories;

export const storyNames: readonly StoryName[] = Object.keys(stories) as StoryName[];

export const sampleBundle = (name: StoryName) => bundleOf(stories[name]);
