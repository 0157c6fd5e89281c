import { type AmendableValue, readNumber, withValues } from '@countersign/card';
import { canonicalize, type JsonObject, type JsonValue } from '@countersign/protocol/json';
import { type AmendTerms, judgeAmendedParameters } from '@countersign/protocol/request';
import { amendText } from '../language/english/amend.ts';

/** What stands in the fields: a text for texts and numbers, ticks for the rest. By path. */
export interface Edits {
  readonly texts: Readonly<Record<string, string>>;
  /** Of a list: for each item, whether it stays. Of a boolean or a fixed value: one tick. */
  readonly ticks: Readonly<Record<string, readonly boolean[]>>;
}

export const noEdits: Edits = { texts: {}, ticks: {} };

/** The changed parameters, or what is wrong, by path; the empty path is the form itself. */
type Edited =
  | { readonly ok: true; readonly parameters: JsonObject }
  | { readonly ok: false; readonly problems: Readonly<Record<string, string>> };

export function editedParameters(
  terms: AmendTerms,
  values: readonly AmendableValue[],
  parameters: JsonObject,
  edits: Edits,
): Edited {
  const problems: Record<string, string> = {};
  const changed = new Map<string, JsonValue>();
  for (const value of values) {
    const read = readEdit(value, edits);
    if (typeof read === 'string') problems[value.path] = read;
    else if (read !== null) changed.set(value.path, read.value);
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const next = withValues(parameters, changed);
  const judged = judgeAmendedParameters(terms, parameters, next);
  if (judged.ok) return { ok: true, parameters: next };
  const { code, detail } = judged.refusal;
  const words = code === 'amendment_changes_nothing' ? amendText.nothingChanged : detail;
  return { ok: false, problems: { '': words } };
}

/** The new value, null where it stays, or what is wrong with it. */
function readEdit(
  value: AmendableValue,
  { texts, ticks }: Edits,
): { readonly value: JsonValue } | string | null {
  const { path } = value;
  const text = texts[path];
  const ticked = ticks[path];
  switch (value.kind) {
    case 'number': {
      if (text === undefined || text.trim() === String(value.value)) return null;
      const number = readNumber(text);
      if (number === null) return amendText.notANumber;
      if (value.lower && !(number >= 0 && number < value.value)) return amendText.notLower;
      return { value: number };
    }
    case 'text':
      return text === undefined || text === value.value ? null : { value: text };
    case 'boolean':
      return ticked?.[0] === undefined || ticked[0] === value.value ? null : { value: ticked[0] };
    case 'fixed':
      return ticked?.[0] === true ? { value: value.becomes } : null;
    case 'list': {
      if (ticked === undefined || ticked.every(Boolean)) return null;
      const left = value.items.filter((_, at) => ticked[at] !== false);
      return left.length === 0 ? amendText.noneLeft : { value: left };
    }
  }
}

/** A value on one line, as the exact form writes it. */
export function valueText(value: JsonValue): string {
  return typeof value === 'string' ? value : canonicalize(value);
}

/** `/order/lines/0` as a person reads it. */
export function pathWords(path: string): string {
  return path
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join(' › ');
}
