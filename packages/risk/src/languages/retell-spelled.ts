import type { Verb, VerbForm } from './language-pack.ts';
import { englishOf, type Lexicon, type PhraseKind, phrasesAt, verbsOf } from './lexicon.ts';
import type { RetoldAct, Voice } from './retold-act.ts';

/** A sentence in pieces: words, numbers, code and the marks between them. */
export interface Piece {
  readonly kind: 'word' | 'number' | 'code' | 'comma';
  readonly text: string;
}

interface Clause {
  readonly pieces: readonly Piece[];
  readonly kinds: ReadonlySet<PhraseKind>;
}

/** The acts that a sentence of the language asks leave for or announces; in an order also those that it asks for. */
export function retellSentence(
  lexicon: Lexicon,
  pieces: readonly Piece[],
  isQuestion: boolean,
  voice: Voice,
): readonly RetoldAct[] {
  const clauses = clausesOf(lexicon, pieces);
  const whole = new Set(clauses.flatMap(({ kinds }) => [...kinds]));
  const plain = opensWithQuestionWord(lexicon, pieces);
  const asksLeave =
    (whole.has('leave') && !(plain && isQuestion)) ||
    (isQuestion && whole.has('leaveInQuestion') && !plain);
  const acts: RetoldAct[] = [];
  let announced = false;
  let before: Clause | null = null;
  for (const clause of clauses) {
    // "I will export the data and send it": the second clause goes on with the first.
    announced ||= clause.kinds.has('announcing');
    const found = actsOf(lexicon, clause, {
      asksLeave,
      announced,
      isQuestion: isQuestion && !plain,
      ordered: voice === 'order',
    });
    acts.push(...found.map(act => withObject(lexicon, act, before)));
    before = clause;
  }
  if (acts.length === 0 && asksLeave && isBareRequest(lexicon, pieces, whole))
    acts.push({ standing: 'leave', verb: 'proceed', words: [], numbers: [], code: [] });
  return acts;
}

/** "The statement is ready; shall I send it?": what the act is about was said just before. */
function withObject(lexicon: Lexicon, act: RetoldAct, before: Clause | null): RetoldAct {
  const isBare = act.code.length === 0 && act.words.every(word => word === 'the' || word === 'it');
  if (act.standing !== 'leave' || !isBare || before === null) return act;
  const words = before.pieces.flatMap(({ kind, text }) =>
    kind === 'word' ? englishOf(lexicon, text) : [],
  );
  const numbers = before.pieces.filter(({ kind }) => kind === 'number').map(({ text }) => text);
  return { ...act, words, numbers: act.numbers.length > 0 ? act.numbers : numbers };
}

/** "Is that all right?", "Shall I?": a request for leave whose act was named before. */
function isBareRequest(
  lexicon: Lexicon,
  pieces: readonly Piece[],
  kinds: ReadonlySet<PhraseKind>,
): boolean {
  const words = pieces.filter(({ kind }) => kind === 'word');
  const acts = words.some(({ text }) =>
    verbsOf(lexicon, text).some(
      ({ form }) => form !== 'noun' && form !== 'command' && form !== 'participle',
    ),
  );
  return (
    !acts &&
    !kinds.has('supposing') &&
    (kinds.has('leave') ? words.length <= 12 : words.length <= 4)
  );
}

function opensWithQuestionWord(lexicon: Lexicon, pieces: readonly Piece[]): boolean {
  const words = pieces.filter(({ kind }) => kind === 'word').map(({ text }) => text);
  for (let at = 0; at < Math.min(3, words.length); at += 1)
    if (phrasesAt(lexicon.phrases, words, at).some(({ kind }) => kind === 'asking')) return true;
  return false;
}

function clausesOf(lexicon: Lexicon, pieces: readonly Piece[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let current: Piece[] = [];
  const close = (): void => {
    if (current.length > 0) clauses.push({ pieces: current, kinds: kindsOf(lexicon, current) });
    current = [];
  };
  for (const piece of pieces) {
    const parts =
      piece.kind === 'comma' || (piece.kind === 'word' && lexicon.joining.has(piece.text));
    if (parts) close();
    else current.push(piece);
  }
  close();
  return joinRequests(lexicon, clauses);
}

const requests: readonly PhraseKind[] = ['leave', 'ordering'];

/** "Möchten Sie, dass ich …" is one request although a comma stands in it. */
function joinRequests(lexicon: Lexicon, clauses: readonly Clause[]): readonly Clause[] {
  const joined: Clause[] = [];
  for (const clause of clauses) {
    const before = joined.at(-1);
    const pieces =
      before === undefined ? clause.pieces : [...before.pieces.slice(-6), ...clause.pieces];
    const across = requests.filter(
      kind =>
        before !== undefined &&
        kindsOf(lexicon, pieces).has(kind) &&
        !before.kinds.has(kind) &&
        !clause.kinds.has(kind),
    );
    joined.push(
      across.length > 0
        ? { pieces: clause.pieces, kinds: new Set([...clause.kinds, ...across]) }
        : clause,
    );
  }
  return joined;
}

function kindsOf(lexicon: Lexicon, pieces: readonly Piece[]): ReadonlySet<PhraseKind> {
  const words = pieces.map(({ kind, text }) => (kind === 'word' ? text : ''));
  const kinds = new Set<PhraseKind>();
  for (let at = 0; at < words.length; at += 1)
    for (const { kind } of phrasesAt(lexicon.phrases, words, at)) kinds.add(kind);
  return kinds;
}

interface Stance {
  readonly asksLeave: boolean;
  readonly announced: boolean;
  readonly isQuestion: boolean;
  readonly ordered: boolean;
}

const commanding: ReadonlySet<VerbForm> = new Set<VerbForm>(['command', 'order', 'asked']);

interface FoundVerb extends Verb {
  readonly at: number;
  readonly length: number;
}

function actsOf(lexicon: Lexicon, clause: Clause, stance: Stance): readonly RetoldAct[] {
  const verbs = verbsIn(lexicon, clause.pieces);
  if (verbs.length === 0) return [];
  const { kinds } = clause;
  if (kinds.has('denying') && !stance.asksLeave && !isOrderedFirst(lexicon, clause, verbs, stance))
    return [];
  if (kinds.has('supposing') && !stance.asksLeave) return [];
  const hasSubject =
    lexicon.pack.dropsSubject ||
    clause.pieces.some(({ kind, text }) => kind === 'word' && lexicon.subjects.has(text));
  const english = clause.pieces.flatMap(({ kind, text }) =>
    kind === 'word' ? englishOf(lexicon, text) : [],
  );
  const isNow = english.includes('now') && !kinds.has('past');
  const isPassive = kinds.has('passive');
  const opening = clause.pieces.findIndex(({ kind }) => kind === 'word');
  const firstVerb = verbs[0]?.at ?? 0;
  // `Erkläre, wie man ein Konto löscht`: what is told there is a question, and no order.
  const asked = stance.ordered && !opensWithQuestionWord(lexicon, clause.pieces);
  const demanded = asked && kinds.has('ordering');
  const orders = (at: number): boolean =>
    demanded || (asked && isOrderAt(lexicon, clause.pieces, at, firstVerb));
  // `Fais un virement`: the verb of the order says nothing, and the noun behind it says what is done.
  const isLight =
    (demanded || (asked && firstVerb - opening <= 2)) &&
    verbs.some(({ at, english }) => at === firstVerb && light.has(english));
  const own: Readonly<Record<VerbForm, (at: number) => boolean>> = {
    first: at => hasSubject || at === opening || orders(at),
    shared: () => isNow || (stance.isQuestion && !kinds.has('past')),
    participle: () => isPassive && isNow,
    gerund: at => at === opening || stance.announced,
    infinitive: at => stance.announced || orders(at),
    noun: () => (stance.announced && !kinds.has('past')) || isLight,
    wish: orders,
    command: orders,
    order: orders,
    asked: () => demanded,
  };
  const stands = ({ form, at }: FoundVerb): RetoldAct['standing'] | null => {
    const isOwn = own[form](at);
    if (stance.asksLeave && !commanding.has(form) && (form !== 'participle' || isPassive))
      return 'leave';
    if (stance.isQuestion && isOwn && (form === 'first' || form === 'shared')) return 'leave';
    return isOwn ? 'own' : null;
  };
  const standing = verbs.flatMap(verb => {
    const found = stands(verb);
    return found === null ? [] : [{ verb, standing: found }];
  });
  const first = standing[0];
  if (first === undefined) return [];
  return [...new Set(standing.map(({ verb }) => verb.english))].map(english => {
    const own = standing.find(({ verb }) => verb.english === english) ?? first;
    return actOf(lexicon, clause.pieces, own.verb, verbs, own.standing);
  });
}

/**
 * `Elimina tutto`, `por favor borra …`, and in languages that join words `alle Backups löschen`: the verb of an order
 * stands first, behind a word or two of courtesy, or last.
 */
function isOrderAt(
  { pack }: Lexicon,
  pieces: readonly Piece[],
  at: number,
  firstVerb: number,
): boolean {
  const opening = pieces.findIndex(({ kind }) => kind === 'word');
  return (at === firstVerb && at - opening <= 2) || (pack.joinsWords && at === pieces.length - 1);
}

/**
 * `Borra las cuentas que no hayan confirmado`: what stands behind the verb of the order is about the accounts. In German and
 * Dutch also the denial of an order stands behind its verb.
 */
function isOrderedFirst(
  lexicon: Lexicon,
  { pieces }: Clause,
  verbs: readonly FoundVerb[],
  stance: Stance,
): boolean {
  const first = verbs[0];
  if (!stance.ordered || lexicon.pack.joinsWords || first === undefined) return false;
  const orders = commanding.has(first.form) && isOrderAt(lexicon, pieces, first.at, first.at);
  const rest = pieces.slice(first.at + 1).findIndex(({ text }) => relatives.has(text));
  return (
    orders && rest >= 0 && !kindsOf(lexicon, pieces.slice(0, first.at + 1 + rest)).has('denying')
  );
}

const relatives: ReadonlySet<string> = new Set(
  'que qui dont où quienes cuyas cuyos che cui quali który która które którzy których'.split(' '),
);

/** Names of build output and the like, which are the same in every language. */
const rebuilt: ReadonlySet<string> = new Set(
  'target dist node_modules coverage tmp temp cache __pycache__ venv'.split(' '),
);

const light: ReadonlySet<string> = new Set([
  'make',
  'force',
  'run',
  'proceed',
  'put',
  'set',
  'give',
  'create',
]);

function actOf(
  lexicon: Lexicon,
  pieces: readonly Piece[],
  verb: FoundVerb,
  verbs: readonly FoundVerb[],
  standing: RetoldAct['standing'],
): RetoldAct {
  const named = light.has(verb.english) ? verbs.find(({ form }) => form === 'noun') : undefined;
  const taken = new Set<number>();
  for (const found of verbs) if (found === verb || found === named) taken.add(found.at);
  const words: string[] = [];
  for (const [at, { kind, text }] of pieces.entries())
    if (kind === 'word' && !taken.has(at))
      words.push(...(rebuilt.has(text) ? [text] : englishOf(lexicon, text)));
  if (named !== undefined && verb.english === 'force') words.push('force');
  return {
    standing,
    verb: named?.english ?? verb.english,
    words,
    numbers: pieces.filter(({ kind }) => kind === 'number').map(({ text }) => text),
    code: pieces.filter(({ kind }) => kind === 'code').map(({ text }) => text),
  };
}

function verbsIn(lexicon: Lexicon, pieces: readonly Piece[]): readonly FoundVerb[] {
  const { particles, parted } = lexicon.verbs;
  const apart = new Set(
    pieces.flatMap(({ kind, text }) => (kind === 'word' && particles.has(text) ? [text] : [])),
  );
  const found: FoundVerb[] = [];
  for (const [at, { kind, text }] of pieces.entries()) {
    if (kind !== 'word') continue;
    const split = [...apart].flatMap(particle => parted.get(`${text}…${particle}`) ?? []);
    const readings = split.length > 0 ? split : verbsOf(lexicon, text);
    const isNoun = followsArticle(lexicon, pieces, at) && split.length === 0;
    if (isNoun && lexicon.words.has(text)) continue;
    const nouns = isNoun ? readings.filter(({ form }) => form === 'noun') : [];
    for (const verb of nouns.length > 0 ? nouns : readings) found.push({ ...verb, at, length: 1 });
  }
  return found;
}

/** In Spanish `lo` stands before no noun: `¿lo envío?` asks about an act, and so does `¿la envío?` alone. */
function isPronoun(lexicon: Lexicon, pieces: readonly Piece[], at: number): boolean {
  if (lexicon.pack.name !== 'spanish') return false;
  const before = pieces[at - 1]?.text ?? '';
  if (before === 'lo') return true;
  const isWhole = at === 1 && pieces.length === 2 && /^l[ao]s?$/u.test(before);
  return isWhole && verbsOf(lexicon, pieces[at]?.text ?? '').some(({ form }) => form === 'first');
}

/** A word that may be a verb or a noun is a noun behind an article, a number or "all". */
function followsArticle(lexicon: Lexicon, pieces: readonly Piece[], at: number): boolean {
  const before = pieces[at - 1];
  if (before === undefined || isPronoun(lexicon, pieces, at)) return false;
  const english = lexicon.words.get(before.text) ?? '';
  return (
    before.kind === 'number' || (before.kind === 'word' && /^(?:the|a|all|of|in)$/.test(english))
  );
}
