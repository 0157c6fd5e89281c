import type { OwnGuard } from '../own/own-guard.ts';
import { type CallFacts, says } from './call-facts.ts';
import { role } from './parameter-key.ts';
import type { Leaf } from './survey.ts';

// Folders of the approval system, as the parameters of tools name them.

interface CallOnFolders {
  readonly facts: CallFacts;
  readonly leaves: readonly Leaf[];
  readonly own: OwnGuard;
  readonly folders: readonly string[];
}

/** Unpacks what no one has read over a folder in which the policy lies. */
export function unpacksOver({ facts, leaves, own, folders }: CallOnFolders): boolean {
  const unpacks = says(facts, 'unzip', 'extract', 'unpack', 'untar', 'decompress');
  const builds =
    says(facts, 'build') && says(facts, 'docker', 'podman', 'buildx', 'image', 'container');
  if (!unpacks && !builds) return false;
  return leaves.some(
    leaf =>
      typeof leaf.value === 'string' &&
      isDestination(leaf) &&
      own.above(leaf.value, folders) !== null,
  );
}

/** A stash that is given by its digest, and not the one that was just put away. */
export function appliesUnseen({ facts, leaves, own, folders }: CallOnFolders): boolean {
  return (
    says(facts, 'stash') &&
    leaves.some(({ value }) => typeof value === 'string' && /^[0-9a-f]{7,64}$/u.test(value)) &&
    own.above('./.', folders) !== null
  );
}

/**
 * Calls that hand a folder out, or put it where others reach it. Such a call asks anyway. This finding makes the card
 * say what is in the folder.
 */
export function handsOutOwn({ facts, leaves, own, folders }: CallOnFolders): boolean {
  const serves =
    says(facts, 'deploy', 'serve', 'host') || (says(facts, 'http') && says(facts, 'server'));
  return (
    serves &&
    leaves.some(
      ({ key, value }) =>
        typeof value === 'string' &&
        folderKeys.test(key.name) &&
        own.above(value, folders) === 'secret',
    )
  );
}

const searching = /^(no_?ignore|unrestricted|include_?(ignored|hidden)|hidden|search_hidden)$/u;

/** A search for words that also looks into what git ignores, or a pattern that spells a secret of ours. */
export function searchesOwn({ facts, leaves, own, folders }: CallOnFolders): boolean {
  const opens = says(
    facts,
    'read',
    'grep',
    'cat',
    'open',
    'content',
    'contents',
    'search',
    'index',
    'embed',
  );
  if (!opens) return false;
  const patterns = leaves.filter(({ key }) =>
    /^(pattern|patterns|glob|globs|include)$/u.test(key.name),
  );
  if (
    says(facts, 'read', 'cat', 'open') &&
    patterns.some(({ value }) => typeof value === 'string' && own.at(value, folders) === 'secret')
  )
    return true;
  return (
    leaves.some(({ key, value }) => searching.test(key.name) && value === true) &&
    leaves.some(
      ({ key, value }) =>
        typeof value === 'string' &&
        /^(path|root|dir|directory|folder|cwd)$/u.test(key.name) &&
        own.above(value, folders) === 'secret',
    )
  );
}

/** `git_restore {"source": "HEAD~9", "path": "."}` and its like: a version of the policy that was in force once. */
export function restoresOwn({ facts, leaves, own, folders }: CallOnFolders): boolean {
  if (!says(facts, 'git', 'checkpoint', 'snapshot', 'version', 'history')) return false;
  if (!says(facts, 'restore', 'checkout', 'revert', 'rollback')) return false;
  return leaves.some(
    ({ key, parent, value }) =>
      typeof value === 'string' &&
      /path|file|dir|folder/u.test(`${key.name} ${parent?.name ?? ''}`) &&
      (own.at(value, folders) !== null || own.above(value, folders) !== null),
  );
}

const folderKeys =
  /^(dir|directory|folder|base(_?(dir|path|folder))?|root|cwd|parent|path|location|prefix|work(ing)?_?dir(ectory)?)$/u;

const nameKeys =
  /^(name|file|file_?name|base_?name|relative(_?path)?|sub_?path|child|entry|object|document|key)$/u;

const mostPairs = 64;

/** A folder and a name that are given apart. */
export function joinedPaths(leaves: readonly Leaf[]): readonly string[] {
  const texts = leaves.filter(({ value }) => typeof value === 'string' && value.length < 1024);
  const names = texts.filter(({ key }) => nameKeys.test(key.name));
  return texts
    .filter(({ key }) => folderKeys.test(key.name))
    .flatMap(folder =>
      names
        .filter(({ owner }) => owner === folder.owner)
        .map(name => `${String(folder.value)}/${String(name.value)}`),
    )
    .slice(0, mostPairs);
}

/** Lines of a manifest that name a folder of the machine. A path from the project is everyday work. */
const mounted =
  /(?:\bpath|\bsource|\bsrc|\bdevice|\bhostPath)["']?\s{0,4}[:=]\s{0,4}["']?([/~][^\s"',}]{0,500})|["'\s-]([/~][^\s"':,]{0,500}):\//gu;

export function mountsOwn({ leaves, own, folders }: CallOnFolders): boolean {
  return leaves.some(
    ({ value }) =>
      typeof value === 'string' &&
      mountsOf(value).some(path => own.above(path, folders) === 'secret'),
  );
}

function mountsOf(text: string): readonly string[] {
  const plain = text.slice(0, 65_536);
  if (!plain.includes('\n') || !/hostPath|volumes?\b|mounts?\b|\bbind\b/u.test(plain)) return [];
  return [...plain.matchAll(mounted)].slice(0, 200).map(([, named, bound]) => named ?? bound ?? '');
}

export function isDestination(leaf: Leaf): boolean {
  return (
    (leaf.key.roles & role.destination) !== 0 ||
    /^(dest(ination)?(_?(path|file|dir|folder))?|out(put)?(_?(path|file|dir|folder))?|save_(as|to|path|file)|download_(path|to|dir)|to_(path|file)|target_(path|file)|write_to)$/u.test(
      leaf.key.name,
    )
  );
}
