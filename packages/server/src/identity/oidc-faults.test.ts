import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, changeDirectory, loadDirectory } from '@countersign/coordinator';
import { findOidc, subjectDigest } from '@countersign/protocol/directory';
import { systemActor, timestampFromMilliseconds } from '@countersign/protocol/value';
import { routes } from '../routes/index.ts';
import { oidcRoutes } from '../routes/oidc-routes.ts';
import { type StartedServer, startedServer } from '../testing/started-server.ts';
import { mayBeInsecure } from './oidc-provider.ts';
import { rolesOf, withManagedRoles } from './oidc-sign-in.ts';
import { isOwnPath } from './oidc-state.ts';
import { type CookieJar, cookieJar, locationOf } from './testing/cookie-jar.ts';
import {
  type FaultyProvider,
  type ProviderFault,
  startFaultyProvider,
} from './testing/faulty-provider.ts';

const roles = { Finance: ['reviewer', 'controller'], Admins: ['operator', 'reviewer'], Guests: [] };

/** Time goes its way, except that a wait of ten seconds for a provider can be over at once. */
let isPatient = true;
const clock: Clock = {
  now: () => timestampFromMilliseconds(Date.now()),
  pause: (milliseconds, signal) =>
    sleep(!isPatient && milliseconds === 10_000 ? 300 : milliseconds, undefined, { signal }).catch(
      () => undefined,
    ),
};

describe('an identity provider', () => {
  let provider: FaultyProvider;
  let server: StartedServer;

  before(async () => {
    provider = await startFaultyProvider('countersign');
    server = await startedServer({
      clock,
      settings: {
        oidc: {
          issuer: provider.issuer,
          client_id: 'countersign',
          creates_people: true,
          client_secret: 'a secret',
          roles,
        },
      },
      moreRoutes: oidcRoutes.filter(each => !routes.includes(each)),
    });
  });

  after(async () => {
    await server?.remove();
    await provider?.close();
  });

  const start = async (jar: CookieJar, returnTo = '/'): Promise<URLSearchParams> => {
    const started = await jar.leave(server.origin, returnTo);
    assert.equal(started.status, 303);
    return provider.answerTo(locationOf(started));
  };

  const finish = async (
    jar: CookieJar,
    answer: URLSearchParams,
  ): Promise<{ status: number; code?: string; return_to?: string }> => {
    const response = await jar.comeBack(`${server.origin}/v1/oidc/callback?${answer}`);
    const body = (await response.json()) as { code?: string; return_to?: string };
    return { ...body, status: response.status };
  };

  const person = async (sub: string) => {
    const { state } = await loadDirectory(server.app.context);
    const account = findOidc(state, subjectDigest({ issuer: provider.issuer, subject: sub }));
    return account === null ? null : state.people.get(account.person_id);
  };

  const everything = async (): Promise<number> => {
    const { version } = await loadDirectory(server.app.context);
    return version;
  };

  test('a correct provider signs a person in', async () => {
    provider.claims = { sub: 'right', groups: ['Finance'], name: 'Rita Right' };
    const jar = cookieJar();
    const { status, return_to } = await finish(jar, await start(jar, '/requests/7'));
    assert.deepEqual({ status, return_to }, { status: 200, return_to: '/requests/7' });
    assert.deepEqual((await person('right'))?.roles, ['controller', 'reviewer']);
  });

  const faults: ProviderFault[] = [
    'issuer',
    'audience',
    'nonce',
    'nonce_missing',
    'key',
    'unsigned',
    'expired',
    'subject_missing',
    'id_token_missing',
    'not_json',
    'error',
    'internal_error',
    'gone',
    'userinfo_of_another',
  ];
  for (const fault of faults) {
    test(`[ID-2] a provider with the fault "${fault}" signs no person in and changes nothing`, async () => {
      provider.claims = { sub: 'nobody', groups: ['Admins'] };
      const jar = cookieJar();
      const answer = await start(jar);
      const before = await everything();
      provider.fault = fault;
      try {
        assert.deepEqual(pick(await finish(jar, answer)), [401, 'sign_in_failed']);
      } finally {
        provider.fault = 'none';
      }
      assert.equal(await everything(), before);
      assert.equal(jar.cookies(server.origin).has('countersign'), false);
    });
  }

  test('[ID-2] a provider that never answers signs no person in', async () => {
    provider.claims = { sub: 'nobody', groups: ['Admins'] };
    const jar = cookieJar();
    const answer = await start(jar);
    const before = await everything();
    provider.fault = 'hang';
    isPatient = false;
    try {
      assert.deepEqual(pick(await finish(jar, answer)), [401, 'sign_in_failed']);
    } finally {
      provider.fault = 'none';
      isPatient = true;
    }
    assert.equal(await everything(), before);
  });

  test('a provider that denies, or answers in the name of another issuer, signs no person in', async () => {
    provider.claims = { sub: 'nobody', groups: ['Admins'] };
    const changes: ((answer: URLSearchParams) => void)[] = [
      answer => answer.set('error', 'access_denied'),
      answer => answer.set('iss', 'https://elsewhere.example'),
      answer => answer.delete('iss'),
      answer => answer.set('code', 'code-of-another'),
      answer => answer.delete('code'),
      answer => answer.set('state', 'x'.repeat(43)),
      answer => answer.delete('state'),
    ];
    for (const change of changes) {
      const jar = cookieJar();
      const answer = await start(jar);
      change(answer);
      const before = await everything();
      assert.deepEqual(pick(await finish(jar, answer)), [401, 'sign_in_failed'], `${answer}`);
      assert.equal(await everything(), before);
    }
  });

  test('an answer counts once, and only in the browser that asked', async () => {
    provider.claims = { sub: 'once', groups: ['Finance'] };
    const jar = cookieJar();
    const answer = await start(jar);
    const errand = jar.cookies(server.origin).get('countersign-oidc') ?? '';
    const exchanges = provider.exchanges;
    const elsewhere = cookieJar();
    assert.equal((await finish(elsewhere, answer)).code, 'sign_in_failed');
    await start(elsewhere);
    assert.equal((await finish(elsewhere, answer)).code, 'sign_in_failed');
    assert.equal(provider.exchanges, exchanges, 'the provider was not even asked');

    assert.equal((await finish(jar, answer)).status, 200);
    assert.equal(provider.exchanges, exchanges + 1);
    assert.equal(jar.cookies(server.origin).has('countersign-oidc'), false);
    jar.cookies(server.origin).set('countersign-oidc', errand);
    assert.equal((await finish(jar, answer)).code, 'sign_in_failed');
    assert.equal(provider.exchanges, exchanges + 1);
  });

  test('an altered cookie is refused', async () => {
    provider.claims = { sub: 'nobody', groups: ['Admins'] };
    const jar = cookieJar();
    const answer = await start(jar);
    const cookie = jar.cookies(server.origin).get('countersign-oidc') ?? '';
    const [expiry, nonce, tag] = cookie.split('.');
    const words = Buffer.from('["//elsewhere.example",null]').toString('base64url');
    for (const altered of [`${expiry}.${nonce}.${tag}.${words}`, `9${cookie}`, 'x', '....']) {
      jar.cookies(server.origin).set('countersign-oidc', altered);
      assert.equal((await finish(jar, answer)).code, 'sign_in_failed');
    }
  });

  test('a person without any of the listed groups does not enter', async () => {
    const none = [[], ['finance'], ['constructor', '__proto__'], 'Others', 7, null, [7], undefined];
    for (const groups of none) {
      provider.claims = { sub: 'outsider', groups };
      const jar = cookieJar();
      assert.equal((await finish(jar, await start(jar))).code, 'sign_in_failed');
    }
    assert.equal(await person('outsider'), null);
  });

  test('[ID-3] each sign-in takes the roles from the provider', async () => {
    const signIn = async (groups: unknown) => {
      provider.claims = { sub: 'moving', groups };
      const jar = cookieJar();
      return finish(jar, await start(jar));
    };
    await signIn(['Guests', 'Finance', 'Unknown']);
    const added = await person('moving');
    assert.deepEqual(added?.roles, ['controller', 'reviewer']);
    await signIn('Guests');
    assert.deepEqual((await person('moving'))?.roles, []);
    const unchanged = await everything();
    await signIn('Guests');
    assert.equal(await everything(), unchanged);
    assert.equal((await person('moving'))?.person_id, added?.person_id);
  });

  test('a deactivated person does not enter, nor does a revoked account', async () => {
    const { context } = server.app;
    provider.claims = { sub: 'leaver', groups: ['Finance'] };
    const signIn = async () => {
      const jar = cookieJar();
      return finish(jar, await start(jar));
    };
    await signIn();
    const found = await person('leaver');
    assert.ok(found);
    const { person_id } = found;
    const active = async (isActive: boolean) =>
      changeDirectory(context, { type: 'change_person', person_id, active: isActive }, systemActor);
    await active(false);
    assert.deepEqual((await signIn()).code, 'person_inactive');
    await active(true);
    assert.equal((await signIn()).status, 200);
    const { state } = await loadDirectory(context);
    const { issuer } = provider;
    const account = findOidc(state, subjectDigest({ issuer, subject: 'leaver' }));
    assert.ok(account);
    const { credential_id } = account;
    const revoke = { type: 'revoke_credential', credential_id, reason: 'left' } as const;
    assert.ok((await changeDirectory(context, revoke, systemActor)).ok);
    const people = (await loadDirectory(context)).state.people.size;
    assert.equal((await signIn()).code, 'sign_in_failed');
    assert.equal((await loadDirectory(context)).state.people.size, people);
  });

  test('[ID-10] a signed-in person links an account, and stays one person', async () => {
    provider.claims = { sub: 'linked', groups: ['Finance'] };
    const { person_id, headers } = await server.person(['reviewer', 'auditor']);
    const jar = cookieJar();
    jar.become(server.origin, headers);
    const linking = await jar.leaveAs(server.origin, '/v1/oidc/link', '/people/me');
    const { location } = (await linking.json()) as { location: string };
    assert.equal((await finish(jar, provider.answerTo(location))).return_to, '/people/me');
    const found = await person('linked');
    assert.equal(found?.person_id, person_id);
    assert.deepEqual(found?.roles, ['auditor', 'controller', 'reviewer']);
  });

  test('no account is linked once the person who began it has signed out', async () => {
    provider.claims = { sub: 'too-late', groups: ['Finance'] };
    const { headers } = await server.person([]);
    const jar = cookieJar();
    jar.become(server.origin, headers);
    const linking = await jar.leaveAs(server.origin, '/v1/oidc/link');
    const { location } = (await linking.json()) as { location: string };
    await server.call('DELETE', '/v1/session', { headers });
    assert.equal((await finish(jar, provider.answerTo(location))).code, 'sign_in_failed');
    assert.equal(await person('too-late'), null);
  });

  test('an account of another person cannot be linked', async () => {
    provider.claims = { sub: 'once', groups: ['Finance'] };
    const { headers } = await server.person([]);
    const jar = cookieJar();
    jar.become(server.origin, headers);
    const linking = await jar.leaveAs(server.origin, '/v1/oidc/link');
    const { location } = (await linking.json()) as { location: string };
    const finished = await finish(jar, provider.answerTo(location));
    assert.equal(finished.code, 'credential_already_registered');
  });

  test('asking for the provider’s address or for the return page changes nothing', async () => {
    const jar = cookieJar();
    const before = await everything();
    const answer = await start(jar);
    const page = await jar.go(`${server.origin}/v1/oidc/callback?${answer}`);
    assert.equal(page.status, 200);
    assert.doesNotMatch(await page.text(), /code-|<script>|onload/);
    assert.equal(await everything(), before);
    assert.equal(jar.cookies(server.origin).has('countersign'), false);
  });

  test('there is no such sign-in without a provider', async () => {
    const bare = await startedServer({
      moreRoutes: oidcRoutes.filter(each => !routes.includes(each)),
    });
    try {
      assert.equal((await cookieJar().leave(bare.origin)).status, 404);
      const back = await cookieJar().comeBack(`${bare.origin}/v1/oidc/callback`);
      assert.equal(back.status, 404);
    } finally {
      await bare.remove();
    }
  });
});

test('a browser is only redirected to a path of this server', () => {
  const origin = 'https://approve.example';
  for (const path of ['/', '/requests/ar_1?x=1#y', '/%2F%2Felsewhere', '/a//b']) {
    assert.ok(isOwnPath(path, origin), path);
  }
  const others = ['', 'x', '//elsewhere', '/\\elsewhere', '/a\\b', '/\t/elsewhere', '/\n', '/ ä'];
  for (const text of [...others, 'https://elsewhere.example', `/${'x'.repeat(2000)}`]) {
    assert.ok(!isOwnPath(text, origin), text);
  }
});

test('plain http is allowed only for a provider on this machine', () => {
  for (const issuer of ['http://localhost:1', 'http://127.0.0.1', 'http://[::1]:9/x']) {
    assert.ok(mayBeInsecure(issuer), issuer);
  }
  for (const issuer of ['https://localhost', 'http://localhost.example', 'http://10.0.0.1']) {
    assert.ok(!mayBeInsecure(issuer), issuer);
  }
});

test('[ID-3] groups give roles, and roles that no group gives stay', () => {
  assert.deepEqual(rolesOf({ roles }, ['Admins', 'Finance', 'Admins']), [
    'controller',
    'operator',
    'reviewer',
  ]);
  assert.equal(rolesOf({ roles }, ['toString']), null);
  assert.deepEqual(withManagedRoles({ roles }, ['auditor', 'operator'], ['reviewer']), [
    'auditor',
    'reviewer',
  ]);
});

function pick({ status, code }: { status: number; code?: string }): [number, string | undefined] {
  return [status, code];
}
