import { sign } from 'node:crypto';
import { effort } from '@countersign/testing';
import { bundleVerifier } from '../bundle/verify-bundle.ts';
import { jwsHeader, verifyJws } from '../crypto/jws.ts';
import { importPublicKey } from '../crypto/public-key.ts';
import { encodeBase64 } from '../log/base64.ts';
import { verifyCheckpoint } from '../log/checkpoint.ts';
import { assembleNote, type NoteKey, noteKeyId } from '../log/signed-note.ts';
import { grantType, verifyGrant } from '../request/grant.ts';
import { requestArtifactType } from '../request/request-artifact.ts';
import { verifyForExecution } from '../request/verify-for-execution.ts';
import { sealEvents } from '../stream/stream-event.ts';
import {
  bundleKid,
  bundleSigner,
  issuer,
  logOrigin,
  makeKey,
  makeLog,
  noteSigner,
  signBundleArtifact,
} from './bundle-samples.ts';
import { sampleBundle } from './bundle-stories.ts';
import {
  type Crafted,
  type ForgeryTarget,
  headerForgeries,
  type Judgement,
  judged,
  payloadForgeries,
  rawJws,
  signatureForgeries,
} from './forgery-target.ts';
import { makePasskey } from './passkey.ts';
import { allowed, consumeCommand, later, noon, opened, people, storeId } from './samples.ts';
import type { Forgery } from './text-forgeries.ts';
import { mutateValue } from './value-mutations.ts';

const signingKeys = new Map([[bundleKid, importPublicKey(bundleSigner.publicKey)]]);
const stranger = makeKey();
const passkey = makePasskey(people.alice, 'EdDSA');
const otherPurposes = { stranger, 'the checkpoint key': noteSigner, 'a passkey': passkey };

function* judgedBy(
  judge: (text: string) => Judgement,
  forgeries: Iterable<Forgery>,
): Generator<Crafted> {
  for (const { what, text } of forgeries) yield { what, judge: () => judge(text) };
}

/** What a JWS of this type is never accepted as, however well it is signed. */
function* jwsForgeries(
  text: string,
  typ: string,
  judge: (text: string) => Judgement,
): Generator<Crafted> {
  const payload = Buffer.from(text.split('.')[1] ?? '', 'base64url').toString();
  const header = jwsHeader({ kid: bundleKid, typ });
  const { privateKey, publicKey } = bundleSigner;
  const otherTyp = typ === grantType ? requestArtifactType : grantType;
  const artifact = { kid: bundleKid, typ, otherTyp };
  yield* judgedBy(judge, headerForgeries(artifact, payload, privateKey));
  yield* judgedBy(judge, payloadForgeries(header, payload, privateKey));
  yield* judgedBy(judge, signatureForgeries(text, Buffer.from(publicKey.x, 'base64url')));
  for (const [name, { privateKey: key }] of Object.entries(otherPurposes)) {
    const own = rawJws(header, payload, key);
    const named = rawJws(jwsHeader({ kid: 'another', typ }), payload, key);
    yield { what: `by ${name}`, code: 'jws_signature_mismatch', judge: () => judge(own) };
    yield { what: `by ${name}, named`, code: 'jws_key_unknown', judge: () => judge(named) };
  }
}

/** A grant, for its verifier and, where that accepts it, for the checks before execution. */
export function grantTarget(): ForgeryTarget {
  const state = opened(allowed());
  const { grant } = state;
  if (grant === null) throw new Error('expected a grant');
  const judgeAt = (jws: string, now = later(60), expected = {}) =>
    judged(() => {
      const audience = state.request.audience;
      const trust = { keys: signingKeys, issuer, store_id: storeId, audience, ...expected };
      const verified = verifyGrant({ jws, now, ...trust });
      if (!verified.ok) return verified;
      return verifyForExecution(state, consumeCommand(state, { grant: verified.value }), now);
    });
  const judge = (jws: string) => judgeAt(jws);
  const text = signBundleArtifact(grant, grantType);
  return {
    name: 'grant',
    text,
    separator: '.',
    judge,
    *crafted() {
      yield* jwsForgeries(text, grantType, judge);
      for (const { what, value } of named(mutateValue(grant))) {
        // Only an object can be signed at all.
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
        yield {
          what: `signed with ${what}`,
          judge: () => judge(signBundleArtifact(value, grantType)),
        };
      }
      for (const seconds of [900, 901, 86_400, 10 ** 9]) {
        const judge = () => judgeAt(text, later(seconds));
        yield { what: `used after ${seconds} s`, code: 'grant_expired', judge };
      }
      for (const seconds of [-1, -3600, 1, 3600]) {
        const forged = signBundleArtifact({ ...grant, issued_at: later(seconds) }, grantType);
        yield {
          what: `issued at another time, ${seconds} s`,
          code: 'grant_binding_mismatch',
          judge: () => judge(forged),
        };
      }
    },
  };
}

function* named(mutations: Iterable<{ name: string; value: unknown }>) {
  for (const { name, value } of mutations) yield { what: name, value };
}

/** A request artifact, for the verifier of signatures and, where that accepts it, as a part of its bundle. */
export function requestArtifactTarget(): ForgeryTarget {
  const { bundle, trust } = sampleBundle('denied');
  const verify = bundleVerifier({ ...trust, required: ['log', 'request_artifact'] });
  const text = bundle.request_artifact ?? '';
  const judge = (jws: string): Judgement => {
    const signed = verifyJws({ jws, typ: requestArtifactType, keys: signingKeys });
    if (!signed.ok) return signed.refusal.code;
    return verify({ ...bundle, request_artifact: jws }).code ?? 'accepted';
  };
  const artifact = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString());
  const signed = (change: object) =>
    judge(signBundleArtifact({ ...artifact, ...change }, requestArtifactType));
  return {
    name: 'request artifact',
    text,
    separator: '.',
    judge,
    *crafted() {
      yield* jwsForgeries(text, requestArtifactType, judge);
      const mutations = [...mutateValue(artifact)];
      // Each is checked with the whole bundle around it, so that a fast run takes a part of them.
      for (let i = 0; i < mutations.length; i += effort({ fast: 5, full: 1 })) {
        const { name, value } = mutations[i] ?? { name: '', value: null };
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
        yield {
          what: `signed with ${name}`,
          judge: () => judge(signBundleArtifact(value, requestArtifactType)),
        };
      }
      yield { what: 'of another epoch', code: 'epoch_changed', judge: () => signed({ epoch: 2 }) };
      yield {
        what: 'signed before the request',
        code: 'bundle_inconsistent',
        judge: () => signed({ issued_at: later(-1) }),
      };
      yield {
        what: 'signed when the request was over',
        code: 'bundle_inconsistent',
        judge: () => signed({ issued_at: later(900) }),
      };
      yield {
        what: 'signed before the key was valid',
        code: 'key_not_valid_then',
        judge: () => signed({ issued_at: later(-7200) }),
      };
    },
  };
}

const noteKeyOf = ({ publicKey }: ReturnType<typeof makeKey>, name = logOrigin): NoteKey => ({
  name,
  key_id: noteKeyId(name, Buffer.from(publicKey.x, 'base64url')),
  key: importPublicKey(publicKey),
});

export const noteKey: NoteKey = noteKeyOf(noteSigner);

/** A log of 200 events in ten streams. */
export const sampleEvents = Array.from({ length: 10 }, (_, stream) =>
  sealEvents(
    `request/${stream}`,
    null,
    Array.from({ length: 20 }, (_, n) => ({ type: 'entry.recorded', at: noon, data: { n } })),
  ),
).flat();
export const sampleLog = makeLog(sampleEvents);

export function checkpointTarget(): ForgeryTarget {
  const text = sampleLog.checkpoint();
  const judge = (note: string) =>
    judged(() => verifyCheckpoint({ note, origin: logOrigin, keys: [noteKey] }));
  const [origin = '', size = '', root = ''] = text.split('\n');
  const signed = (content: string, key = noteSigner, { name, key_id } = noteKeyOf(key)) => {
    const signature = sign(null, Buffer.from(content), key.privateKey);
    return () => judge(assembleNote(content, [{ name, key_id, signature }]));
  };
  return {
    name: 'checkpoint note',
    text,
    separator: '\n',
    judge,
    *crafted() {
      const content = `${origin}\n${size}\n${root}\n`;
      for (const other of [`${origin}0`, origin.toUpperCase(), `${origin}/`, 'log.example']) {
        const code = 'checkpoint_origin_mismatch';
        yield { what: `of ${other}`, code, judge: signed(`${other}\n${size}\n${root}\n`) };
      }
      const sizes = [`0${size}`, `+${size}`, `-${size}`, `${size}.0`, `${size}e0`, `0x${size}`];
      for (const other of [...sizes, '', '0', '9007199254740993', `${size} `, ` ${size}`, '١']) {
        const code = 'checkpoint_malformed';
        yield { what: `size ${other}`, code, judge: signed(`${origin}\n${other}\n${root}\n`) };
      }
      const bytes = Buffer.from(root, 'base64');
      const roots = [
        ...[bytes.toString('base64url'), bytes.toString('hex'), root.slice(0, -1), `${root}=`],
        ...[encodeBase64(bytes.subarray(1)), `${root.slice(0, -2)}${root.at(-2)}`, ''],
        ...[encodeBase64(Buffer.concat([bytes, bytes])), ` ${root}`, `${root}\nextension`],
      ];
      for (const other of roots) {
        const code = 'checkpoint_malformed';
        yield { what: `root ${other}`, code, judge: signed(`${origin}\n${size}\n${other}\n`) };
      }
      const others = { stranger, 'the artifact key': bundleSigner, 'a passkey': passkeyPair };
      for (const [name, key] of Object.entries(others)) {
        const code = 'checkpoint_key_unknown';
        yield { what: `by ${name}`, code, judge: signed(content, key) };
        yield {
          what: `by ${name} in the name of the log`,
          code: 'checkpoint_signature_mismatch',
          judge: signed(content, key, noteKey),
        };
        const elsewhere = noteKeyOf(noteSigner, 'elsewhere');
        yield { what: 'under another name', code, judge: signed(content, noteSigner, elsewhere) };
      }
    },
  };
}

const passkeyPair = {
  publicKey: passkey.registered.public_key,
  privateKey: passkey.privateKey,
};
