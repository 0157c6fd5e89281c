// An approval service of one's own: a small web server that is told of a question, checks that it comes from Countersign,
// lets its people decide, and answers over a call of its own with a signed assertion of who decided. What it says in its
// HTTP response decides nothing, and neither does a name in a body. Exits non-zero if any part of the story does not hold.
import assert from 'node:assert/strict';
import {
  createHmac,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@countersign/client';
import { changeDirectoryAtOnce } from '@countersign/coordinator';
import { subjectDigest } from '@countersign/protocol/directory';
import { parseStrict } from '@countersign/protocol/json';
import { idFromUuid, PersonId, systemActor } from '@countersign/protocol/value';
import { startedServer } from '@countersign/server/testing';
import { signAssertion } from './person-assertion.ts';

const issuer = 'https://people.example';
const secret = randomBytes(32);
const people = generateKeyPairSync('ed25519');

interface Question {
  readonly type: string;
  readonly binding: { readonly approval_request_id: string; readonly input_digest: string };
  readonly stage_index: number;
  readonly request: { readonly reason: string; readonly agent_id: string };
  readonly answer_url: string;
}

/** Standard Webhooks: the signature is over the id, the time and the bytes, and is checked before they are read. */
function signature(id: string, timestamp: string, body: string): string {
  const tag = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return `v1,${tag}`;
}

function isOurs({ headers }: IncomingMessage, body: string): boolean {
  const [id, time, given] = ['id', 'timestamp', 'signature'].map(name =>
    String(headers[`webhook-${name}`]),
  );
  const age = Math.abs(Date.now() / 1000 - Number(time));
  const expected = Buffer.from(signature(id ?? '', time ?? '', body));
  return (given ?? '').split(' ').some(each => {
    const found = Buffer.from(each);
    return age < 300 && found.length === expected.length && timingSafeEqual(found, expected);
  });
}

const questions: Question[] = [];
let refusedPosts = 0;
const service = createServer(async (incoming, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString('utf8');
  if (!isOurs(incoming, body)) {
    refusedPosts++;
    response.writeHead(401).end();
    return;
  }
  questions.push(parseStrict(body) as unknown as Question);
  // A service that is over-eager here approves nothing: responses are never read as decisions.
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"decision":"allow"}');
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const address = `127.0.0.1:${(service.address() as AddressInfo).port}`;
const hook = `http://${address}/hook`;

/** Answers as the service does: the binding unchanged, and an assertion of the decider. */
async function answer(
  question: Question,
  change: object = {},
): Promise<{ status: number; code: string }> {
  const { binding, stage_index, answer_url } = question;
  const body = JSON.stringify({
    schema_version: '1.0',
    type: 'approval_answer',
    binding,
    stage_index,
    decision: 'allow',
    reason_code: 'reviewed',
    reason: '',
    summary: null,
    person_assertion: signAssertion(people.privateKey, {
      iss: issuer,
      aud: 'countersign',
      sub: 'alice',
      jti: randomUUID(),
      approval_request_id: binding.approval_request_id,
      input_digest: binding.input_digest,
      decision: 'allow',
    }),
    ...change,
  });
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const answered = await fetch(answer_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature(id, timestamp, body),
    },
    body,
  });
  const { code = 'recorded' } = (await answered.json()) as { code?: string };
  return { status: answered.status, code };
}

const server = await startedServer({
  policy: `version: "2026-11"
default: require_approval
default_chain: desk
chain_by_risk: { low: desk, medium: desk, high: desk, critical: desk }
chains:
  - id: desk
    stages:
      - name: desk
        approvers: { roles: [approver] }
        min_assurance: oidc
rules:
  - id: refunds
    match: { tool: refund }
    outcome: require_approval
    route: { kind: webhook, name: desk }
    reason: Refunds are decided at the desk.
`,
  settings: {
    endpoints: [
      {
        name: 'desk',
        kind: 'approval',
        url: hook,
        secrets: [`whsec_${secret.toString('base64')}`],
        person_issuer: {
          issuer,
          audience: 'countersign',
          jwks: {
            keys: [
              { ...people.publicKey.export({ format: 'jwk' }), kid: 'people-1', alg: 'EdDSA' },
            ],
          },
        },
      },
    ],
    // The service is on this machine, which is not reached unless the operator says so.
    allow_addresses: [address],
  },
});

try {
  // The person, and the account by which the issuer knows her.
  const person_id = idFromUuid(PersonId, 'person', randomUUID());
  const added = await changeDirectoryAtOnce(
    server.app.context,
    [
      {
        type: 'add_person',
        person_id,
        roles: ['approver'],
        profile: { name: 'Alice', email: null },
      },
      {
        type: 'register_credential',
        credential: {
          kind: 'oidc',
          credential_id: 'account-alice',
          person_id,
          public_key: null,
          subject_digest: subjectDigest({ issuer, subject: 'alice' }),
        },
      },
    ],
    systemActor,
  );
  assert.ok(added.ok);
  const agent = 'support-bot';
  const { authorization = '' } = await server.apiKey({
    verbs: ['propose', 'consume'],
    agent_ids: [agent],
    executor: agent,
  });
  const gate = await connect({
    url: server.origin,
    key: authorization.slice('Bearer '.length),
    agent,
  });

  const refunded: object[] = [];
  const refund = {
    target: { tool_name: 'refund', resource: 'ch_1' },
    parameters: { charge: 'ch_1', amount: 42 },
  };
  const refunding = gate.run(refund, ({ parameters }) => refunded.push(parameters), {
    waitTimeout: 20_000,
  });
  const question = await untilAsked();
  assert.equal(question.type, 'approval_request');
  console.log(`The desk is asked, and the signature holds: "${question.request.reason}"`);

  await fetch(hook, { method: 'POST', body: JSON.stringify(question) });
  assert.equal(refusedPosts, 1);
  assert.deepEqual(refunded, []);
  console.log(
    'What others post to the desk it does not believe, and its own response approves nothing.',
  );

  assert.equal(
    (await answer(question, { person_assertion: null })).code,
    'person_assertion_not_valid',
  );
  const elsewhere = { ...question.binding, input_digest: `sha256:${'0'.repeat(64)}` };
  assert.equal((await answer(question, { binding: elsewhere })).code, 'answer_binding_mismatch');
  assert.deepEqual(refunded, []);
  console.log('An answer without a person, or about something else, counts for nothing.');

  assert.deepEqual(await answer(question), { status: 200, code: 'recorded' });
  await refunding;
  assert.deepEqual(refunded, [refund.parameters]);
  console.log('Alice decides; her assertion is recorded, and the refund runs.');
} finally {
  await server.remove();
  service.close();
}

async function untilAsked(): Promise<Question> {
  for (;;) {
    const [question] = questions;
    if (question !== undefined) return question;
    await new Promise(done => setTimeout(done, 10));
  }
}
