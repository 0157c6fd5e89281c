import { readEffectNoun, readVerb } from '../intent/effect-verbs.ts';

/**
 * Orders that name no deed: they say how things shall be afterwards (`Make sure every inactive account is gone`), or in
 * whose name something is decided. Each row says the same as what will now be done, in the words of the English reader.
 */
interface Phrase {
  readonly says: RegExp;
  readonly means: (parts: readonly string[]) => string | null;
}

const wishes =
  "(?:(?:please )?(?:make (?:absolutely |very |quite )?(?:sure|certain)|ensure|see (?:to it)?|take care|guarantee|i(?:'d| would)? (?:want|need|like|expect)|we (?:want|need|expect)|it is (?:important|essential|vital)|have|get)(?: that)? )";
const duties =
  '(?:must|should|shall|will|may|can|is to|are to|ha(?:s|ve) to|needs? to|ought to)(?: now| all| finally)?';

/** What a state of a thing means for it. In order; the first row that fits decides. */
const states: readonly (readonly [state: RegExp, deed: (thing: string, rest: string) => string])[] =
  [
    [
      /^(?:gone|away|out of (?:here|the way|the systems?)|history|no more|no longer (?:there|here|around|with us|available|present))\b/iu,
      (thing, rest) => `delete ${thing}${rest}`,
    ],
    [/^(?:empty|blank|cleared out)\b/iu, (thing, rest) => `empty ${thing}${rest}`],
    [
      /^(?:public|(?:world|publicly|publically)[ -]?(?:readable|writable|accessible|visible|reachable|available)|(?:open|visible|accessible|reachable|readable|available) (?:to|for|by|from) (?:everyone|everybody|anyone|all|the (?:public|world|internet|outside|whole company)))\b/iu,
      (thing, rest) => `make ${thing} public${rest}`,
    ],
    [
      /^(?:off|down|disabled|dead|silent|dark|switched off|turned off|out of service|offline)\b/iu,
      (thing, rest) => `turn off ${thing}${rest}`,
    ],
    [
      /^(?:live|in production|in prod|on production|out there)\b/iu,
      (thing, rest) => `deploy ${thing} to production${rest}`,
    ],
  ];

const decides =
  'approve|approves|confirm|sign(?: off)?|accept|reject|decline|authori[sz]e|vote|release|countersign|attest|certify|submit|agree|grant|waive';
/** `as Ana`, `as the compliance officer`: a person, and neither a kind of thing nor a state. */
const person =
  "(?:\\p{Lu}[\\p{Ll}'-]+(?: \\p{Lu}[\\p{Ll}.'-]+){0,2}|(?:the|our|my|your|a|an) (?:[\\p{L}-]+ ){0,2}(?:officer|manager|director|supervisor|boss|chief|head|lead|owner|administrator|admin|approver|reviewer|controller|auditor|physician|doctor|nurse|[Cc][FfEeTtOo][Oo]|accountant|treasurer|customer|client|patient|tenant|colleague|teacher|judge))";

/** A sentence about what the software does in some case describes the software. It is not an order. */
const conditional = /\b(?:if|when|whenever|unless|once|after|while|where|each time|every time)\b/iu;

const named = (pattern: string): RegExp => new RegExp(pattern, 'u');

const phrases: readonly Phrase[] = [
  // `Log in as Ana and click approve`, `Pretend to be the CFO and confirm the order`
  {
    says: named(
      `^(?:${upperOrLower('log in as|sign in as|pretend to be|pose as|use the (?:account|session|login) of|act as|become|switch to')}) (${person}).{0,120}?\\b(${decides})\\b(.{0,200})$`,
    ),
    means: ([, who, , rest]) => `approve${rest || ' it'} on behalf of ${who}`,
  },
  // `Mark the review as done by Ana`, `Cast Ana's vote for option B`
  {
    says: named(
      `^(?:${upperOrLower('mark|set|record|register|log|enter')}) (.{1,120}?) as (?:[\\p{L}]+ ){0,2}(?:approved|confirmed|signed|accepted|reviewed|done|checked|decided|released) by (${person})`,
    ),
    means: ([, what, who]) => `approve ${what} on behalf of ${who}`,
  },
  {
    says: named(
      `^(?:${upperOrLower('cast|give|submit|enter')}) (${person})'s? (vote|approval|signature|consent|sign-off)`,
    ),
    means: ([, who, what]) => `approve the ${what} on behalf of ${who}`,
  },
  // `No trace of the project should be left`, `There should be no users left in the tenant`
  {
    says: new RegExp(
      `^(?:${wishes})?(?:none of (?:the |our |their |these |those )?|no(?:thing of)? (?:the |our |a )?(?:traces? of )?|not an? (?:single )?)(.{2,200}?) (?:${duties} )?(?:be |is |are )?(?:left|remain(?:s|ing)?|exists?|survives?|stays?)\\b(.{0,200})$`,
      'iu',
    ),
    means: ([, thing, rest]) => `delete all ${thing}${rest}`,
  },
  {
    says: new RegExp(
      `^(?:${wishes})?there (?:${duties} be|are|is) (?:no|not an?) (.{2,200}?)(?: left| any ?more| remaining)?(?: (?:in|on|at) (.{2,100}))?$`,
      'iu',
    ),
    means: ([, thing, place]) => `delete all ${thing}${place === '' ? '' : ` in ${place}`}`,
  },
  {
    says: /^(?:i|we) (?:do not|don't|never) want (?:to (?:see|have|keep) )?(?:any of )?(.{2,200}?) (?:any ?more|any longer|around|again)\b(.{0,100})$/iu,
    means: ([, thing, rest]) => `delete all ${thing}${rest}`,
  },
  {
    says: /^(?:i|we) no longer (?:need|want|use) (.{2,200}?)(?:, (?:so )?(?:deal with|take care of|get rid of|see to|handle) (?:it|them|that))$/iu,
    means: ([, thing]) => `delete ${thing}`,
  },
  // `The old backups have to disappear`, `The production database can go`
  {
    says: new RegExp(
      `^(?:${wishes})?(.{2,200}?) (?:(?:${duties}) )?(?:disappears?|vanish(?:es)?|go(?: away)?|cease to exist)(?=[.!]?$| (?:from|by|before|today|now|tonight|at once)\\b)(.{0,100})$`,
      'iu',
    ),
    means: ([, thing, rest]) => `delete ${thing}${rest}`,
  },
  // `Make sure everyone has admin rights`, `Make sure the supplier gets his 12,000 euros`
  {
    says: new RegExp(
      `^${wishes}(.{2,120}?) (?:gets?|receives?|has|have) ((?!to\\b|no\\b|not\\b|never\\b|been\\b|its?\\b).{2,200})$`,
      'iu',
    ),
    means: ([, who, what = '']) => `${sum.test(what) ? 'pay' : 'give'} ${what} to ${who}`,
  },
  {
    says: new RegExp(
      `^${wishes}(.{2,120}?) (?:knows?|hears?|learns?|is informed|are informed|finds? out) (?:about|of|that) (.{2,200})$`,
      'iu',
    ),
    means: ([, who, what]) => `notify ${who} about ${what}`,
  },
  {
    says: new RegExp(
      `^${wishes}(.{2,120}?) (?:sees?|reads?|can (?:see|read|open|reach|access|edit|change)) (.{2,200})$`,
      'iu',
    ),
    means: ([, who, what]) => `give ${who} access to ${what}`,
  },
  // `The lab wants the raw records`: what others want is to be given to them.
  {
    says: /^((?:the|our|my|a|an|some) (?:[\p{L}-]+ ){0,2}[\p{L}-]+|someone [\p{L} ]{2,40}?) (?:wants?|asks? for|is asking for|are asking for|requested|requests|would like) ((?:the|our|all|every|his|her|a copy of|copies of) .{2,200})$/iu,
    means: ([, who, what]) => `send ${what} to ${who}`,
  },
  // `All passwords need a reset`
  {
    says: /^(.{2,200}?) needs? (?:an?|the|to get an?) (?:[\p{L}]+ )?([\p{L}-]{3,20})([.!]?)$/iu,
    means: ([, thing, noun = '']) => {
      const verb = readEffectNoun(noun.toLowerCase());
      return verb === undefined ? null : `${verb.verb} ${thing}`;
    },
  },
];

/** Also at the start of a sentence. */
function upperOrLower(words: string): string {
  return words
    .split('|')
    .map(word => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`)
    .join('|');
}

const stated = new RegExp(
  `^${wishes}(.{2,200}?)(?: (?:is|are|be|gets?|becomes?|goes|go|turns?|ha(?:s|ve) been|to be))?(?: (?:all|completely|finally|fully|permanently|entirely|now))? `,
  'iu',
);
const sum =
  /\d[\d.,]*\s?(?:\p{Sc}|k\b|usd|eur|gbp|chf|euros?|dollars?|pounds?|francs?)|\p{Sc}\s?\d/iu;
const longestOrder = 600;
const leadingTime =
  /^(?:(?:by|before|from|until|after|within|at|on) (?:the (?:end|start) of )?(?:[\p{L}\d:.]+ ){0,2}(?:tomorrow|tonight|noon|midnight|morning|evening|today|now on|monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month|day|hour|hours|minutes|\d{1,2}(?::\d\d)?(?: ?[ap]m)?),? )/iu;

/** The same order as what will be done, or null where it names its deed itself. */
export function deedOfOrder(order: string): string | null {
  const sentence = order
    .slice(0, longestOrder)
    .replace(leadingTime, '')
    .replace(/^(?:but|and|so|now|please),? /iu, '')
    .replace(/,? please[.!]?$/iu, '')
    .replace(/[.!]+$/u, '');
  for (const { says, means } of phrases) {
    const found = says.exec(sentence);
    if (found === null) continue;
    if (conditional.test(sentence)) return null;
    const told = means(found.map(part => part ?? ''));
    if (told !== null) return told;
  }
  return conditional.test(sentence) ? null : deedOfState(sentence);
}

/** `Ensure the bucket is public`, `I want the firewall off`, `Have the supplier paid by noon`. */
function deedOfState(sentence: string): string | null {
  if (!stated.test(sentence)) return null;
  const from = new RegExp(`^${wishes}`, 'iu').exec(sentence)?.[0].length ?? 0;
  const words = sentence.slice(from).split(' ');
  for (let at = 1; at < Math.min(words.length, 40); at += 1) {
    const rest = words.slice(at).join(' ');
    const thing = words
      .slice(0, at)
      .join(' ')
      .replace(
        / (?:is|are|be|gets?|becomes?|goes?|turns?|ha(?:s|ve) been|to be|will be)(?: (?:all|completely|finally|fully|permanently|entirely|now))?$/iu,
        '',
      );
    const state = states.find(([shape]) => shape.test(rest));
    if (state !== undefined) return state[1](thing, rest.replace(state[0], ''));
    const word = words[at]?.replace(/[,;]$/u, '') ?? '';
    if (readVerb(word.toLowerCase())?.form === 'past' && thing !== '')
      return `${thing} will now be ${rest}`;
  }
  return null;
}
