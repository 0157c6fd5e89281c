import type { Carried } from '../canonical/carried-code.ts';
import type { OwnGuard } from '../own/own-guard.ts';
import { mutatesOverHttp } from '../own/own-requests.ts';
import { mentionIn } from '../own/own-text.ts';
import type { Instruments } from './assess-call.ts';
import { type CallFacts, type Report, says } from './call-facts.ts';
import { isPassive } from './effects.ts';
import { mayRunContent, pathsOfPatch } from './file-paths.ts';
import { isScreenCall } from './judge-screen.ts';
import { role } from './parameter-key.ts';
import { isContent } from './runnable-content.ts';
import type { Leaf } from './survey.ts';

const mostLeaves = 2000;

/** The product's own files, addresses and switches, touched by a tool of any kind (OF-1 to OF-4). */
export function judgeOwnPlaces(
  facts: CallFacts,
  carried: readonly Carried[],
  { own, folders }: Pick<Instruments, 'own' | 'folders'>,
  report: Report,
): void {
  const tell = (evidence: string): void => report('policy_tampering', 'critical', evidence);
  const leaves = facts.seen.leaves.slice(0, mostLeaves);
  for (const code of carried) {
    if (code.kind === 'argv' || code.kind === 'shell') continue;
    if (isNamed(code.text, own, folders)) tell('code names a file of the approval system');
    if (own.reaches(code.text) && mutatesOverHttp(code.text))
      tell('code calls the approval system');
  }
  const touch = new Touch(facts, own, folders);
  if (facts.resource !== null) touch.visit(facts.resource, true);
  for (const leaf of leaves) {
    if (typeof leaf.value !== 'string' || leaf.value === '') continue;
    if (setsSwitch(leaf, own)) tell('sets a switch of the approval system');
    if (isPatch(leaf)) for (const path of pathsOfPatch(leaf.value)) touch.visit(path, true, true);
    if (!isProse(leaf) && carried.every(code => !isSame(code, leaf.value)))
      touch.visit(leaf.value, isPathLeaf(leaf));
  }
  if (touch.found !== null) tell(touch.found);
  if (callsOwn(facts, leaves, own)) tell('calls the approval system');
  if (
    writesScript(facts, leaves) &&
    leaves.some(leaf => isContent(leaf) && isNamed(String(leaf.value), own, folders))
  )
    tell('writes a program that names a file of the approval system');
}

function isSame(code: Carried, value: string | number | boolean | null): boolean {
  return code.kind !== 'argv' && code.text === value;
}

function isNamed(text: string, own: OwnGuard, folders: readonly string[]): boolean {
  const found = mentionIn(text, own, folders);
  return found !== null && (found.protection === 'secret' || found.hidden);
}

/** Tools that say which files there are. */
const listing = [
  'list',
  'ls',
  'exists',
  'stat',
  'glob',
  'tree',
  'info',
  'metadata',
  'open',
  'cd',
  'chdir',
];
/** Tools that take everything below a folder along. */
const taking =
  'copy cp move mv rename archive zip tar compress upload sync backup share link symlink mount bind delete remove rm rmdir chmod chown serve publish transfer import ingest embed'.split(
    ' ',
  );

class Touch {
  found: string | null = null;
  readonly #facts: CallFacts;
  readonly #own: OwnGuard;
  readonly #folders: readonly string[];
  readonly #passive: boolean;
  readonly #lists: boolean;
  readonly #takes: boolean;

  constructor(facts: CallFacts, own: OwnGuard, folders: readonly string[]) {
    this.#facts = facts;
    this.#own = own;
    this.#folders = folders;
    this.#takes = says(facts, ...taking);
    this.#passive = isPassive(facts.effect) && !this.#takes;
    this.#lists =
      this.#passive &&
      says(facts, ...listing) &&
      !says(facts, 'read', 'cat', 'get', 'content', 'contents');
  }

  /** Looks at one value that may be a path; `certain` where its name says that it is one. */
  visit(text: string, certain: boolean, writes = false): void {
    if (this.found !== null || text.length > 4096 || text.includes('\n')) return;
    if (!certain && (/\s/u.test(text) || !/[./\\~]|countersign/iu.test(text))) return;
    if (/^(https?|wss?):/iu.test(text)) return;
    for (const path of pathsOf(text)) {
      const at = this.#own.at(path, this.#folders);
      if (at === 'secret' && !(this.#lists && !writes))
        this.found = 'touches a secret of the approval system';
      else if (at === 'safeguard' && (writes || !this.#passive) && this.#changesFiles(certain))
        this.found = 'changes a safeguard of the approval system';
      else if (this.#takes && certain && this.#own.above(path, this.#folders) === 'secret')
        this.found = 'takes along a folder that holds files of the approval system';
    }
  }

  /** A shell's own judge knows whether it writes. */
  #changesFiles(certain: boolean): boolean {
    return (
      certain &&
      !this.#facts.tool.words.some(word => ['shell', 'bash', 'terminal', 'exec'].includes(word))
    );
  }
}

/** A path, and the two sides of a mount such as `/data:/data:ro`. */
function pathsOf(text: string): readonly string[] {
  const parts = text.split(/(?<!^[A-Za-z]):(?!\/\/)|[,=@]/u, 8);
  return [text, ...parts.filter(part => part !== '')];
}

const proseKeys =
  /^(pattern|query|regex|search|message|title|body|old_string|new_string|old_str|new_str|content|text|description|comment|reason|summary|note|notes|prompt|name|label)$/u;

function isProse(leaf: Leaf): boolean {
  if (leaf.key.name === 'pattern') return !String(leaf.value).includes('/');
  return proseKeys.test(leaf.key.name) && (leaf.key.roles & role.path) === 0;
}

function isPathLeaf(leaf: Leaf): boolean {
  return (
    (leaf.key.roles & (role.path | role.attachment | role.destination)) !== 0 ||
    /path|file|dir|folder|uri|url|src|source|dest|target|mount|volume|bind|root|database|db$/u.test(
      leaf.key.name,
    )
  );
}

function isPatch(leaf: Leaf): boolean {
  return (
    typeof leaf.value === 'string' &&
    (/patch|diff/u.test(leaf.key.name) ||
      /^(\*\*\* Begin Patch|diff --git |--- )/u.test(leaf.value))
  );
}

/** `env: { COUNTERSIGN_URL: … }`, or the same as a list. */
function setsSwitch(leaf: Leaf, own: OwnGuard): boolean {
  const around = `${leaf.parent?.name ?? ''} ${leaf.key.name}`;
  const isEnvironment = /\benv|environ|variables/u.test(around);
  if (!isEnvironment) return false;
  if (leaf.parent !== null && own.steers(leaf.key.name) && leaf.owner !== null) return true;
  const name =
    typeof leaf.value === 'string' ? /^([A-Za-z_]\w{2,80})=/u.exec(leaf.value)?.[1] : undefined;
  return name !== undefined && own.steers(name);
}

const calling = /^(get|head|options)$/iu;

/** A request to our own API that does more than read, or a browser in which a click can decide. */
function callsOwn(facts: CallFacts, leaves: readonly Leaf[], own: OwnGuard): boolean {
  const addresses = leaves.filter(
    leaf =>
      typeof leaf.value === 'string' &&
      !isProse(leaf) &&
      leaf.value.length < 4096 &&
      !/\s/u.test(leaf.value) &&
      own.reaches(leaf.value),
  );
  const isAtOwn =
    addresses.some(
      leaf =>
        (leaf.key.roles & (role.address | role.environment)) !== 0 ||
        /ur[il]|endpoint|host|origin|address|base/u.test(leaf.key.name),
    ) ||
    (facts.resource !== null && own.reaches(facts.resource)) ||
    hasOwnPort(leaves, own);
  if (!isAtOwn) return false;
  if (isScreenCall(facts) || says(facts, 'browser', 'page', 'playwright', 'puppeteer', 'chrome'))
    return true;
  const method = leaves.find(leaf =>
    /^(method|http_method|verb|http_verb)$/u.test(leaf.key.name),
  )?.value;
  if (typeof method === 'string' && !calling.test(method)) return true;
  const sends = leaves.some(
    leaf =>
      /^(body|data|json|payload|form|cookies?|cookie_jar|authorization|auth|token)$/u.test(
        leaf.key.name,
      ) ||
      (/^(body|data|json|payload|form|headers|cookies)$/u.test(leaf.parent?.name ?? '') &&
        /cookie|authorization|x_http_method/u.test(leaf.key.name)),
  );
  return sends || !isPassive(facts.effect);
}

/** Host and port given apart. */
function hasOwnPort(leaves: readonly Leaf[], own: OwnGuard): boolean {
  const port = leaves.find(leaf => leaf.key.name === 'port')?.value;
  if (port === undefined || port === null || !own.isPort(String(port))) return false;
  const host = leaves.find(leaf => /^(host|hostname|server|address)$/u.test(leaf.key.name))?.value;
  return typeof host !== 'string' || own.reaches(`${host}:${port}`);
}

/** The file that is written may be run. */
function writesScript(facts: CallFacts, leaves: readonly Leaf[]): boolean {
  if (isPassive(facts.effect)) return false;
  return leaves.some(
    leaf =>
      typeof leaf.value === 'string' &&
      (leaf.key.roles & role.path) !== 0 &&
      (mayRunContent(leaf.value) ||
        /\.(sh|bash|zsh|py|[cm]?js|rb|pl|php|ps1|bat|cmd|lua|ipynb)$/iu.test(leaf.value)),
  );
}
