import { englishWordsOf } from '../languages/english-name.ts';
import { type CallFacts, type Report, says } from './call-facts.ts';
import { effectOfVerb } from './effects.ts';
import type { Leaf } from './survey.ts';
import { splitWords } from './words.ts';

const labelKeys: ReadonlySet<string> = new Set(
  'menu menu_item menu_path label field_label element name selector button target aria_label placeholder hint link field role_name accessible_name locator option'.split(
    ' ',
  ),
);
const clickKeys: ReadonlySet<string> = new Set([
  'text',
  'value',
  'title',
  'description',
  'element_description',
  'element_text',
  'values',
  'choice',
]);
const graveLabels: ReadonlySet<string> = new Set(
  `deletion payment purchase destroy order checkout publish deploy transfer withdraw merge confirm_deletion terminate billing wire agree accept
  password card cvv iban ssn production danger destructive irreversible permanently everyone public anyone`.split(
    /\s+/,
  ),
);
const grave: ReadonlySet<string> = new Set([
  'delete',
  'pay',
  'charge',
  'refund',
  'deploy',
  'grant',
  'weaken',
  'approve',
  'send',
  'export',
]);
/** Verbs that on a screen are as often the name of a field. */
const namesOfFields: ReadonlySet<string> = new Set([
  'email',
  'mail',
  'message',
  'text',
  'page',
  'credit',
  'invoice',
  'tip',
  'share',
  'note',
]);

const searching: ReadonlySet<string> = new Set([
  'search',
  'filter',
  'find',
  'query',
  'cookie',
  'cookies',
  'banner',
  'close',
  'menu',
  'next',
  'previous',
  'tab',
  'sort',
  'page',
  'more',
  'expand',
  'collapse',
  'back',
  'cancel',
  'view',
  'details',
  'help',
]);

/** `true` if the call works a screen: then what is pressed counts, not the verb of the tool. */
export function isScreenCall({
  tool,
  names,
}: Pick<CallFacts, 'tool'> & Partial<Pick<CallFacts, 'names'>>): boolean {
  const { words } = tool;
  if (answersDialog(words)) return true;
  // `computer` says with its action what it does to the screen.
  const done = [...words, ...(names ?? []).flatMap(name => name.words)];
  return (
    done.some(word => handWork.has(word)) &&
    words.some((word, at) => screens.has(word) && !isStore(word, words[at + 1]))
  );
}

const handWork: ReadonlySet<string> = new Set(
  'click type press fill tap key submit drag select check keyboard dblclick hotkey menu'.split(' '),
);
const screens: ReadonlySet<string> = new Set(
  `browser computer page screen ui playwright puppeteer selenium desktop mouse keyboard app web gui chrome firefox tab dom
  window mobile appium cypress webdriver stagehand rpa android ios`.split(/\s+/u),
);

/** The store of apps is no app on a screen. */
function isStore(word: string, next: string | undefined): boolean {
  return (word === 'app' || word === 'web' || word === 'chrome') && next === 'store';
}

/** `desktop.dialog_answer`: a button of a window that asks something. */
function answersDialog(words: readonly string[]): boolean {
  return (
    words.some(word => word === 'dialog' || word === 'popup' || word === 'alert') &&
    words.some(
      word =>
        word === 'answer' ||
        word === 'respond' ||
        word === 'confirm' ||
        word === 'accept' ||
        word === 'handle',
    )
  );
}

/** Verbs that, at the beginning of a label, say that it only shows something. */
const showing: ReadonlySet<string> = new Set(
  'show view see open read display preview expand hide inspect browse track'.split(' '),
);
const committing =
  /^(pay|buy|delete|confirm|send|submit|transfer|publish|approve|grant|accept|withdraw|place|remove)$/u;

/** `Show order details`: a look, as long as no later word makes it a deed. */
function onlyShows(words: readonly string[]): boolean {
  return showing.has(words[0] ?? '') && !words.slice(1).some(word => committing.test(word));
}

/** True if words on a button, in a selector or beside a field say that pressing it cannot simply be undone. */
export function namesLastingEffect(words: readonly string[], typing: boolean): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (graveLabels.has(word) || word === 'delete') return true;
    if (
      (word === 'cancel' || word === 'close' || word === 'end') &&
      words.some(one => ended.has(one))
    )
      return true;
    if (typing) continue;
    const pair = effectOfVerb.get(`${word}_${words[at + 1] ?? ''}`);
    if (pair !== undefined && grave.has(pair)) return true;
    if (!namesOfFields.has(word) && grave.has(effectOfVerb.get(word) ?? 'read')) return true;
  }
  return false;
}

/** What it hurts to cancel or to close; the word alone only closes a window. */
const ended: ReadonlySet<string> = new Set(
  'subscription subscriptions order orders account accounts membership booking bookings plan policy flight service contract payment payments domain shipment reservation'.split(
    ' ',
  ),
);

/** `Approve` beside a word for the queue of approvals: the decision that a person is asked for. */
function decidesApproval(words: readonly string[]): boolean {
  return words.some(word => deciding.has(word)) && words.some(word => queues.has(word));
}

const deciding: ReadonlySet<string> = new Set(
  'approve approves allow accept confirm authorize authorise'.split(' '),
);
const queues: ReadonlySet<string> = new Set(
  'approval approvals approver approvers countersign guardrail guardrails'.split(' '),
);

/** True if the words only find one's way around. */
export function onlyLooksAround(words: readonly string[]): boolean {
  return words.some(word => searching.has(word));
}

/** What stands on the button or beside the field. */
export function judgeScreen(facts: CallFacts, report: Report): void {
  const typing = says(facts, 'type', 'fill', 'keyboard');
  const { leaves } = facts.seen;
  const labels = leaves.flatMap(leaf => labelWords(leaf, typing));
  if (leaves.some(deletesByKeys))
    report('irreversible', 'high', 'deletes what is selected past the bin');
  // A "Yes" does what the window asks.
  if (labels.some(words => words.some(word => agreeing.has(word))) || leaves.some(agrees))
    for (const { key, value } of leaves)
      if (questions.has(key.name) && typeof value === 'string')
        labels.push(splitWords(value.slice(0, 512)));
  const harmless = labels.filter(words => {
    const found = graveIn(words, typing, facts.place.rehearsal);
    if (found !== null) report(...found);
    return found === null;
  });
  if (harmless.length > 0) return;
  report(
    'data_write',
    facts.place.production ? 'high' : 'medium',
    'operates a screen, and what it presses is unknown',
  );
}

const agreeing: ReadonlySet<string> = new Set(
  'yes ok okay continue proceed allow confirm accept agree run'.split(' '),
);
/** `accept: true` for the dialog of a browser. */
function agrees({ key, value }: Leaf): boolean {
  return value === true && (agreeing.has(key.name) || key.name === 'accepted');
}

const questions: ReadonlySet<string> = new Set(
  'dialog message question prompt dialog_text dialog_title window_title'.split(' '),
);

/** `shift+Delete`. */
function deletesByKeys({ value }: Leaf): boolean {
  return (
    typeof value === 'string' &&
    /^(?:shift|cmd|command|meta|super)\s?\+\s?(?:del|delete|backspace)$/iu.test(value.trim())
  );
}

/** The words of a label, or nothing where the parameter is none. */
function labelWords({ key, value }: Leaf, typing: boolean): readonly (readonly string[])[] {
  if (typeof value !== 'string' || value.length > 512) return [];
  const isLabel =
    labelKeys.has(key.name) || key.last === 'label' || (!typing && clickKeys.has(key.name));
  if (!isLabel) return [];
  const whole = splitWords(value);
  const words = typing || decidesApproval(whole) ? whole : splitWords(pressedOf(value));
  return words.length === 0 ? [] : [[...new Set([...words, ...englishWordsOf(words)])]];
}

/**
 * `button 'Cancel' in dialog 'Delete workspace?'`: the pressed button stands first, and the rest only says where it is.
 * This holds for a button that leaves or looks. A "Yes" in that dialog deletes, so all words of its label are read.
 */
function pressedOf(label: string): string {
  const [shown, pressed] = /^[^'"“”„«]{0,80}['"“”„«]([^'"“”„«»]{1,80})['"“”»]/u.exec(label) ?? [];
  if (shown === undefined || pressed === undefined) return label;
  if (
    !/^\s{0,4}(?:button|link|icon|tab)?\s{0,4}(?:in|on|of|inside|within|under|from|at)\b/iu.test(
      label.slice(shown.length),
    )
  )
    return label;
  const words = splitWords(pressed);
  return onlyLooksAround(words) || words.some(word => leaving.has(word)) ? shown : label;
}

const leaving: ReadonlySet<string> = new Set('no keep dismiss later abort stay undo'.split(' '));

/** Why pressing an element with this label is grave. Null if the press only shows something or navigates. */
function graveIn(
  words: readonly string[],
  typing: boolean,
  rehearsal: boolean,
): Parameters<Report> | null {
  if (!typing && decidesApproval(words))
    return ['policy_tampering', 'critical', 'presses the button of a person who approves'];
  if ((!typing && onlyShows(words)) || (onlyLooksAround(words) && !ends(words))) return null;
  if (!namesLastingEffect(words, typing) || clearsView(words)) return null;
  return [
    'irreversible',
    rehearsal ? 'medium' : 'high',
    typing
      ? 'fills in a field that confirms or gives away something'
      : 'presses a button with lasting effect',
  ];
}

/** What is cleared on a screen without losing anything: `Clear filters`, `Delete cache`. */
function clearsView(words: readonly string[]): boolean {
  return (
    words.some(word => cleared.has(word)) &&
    words.some(word => effectOfVerb.get(word) === 'delete') &&
    !words.some(word => graveLabels.has(word) || ended.has(word))
  );
}

const cleared: ReadonlySet<string> = new Set(
  'filter filters cache caches selection search form field fields sorting highlight highlights canvas zoom'.split(
    ' ',
  ),
);

function ends(words: readonly string[]): boolean {
  return words.some(word => word === 'delete' || word === 'pay' || ended.has(word));
}
