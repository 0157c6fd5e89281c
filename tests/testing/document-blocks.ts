/** Something that a page tells its reader to do, in the order of the page. */
export type DocumentStep =
  | { readonly kind: 'commands'; readonly text: string; readonly meanwhile: string | null }
  | { readonly kind: 'background'; readonly text: string }
  | { readonly kind: 'checkout'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'person'; readonly does: string }
  | { readonly kind: 'not_run'; readonly text: string; readonly because: string };

const fence = /^```(\S*)(?: (.*))?$/;
const remark = /^<!-- (person|meanwhile|not run): (.+) -->$/;

/**
 * Reads a page as a list of steps. Blocks of `sh` are commands and are run, unless a remark right before says why not.
 * With the word `checkout` they are for a reader in this repository: `tests/frameworks` runs them there. A block with a title is a file; whatever else is in a fence is for reading. A remark that leads to nothing is a
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
    const step = stepOf({ language, more, body }, pending);
    if (step !== null) steps.push(step);
    pending = null;
    at = end;
  }
  return steps;
}

interface Block {
  readonly language: string | undefined;
  /** What stands behind the language. */
  readonly more: string;
  readonly body: string;
}

/** Null where a block is for reading. */
function stepOf(
  { language, more, body: text }: Block,
  pending: { readonly kind: string; readonly words: string } | null,
): DocumentStep | null {
  if (language !== 'sh') {
    const [, name] = /^title="([^"]+)"$/.exec(more) ?? [];
    return name === undefined ? null : { kind: 'file', name, text };
  }
  if (pending?.kind === 'not run') return { kind: 'not_run', text, because: pending.words };
  if (more === 'background' || more === 'checkout') return { kind: more, text };
  return { kind: 'commands', text, meanwhile: pending?.words ?? null };
}
