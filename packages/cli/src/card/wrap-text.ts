import { joined, StyledText, styled, type Text, widthOf } from '../terminal/styled-text.ts';

/**
 * Cuts a text into lines of at most `room` columns: at spaces where there are any, and otherwise wherever the room
 * ends, so that no value can reach beyond its column and pass for another line.
 */
export function wrapText(content: Text, room: number): StyledText[] {
  const whole = styled(content);
  if (whole.width <= room) return [whole];
  const lines: StyledText[] = [];
  let line: Piece[] = [];
  let used = 0;
  const end = () => {
    lines.push(new StyledText(line));
    line = [];
    used = 0;
  };
  const add = ({ text, look }: Piece) => {
    let part = '';
    for (const char of text) {
      const cells = widthOf(char);
      if (used + cells > room) {
        line.push({ text: part, look });
        part = '';
        end();
      }
      part += char;
      used += cells;
    }
    line.push({ text: part, look });
  };
  for (const word of wordsOf(whole)) {
    const written = textOf(word);
    const width = widthOf(written.trimEnd());
    // One blank behind a word stays on its line: beyond the end of it, a terminal would begin a line of its own.
    const least = width + (written.endsWith(' ') ? 1 : 0);
    if (used > 0 && least <= room && used + least > room) end();
    // What is longer than a line begins where it stands, and each line takes what fits. Blanks are never left out.
    for (const piece of word) add(piece);
  }
  if (line.length > 0) end();
  return lines;
}

type Piece = StyledText['pieces'][number];

/** Words with the spaces behind them. A word may have several looks, such as a value and the quotes around it. */
function wordsOf({ pieces }: StyledText): Piece[][] {
  const words: Piece[][] = [];
  let open = false;
  for (const { text, look } of pieces) {
    for (const part of text.match(/[^ ]* +|[^ ]+/g) ?? []) {
      if (open) words.at(-1)?.push({ text: part, look });
      else words.push([{ text: part, look }]);
      open = !part.endsWith(' ');
    }
  }
  return words;
}

function textOf(word: readonly Piece[]): string {
  return word.map(({ text }) => text).join('');
}

/** Lines that begin in one column: the first after `start`, the others below it. */
export function hangingLines(start: Text, lines: readonly Text[], room: number): StyledText[] {
  const first = styled(start);
  const below = ' '.repeat(first.width);
  const wrapped = lines.flatMap(line => wrapText(line, Math.max(16, room - first.width)));
  if (wrapped.length === 0) return [first];
  return wrapped.map((line, index) => joined([index === 0 ? first : below, line]));
}

/** Texts in a row, with something between them. */
export function separated(texts: readonly Text[], between: Text): Text[] {
  return texts.flatMap((each, index) => (index === 0 ? [each] : [between, each]));
}
