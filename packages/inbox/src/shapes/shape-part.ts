import type { Shape } from '@countersign/card';
import type { Part } from '../decision/seen-tracker.ts';
import { foldRows } from '../facts/fold.ts';
import { factsPart, partOfValue } from '../facts/parts.ts';
import { rowsOf } from '../facts/rows.ts';

/** A long text of a shape is a part of its own, so that the bar can name it; null where all of it fits. */
export function longPart(shape: Shape): Part | null {
  const text = textOf(shape);
  if (text === null || foldRows(rowsOf(text.value)) === null) return null;
  return { id: partOfValue(text.pointer), name: text.name };
}

export function partOfShape(shape: Shape): string {
  return longPart(shape)?.id ?? factsPart;
}

function textOf(shape: Shape): { value: string; pointer: string; name: string } | null {
  if (shape.kind === 'command') {
    const { inner, text, pointer } = shape.command;
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    return { value: inner?.value ?? text, pointer, name };
  }
  if (shape.kind === 'sql') return { ...shape.sql, name: shape.sql.key };
  return shape.kind === 'code' ? { ...shape.code, name: shape.code.key } : null;
}
