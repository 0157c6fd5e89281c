import { parseActionText } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import { canonicalize, type JsonObject, type JsonValue } from '@countersign/protocol/json';
import { bold, dim, green, red, type StyledText, text, yellow } from '../terminal/styled-text.ts';
import { dataText } from './data-text.ts';
import type { BoundView, Shown } from './read-shown.ts';
import { hangingLines } from './wrap-text.ts';

const fewChanges = 40;

/**
 * The action that the agent asked for, and the changes of each reviewer. Every earlier version is checked by its
 * digest.
 */
export function changeLines({ facts, beside, bound, names }: Shown, columns: number): StyledText[] {
  const { amends = [], agent_id } = facts.request;
  if (amends.length === 0 || bound === null) return [];
  const versions = amends.map(({ approval_request_id, action_digest }) => {
    const found = beside.versions.find(each => each.approval_request_id === approval_request_id);
    return parametersOf(found?.action_text ?? null, action_digest);
  });
  const all = [...versions, bound.action.parameters];
  return amends.flatMap(({ changed_by, reason }, at) => {
    const before = at === 0 ? agent_id : nameOf(names, amends[at - 1]?.changed_by ?? '');
    const head = text`${bold(dataText(nameOf(names, changed_by)))} changed what ${dataText(before)} ${at === 0 ? 'asked' : 'wrote'}`;
    return [
      ...hangingLines('  ', [head], columns),
      ...changedLines(all[at] ?? null, all[at + 1] ?? null, columns),
      ...hangingLines('    ', [text`${dim('reason')} "${dataText(reason)}"`], columns),
    ];
  });
}

function nameOf(names: Shown['names'], personId: string): string {
  return names.get(personId) ?? personId;
}

/** Null if the bytes were erased or cannot be read. Bytes with another digest are not an earlier version. */
function parametersOf(actionText: string | null, digest: string): JsonObject | null {
  if (actionText === null) return null;
  try {
    const action = parseActionText(actionText);
    return sha256(action) === digest ? action.parameters : null;
  } catch {
    return null;
  }
}

function changedLines(
  before: JsonObject | null,
  after: BoundView['action']['parameters'] | null,
  columns: number,
): StyledText[] {
  if (before === null || after === null) {
    return [
      text`    ${yellow('The bytes of an earlier version cannot be read, or are not its own.')}`,
    ];
  }
  const changed = Object.keys(after).filter(
    name => written(before[name]) !== written(after[name] as JsonValue),
  );
  const rows = changed
    .slice(0, fewChanges)
    .flatMap(name => [
      ...hangingLines('    ', [text`${dataText(name)}`], columns),
      ...hangingLines(text`      ${red('-')} `, [dataText(written(before[name]))], columns),
      ...hangingLines(text`      ${green('+')} `, [dataText(written(after[name]))], columns),
    ]);
  const more = changed.length - fewChanges;
  return more > 0 ? [...rows, text`    ${dim(`and ${more} more`)}`] : rows;
}

function written(value: JsonValue | undefined): string {
  return value === undefined ? 'not there' : canonicalize(value);
}
