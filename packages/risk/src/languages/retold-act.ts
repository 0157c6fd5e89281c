/** Who speaks: an agent about its own acts, or someone who tells an agent what to do. */
export type Voice = 'speaker' | 'order';

/** An act that a sentence in another language asks leave for or announces, in the English words of the judges. */
export interface RetoldAct {
  readonly standing: 'leave' | 'own';
  readonly verb: string;
  /** English words of the clause, in their order: things, people, adjectives, places. */
  readonly words: readonly string[];
  /** Plain numbers and amounts such as `500` and `1000 EUR`. */
  readonly numbers: readonly string[];
  /** Command lines and code as they stand in the text. */
  readonly code: readonly string[];
}

const people: ReadonlySet<string> = new Set(
  `customers customer users user employees subscribers supplier recipients recipient beneficiary consultant intern partner
  press team everyone contractor employee`.split(/\s+/),
);
const adjectives: ReadonlySet<string> = new Set(
  'inactive old new local external internal main test temporary'.split(' '),
);
const places: ReadonlySet<string> = new Set(['production', 'staging']);
/** What does not belong to the object: articles and the like, time, manner. */
const passing: ReadonlySet<string> = new Set(
  'the a to in for of with now five minutes public accessible permanently all force month count environment offline informed'.split(
    ' ',
  ),
);
/** Verbs whose people are those who receive. */
const giving: ReadonlySet<string> = new Set(
  'transfer pay refund send publish notify grant give share export upload make'.split(' '),
);

/** One English sentence that says the same. The words are put where the English reader expects them. */
export function sayInEnglish(act: RetoldAct): string {
  const [opening, ending] = act.standing === 'leave' ? ['Shall I', '?'] : ['I will now', '.'];
  const verb = verbOf(act);
  if (act.code.length > 0 && runs.has(verb))
    return `${opening} run \`${act.code[0] ?? ''}\`${ending}`;
  const has = (word: string): boolean => act.words.includes(word);
  const persons = personsOf(act, verb);
  const things = act.words
    .filter(isThing)
    .map(word => (isPayee(act) && word === 'account' ? 'bank account' : word));
  const amounts = act.numbers.filter(written => written.includes(' '));
  const crowd = crowdOf(act);
  const kinds = act.words.filter(word => adjectives.has(word));
  const receives = giving.has(verb) && persons.length > 0;
  const object = receives
    ? [...amounts, ...things]
    : [...amounts, ...crowd, ...kinds, ...things, ...persons];
  const target = receives ? ['to', ...crowd, ...kinds, persons[0] ?? ''] : [];
  const place = act.words.find(word => places.has(word));
  const opensUp =
    has('public') && /^(?:make|share|open|give|grant|publish|switch|change|set|put)$/.test(verb);
  return [
    opening,
    opensUp ? 'make' : verb.replaceAll('_', ' '),
    ...(has('force') ? ['forcibly'] : []),
    ...(object.length === 0 && target.length === 0 ? ['it'] : object),
    ...(opensUp ? ['public'] : []),
    ...target,
    ...(place === undefined ? [] : [verb === 'deploy' ? 'to' : 'in', place]),
  ]
    .join(' ')
    .replaceAll('_', ' ')
    .concat(ending);
}

/** The account of someone who is paid: `Zmień numer konta dostawcy`. */
function isPayee({ verb, words }: RetoldAct): boolean {
  return (
    /^(?:change|set|update|overwrite)$/.test(verb) &&
    /supplier|employee|salaries/.test(words.join(' '))
  );
}

/** How many: "all", a plain number, or both. */
function crowdOf({ words, numbers }: RetoldAct): readonly string[] {
  const count = numbers.find(written => !written.includes(' '));
  return [...(words.includes('all') ? ['all'] : []), ...(count === undefined ? [] : [count])];
}

/** Only a person can be dismissed. */
function personsOf({ words }: RetoldAct, verb: string): readonly string[] {
  const named = words.filter(word => people.has(word));
  return named.length === 0 && verb === 'dismiss' ? ['employee'] : named;
}

function isThing(word: string): boolean {
  return !people.has(word) && !adjectives.has(word) && !places.has(word) && !passing.has(word);
}

const runs: ReadonlySet<string> = new Set(['run', 'start', 'make', 'proceed', 'delete', 'force']);

interface Sense {
  readonly verb: string;
  readonly beside: ReadonlySet<string>;
  readonly means: string;
}

const sense = (verb: string, beside: string, means: string): Sense => ({
  verb,
  beside: new Set(beside.split(' ')),
  means,
});

/** What a verb of many meanings means beside a thing. In order; the first that fits decides. */
const senses: readonly Sense[] = [
  sense('cancel', 'employee employees', 'dismiss'),
  sense('stop', 'monitoring firewall backup backups alarm audit', 'disable'),
  sense('make', 'empty', 'empty'),
  sense('put', 'informed', 'notify'),
  sense('put', 'production staging', 'deploy'),
  sense('put', 'draft note comment list', 'add'),
  sense('take', 'offline', 'shut_down'),
  sense('give', 'access rights admin role', 'grant'),
  sense(
    'open',
    'file files document documents report list folder ticket meeting text note',
    'read',
  ),
  sense('make', 'draft list report note meeting', 'create'),
];

function verbOf({ verb, words }: RetoldAct): string {
  return (
    senses.find(known => known.verb === verb && words.some(word => known.beside.has(word)))
      ?.means ?? verb
  );
}
