import type { ActionKind } from '../canonical/action-kind.ts';
import type { Carried } from '../canonical/carried-code.ts';
import type { OwnGuard } from '../own/own-guard.ts';
import { connectsToOwnPort, isReplaced, mutatesOverHttp } from '../own/own-requests.ts';
import { givesEnvironment, setsSwitch as setsSwitchIn } from '../own/own-switches.ts';
import { mentionIn } from '../own/own-text.ts';
import type { Instruments } from './assess-call.ts';
import { type CallFacts, type Report, says } from './call-facts.ts';
import { isPassive } from './effects.ts';
import { mayRunContent, pathsOfPatch } from './file-paths.ts';
import { isScreenCall } from './judge-screen.ts';
import {
  appliesUnseen,
  handsOutOwn,
  isDestination,
  joinedPaths,
  mountsOwn,
  restoresOwn,
  searchesOwn,
  unpacksOver,
} from './own-folders.ts';
import {
  drawsOwn,
  forwardsOwn,
  isChangingScript,
  isNamed,
  isOwnScript,
  ordersOwn,
  renamesOwn,
  runsDeciding,
  runsOwnScript,
  setsClock,
  setsInCode,
  stopsOwn,
  typesOwn,
} from './own-orders.ts';
import { role } from './parameter-key.ts';
import { isContent } from './runnable-content.ts';
import type { Leaf } from './survey.ts';

const mostLeaves = 2000;

/** A call, as the rows below look at it. */
interface OwnCall {
  readonly facts: CallFacts;
  readonly kind: ActionKind;
  readonly leaves: readonly Leaf[];
  readonly carried: readonly Carried[];
  readonly own: OwnGuard;
  readonly folders: readonly string[];
}

interface OwnRule {
  readonly tells: string;
  /** Critical where nothing is said. */
  readonly level?: 'high';
  fits(call: OwnCall): boolean;
}

/** What a call does to us as a whole. */
const rules: readonly OwnRule[] = [
  {
    tells: 'code sets a switch of the approval system',
    fits: ({ carried, own }) =>
      carried.some(code => code.kind === 'shell' && setsInCode(code.text, own)),
  },
  {
    tells: 'sets a switch of the approval system',
    fits: ({ facts, leaves, own }) => leaves.some(leaf => setsSwitch(leaf, own, facts)),
  },
  { tells: 'puts another version of the policy in its place', fits: restoresOwn },
  { tells: 'hands on a task that reaches the approval system', fits: ordersOwn },
  { tells: 'looks into a process that may be the approval system', fits: looksIntoProcess },
  { tells: 'may put another policy in its place', level: 'high', fits: unpacksOver },
  { tells: 'may put another policy in its place', level: 'high', fits: appliesUnseen },
  { tells: 'looks into files of the approval system', fits: searchesOwn },
  { tells: 'draws what is in a file of the approval system', fits: drawsOwn },
  { tells: 'sets the clock by which approvals end', level: 'high', fits: setsClock },
  {
    tells: 'puts another package in the place of the approval system',
    fits: ({ leaves }) =>
      leaves.some(({ value }) => typeof value === 'string' && isReplaced(value)),
  },
  { tells: 'lets a container see files of the approval system', fits: mountsOwn },
  {
    tells: 'calls the approval system',
    fits: ({ facts, leaves, own }) => callsOwn(facts, leaves, own),
  },
  { tells: 'types what decides or opens the approval system', fits: typesOwn },
  { tells: 'leads others to the approval system', fits: forwardsOwn },
  { tells: 'gives the approval system another address', fits: renamesOwn },
  { tells: 'runs a program that reaches the approval system', fits: runsOwnScript },
  { tells: 'runs what decides', fits: runsDeciding },
  { tells: 'hands out a folder that holds files of ours', level: 'high', fits: handsOutOwn },
  { tells: 'stops the approval system', fits: stopsOwn },
];

/** The product's own files, addresses and switches, touched by a tool of any kind (OF-1 to OF-4). */
export function judgeOwnPlaces(
  facts: CallFacts,
  carried: readonly Carried[],
  { own, folders, kind }: Pick<Instruments, 'own' | 'folders'> & { readonly kind: ActionKind },
  report: Report,
): void {
  const tell = (evidence: string): void => report('policy_tampering', 'critical', evidence);
  const leaves = facts.seen.leaves.slice(0, mostLeaves);
  const call: OwnCall = { facts, kind, leaves, carried, own, folders };
  for (const text of codeOf(call)) judgeOwnCode(text, own, folders, tell);
  const touched = touchedBy(call);
  if (touched !== null) tell(touched);
  for (const { tells, level = 'critical', fits } of rules)
    if (fits(call)) report('policy_tampering', level, tells);
  if (!isPassive(facts.effect)) judgeOwnContent(leaves, own, folders, tell);
}

/** Code that is no shell, and queries that read as code. */
function codeOf({ carried, leaves }: OwnCall): readonly string[] {
  const queries = leaves.filter(
    ({ key, value }) =>
      /^(query|mutation|graphql)$/u.test(key.name) &&
      /^\s{0,40}(query|mutation|\{)/u.test(String(value)),
  );
  return [
    ...carried.flatMap(code => (code.kind === 'argv' || code.kind === 'shell' ? [] : [code.text])),
    ...queries.map(({ value }) => String(value)),
  ];
}

/** What the call does to a place of ours that a parameter names. */
function touchedBy({ facts, leaves, carried, own, folders }: OwnCall): string | null {
  const touch = new Touch(facts, own, folders);
  if (facts.resource !== null) touch.visit(facts.resource, true);
  for (const leaf of leaves) {
    if (typeof leaf.value !== 'string' || leaf.value === '') continue;
    if (isPatch(leaf)) for (const path of pathsOfPatch(leaf.value)) touch.visit(path, true, true);
    if (isProse(leaf) || carried.some(code => isSame(code, leaf.value))) continue;
    const writes = isDestination(leaf);
    touch.visit(leaf.value, writes || isPathLeaf(leaf), writes, isMount(leaf));
  }
  for (const path of joinedPaths(leaves)) touch.visit(path, true);
  for (const { path, mounts } of keyPaths(facts)) touch.visit(path, true, false, mounts);
  return touch.found;
}

/** Paths that stand as names of members: `{ changes: { 'file:///a.yaml': [] } }`, `{ volumes: { '/data': {} } }`. */
function keyPaths(
  facts: CallFacts,
): readonly { readonly path: string; readonly mounts: boolean }[] {
  return facts.seen.branches.slice(0, 200).flatMap(({ key, value }) =>
    Array.isArray(value)
      ? []
      : Object.keys(value)
          .slice(0, 100)
          .filter(path => /[/\\]/u.test(path) && !/\s/u.test(path))
          .map(path => ({ path, mounts: mountKey.test(key.name) })),
  );
}

/** Code that is no shell: SQL, a script, a page. */
function judgeOwnCode(
  text: string,
  own: OwnGuard,
  folders: readonly string[],
  tell: (evidence: string) => void,
): void {
  if (isNamed(text, own, folders)) tell('code names a file of the approval system');
  if (writesBySql.test(text.slice(0, 65_536)) && mentionIn(text, own, folders) !== null)
    tell('a statement writes a file of the approval system');
  if (setsSwitchIn(text, own)) tell('code sets a switch of the approval system');
  if ((own.reaches(text) && mutatesOverHttp(text)) || connectsToOwnPort(text, own))
    tell('code calls the approval system');
}

/** What is written into a file that runs later, or from which programs take their environment. */
function judgeOwnContent(
  leaves: readonly Leaf[],
  own: OwnGuard,
  folders: readonly string[],
  tell: (evidence: string) => void,
): void {
  const contents = leaves.filter(isContent).map(leaf => String(leaf.value));
  if (
    writesScript(leaves) &&
    contents.some(text => isOwnScript(text, own, folders) || isChangingScript(text, own, folders))
  )
    tell('writes a program that reaches the approval system');
  if (writesSettings(leaves) && contents.some(text => setsSwitchIn(text, own)))
    tell('writes a switch of the approval system');
}

/** A debugger, or a dump of the memory, at a process that may be ours. */
function looksIntoProcess({ facts, leaves }: OwnCall): boolean {
  return (
    says(facts, 'debugger', 'attach', 'ptrace', 'gdb', 'lldb', 'coredump', 'inspector') &&
    leaves.some(({ key, value }) => /^(pid|process|process_id)$/u.test(key.name) && value !== null)
  );
}

/** A folder that a container sees, or that goes into an image. */
function isMount(leaf: Leaf): boolean {
  return mountKey.test(`${leaf.key.name} ${leaf.parent?.name ?? ''}`);
}

const mountKey = /mount|volume|\bbinds?\b|host_?path|^(build_?)?context\b/u;

const writesBySql =
  /\bcopy\b[^;]{0,2000}\bto\b|\binto\s{1,4}(outfile|dumpfile)\b|\bvacuum\s{1,4}into\b|\bexport\s{1,4}database\b|\bwritefile\s{0,4}\(/iu;

function isSame(code: Carried, value: string | number | boolean | null): boolean {
  return code.kind !== 'argv' && code.text === value;
}

/** Tools that say which files there are. */
const listing = ['list', 'ls', 'exists', 'stat', 'glob', 'tree', 'info', 'metadata', 'cd', 'chdir'];
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
  visit(text: string, certain: boolean, writes = false, mounts = false): void {
    if (this.found !== null || text.length > 4096 || text.includes('\n')) return;
    if (!certain && (/\s/u.test(text) || !/[./\\~]|countersign/iu.test(text))) return;
    if (/^(https?|wss?):/iu.test(text)) return;
    for (const path of pathsOf(text)) {
      const at = this.#own.at(path, this.#folders);
      if (at === 'secret' && !(this.#lists && !writes))
        this.found = 'touches a secret of the approval system';
      else if (at === 'safeguard' && (writes || !this.#passive) && this.#changesFiles(certain))
        this.found = 'changes a safeguard of the approval system';
      else if ((this.#takes || mounts) && this.#takesOwn(path, certain))
        this.found = 'takes along a folder that holds files of the approval system';
    }
  }

  #takesOwn(path: string, certain: boolean): boolean {
    return (certain || /^[/~.]/u.test(path)) && this.#own.above(path, this.#folders) === 'secret';
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
    /^(from|to|old|new|output|out|save_as|key|object_key|link|symlink|alias)$|path|file|dir|folder|uri|url|src|source|dest|target|mount|volume|bind|root|database|db$/u.test(
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
function setsSwitch(leaf: Leaf, own: OwnGuard, facts: CallFacts): boolean {
  const setsAll =
    says(facts, 'dotenv', 'environment', 'variables') &&
    says(facts, 'set', 'write', 'update', 'add');
  if (setsAll && own.steers(leaf.key.name)) return true;
  const around = `${leaf.parent?.name ?? ''} ${leaf.key.name}`;
  const isEnvironment = /\benv|environ|variables/u.test(around);
  if (!isEnvironment) return false;
  if (leaf.parent !== null && own.steers(leaf.key.name) && leaf.owner !== null) return true;
  if (/^(name|key|variable)$/u.test(leaf.key.name) && own.steers(String(leaf.value))) return true;
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
  if (
    isScreenCall(facts) ||
    says(facts, 'browser', 'page', 'playwright', 'puppeteer', 'chrome', 'selenium', 'webdriver')
  )
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
  return sends || says(facts, 'graphql') || !isPassive(facts.effect);
}

/** Host and port given apart. */
function hasOwnPort(leaves: readonly Leaf[], own: OwnGuard): boolean {
  const port = leaves.find(
    leaf => /^(\w{1,20}_)?port$/u.test(leaf.key.name) && own.isPort(String(leaf.value)),
  )?.value;
  if (port === undefined || port === null) return false;
  const host = leaves.find(leaf =>
    /^(\w{1,20}_)?(host|hostname|server|address)$/u.test(leaf.key.name),
  )?.value;
  return typeof host !== 'string' || own.reaches(`${host}:${port}`);
}

/** The file that is written may be run. */
function writesScript(leaves: readonly Leaf[]): boolean {
  return leaves.some(
    leaf =>
      typeof leaf.value === 'string' &&
      (leaf.key.roles & role.path) !== 0 &&
      (mayRunContent(leaf.value) ||
        /\.(sh|bash|zsh|py|[cm]?js|rb|pl|php|ps1|bat|cmd|lua|ipynb)$/iu.test(leaf.value)),
  );
}

/** The file that is written gives programs their environment. */
function writesSettings(leaves: readonly Leaf[]): boolean {
  return leaves.some(
    leaf =>
      typeof leaf.value === 'string' &&
      (leaf.key.roles & role.path) !== 0 &&
      givesEnvironment(leaf.value),
  );
}
