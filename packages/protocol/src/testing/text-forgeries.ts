/** A text made of a valid one, and what was done to it. */
export interface Forgery {
  readonly what: string;
  readonly text: string;
}

/** Numbers from 0 up to, not including, the bound; the same seed always gives the same ones. */
type RandomBelow = (bound: number) => number;

export function randomFrom(seed: number): RandomBelow {
  let state = seed >>> 0;
  return bound => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Every bit of the UTF-8 bytes flipped, or every one of so many; what is no UTF-8 then has U+FFFD there. */
export function* flipBits(text: string, step = 1): Generator<Forgery> {
  const bytes = Buffer.from(text);
  for (let bit = 0; bit < bytes.length * 8; bit += step) {
    const flipped = 1 << (bit & 7);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ flipped;
    yield { what: `bit ${bit} flipped`, text: bytes.toString('utf8') };
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ flipped;
  }
}

/** Cut off at every length, from either end. */
export function* truncate(text: string, step = 1): Generator<Forgery> {
  for (let length = 0; length < text.length; length += step) {
    yield { what: `the first ${length} letters`, text: text.slice(0, length) };
    yield { what: `without the first ${length + 1}`, text: text.slice(length + 1) };
  }
}

const additions = [
  ...['\0', ' ', '\t', '\n', '\r\n', '\u00a0', '\u200b', '\ufeff', '\ud800', '\udc00', '\ufffd'],
  ...['A', '0', '=', '==', '.', ',', '"', '{}', '[]', '}', '-', '_', '+', '/', '%00', '\\u0000'],
];

/** Something put before, behind and into the middle, and the whole of it twice. */
export function* extend(text: string): Generator<Forgery> {
  const middle = text.length >> 1;
  for (const more of additions) {
    const name = JSON.stringify(more);
    yield { what: `${name} behind`, text: text + more };
    yield { what: `${name} before`, text: more + text };
    yield { what: `${name} inside`, text: text.slice(0, middle) + more + text.slice(middle) };
  }
  yield { what: 'twice', text: text + text };
}

/** Every two neighbours swapped, and every letter with one further on. */
export function* swapLetters(text: string, random: RandomBelow, step = 1): Generator<Forgery> {
  const swapped = (i: number, j: number) =>
    text.slice(0, i) + text.charAt(j) + text.slice(i + 1, j) + text.charAt(i) + text.slice(j + 1);
  for (let i = 0; i + 2 < text.length; i += step) {
    yield { what: `letter ${i} swapped with the next`, text: swapped(i, i + 1) };
    const j = i + 2 + random(text.length - i - 2);
    yield { what: `letter ${i} swapped with ${j}`, text: swapped(i, j) };
  }
}

/** The parts between separators dropped, repeated, emptied and put in other orders. */
export function* shuffleParts(text: string, separator: string): Generator<Forgery> {
  const parts = text.split(separator);
  const joined = (what: string, others: readonly string[]): Forgery => ({
    what: `parts at ${JSON.stringify(separator)}: ${what}`,
    text: others.join(separator),
  });
  for (const [index, part] of parts.entries()) {
    yield joined(`${index} dropped`, parts.toSpliced(index, 1));
    yield joined(`${index} repeated`, parts.toSpliced(index, 0, part));
    yield joined(`${index} emptied`, parts.with(index, ''));
    const next = parts[index + 1];
    if (next === undefined) continue;
    yield joined(`${index} swapped`, parts.toSpliced(index, 2, next, part));
    yield joined(`${index} instead of the next`, parts.with(index + 1, part));
  }
  yield joined('reversed', parts.toReversed());
  yield joined('turned', [...parts.slice(1), ...parts.slice(0, 1)]);
}

/** The whole in other letters: another case, another alphabet, another encoding. */
export function* respellText(text: string): Generator<Forgery> {
  const spellings: Readonly<Record<string, string>> = {
    'upper case': text.toUpperCase(),
    'lower case': text.toLowerCase(),
    'base64 letters': text.replaceAll('-', '+').replaceAll('_', '/'),
    'base64url letters': text.replaceAll('+', '-').replaceAll('/', '_'),
    'without padding': text.replaceAll('=', ''),
    'padding for each part': text.replaceAll('.', '=.'),
    'a space for each comma': text.replaceAll(',', ', '),
    'carriage returns': text.replaceAll('\n', '\r\n'),
    'no line ends': text.replaceAll('\n', ''),
    'percent encoding': encodeURIComponent(text),
    'base64 of it': Buffer.from(text).toString('base64'),
    'JSON of it': JSON.stringify(text),
    'UTF-16 read as bytes': Buffer.from(text, 'utf16le').toString('latin1'),
    'UTF-8 read as bytes': `\u00ef\u00bb\u00bf${Buffer.from(text).toString('latin1')}`,
    'full-width letters': text.replace(/[!-~]/g, each =>
      String.fromCharCode(each.charCodeAt(0) + 0xfee0),
    ),
    'decomposed letters': text.normalize('NFD'),
    'a soft hyphen between parts': text.replaceAll('.', '.\u00ad'),
  };
  for (const [what, spelling] of Object.entries(spellings)) yield { what, text: spelling };
}

/** The same JSON object in every way in which it is not written. Some say the same to a lenient reader. */
export function* respellJson(text: string): Generator<Forgery> {
  const members = Object.entries(JSON.parse(text) as Record<string, unknown>);
  const [first = ['', null]] = members;
  const member = JSON.stringify(Object.fromEntries([first])).slice(1, -1);
  yield {
    what: 'members reversed',
    text: JSON.stringify(Object.fromEntries(members.toReversed())),
  };
  yield { what: 'with spaces', text: JSON.stringify(JSON.parse(text), null, 1) };
  for (const space of [' ', '\n', '\t', '\r', '\ufeff', '\u00a0', '\u2028', '\0']) {
    yield { what: 'blank before', text: space + text };
    yield { what: 'blank behind', text: text + space };
    yield { what: 'blank inside', text: `{${space}${text.slice(1)}` };
  }
  yield { what: 'a member twice', text: `{${member},${text.slice(1)}` };
  yield { what: 'a member twice, the other first', text: `{"${first[0]}":0,${text.slice(1)}` };
  for (const key of ['zz', '__proto__', 'constructor', 'toJSON', '']) {
    yield { what: 'a member more', text: `${text.slice(0, -1)},"${key}":null}` };
  }
  yield { what: 'a comma too much', text: `${text.slice(0, -1)},}` };
  yield { what: 'a comment', text: `{/**/${text.slice(1)}` };
  yield { what: 'single quotes', text: text.replaceAll('"', "'") };
  yield { what: 'a list of it', text: `[${text}]` };
  for (const { 0: found, index } of text.matchAll(/(?<=:)\d+(?=[,}])/g)) {
    for (const other of ['.0', 'e0', 'E+0', '.00e-0', 'n', '_', '0']) {
      yield {
        what: `number at ${index} with ${other}`,
        text: text.slice(0, index) + found + other + text.slice(index + found.length),
      };
    }
    for (const sign of ['-', '+', '0', '0x']) {
      yield {
        what: `number at ${index} after ${sign}`,
        text: text.slice(0, index) + sign + text.slice(index),
      };
    }
  }
  for (const { index } of text.matchAll(/(?<=")[A-Za-z0-9]/g)) {
    const code = text.charCodeAt(index).toString(16).padStart(4, '0');
    yield {
      what: `letter at ${index} escaped`,
      text: `${text.slice(0, index)}\\u${code}${text.slice(index + 1)}`,
    };
  }
  for (const { index } of text.matchAll(/(?<=[a-z0-9])"/g)) {
    for (const lone of ['\\ud800', '\\udc00\\ud800', '\ud800', '\\u0000']) {
      yield {
        what: `${index} with a lone surrogate or NUL`,
        text: text.slice(0, index) + lone + text.slice(index),
      };
    }
  }
}

const letters = '"\\{}[]:,.- \t\n\0eE+/=_09azAZ\u2014\ufeff';

/** One to four edits anywhere; now and then a piece of another valid text is put in. */
export function forgeAtRandom(
  text: string,
  random: RandomBelow,
  donors: readonly string[],
): Forgery {
  let forged = text;
  const done: string[] = [];
  for (let edits = 1 + random(4); edits > 0; edits--) {
    const at = random(forged.length + 1);
    const [head, tail] = [forged.slice(0, at), forged.slice(at)];
    const kind = random(7);
    const size = 1 + random(1 << random(8));
    const letter = letters.charAt(random(letters.length));
    done.push(`${kind} at ${at}`);
    if (kind === 0) {
      forged = head + String.fromCharCode(tail.charCodeAt(0) ^ (1 << random(8))) + tail.slice(1);
    } else if (kind === 1) forged = head + letter + tail.slice(1);
    else if (kind === 2) forged = head + letter + tail;
    else if (kind === 3) forged = head + tail.slice(size);
    else if (kind === 4) forged = head + tail.slice(0, size) + tail;
    else if (kind === 5)
      forged = head + tail.slice(size, 2 * size) + tail.slice(0, size) + tail.slice(2 * size);
    else {
      const donor = donors[random(donors.length)] ?? '';
      const from = random(donor.length + 1);
      forged = head + donor.slice(from, from + size) + tail.slice(size);
    }
  }
  return { what: `random edits (${done.join(', ')})`, text: forged };
}
