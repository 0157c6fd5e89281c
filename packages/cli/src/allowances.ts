import { type AllowanceFacts, allowanceCalls } from '@countersign/client/people';
import { reasonFor } from './card/reason-for.ts';
import { type CommandIo, output } from './command.ts';
import type { AllowanceOptions } from './commands/allowance.ts';
import { personApi } from './session/person-api.ts';
import { bold, dim, green, red, text, yellow } from './terminal/styled-text.ts';

export async function listAllowances(io: CommandIo, options: AllowanceOptions): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const { allowances, anchored } = await api
    .with(allowanceCalls)
    .listAllowances({ signal: io.signal });
  out.json({ allowances, anchored });
  if (allowances.length === 0) return out.line('There are no allowances.');
  out.table(
    allowances.map(each => [
      stateOf(each),
      each.agent_id,
      each.tool_name,
      usedOf(each),
      each.budget === null ? '' : `${each.spent} of ${each.budget}`,
      each.expires_at,
      dim(each.allowance_id),
    ]),
    { head: ['state', 'agent', 'tool', 'used', 'budget', 'ends', 'allowance'] },
  );
  if (!anchored) {
    out.line(
      'This server has no anchor: a restored copy of its store can bring back an allowance that was ended since.',
    );
  }
}

export async function showAllowance(
  io: CommandIo,
  id: string,
  options: AllowanceOptions,
): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const allowance = await api.with(allowanceCalls).readAllowance(id, { signal: io.signal });
  out.json(allowance);
  const { agent_id, tool_name, terms, ended, decided_by } = allowance;
  out.line(text`${stateOf(allowance)}  ${bold(agent_id)} calls ${bold(tool_name)}`);
  out.line(`used ${usedOf(allowance)}, ends ${allowance.expires_at}`);
  if (allowance.budget !== null) out.line(`spent ${allowance.spent} of ${allowance.budget}`);
  out.line(`decided by ${decided_by.join(', ')}, in ${allowance.approval_request_id}`);
  if (ended !== null) out.line(`${ended.cause}, by ${ended.by_name}: ${ended.reason}`);
  if (terms === null) return out.line('You may not see its values.');
  if (terms.rate !== null) {
    const { uses, seconds } = terms.rate;
    out.line(`at most ${uses} ${uses === 1 ? 'use' : 'uses'} within ${exactLength(seconds)}`);
  }
  out.line(
    terms.repeat
      ? 'the same action may run again'
      : 'an action that ran under it is asked about again',
  );
  out.table(
    terms.template.map(({ path, ...line }) => [path, JSON.stringify(line)]),
    { head: ['member', 'covered'] },
  );
  if (allowance.covered.length === 0) return out.line('It has covered nothing.');
  out.table(
    allowance.covered.map(each => [
      each.status,
      each.requested_at,
      each.title,
      dim(each.approval_request_id),
    ]),
    { head: ['the last it covered', 'asked', 'action', 'request'] },
  );
}

/** In the largest unit that says it exactly. */
function exactLength(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? ['second', 1];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const units = [
  ['hour', 3600],
  ['minute', 60],
] as const;

/** The limit is for those who may see the values. */
function usedOf({ used, uses }: AllowanceFacts): string {
  return uses === null ? String(used) : `${used} of ${uses}`;
}

export async function endAllowance(
  io: CommandIo,
  type: 'suspend' | 'revoke',
  id: string,
  options: AllowanceOptions,
): Promise<void> {
  const out = output(io, options.json);
  const { api } = await personApi(io, options);
  const reason = await reasonFor(io, out, options.reason, `Why do you ${type} it?`);
  const call = { signal: io.signal };
  const calls = api.with(allowanceCalls);
  const ended = await (type === 'suspend'
    ? calls.suspendAllowance(id, reason, call)
    : calls.revokeAllowance(id, reason, call));
  out.json(ended);
  out.line(text`${green('✓')} ${bold(ended.allowance_id)} is ${ended.status}`);
}

function stateOf({ status }: AllowanceFacts) {
  if (status === 'active') return green('in force');
  return status === 'suspended' ? yellow(status) : red(status);
}
