import type { ActionBinding } from '@countersign/protocol/action';

/** How the rules of a gate tell their actions apart, and an action that only the rule of that number matches. */
export interface GateShape {
  readonly name: string;
  readonly match: (i: number) => string;
  readonly action: (i: number) => ActionBinding;
}

export const gateShapes: readonly GateShape[] = [
  { name: 'equality', match: i => `{ tool: t${i} }`, action: i => actionFor(`t${i}`, null) },
  { name: 'prefix', match: i => `{ tool: t${i}.* }`, action: i => actionFor(`t${i}.run`, null) },
  {
    name: 'wildcard',
    match: i => `{ tool: '*.t${i}.r?n' }`,
    action: i => actionFor(`svc.t${i}.run`, null),
  },
  {
    name: 'all on one tool',
    match: i => `{ tool: t, resource: r${i} }`,
    action: i => actionFor('t', `r${i}`),
  },
];

export const condition = 'parameters.amount > 100';

/** A policy of so many rules, of which each allows its own actions. */
export function gatePolicy({ match }: GateShape, rules: number, conditional: boolean): string {
  const when = conditional ? `, when: ${condition}` : '';
  const lines = Array.from(
    { length: rules },
    (_, i) => `- { id: r${i}, match: ${match(i)}, outcome: allow${when} }`,
  );
  return [
    'version: "1"',
    'default: deny',
    'default_chain: team',
    'chain_by_risk: { low: team, medium: team, high: team, critical: team }',
    'chains: [{ id: team, stages: [{ name: team, approvers: { roles: [operator] } }] }]',
    'rules:',
    ...lines,
  ].join('\n');
}

function actionFor(tool: string, resource: string | null): ActionBinding {
  // Parsed rather than literal: that is where an action comes from.
  return JSON.parse(
    JSON.stringify({
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: 'agent-1',
      subject_id: null,
      target: { tool_name: tool, tool_schema_version: '1', resource },
      parameters: { amount: 500, currency: 'eur', note: 'two of three items came back' },
    }),
  ) as ActionBinding;
}
