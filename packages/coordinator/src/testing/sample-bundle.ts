import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import type { BundleSigningKey, BundleTrust, EvidenceBundle } from '@countersign/protocol/bundle';
import {
  assembleJws,
  importPublicKey,
  jwsSigningInput,
  type PublicKey,
} from '@countersign/protocol/crypto';
import { noteKeyId } from '@countersign/protocol/log';
import type { Result } from '@countersign/protocol/reason';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import { activatePolicy } from '../activate-policy.ts';
import { consumeGrant } from '../consume-grant.ts';
import { type Context, createContext } from '../context.ts';
import { evaluateAndOpen } from '../evaluate-and-open.ts';
import { exportBundle } from '../export-bundle.ts';
import { issueGrant } from '../issue-grant.ts';
import { logOrigin } from '../log/log-origin.ts';
import type { NoteSigner } from '../log/log-ports.ts';
import type { Clock, Ids, Ports, Signer } from '../ports.ts';
import { recordEntry } from '../record-entry.ts';
import { reportExecution } from '../report-execution.ts';
import type { Store } from '../store.ts';
import { requestStream } from '../stream-name.ts';
import { sampleSequencer, sequenceAll } from './sample-log.ts';
import { createSamplePorts, principals, sampleAction, submission } from './sample-ports.ts';

/** One key that signs artifacts and checkpoints, and what is published about it. */
interface SampleKey {
  readonly signer: Signer;
  readonly notes: NoteSigner;
  readonly record: BundleSigningKey;
}

export function makeSampleKey(from: Timestamp): SampleKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const public_key = { kty, crv, x } as Extract<PublicKey, { kty: 'OKP' }>;
  const key = importPublicKey(public_key);
  const signBytes = (text: string) => new Uint8Array(sign(null, Buffer.from(text), privateKey));
  const name = 'log.example';
  const kid = 'sample-key';
  const note = { name, key_id: noteKeyId(name, Buffer.from(public_key.x, 'base64url')), key };
  return {
    signer: {
      issuer: 'countersign-test',
      keys: () => new Map([[kid, key]]),
      sign: async (typ, payload) => {
        const input = jwsSigningInput({ kid, typ, payload: payload as never });
        return assembleJws(input, signBytes(input));
      },
    },
    notes: { ...note, keys: () => [note], sign: async text => signBytes(text) },
    record: { kid, public_key, not_before: from, not_after: null, revoked_at: null },
  };
}

function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

export interface SampleEvidence {
  readonly context: Context;
  readonly key: SampleKey;
  readonly approvalRequestId: string;
}

/** A request from the question to its receipt, in the log. */
export async function tellSample(
  ports: { readonly store: Store; readonly clock: Clock; readonly ids: Ids } & Partial<Ports>,
): Promise<SampleEvidence> {
  const { store, clock, ids, ...change } = ports;
  const key = makeSampleKey(addSeconds(clock.now(), -60));
  const context = createContext(
    createSamplePorts(store, clock, ids, { signer: key.signer, ...(change as object) }),
  );
  value(await activatePolicy(context));
  const action = sampleAction();
  const asked = { action, principal: principals.agent, audience: 'billing-executor' };
  const proposed = value(await evaluateAndOpen(context, asked));
  if (proposed.verdict !== 'require_approval') assert.fail('expected a question');
  const { state } = proposed;
  const approvalRequestId = state.request.approval_request_id;
  const view_digest = viewDigest(presentedView(state.request, action));
  for (const [stage_index, principal] of [principals.alice, principals.carol].entries()) {
    const decision = submission(state, ids, { stage_index, view_digest });
    value(await recordEntry(context, { approvalRequestId, submission: decision, principal }));
  }
  const grant = value(await issueGrant(context, approvalRequestId));
  const attempt = 'attempt-1';
  const use = { approvalRequestId, action, grant, executor: 'billing-executor', attempt };
  value(await consumeGrant(context, use));
  value(await reportExecution(context, { approvalRequestId, attempt, outcome: 'succeeded' }));
  await sequenceAll(sampleSequencer(store, { signer: key.notes }));
  return { context, key, approvalRequestId };
}

/** The bundle of a request, and the trust of an outside verifier. */
export async function exportSample({ context, key, approvalRequestId }: SampleEvidence): Promise<{
  readonly bundle: EvidenceBundle;
  readonly trust: BundleTrust;
}> {
  const { store } = context;
  const options = { keyRecords: () => [key.record] };
  const bundle = value(await exportBundle(context, approvalRequestId, options));
  const { storeId, epoch } = await store.readState();
  const head = (await store.readStream(requestStream(approvalRequestId))).at(-1);
  assert.ok(head);
  const { version, event_digest } = head;
  return {
    bundle,
    trust: {
      signing_keys: [key.record],
      note_keys: [{ name: key.notes.name, public_key: key.record.public_key }],
      origin: logOrigin({ storeId, epoch }),
      passkeys: { origin: 'http://localhost:8080', rp_id: 'localhost' },
      store_id: storeId as never,
      epoch,
      issuer: key.signer.issuer,
      head: { version, event_digest },
    },
  };
}
