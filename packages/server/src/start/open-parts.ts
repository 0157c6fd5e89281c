import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Anchor, Clock, Ids, Store, StoreReader } from '@countersign/coordinator';
import { site } from '@countersign/inbox';
import { type FileSigner, openFileSigner } from '@countersign/keys';
import {
  allSinks,
  fileCheckpoints,
  openFileAnchor,
  postedCheckpoints,
  printedCheckpoints,
} from '@countersign/outside';
import { checkPolicy, type PolicyFile, problemText } from '@countersign/policy';
import { ProtocolError } from '@countersign/protocol/reason';
import { openPostgresReader, openPostgresStore } from '@countersign/store-postgres';
import { makeDataFolder, openSqliteReader, openSqliteStore } from '@countersign/store-sqlite';
import type { Logger } from 'pino';
import { readSite } from '../pages/read-site.ts';
import { parseAllowances } from '../webhooks/address-rules.ts';
import { createDispatcher } from '../webhooks/dispatch.ts';
import { checkpointPost } from '../webhooks/post-checkpoint.ts';
import type { PublishedWebhookSigner } from '../webhooks/webhook-signature.ts';
import { ownPlacesOf } from './own-places.ts';
import type { ServerConfig } from './server-config.ts';
import { type ServerParts, StartRefused } from './start-server.ts';

/** What only the process itself can give. */
export interface ProcessPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly monotonicSeconds: () => number;
  /** Counts while the machine sleeps, too. Absent where a test moves the clock. */
  readonly elapsedSeconds?: () => number;
  /** Where a line for people, or a checkpoint, is printed. */
  print(line: string): void;
}

/** Where the parts of a server are when a configuration does not say. */
export interface Places {
  readonly data: string;
  readonly keys: string;
  readonly anchor: string | null;
  readonly policy: readonly string[];
  readonly host: string;
  readonly port: number;
  /** What belongs to the user of the process, where that is known. */
  readonly user?: {
    readonly home: string;
    /** The folder of the sign-ins that terminals store. */
    readonly signIns: string;
    readonly configFile?: string;
  };
}

/** Opens everything that a server is made of, SQLite or Postgres. What it opened is closed with the server. */
export async function openParts(
  config: ServerConfig,
  places: Places,
  ports: ProcessPorts,
): Promise<ServerParts> {
  const policy = config.policy ?? places.policy;
  // Before anything is created: an operator who has to correct a word starts from the same state. Later the store may
  // have a policy of its own, and the files are judged beside it.
  if (!hasStarted(config, places)) assertSound(readPolicyFiles(policy));
  const port = config.port ?? places.port;
  if (config.database === undefined) makeDataFolder(config.data ?? places.data);
  const { keysFolder, anchor, signer } = await openLedger(config, places, ports);
  const webhookSigner = openWebhookSigner(keysFolder);
  const sink = openSinks(config, places, ports, webhookSigner);
  const secret = sharedSecret(config, keysFolder);
  return {
    store: await openStore(config, places, ports),
    signer,
    anchor,
    webhookSigner,
    sink,
    ...(config.checkpoint_file === undefined
      ? {}
      : { checkpointFile: resolve(config.checkpoint_file) }),
    ...ports,
    readPolicy: async () => readPolicyFiles(policy),
    secret,
    own: ownPlacesOf(config, places, {
      anchor: anchorFileOf(config, places),
      secretFiles: ['server-secret', 'webhook-key'].map(name => besideKeys(keysFolder, name)),
    }),
    settings: config.settings,
    origin: config.origin ?? `http://localhost:${port}`,
    host: config.host ?? places.host,
    port,
    site: readSite(site),
  };
}

/** The keys and the anchor of a store. */
export async function openLedger(
  config: ServerConfig,
  places: Places,
  ports: ProcessPorts,
): Promise<{
  readonly keysFolder: string;
  readonly anchor: Anchor | null;
  readonly signer: FileSigner;
}> {
  const keysFolder = resolve(config.keys ?? places.keys);
  const anchor = openAnchor(config, places);
  return { keysFolder, anchor, signer: await openSigner(config, keysFolder, ports) };
}

/** Null where the configuration wants none. */
export function anchorFileOf(config: ServerConfig, places: Places): string | null {
  const file = config.anchor === undefined ? places.anchor : config.anchor;
  return file === null ? null : resolve(file);
}

function openAnchor(config: ServerConfig, places: Places): Anchor | null {
  const file = anchorFileOf(config, places);
  if (file === null) return null;
  const dataFolder = resolve(config.data ?? places.data);
  return openFileAnchor({ file, ...(config.database === undefined ? { dataFolder } : {}) });
}

function assertSound(files: readonly PolicyFile[]): void {
  const { problems } = checkPolicy(files);
  if (problems.length > 0) throw new StartRefused(problems.map(problemText).join('\n'));
}

export function openSigner(
  { settings, key_passphrase }: ServerConfig,
  folder: string,
  { clock }: ProcessPorts,
): Promise<FileSigner> {
  return openFileSigner({
    issuer: settings.issuer,
    folder,
    clock,
    ...(key_passphrase === undefined ? {} : { passphrase: key_passphrase }),
  });
}

/** Whether a server has begun a store here before. A database elsewhere is not asked: its keys are here. */
function hasStarted({ data, database, keys }: ServerConfig, places: Places): boolean {
  const mark = database === undefined ? storeFile({ data }, places) : resolve(keys ?? places.keys);
  return existsSync(mark);
}

function storeFile({ data }: Pick<ServerConfig, 'data'>, places: Pick<Places, 'data'>): string {
  return join(resolve(data ?? places.data), 'countersign.db');
}

export function openStore(
  { data, database }: ServerConfig,
  places: Places,
  { clock, ids }: ProcessPorts,
): Promise<Store> {
  if (database !== undefined) return openPostgresStore({ connection: database, clock, ids });
  // Calls that arrive together commit together.
  const turn = () => new Promise<void>(done => setImmediate(done));
  return openSqliteStore({ path: storeFile({ data }, places), clock, ids, turn });
}

/** Opens the store for reading. Nothing is created or changed. */
export function openStoreReader(
  { data, database }: ServerConfig,
  places: Pick<Places, 'data'>,
  { clock }: Pick<ProcessPorts, 'clock'>,
): Promise<StoreReader> {
  if (database !== undefined) return openPostgresReader({ connection: database, clock });
  const path = join(resolve(data ?? places.data), 'countersign.db');
  return openSqliteReader({ path, clock });
}

export { type Durability, describeDurability } from '@countersign/store-postgres';
export { findLooseFiles } from '@countersign/store-sqlite';

function openSinks(
  config: ServerConfig,
  places: Places,
  { clock, print }: ProcessPorts,
  webhookSigner: PublishedWebhookSigner,
) {
  const { checkpoint_file, checkpoint_stdout, settings } = config;
  const outsideOf =
    config.database === undefined ? { dataFolder: resolve(config.data ?? places.data) } : {};
  const allowances = readAllowances(settings.allow_addresses);
  const posting = { clock, webhookSigner, dispatcher: createDispatcher({ clock, allowances }) };
  const posted = settings.endpoints
    .filter(({ kind }) => kind === 'checkpoints')
    .map(endpoint => [
      `endpoint ${endpoint.name}`,
      postedCheckpoints({ url: endpoint.url, post: checkpointPost(endpoint, posting) }),
    ]);
  return allSinks(
    Object.fromEntries([
      ...(checkpoint_file === undefined
        ? []
        : [['file', fileCheckpoints({ file: resolve(checkpoint_file), ...outsideOf })]]),
      ...(checkpoint_stdout ? [['stdout', printedCheckpoints({ write: print })]] : []),
      ...posted,
    ]),
  );
}

function readAllowances(addresses: readonly string[]): ReturnType<typeof parseAllowances> {
  try {
    return parseAllowances(addresses);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new StartRefused(`settings.allow_addresses: ${error.message}`);
  }
}

/** The documents at these places: files as they are, folders with every YAML file in them, in order of name. */
export function readPolicyFiles(paths: readonly string[]): PolicyFile[] {
  return paths.flatMap(path => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) {
      throw new StartRefused(
        `There is no policy at ${path}. Name a document, or a folder of them, with --policy.`,
      );
    }
    if (!found.isDirectory()) return [readPolicyFile(path)];
    const names = readdirSync(path).filter(
      name => /\.ya?ml$/.test(name) && !/\.test\.ya?ml$/.test(name),
    );
    if (names.length === 0) {
      throw new StartRefused(`${path} has no policy in it: expected files that end in .yaml.`);
    }
    return names.sort().map(name => readPolicyFile(join(path, name)));
  });
}

function readPolicyFile(path: string): PolicyFile {
  return { name: basename(path), text: readFileSync(path, 'utf8'), layer: 'operator' };
}

/**
 * Webhooks have a key of their own. It signs the protocol of another system, and must never pass for an artifact of
 * ours.
 */
function openWebhookSigner(keysFolder: string): PublishedWebhookSigner {
  const file = besideKeys(keysFolder, 'webhook-key');
  const pem = readOrMake(file, () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const key = readKey(file, pem);
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: `whpk_${Buffer.from(x, 'base64url').toString('base64')}`,
    signBytes: async message => sign(null, message, key),
  };
}

function readKey(file: string, pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below, without what the file says.
  }
  throw damaged(file, 'an Ed25519 private key in PEM');
}

/** Replicas share the secret by configuration. A server alone makes its own, once, beside its keys. */
function sharedSecret({ secret }: ServerConfig, keysFolder: string): Uint8Array {
  if (secret !== undefined) return Buffer.from(secret);
  const file = besideKeys(keysFolder, 'server-secret');
  const made = readOrMake(file, () => randomBytes(32).toString('hex')).trimEnd();
  if (!/^[0-9a-f]{64}$/.test(made)) throw damaged(file, '64 hexadecimal digits');
  return Buffer.from(made, 'hex');
}

function damaged(file: string, expected: string): StartRefused {
  return new StartRefused(
    `${file}: expected ${expected}, found something else. Restore it from a backup. Without a backup, remove it; the server makes a new one.`,
  );
}

/** The file is beside the folder of the keys, because that folder holds nothing but keys. */
export function besideKeys(keysFolder: string, name: string): string {
  return join(dirname(keysFolder), `${basename(keysFolder)}-${name}`);
}

/** A secret that others could read may be theirs by now. Closing the file would hide that. */
function assertPrivate(file: string): void {
  const mode = sep === '/' ? statSync(file).mode & 0o777 : 0;
  if ((mode & 0o077) === 0) return;
  throw new StartRefused(
    `${file}: expected mode 600, found ${mode.toString(8)}; others may have read it. Remove the file, so that the server makes a new one, or chmod 600 it if you are sure that no one read it.`,
  );
}

/** Processes that start at the same time all get the content that the first one made. None sees half of it. */
function readOrMake(file: string, make: () => string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${randomBytes(8).toString('hex')}`;
    writeFileSync(draft, make(), { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  assertPrivate(file);
  return readFileSync(file, 'utf8');
}
