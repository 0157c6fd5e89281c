import { splitWords } from '../action/words.ts';
import { UNKNOWN } from './value.ts';

/** Where a path leads, as far as its text says. */
type Place =
  | 'project'
  | 'temp'
  | 'home'
  | 'system'
  | 'device'
  | 'sink'
  | 'outside'
  | 'root'
  | 'unknown';

/** A path made absolute or relative to the project, without `.` and `..`. */
export interface Path {
  readonly text: string;
  readonly segments: readonly string[];
  readonly place: Place;
  /** True if `..` stood after a name: a link may lead elsewhere than the text says. */
  readonly turns: boolean;
}

const projectRoots =
  'workspace workspaces work repo repos git project projects app build builds code src checkout checkouts source sources ws'.split(
    ' ',
  );
/** On a drive of Windows `dev` is a folder like any other. */
const driveRoots = new Set([...projectRoots, 'dev']);
const systemRoots = new Set(
  'etc usr boot lib lib32 lib64 bin sbin sys proc System Library Windows'.split(' '),
);
const sinks = new Set('null stdout stderr stdin tty fd zero full random urandom shm'.split(' '));

/** Resolves a path as the shell would see it from `cwd`, which is relative to the project or absolute. */
export function resolvePath(text: string, cwd: string): Path {
  const given = text
    .slice(0, 4096)
    .replaceAll('\\', '/')
    .replace(/^file:\/\//u, '');
  const isAnchored = given.startsWith('/') || given.startsWith('~') || /^[A-Za-z]:\//u.test(given);
  const whole = isAnchored ? given : `${cwd}/${given}`;
  const anchored = whole.startsWith('/');
  const segments: string[] = [];
  let turns = false;
  for (const segment of whole.split('/')) {
    if (segment === '' || segment === '.') continue;
    const last = segments.at(-1);
    if (segment !== '..') segments.push(segment);
    else if (last !== undefined && last !== '..' && !last.startsWith('~')) {
      segments.pop();
      turns = true;
    } else if (!anchored || last !== undefined) segments.push(segment);
  }
  const place = placeOf(segments, anchored);
  const absolute = anchored ? `/${segments.join('/')}` : segments.join('/') || '.';
  return { text: absolute, segments, place, turns };
}

function placeOf(segments: readonly string[], anchored: boolean): Place {
  const [first] = segments;
  if (first?.includes(UNKNOWN)) return 'unknown';
  const rows = anchored ? anchoredPlaces : relativePlaces;
  const found = rows.find(([fits]) => fits(segments))?.[1] ?? (anchored ? 'outside' : 'project');
  return typeof found === 'string' ? found : found(segments);
}

type Segments = readonly string[];
type PlaceRow = readonly [
  fits: (segments: Segments) => boolean,
  place: Place | ((segments: Segments) => Place),
];

/** Where a path from the root leads. In order; the first row that fits decides. */
const anchoredPlaces: readonly PlaceRow[] = [
  [([first]) => first === undefined, 'root'],
  [([first]) => first === 'tmp', ([, second]) => (second === undefined ? 'outside' : 'temp')],
  [
    ([first, second]) => (first === 'var' || first === 'private') && second === 'tmp',
    ({ length }) => (length > 2 ? 'temp' : 'outside'),
  ],
  [([first]) => first === 'dev', ([, second]) => (sinks.has(second ?? '') ? 'sink' : 'device')],
  [([first, second, third]) => first === 'usr' && second === 'local' && third === 'src', 'outside'],
  [([first]) => systemRoots.has(first ?? ''), 'system'],
  [
    ([first]) => projectRoots.includes(first ?? ''),
    ({ length }) => (length > 1 ? 'project' : 'outside'),
  ],
  [([first]) => first === 'home' || first === 'Users' || first === 'root', 'home'],
];

const relativePlaces: readonly PlaceRow[] = [
  [([first]) => first === undefined, 'project'],
  [([first]) => first === '..', 'outside'],
  [([first]) => first?.startsWith('~') === true, 'home'],
  [([first]) => /^[A-Za-z]:$/u.test(first ?? ''), placeOnDrive],
];

/** A path behind the letter of a drive. */
function placeOnDrive([, second = '', ...rest]: Segments): Place {
  if (/^windows$/iu.test(second)) return 'system';
  if (/^users$/iu.test(second)) return rest.length > 1 ? 'home' : 'outside';
  return rest.length > 0 && driveRoots.has(second.toLowerCase()) ? 'project' : 'outside';
}

/** Matches whole segments against a pattern with `*` in a segment and `**` across segments. */
function matchesPattern(segments: readonly string[], pattern: string): boolean {
  const wanted = pattern.split('/').filter(part => part !== '' && part !== '.');
  if (wanted.length === 0 || wanted.length > 32 || segments.length > 256) return false;
  // Row by row: which numbers of segments the pattern so far can have consumed.
  let reachable = new Set([0]);
  for (const part of wanted) {
    const next = new Set<number>();
    for (const at of reachable) {
      if (part === '**') for (let i = at; i <= segments.length; i++) next.add(i);
      else if (at < segments.length && matchesSegment(segments[at] ?? '', part)) next.add(at + 1);
    }
    reachable = next;
  }
  return reachable.has(segments.length);
}

/** Wildcard match of one name: `*` any stretch, `?` one character. Linear with one step back. */
export function matchesSegment(name: string, pattern: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let i = 0; i < name.length; ) {
    const wanted = pattern.charAt(at);
    if (wanted === '*') {
      star = at++;
      resume = i;
    } else if (at < pattern.length && (wanted === '?' || wanted === name.charAt(i))) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++resume;
    } else return false;
  }
  while (pattern.charAt(at) === '*') at++;
  return at === pattern.length;
}

/**
 * True if the path may be removed because it can be made again: it matches a pattern of the settings inside
 * the project or the home directory, or names something under the temporary directory.
 */
export function isRebuildable(path: Path, patterns: readonly string[]): boolean {
  if (path.turns || path.text.includes(UNKNOWN)) return false;
  if (path.place === 'temp') return hasName(path.segments[path.segments.indexOf('tmp') + 1] ?? '');
  if (path.place !== 'project' && path.place !== 'home') return false;
  if (path.segments.length === 0) return false;
  // A wildcard may only stand where the pattern is already decided, or below it.
  if (patterns.some(pattern => matchesPattern(path.segments, pattern))) return true;
  return path.place === 'project' && path.segments.some(namesCache);
}

/** `cache_compilation`, `webpack-cache`, `sortie_build`: a folder of the project that says itself that it is made again. */
function namesCache(segment: string): boolean {
  const words = splitWords(segment);
  if (words.length < 2 || words.some(word => kept.has(word)) || /[*?]/u.test(segment)) return false;
  return cacheWords.has(words[0] ?? '') || outputWords.has(words.at(-1) ?? '');
}

const cacheWords: ReadonlySet<string> = new Set('cache caches tmp temp'.split(' '));
const outputWords: ReadonlySet<string> = new Set('cache caches tmp temp build builds'.split(' '));
const kept: ReadonlySet<string> = new Set(
  `backup backups data db database prod production live customer customers user users key keys secret secrets config state archive
  upload uploads release releases last final signed`.split(/\s+/),
);

/** True if a name with wildcards still names something: `acme-*` does, `*` and `.*` do not. */
function hasName(segment: string): boolean {
  return segment.replace(/[*?.[\]]/gu, '').length >= 2;
}
