import { type Digest, sha256 } from '@countersign/protocol/crypto';
import { withoutNul } from './command.ts';

/**
 * What a command inherits by default: what programs need to find one another, a home, a language and a place for
 * temporary files. It lists what passes and not what is blocked, because the environment of an agent holds its
 * credentials (the key to this gate is one), and variables that make a harmless program run other code
 * (`LD_PRELOAD`, `NODE_OPTIONS`, `BASH_ENV`), whose names cannot all be listed.
 */
export const inheritedNames: readonly string[] = [
  'HOME',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'LC_MESSAGES',
  'LOGNAME',
  'PATH',
  'TERM',
  'TMPDIR',
  'TZ',
  'USER',
];

export interface EnvironmentChoice {
  /** More names to pass on, with the values they have. */
  readonly inherit?: readonly string[];
  /** Values of one's own. They win over what is inherited. */
  readonly set?: Readonly<Record<string, string>>;
}

/** What the command is given and, beside it, what may be said of that: names, and one digest of all names and values. */
interface Environment {
  readonly values: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  readonly digest: Digest;
}

export function chooseEnvironment(
  { inherit = [], set = {} }: EnvironmentChoice,
  present: Readonly<Record<string, string | undefined>>,
): Environment {
  const chosen = new Map<string, string>();
  for (const name of [...inheritedNames, ...inherit]) {
    const value = present[withoutNul('/env/inherit', name)];
    if (value !== undefined) chosen.set(name, value);
  }
  for (const [name, value] of Object.entries(set))
    chosen.set(withoutNul('/env/set', name), withoutNul('/env/set', value));
  const entries = [...chosen].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    values: Object.fromEntries(entries),
    names: entries.map(([name]) => name),
    digest: sha256(entries),
  };
}

const loaders =
  /^(LD_|DYLD_|BASH_|GIT_|PYTHON|PERL|RUBY|JAVA_|JDK_|_JAVA|NODE_|DOTNET_|COR_|CORECLR_)|^(ENV|IFS|SHELLOPTS|PS4|PROMPT_COMMAND|EDITOR|VISUAL|PAGER|BROWSER|CLASSPATH)$|_(COMMAND|OPTIONS|OPTS|PRELOAD|EDITOR|PAGER|ASKPASS)$/;

/** Names by which a program is made to run code that its command line does not show. */
export function mayLoadCode(names: readonly string[]): boolean {
  return names.some(name => loaders.test(name));
}
