import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { shareInLane } from '@countersign/testing';
import pg from 'pg';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';

/** A real Postgres with fsync on, for one test file. */
export interface PostgresServer {
  connection(database: string): pg.ClientConfig;
  /** A folder that the server can read, null where it is not ours. */
  readonly folder: string | null;
  /** False where DATABASE_URL names a server that others may use: it is not ours to stop. */
  readonly ours: boolean;
  /** `immediate` ends it as a crash would; `fast` as an administrator would. Returns once it is gone. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  /** Another server on a copy of the data, which waits for a primary and only lets itself be read. */
  copyAsStandby(): Promise<PostgresServer>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/**
 * A server that the files of a lane share, for tests that leave the server itself alone. No test may stop it. The
 * end of the lane closes it.
 */
export async function sharePostgresServer(): Promise<PostgresServer> {
  const { resource: server, release } = await shareInLane('postgres', async () => {
    const started = await startPostgresServer();
    return { resource: started, close: () => started.close() };
  });
  return { ...server, close: release };
}

export async function startPostgresServer(): Promise<PostgresServer> {
  const url = process.env['DATABASE_URL'];
  if (url !== undefined && url !== '') return foreignServer(url);
  const binaries = findPostgresBinaries();
  const folder = createFolder(binaries);
  initialise(binaries, join(folder, 'data'));
  return serverIn(binaries, folder, () => binaries.dispose());
}

function createFolder({ user }: PostgresBinaries): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pg-'));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

async function serverIn(
  binaries: PostgresBinaries,
  folder: string,
  dispose: () => void,
): Promise<PostgresServer> {
  let running = await startIn(binaries, folder);
  const stop = (how: 'fast' | 'immediate') => running.stop(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
  const start = async () => {
    running = await startIn(binaries, folder);
  };
  return {
    ours: true,
    folder,
    connection: database => ({ host: folder, user: 'countersign', database }),
    stop,
    start,
    async copyAsStandby() {
      const copy = createFolder(binaries);
      await stop('fast');
      copyFolder(binaries, join(folder, 'data'), join(copy, 'data'));
      await start();
      return serverIn(binaries, copy, () => {});
    },
    async close() {
      await stop('fast');
      rmSync(folder, { recursive: true, force: true });
      dispose();
    },
  };
}

function copyFolder({ user }: PostgresBinaries, from: string, to: string): void {
  const script = 'cp -R "$1" "$2" && touch "$2/standby.signal"';
  const ran = spawnSync('sh', ['-c', script, 'sh', from, to], { ...user, cwd: '/' });
  if (ran.status !== 0) throw new Error(`the data could not be copied: ${ran.stderr}`);
}

function foreignServer(url: string): PostgresServer {
  const refuse = () => Promise.reject(new Error('the server of DATABASE_URL is not ours to stop'));
  return {
    ours: false,
    folder: null,
    connection(database) {
      const named = new URL(url);
      named.pathname = `/${database}`;
      return { connectionString: named.href };
    },
    stop: refuse,
    start: refuse,
    copyAsStandby: refuse,
    close: () => Promise.resolve(),
  };
}

const settings = {
  listen_addresses: '',
  max_connections: '200',
  shared_buffers: '256MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // Every test has its own database; workers for each of them would only compete for the cores.
  autovacuum_naptime: '10s',
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
};

interface Running {
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
}

// The shell outlives a test process that dies in any way: it sees the end of its input, ends Postgres and, unless
// it was told to keep them, removes the data.
const wrapper = `
folder=$1; shift
"$@" & server=$!
answer=$(cat)
kill -s INT "$server" 2> /dev/null
wait "$server"
[ "$answer" = keep ] || rm -rf "$folder"
`;

async function startIn(binaries: PostgresBinaries, folder: string): Promise<Running> {
  const options = Object.entries({ ...settings, unix_socket_directories: folder }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );
  const args = [
    '-c',
    wrapper,
    'sh',
    folder,
    binaries.postgres,
    '-D',
    join(folder, 'data'),
    ...options,
  ];
  const log = openSync(join(folder, 'log'), 'a');
  const shell = spawn('sh', args, {
    ...binaries.user,
    cwd: folder,
    stdio: ['pipe', 'ignore', log],
    // Out of the reach of Ctrl-C, which would end the shell before it could end Postgres.
    detached: true,
  });
  closeSync(log);
  shell.unref();
  const exited = new Promise<void>(resolve => shell.once('exit', () => resolve()));
  await waitUntilReady(folder, shell);
  const server = Number(
    readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  return {
    async stop(signal) {
      shell.ref();
      try {
        process.kill(server, signal);
      } catch {
        // It has ended already.
      }
      shell.stdin?.end('keep');
      await exited;
    },
  };
}

async function waitUntilReady(folder: string, shell: ChildProcess): Promise<void> {
  let problem: unknown;
  for (let waited = 0; waited < 30_000; waited += 20) {
    // The shell waits for the end of its input even where Postgres has given up.
    if (shell.exitCode !== null) break;
    const client = new pg.Client({ host: folder, user: 'countersign', database: 'postgres' });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      problem = error;
      await pause(20);
    }
  }
  shell.stdin?.end();
  const log = readFileSync(join(folder, 'log'), 'utf8');
  throw new Error(`Postgres did not start: ${log}`, { cause: problem });
}

/** Data folders that no server has used yet. Copying one takes a tenth of the time that initdb takes. */
const kept = fileURLToPath(new URL('../../../../.cache/postgres/', import.meta.url));

function initialise(binaries: PostgresBinaries, data: string): void {
  const { version, user } = binaries;
  const unused = join(kept, `${version}-${user?.uid ?? 'own'}`);
  if (existsSync(unused) && copyUnused(unused, data)) return;
  runInitdb(binaries, data);
  const copy = `${unused}.${process.pid}`;
  try {
    mkdirSync(dirname(unused), { recursive: true });
    // Another process may have kept one meanwhile.
    if (copyUnused(data, copy) && !existsSync(unused)) renameSync(copy, unused);
  } catch {
    // The checkout cannot be written to. The next server runs initdb again.
  }
  rmSync(copy, { recursive: true, force: true });
}

/** With the owners and modes that Postgres insists on. */
function copyUnused(from: string, to: string): boolean {
  if (spawnSync('cp', ['-Rp', from, to]).status === 0) return true;
  rmSync(to, { recursive: true, force: true });
  return false;
}

/** `--no-sync` leaves out only the flush of the empty folder; the server itself syncs everything. */
function runInitdb({ initdb, user }: PostgresBinaries, data: string): void {
  const options = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const ran = spawnSync(initdb, ['-D', data, '-U', 'countersign', ...options], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(`initdb failed: ${ran.stderr}`, { cause: ran.error });
}
