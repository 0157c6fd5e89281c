import { readFileSync } from 'node:fs';
import { actionOfCall, findContract, guardFacts } from '@countersign/guard';
import { loadPolicy } from '@countersign/policy';
import type { JsonObject } from '@countersign/protocol/json';
import { loadGrammars, riskAssessor } from '@countersign/risk';

/** One tool call of a day, and what a developer expects of the guard. */
export interface DayRow {
  readonly id: string;
  readonly agent: string;
  readonly cwd: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly expected: 'pass' | 'ask' | 'either';
  readonly why: string;
}

interface JudgedRow extends DayRow {
  /** What the guard says: the verdict of the policy, or `refused` where the contract refuses. */
  readonly verdict: string;
  readonly said: string;
}

const inputs: Readonly<Record<string, (row: DayRow) => JsonObject>> = {
  'claude-code': ({ cwd, tool, input, id }) => ({
    session_id: 's',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: id,
  }),
  codex: ({ cwd, tool, input, id }) => ({
    session_id: 's',
    cwd,
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: id,
  }),
  gemini: ({ cwd, tool, input }) => ({
    session_id: 's',
    cwd,
    hook_event_name: 'BeforeTool',
    tool_name: tool,
    tool_input: input,
  }),
};

/** Judges each call with the starter policy, as the guard does. */
export async function judgeDay(rows: readonly DayRow[]): Promise<readonly JudgedRow[]> {
  const grammar = await loadGrammars();
  const starter = new URL(import.meta.resolve('@countersign/policy/starters/guarded-agent.yaml'));
  const text = readFileSync(starter, 'utf8');
  const file = { name: 'guarded-agent.yaml', text, layer: 'operator' } as const;
  const loaded = loadPolicy([file], { assessor: settings => riskAssessor({ settings, grammar }) });
  if (!loaded.ok) throw new Error('the starter has problems');
  return rows.map(row => {
    const agent = row.agent.replace(/-cli$/u, '');
    const contract = findContract(agent, '1');
    const input = inputs[agent]?.(row);
    if (contract === null || input === undefined) throw new Error(`no contract for ${row.agent}`);
    try {
      const call = contract.parse(input);
      const bound = actionOfCall(contract, call);
      const action = {
        schema_version: '1.0',
        operation: 'tool.invoke',
        agent_id: agent,
        subject_id: null,
        ...bound,
        target: { resource: null, tool_schema_version: '1', ...bound.target },
        parameters: bound.parameters as JsonObject,
      } as const;
      const context = { guard: guardFacts(contract, call, bound, row.cwd) };
      const { verdict, reasons } = loaded.policy.evaluate(action, context);
      return { ...row, verdict, said: reasons.join('; ') };
    } catch (error) {
      return { ...row, verdict: 'refused', said: error instanceof Error ? error.message : '' };
    }
  });
}
