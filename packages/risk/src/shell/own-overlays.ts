import { pathsOfPatch } from '../action/file-paths.ts';
import { isOwnPath } from './own-operands.ts';
import { type Call, describe, type Scope } from './scope.ts';
import { isKnown, literal, UNKNOWN, type Value } from './value.ts';

/** What a call lays over a folder, and where it comes from. */
interface Overlay {
  readonly folder: string;
  /** Null where it comes from an unseen input. */
  readonly source: string | null;
}

/**
 * Looks at calls that lay other files over a folder in which a safeguard of ours lies. Another version from git
 * certainly replaces the safeguard. The content of an archive, a patch or a copied folder from outside the project is
 * unknown, so a person is asked.
 */
export function assessOverlay(call: Call, scope: Scope): void {
  const holds = (folder: string): boolean =>
    scope.own.above(scope.path(literal(folder)).text, scope.folders) !== null;
  if (restoredBy(call).some(folder => holds(folder) || isOwnPath(scope, literal(folder)))) {
    scope.find(
      'policy_tampering',
      'critical',
      describe(call, 'puts another version of the policy in its place'),
    );
    return;
  }
  if (patchedBy(call).some(path => isOwnPath(scope, literal(path)))) {
    scope.find('policy_tampering', 'critical', describe(call, 'patches the policy'));
    return;
  }
  const overlay = overlayOf(call);
  if (overlay !== null && isFromOutside(overlay.source) && holds(overlay.folder))
    scope.find('policy_tampering', 'high', describe(call, 'may put another policy in its place'));
}

/** The files that a patch on the input changes, with and without their first folder. */
function patchedBy({ program, args, stdin }: Call): readonly string[] {
  const [verb, ...rest] = args.map(({ text }) => text);
  // What is put into the index as a path is what the next checkout writes.
  if (program === 'git' && verb === 'update-index') return rest.flatMap(word => word.split(','));
  const isPatching =
    program === 'patch' ||
    (program === 'git' && args.some(({ text }) => text === 'apply' || text === 'am'));
  if (!isPatching || stdin === null) return [];
  return pathsOfPatch(stdin.text).flatMap(path => [path, path.replace(/^[^/]+\//u, '')]);
}

function isFromOutside(source: string | null): boolean {
  return source === null || source.includes(UNKNOWN) || /^([/~]|\.\.\/|[\w.@-]{2,}:)/u.test(source);
}

/** The folders whose files a command of git or Mercurial takes from another version. */
function restoredBy({ program, args }: Call): readonly string[] {
  const words = args.map(({ text }) => text);
  if (program === 'hg') return revertedBy(words);
  if (program !== 'git') return [];
  const at = words.findIndex(word => /^(checkout|restore|read-tree|checkout-index)$/u.test(word));
  const verb = words[at];
  const rest = words.slice(at + 1);
  if (verb === 'read-tree') return rest.some(word => /^(-u|--reset)$/u.test(word)) ? ['.'] : [];
  if (verb === 'checkout-index')
    return rest.some(word => /^(-[a-z]*a[a-z]*|--all)$/u.test(word)) ? ['.'] : [];
  const plain = rest.filter(word => !word.startsWith('-'));
  if (verb === 'restore') {
    const option = rest.findIndex(word => /^(-s|--source)$/u.test(word));
    const hasSource = option >= 0 || rest.some(word => /^(-s.|--source=)/u.test(word));
    return hasSource
      ? plain.filter(word => word !== rest[option + 1] || option < 0).map(folderOf)
      : [];
  }
  if (verb !== 'checkout' || plain.length < 2) return [];
  return plain.slice(1).map(folderOf);
}

/** `hg revert -r 3 --all`. */
function revertedBy(words: readonly string[]): readonly string[] {
  const at = words.findIndex(word => /^(-r|--rev|-d|--date)$/u.test(word));
  const isOther = at >= 0 || words.some(word => /^(-r.|--rev=)/u.test(word));
  if (words[0] !== 'revert' || !isOther) return [];
  const plain = words.slice(1).filter((word, i) => !word.startsWith('-') && i !== at);
  return words.some(word => /^(-a|--all)$/u.test(word)) ? ['.'] : plain.map(folderOf);
}

/** `:/` is the root of the repository. A wildcard reaches every folder below. */
function folderOf(pathspec: string): string {
  const plain = pathspec.replace(/^:(\([a-z,]{0,60}\)|\/)/u, './');
  return /[*?[]/u.test(plain) ? plain.replace(/[^/]*[*?[].*$/u, '') || '.' : plain;
}

/** The words of a call, as the rows below read them. */
interface Words {
  readonly all: readonly string[];
  readonly plain: readonly string[];
  /** The file behind the input; null where it comes from the network. */
  readonly input: string | null;
  /** The same, and null also where another program delivers unseen content. */
  readonly archive: string | null;
}

function overlayOf({ program, args, stdin }: Call): Overlay | null {
  const all = args.map(({ text }) => text);
  const words: Words = {
    all,
    plain: all.filter(word => !word.startsWith('-')),
    input: stdin?.file ?? (stdin?.origins.has('network') ? null : '.'),
    archive: archiveOf(stdin),
  };
  const read = overlays.get(program);
  return read === undefined ? copied(program, words) : read(words);
}

function archiveOf(stdin: Value | null): string | null {
  if (stdin === null) return '.';
  return stdin.file ?? (isKnown(stdin) ? '.' : null);
}

/** The value of an option, behind it or joined to it. */
function after({ all }: Words, ...names: readonly string[]): string | undefined {
  for (const [at, word] of all.entries()) {
    if (names.includes(word)) return all[at + 1];
    const joined = names.find(name => word.startsWith(name.startsWith('--') ? `${name}=` : name));
    if (joined !== undefined && word.length > joined.length)
      return word.slice(joined.length).replace(/^=/u, '');
  }
  return undefined;
}

function untarred(words: Words): Overlay | null {
  const { all } = words;
  const isUnpacking =
    /^-?[a-zA-Z]*x|^--(extract|get)$/u.test(all[0] ?? '') || all.includes('--extract');
  const archive = all.find(word => /\.(tar|tgz|tbz2?|txz|zip|gz|xz|zst|bz2)$/u.test(word));
  return isUnpacking
    ? { folder: after(words, '-C', '--directory') ?? '.', source: archive ?? words.archive }
    : null;
}

function unpacked7z(words: Words): Overlay | null {
  const [verb = '', archive = null] = words.plain;
  return /^[xe]$/u.test(verb) ? { folder: after(words, '-o') ?? '.', source: archive } : null;
}

/** `docker build -o .`: what the build made comes into the folder. */
function built(words: Words): Overlay | null {
  if (!words.plain.some(word => /^(build|bud|bake)$/u.test(word))) return null;
  const output = after(words, '-o', '--output', '--dest');
  if (output === undefined || output === '-') return null;
  const folder = /(?:^|,)dest=([^,]+)/u.exec(output)?.[1] ?? (output.includes('=') ? null : output);
  return folder === null ? null : { folder, source: null };
}

/** `aws s3 sync s3://bucket .`: what lies elsewhere comes into the folder. */
function synced({ all, plain }: Words): Overlay | null {
  const isWhole =
    plain.some(word => /^(sync|rsync|copy)$/u.test(word)) ||
    all.some(word => /^(--recursive|-r|-R)$/u.test(word));
  const [source = '', folder = ''] = plain.slice(-2);
  return isWhole && /^[\w.-]{2,}:/u.test(source) && !/^[\w.-]{2,}:/u.test(folder)
    ? { folder, source: null }
    : null;
}

/** A template of another repository. Without a folder it comes into the present one. */
function scaffolded({ plain }: Words): Overlay {
  return { folder: plain[1] ?? '.', source: null };
}

/** `git pull /tmp/other` and `git merge FETCH_HEAD` bring a history that is not of this project's own remotes. */
function pulled([verb = '', source = '']: readonly string[]): Overlay | null {
  const isForeign =
    verb === 'pull'
      ? source !== '' && !/^(origin|upstream)$/u.test(source)
      : /^(merge|rebase|reset|checkout|cherry-pick)$/u.test(verb) && source === 'FETCH_HEAD';
  return isForeign ? { folder: '.', source: null } : null;
}

const overlays: ReadonlyMap<string, (words: Words) => Overlay | null> = new Map([
  ['tar', untarred],
  ['gtar', untarred],
  ['bsdtar', untarred],
  ['7z', unpacked7z],
  ['7za', unpacked7z],
  ['7zr', unpacked7z],
  [
    'unzip',
    words =>
      words.all.some(word => /^-[a-z]*[ltpz]/u.test(word))
        ? null
        : { folder: after(words, '-d') ?? '.', source: words.plain[0] ?? null },
  ],
  [
    'cpio',
    ({ all, archive }) =>
      all.some(word => /^(-[a-z]*i|--extract)/u.test(word))
        ? { folder: '.', source: archive }
        : null,
  ],
  [
    'patch',
    words => ({
      folder: after(words, '-d', '--directory') ?? '.',
      source: after(words, '-i', '--input') ?? words.plain[1] ?? words.input,
    }),
  ],
  [
    'git',
    ({ all, plain, input }) =>
      /^(apply|am)$/u.test(plain[0] ?? '') && !all.some(word => /^--(check|stat)$/u.test(word))
        ? { folder: '.', source: plain[1] ?? input }
        : pulled(plain),
  ],
  [
    'terraform',
    words => {
      const source = after(words, '-from-module', '--from-module');
      return words.plain[0] === 'init' && source !== undefined ? { folder: '.', source } : null;
    },
  ],
  [
    'copier',
    ({ plain }) =>
      /^(update|recopy)$/u.test(plain[0] ?? '') ? { folder: plain[1] ?? '.', source: null } : null,
  ],
  ['aws', synced],
  ['gsutil', synced],
  ['gcloud', synced],
  ['rclone', synced],
  ['azcopy', synced],
  ['s3cmd', synced],
  ['mc', synced],
  ['docker', built],
  ['podman', built],
  ['nerdctl', built],
  ['buildah', built],
  ['buildctl', built],
  ['depot', built],
  ['degit', scaffolded],
  ['tiged', scaffolded],
  ['giget', scaffolded],
  [
    'cookiecutter',
    words =>
      words.all.some(word => /^(-f|--overwrite-if-exists)$/u.test(word))
        ? { folder: after(words, '-o', '--output-dir') ?? '.', source: null }
        : null,
  ],
]);

/** `cp -r /tmp/x/. .` and `rsync -a /tmp/x/ ./` copy what is in the folder, under any name. */
function copied(program: string, { all, plain }: Words): Overlay | null {
  if (!/^(cp|rsync|scp|ditto|mv)$/u.test(program) || plain.length < 2) return null;
  const isWhole = all.some(word => /^(-[a-zA-Z]*T[a-zA-Z]*|--no-target-directory)$/u.test(word));
  const folder = plain.at(-1) ?? '.';
  const source = plain.slice(0, -1).find(word => isWhole || /\/(\.|\*)?$/u.test(word));
  return source === undefined ? null : { folder, source };
}
