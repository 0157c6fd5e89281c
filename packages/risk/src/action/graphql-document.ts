const longestDocument = 65_536;
const mostFields = 200;
/** Stands for the fields of a document too long to look through, which may be any. */
const unread = 'delete_unread_rest';

/** A name, a mark, or the three dots of a fragment. Values in parentheses and texts are left out. */
interface Mark {
  readonly text: string;
  readonly name: boolean;
}

/**
 * The root fields of the mutations in a GraphQL document. A document with several operations may run any of them, so
 * all of them count. The fields of fragments that a mutation includes count too. `null` if the text is not a GraphQL
 * document.
 */
export function mutationsIn(document: string): readonly string[] | null {
  if (!/^[\s\ufeff,]*(mutation|query|subscription|fragment|\{|#)/u.test(document.slice(0, 256)))
    return null;
  const text = document.slice(0, longestDocument);
  if (document.length > longestDocument) return [unread];
  if (!/mutation/iu.test(text)) return [];
  const reader = new FieldReader();
  const marks = marksOf(text);
  for (const [at, mark] of marks.entries()) reader.read(mark, marks[at + 1]?.text);
  return reader.found();
}

/** Collects root fields, mark by mark. */
class FieldReader {
  readonly #fields: string[] = [];
  readonly #ofFragments: string[] = [];
  #takesIn = false;
  #kind: 'mutation' | 'fragment' | 'other' = 'other';
  /** For each open brace, whether the fields within are root fields. */
  readonly #levels: boolean[] = [];
  #spreads = false;
  #before = '';

  found(): readonly string[] {
    return this.#takesIn
      ? [...this.#fields, ...this.#ofFragments.slice(0, mostFields)]
      : this.#fields;
  }

  read({ text, name }: Mark, next: string | undefined): void {
    if (text === '{' || text === '}') this.#brace(text);
    else if (text === '...') this.#spreads = true;
    else if (name && this.#levels.length === 0) this.#head(text);
    else if (name && this.#levels.at(-1) === true && this.#before !== '@') this.#field(text, next);
    this.#before = text;
  }

  #brace(brace: '{' | '}'): void {
    const levels = this.#levels;
    if (brace === '{')
      levels.push(levels.length === 0 || (this.#spreads && levels.at(-1) === true));
    else {
      levels.pop();
      if (levels.length === 0) this.#kind = 'other';
    }
    this.#spreads = false;
  }

  #head(word: string): void {
    if (word === 'mutation' && this.#before !== 'fragment') this.#kind = 'mutation';
    else if (word === 'fragment') this.#kind = 'fragment';
    // A fragment on the type of the mutations holds nothing but their fields.
    else if (this.#kind === 'fragment' && this.#before === 'on' && /mutation/iu.test(word))
      this.#kind = 'mutation';
  }

  #field(word: string, next: string | undefined): void {
    if (this.#before === '...') {
      if (word === 'on') return;
      this.#spreads = false;
      if (this.#kind === 'mutation') this.#takesIn = true;
    } else if (this.#before !== 'on' || !this.#spreads) {
      this.#spreads = false;
      if (next === ':' || this.#fields.length >= mostFields) return;
      (this.#kind === 'mutation' ? this.#fields : this.#ofFragments).push(word);
    }
  }
}

/** Comments, texts and arguments hold nothing that is a field. */
function marksOf(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  let parentheses = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '#') {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (char === '"') at = endOfString(text, at, text.startsWith('"""', at));
    else if (char === '(') parentheses += 1;
    else if (char === ')') parentheses -= 1;
    else if (parentheses > 0) continue;
    else if (/[A-Za-z_]/u.test(char)) {
      let end = at + 1;
      while (end < text.length && /[A-Za-z0-9_]/u.test(text[end] ?? '')) end += 1;
      marks.push({ text: text.slice(at, end), name: true });
      at = end - 1;
    } else if (text.startsWith('...', at)) {
      marks.push({ text: '...', name: false });
      at += 2;
    } else if (char === '{' || char === '}' || char === ':' || char === '@')
      marks.push({ text: char, name: false });
  }
  return marks;
}

function endOfString(text: string, start: number, block: boolean): number {
  if (block) {
    const end = text.indexOf('"""', start + 3);
    return end < 0 ? text.length : end + 2;
  }
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"' || text[at] === '\n') return at;
  }
  return text.length;
}
