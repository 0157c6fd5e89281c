import type { JsonObject, JsonValue } from '@countersign/protocol/json';

const folderKeys: ReadonlySet<string> = new Set(
  'cwd workdir workingdir workingdirectory currentdir currentdirectory directory dir folder root rootdir projectroot workspace workspacefolder workspaceroot basedir basepath repopath repo path'.split(
    ' ',
  ),
);
const certain: ReadonlySet<string> = new Set(
  'cwd workdir workingdir workingdirectory currentdir currentdirectory'.split(' '),
);
const mostFolders = 4;

/** Members under which a tool takes the folder that it runs in. */
const holders: ReadonlySet<string> = new Set(
  'options opts config settings params parameters arguments args input request execoptions spawnoptions'.split(
    ' ',
  ),
);

/**
 * The folders from which relative paths of the action may start. A parameter that says where the tool runs decides. Any
 * other folder may be a decoy, which the tool does not read: the folder of the process stays among them.
 */
export function foldersOf(
  parameters: JsonObject,
  resource: string | null,
  ofProcess: string | null,
): readonly string[] {
  const found: string[] = [];
  const relative: string[] = [];
  let decides = false;
  const visit = (value: JsonValue, depth: number, parent: string): void => {
    if (typeof value !== 'object' || value === null || depth > 3) return;
    for (const [name, member] of Object.entries(value).slice(0, 200)) {
      const key = name.toLowerCase().replaceAll(/[^a-z]/gu, '');
      if (typeof member !== 'string') visit(member as JsonValue, depth + 1, key);
      else if (folderKeys.has(key) && isAbsolute(member)) {
        found.push(member);
        decides ||= certain.has(key) && (depth === 0 || (depth === 1 && holders.has(parent)));
      } else if (certain.has(key)) relative.push(member);
    }
  };
  visit(parameters, 0, '');
  if (resource !== null && isAbsolute(resource)) found.push(resource);
  const absolute = [...new Set(found)].slice(0, mostFolders);
  const started = relative.map(path => (ofProcess === null ? path : `${ofProcess}/${path}`));
  if (absolute.length === 0) return started.slice(0, mostFolders);
  return decides || ofProcess === null ? absolute : [...absolute, ofProcess];
}

function isAbsolute(text: string): boolean {
  return (
    text.length <= 4096 && !text.includes('\n') && /^([/~]|[A-Za-z]:[/\\]|file:\/\/\/)/u.test(text)
  );
}
