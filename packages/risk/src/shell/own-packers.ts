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
  vercel: /^(deploy)?$/u,
  fly: /^deploy$/u,
  flyctl: /^deploy$/u,
  gcloud: /^(app|run|functions) deploy$|^builds submit$/u,
  railway: /^up$/u,
  eb: /^deploy$/u,
  heroku: /^container:push$/u,
  netlify: /^deploy$/u,
  wrangler: /^((pages )?(deploy|publish))$/u,
  firebase: /^deploy$/u,
  serverless: /^(deploy|package)$/u,
  sls: /^(deploy|package)$/u,
  surge: /^(?!list$|login$|logout$|teardown$|whoami$)/u,
  'gh-pages': /^/u,
  modal: /^deploy$/u,
  hf: /^upload$/u,
  'huggingface-cli': /^upload$/u,
  'web-ext': /^(build|sign)$/u,
  asar: /^(pack|p)$/u,
  composer: /^archive$/u,
  hatch: /^(build|publish)$/u,
  helm: /^package$/u,
  pack: /^build$/u,
  nixpacks: /^build$/u,
  kaniko: /^/u,
  executor: /^$/u,
  // These hand the folder out to anyone who asks.
  caddy: /^file-server$/u,
  'live-server': /^/u,
  'browser-sync': /^start$/u,
  sirv: /^/u,
  'static-web-server': /^/u,
  'simple-http-server': /^/u,
  httpd: /^/u,
  dufs: /^/u,
  filebrowser: /^/u,
  updog: /^/u,
  goshs: /^/u,
  twistd: /^(-n )?(web|ftp)$/u,
  python: /^(pyftpdlib|twisted web|uploadserver)$/u,
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
  if (has('--dry-run') || has('--help') || (words[count - 1] === 'up' && !has('--build')))
    return [];
  const named = /^(docker|podman|docker-compose)$/u.test(program)
    ? '.'
    : (folderOption(args) ??
      folderAmong(isVerb.test(verbs?.source ?? '') ? words.slice(count) : words) ??
      '.');
  return [{ text: joined(cwd, named), tree: true, usual: true }];
}

/** The pattern spells a word; without one, the first word is the folder already. */
const isVerb = /^\^\(?\(?[a-z]/u;

const folderOptions =
  /^(--(dir|public|path|source|context|root|directory|cwd|project)|-[drhp])(?:=(?:dir:\/\/)?(.+))?$/u;

/** `netlify deploy --dir=.`, `kaniko --context dir:///srv/app`. */
function folderOption(args: readonly Value[]): string | undefined {
  for (const [at, { text }] of args.entries()) {
    const found = folderOptions.exec(text);
    const value = found?.[3] ?? args[at + 1]?.text.replace(/^dir:\/\//u, '');
    if (found !== null && value !== undefined && /^[./~]|^[a-z][\w/-]*$/iu.test(value))
      return value;
  }
  return undefined;
}

/** Its last word that is no number: `live-server dist`, `hf upload me/model .`. */
function folderAmong(words: readonly string[]): string | undefined {
  return words.findLast(word => word !== '' && !/^[\d:.]*\d$/u.test(word));
}

/** A path as it stands from the folder that a program runs in. */
export function joined(base: string, path: string): string {
  if (base === '.' || /^([/~$%@]|[a-z][a-z0-9+.-]{1,20}:)/iu.test(path)) return path;
  return `${base}/${path}`;
}
