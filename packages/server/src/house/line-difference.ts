/** How many cells the table of two texts may have; beyond it, everything in between counts as replaced. */
const cellsMax = 4_000_000;
const shownAround = 3;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/**
 * What changes from one text to another, line by line: every line that goes or comes, and a few equal ones around
 * them. Nothing that changes is left out.
 */
export function lineDifference(before: string, after: string): string {
  const lines = compare(before.split('\n'), after.split('\n'));
  const shown = lines.map((_, place) =>
    lines
      .slice(Math.max(0, place - shownAround), place + shownAround + 1)
      .some(({ sign }) => sign !== ' '),
  );
  const text: string[] = [];
  let equal = 0;
  for (const [place, { sign, text: content }] of lines.entries()) {
    if (shown[place] === true) {
      if (equal > 0) text.push(equalWords(equal));
      equal = 0;
      text.push(`${sign} ${content}`);
    } else equal += 1;
  }
  if (equal > 0) text.push(equalWords(equal));
  return text.join('\n');
}

function equalWords(count: number): string {
  return count === 1 ? '  (1 equal line)' : `  (${count} equal lines)`;
}

function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  const as = (sign: Line['sign']) => (text: string) => ({ sign, text });
  return [
    ...before.slice(0, start).map(as(' ')),
    ...between(before.slice(start, endBefore), after.slice(start, endAfter)),
    ...before.slice(endBefore).map(as(' ')),
  ];
}

/** By the longest common part. */
function between(before: readonly string[], after: readonly string[]): readonly Line[] {
  const width = after.length + 1;
  if ((before.length + 1) * width > cellsMax) {
    return [
      ...before.map(text => ({ sign: '-', text }) as const),
      ...after.map(text => ({ sign: '+', text }) as const),
    ];
  }
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]];
    if (old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old });
      i++;
      j++;
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: '-', text: old });
      i++;
    } else {
      lines.push({ sign: '+', text: fresh ?? '' });
      j++;
    }
  }
  return lines;
}
