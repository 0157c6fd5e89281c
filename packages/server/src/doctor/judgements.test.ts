import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StoreReader } from '@countersign/coordinator';
import { addSeconds, timestampFromMilliseconds } from '@countersign/protocol/value';
import pino from 'pino';
import type { Durability } from '../start/open-parts.ts';
import { ServerConfig } from '../start/server-config.ts';
import { judgeDurability } from './durability.ts';
import { examinationText } from './examination-text.ts';
import { examineAddress } from './examine-address.ts';
import { examineClock } from './examine-clock.ts';
import { examinedServer } from './examined-server.ts';
import { judgeFileSystem } from './file-system.ts';
import { examined, type Finding, fine, wrong } from './finding.ts';

const levels = (findings: readonly Finding[]) => findings.map(({ level }) => level);

describe('findings', () => {
  test('the finding about the file system says where commits would not last', () => {
    const level = (type: number) => judgeFileSystem('durability', 'folder', type).level;
    assert.equal(level(0xef53), 'fine');
    assert.equal(level(0x6969), 'wrong', 'NFS');
    assert.equal(level(0xff534d42), 'wrong', 'CIFS');
    assert.equal(level(0x01021994), 'wrong', 'tmpfs');
    assert.equal(level(0x794c7630), 'warning', 'overlay');
    assert.equal(level(0x65735546), 'warning', 'FUSE');
  });

  test('the finding about Postgres says what a crash or a failover could lose', () => {
    const sound: Durability = {
      fsync: true,
      full_page_writes: true,
      synchronous_commit: 'on',
      synchronous_standby_names: '',
      standbys: { connected: 0, synchronous: 0 },
    };
    const judge = (change: Partial<Durability>) => judgeDurability({ ...sound, ...change });
    assert.deepEqual(new Set(levels(judge({}))), new Set(['fine']));
    assert.ok(levels(judge({ fsync: false })).includes('wrong'));
    assert.ok(levels(judge({ full_page_writes: false })).includes('wrong'));
    assert.ok(levels(judge({ synchronous_commit: 'off' })).includes('warning'));
    assert.ok(levels(judge({ standbys: null })).includes('warning'));
    const [forgetting] = judge({ standbys: { connected: 1, synchronous: 0 } });
    assert.equal(forgetting?.level, 'wrong');
    assert.match(forgetting?.found ?? '', /asynchronous standby .* can lose the record/);
    const named = { synchronous_standby_names: 'b' };
    assert.ok(levels(judge(named)).includes('wrong'), 'commits wait for no standby');
    const kept = { ...named, standbys: { connected: 1, synchronous: 1 } };
    assert.deepEqual(new Set(levels(judge(kept))), new Set(['fine']));
    const more = { ...named, standbys: { connected: 2, synchronous: 1 } };
    assert.ok(levels(judge(more)).includes('warning'));
  });

  test('the finding about the clock starts at two seconds and is a fault after thirty, in either direction', async () => {
    const now = timestampFromMilliseconds(Date.UTC(2026, 10, 16));
    const clock = { now: () => now, pause: async () => undefined };
    const look = async (seconds: number, mark = now) => {
      const theirs = addSeconds(now, seconds);
      const store = {
        readState: async () => ({ storeId: 's', epoch: 1, policyVersion: null, now: theirs }),
        readClockMark: async () => mark,
      } as Partial<StoreReader> as StoreReader;
      const ports = {
        clock,
        ids: { uuid: () => '' },
        log: pino({ level: 'silent' }),
        monotonicSeconds: () => 0,
        print: () => undefined,
      };
      return levels(await examineClock({ ports }, store));
    };
    for (const sign of [1, -1]) {
      const mark = addSeconds(now, -3600);
      assert.deepEqual(await look(2 * sign, mark), ['fine']);
      assert.deepEqual(await look(3 * sign, mark), ['warning']);
      assert.deepEqual(await look(30 * sign, mark), ['warning']);
      assert.deepEqual(await look(31 * sign, mark), ['wrong']);
    }
    assert.deepEqual(await look(0, addSeconds(now, 1)), ['fine']);
    assert.deepEqual(await look(0, addSeconds(now, 2)), ['fine', 'wrong']);
  });

  test('the finding about the address demands TLS wherever others can listen', () => {
    const places = {
      data: 'd',
      keys: 'k',
      anchor: null,
      policy: ['p'],
      host: '127.0.0.1',
      port: 7319,
    };
    const look = (config: Record<string, unknown>) =>
      levels(examineAddress(examinedServer(ServerConfig.parse(config), places, {} as never)));
    assert.deepEqual(look({}), ['fine']);
    assert.deepEqual(look({ origin: 'https://gate.example.com' }), ['fine']);
    assert.deepEqual(look({ origin: 'http://gate.example.com' }), ['wrong']);
    assert.deepEqual(look({ host: '0.0.0.0' }), ['wrong']);
    assert.deepEqual(look({ host: '0.0.0.0', origin: 'https://gate.example.com' }), ['warning']);
    assert.deepEqual(look({ origin: 'http://localhost:80' }), ['warning']);
    assert.deepEqual(look({ settings: { hosts: ['gate.example.com:8443'] } }), ['fine']);
    assert.deepEqual(look({ settings: { hosts: ['https://gate.example.com'] } }), ['wrong']);
  });
});

describe('an examination', () => {
  test('an examination continues after a check throws, and reports the error', async () => {
    const findings = await examined('store', 'mend it', () => {
      throw new Error('the disk is on fire');
    });
    assert.deepEqual(findings, [wrong('store', 'the disk is on fire', 'mend it')]);
  });

  test('an examination prints a table that contains no terminal control characters', () => {
    const text = examinationText({
      findings: [fine('a', 'good'), wrong('longer', 'bad\u001b[2J\r\nworse', 'mend it')],
    });
    assert.equal(
      text,
      '✓ fine     a       good\n✗ wrong    longer  bad�[2J�\n                   worse\n                   → mend it\n\n1 to fix.\n',
    );
    assert.equal(
      examinationText({ findings: [fine('a', 'good')] }).endsWith('No problems found.\n'),
      true,
    );
  });
});
