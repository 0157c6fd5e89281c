import { effort } from '@countersign/testing';
import * as z from 'zod';
import { ActionBinding } from '../action/action-binding.ts';
import { bundleText } from '../bundle/evidence-bundle.ts';
import { bundleVerifier } from '../bundle/verify-bundle.ts';
import { type ChainEntry, entryDigest, parseChainEntry } from '../chain/chain-entry.ts';
import { Digest } from '../crypto/digest.ts';
import { importPublicKey } from '../crypto/public-key.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { parserOf } from '../json/parse-object.ts';
import { parseStrict } from '../json/strict-json.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { Precondition, parseApprovalRequest } from '../request/approval-request.ts';
import { grantFor, grantType, verifyGrant } from '../request/grant.ts';
import type { OpenedRequest } from '../request/request-state.ts';
import { parseResolution } from '../request/resolution.ts';
import { type ExecutionAttempt, verifyForExecution } from '../request/verify-for-execution.ts';
import { Name } from '../value/wire-text.ts';
import {
  bundleKid,
  bundleSigner,
  issuer,
  makeKey,
  signBundleArtifact,
  tell,
} from './bundle-samples.ts';
import { sampleBundle, stories } from './bundle-stories.ts';
import {
  type ForgeryTarget,
  isSameValue,
  type Judgement,
  judged,
  twinSignature,
} from './forgery-target.ts';
import {
  consumeCommand,
  idOf,
  inForce,
  later,
  noPasskeys,
  people,
  storeId,
  verifiedGrant,
} from './samples.ts';
import { mutateValue } from './value-mutations.ts';

const { bundle, trust } = sampleBundle('passkey');
const passkeys = { ...noPasskeys, passkeys: bundle.passkeys };
const now = later(120);

/** An allowed request: Alice decided with her session, Carol with her passkey. */
const { state } = tell(stories.passkey.steps.slice(0, 3));
const [alices, carols] = state.entries as [ChainEntry, ChainEntry];
if (state.grant === null || state.resolution === null || carols.assertion === null) {
  throw new Error('expected an allowed request with a passkey decision');
}
const { grant, resolution } = state;
const attempt = consumeCommand(state, { passkeys });

/** What cannot be sent at all is no forgery. */
function wireText(value: unknown): string | null {
  const text = JSON.stringify(value);
  return text === undefined ? null : text;
}

export function entryTarget(): ForgeryTarget {
  const text = canonicalize(carols);
  const execute = (entry: ChainEntry, sealed: Partial<OpenedRequest> = {}, change = {}) =>
    verifyForExecution(
      { ...state, entries: [alices, entry], ...sealed },
      { ...attempt, ...change },
      now,
    );
  const judge = (forged: string) => judged(() => execute(parseChainEntry(parseStrict(forged))));
  /** An attacker with the database and the key for grants, but without the passkey, makes everything consistent. */
  const judgeResealed = (value: object): Judgement =>
    judged(() => {
      const parsed = parseChainEntry(value);
      const entry = { ...parsed, entry_digest: entryDigest(parsed) };
      const resealed = { ...resolution, final_entry_digest: entry.entry_digest };
      const sealed = { ...state, resolution: resealed };
      const forged = grantFor(sealed, grant);
      return execute(entry, { resolution: resealed }, { grant: verifiedGrant(forged) });
    });
  return {
    name: 'chain entry with a passkey',
    text,
    separator: ',',
    judge,
    isSame: isSameValue(text),
    *crafted() {
      // The time of the decision, and roles that no stage asked for, are statements of the store: no passkey signs
      // them.
      const word = /^\/(?:decided_at|approver_roles|entry_digest)/;
      for (const { name, value } of mutateValue(carols)) {
        const written = wireText(value);
        if (written !== null) yield { what: `value ${name}`, judge: () => judge(written) };
        if (word.test(name) || typeof value !== 'object' || value === null) continue;
        yield { what: `resealed ${name}`, judge: () => judgeResealed(value) };
      }
      const changes: readonly Partial<ChainEntry>[] = [
        { decision: 'deny' },
        { reason: 'because' },
        { reason_code: 'other' },
        { summary: 'in short' },
        { stage_index: 0 },
        { chain_entry_id: idOf('ace', 7) as never },
        { approval_request_id: idOf('ar', 7) as never },
        { approver_identity: people.bob },
        { approver_identity: people.alice },
        { approver_kind: 'service' as never },
        { identity_assurance: 'session' },
        { identity_assurance: 'session', assertion: null },
        { assertion: null },
        { view_digest: null },
        { view_digest: carols.input_digest },
        { input_digest: alices.entry_digest },
        { previous_entry_digest: null },
        { separation: 'self_confirm' },
        { decided_at: later(-1) },
        { decided_at: later(900) },
        { decided_at: later(91) },
      ];
      for (const change of changes) {
        const what = JSON.stringify(change);
        yield {
          what: `altered ${what}`,
          judge: () => judge(canonicalize({ ...carols, ...change })),
        };
        yield { what: `resealed ${what}`, judge: () => judgeResealed({ ...carols, ...change }) };
      }
      // The twin is a signature of the same decision, but not the one that was recorded.
      const { assertion } = carols;
      const signature = Buffer.from(assertion?.response.signature ?? '', 'base64url');
      const twin = Buffer.from(twinSignature(signature)).toString('base64url');
      const response = { ...assertion?.response, signature: twin };
      yield {
        what: 'the other signature of the same decision',
        code: 'entry_digest_mismatch',
        judge: () => judge(canonicalize({ ...carols, assertion: { ...assertion, response } })),
      };
      for (const in_force of [
        { ...inForce, epoch: 2 },
        { ...inForce, store_id: idOf('store', 2) },
      ]) {
        const elsewhere = { ...grant, epoch: in_force.epoch, store_id: in_force.store_id as never };
        const change = { in_force: in_force as never, grant: verifiedGrant(elsewhere) };
        yield {
          what: 'carried to another store or epoch with a new grant',
          code: 'assertion_challenge_mismatch',
          judge: () => judged(() => execute(carols, {}, change)),
        };
      }
    },
  };
}

const Attempt = z.strictObject({
  action: ActionBinding,
  executor: Name,
  grant: z.string(),
  preconditions: z.array(Precondition),
  tool_definition_digest: Digest.nullable(),
});
const parseAttempt = parserOf('attempt', Attempt);
const parseEntries = parserOf('entries', z.array(z.unknown()));
const signingKeys = new Map([[bundleKid, importPublicKey(bundleSigner.publicKey)]]);

/** What the store holds of a request, as far as the checks before execution can tell that it was edited. */
function readHeld(kept: Readonly<Record<string, unknown>>): OpenedRequest {
  return {
    ...state,
    request: parseApprovalRequest(kept['request']),
    entries: parseEntries(kept['entries']).map(each => parseChainEntry(each)),
    resolution: parseResolution(kept['resolution']),
  };
}

const sealOf = ({ request, entries, resolution }: OpenedRequest): string =>
  canonicalize({ request, entries, resolution });

/** What an executor brings along, with the grant as its text; the store knows the rest. */
export function executionTarget(): ForgeryTarget {
  const { action, executor, preconditions, tool_definition_digest } = attempt;
  const brought = {
    action,
    executor,
    grant: signBundleArtifact(grant, grantType),
    preconditions,
    tool_definition_digest,
  };
  const text = canonicalize(brought);
  const attemptWith = (
    read: () => unknown,
    change: Partial<ExecutionAttempt> = {},
    at = now,
    held: OpenedRequest = state,
  ) =>
    judged(() => {
      const { grant: jws, ...rest } = parseAttempt(read());
      const verified = verifyGrant({
        jws,
        keys: signingKeys,
        issuer,
        store_id: storeId,
        audience: rest.executor,
        now: at,
      });
      if (!verified.ok) return verified;
      return verifyForExecution(
        held,
        { ...attempt, ...rest, grant: verified.value, ...change },
        at,
      );
    });
  return {
    name: 'execution',
    text,
    separator: ',',
    judge: forged => attemptWith(() => parseStrict(forged)),
    isSame: isSameValue(text),
    *crafted() {
      const { preconditions: _measured, ...rest } = brought;
      for (const { name, value } of mutateValue(rest)) {
        if (typeof value !== 'object' || value === null) continue;
        const whole = { preconditions, ...value };
        yield { what: `value ${name}`, judge: () => attemptWith(() => whole) };
      }
      // The chain and the parties are not among these: what they say is in events, and a log shows their edits.
      const { request, entries } = state;
      for (const { name, value } of mutateValue({ request, entries, resolution })) {
        // The digest of a trace stands for it, so that it can be erased.
        if (!/^\/(?:request|entries|resolution)\b(?!\/trace)/.test(name)) continue;
        const judge = () => {
          try {
            const held = readHeld(value as Record<string, unknown>);
            return sealOf(held) === sealOf(state)
              ? null
              : attemptWith(() => brought, {}, now, held);
          } catch (error) {
            if (error instanceof ProtocolError) return error.code;
            throw error;
          }
        };
        yield { what: `the store says ${name}`, judge };
      }
      const changed = [
        { epoch: 2 },
        { store_id: idOf('store', 2) },
        { policy_version: 'newer' },
        { approval_chain_version: '4' },
        { approval_chain_version: null },
      ];
      for (const change of changed) {
        const in_force = { ...inForce, ...change } as typeof inForce;
        const judge = () => attemptWith(() => brought, { in_force });
        yield { what: `in force is ${JSON.stringify(change)}`, judge };
      }
      for (const status of [
        'pending',
        'denied',
        'expired',
        'cancelled',
        'revoked',
        'consumed',
      ] as const) {
        const judge = () => attemptWith(() => brought, {}, now, { ...state, status });
        yield { what: `it is ${status}`, judge };
      }
      for (const seconds of [990, 991, 10 ** 9]) {
        yield {
          what: `after ${seconds} s`,
          judge: () => attemptWith(() => brought, {}, later(seconds)),
        };
      }
      const otherSite = { ...passkeys, origin: 'http://localhost:8081' };
      for (const trusted of [noPasskeys, otherSite, { ...passkeys, rp_id: 'example.com' }]) {
        yield {
          what: 'other passkeys',
          judge: () => attemptWith(() => brought, { passkeys: trusted }),
        };
      }
    },
  };
}

export function bundleTarget(): ForgeryTarget {
  const shown = bundleVerifier(trust)(bundle).statements.filter(each => each.result === 'proven');
  const verify = bundleVerifier({ ...trust, required: shown.map(({ id }) => id) });
  const judge = (forged: unknown): Judgement => verify(forged).code ?? 'accepted';
  return {
    name: 'evidence bundle',
    text: bundleText(bundle),
    separator: ',',
    judge,
    *crafted() {
      const { grant: jws, request_artifact } = bundle;
      const put = (change: object) => () => judge({ ...bundle, ...change });
      for (const [name, key] of Object.entries({ stranger: makeKey() })) {
        const forged = signBundleArtifact(grant, grantType, key);
        yield {
          what: `grant by ${name}`,
          code: 'jws_signature_mismatch',
          judge: put({ grant: forged }),
        };
      }
      yield {
        what: 'artifacts exchanged',
        code: 'jws_header_mismatch',
        judge: put({ grant: request_artifact, request_artifact: jws }),
      };
      const mutations = [...mutateValue(grant)];
      for (let i = 0; i < mutations.length; i += effort({ fast: 5, full: 1 })) {
        const { name, value } = mutations[i] ?? { name: '', value: null };
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
        const forged = signBundleArtifact(value, grantType);
        yield { what: `signed grant ${name}`, judge: put({ grant: forged }) };
      }
    },
  };
}
