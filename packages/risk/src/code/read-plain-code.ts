import { type CodeToken, tokenize } from '../shell/code-tokens.ts';
import { callRules } from './call-rules.ts';
import type { CodeCall } from './code-call.ts';
import type { CodeDeed, CodeReading } from './code-deed.ts';
import {
  type CodeValue,
  type GivenArguments,
  HOLE,
  textValue,
  unknownValue,
} from './code-value.ts';
import { plainRules } from './plain-rules.ts';

const mostDeeds = 200;
const mostArguments = 32;

/** A call that is being read or was read: the names that lead to it, and what the calls on the way were given. */
interface Chain {
  readonly names: readonly string[];
  readonly given: readonly GivenArguments[];
}

interface Frame {
  readonly opening: string;
  readonly chain: Chain | null;
  readonly loops: boolean;
  readonly values: CodeValue[];
  readonly named: Map<string, CodeValue>;
  /** The name before `:` or `=`, which the next value belongs to. */
  key: string | null;
  /** What was read of the present argument. */
  current: CodeValue | null;
}

const loopWords =
  /^(for|foreach|while|loop|each|forEach|ForEach|find_each|each_with_index|map|range|until)$/u;
const keywords =
  /^(if|elsif|elseif|else|unless|while|until|for|foreach|switch|case|when|match|return|def|func|function|fn|sub|class|struct|interface|import|package|use|using|namespace|new|await|go|defer|throw|raise|try|catch|rescue|do|end|then|in|of|and|or|not|puts|print|println|echo|let|var|val|const|final|public|private|static|void)$/u;

/**
 * Reads code of a language that has no grammar here, by what most languages share: chains of names, brackets, texts.
 * This reading is never complete, so the tokens of the code are judged as well.
 */
export function readPlainCode(text: string): CodeReading {
  const reader = new PlainReader(withoutComments(tokenize(text).tokens));
  return {
    complete: false,
    deeds: [...reader.read(), ...spokenDeeds(text)],
    places: reader.places,
    addresses: [],
  };
}

/** Languages whose statements are words and no calls. */
const spoken: readonly (readonly [statement: RegExp, tool: string])[] = [
  // `Customer.find_each(&:destroy!)`
  [/\(\s{0,4}&\s{0,4}:(destroy|delete|really_destroy)!?\s{0,4}\)/u, 'records.delete_all'],
  [/\b(delete|undelete|merge)\s{0,8}\[\s{0,8}select\b/iu, 'records.delete_all'],
  [/\b(update|upsert)\s{0,8}\[\s{0,8}select\b/iu, 'records.update_all'],
  [/\btell application\b[^\n]{0,200}\bempty (the )?trash\b/iu, 'trash.empty'],
  [
    /\btell application\b[^\n]{0,200}\b(delete|erase) (every|all|disk|folder|the)\b/iu,
    'files.delete_all',
  ],
  [/\btell application\b[^\n]{0,200}\b(shut down|restart)\b/iu, 'machine.shutdown'],
];

function spokenDeeds(text: string): readonly CodeDeed[] {
  const head = text.slice(0, 16_384);
  return spoken
    .filter(([statement]) => statement.test(head))
    .map(([, tool]) => ({ kind: 'call', tool, parameters: { filter: '*' } }));
}

/** Two slashes outside of a text begin a comment in most of these languages. */
function withoutComments(tokens: readonly CodeToken[]): readonly CodeToken[] {
  let skipped = -1;
  return tokens.filter((token, at) => {
    const next = tokens[at + 1];
    if (isMark(token, '/') && isMark(next, '/') && next?.line === token.line) skipped = token.line;
    return token.line !== skipped;
  });
}

function isMark(token: CodeToken | undefined, marks: string): boolean {
  return token?.kind === 'punctuation' && marks.includes(token.text);
}

class PlainReader {
  readonly places: string[] = [];
  readonly #tokens: readonly CodeToken[];
  readonly #deeds: CodeDeed[] = [];
  readonly #held = new Set<string>();
  readonly #frames: Frame[] = [frame('', null, false)];
  /** The chain that ends just before the present token. */
  #ended: Chain | null = null;
  #loopLine = -1;

  constructor(tokens: readonly CodeToken[]) {
    this.#tokens = tokens;
  }

  read(): readonly CodeDeed[] {
    for (let at = 0; at < this.#tokens.length && this.#deeds.length < mostDeeds; at++)
      this.#step(at);
    return this.#deeds;
  }

  #step(at: number): void {
    const token = this.#tokens[at];
    const top = this.#frames.at(-1);
    if (token === undefined || top === undefined) return;
    if (token.kind === 'name') this.#name(token, at, top);
    else if (token.kind === 'string') {
      const value = textValue(token.text.replaceAll(interpolation, HOLE));
      top.current = top.current === null ? value : joinedTo(top.current, token.text);
      if (this.places.length < mostDeeds && token.text.length < 256) this.places.push(token.text);
      this.#ended = null;
    } else if (token.kind === 'punctuation') this.#mark(token.text, at, top);
  }

  #mark(mark: string, at: number, top: Frame): void {
    if ('([{'.includes(mark)) this.#open(mark, at, top);
    else if (')]}'.includes(mark)) this.#close();
    else this.#separate(mark, at, top);
  }

  #open(mark: string, at: number, top: Frame): void {
    const callee = mark === '(' ? this.#ended : null;
    const loops = top.loops || (mark !== '(' && this.#loopLine === this.#tokens[at]?.line);
    this.#frames.push(frame(mark, callee, loops));
    this.#ended = null;
  }

  #close(): void {
    const done = this.#frames.length > 1 ? this.#frames.pop() : undefined;
    const outer = this.#frames.at(-1);
    if (done === undefined || outer === undefined) return;
    finish(done);
    if (done.chain !== null) {
      this.#ended = this.#call(done.chain, done, done.loops);
      outer.current = unknownValue;
      return;
    }
    this.#ended = null;
    if (done.opening === '[') outer.current = { kind: 'list', items: done.values };
    else if (done.opening === '{' && outer.chain !== null)
      outer.current = { kind: 'object', members: done.named };
  }

  #separate(mark: string, at: number, top: Frame): void {
    const before = this.#tokens[at - 1];
    if (mark === ',' || mark === ';') finish(top);
    else if ((mark === ':' || mark === '=') && before?.kind === 'name' && top.chain !== null) {
      top.key = before.text.replace(/^[$@:]+/u, '');
      top.current = null;
    } else if ('+%'.includes(mark) && top.current?.kind === 'text')
      top.current = joinedTo(top.current, HOLE);
    if (!'.->:?!'.includes(mark)) this.#ended = null;
  }

  #name(token: CodeToken, at: number, top: Frame): void {
    const own = token.text.replace(/^[$@%&]+/u, '');
    const next = this.#tokens[at + 1];
    if (loopWords.test(own.split(/[.:]/u).at(-1) ?? '')) this.#loopLine = token.line;
    const parts = own
      .split(/\.|::|:/u)
      .filter(part => part !== '')
      .map(part => (part === 'it' ? 'item' : part));
    const linked = this.#ended !== null && isMark(this.#tokens[at - 1], '.>:');
    const base: Chain = linked && this.#ended !== null ? this.#ended : { names: [], given: [] };
    const chain: Chain = { names: [...base.names, ...parts].slice(-12), given: base.given };
    if (isAssigned(next, this.#tokens[at + 2]) && this.#isHeldAt(at + 2)) this.#held.add(own);
    if (keywords.test(own)) {
      this.#ended = null;
      return;
    }
    if (isMark(next, '(')) {
      this.#ended = chain;
      return;
    }
    // `FileUtils.rm_rf dir` and `.destroy_all`: a call without brackets.
    const given = this.#unbracketed(at);
    const bare = parts.length === 1 && !linked;
    if ((!bare || given.length > 0) && !isMark(next, '=:')) {
      const made = frame('(', chain, top.loops);
      made.values.push(...given);
      this.#ended = this.#call(chain, made, top.loops || this.#loopLine === token.line);
    } else this.#ended = null;
    top.current = /^(true|false)$/iu.test(own)
      ? { kind: 'flag', value: /^true$/iu.test(own) }
      : top.current?.kind === 'text'
        ? joinedTo(top.current, HOLE)
        : unknownValue;
  }

  /** Texts that follow a name on its line. */
  #unbracketed(at: number): readonly CodeValue[] {
    const found: CodeValue[] = [];
    const line = this.#tokens[at]?.line;
    for (let i = at + 1; i < at + 8; i++) {
      const token = this.#tokens[i];
      if (token === undefined || token.line !== line) break;
      if (token.kind === 'string')
        found.push(textValue(token.text.replaceAll(interpolation, HOLE)));
      else if (
        !(isMark(token, ',') && found.length > 0) &&
        !(token.kind === 'name' && i === at + 1)
      )
        break;
    }
    return found;
  }

  /** `{}`, `[]`, `new HashMap`, `map[string]int{}`: a collection that lives while the code runs. */
  #isHeldAt(at: number): boolean {
    let i = at;
    while (isMark(this.#tokens[i], '=:') || this.#tokens[i]?.text === 'new') i++;
    const token = this.#tokens[i];
    if (isMark(token, '{[')) return true;
    return (
      token?.kind === 'name' &&
      /^(map|make|vec!?|Vec|HashMap|HashSet|BTreeMap|Map|Set|List|ArrayList|LinkedList|Dictionary|Hash|Array|array|dict|StringBuilder|Queue|Stack)\b/u.test(
        token.text,
      )
    );
  }

  #call(chain: Chain, done: Frame, loops: boolean): Chain {
    const given: GivenArguments = {
      name: chain.names.at(-1) ?? '',
      positional: done.values.slice(0, mostArguments),
      named: done.named,
    };
    const call: CodeCall = {
      path: chain.names.join('.'),
      names: chain.names,
      given,
      before: chain.given,
      times: loops ? null : 1,
      inMemory: this.#held.has(chain.names[0] ?? ''),
    };
    for (const rule of [...plainRules, ...callRules]) {
      const found = rule(call);
      if (found === null) continue;
      this.#deeds.push(...found);
      break;
    }
    return { names: chain.names, given: [...chain.given, given].slice(-12) };
  }
}

const interpolation = /#\{[^}]{0,200}\}|\$\{[^}]{0,200}\}|\{\$[^}]{0,200}\}/gu;

function isAssigned(next: CodeToken | undefined, after: CodeToken | undefined): boolean {
  return (isMark(next, '=') && !isMark(after, '=')) || (isMark(next, ':') && isMark(after, '='));
}

function frame(opening: string, chain: Chain | null, loops: boolean): Frame {
  return { opening, chain, loops, values: [], named: new Map(), key: null, current: null };
}

function finish(done: Frame): void {
  if (done.current === null) return;
  if (done.key !== null) done.named.set(done.key, done.current);
  else if (done.values.length < mostArguments) done.values.push(done.current);
  done.key = null;
  done.current = null;
}

function joinedTo(value: CodeValue, text: string): CodeValue {
  return value.kind === 'text' ? textValue(value.text + text) : unknownValue;
}
