const lengthMax = 512;

/**
 * What is wrong with a regular expression apart from its syntax, or null. The engine here is linear and cannot hang.
 * But an endless repetition of an endless repetition is always a mistake. It matches no more than a single repetition,
 * and it hangs other engines to which an author may copy the expression.
 */
export function regexFault(pattern: string): string | null {
  if (pattern.length > lengthMax) {
    return `expected a regular expression of at most ${lengthMax} characters, found ${pattern.length}`;
  }
  const endless: boolean[] = [false];
  let closed = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i];
    const groupBefore = closed;
    closed = false;
    if (char === '\\') i++;
    else if (char === '[') i = endOfClass(pattern, i);
    else if (char === '(') endless.push(false);
    else if (char === ')') {
      const inner = endless.pop() ?? false;
      const outer = endless.length - 1;
      if (inner && outer >= 0) endless[outer] = true;
      closed = inner;
    } else if (isEndless(pattern, i)) {
      if (groupBefore) {
        return 'expected no repetition of a repetition, such as (a+)+; one of the two is enough';
      }
      endless[endless.length - 1] = true;
    }
  }
  return null;
}

function isEndless(pattern: string, i: number): boolean {
  return pattern[i] === '*' || pattern[i] === '+' || /^\{\d*,\}/.test(pattern.slice(i, i + 12));
}

function endOfClass(pattern: string, open: number): number {
  // A bracket right at the start stands for itself.
  let i = open + 1;
  if (pattern[i] === '^') i++;
  if (pattern[i] === ']') i++;
  while (i < pattern.length && pattern[i] !== ']') i += pattern[i] === '\\' ? 2 : 1;
  return i;
}
