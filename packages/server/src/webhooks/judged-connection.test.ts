import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { connect as connectTcp, Socket } from 'node:net';
import { describe, test } from 'node:test';
import { type Allowances, parseAllowances } from './address-rules.ts';
import { createDispatcher, type DispatcherOptions, type Outgoing, type Sent } from './dispatch.ts';
import type { Connect } from './judged-connection.ts';
import { blockedV4, blockedV6, spellingsOfV4, spellingsOfV6 } from './testing/address-spellings.ts';
import { startLoopbackServer } from './testing/loopback-server.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { makeCertificate } from './testing/self-signed-certificate.ts';

const publicAddress = '93.184.215.14';
const name = 'hooks.example.com';

function post(url: string): Outgoing {
  const limits = { timeoutMilliseconds: 1000, responseLimitBytes: 1000 };
  return { url, method: 'POST', headers: {}, body: 'the-body', ...limits };
}

function dispatcherWith(options: Partial<DispatcherOptions> & { allowances: Allowances }) {
  return createDispatcher({ clock: createManualClock(), ...options });
}

function kindOf(sent: Sent): string {
  return sent.ok ? `status ${sent.status}` : sent.kind;
}

/**
 * A network in which loopback is real and everything else is out of reach. It asks the lookup that it was given as
 * Node does, several times, and notes which addresses it was told.
 */
function createNetwork(): { readonly connect: Connect; readonly dialled: string[] } {
  const dialled: string[] = [];
  const connect: Connect = options => {
    for (let time = 0; time < 3; time += 1) {
      options.lookup?.(options.host ?? '', { all: true }, (_error, found) => {
        for (const { address } of found as LookupAddress[]) dialled.push(address);
      });
    }
    const inside = dialled.find(address => address.startsWith('127.') || address === '::1');
    if (inside !== undefined) return connectTcp({ host: inside, port: options.port });
    return new Socket().destroy(Object.assign(new Error('no network'), { code: 'ENETUNREACH' }));
  };
  return { connect, dialled };
}

describe('where a connection leads', () => {
  test('[TR-4] no spelling of a blocked address gets a connection, whatever names resolve to', async context => {
    const server = await startLoopbackServer(context);
    const { connect, dialled } = createNetwork();
    const spellings = [...blockedV4.flatMap(spellingsOfV4), ...blockedV6.flatMap(spellingsOfV6)];
    const dispatcher = dispatcherWith({
      allowances: parseAllowances([], [server.port]),
      resolve: async () => ['127.0.0.1'],
      connect,
    });
    for (const spelling of [...spellings, 'localhost', 'localhost.', 'a.localhost', name]) {
      for (const url of [`https://${spelling}:${server.port}/`, `https://${spelling}/`]) {
        assert.equal(kindOf(await dispatcher.send(post(url))), 'refused', url);
      }
    }
    assert.deepEqual(dialled, []);
    assert.equal(server.connections(), 0);
  });

  test('[TR-4] the system’s address of localhost is judged as well', async context => {
    const server = await startLoopbackServer(context);
    const dispatcher = dispatcherWith({ allowances: parseAllowances([], [server.port]) });
    const sent = await dispatcher.send(post(`https://localhost:${server.port}/`));
    assert.equal(kindOf(sent), 'refused');
    assert.equal(server.connections(), 0);
  });

  test('[TR-4] a resolver that alternates between public and loopback gets no connection', async context => {
    const server = await startLoopbackServer(context);
    const { connect, dialled } = createNetwork();
    let asked = 0;
    const dispatcher = dispatcherWith({
      allowances: parseAllowances([], [server.port]),
      resolve: async () => {
        asked += 1;
        return [asked % 2 === 1 ? publicAddress : '127.0.0.1'];
      },
      connect,
    });
    for (let time = 1; time <= 20; time += 1) {
      const sent = await dispatcher.send(post(`https://${name}:${server.port}/`));
      assert.equal(kindOf(sent), time % 2 === 1 ? 'unreachable' : 'refused');
      assert.equal(asked, time);
    }
    assert.deepEqual([...new Set(dialled)], [publicAddress]);
    assert.equal(server.connections(), 0);
  });

  test('[TR-4] one blocked address among public ones refuses them all, at any position', async context => {
    const server = await startLoopbackServer(context);
    const { connect, dialled } = createNetwork();
    for (const blocked of [
      '127.0.0.1',
      '::1',
      '::ffff:127.0.0.1',
      '169.254.169.254',
      'fe80::1%1',
    ]) {
      for (const place of [0, 1, 2]) {
        const answers = [publicAddress, '2606:4700:4700::1111'];
        answers.splice(place, 0, blocked);
        const dispatcher = dispatcherWith({
          allowances: parseAllowances([], [server.port]),
          resolve: async () => answers,
          connect,
        });
        const sent = await dispatcher.send(post(`https://${name}:${server.port}/`));
        assert.equal(kindOf(sent), 'refused');
      }
    }
    assert.deepEqual(dialled, []);
    assert.equal(server.connections(), 0);
  });

  test('[TR-4] addresses that change after they were judged are not used', async context => {
    const server = await startLoopbackServer(context);
    const { connect, dialled } = createNetwork();
    const answers = [publicAddress];
    const dispatcher = dispatcherWith({
      allowances: parseAllowances([], [server.port]),
      resolve: async () => answers,
      connect: options => {
        answers[0] = '127.0.0.1';
        return connect(options);
      },
    });
    const sent = await dispatcher.send(post(`https://${name}:${server.port}/`));
    assert.equal(kindOf(sent), 'unreachable');
    assert.deepEqual([...new Set(dialled)], [publicAddress]);
    assert.equal(server.connections(), 0);
  });

  test('[TR-4] a connection to another address is dropped before a byte is sent', async context => {
    const server = await startLoopbackServer(context);
    const connect: Connect = () => connectTcp({ host: '127.0.0.1', port: server.port });
    for (const scheme of ['http', 'https']) {
      const dispatcher = dispatcherWith({
        // Loopback is allowed here, yet this name resolved to another address.
        allowances: parseAllowances([`${name}:${server.port}`, '127.0.0.1/32']),
        resolve: async () => [publicAddress],
        connect,
      });
      const sent = await dispatcher.send(post(`${scheme}://${name}:${server.port}/`));
      assert.equal(kindOf(sent), 'refused');
    }
    await server.stop();
    assert.equal(server.received(), '');
  });

  test('[TR-4] a listed name reaches its internal address, with the name in the Host header', async context => {
    const server = await startLoopbackServer(context, socket =>
      socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
    );
    const dispatcher = dispatcherWith({
      allowances: parseAllowances([`${name}:${server.port}`]),
      resolve: async () => ['127.0.0.1'],
    });
    const sent = await dispatcher.send(post(`http://${name}:${server.port}/`));
    assert.equal(kindOf(sent), 'status 204');
    assert.match(server.received(), new RegExp(`\r\nhost: ${name}:${server.port}\r\n`));
  });

  test('[TR-4] an address is not resolved', async context => {
    const server = await startLoopbackServer(context, socket =>
      socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
    );
    const dispatcher = dispatcherWith({
      allowances: parseAllowances([`127.0.0.1:${server.port}`]),
      resolve: () => Promise.reject(new Error('asked')),
    });
    const sent = await dispatcher.send(post(`http://127.0.0.1:${server.port}/`));
    assert.equal(kindOf(sent), 'status 204');
  });

  test('the second address of a name is tried when the first does not answer', async context => {
    const server = await startLoopbackServer(context, socket =>
      socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
    );
    const dispatcher = dispatcherWith({
      allowances: parseAllowances([`${name}:${server.port}`]),
      // No server listens at the first: the server is bound to one address of loopback only.
      resolve: async () => ['::1', '127.0.0.1'],
    });
    const sent = await dispatcher.send(post(`http://${name}:${server.port}/`));
    assert.equal(kindOf(sent), 'status 204');
  });
});

describe('TLS', () => {
  const own = makeCertificate(name);
  const other = makeCertificate('other.example.com');

  async function exchangeOverTls(
    context: Parameters<typeof startLoopbackServer>[0],
    certificate: typeof own,
    authorities: readonly string[],
  ) {
    const named: string[] = [];
    const server = await startLoopbackServer(
      context,
      socket => socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
      {
        ...certificate,
        SNICallback: (asked, callback) => {
          named.push(asked);
          callback(null);
        },
      },
    );
    const dispatcher = dispatcherWith({
      allowances: parseAllowances([`${name}:${server.port}`]),
      resolve: async () => ['127.0.0.1'],
      authorities,
    });
    const sent = await dispatcher.send(post(`https://${name}:${server.port}/hook`));
    return { sent, named, received: server.received() };
  }

  test('the request is sent after the certificate matches the requested name', async context => {
    const { sent, named, received } = await exchangeOverTls(context, own, [own.cert]);
    assert.equal(kindOf(sent), 'status 204');
    assert.deepEqual(named, [name]);
    assert.match(received, new RegExp(`^POST /hook HTTP/1.1\r\n(?:.*\r\n)*host: ${name}:`));
  });

  test('[TR-1] an untrusted certificate, or one for another name, ends the exchange', async context => {
    for (const [certificate, authorities, code] of [
      [own, [], 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [own, [other.cert], 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [other, [other.cert], 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ] as const) {
      const { sent, received } = await exchangeOverTls(context, certificate, authorities);
      assert.deepEqual(sent, { ok: false, kind: 'unreachable', problem: `TLS failed: ${code}` });
      assert.equal(received, '');
    }
  });

  test('[TR-1] the environment cannot turn the verification off', async context => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const { sent, received } = await exchangeOverTls(context, own, []);
      assert.equal(kindOf(sent), 'unreachable');
      assert.equal(received, '');
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  test('[TR-1] a handshake that is never answered ends at the deadline', async context => {
    const server = await startLoopbackServer(context);
    const clock = createManualClock();
    const dispatcher = createDispatcher({
      clock,
      allowances: parseAllowances([`${name}:${server.port}`]),
      resolve: async () => ['127.0.0.1'],
      connect: options => connectTcp(options).once('connect', () => clock.advance(1000)),
    });
    const sent = await dispatcher.send(post(`https://${name}:${server.port}/`));
    assert.equal(kindOf(sent), 'timeout');
  });

  test('[TR-1] a server that answers the handshake with something else is unreachable', async context => {
    const server = await startLoopbackServer(context);
    const dispatcher = dispatcherWith({
      allowances: parseAllowances([`${name}:${server.port}`]),
      resolve: async () => ['127.0.0.1'],
    });
    server.greet('HTTP/1.1 200 OK\r\n\r\n');
    const sent = await dispatcher.send(post(`https://${name}:${server.port}/`));
    assert.equal(kindOf(sent), 'unreachable');
  });
});
