// What the pure core costs in one whole cycle of a request: open, two entries, consume, report. The limit is
// the digests such a cycle cannot do without (two entries, the presented request and the action at each of
// the steps that must compute them again) and the verification of the signed grant.

import { entryDigest } from '../packages/protocol/src/chain/chain-entry.ts';
import { sha256 } from '../packages/protocol/src/crypto/digest.ts';
import { inputDigest } from '../packages/protocol/src/request/approval-request.ts';
import { decideRequest } from '../packages/protocol/src/request/decide-request.ts';
import type { RequestCommand } from '../packages/protocol/src/request/request-command.ts';
import {
  absentRequest,
  evolveRequest,
  type RequestState,
} from '../packages/protocol/src/request/request-state.ts';
import {
  alice,
  allowed,
  carol,
  consumeCommand,
  entryCommand,
  idOf,
  later,
  noon,
  openCommand,
  opened,
  pending,
  sampleAction,
} from '../packages/protocol/src/testing/samples.ts';
import type { ChainEntryId, ReceiptId } from '../packages/protocol/src/value/ids.ts';
import { compare } from './measure/rounds.ts';

const first = entryCommand(pending(), alice);
const second = entryCommand(pending(), carol, {
  chain_entry_id: idOf('ace', 2) as ChainEntryId,
  stage_index: 1,
});
const cycle: readonly RequestCommand[] = [
  openCommand(),
  first,
  second,
  consumeCommand(allowed()),
  {
    type: 'report',
    receipt_id: idOf('rc', 2) as ReceiptId,
    attempt: 'attempt-1',
    outcome: 'succeeded',
    result_digest: null,
    final_action_digest: null,
    error: null,
  },
];

function runCycle(): RequestState {
  let state: RequestState = absentRequest;
  for (const command of cycle) {
    const decision = decideRequest(state, command, command.type === 'report' ? later(1) : noon);
    if (!decision.ok) throw new Error(decision.refusal.code);
    for (const event of decision.events) state = evolveRequest(state, event);
  }
  return state;
}

const { request, entries } = opened(allowed());
const action = sampleAction();

function onlyDigests(): void {
  sha256(action);
  sha256(action);
  for (let times = 0; times < 3; times++) inputDigest(request);
  for (const entry of entries) {
    entryDigest(entry);
    entryDigest(entry);
  }
}

if (runCycle().status !== 'consumed') throw new Error('the cycle does not end as it should');

compare({
  title:
    'One request cycle in the pure core: open, two entries, consume, report (5 decide + evolve)',
  limit: { name: 'the digests of the cycle alone', run: onlyDigests },
  ours: { name: 'decide + evolve, all five steps', run: runCycle },
  atLeast: 0.5,
});
