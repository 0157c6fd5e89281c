// A signer process that misbehaves in the way that is named.
//
//   node … faulty-signer-program.ts <fault> <life number file>

import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { canonicalize, encodeBase64url, type JsonObject } from '@countersign/protocol/json';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { keysAnswer } from '../signer-wire.ts';
import { createMemorySigner } from './memory-signer.ts';
import { issuer } from './sample-artifacts.ts';

const [, , fault = '', lifeFile = ''] = process.argv;
const isFirstLife = !existsSync(lifeFile);
writeFileSync(lifeFile, 'lived');

const clock = { now: () => timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12)) };
const signer = createMemorySigner(issuer, clock);
const stranger = createMemorySigner(issuer, clock);
const say = (message: JsonObject): void => {
  process.stdout.write(`${canonicalize(message)}\n`);
};

interface Asked {
  readonly id: number;
  readonly request: {
    readonly method: string;
    readonly typ: string;
    readonly payload: object;
    readonly name: string;
    readonly text: string;
  };
}

const weakKey = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(new Uint8Array(32).fill(0)) };

function answerKeys(id: number): void {
  const records = signer.records();
  const answer = keysAnswer(fault === 'another issuer' ? 'somebody-else' : issuer, records);
  if (fault === 'a weak key') {
    say({
      id,
      ok: true,
      answer: { issuer, keys: [{ ...records[0], public_key: weakKey } as never] },
    });
  } else if (fault === 'a key id of its choice') {
    say({ id, ok: true, answer: { issuer, keys: [{ ...records[0], kid: 'key-1' } as never] } });
  } else if (fault === 'a refusal to start') say({ id, ok: false, fault: 'unusable' });
  else say({ id, ok: true, answer });
}

const faults: Readonly<Record<string, (asked: Asked) => void | Promise<void>>> = {
  silence: () => undefined,
  'a crash': () => process.exit(3),
  'a kill': () => void process.kill(process.pid, 'SIGKILL'),
  garbage: () => void process.stdout.write('this is no answer\n'),
  'half an answer and a crash': ({ id }) => {
    process.stdout.write(`{"id":${id},"ok":tr`, () => process.exit(0));
  },
  'an endless line': () => void process.stdout.write('x'.repeat(2 * 1024 * 1024)),
  'an answer to no call': ({ id }) => say({ id: id + 1000, ok: true, answer: { jws: 'x' } }),
  'a refusal': ({ id }) => say({ id, ok: false, fault: 'unavailable' }),
  'a refusal in its own words': ({ id }) => say({ id, ok: false, fault: 'see my poem' }),
  'an answer without content': ({ id }) => say({ id, ok: true, answer: null }),
  'a signature of another key': async ({ id, request }) =>
    say({ id, ok: true, answer: { jws: await stranger.sign(request.typ, request.payload) } }),
  'another payload': async ({ id, request }) =>
    say({ id, ok: true, answer: { jws: await signer.sign(request.typ, { free: 'money' }) } }),
  'another type': async ({ id, request }) =>
    say({ id, ok: true, answer: { jws: await signer.sign('other+jws', request.payload) } }),
  'an earlier artifact': async ({ id, request }) =>
    say({
      id,
      ok: true,
      answer: { jws: await signer.sign(request.typ, { ...request.payload, epoch: 99 }) },
    }),
  'a damaged signature': async ({ id, request }) => {
    const jws = await signer.sign(request.typ, request.payload);
    say({ id, ok: true, answer: { jws: `${jws.slice(0, -4)}AAAA` } });
  },
  'a note of another text': async ({ id, request }) => {
    const signature = await signer.noteSigner(request.name).sign(`${request.text}more\n`);
    say({ id, ok: true, answer: { signature: encodeBase64url(signature) } });
  },
};

async function honest({ id, request }: Asked): Promise<void> {
  say({ id, ok: true, answer: { jws: await signer.sign(request.typ, request.payload) } });
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line) as Asked;
  const misbehave = faults[fault];
  if (asked.request.method === 'keys') answerKeys(asked.id);
  else if (fault === 'a crash in its first life') {
    if (isFirstLife) process.exit(3);
    await honest(asked);
  } else if (misbehave === undefined) await honest(asked);
  else await misbehave(asked);
}
