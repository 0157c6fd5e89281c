import { wordSet } from './word-list.ts';

/** How a verb stands in the text. `past` is also the participle: "deleted", "was deleted". */
export type VerbForm = 'base' | 'third' | 'gerund' | 'past';

/** Past tense and participle of verbs that do not simply take -ed, and are the same as the base for some. */
const irregular: Readonly<Record<string, readonly string[]>> = {
  send: ['sent'],
  make: ['made'],
  give: ['gave', 'given'],
  take: ['took', 'taken'],
  get: ['got', 'gotten'],
  cut: ['cut'],
  shut: ['shut'],
  put: ['put'],
  set: ['set'],
  reset: ['reset'],
  let: ['let'],
  spin: ['spun'],
  overwrite: ['overwrote', 'overwritten'],
  rewrite: ['rewrote', 'rewritten'],
  write: ['wrote', 'written'],
  throw: ['threw', 'thrown'],
  blow: ['blew', 'blown'],
  tear: ['tore', 'torn'],
  bring: ['brought'],
  pay: ['paid'],
  repay: ['repaid'],
  tell: ['told'],
  hand: ['handed'],
  undo: ['undid', 'undone'],
  rebuild: ['rebuilt'],
  go: ['went', 'gone'],
  run: ['ran', 'run'],
  do: ['did', 'done'],
  sell: ['sold'],
  spend: ['spent'],
  buy: ['bought'],
  lend: ['lent'],
  begin: ['began', 'begun'],
  hit: ['hit'],
  read: ['read'],
  find: ['found'],
  see: ['saw', 'seen'],
  keep: ['kept'],
  leave: ['left'],
  hold: ['held'],
  think: ['thought'],
  know: ['knew', 'known'],
  feed: ['fed'],
  stop: ['stopped'],
  build: ['built'],
  sync: ['synced'],
  forget: ['forgot', 'forgotten'],
  become: ['became'],
  come: ['came'],
  say: ['said'],
  split: ['split'],
  lose: ['lost'],
  bulldoze: ['bulldozed'],
};

/** Verbs of one syllable, or stressed at the end, whose last letter doubles. */
const doubling = /(?:^|[^aeiou])[aeiou][bdgklmnprt]$/;
const undoubled = /(?:[aeiou]{2}[a-z]|er|en|et|it|ow|op|or|el|on|in|ot|al)$/;
const doubledAnyway: ReadonlySet<string> = wordSet(`
  drop stop get let cut set reset shut put run swap ship dump zap strip wipe scrap nuke kill
  scrub flip plug tag skip map pin cap run spin admit submit commit transfer refer permit rm pop
  trim unset cancel hit begin dig wrap chop blot grab drag log
`);

/** Every form of a verb that may be met in text, with what it may be. */
export function formsOf(verb: string): readonly (readonly [string, VerbForm])[] {
  const past = irregular[verb] ?? [regularPast(verb)];
  return [
    [verb, 'base'],
    [thirdPerson(verb), 'third'],
    ...gerunds(verb).map(form => [form, 'gerund'] as const),
    ...past.filter(form => form !== verb).map(form => [form, 'past'] as const),
  ];
}

function doubles(verb: string): boolean {
  if (!doubling.test(verb)) return false;
  return doubledAnyway.has(verb) || !undoubled.test(verb);
}

function thirdPerson(verb: string): string {
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function gerunds(verb: string): readonly string[] {
  if (/[^eoy]e$/.test(verb)) return [`${verb.slice(0, -1)}ing`];
  return doubles(verb) ? [`${verb}${verb.slice(-1)}ing`, `${verb}ing`] : [`${verb}ing`];
}

function regularPast(verb: string): string {
  if (verb.endsWith('e')) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return doubles(verb) ? `${verb}${verb.slice(-1)}ed` : `${verb}ed`;
}
