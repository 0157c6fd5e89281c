// Disproved here: "a program that sees, sends or signs the messages of an approval service can decide a request that no
// person of the stage decided": without the secret of the service, with the secret but without a person, with the word of a person
// about something else, through another service, or by the form of the message.
import assert from 'node:assert/strict';
import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { OpenedRequest } from '@countersign/protocol/request';
import {
  type ApprovalScene,
  approvalScene,
  createIssuer,
  secretText,
} from '@countersign/server/testing';

type Sent = Parameters<ApprovalScene['send']>;
type Attempt = () => Promise<Sent> | Sent;
type Claims = Readonly<Record<string, unknown>>;

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

class Attacker {
  readonly #scene: ApprovalScene;
  readonly #asked: OpenedRequest;
  readonly #other: OpenedRequest;

  constructor(scene: ApprovalScene, asked: OpenedRequest, other: OpenedRequest) {
    this.#scene = scene;
    this.#asked = asked;
    this.#other = other;
  }

  #assertion(change: Claims, subject = 'alice'): Promise<string> {
    return this.#scene.issuer.sign(this.#scene.claims(this.#asked, subject, change));
  }

  async #with(person_assertion: unknown, change: Claims = {}): Promise<Sent> {
    return [this.#scene.answer(this.#asked, { person_assertion, ...change })];
  }

  /** Who has no secret of the service. */
  get unsigned(): Record<string, Attempt> {
    const scene = this.#scene;
    const sound = () => scene.answerOf(this.#asked, 'alice');
    const headers = (change: Record<string, string>) => async (): Promise<Sent> => [
      await sound(),
      { headers: change },
    ];
    const seconds = Math.floor(Date.parse(scene.clock.now()) / 1000);
    const signedAt = (timestamp: string) => async (): Promise<Sent> => {
      const text = JSON.stringify(await sound());
      const tag = createHmac('sha256', Buffer.alloc(32, 1))
        .update(`m.${timestamp}.${text}`)
        .digest('base64');
      return [
        text,
        {
          headers: {
            'webhook-id': 'm',
            'webhook-timestamp': timestamp,
            'webhook-signature': `v1,${tag}`,
          },
        },
      ];
    };
    return {
      'another secret': async () => [await sound(), { secret: secretText(2) }],
      'the secret of another service': async () => [await sound(), { secret: secretText(7) }],
      'an empty signature': headers({ 'webhook-signature': '' }),
      'a signature of nothing': headers({ 'webhook-signature': 'v1,' }),
      'a signature of an unknown version': headers({ 'webhook-signature': 'v9,AAAA' }),
      'many wrong signatures': headers({
        'webhook-signature': Array.from({ length: 20 }, () => 'v1,AAAA').join(' '),
      }),
      'a signature without its version': headers({ 'webhook-signature': 'AAAA' }),
      'another message id': headers({ 'webhook-id': randomUUID() }),
      'an empty message id': headers({ 'webhook-id': '' }),
      'another timestamp': headers({ 'webhook-timestamp': String(seconds + 1) }),
      'a timestamp as a fraction': signedAt(`${seconds}.5`),
      'a timestamp as an exponent': signedAt('1e9'),
      'a timestamp in hexadecimal': signedAt(`0x${seconds.toString(16)}`),
      'a timestamp with a space': signedAt(` ${seconds}`),
      'a negative timestamp': signedAt('-1'),
      'no timestamp': signedAt(''),
      'a timestamp in words': signedAt('now'),
      'a timestamp of an hour ago': signedAt(String(seconds - 3600)),
      'a timestamp in an hour': signedAt(String(seconds + 3600)),
      'a timestamp in milliseconds': signedAt(String(seconds * 1000)),
      'the credential of an agent instead': async () => [
        await sound(),
        { headers: { 'webhook-signature': '', ...scene.agent } },
      ],
    };
  }

  /** The service itself, which may not decide. */
  get withoutPerson(): Record<string, Attempt> {
    return {
      'no assertion': () => this.#with(null),
      'an empty assertion': () => this.#with(''),
      'an object as assertion': () => this.#with({ sub: 'alice' }),
      'a list of assertions': async () => this.#with([await this.#assertion({})]),
      'the name of the person': () => this.#with('alice'),
      'the id of the person in the body': () => this.#with(null, { approver_identity: 'alice' }),
      'two dots': () => this.#with('..'),
      'an assertion with alg none': async () => {
        const claims = this.#scene.claims(this.#asked, 'alice');
        return this.#with(`${encode({ alg: 'none' })}.${encode(claims)}.`);
      },
      'an assertion that is keyed with the public key': async () => {
        const { jwk } = this.#scene.issuer;
        const pem = createPublicKey({ key: jwk as never, format: 'jwk' }).export({
          type: 'spki',
          format: 'pem',
        });
        const head = encode({ alg: 'HS256', kid: jwk.kid });
        const text = `${head}.${encode(this.#scene.claims(this.#asked, 'alice'))}`;
        const mac = createHmac('sha256', pem).update(text).digest('base64url');
        return this.#with(`${text}.${mac}`);
      },
      'an assertion of a stranger under the same key id': async () => {
        const stranger = await createIssuer();
        const claims = this.#scene.claims(this.#asked, 'alice');
        const header = { kid: this.#scene.issuer.jwk.kid };
        return this.#with(await stranger.sign(claims, { header }));
      },
      'an assertion that brings its own key': async () => {
        const stranger = await createIssuer();
        const claims = this.#scene.claims(this.#asked, 'alice');
        return this.#with(await stranger.sign(claims, { header: { jwk: stranger.jwk } }));
      },
      'an assertion that says where its key is': async () => {
        const stranger = await createIssuer();
        const header = { jku: 'http://127.0.0.1:9/keys', x5u: 'http://127.0.0.1:9/x' };
        return this.#with(
          await stranger.sign(this.#scene.claims(this.#asked, 'alice'), { header }),
        );
      },
      'an assertion with an altered payload': async () => {
        const [head, , signature] = (await this.#assertion({}, 'bob')).split('.');
        return this.#with(
          `${head}.${encode(this.#scene.claims(this.#asked, 'alice'))}.${signature}`,
        );
      },
      'an assertion with more after it': async () => this.#with(`${await this.#assertion({})}.x`),
      'an assertion with a space before it': async () =>
        this.#with(` ${await this.#assertion({})}`),
    };
  }

  /** The word of a person, about something else or too late. */
  get foreignWord(): Record<string, Attempt> {
    const now = Math.floor(Date.parse(this.#scene.clock.now()) / 1000);
    const claim =
      (change: Claims, subject = 'alice') =>
      async () =>
        this.#with(await this.#assertion(change, subject));
    const binding = (change: Claims) => async (): Promise<Sent> => {
      const answer = await this.#scene.answerOf(this.#asked, 'alice');
      return [{ ...answer, binding: { ...(answer['binding'] as object), ...change } }];
    };
    return {
      'of a person without the role': claim({}, 'carol'),
      'of an unknown person': claim({}, 'mallory'),
      'of a person in other letters': claim({}, 'Alice'),
      'of a person with a space': claim({}, 'alice '),
      'of a person who has left': claim({}, 'leaver'),
      'of the owner of the agent': claim({}, 'owner'),
      'without a subject': claim({ sub: undefined }),
      'with a list of subjects': claim({ sub: ['alice'] }),
      'of another issuer': claim({ iss: 'https://people.example.evil' }),
      'of the issuer with a slash': claim({ iss: 'https://people.example/' }),
      'without an issuer': claim({ iss: undefined }),
      'for another audience': claim({ aud: 'payroll' }),
      'without an audience': claim({ aud: undefined }),
      'that has expired': claim({ iat: now - 7200, exp: now - 3600 }),
      'that never expires': claim({ exp: undefined }),
      'that lives for a year': claim({ iat: now - 86_400, exp: now + 31_536_000 }),
      'of tomorrow': claim({ iat: now + 86_400, exp: now + 86_700 }),
      'that is not valid yet': claim({ nbf: now + 3600 }),
      'without its time': claim({ iat: undefined }),
      'about a denial': claim({ decision: 'deny' }),
      'about nothing': claim({ decision: undefined }),
      'about another request': claim({
        approval_request_id: this.#other.request.approval_request_id,
      }),
      'about other input': claim({ input_digest: `sha256:${'0'.repeat(64)}` }),
      'without the request': claim({ approval_request_id: undefined }),
      'without the input': claim({ input_digest: undefined }),
      'that was given for another request': async () => {
        const other = await this.#scene.answerOf(this.#other, 'alice');
        return this.#with(other['person_assertion']);
      },
      'for another request, whose answer is sent here': async () => {
        const answer = await this.#scene.answerOf(this.#other, 'alice');
        const own = this.#scene.answer(this.#asked);
        return [{ ...answer, binding: own['binding'] }];
      },
      'for a later stage': async () => [
        await this.#scene.answerOf(this.#asked, 'alice', { stage_index: 1 }),
      ],
      'for a stage as text': async () => [
        await this.#scene.answerOf(this.#asked, 'alice', { stage_index: '0' as never }),
      ],
      'with another action digest': binding({ action_digest: `sha256:${'1'.repeat(64)}` }),
      'with another policy version': binding({ policy_version: 'sha256:other' }),
      'with a later expiry': binding({ expires_at: '2999-01-01T00:00:00.000Z' }),
      'with another chain version': binding({ chain_version: `sha256:${'2'.repeat(64)}` }),
      'with a binding of one member more': binding({ approved: true }),
      'with an upper-case decision': async () => [
        { ...(await this.#scene.answerOf(this.#asked, 'alice')), decision: 'ALLOW' },
      ],
      'with two decisions': async () => [
        JSON.stringify(await this.#scene.answerOf(this.#asked, 'alice')).replace(
          '"decision":',
          '"decision":"deny","decision":',
        ),
      ],
      'with a mark before the text': async () => [
        `\ufeff${JSON.stringify(await this.#scene.answerOf(this.#asked, 'alice'))}`,
      ],
    };
  }

  /** Another service that is configured as well. */
  get otherDoors(): Record<string, Attempt> {
    const sound = () => this.#scene.answerOf(this.#asked, 'alice');
    const at =
      (endpoint: string, secret = secretText(1)) =>
      async (): Promise<Sent> => [await sound(), { endpoint, secret }];
    return {
      'another approval service': at('night-desk', secretText(7)),
      'a receiver of outcomes': at('mirror', secretText(8)),
      'the name in other letters': at('DESK'),
      'the name with a slash': at('desk/'),
      'the name with a dot': at('./desk'),
      'the name of a member of all objects': at('__proto__'),
      'the name constructor': at('constructor'),
      'no name': at(' '),
    };
  }
}

test('[ID-8, TR-2, TR-5] no forged, borrowed, stale or misdirected answer of a service counts', {
  timeout: 240_000,
}, async context => {
  const scene = await approvalScene(context, {
    endpoints: [
      {
        name: 'night-desk',
        kind: 'approval',
        url: 'https://night.example/hook',
        secrets: [secretText(7)],
      },
      {
        name: 'mirror',
        kind: 'callback',
        url: 'https://mirror.example/hook',
        secrets: [secretText(8)],
        agent_ids: ['billing-bot'],
      },
    ],
  });
  await scene.addPerson('alice', ['reviewer']);
  await scene.addPerson('bob', ['auditor']);
  await scene.addPerson('carol', ['auditor']);
  const leaver = await scene.addPerson('leaver', ['reviewer']);
  await scene.change({ type: 'change_person', person_id: leaver, active: false });
  const owner = await scene.addPerson('owner', ['reviewer']);
  await scene.server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'], owner });
  const asked = await scene.ask();
  const other = await scene.ask();
  assert.notEqual(other.request.approval_request_id, asked.request.approval_request_id);
  const attacker = new Attacker(scene, asked, other);
  const attempts = {
    ...attacker.unsigned,
    ...attacker.withoutPerson,
    ...attacker.foreignWord,
    ...attacker.otherDoors,
  };
  const id = asked.request.approval_request_id;
  const counted: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    const { status } = await scene.send(...(await attempt()));
    const { entries } = await scene.state(id);
    if (status < 400 || entries.length > 0) counted.push(`${name}: ${status}`);
    assert.ok(status < 500, `${name}: ${status}`);
  }
  assert.deepEqual(counted, []);
  assert.ok(Object.keys(attempts).length >= 75, String(Object.keys(attempts).length));
  // The same message, whole, is what decides.
  assert.equal((await scene.send(await scene.answerOf(asked, 'alice'))).status, 200);
});
