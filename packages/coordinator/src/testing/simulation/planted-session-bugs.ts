import type { PlantedStoreBug } from './planted-bugs.ts';

const proofForm = 'packages/protocol/src/session/browser-proof.test.ts';
const verifier = 'packages/protocol/src/session/verify-browser-proof.ts';
const proofCheck = 'packages/server/src/identity/browser-proof.test.ts';
const provenCall = 'packages/server/src/http/proven-call.test.ts';

/** Mistakes about the sessions of browsers, which no simulated world has. A test must find each of them. */
export const plantedSessionBugs: readonly PlantedStoreBug[] = [
  {
    rule: 'SS-1',
    name: 'a cookie without a proof is enough to read',
    file: 'packages/server/src/identity/browser-proof.ts',
    find: `      if (proof === null) {`,
    replace: `      if (proof === null && call.method === 'GET') return accept(null);
      if (proof === null) {`,
    test: { file: proofCheck, name: 'a session without a proof, and a session without a key' },
  },
  {
    rule: 'SS-2',
    name: 'a proof does not cover the body',
    file: 'packages/protocol/src/session/browser-proof.ts',
    find: `      body_digest,
      issued_at,`,
    replace: `      body_digest: null,
      issued_at,`,
    test: { file: proofForm, name: 'a proof of one call fits no other call' },
  },
  {
    rule: 'SS-2',
    name: 'a write needs no nonce',
    file: verifier,
    find: `  if ((nonce === null) !== isReading(call.method)) return mismatch;`,
    replace: `  if (nonce !== null && isReading(call.method)) return mismatch;`,
    test: { file: proofForm, name: 'a read has no nonce and a write has one' },
  },
  {
    rule: 'SS-3',
    name: 'a proof from the future is accepted',
    file: verifier,
    find: `age >= proofMilliseconds || age < -aheadMilliseconds`,
    replace: `age >= proofMilliseconds`,
    test: { file: proofForm, name: 'a proof is accepted from 5 seconds before its time' },
  },
  {
    rule: 'SS-4',
    name: 'the commit of a write does not claim the nonce',
    file: 'packages/server/src/http/proven-call.ts',
    find: `claims: [...(first.claims ?? []), nonce]`,
    replace: `claims: [...(first.claims ?? [])]`,
    test: {
      file: provenCall,
      name: 'a nonce that another stream took while the call was underway',
    },
  },
  {
    rule: 'SS-4',
    name: 'a nonce is not looked for once the stream was read',
    file: 'packages/server/src/http/proven-call.ts',
    find: `    if (isNew && (await store.findClaim(nonce)) !== null) repeat();`,
    replace: `    if (isNew && nonce.key === '') repeat();`,
    test: { file: provenCall, name: 'one proof changes one stream once' },
  },
];
