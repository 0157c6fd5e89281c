import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { messageOf } from '../message.ts';
import type { CardAction } from '../parameters.ts';
import { recordsOf } from '../records.ts';
import { pointersShown, shapeOf } from '../shape.ts';
import { toolWords } from '../tool-words.ts';
import { commandMarks } from './command-marks.ts';
import { codeMarks, editMarks } from './edit-marks.ts';
import { gravestOf, type Mark } from './mark.ts';
import { messageMarks } from './message-marks.ts';
import { oddRowMarks } from './odd-rows.ts';
import { recordMarks } from './record-marks.ts';
import { sqlMarks } from './sql-marks.ts';
import { isReading, valueMarks } from './value-marks.ts';

const marksMax = 100;

/**
 * What stands out in an action, by itself and beside what the same agent asked of the same tool before. It decides nothing
 * and is not hashed: policy and risk decide, and this says to a person where to look.
 */
export function marksOf(action: CardAction, earlier: readonly CardAction[] = []): readonly Mark[] {
  const shape = shapeOf(action);
  const own = ((): readonly Mark[] => {
    switch (shape.kind) {
      case 'command':
        return commandMarks(shape.command);
      case 'code':
        return codeMarks(shape.code.value, shape.code.pointer);
      case 'sql':
        return sqlMarks(shape.sql.value, shape.sql.pointer);
      case 'edit':
        return editMarks(shape.edit);
      case 'records':
        return recordMarks(shape.records, earlier.flatMap(rowsOf));
      case 'message':
        return messageMarks(
          shape.message,
          earlier.flatMap(each => messageOf(each) ?? []),
        );
      default:
        return [];
    }
  })();
  const tool = toolWords(action.target.tool_name);
  const values = valueMarks(
    action.parameters as JsonValue,
    earlier.map(({ parameters }) => parameters as JsonValue),
    tool,
    shape.kind === 'edit' ? pointersShown(shape) : [],
  );
  const list = shape.kind === 'records' ? shape.records.list.pointer : null;
  const rows = isReading(tool) ? [] : oddRowMarks(action.parameters as JsonValue, list);
  // A text that is replaced does not run.
  const replaced =
    shape.kind === 'edit' && shape.edit.kind === 'pairs'
      ? shape.edit.pairs.map(({ before }) => before.pointer)
      : [];
  const marked = new Set([...own.map(({ pointer }) => pointer), ...replaced]);
  const others = values.filter(({ pointer }) => !marked.has(pointer));
  for (const { pointer } of others) marked.add(pointer);
  const odd = rows.filter(({ pointer }) => !marked.has(pointer));
  return gravestOf([...own, ...others, ...odd], marksMax);
}

function rowsOf(action: CardAction): readonly (readonly JsonObject[])[] {
  const records = recordsOf(action);
  return records === null ? [] : [records.list.value as readonly JsonObject[]];
}
