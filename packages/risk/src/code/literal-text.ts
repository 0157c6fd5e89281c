import { HOLE } from './code-value.ts';

/** The text that a literal means, in Python and in JavaScript. */
export function literalText(source: string): string {
  const match = /^([a-zA-Z]{0,3})("""|'''|"|')/u.exec(source);
  if (match === null) return source;
  const [whole, prefix = '', quote = '"'] = match;
  const end =
    source.endsWith(quote) && source.length >= whole.length + quote.length
      ? source.length - quote.length
      : source.length;
  const body = source.slice(whole.length, end);
  return /r/iu.test(prefix) ? body : unescaped(body);
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
};

/** The characters that escapes stand for. */
export function unescaped(body: string): string {
  if (!body.includes('\\')) return body;
  return body.replaceAll(
    /\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{2,3})|(.|\n))/gsu,
    (
      _,
      hex?: string,
      braced?: string,
      short?: string,
      long?: string,
      octal?: string,
      plain?: string,
    ) => {
      const code = hex ?? braced ?? short ?? long;
      if (code !== undefined) {
        const point = Number.parseInt(code, 16);
        return point <= 0x10ffff ? String.fromCodePoint(point) : HOLE;
      }
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return escapes[plain ?? ''] ?? plain ?? '';
    },
  );
}
