/** One line of a patch as it is written, with where it stands in the text. */
interface PatchLine {
  readonly kind: 'head' | 'hunk' | 'same' | 'added' | 'removed';
  /** Without the sign in front. */
  readonly text: string;
  /** Where `text` starts in the patch. */
  readonly start: number;
  /** Line numbers, where a hunk says them. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface PatchFile {
  readonly path: string;
  readonly state: 'changed' | 'new' | 'removed';
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly PatchLine[];
}

const unified = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;
const begun = /^\*\*\* Begin Patch/;

export function isPatch(text: string): boolean {
  return unified.test(text) || begun.test(text);
}

/** A patch as files and lines. Every line of the text is a line of one of the files, in order. */
export function patchFiles(text: string): readonly PatchFile[] {
  const reader = new PatchReader(begun.test(text));
  let start = 0;
  for (const line of text.split('\n')) {
    reader.read(line, start);
    start += line.length + 1;
  }
  return reader.end();
}

class PatchReader {
  readonly #begun: boolean;
  readonly #files: PatchFile[] = [];
  #lines: PatchLine[] = [];
  #path = '';
  #state: PatchFile['state'] = 'changed';
  #before: number | null = null;
  #after: number | null = null;
  #inHunk = false;

  constructor(isBegun: boolean) {
    this.#begun = isBegun;
  }

  read(line: string, start: number): void {
    const opens = startsFile(line, this.#inHunk, this.#path);
    if (opens) this.#close();
    if (!this.#inHunk) this.#take(headOf(line));
    if (this.#readHunk(line, start)) return;
    const kind = this.#inHunk ? kindOf(line) : 'head';
    this.#add(kind, line, start);
    if (this.#begun && /^\*\*\* (?:Add|Update) File: /.test(line)) this.#inHunk = true;
  }

  end(): readonly PatchFile[] {
    this.#close();
    return this.#files;
  }

  #readHunk(line: string, start: number): boolean {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (hunk === null && !(this.#begun && line.startsWith('@@'))) return false;
    this.#inHunk = true;
    this.#before = hunk === null ? null : Number(hunk[1]);
    this.#after = hunk === null ? null : Number(hunk[2]);
    this.#lines.push({ kind: 'hunk', text: line, start, before: null, after: null });
    return true;
  }

  #add(kind: PatchLine['kind'], line: string, start: number): void {
    const signed = kind === 'head' ? 0 : 1;
    const isOld = kind === 'same' || kind === 'removed';
    const isNew = kind === 'same' || kind === 'added';
    this.#lines.push({
      kind,
      text: line.slice(signed),
      start: start + signed,
      before: isOld ? this.#before : null,
      after: isNew ? this.#after : null,
    });
    if (isOld && this.#before !== null) this.#before += 1;
    if (isNew && this.#after !== null) this.#after += 1;
  }

  #take(head: Head | null): void {
    if (head?.path !== undefined && (this.#path === '' || head.side === 'after')) {
      this.#path = head.path;
    }
    if (head?.state !== undefined) this.#state = head.state;
  }

  #close(): void {
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    const count = (kind: PatchLine['kind']) => lines.filter(line => line.kind === kind).length;
    this.#files.push({
      path: this.#path,
      state: this.#state,
      added: count('added'),
      removed: count('removed'),
      lines,
    });
    this.#lines = [];
    this.#path = '';
    this.#state = 'changed';
    [this.#before, this.#after, this.#inHunk] = [null, null, false];
  }
}

function kindOf(line: string): PatchLine['kind'] {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line.startsWith(' ') ? 'same' : 'head';
}

function startsFile(line: string, inHunk: boolean, path: string): boolean {
  if (/^diff --git |^\*\*\* (?:Add|Update|Delete) File: /.test(line)) return path !== '' || inHunk;
  return inHunk && /^--- (?:a\/|\/dev\/null)/.test(line);
}

interface Head {
  readonly path?: string;
  readonly side?: 'before' | 'after';
  readonly state?: PatchFile['state'];
}

function headOf(line: string): Head | null {
  const begin = /^\*\*\* (Add|Update|Delete) File: (.*)$/.exec(line);
  if (begin !== null) {
    const states = { Add: 'new', Update: 'changed', Delete: 'removed' } as const;
    return { path: begin[2] ?? '', side: 'after', state: states[begin[1] as keyof typeof states] };
  }
  const git = /^diff --git a\/(.*) b\/(.*)$/.exec(line);
  if (git !== null) return { path: git[2] ?? '', side: 'after' };
  if (/^new file mode/.test(line)) return { state: 'new' };
  if (/^deleted file mode/.test(line)) return { state: 'removed' };
  const side = /^(---|\+\+\+) (?:[ab]\/)?([^\t]*)/.exec(line);
  if (side === null) return null;
  const isNull = side[2] === '/dev/null';
  if (side[1] === '---') return isNull ? { state: 'new' } : { path: side[2] ?? '', side: 'before' };
  return isNull ? { state: 'removed' } : { path: side[2] ?? '', side: 'after' };
}
