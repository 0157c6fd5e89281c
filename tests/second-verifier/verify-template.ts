import { canonicalText, demand, type Json, type JsonObject, text } from './canonical-text.ts';

/** Each member of the parameters has its line, and each line its member. */
export function checkTemplate(template: readonly JsonObject[], parameters: Json): void {
  const open = new Map(template.map(line => [text(line['path']), line]));
  const visit = (value: Json, path: string): void => {
    const line = open.get(path);
    if (line !== undefined) {
      demand(isMet(line, value), 'a value that the template does not cover');
      open.delete(path);
      return;
    }
    const members = Object.entries((value ?? {}) as JsonObject);
    const isLeaf = typeof value !== 'object' || members.length === 0;
    demand(!isLeaf || path === '', 'a member that no line knows');
    if (isLeaf) return;
    for (const [name, member] of members) {
      visit(member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  };
  visit(parameters, '');
  demand(open.size === 0, 'a line without its member');
}

function isMet(line: JsonObject, value: Json): boolean {
  if (Object.hasOwn(line, 'any')) return true;
  if (Object.hasOwn(line, 'equals')) {
    return canonicalText(line['equals'] as Json) === canonicalText(value);
  }
  if (Object.hasOwn(line, 'one_of')) {
    return (line['one_of'] as readonly Json[]).some(each => each === value);
  }
  if (Object.hasOwn(line, 'under')) {
    const { kind, base } = line['under'] as { [member: string]: string };
    return typeof value === 'string' && isUnder(kind ?? '', base ?? '', value);
  }
  const { at_least = null, at_most = null } = line;
  return (
    typeof value === 'number' &&
    (at_least === null || value >= Number(at_least)) &&
    (at_most === null || value <= Number(at_most))
  );
}

/** By whole steps, and only for text that has one reading. */
function isUnder(kind: string, base: string, value: string): boolean {
  const [outer, inner] = [stepsOf(kind, base), stepsOf(kind, value)];
  if (outer === null || inner === null) return false;
  return outer.length <= inner.length && outer.every((step, index) => step === inner[index]);
}

function stepsOf(kind: string, written: string): string[] | null {
  if (kind === 'host') return hostSteps(written);
  if (kind === 'path') {
    const root = written.startsWith('/') ? '/' : '.';
    const inside = folders(root === '/' ? written.slice(1) : written);
    const isNothing = root === '.' && inside?.length === 0;
    return inside === null || isNothing ? null : [root, ...inside];
  }
  const parts = /^(https?:\/\/)([^/:]+)(:[1-9]\d{0,4})?(?:\/([\s\S]*))?$/.exec(written);
  if (parts === null || hostSteps(parts[2] ?? '') === null) return null;
  const inside = folders(parts[4] ?? '');
  return inside === null ? null : [`${parts[1]}${parts[2]}${parts[3] ?? ''}`, ...inside];
}

function folders(written: string): string[] | null {
  const inside = written.replace(/\/$/, '');
  if (inside === '') return [];
  const steps = inside.split('/');
  const isPlain = (step: string) => /^[\w.@+=,~-]+$/.test(step) && !/^([~-]|\.\.?$)/.test(step);
  return steps.every(isPlain) ? steps : null;
}

function hostSteps(written: string): string[] | null {
  const labels = written.split('.').reverse();
  const isLabel = (label: string) =>
    /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
  const [top = ''] = labels;
  const isName = /[a-z]/.test(top) && !top.startsWith('0x') && written.length <= 253;
  return isName && labels.every(isLabel) ? labels : null;
}

/** The value at a path; undefined where there is none. */
export function valueAt(parameters: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = parameters;
  for (const step of path.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    const isObject: boolean =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    value = isObject ? (value as JsonObject)[name] : undefined;
  }
  return value;
}
