import type { Value } from './value.ts';

/** A word of a call that may name a file. */
export interface Operand {
  readonly text: string;
  /** The program takes everything below it along. */
  readonly tree: boolean;
  /** The program writes there, whatever else it does. */
  readonly written?: boolean;
  /** Everyday work takes such a folder along as well, so a person looks. */
  readonly usual?: boolean;
}

/** Programs that put a folder into a package or an image without naming it, by their first words. */
const packers: Readonly<Record<string, RegExp>> = {
  npm: /^(pack|publish)$/u,
  pnpm: /^(pack|publish)$/u,
  yarn: /^(pack|publish|npm publish)$/u,
  bun: /^(pm pack|publish)$/u,
  vercel: /^deploy$/u,
  sam: /^(build|package|deploy)$/u,
  vsce: /^(package|publish)$/u,
  cargo: /^(package|publish)$/u,
  docker: /^(compose (build|up)|buildx bake)$/u,
  podman: /^compose (build|up)$/u,
  'docker-compose': /^(build|up)$/u,
};

const valued =
  /^(--(filename|out|out-dir|pack-destination|dest|tag|access|registry|otp|filter|workspace|template-file)|-[owtf])$/u;

/** `yarn pack --filename /tmp/s.tgz`: the word belongs to the option before it. */
function isOptionValue(args: readonly Value[], word: Value): boolean {
  const at = args.indexOf(word);
  return at > 0 && valued.test(args[at - 1]?.text ?? '');
}

/** The folder that goes along whole. `up` builds only where it is told to. */
export function packedBy(
  program: string,
  args: readonly Value[],
  plain: readonly Value[],
  cwd: string,
): readonly Operand[] {
  const verbs = Object.hasOwn(packers, program) ? packers[program] : undefined;
  const words = plain.filter(word => !isOptionValue(args, word)).map(({ text }) => text);
  const count = [1, 2].find(length => verbs?.test(words.slice(0, length).join(' ')) === true);
  if (count === undefined) return [];
  const has = (option: string): boolean => args.some(({ text }) => text === option);
  if (has('--dry-run') || (words[count - 1] === 'up' && !has('--build'))) return [];
  const named = /^(docker|podman|docker-compose)$/u.test(program) ? '.' : (words[count] ?? '.');
  return /^([~/]|\.{1,2}(\/|$))/u.test(named)
    ? [{ text: joined(cwd, named), tree: true, usual: true }]
    : [];
}

/** A path as it stands from the folder that a program runs in. */
export function joined(base: string, path: string): string {
  if (base === '.' || /^([/~$%@]|[a-z][a-z0-9+.-]{1,20}:)/iu.test(path)) return path;
  return `${base}/${path}`;
}
