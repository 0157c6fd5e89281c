import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@countersign/coordinator';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import pino from 'pino';
import type { Places, ProcessPorts } from '../../start/open-parts.ts';
import { ServerConfig } from '../../start/server-config.ts';
import { samplePolicy } from '../../testing/started-server.ts';
import { type Examination, examine } from '../examine.ts';
import type { Finding } from '../finding.ts';

/** The places of a server in a folder of its own, laid out as `startedServer` does. */
interface ExaminedFolder {
  readonly path: string;
  readonly data: string;
  readonly keys: string;
  readonly anchor: string;
  readonly checkpoints: string;
  examine(change?: Record<string, unknown>, clock?: Clock, testTo?: string): Promise<Examination>;
}

export const systemClock: Clock = {
  now: () => timestampFromMilliseconds(Date.now()),
  pause: (milliseconds, signal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => undefined),
};

/** A clock that is off by so many seconds. */
export function clockOff(seconds: number): Clock {
  return { ...systemClock, now: () => timestampFromMilliseconds(Date.now() + seconds * 1000) };
}

export function examinedFolder(context: Pick<TestContext, 'after'>): ExaminedFolder {
  const path = mkdtempSync(join(tmpdir(), 'countersign-doctor-'));
  context.after(() => rmSync(path, { recursive: true, force: true }));
  const folder = {
    path,
    data: join(path, 'data'),
    keys: join(path, 'keys'),
    anchor: join(path, 'anchor', 'one.mark'),
    checkpoints: join(path, 'outside', 'checkpoints'),
  };
  mkdirSync(join(path, 'policy'));
  writeFileSync(join(path, 'policy', 'policy.yaml'), samplePolicy);
  return {
    ...folder,
    examine: (change = {}, clock = systemClock, testTo) => {
      const { keys, anchor } = folder;
      const data = 'database' in change ? undefined : folder.data;
      const policy = [join(path, 'policy')];
      const config = ServerConfig.parse({ data, keys, anchor, policy, ...change });
      return examine(config, places, portsWith(clock), testTo ?? null);
    },
  };
}

const places: Places = {
  data: 'nowhere',
  keys: 'nowhere-keys',
  anchor: null,
  policy: ['nowhere.yaml'],
  host: '127.0.0.1',
  port: 7319,
};

function portsWith(clock: Clock): ProcessPorts {
  return {
    clock,
    ids: { uuid: () => '00000000-0000-4000-8000-000000000000' },
    log: pino({ level: 'silent' }),
    monotonicSeconds: () => 0,
    print: () => undefined,
  };
}

/** Every file below a folder, with what shows that it was written to. */
export function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => {
      const { mtimeMs, size, ino } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${ino}`;
    })
    .sort();
}

export function findingsOf({ findings }: Examination, check: string): Finding[] {
  return findings.filter(each => each.check === check);
}

export function levelsOf(examination: Examination, check: string): Finding['level'][] {
  return findingsOf(examination, check).map(({ level }) => level);
}

export function wrongsOf({ findings }: Examination): string[] {
  return findings.filter(({ level }) => level === 'wrong').map(({ found }) => found);
}
