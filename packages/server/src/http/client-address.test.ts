import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressGroup, clientAddress, parseProxy, proxyRules } from './client-address.ts';

const rules = proxyRules({
  trusted_proxies: ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'],
  proxy_header: 'x-forwarded-for',
});
const byForwarded = { ...rules, header: 'forwarded' } as const;

function seen(remote: string, forwarded: string): string {
  return clientAddress(remote, { 'x-forwarded-for': forwarded }, rules);
}

test('[DR-2] a header of a caller that is no proxy is ignored, whatever it says', () => {
  for (const forged of ['198.51.100.1', '10.0.0.1', '127.0.0.1', '10.0.0.1, 198.51.100.1', '']) {
    assert.equal(seen('203.0.113.9', forged), '203.0.113.9');
    assert.equal(seen('::ffff:203.0.113.9', forged), '203.0.113.9');
    assert.equal(
      clientAddress('203.0.113.9', { forwarded: `for=${forged}` }, byForwarded),
      '203.0.113.9',
    );
  }
});

test('[DR-2] the header is read from its end, up to the first address that is no proxy', () => {
  assert.equal(seen('10.0.0.1', '198.51.100.1'), '198.51.100.1');
  assert.equal(seen('::ffff:10.0.0.1', '198.51.100.1'), '198.51.100.1');
  assert.equal(seen('10.0.0.1', '1.1.1.1, 198.51.100.1'), '198.51.100.1');
  assert.equal(seen('10.0.0.1', '1.1.1.1,198.51.100.1 ,  10.9.9.9,192.0.2.7'), '198.51.100.1');
  assert.equal(seen('2001:db8:1::5', '198.51.100.1:4711'), '198.51.100.1');
  assert.equal(seen('10.0.0.1', '[2001:db8:2::1]:4711'), '2001:db8:2::1');
  assert.equal(seen('10.0.0.1', '::ffff:198.51.100.1'), '198.51.100.1');
  assert.equal(seen('10.0.0.1', '10.0.0.2, 10.0.0.3'), '10.0.0.2', 'a caller inside');
});

test('[DR-2] a proxy that names no address speaks for itself, and what stands before is not believed', () => {
  for (const nothing of [
    'unknown',
    '_hidden',
    '',
    'localhost',
    '1.2.3',
    '0x7f.1',
    '017.0.0.1',
    '1.2.3.4.5',
    '198.51.100.1;',
    '::1%eth0 x',
  ]) {
    assert.equal(seen('10.0.0.1', nothing), '10.0.0.1', nothing);
    assert.equal(seen('10.0.0.1', `198.51.100.1, ${nothing}`), '10.0.0.1', nothing);
    assert.equal(seen('10.0.0.1', `${nothing}, 10.0.0.2`), '10.0.0.2', nothing);
  }
  assert.equal(clientAddress(undefined, {}, rules), 'unknown');
});

test('[DR-2] one header counts, and the other one is not looked at', () => {
  const both = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.2' };
  assert.equal(clientAddress('10.0.0.1', both, rules), '198.51.100.1');
  assert.equal(clientAddress('10.0.0.1', both, byForwarded), '198.51.100.2');
  assert.equal(clientAddress('10.0.0.1', { forwarded: 'for=198.51.100.2' }, rules), '10.0.0.1');
});

test('[DR-2] the Forwarded header is read with its quotes', () => {
  const at = (forwarded: string) => clientAddress('10.0.0.1', { forwarded }, byForwarded);
  assert.equal(at('for=198.51.100.1;proto=https'), '198.51.100.1');
  assert.equal(at('proto=https; For="198.51.100.1:80" ;by=10.0.0.1'), '198.51.100.1');
  assert.equal(at('for=1.1.1.1, for="[2001:db8:2::1]:4711"'), '2001:db8:2::1');
  assert.equal(at('for=198.51.100.1;ext="a,for=1.1.1.1"'), '198.51.100.1');
  assert.equal(at('for=1.1.1.1, for=198.51.100.1, for=10.2.2.2'), '198.51.100.1');
  for (const nothing of ['for=unknown', 'proto=https', 'for="1.1.1.1', 'for=1.1.1.1;for=2.2.2.2']) {
    assert.equal(at(nothing), '10.0.0.1', nothing);
  }
});

test('[DR-2] an IPv6 customer is known by the /64, and a mapped address by its IPv4 address', () => {
  assert.equal(addressGroup('2001:db8:a:b:1:2:3:4'), '2001:db8:a:b::/64');
  assert.equal(addressGroup('2001:db8:a:b:ffff::'), addressGroup('2001:db8:a:b::1'));
  assert.notEqual(addressGroup('2001:db8:a:c::1'), addressGroup('2001:db8:a:b::1'));
  assert.equal(addressGroup('198.51.100.1'), '198.51.100.1');
  assert.equal(addressGroup('::ffff:198.51.100.1'), '198.51.100.1');
});

test('a proxy is an address or a network, and never everyone', () => {
  for (const good of ['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', '::ffff:10.0.0.0/104']) {
    assert.notEqual(parseProxy(good), null, good);
  }
  for (const bad of ['0.0.0.0/0', '::/0', '::ffff:0.0.0.0/96', '10.0.0.0/33', '10.0.0.0/8/8']) {
    assert.equal(parseProxy(bad), null, bad);
  }
  for (const bad of ['proxy.internal', '10.0.0', '10.0.0.0/', '10.0.0.0/-1', '', '10.0.0.1:80']) {
    assert.equal(parseProxy(bad), null, bad);
  }
});
