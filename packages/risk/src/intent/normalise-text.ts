/**
 * Text as the other stages read it: one spelling for what looks the same, nothing invisible, and never
 * longer than the cap. What is cut off has to be a finding of its own, since it may hold anything.
 */
interface NormalisedText {
  readonly text: string;
  /** The text was longer than what is looked at. */
  readonly capped: boolean;
}

/** Far more than a person reads before pressing a button. */
export const textLengthMax: number = 32_768;

/** Letters of other alphabets that are drawn like a Latin letter. Only these can spell an English word. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    ɑ: 'a',
    α: 'a',
    А: 'A',
    Α: 'A',
    в: 'b',
    В: 'B',
    Β: 'B',
    ь: 'b',
    с: 'c',
    ϲ: 'c',
    С: 'C',
    Ϲ: 'C',
    ԁ: 'd',
    ɗ: 'd',
    е: 'e',
    є: 'e',
    ε: 'e',
    Е: 'E',
    Ε: 'E',
    ɡ: 'g',
    ԍ: 'g',
    һ: 'h',
    н: 'h',
    Н: 'H',
    Η: 'H',
    і: 'i',
    ї: 'i',
    ı: 'i',
    ι: 'i',
    І: 'I',
    Ι: 'I',
    ј: 'j',
    Ј: 'J',
    к: 'k',
    κ: 'k',
    К: 'K',
    Κ: 'K',
    ӏ: 'l',
    ḷ: 'l',
    Ӏ: 'I',
    м: 'm',
    М: 'M',
    Μ: 'M',
    п: 'n',
    η: 'n',
    Ν: 'N',
    ո: 'n',
    о: 'o',
    ο: 'o',
    σ: 'o',
    օ: 'o',
    О: 'O',
    Ο: 'O',
    р: 'p',
    ρ: 'p',
    Р: 'P',
    Ρ: 'P',
    ԛ: 'q',
    г: 'r',
    ѕ: 's',
    Ѕ: 'S',
    т: 't',
    τ: 't',
    Т: 'T',
    Τ: 'T',
    υ: 'u',
    ս: 'u',
    ц: 'u',
    ν: 'v',
    ѵ: 'v',
    ԝ: 'w',
    ω: 'w',
    ѡ: 'w',
    х: 'x',
    χ: 'x',
    Х: 'X',
    Χ: 'X',
    у: 'y',
    γ: 'y',
    У: 'Y',
    Υ: 'Y',
    Ζ: 'Z',
    '‘': "'",
    '’': "'",
    '‛': "'",
    ʼ: "'",
    '´': "'",
    '“': '"',
    '”': '"',
    '„': '"',
    '‟': '"',
    '«': '"',
    '»': '"',
    '‹': '"',
    '›': '"',
    '″': '"',
    '‐': '-',
    '‑': '-',
    '‒': '-',
    '−': '-',
    '–': '—',
    '―': '—',
    '…': '...',
    '¿': ' ',
    '¡': ' ',
    '｀': '`',
  }),
);

const invisible = /[\p{Cf}\p{Cc}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/u;
const lineBreak = /[\n\r\u0085\u2028\u2029\v\f]/;

/** Folds lookalikes, compatibility forms, accents and invisible characters; linear in the capped length. */
export function normaliseText(input: string): NormalisedText {
  const capped = input.length > textLengthMax;
  const head = capped ? input.slice(0, textLengthMax) : input;
  let text = '';
  for (const char of head) text += foldCharacter(char);
  // A form such as ㎏ may unfold to several characters, so the cap is applied to the outcome again.
  return { text: joinSpelledWords(dropMarkup(text.slice(0, 2 * textLengthMax))), capped };
}

function foldCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return char;
  if (lineBreak.test(char)) return '\n';
  if (char === '\t') return ' ';
  const known = lookalikes.get(char);
  if (known !== undefined) return known;
  let folded = '';
  for (const part of char.normalize('NFKD')) {
    if (invisible.test(part)) continue;
    folded += lookalikes.get(part) ?? (/^\s$/.test(part) ? ' ' : part);
  }
  return folded;
}

/** A title before a name says nothing about what is done, and its full stop ends nothing. */
const titles =
  /\b(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Hon|Capt|Lt|Sgt)\.?|(?:St|Sr|Sra|Jr|Hr|Fr|Dhr|Mevr|Sig|Dott|Gen|Col|Gov|Sen|Rep|Pres|M|Mme|Mlle)\.)\s(?=\p{Lu})/gu;

/** Short forms that may end a sentence. They do where a word that opens one follows. */
const shortForms =
  /\b(no|nos|nr|fig|eq|sec|ch|vol|art|etc|inc|ltd|co|corp|llc|gmbh|dept|est|ext|tel|max|min|avg|ca|resp|ref|acct|amt|qty|mio|mrd|usw|bzw|ggf|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.(?=\s(?!(?:i|we|you|it|the|this|that|these|those|they|he|she|shall|should|may|can|could|do|ok|now|then|next|please|if|there|so|and|but|after|before|once|let|proceed|continue|everything|all)\b)[\p{L}\d#$€£(])/giu;

/** Tags, emphasis, headings, list marks and link targets say nothing; what they enclose does. */
function dropMarkup(text: string): string {
  return text
    .replace(/\b(i\.e|e\.g|vs|approx|incl)\./gi, '$1')
    .replace(titles, '')
    .replace(shortForms, '$1')
    .replace(/<\/?[a-z!][^<>\n]{0,200}>/gi, ' ')
    .replace(/\]\([^()\s]{0,200}\)/g, ']')
    .replace(/&(?:nbsp|#160);/gi, ' ')
    .replace(/&(?:#39|apos|rsquo);/gi, "'")
    .replace(/\*{1,3}|~~|__/g, '')
    .replace(/(^|\s)_(?=[a-z])|(?<=[a-z.!?])_(?=\s|$)/gi, '$1')
    .replace(/^[ ]{0,8}(?:#{1,6}|[-+•]|\d{1,2}[.)])[ ]/gm, '\n');
}

/**
 * Puts together a word whose letters stand apart: `d-e-l-e-t-e`, `d e l e t e`, `D.E.L.E.T.E`. Four
 * letters at least, so that initials and "a b" stay what they are.
 */
function joinSpelledWords(text: string): string {
  return text
    .replace(/(?<![a-z0-9])[a-z](?:[-._*|/][a-z]){3,30}(?![a-z0-9])/gi, word =>
      word.replace(/[-._*|/]/g, ''),
    )
    .replace(/(?<![a-z0-9'])[a-z](?: [a-z]){3,30}(?![a-z0-9'])/gi, word => word.replaceAll(' ', ''))
    .replace(/([a-z])-\n(?=[a-z])/gi, '$1');
}
