/** Something that a page tells its reader to do, in the order of the page. */
export type DocumentStep =
  | { readonly kind: 'commands'; readonly text: string; readonly meanwhile: string | null }
  | { readonly kind: 'background'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'person'; readonly does: string }
  | { readonly kind: 'not_run'; readonly text: string; readonly because: string };

const fence = /^```(\S*)(?: (.*))?$/;
const remark = /^<!-- (person|meanwhile|not run): (.+) -->$/;

/**
 * Reads a page as a list of steps. Blocks of `sh` are commands and are run, unless a remark right before says why not;
 * a block with a title is a file; whatever else is in a fence is for reading. A remark that leads to nothing is a
 * mistake of the page.
 */
export function readDocument(name: string, text: string): DocumentStep[] {
  const steps: DocumentStep[] = [];
  const lines = text.split('\n');
  let pending: { readonly kind: string; readonly words: string } | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, kind, words] = remark.exec(line) ?? [];
    if (kind !== undefined && words !== undefined) {
      if (kind === 'person') steps.push({ kind: 'person', does: words });
      else pending = { kind, words };
      continue;
    }
    const [opened, language, more = ''] = fence.exec(line) ?? [];
    if (opened === undefined) {
      if (pending !== null && line !== '') {
        throw new Error(`${name}:${at + 1}: expected a block after "${pending.words}"`);
      }
      continue;
    }
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`${name}:${at + 1}: a block without an end`);
    const body = `${lines.slice(at + 1, end).join('\n')}\n`;
    const [, title] = /^title="([^"]+)"$/.exec(more) ?? [];
    if (language === 'sh' && pending?.kind === 'not run') {
      steps.push({ kind: 'not_run', text: body, because: pending.words });
    } else if (language === 'sh' && more === 'background') {
      steps.push({ kind: 'background', text: body });
    } else if (language === 'sh') {
      steps.push({ kind: 'commands', text: body, meanwhile: pending?.words ?? null });
    } else if (title !== undefined) steps.push({ kind: 'file', name: title, text: body });
    pending = null;
    at = end;
  }
  return steps;
}
