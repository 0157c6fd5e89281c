import type { Call } from './scope.ts';
import { isKnown, literal, type Value } from './value.ts';

const longest = 4096;

/** What `sed`, `tr` and `rev` make of a short known text, where the words they replace stand for themselves. */
export function rewritten({ program, args }: Call, input: Value | null): Value | null {
  if (input === null || !isKnown(input) || input.text.length > longest) return null;
  if (!args.every(isKnown) || args.length > 16) return null;
  const words = args.map(({ text }) => text);
  const text =
    program === 'rev'
      ? input.text
          .split('\n')
          .map(line => [...line].reverse().join(''))
          .join('\n')
      : program === 'tr'
        ? translated(input.text, words)
        : program === 'sed' || program === 'gsed'
          ? substituted(input.text, words)
          : null;
  return text === null ? null : { ...literal(text), origins: input.origins };
}

function substituted(text: string, words: readonly string[]): string | null {
  const scripts = words.filter(word => !/^-([nrEe]|-expression|-regexp-extended)$/u.test(word));
  let line = text;
  for (const command of scripts.flatMap(script => script.split(/[;\n]/u))) {
    const trimmed = command.trim();
    const mark = /^s([^\w\s\\])/u.exec(trimmed)?.[1];
    if (mark === undefined) return null;
    const [, from = '', to = '', flags = ''] = trimmed.split(mark);
    // Other signs have a meaning in a pattern, which only the program itself knows.
    if (from === '' || /[\\^$*[\]+?(){}|]/u.test(from) || /[\\&]/u.test(to)) return null;
    if (!/^[gpI]{0,3}$/u.test(flags)) return null;
    line = flags.includes('g') ? line.replaceAll(from, () => to) : line.replace(from, () => to);
  }
  return line;
}

/** `tr a-z A-Z`, `tr X c` and `tr -d x`. */
function translated(text: string, words: readonly string[]): string | null {
  const [first = '', second = ''] = words;
  if (first === '-d') return [...text].filter(letter => !rangeOf(second).includes(letter)).join('');
  if (first.startsWith('-') || second === '') return null;
  const from = rangeOf(first);
  const to = rangeOf(second);
  return [...text]
    .map(letter => {
      const at = from.lastIndexOf(letter);
      return at < 0 ? letter : (to[Math.min(at, to.length - 1)] ?? letter);
    })
    .join('');
}

function rangeOf(text: string): readonly string[] {
  const found: string[] = [];
  const plain = text.slice(0, 256).replaceAll('[:upper:]', 'A-Z').replaceAll('[:lower:]', 'a-z');
  for (let at = 0; at < plain.length; at++) {
    const last = plain.charAt(at + 2);
    if (plain.charAt(at + 1) !== '-' || last === '') found.push(plain.charAt(at));
    else {
      for (
        let code = plain.charCodeAt(at);
        code <= last.charCodeAt(0) && found.length < 512;
        code++
      )
        found.push(String.fromCharCode(code));
      at += 2;
    }
  }
  return found;
}
