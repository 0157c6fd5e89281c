import type { ActionBinding } from '@countersign/protocol/action';
import { valuesOf } from './index-entry.ts';

/** A place in a request where a question was found. */
export interface FoundPlace {
  /** The way to the value, such as `to.iban`. */
  readonly path: string;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

const aroundMax = 40;
const valuesMax = 2000;
const valueLengthMax = 65_536;
const gap = '[^\\p{L}\\p{N}]{0,3}';

/**
 * The first value that has the words of a question side by side, or else the first that has one of them. Null where
 * none has, such as for a word that was found in a name. It only shows: what fits is decided by the index.
 */
export function whereFound(action: ActionBinding, text: string): FoundPlace | null {
  const words = (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, 16);
  if (words.length === 0) return null;
  const texts = [
    ...[...take(valuesOf(action.parameters), valuesMax)].map(value => ({
      path: value.path.join('.'),
      text: value.text.slice(0, valueLengthMax),
    })),
    { path: 'resource', text: action.target.resource ?? '' },
  ];
  return (
    firstIn(texts, new RegExp(words.map(spread).join(gap), 'iu')) ??
    firstIn(texts, new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(spread).join('|')})`, 'iu'))
  );
}

function firstIn(
  texts: readonly { readonly path: string; readonly text: string }[],
  form: RegExp,
): FoundPlace | null {
  for (const { path, text } of texts) {
    const found = form.exec(text);
    if (found === null) continue;
    const end = found.index + found[0].length;
    const from = Math.max(0, found.index - aroundMax);
    const to = Math.min(text.length, end + aroundMax);
    return {
      path,
      before: `${from > 0 ? '…' : ''}${text.slice(from, found.index).replace(/^[\uDC00-\uDFFF]/, '')}`,
      match: found[0],
      after: `${text.slice(end, to).replace(/[\uD800-\uDBFF]$/, '')}${to < text.length ? '…' : ''}`,
    };
  }
  return null;
}

/** A number is written in groups, or together. */
function spread(word: string): string {
  return /\d/.test(word) && word.length > 4 && word.length <= 40
    ? [...word].join('[ \\-./,]?')
    : word;
}

function* take<T>(values: Iterable<T>, count: number): Generator<T> {
  let taken = 0;
  for (const value of values) {
    if (taken++ >= count) return;
    yield value;
  }
}
