import { randomBytes } from 'node:crypto';

/** Secrets that can be told wherever they turn up, however many there are: each begins and ends with a mark. */
interface Canaries {
  /** Another secret of this kind. */
  next(): string;
  /** The spellings in which any of them, or a good part of one, stands in these bytes. */
  findIn(bytes: Buffer | string): string[];
}

/** Marks of 12 random letters: that one turns up by chance is out of the question. */
export function plantCanaries(): Canaries {
  const [head, tail] = [letters(12), letters(12)];
  const needles = [...spellingsOf('head', head), ...spellingsOf('tail', tail)];
  return {
    next: () => `${head}${letters(8)}${tail}`,
    findIn: bytes => {
      const haystack = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
      return needles.filter(({ needle }) => haystack.includes(needle)).map(({ name }) => name);
    },
  };
}

/** Letters and a digit, so that it is not taken for the name of a member. */
function letters(count: number): string {
  const text = randomBytes(count)
    .toString('hex')
    .replaceAll(/[a-f]/g, each => each.toUpperCase());
  return `q${text.slice(1, count)}`;
}

function spellingsOf(part: string, mark: string): { name: string; needle: Buffer }[] {
  const bytes = Buffer.from(mark);
  const wide = Buffer.from(mark, 'utf16le');
  const hex = bytes.toString('hex');
  const texts: (readonly [string, string | Buffer])[] = [
    ['raw', mark],
    ['lower case', mark.toLowerCase()],
    ['reversed', [...mark].reverse().join('')],
    ['hex', hex],
    ['upper case hex', hex.toUpperCase()],
    ['UTF-16LE', wide],
    ['UTF-16BE', Buffer.from(wide).swap16()],
    ['percent', hex.replaceAll(/../g, pair => `%${pair}`)],
  ];
  // Where a text begins within a group of three bytes decides about its base64; the letters that it shares with
  // its neighbours are left out.
  for (const before of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
    const whole = shifted.subarray(0, shifted.length - (shifted.length % 3));
    const skip = before === 0 ? 0 : 4;
    texts.push([`base64 +${before}`, whole.toString('base64').slice(skip)]);
    texts.push([`base64url +${before}`, whole.toString('base64url').slice(skip)]);
  }
  return texts.map(([name, text]) => ({ name: `${part} ${name}`, needle: Buffer.from(text) }));
}
