import { commandAt } from './commands.ts';
import { type EffectVerb, readVerb, unknownVerb } from './effect-verbs.ts';
import { bareQuestions, leavePhrases } from './leave-phrases.ts';
import type { Standing } from './mentions.ts';
import { VerbReader } from './verb-reader.ts';
import { carriers, openers } from './word-classes.ts';
import { wordSet } from './word-list.ts';

/** Leave as a noun: it may have been given, so that naming it asks nothing. */
const grantedNouns: ReadonlySet<string> = wordSet(`
  ok okay alright clear cleared permission approval authorization authorisation clearance leave
  consent authority go-ahead green blessing all your the thumbs sign-off happy comfortable
  content fine good cool acceptable decide choose agree confirm say advise request requesting
  requested want need seeking
`);
const approvals: ReadonlySet<string> = wordSet(`
  nod light go-ahead blessing approval permission consent okay ok thumbs-up sign-off signoff
  clearance say-so word yes verdict decision confirmation authorization authorisation assent
  signature go signal agreement
`);
const awaiting: ReadonlySet<string> = wordSet(`
  need needs want await awaiting wait waiting appreciate like request requesting seek seeking
  ask asking before until pending subject once after require requires requiring hold holding
  when if unless only just missing lacking depends needed required outstanding left wanted
`);

/** Meets questions for leave and command lines. */
export abstract class LeaveReader extends VerbReader {
  /** A question for leave, with or without the act. */
  protected passLeave(at: number): number | undefined {
    const found = this.leaveAt(at);
    const bare = this.bareQuestion(at);
    if (bare !== undefined) {
      this.asked.push({ kind: 'plea', at, to: bare });
      return bare;
    }
    if (found === undefined) return undefined;
    const { value: kind, to } = found;
    if (
      /^do (?:need|have|get|understand|see|owe|recall)$/.test(`${this.words[at]} ${this.words[to]}`)
    )
      return undefined;
    if (this.reported || this.labelled || this.beforehand) return undefined;
    if (grantedNouns.has(this.words[at] ?? '') && this.wasGranted(to)) return undefined;
    if (kind === 'tag') {
      const asks = this.isAlone(at, to) && (this.words[to] === '?' || to >= this.tokens.length);
      if (!asks) return undefined;
    }
    if (kind === 'demand' && !this.isAlone(at, to)) return undefined;
    if (
      (kind === 'plea' || kind === 'silence') &&
      (this.denied ||
        this.mood === 'done' ||
        (this.mood === 'person' && !/^you/.test(this.words[this.clauseFrom] ?? '')))
    )
      return undefined;
    if (kind === 'frame' || kind === 'offer' || kind === 'possible') {
      if (
        this.isWondering(at) ||
        (this.mood === 'announce' &&
          /^(?:approve|authorize|authorise|green-light|greenlight)$/.test(this.words[at] ?? ''))
      )
        return undefined;
      const after = this.tokens[to];
      if (after === undefined || after.kind === 'stop' || after.kind === 'paragraph') {
        this.asked.push({ kind: 'plea', at, to });
        this.noteApproved(to);
        return to;
      }
      if (this.mood === 'done' && kind !== 'frame') return undefined;
      // "Nobody said it's okay to …" and "there was permission to …" ask nothing.
      if (
        kind === 'offer' &&
        this.mood === 'person' &&
        !/^(?:you|would|do)$/.test(this.words[this.clauseFrom] ?? '')
      )
        return undefined;
      if (
        this.mood === 'done' ||
        (kind === 'frame' && this.mood === 'thing' && grantedNouns.has(this.words[at] ?? ''))
      )
        return undefined;
      if (this.words[to + 1] === 'following') this.noteApproved(to + 2);
      this.startClause(at);
      this.mood = 'ask';
      this.leave = kind;
      this.takeHead(to);
      return Math.max(to, at + 1);
    }
    // "Payments need an approval" is a rule; "I need an approval" asks for one.
    const isRule =
      kind === 'plea' &&
      this.mood === 'thing' &&
      /^(?:need|require|requires|needs)/.test(this.words[at] ?? '') &&
      !/^(?:this|that|it|these|they)$/.test(this.words[this.clauseFrom] ?? '');
    // "Could I have your blessing to …": the act is named right behind.
    const named = /^(?:to|me|us|my|our)$/.test(this.words[to] ?? '') ? to + 1 : to;
    const form = readVerb(this.words[named] ?? '')?.form;
    if (kind === 'plea' && form === (this.words[to] === 'to' ? 'base' : 'gerund')) {
      this.asked.push({ kind, at, to });
      this.startClause(at);
      this.mood = 'ask';
      this.leave = 'frame';
      this.takeHead(named);
      return named;
    }
    this.asked.push({ kind: kind === 'demand' ? 'plea' : isRule ? 'proviso' : kind, at, to });
    this.noteApproved(to);
    return to;
  }

  private leaveAt(at: number): ReturnType<typeof leavePhrases.match> {
    return this.isOthersDecision(at) ? undefined : leavePhrases.match(this.words, at);
  }

  /** "Legal will decide whether to …": another person is going to say. */
  private isOthersDecision(at: number): boolean {
    return (
      /^(?:decide|choose|confirm|advise|say)$/.test(this.words[at] ?? '') &&
      /^(?:will|shall|must|has|have|should|would)$/.test(this.words[at - 1] ?? '') &&
      at - 2 >= this.clauseFrom &&
      !this.words.slice(this.clauseFrom, at).some(word => /^(?:you|i|we|your|me|us)$/.test(word))
    );
  }

  /** "Permission to film was granted in spring" tells of the past. */
  private wasGranted(to: number): boolean {
    const rest = this.words.slice(to, Math.min(to + 14, this.clauseEnds[to] ?? to));
    return rest.some(
      (word, index) =>
        /^(?:was|were|been|got)$/.test(word) &&
        /^(?:given|granted|denied|received|obtained|refused|withdrawn|revoked|issued|sought|requested)$/.test(
          rest[index + 1] ?? '',
        ),
    );
  }

  /** "Please approve: 900 to Delta" names what it is about without a verb. */
  private noteApproved(to: number): void {
    if (this.words[to] === ':') this.mention(to + 1, to + 1, unknownVerb('approve'), 'ask');
  }

  /** "as soon as I have your nod", "is it a yes from you?": any word for leave that is awaited of the reader. */
  protected noteApproval(at: number, word: string): void {
    if (!approvals.has(word) || this.denied || this.reported || this.labelled) return;
    const isYours =
      this.words.slice(Math.max(0, at - 3), at).includes('your') ||
      /\b(?:(?:give|grant|lend|send|get) (?:me|us)|(?:i|we) (?:have|get)) (?:a|an|the) (?:\w+ )?$/.test(
        `${this.words.slice(Math.max(0, at - 5), at).join(' ')} `,
      ) ||
      (this.words[at + 1] === 'from' &&
        /^(?:you|your|someone|somebody)$/.test(this.words[at + 2] ?? ''));
    if (!isYours) return;
    const before = [
      ...this.words.slice(Math.max(this.sentenceFrom, at - 30), at),
      ...this.words.slice(at + 1, Math.min(at + 8, this.clauseEnds[at] ?? at)),
    ];
    if (this.endsInQuestion(at) || before.some(each => awaiting.has(each)))
      this.asked.push({ kind: 'plea', at, to: at + 1 });
  }

  /** "How do I …" and "why would we …" want to know something; "which table should I …" is about an act. */
  protected isWondering(at: number): boolean {
    const opener = this.words[this.sentenceFrom] ?? '';
    if (opener === 'what' && /^(?:if|say|do)$/.test(this.words[this.sentenceFrom + 1] ?? ''))
      return false;
    return (
      this.wonders && /^(?:how|why|what|where|do|does|did)$/.test(opener) && at > this.sentenceFrom
    );
  }

  protected bareQuestion(at: number): number | undefined {
    if (this.wonders) return undefined;
    if (
      at !== this.clauseFrom &&
      !openers.has(this.words[at - 1] ?? '') &&
      this.tokens[at - 1]?.kind !== 'comma'
    )
      return undefined;
    const anyway = this.words[at + 1] === 'anyway' ? at + 1 : at + 2;
    if (this.words[anyway] === 'anyway' && this.words[anyway + 1] === '?') return anyway + 1;
    for (let to = Math.min(at + 3, this.tokens.length); to > at; to -= 1) {
      const end = this.tokens[to];
      const closes = end === undefined ? to - at <= 2 && at > 0 : end.word === '?';
      if (closes && bareQuestions.has(this.words.slice(at, to).join(' '))) return to;
    }
    return undefined;
  }

  protected isAlone(at: number, to: number): boolean {
    const before = this.tokens[at - 1];
    const isOpened =
      before === undefined ||
      before.kind === 'stop' ||
      before.kind === 'comma' ||
      before.kind === 'paragraph' ||
      openers.has(before.word) ||
      to >= this.tokens.length ||
      this.words[to] === '?';
    const after = this.tokens[to];
    return (
      isOpened &&
      (after === undefined ||
        after.kind === 'stop' ||
        after.kind === 'comma' ||
        after.kind === 'paragraph')
    );
  }

  protected passCommand(at: number): number | undefined {
    const command = commandAt(this.tokens, at);
    if (
      command === undefined ||
      (command.harm === null && readVerb(this.words[at] ?? '') !== undefined)
    )
      return undefined;
    if (command.harm !== null) {
      const verb: EffectVerb = { verb: 'run', effect: 'run', strong: true, particle: [] };
      this.mention(at, command.to, verb, this.standingOfCommand(at, command.to), { command });
    }
    // `status: ok` before a sentence is not its subject.
    const startsAnew = /^[A-Z]/.test(this.tokens[command.to]?.text ?? '');
    if (this.mood === 'open' && (command.harm !== null || !startsAnew)) this.mood = 'process';
    return command.to;
  }

  /** A command is announced when the agent runs it, when it stands alone, or when it "is next". */
  protected standingOfCommand(at: number, to: number): Standing {
    if (this.denied || this.supposed || this.reported || this.labelled || this.beforehand)
      return this.beforehand ? 'pending' : 'void';
    if (this.mood === 'ask') return this.headRuns(at) ? 'ask' : 'void';
    if (this.mood === 'announce' || this.mood === 'gerund')
      return this.headRuns(at) ? 'announce' : 'void';
    if (this.mood !== 'open')
      return this.mood === 'done' || this.mood === 'person'
        ? 'void'
        : this.ownNext
          ? 'announce'
          : 'pending';
    const end = this.clauseEnds[at] ?? to;
    const rest = this.words.slice(to, Math.min(end, to + 40));
    if (this.ownNext || rest.includes('next') || /^(?:follows|now|incoming)$/.test(rest[0] ?? ''))
      return 'announce';
    const isAlone = at === this.clauseFrom && to >= end && this.words[end] !== ')';
    return isAlone || this.nextMarked ? 'announce' : 'pending';
  }

  protected headRuns(at: number): boolean {
    if (this.head < 0 || this.head === at) return true;
    const word = this.words[this.head] ?? '';
    if (
      readVerb(word)?.verbs.some(
        ({ effect }) =>
          effect !== 'reveal' && effect !== 'config' && effect !== 'message' && effect !== 'grant',
      )
    )
      return true;
    return carriers.has(word);
  }
}
