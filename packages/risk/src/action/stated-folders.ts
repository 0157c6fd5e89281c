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

/** The absolute folders from which the action says that its relative paths start. */
export function foldersOf(parameters: JsonObject, resource: string | null): readonly string[] {
  const found: string[] = [];
  const relative: string[] = [];
  const visit = (value: JsonValue, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 3) return;
    for (const [name, member] of Object.entries(value).slice(0, 200)) {
      const key = name.toLowerCase().replaceAll(/[^a-z]/gu, '');
      if (typeof member !== 'string') visit(member as JsonValue, depth + 1);
      else if (folderKeys.has(key) && isAbsolute(member)) found.push(member);
      else if (certain.has(key)) relative.push(member);
    }
  };
  visit(parameters, 0);
  if (resource !== null && isAbsolute(resource)) found.push(resource);
  const absolute = [...new Set(found)].slice(0, mostFolders);
  if (absolute.length > 0 || relative.length === 0) return absolute;
  return relative.slice(0, mostFolders);
}

function isAbsolute(text: string): boolean {
  return (
    text.length <= 4096 && !text.includes('\n') && /^([/~]|[A-Za-z]:[/\\]|file:\/\/\/)/u.test(text)
  );
}
