import type { Fact } from '@countersign/protocol/view';
import { dim, joined, type StyledText, styled, type Text } from '../terminal/styled-text.ts';
import { dataText } from './data-text.ts';
import { pathOf, valueLines } from './fact-lines.ts';
import type { Shown } from './read-shown.ts';
import { hangingLines, separated } from './wrap-text.ts';

/**
 * Facts that the card shows elsewhere: why the action was stopped, and the parts of the action that the question
 * repeats.
 */
function saidElsewhere({ facts: { request }, bound }: Shown): ReadonlySet<string> {
  const said = new Set(['', 'reason', 'risk']);
  if (bound === null) return said;
  const { agent_id, operation, subject_id, target } = bound.action;
  if (request.agent_id === agent_id) said.add('agent_id');
  if (request.operation === operation) said.add('operation');
  if (request.subject_id === subject_id) said.add('subject_id');
  if (request.target_resource === target.resource) said.add('target_resource');
  return said;
}

/** Every other fact that is signed with a decision, running on, and last the names of those that are not set. */
export function questionLines(
  shown: Shown,
  { columns, full }: { readonly columns: number; readonly full: boolean },
): StyledText[] {
  const { bound } = shown;
  if (bound === null) return [];
  const elsewhere = saidElsewhere(shown);
  const said: Text[] = [];
  const unset: string[] = [];
  for (const fact of bound.view.question) {
    const path = pathOf(fact);
    if (elsewhere.has(path[0] ?? '')) continue;
    const name = path.join('.');
    const empty = fact.kind === 'null' || (isContainer(fact) && fact.size === 0);
    if (empty) unset.push(name);
    else if (!isContainer(fact))
      said.push(joined([dataText(name), ' ', ...valueLines(fact, full)]));
  }
  const last = unset.map(dataText);
  return [
    ...hangingLines('  ', pairLines(said, columns - 2).map(dim), columns),
    ...(last.length === 0
      ? []
      : hangingLines('  ', [dim(joined(['not set: ', ...separated(last, ', ')]))], columns)),
  ];
}

/** As many to a line as fit, so that no value is torn from its name. */
function pairLines(pairs: readonly Text[], room: number): StyledText[] {
  const lines: StyledText[] = [];
  for (const pair of pairs) {
    const line = lines.at(-1);
    const longer = line === undefined ? null : joined([line, ' · ', pair]);
    if (longer !== null && longer.width <= room) lines[lines.length - 1] = longer;
    else lines.push(styled(pair));
  }
  return lines;
}

function isContainer({ kind }: Fact): boolean {
  return kind === 'object' || kind === 'array';
}
