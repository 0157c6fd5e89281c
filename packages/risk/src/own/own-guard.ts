import { matchesSegment } from '../shell/paths.ts';
import { findOrigins, type OwnOrigin, readOrigin } from './own-origins.ts';
import { defaultOwnPlaces, type OwnPlaces } from './own-places.ts';
import { fold, type PathOrigin, pathForms } from './path-forms.ts';

/** `secret` must not be read or written, `safeguard` must not be written. */
export type Protection = 'secret' | 'safeguard';

interface Place {
  readonly segments: readonly string[];
  readonly protection: Protection;
}

type Relation = 'inside' | 'above' | null;

/** Answers whether a path, an address or a variable is one of our own. */
export class OwnGuard {
  readonly #places: readonly Place[];
  readonly #origins: readonly OwnOrigin[];
  readonly #environment: readonly string[];
  readonly #home: string | null;
  /** Where a relative path starts for which an action names no folder. */
  readonly folder: string | null;
  /** The last names of the places, by which code may mention them. */
  readonly names: readonly string[];

  constructor(places: OwnPlaces = defaultOwnPlaces) {
    const { home } = places;
    const from: PathOrigin = { folders: [], home, process: null };
    const listed = (paths: readonly string[], protection: Protection): Place[] =>
      paths
        .flatMap(path => pathForms(path, from))
        .filter(segments => segments.length > 1)
        .map(segments => ({ segments, protection }));
    this.#places = [
      ...listed([...places.secrets, ...places.sockets, ...defaultOwnPlaces.secrets], 'secret'),
      ...listed(places.safeguards, 'safeguard'),
    ];
    this.#origins = [...new Set([...places.origins, ...defaultOwnPlaces.origins])].flatMap(
      origin => readOrigin(origin) ?? [],
    );
    this.#environment = [...places.environment, ...defaultOwnPlaces.environment].map(name =>
      name.toUpperCase(),
    );
    this.#home = home;
    this.folder = places.folder;
    const last = this.#places.map(({ segments }) => segments.at(-1) ?? '');
    const known = ['countersign', 'sign-ins', 'server-secret', 'webhook-key'];
    this.names = [...new Set([...known, ...last])].filter(name => name.length >= 2);
  }

  /** What protects the path itself; the most exact place decides. */
  at(text: string, folders: readonly string[] = []): Protection | null {
    return this.#find(text, folders, 'inside');
  }

  /** What is protected below the path, where the path is a folder above it. */
  above(text: string, folders: readonly string[] = []): Protection | null {
    return this.#find(text, folders, 'above');
  }

  #find(text: string, folders: readonly string[], wanted: Relation): Protection | null {
    if (text === '' || text.length > 4096 || text.includes('\n')) return null;
    const started = folders.length > 0 ? folders : this.folder === null ? [] : [this.folder];
    const from = { folders: started, home: this.#home, process: this.folder };
    let found: Protection | null = null;
    for (const path of pathForms(text, from)) {
      const protection =
        wanted === 'inside' ? this.#protectionAt(path) : this.#protectionBelow(path);
      if (protection === 'secret') return 'secret';
      found ??= protection;
    }
    return found;
  }

  #protectionAt(path: readonly string[]): Protection | null {
    let exact: Place | null = null;
    for (const place of this.#places) {
      if (relate(path, place.segments) !== 'inside' && !takesEveryEnding(path, place.segments))
        continue;
      const isCloser = exact === null || place.segments.length > exact.segments.length;
      const isGraver =
        place.segments.length === exact?.segments.length && place.protection === 'secret';
      if (isCloser || isGraver) exact = place;
    }
    // A listed safeguard may lie in a folder of secrets. A wildcard may mean its neighbours too.
    if (exact !== null && (exact.protection === 'secret' || !isWild(path))) return exact.protection;
    return knownByName(path) ?? exact?.protection ?? null;
  }

  #protectionBelow(path: readonly string[]): Protection | null {
    if (ownName(path.at(-1) ?? '') === folderOfOwn) return 'secret';
    let found: Protection | null = null;
    for (const { segments, protection } of this.#places) {
      if (relate(path, segments) !== 'above') continue;
      if (protection === 'secret') return 'secret';
      found = protection;
    }
    return found;
  }

  /** True if the text has an address at which our own API answers. */
  reaches(text: string): boolean {
    return findOrigins(text, this.#origins) || findOrigins(withNumbers(text), this.#origins);
  }

  /** True if the text has the last name of one of our places. */
  isMentioned(text: string): boolean {
    const plain = fold(text);
    return this.names.some(name => plain.includes(name));
  }

  /** True if the number is the port of one of our origins on this machine. */
  isPort(text: string): boolean {
    return this.portIn(text) !== null;
  }

  /** One of our ports that is the number, or lies in a range such as `7310-7320`. */
  portIn(text: string): string | null {
    const found = /^0{0,8}(\d{1,5})(?:[-:]0{0,8}(\d{1,5}))?$/u.exec(text);
    if (found === null) return null;
    const low = Number(found[1]);
    const high = Number(found[2] ?? low);
    const own = this.#origins.find(({ port, isLocal }) => isLocal && port >= low && port <= high);
    return own === undefined ? null : String(own.port);
  }

  /** True for a variable that steers the product. */
  steers(name: string): boolean {
    const upper = name.toUpperCase();
    return this.#environment.some(own =>
      own.endsWith('*') ? upper.startsWith(own.slice(0, -1)) : upper === own,
    );
  }
}

/** `'http://localhost:' + str(7319) + '/v1'` and its like, put together. */
function withNumbers(text: string): string {
  return text
    .slice(0, 65_536)
    .replaceAll(
      /:["'`]\s{0,4}[+.]\s{0,4}(?:str|String|to_s|strval)?\s{0,2}\(?\s{0,2}(\d{2,5})\s{0,2}\)?(?:\s{0,4}[+.]\s{0,4}["'`])?|:\$?\{\s{0,2}(\d{2,5})\s{0,2}\}/gu,
      (_, joined?: string, filled?: string) => `:${joined ?? filled ?? ''}`,
    );
}

// A brace ends the search for a comma, so that a row of braces takes no time squared.
const wildcard = /[*?[]|\{[^{}]{0,2000},/u;

function isWild(path: readonly string[]): boolean {
  return path.some(segment => wildcard.test(segment));
}

/** How a path, perhaps with wildcards, lies to a place. */
function relate(path: readonly string[], place: readonly string[], stars = 3): Relation {
  if (path.length === 0) return null;
  for (const [at, wanted] of place.entries()) {
    const segment = path[at];
    if (segment === undefined) return 'above';
    if (segment === '**') {
      const rest = path.slice(at + 1);
      if (rest.length === 0) return 'inside';
      if (stars === 0) return 'inside';
      for (let skip = at; skip < place.length; skip++)
        if (relate(rest, place.slice(skip), stars - 1) === 'inside') return 'inside';
      return null;
    }
    if (!matchesName(segment, wanted)) return null;
  }
  return 'inside';
}

/** A wildcard alone says nothing about a hidden name, as in a shell. */
function matchesName(segment: string, name: string): boolean {
  if (segment === name) return true;
  if (!wildcard.test(segment)) return isSidecar(segment, name);
  return alternativesOf(segment).some(pattern => matchesPattern(pattern, name));
}

function matchesPattern(pattern: string, name: string): boolean {
  if (!wildcard.test(pattern)) return pattern === name || isSidecar(pattern, name);
  if (name.startsWith('.') && /^[*?]/u.test(pattern)) return false;
  return matchesSegment(name, pattern.replaceAll(/\[[^\]]{0,60}\]/gu, '?'));
}

const mostAlternatives = 256;

/** What `{a,b}` stands for. Where there are too many, it stands for anything. */
function alternativesOf(segment: string): readonly string[] {
  let open = [segment];
  for (let round = 0; round < 8; round++) {
    const next = open.flatMap(text => {
      const found = /\{([^{},]{0,200},[^{}]{0,2000})\}/u.exec(text);
      if (found === null) return [text];
      const after = text.slice(found.index + found[0].length);
      return (found[1] ?? '').split(',').map(part => text.slice(0, found.index) + part + after);
    });
    if (next.length > mostAlternatives) break;
    if (next.length === open.length) return next;
    open = next;
  }
  return [segment.replaceAll(/\{[^{},]{0,200},[^{}]{0,2000}\}/gu, '*')];
}

/** `countersign.db-wal` and `keys~` hold what `countersign.db` and `keys` hold. */
function isSidecar(segment: string, name: string): boolean {
  return (
    segment.startsWith(name) &&
    /^(-(wal|shm|journal)|~|\.(bak|old|orig|swp|tmp))$/u.test(segment.slice(name.length))
  );
}

const folderOfOwn = '.countersign';
const readable = /\.(ya?ml|cel|md|anchor|example)$/u;
const storeFile = /^countersign\.db([-.].{0,20})?$/u;
const dataFolder = /^countersign-data(-.{1,60})?$/u;
const secretFile = /[-.](server-secret|webhook-key)$/u;
const secretNames: ReadonlySet<string> = new Set(['sign-ins.json', 'edge-key.pem']);

/** The names that the product gives by itself, wherever they are. */
function knownByName(path: readonly string[]): Protection | null {
  const meant = path.map(segment => ownName(segment));
  const name = meant.at(-1) ?? '';
  // A wildcard that spells one of our names is there to find it.
  if (meant.some((segment, i) => segment !== path[i]))
    return readable.test(name) ? 'safeguard' : 'secret';
  if (storeFile.test(name)) return 'secret';
  if (meant.some(segment => dataFolder.test(segment))) return 'secret';
  if (secretFile.test(name) || isOtherProcess(path)) return 'secret';
  if (isInstalled(meant)) return 'safeguard';
  const at = meant.indexOf(folderOfOwn);
  if (at >= 0) {
    // The call names the folder to look at the policy in it. Other judges decide about calls that take the folder
    // along.
    return at === meant.length - 1 || readable.test(name) ? 'safeguard' : 'secret';
  }
  if (secretNames.has(name)) return 'secret';
  const lib = meant.indexOf('countersign');
  if (lib > 0 && /^(\.config|lib|\*{1,2})$/u.test(meant[lib - 1] ?? ''))
    return readable.test(name) ? 'safeguard' : 'secret';
  if (lib > 0 && meant[lib - 1] === 'etc') return readable.test(name) ? 'safeguard' : 'secret';
  return null;
}

/** The code of the product, where a package manager put it. */
function isInstalled(path: readonly string[]): boolean {
  return path.some(
    (segment, at) => segment === 'node_modules' && /^@?countersign$/u.test(path[at + 1] ?? ''),
  );
}

/** What `/proc` shows of another process, which may be ours. */
function isOtherProcess(path: readonly string[]): boolean {
  if (path[0] !== '' || path[1] !== 'proc' || /^(self|thread-self|\$\$)$/u.test(path[2] ?? ''))
    return false;
  const part = path[3] === 'task' ? path[5] : path[3];
  return part !== undefined && /^(environ|mem|fd|map_files)$|[*?]/u.test(part);
}

const ownNames = [
  folderOfOwn,
  'countersign',
  'countersign.db',
  'countersign-data',
  'countersign-data-keys',
  'sign-ins.json',
  'edge-key.pem',
];

/** A wildcard that spells three letters of such a name is taken to mean it. An ending such as `.json` spells nothing. */
function ownName(segment: string): string {
  if (!wildcard.test(segment)) return segment;
  for (const pattern of alternativesOf(segment)) {
    const spelled = pattern.replace(/^([*?.[\]]*)\.json$/u, '$1');
    if (spelled.replaceAll(/\[[^\]]{0,60}\]|[^a-z]/gu, '').length < 3) continue;
    const meant = ownNames.find(name => matchesPattern(pattern, name));
    if (meant !== undefined) return meant;
  }
  return segment;
}

/** `json` files at any depth below the home folder: everything with this ending, and the stored sign-ins among it. */
function takesEveryEnding(path: readonly string[], place: readonly string[]): boolean {
  const at = path.indexOf('**');
  if (at < 1 || place.at(-1) !== 'countersign') return false;
  return (
    relate(path.slice(0, at), place) === 'above' && matchesName(path.at(-1) ?? '', 'sign-ins.json')
  );
}
