import { canonicalize } from '../json/canonical-json.ts';
import type { JsonValue } from '../json/json-value.ts';
import { isSealed, sealKeyIdOf } from '../sealed/sealed-value.ts';
import { renderPlain, segmentText } from '../view/visible-text.ts';
import type { ActionBinding } from './action-binding.ts';

/** A piece of a rule's sentence: words, or the JSON Pointer of a parameter. */
export type TitleTemplatePart = { readonly text: string } | { readonly pointer: string };

/**
 * A piece of the sentence with everything in it visible. A `value` is what the action says at that place, written
 * exactly; what stands there instead of a value, such as `(not given)`, is `words`, so that no value can pass for it.
 */
export interface TitlePart {
  readonly text: string;
  readonly kind: 'words' | 'value';
  readonly pointer?: string;
}

export interface ActionTitle {
  readonly parts: readonly TitlePart[];
  /** All parts in one line. */
  readonly text: string;
}

/** The rest of a longer value is counted, not shown: a title heads a list, and the facts show all of it. */
const valueLengthMax = 256;

/**
 * What an action does, in one line, from the sentence of the rule that stopped it and the values that were bound;
 * without a sentence, the tool and what it acts on. Nothing is calculated, rounded or formatted. Never throws.
 */
export function describeAction(
  template: readonly TitleTemplatePart[] | null,
  action: Pick<ActionBinding, 'target' | 'parameters'>,
): ActionTitle {
  const parts =
    template === null || template.length === 0
      ? targetParts(action.target)
      : template.flatMap(part =>
          'pointer' in part
            ? valueParts(memberAt(action.parameters as JsonValue, part.pointer), part.pointer)
            : [{ text: visibleWords(part.text), kind: 'words' as const }],
        );
  return { parts, text: parts.map(({ text }) => text).join('') };
}

function targetParts({ tool_name, resource }: ActionBinding['target']): TitlePart[] {
  const tool: TitlePart = { text: visible(tool_name), kind: 'value' };
  if (resource === null) return [tool];
  return [tool, { text: ' on ', kind: 'words' }, ...textParts(resource)];
}

function valueParts(value: JsonValue | undefined, pointer: string): TitlePart[] {
  const words = (text: string): TitlePart[] => [{ text, kind: 'words', pointer }];
  if (value === undefined) return words('(not given)');
  if (value === '') return words('(empty)');
  if (typeof value === 'string') return textParts(value, pointer);
  if (typeof value !== 'object' || value === null) {
    return [{ text: scalarText(value), kind: 'value', pointer }];
  }
  if (isSealed(value)) return words(`(sealed with key ${sealKeyIdOf(value)})`);
  const count = Object.keys(value).length;
  if (Array.isArray(value)) return words(count === 1 ? '(1 item)' : `(${count} items)`);
  return words(count === 1 ? '(1 member)' : `(${count} members)`);
}

function textParts(value: string, pointer?: string): TitlePart[] {
  const at = pointer === undefined ? {} : { pointer };
  if (value.length <= valueLengthMax) return [{ text: visible(value), kind: 'value', ...at }];
  // A pair of surrogates is one character, and is not cut in half.
  const length =
    (value.codePointAt(valueLengthMax - 1) ?? 0) > 0xffff ? valueLengthMax - 1 : valueLengthMax;
  const rest = `… (${value.length - length} more)`;
  return [
    { text: visible(value.slice(0, length)), kind: 'value', ...at },
    { text: rest, kind: 'words', ...at },
  ];
}

function scalarText(value: number | boolean | null): string {
  try {
    return canonicalize(value);
  } catch {
    // Not a number of JSON, so not one that was bound.
    return String(value);
  }
}

function visible(text: string): string {
  return renderPlain(segmentText(text));
}

/** Words keep the space that parts them from a value; alone at the edge of a text it would be spelled out. */
function visibleWords(text: string): string {
  const words = text.replaceAll(/^ +| +$/g, '');
  if (words === '') return text === '' ? '' : ' ';
  return `${text.startsWith(' ') ? ' ' : ''}${visible(words)}${text.endsWith(' ') ? ' ' : ''}`;
}

/** The own member at a JSON Pointer (RFC 6901), or undefined. */
function memberAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at) && !/^(?:0|[1-9][0-9]*)$/.test(key)) return undefined;
    at = Object.hasOwn(at, key) ? (at as Readonly<Record<string, JsonValue>>)[key] : undefined;
  }
  return at;
}
