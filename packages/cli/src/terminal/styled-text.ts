import { safeText } from './safe-text.ts';

/** The few styles of the terminal, by their purpose. The numbers are the usual codes of terminals. */
const looks = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

type Look = keyof typeof looks;

/** A printable value. A plain string is data and is made safe before it is printed. */
export type Text = string | StyledText;

interface Piece {
  readonly text: string;
  readonly look: Look | null;
}

/**
 * Text with styles. It consists only of safe pieces. So the printed text has no escape sequence except those that are
 * added here, and only if colours are wanted.
 */
export class StyledText {
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly { readonly text: string; readonly look: Look | null }[]) {
    this.#pieces = pieces.map(({ text, look }) => ({ text: safeText(text), look }));
  }

  get width(): number {
    return this.#pieces.reduce((sum, { text }) => sum + widthOf(text), 0);
  }

  get pieces(): readonly Piece[] {
    return this.#pieces;
  }

  rendered(colours: boolean): string {
    return this.#pieces
      .map(({ text, look }) => {
        if (!colours || look === null || text === '') return text;
        const [on, off] = looks[look];
        return `\u001b[${on}m${text}\u001b[${off}m`;
      })
      .join('');
  }
}

export function styled(text: Text): StyledText {
  return typeof text === 'string' ? new StyledText([{ text, look: null }]) : text;
}

/** A sentence with data and looks in it: text`Approved ${bold(title)} as ${name}`. */
export function text(
  literals: TemplateStringsArray,
  ...values: readonly (Text | number)[]
): StyledText {
  return joined(
    literals.flatMap((literal, index) => {
      const value = values[index];
      return value === undefined
        ? [literal]
        : [literal, typeof value === 'number' ? `${value}` : value];
    }),
  );
}

export function joined(texts: readonly Text[]): StyledText {
  return new StyledText(texts.flatMap(each => styled(each).pieces));
}

const withLook =
  (look: Look) =>
  (content: Text): StyledText =>
    new StyledText(
      styled(content).pieces.map(piece => ({ text: piece.text, look: piece.look ?? look })),
    );

export const bold = withLook('bold');
export const dim = withLook('dim');
export const red = withLook('red');
export const green = withLook('green');
export const yellow = withLook('yellow');
export const cyan = withLook('cyan');

/** Columns that text takes: wide characters of East Asian scripts and emoji take two, combining marks none. */
export function widthOf(value: string): number {
  if (/^[ -~]*$/.test(value)) return value.length;
  let width = 0;
  for (const char of value) {
    if (/\p{M}/u.test(char)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        char,
      )
        ? 2
        : 1;
  }
  return width;
}
