import {
  type ActionBinding,
  houseAgentId,
  houseOperation,
  parseActionBinding,
} from '@countersign/protocol/action';
import {
  type AllowanceLimits,
  type AllowanceTerms,
  type TemplateLine,
  valueAt,
} from '@countersign/protocol/allowance';
import { type JsonObject, snapshot } from '@countersign/protocol/json';

/** The lines on the card of an allowance. Each shows what the starting action has, and what is covered from now on. */
interface ShownLine {
  readonly of: string;
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * The action of the house request for an allowance. It is made from the terms and from the action that they start from, when
 * it is asked and again when it is carried out (HR-4).
 */
export function allowanceAction(
  terms: AllowanceTerms,
  started: ActionBinding,
  limits: AllowanceLimits,
): ActionBinding {
  const operation = houseOperation('allowance');
  const { agent_id, target, uses, lifetime_seconds } = terms;
  const summary = `Allow ${agent_id} to call ${target.tool_name} up to ${uses} times within ${durationText(lifetime_seconds)}`;
  const difference: ShownLine[] = [
    ...terms.template.map(line => ({
      of: line.path,
      from: valueAt(started.parameters, line.path) ?? null,
      to: lineText(line),
    })),
    { of: 'uses', from: null, to: uses },
    { of: 'lifetime', from: null, to: durationText(lifetime_seconds) },
    ...(terms.budget === null
      ? []
      : [{ of: `sum of ${terms.budget.path}`, from: null, to: `at most ${terms.budget.total}` }]),
    ...(terms.rate === null
      ? []
      : [
          {
            of: 'rate',
            from: null,
            to: `at most ${terms.rate.uses} within ${durationText(terms.rate.seconds)}`,
          },
        ]),
    { of: 'the same action again', from: null, to: terms.repeat ? 'covered' : 'asks' },
  ];
  return parseActionBinding({
    schema_version: '1.0',
    operation,
    agent_id: houseAgentId,
    subject_id: null,
    target: { tool_name: operation, tool_schema_version: '1', resource: null },
    parameters: snapshot({ summary, difference, terms, limits }) as JsonObject,
  });
}

function lineText(line: TemplateLine): unknown {
  if ('any' in line) return 'any value';
  if ('equals' in line) return line.equals;
  if ('one_of' in line) return { one_of: line.one_of };
  if ('under' in line) return `${line.under.kind} under ${line.under.base}`;
  const { at_least, at_most } = line;
  if (at_least === undefined) return `at most ${at_most}`;
  return at_most === undefined ? `at least ${at_least}` : `${at_least} to ${at_most}`;
}

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

function durationText(seconds: number): string {
  const [size, name] = units.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
