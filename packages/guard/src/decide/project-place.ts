import type { ActionInput } from '@countersign/client';

/** Where the files of an action are: in the project, in a folder for temporary files, or elsewhere. */
type Place = 'project' | 'temporary' | 'outside' | 'none';

const temporary = [
  /^\/(?:private\/)?tmp\//u,
  /^\/(?:private\/)?var\/folders\//u,
  /^[a-z]:\/users\/[^/]+\/appdata\/local\/temp\//iu,
];
const patched =
  /^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$|^(?:---|\+\+\+) (?:[ab]\/)?(\S.*)$/gmu;

/** Whether an action on files stays in the project. The project is the folder in which the session began. */
export function placeOf({ target, parameters }: ActionInput, project: string): Place {
  if (!/^file\./u.test(target.tool_name)) return 'none';
  const { path, patch, cwd } = parameters as Readonly<Record<string, unknown>>;
  const paths = [
    ...(typeof path === 'string' ? [path] : []),
    ...(typeof patch === 'string' ? pathsOfPatch(patch) : []),
  ];
  if (paths.length === 0) return 'none';
  const from = typeof cwd === 'string' ? cwd : project;
  const places = paths.map(each => placeOfPath(each, from, project));
  return (
    places.find(place => place === 'outside') ??
    places.find(place => place === 'temporary') ??
    'project'
  );
}

function placeOfPath(path: string, cwd: string, project: string): Place {
  const whole = resolved(path, cwd);
  const root = resolved(project, '/');
  // The root of a machine is not a project.
  if (root !== null && whole !== null && root.length > 0 && isWithin(whole, root)) return 'project';
  if (whole === null) return 'outside';
  const text = `/${whole.join('/')}/`.replace(/^\/([a-z]:\/)/iu, '$1');
  return temporary.some(pattern => pattern.test(text)) ? 'temporary' : 'outside';
}

function isWithin(path: readonly string[], root: readonly string[]): boolean {
  return root.every((part, at) => path[at] === part);
}

/** The parts of an absolute path without `.` and `..`; null where the path depends on who asks. */
function resolved(path: string, cwd: string): readonly string[] | null {
  const plain = path.replaceAll('\\', '/');
  if (/^~|^file:|\0|\$/u.test(plain)) return null;
  const isAbsolute = plain.startsWith('/') || /^[a-z]:\//iu.test(plain);
  const whole = isAbsolute ? plain : `${cwd.replaceAll('\\', '/')}/${plain}`;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts;
}

function pathsOfPatch(patch: string): readonly string[] {
  return [...patch.matchAll(patched)]
    .map(([, file, moved, plain]) => (file ?? moved ?? plain ?? '').trim())
    .filter(path => path !== '' && path !== '/dev/null');
}
