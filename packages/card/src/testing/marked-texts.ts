import type { JsonValue } from '@countersign/protocol/json';
import { marksOf } from '../marks/marks-of.ts';
import type { CardAction } from '../parameters.ts';

/** The texts on which marks stand: a part of a value, or the whole of it. */
export function markedTexts(
  tool: string,
  parameters: Record<string, unknown>,
  before?: Record<string, unknown>,
): readonly string[] {
  const action = (values: Record<string, unknown>): CardAction => ({
    target: { tool_name: tool, tool_schema_version: '1', resource: null },
    parameters: values as CardAction['parameters'],
  });
  return marksOf(action(parameters), before === undefined ? [] : [action(before)]).map(
    ({ pointer, start, end }) => {
      const value = valueAt(parameters as JsonValue, pointer);
      if (typeof value !== 'string') return JSON.stringify(value);
      return end === 0 ? value : value.slice(start, end);
    },
  );
}

function valueAt(value: JsonValue, pointer: string): JsonValue {
  return pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<JsonValue>((at, step) => (at as Record<string, JsonValue>)[step] as JsonValue, value);
}
