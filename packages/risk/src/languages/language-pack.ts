/**
 * What the product knows about one language: the words, and how a sentence says that its speaker acts. A pack is
 * data. The readers of this folder retell a sentence, a name or a key in English with it, and the judges of the
 * English reading decide.
 *
 * A line of `verbs` or `words` is `english = word word`. In `verbs` a mark says what form a word is:
 * none is the infinitive, `>` the first person, `?` a first person that is spelled like a past, `%` a participle, `@` the gerund, `^` the form of a wish ("that I delete"),
 * `!` a command, which counts in names and orders, `&` a command that counts in orders only, `§` what someone is asked
 * to do ("that you delete"), and `~` a noun for the act. `stem+class` stands for all forms of the
 * class in `conjugations`. `up|load` is a verb whose first part may stand apart.
 */
export interface SpelledPack {
  readonly name: string;
  /** A finite verb says by its form that the speaker acts; no pronoun is needed. */
  readonly dropsSubject: boolean;
  /** Words join to longer words without a space. */
  readonly joinsWords: boolean;
  readonly conjugations: Readonly<Record<string, string>>;
  /** Endings of the first person, and those of its plural. */
  readonly derived?: Readonly<Record<string, string>>;
  /** By the ending of an infinitive, the endings of what someone is told or asked to do. */
  readonly orders?: Readonly<Record<string, string>>;
  /** Words for the speaker, where a finite verb needs one. */
  readonly subjects: string;
  /** Phrases after which an infinitive, a gerund or a noun is what the speaker is going to do. Separated by `|`. */
  readonly announcing: string;
  /** Words that make a participle the announcement of what is done to something. */
  readonly passive: string;
  /** Phrases that ask for leave, wherever they stand. */
  readonly leave: string;
  /** Phrases that ask for leave in a question. */
  readonly leaveInQuestion: string;
  readonly denying: string;
  readonly supposing: string;
  readonly asking: string;
  readonly past: string;
  /** Words between two clauses. */
  readonly joining: string;
  /** Phrases that tell someone else to act: "I want you to", "please". They count in orders only. */
  readonly ordering: string;
  /** Phrases that say that the speaker is not certain. */
  readonly unsure: string;
  /** Phrases that take silence for a yes. */
  readonly silence: string;
  readonly abbreviations: string;
  readonly verbs: string;
  readonly words: string;
  /** Words that are also English. They count only beside another word of the language. */
  readonly beside: string;
}

export type VerbForm =
  | 'infinitive'
  | 'first'
  | 'shared'
  | 'gerund'
  | 'wish'
  | 'participle'
  | 'command'
  | 'order'
  | 'asked'
  | 'noun';

export interface Verb {
  readonly english: string;
  readonly form: VerbForm;
}

const marks: ReadonlyMap<string, VerbForm> = new Map([
  ['>', 'first'],
  ['?', 'shared'],
  ['%', 'participle'],
  ['@', 'gerund'],
  ['^', 'wish'],
  ['!', 'command'],
  ['&', 'order'],
  ['§', 'asked'],
]);

/** The lines `english = word word` of a table. */
export function* tableLines(table: string): Generator<readonly [string, readonly string[]]> {
  for (const line of table.trim().split('\n')) {
    const [english = '', words = ''] = line.split('=');
    if (english.trim() !== '') yield [english.trim(), words.trim().split(/\s+/u)];
  }
}

export interface VerbTable {
  /** By the form as it stands in a text. */
  readonly whole: ReadonlyMap<string, readonly Verb[]>;
  /** By `stem…particle`, for verbs that come apart. */
  readonly parted: ReadonlyMap<string, readonly Verb[]>;
  readonly particles: ReadonlySet<string>;
  /** The first parts of verbs that come apart, by the form of the rest. */
  readonly stems: ReadonlyMap<string, ReadonlySet<string>>;
}

export function verbTable(pack: SpelledPack): VerbTable {
  const whole = new Map<string, Verb[]>();
  const parted = new Map<string, Verb[]>();
  const particles = new Set<string>();
  const stems = new Map<string, Set<string>>();
  for (const [english, entries] of tableLines(pack.verbs)) {
    for (const entry of entries) {
      const forms = withOrders(formsOf(entry, pack.conjugations), pack.orders ?? {});
      for (const [text, form] of withPlurals(forms, pack.derived ?? {})) {
        const verb: Verb = { english, form };
        const [particle = '', stem] = text.split('|');
        if (stem === undefined) {
          add(whole, text, verb);
          if (form === 'participle') add(whole, `ge${text}`, verb);
          continue;
        }
        particles.add(particle);
        add(whole, `${particle}${stem}`, verb);
        add(whole, `${particle}zu${stem}`, verb);
        if (form === 'participle') add(whole, `${particle}ge${stem}`, verb);
        add(parted, `${stem}…${particle}`, verb);
        const firsts = stems.get(stem);
        if (firsts === undefined) stems.set(stem, new Set([particle]));
        else firsts.add(particle);
      }
    }
  }
  return { whole, parted, particles, stems };
}

function formsOf(
  entry: string,
  conjugations: SpelledPack['conjugations'],
): readonly (readonly [string, VerbForm])[] {
  if (entry.startsWith('~')) return [[entry.slice(1), 'noun']];
  const plus = entry.indexOf('+');
  if (plus < 0) return [formOf(entry)];
  const stem = entry.slice(0, plus);
  const endings = conjugations[entry.slice(plus + 1)];
  if (endings === undefined) throw new Error(`no conjugation for ${entry}`);
  return endings.split(' ').map(ending => formOf(`${stem}${ending}`));
}

function withOrders(
  forms: readonly (readonly [string, VerbForm])[],
  orders: Readonly<Record<string, string>>,
): readonly (readonly [string, VerbForm])[] {
  return forms.flatMap(([text, form]) => {
    const ending = Object.keys(orders).find(known => text.endsWith(known));
    if (form !== 'infinitive' || ending === undefined) return [[text, form] as const];
    const stem = text.slice(0, text.length - ending.length);
    const made = (orders[ending] ?? '').split(' ').map(known => formOf(`${stem}${known}`));
    return [[text, form] as const, ...made];
  });
}

function* withPlurals(
  forms: readonly (readonly [string, VerbForm])[],
  derived: Readonly<Record<string, string>>,
): Generator<readonly [string, VerbForm]> {
  yield* forms;
  for (const [text, form] of forms) {
    const ending = Object.keys(derived).find(known => text.endsWith(known));
    if (form !== 'first' || ending === undefined) continue;
    for (const plural of (derived[ending] ?? '').split(' '))
      yield [`${text.slice(0, text.length - ending.length)}${plural}`, 'first'];
  }
}

function formOf(marked: string): readonly [string, VerbForm] {
  const form = marks.get(marked.slice(-1));
  return form === undefined ? [marked, 'infinitive'] : [marked.slice(0, -1), form];
}

function add(map: Map<string, Verb[]>, word: string, verb: Verb): void {
  const known = map.get(word);
  if (known === undefined) map.set(word, [verb]);
  else if (!known.some(({ english, form }) => english === verb.english && form === verb.form))
    known.push(verb);
}
