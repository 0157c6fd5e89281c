import assert from 'node:assert/strict';
import { BlockList, isIP } from 'node:net';
import { describe, test } from 'node:test';
import { ProtocolError } from '@countersign/protocol/reason';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { judgeAddress, judgeUrl, noAllowances, parseAllowances } from './address-rules.ts';
import { blockedV4, blockedV6, spellingsOfV4, spellingsOfV6 } from './testing/address-spellings.ts';

const spellings = [...blockedV4.flatMap(spellingsOfV4), ...blockedV6.flatMap(spellingsOfV6)];

/** The address that the host of a URL stands for, where it is one. */
function literalOf(text: string): string | null {
  const host = URL.parse(text)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  return isIP(host) === 0 ? null : host;
}

/** The special-purpose registries of IANA for IPv4, as kept by Node and not by the library under test. */
const specialV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
];
const special = new BlockList();
for (const [network, bits] of specialV4) special.addSubnet(network, bits, 'ipv4');

const numberOf = (text: string): number =>
  text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const dotted = (value: number): string =>
  [24, 16, 8, 0].map(shift => Math.floor(value / 2 ** shift) % 256).join('.');
const groupsOf = (value: number): string =>
  `${Math.floor(value / 65_536).toString(16)}:${(value % 65_536).toString(16)}`;

describe('judging a URL', () => {
  test('[TR-4] every spelling of a blocked address is refused, by its meaning and not only by its form', () => {
    assert.ok(spellings.length >= 1000, `only ${spellings.length} spellings`);
    let literals = 0;
    for (const spelling of spellings) {
      const text = `https://${spelling}/hook`;
      const verdict = judgeUrl(text, noAllowances);
      assert.equal(verdict.ok, false, text);
      if (!verdict.ok) assert.equal(verdict.refusal.code, 'endpoint_refused');
      const literal = literalOf(text);
      // Behind userinfo tricks there may be a public name; those are refused by their form alone.
      if (literal === null) continue;
      literals += 1;
      assert.equal(judgeAddress(literal, noAllowances).ok, false, `${text} is ${literal}`);
    }
    assert.ok(literals >= 700, `only ${literals} of them are addresses to a URL parser`);
  });

  test('[TR-4] a plain public https URL is accepted and split into its parts', () => {
    assert.deepEqual(judgeUrl('https://Hooks.Example.com/a/b?c=d', noAllowances), {
      ok: true,
      value: {
        secure: true,
        host: 'hooks.example.com',
        port: 443,
        path: '/a/b?c=d',
        authority: 'hooks.example.com',
      },
    });
    for (const text of [
      'https://hooks.example.com',
      'https://hooks.example.com:443/',
      'https://xn--bcher-kva.example/',
      'https://8.8.8.8/',
      'https://[2606:4700:4700::1111]/',
      'https://[64:ff9b::808:808]/',
    ]) {
      assert.equal(judgeUrl(text, noAllowances).ok, true, text);
    }
  });

  test('[TR-4] other schemes, credentials, fragments, ports and malformed texts are refused', () => {
    const refused: unknown[] = [
      'http://hooks.example.com/',
      'ftp://hooks.example.com/',
      'file:///etc/passwd',
      'gopher://hooks.example.com/',
      'https:hooks.example.com',
      'https:///hooks.example.com',
      'https:\\\\hooks.example.com',
      'https://hooks.example.com/a\\b',
      '//hooks.example.com/',
      'hooks.example.com',
      '',
      ' https://hooks.example.com/',
      'https://hooks.example.com/ ',
      'https://hooks.example.com/\r\nx: y',
      'https://hooks.example.com/\u00e9',
      'https://user@hooks.example.com/',
      'https://user:word@hooks.example.com/',
      'https://:@hooks.example.com/',
      'https://hooks.example.com/#',
      'https://hooks.example.com/#part',
      'https://hooks.example.com:80/',
      'https://hooks.example.com:22/',
      'https://hooks.example.com:8443/',
      'https://hooks.example.com:0443/',
      'https://hooks.example.com:65536/',
      'https://hooks.example.com:/',
      'https://hooks.example.com./',
      'https://b\u00fccher.example/',
      'https://0x08080808/',
      'https://[2606:4700:4700:0::1111]/',
      'https://1.2.3.4.5/',
      `https://hooks.example.com/${'a'.repeat(2048)}`,
      undefined,
      null,
      { toString: () => 'https://hooks.example.com/' },
    ];
    for (const text of refused) {
      assert.equal(judgeUrl(text as string, noAllowances).ok, false, String(text).slice(0, 60));
    }
  });

  test('credentials in a URL are named as the fault, even when they are empty', () => {
    for (const text of ['https://@hooks.example.com/', 'https://a:b@hooks.example.com/']) {
      const verdict = judgeUrl(text, noAllowances);
      assert.ok(!verdict.ok);
      assert.equal(verdict.refusal.detail, 'expected a URL without credentials');
    }
  });

  test('a refusal does not repeat the URL, which may contain a secret', () => {
    const verdict = judgeUrl('http://hooks.example.com/secret-path', noAllowances);
    assert.ok(!verdict.ok);
    assert.doesNotMatch(verdict.refusal.detail, /secret|hooks/);
  });
});

describe('judging an address', () => {
  test('[TR-4] the first and last address of every special IPv4 range are refused, and their neighbours are judged alone', () => {
    for (const [network, bits] of specialV4) {
      const first = numberOf(network);
      const last = first + 2 ** (32 - bits) - 1;
      for (const value of [first - 1, first, last, last + 1]) {
        if (value < 0 || value > 2 ** 32 - 1) continue;
        const expected = !special.check(dotted(value), 'ipv4');
        assert.equal(judgeAddress(dotted(value), noAllowances).ok, expected, dotted(value));
      }
    }
  });

  test('[TR-4] any IPv4 address gets the verdict of the registry, also inside IPv6', () => {
    const near = fc
      .tuple(fc.constantFrom(...specialV4), fc.nat())
      .map(([[network, bits], more]) => numberOf(network) + (more % 2 ** (32 - bits)));
    const anywhere = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(fc.oneof(near, anywhere), value => {
        const global = !special.check(dotted(value), 'ipv4');
        const verdicts = [
          dotted(value),
          `::ffff:${dotted(value)}`,
          `::${groupsOf(value)}`,
          `::ffff:0:${groupsOf(value)}`,
          `64:ff9b::${groupsOf(value)}`,
          `2002:${groupsOf(value)}::1`,
          `2001:0:${groupsOf(value)}::f7f7:f7f7`,
          `2001:0:808:808::${groupsOf(2 ** 32 - 1 - value)}`,
        ].map(text => judgeAddress(text, noAllowances).ok);
        return verdicts.every(ok => ok === global);
      }),
      { seed, numRuns: effort({ fast: 500, full: 20_000 }) },
    );
  });

  test('[TR-4] no IPv6 address outside 2000::/3 is global unless it carries a global IPv4 address', () => {
    const part = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), parts => {
        const [first = 0] = parts;
        fc.pre(first >> 13 !== 1 && first !== 0 && first !== 0x64);
        const text = parts.map(value => value.toString(16)).join(':');
        return !judgeAddress(text, noAllowances).ok;
      }),
      { seed, numRuns: effort({ fast: 500, full: 20_000 }) },
    );
  });

  test('[TR-4] only the form that a resolver returns counts as an address', () => {
    for (const text of [
      '',
      '127.1',
      '8.8',
      '134744072',
      '0x08080808',
      '010.8.8.8',
      '8.8.8.8.',
      ' 8.8.8.8',
      '[::1]',
      '2606:4700:4700::1111%eth0',
      'localhost',
      '::ffff:8.8.8.8%1',
      undefined,
      8,
    ]) {
      assert.equal(judgeAddress(text as string, noAllowances).ok, false, String(text));
    }
  });

  test('the verdict spells each address in one way', () => {
    for (const text of ['8.8.8.8', '::ffff:8.8.8.8', '0:0:0:0:0:FFFF:808:808']) {
      assert.deepEqual(judgeAddress(text, noAllowances), { ok: true, value: '8.8.8.8' });
    }
  });
});

describe('what the operator listed', () => {
  test('[TR-4] a listed network opens its own addresses and no others', () => {
    const allowances = parseAllowances(['10.1.0.0/16', 'fd00:1::/32']);
    for (const text of ['10.1.0.1', '10.1.255.255', '::ffff:10.1.2.3', 'fd00:1::5']) {
      assert.equal(judgeAddress(text, allowances).ok, true, text);
    }
    for (const text of [
      '10.0.255.255',
      '10.2.0.0',
      '2002:a01:1::1',
      '64:ff9b::a01:1',
      'fd00:2::1',
    ]) {
      assert.equal(judgeAddress(text, allowances).ok, false, text);
    }
    assert.equal(judgeUrl('http://10.1.2.3:8080/', allowances).ok, true);
    assert.equal(judgeUrl('http://10.2.2.3:8080/', allowances).ok, false);
    assert.equal(judgeUrl('http://hooks.example.com:8080/', allowances).ok, false);
  });

  test('[TR-4] a listed endpoint opens one host at one port', () => {
    const allowances = parseAllowances(['127.0.0.1:8080', 'relay.corp.example:9000', '[::1]:80']);
    for (const text of [
      'http://127.0.0.1:8080/',
      'https://127.0.0.1:8080/',
      'http://relay.corp.example:9000/',
      'http://[::1]/',
    ]) {
      assert.equal(judgeUrl(text, allowances).ok, true, text);
    }
    for (const text of [
      'http://127.0.0.1:8081/',
      'http://127.0.0.1/',
      'http://127.0.0.2:8080/',
      'http://127.1:8080/',
      'http://relay.corp.example/',
      'http://other.corp.example:9000/',
      'http://[::1]:8080/',
    ]) {
      assert.equal(judgeUrl(text, allowances).ok, false, text);
    }
  });

  test('[TR-4] a listed name may be internal, but not a metadata service', () => {
    const allowances = parseAllowances(['relay.corp.example:9000']);
    const endpoint = { host: 'relay.corp.example', port: 9000 };
    for (const text of ['10.0.0.7', '127.0.0.1', 'fd12::1', '100.64.0.9', '8.8.8.8']) {
      assert.equal(judgeAddress(text, allowances, endpoint).ok, true, text);
    }
    for (const text of [
      '169.254.169.254',
      '100.100.100.200',
      '168.63.129.16',
      'fd00:ec2::254',
      'fe80::1',
      '224.0.0.1',
      '0.0.0.0',
    ]) {
      assert.equal(judgeAddress(text, allowances, endpoint).ok, false, text);
    }
    assert.equal(judgeAddress('10.0.0.7', allowances, { ...endpoint, port: 9001 }).ok, false);
    assert.equal(judgeAddress('10.0.0.7', allowances).ok, false);
  });

  test('[TR-4] an endpoint that is listed by address does not open another address', () => {
    const allowances = parseAllowances(['127.0.0.1:8080']);
    const endpoint = { host: '127.0.0.1', port: 8080 };
    assert.equal(judgeAddress('127.0.0.1', allowances, endpoint).ok, true);
    assert.equal(judgeAddress('::ffff:127.0.0.1', allowances, endpoint).ok, true);
    assert.equal(judgeAddress('127.0.0.2', allowances, endpoint).ok, false);
  });

  test('a listed port opens that port for https at public hosts', () => {
    const allowances = parseAllowances([], [8443]);
    assert.equal(judgeUrl('https://hooks.example.com:8443/', allowances).ok, true);
    assert.equal(judgeUrl('http://hooks.example.com:8443/', allowances).ok, false);
    assert.equal(judgeUrl('https://127.0.0.1:8443/', allowances).ok, false);
  });

  test('a malformed allowance, or one wider than it reads, is refused', () => {
    for (const text of [
      '10.0.0.1/8',
      '10.0/16',
      '10.0.0.0/33',
      '0x0a.0.0.0/8',
      'fd00::1/32',
      'fd00::/129',
      '10.0.0.0/',
      'hooks.example.com',
      'hooks.example.com:',
      'hooks.example.com:0443',
      'Hooks.example.com:443',
      'hooks.example.com.:443',
      '127.1:80',
      'user@127.0.0.1:80',
      '::1:80',
      '127.0.0.1:99999',
      '',
    ]) {
      assert.throws(() => parseAllowances([text]), ProtocolError, text);
    }
    for (const port of [0, -1, 65_536, 1.5, Number.NaN]) {
      assert.throws(() => parseAllowances([], [port]), ProtocolError, String(port));
    }
  });
});
