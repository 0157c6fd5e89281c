import type { Leaf } from '../action/survey.ts';
import type { NameReading } from '../action/tool-name.ts';
import { hasAny } from '../action/words.ts';
import { isKnownProgram } from '../shell/program-names.ts';

const remoteWords: ReadonlySet<string> = new Set(
  `remote remotely host hosts node nodes machine machines instance instances vm vms server servers bastion fleet minion minions
  container pod box boxes on`.split(/\s+/),
);
const remoteVerbs: ReadonlySet<string> = new Set(
  'run exec execute invoke issue command cmd'.split(' '),
);
/**
 * Parameters with a general name that may hold a command line. A value that begins with a program is a command line.
 */
const lineKeys: ReadonlySet<string> = new Set(
  'line lines body input text what payload content data src source value exec run'.split(' '),
);

/** True if a text of such a tool is a command line, by its first word or by its marks. */
export function isCommandLine(leaf: Leaf, value: string): boolean {
  if (leaf.depth > 1 || !lineKeys.has(leaf.key.name)) return false;
  if (/^\s{0,20}#!\S{0,100}sh\b/u.test(value)) return true;
  const first =
    /^\s{0,20}(?:sudo\s{1,4}(?:-\S{1,20}\s{1,4}){0,4})?([\w./+-]{1,64})/u.exec(value)?.[1] ?? '';
  return (
    isKnownProgram(first.slice(first.lastIndexOf('/') + 1)) ||
    /[|;&]\s|[<>]\s?[/&]|\$\(/u.test(value)
  );
}

/** True if the tool hands a command line to another machine. */
export function runsElsewhere({ words }: NameReading): boolean {
  return hasAny(words, remoteVerbs) && hasAny(words, remoteWords);
}
