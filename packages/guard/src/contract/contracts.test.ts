// Goal: every agent's calls become the canonical actions, without loss, and what no contract describes is refused.
// Method: inputs that the real agents sent or that their documentation shows, each with its action, and the same inputs broken.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { type RecordedHook, recordedHooks } from '../testing/recorded-hooks.ts';
import { actionOfCall, inputOfAction } from './action-of-call.ts';
import type { Contract } from './contract.ts';
import { contracts, findContract } from './contracts.ts';
import { ContractBroken } from './hook-call.ts';

const contractOf = (agent: string): Contract => {
  const contract = findContract(agent, '1');
  assert.ok(contract !== null);
  return contract;
};

const actionOf = ({ agent, input }: Pick<RecordedHook, 'agent' | 'input'>) => {
  const contract = contractOf(agent);
  return actionOfCall(contract, contract.parse(input));
};

const without = (input: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));

const broken = (agent: string, input: JsonObject, why: RegExp) =>
  assert.throws(
    () => actionOf({ agent, input }),
    (error: unknown) => error instanceof ContractBroken && why.test(error.message),
  );

test('there is a contract for each of the seven agents', () => {
  const agents = ['claude-code', 'codex', 'copilot', 'cursor', 'gemini', 'opencode', 'pi'];
  assert.deepEqual(contracts.map(({ agent }) => agent).toSorted(), agents);
  for (const agent of agents)
    assert.ok(
      recordedHooks.some(hook => hook.agent === agent),
      agent,
    );
  assert.equal(findContract('claude-code', '2'), null);
});

for (const [index, hook] of recordedHooks.entries()) {
  const { agent, action, input, needs } = hook;
  const title = `${agent} ${index}: ${action.version}`;

  test(`${title} is ${action.tool_name}`, () => {
    const { target, parameters } = actionOf(hook);
    assert.equal(target.tool_name, action.tool_name);
    assert.equal(target.tool_schema_version, action.version);
    assert.deepEqual(parameters, action.parameters);
  });

  test(`${title} can be given back in the words of the agent, unchanged and changed`, () => {
    const contract = contractOf(agent);
    const call = contract.parse(input);
    const { parameters } = actionOf(hook);
    assert.deepEqual(inputOfAction(contract, call, parameters), call.input);
    const texts = Object.entries(call.input).filter(([, value]) => typeof value === 'string');
    const newTexts = texts.map(([name]) => [name, 'something else']);
    const changed = { ...call, input: { ...call.input, ...Object.fromEntries(newTexts) } };
    const { parameters: others } = actionOfCall(contract, changed);
    assert.deepEqual(inputOfAction(contract, call, others), changed.input);
  });

  test(`${title} is refused without each member that it needs`, () => {
    for (const name of needs) {
      assert.throws(() => actionOf({ agent, input: without(input, name) }), ContractBroken, name);
    }
  });
}

describe('what a contract does not describe', () => {
  const [first] = recordedHooks;
  const input = first?.input ?? {};

  test('a tool that the contract does not know is refused by name', () => {
    broken(
      'claude-code',
      { ...input, tool_name: 'Teleport' },
      /does not know this tool of Claude Code/,
    );
  });

  test('a hook event that the contract does not name is refused', () => {
    broken('claude-code', { ...input, hook_event_name: 'Stop' }, /PreToolUse/);
  });

  test('a tool call without the member that says what it does is refused', () => {
    broken(
      'claude-code',
      { ...input, tool_input: { description: 'x' } },
      /expected a text for command/,
    );
    broken(
      'claude-code',
      { ...input, tool_input: { command: ['rm', 7] } },
      /expected a text for command/,
    );
  });

  test('two members that mean the same are refused', () => {
    const tool_input = { file_path: 'a', path: 'b', old_string: 'a', new_string: 'b' };
    broken('claude-code', { ...input, tool_name: 'Edit', tool_input }, /one member for path/);
  });

  test('a member that would replace the folder is refused', () => {
    broken('claude-code', { ...input, tool_input: { command: 'ls', cwd: '/' } }, /no member cwd/);
  });

  test('an input that is no object is refused', () => {
    for (const value of [null, [], 'x', 1]) {
      assert.throws(() => contractOf('codex').parse(value), ContractBroken);
    }
  });

  test('a program that runs what Codex types into it later, past every hook, is refused', () => {
    const hook = recordedHooks.find(({ agent }) => agent === 'codex')?.input ?? {};
    for (const command of ['bash', 'bash -i', '/bin/sh', 'python3', 'node -i', ' zsh -l ']) {
      broken('codex', { ...hook, tool_input: { command } }, /typed into it/);
    }
    actionOf({ agent: 'codex', input: { ...hook, tool_input: { command: 'bash run.sh' } } });
    actionOf({ agent: 'codex', input: { ...hook, tool_input: { command: 'node -e "1"' } } });
  });
});

test('a change that the agent cannot be given is refused', () => {
  const contract = contractOf('claude-code');
  const [first] = recordedHooks;
  const call = contract.parse({
    ...first?.input,
    tool_name: 'Write',
    tool_input: { file_path: 'a', content: 'x' },
  });
  const cwd = '/projects/shop';
  const faults: JsonObject[] = [
    { path: 'a', content: 'x', cwd: '/' },
    { path: 'a', content: 'x' },
    { path: 'a', cwd },
    { path: 'a', content: 'x', file_path: 'b', cwd },
    { path: 'a', content: 'x', contents: 'y', cwd },
    { path: 7, content: 'x', cwd },
  ];
  for (const parameters of faults) {
    assert.throws(() => inputOfAction(contract, call, parameters), ContractBroken);
  }
  const changed = { path: 'b', content: 'y', cwd };
  assert.deepEqual(inputOfAction(contract, call, changed), { file_path: 'b', content: 'y' });
});

test('only the answer of an agent that takes changes holds a changed input', () => {
  const input = { command: 'ls' };
  const carries = contracts.filter(contract =>
    JSON.stringify(contract.render({ kind: 'allow', input, notice: 'Changed.' })).includes('ls'),
  );
  const named = ['claude-code', 'copilot', 'gemini', 'opencode', 'pi'];
  assert.deepEqual(carries.map(({ agent }) => agent).toSorted(), named);
  for (const { agent, input: sent } of recordedHooks) {
    const { takesChanges } = contractOf(agent).parse({ ...sent, takesChanges: true });
    assert.equal(takesChanges, named.includes(agent), agent);
  }
  // An older plugin would run its own input.
  for (const { agent, input: sent } of recordedHooks.filter(row =>
    /opencode|pi/u.test(row.agent),
  )) {
    assert.equal(contractOf(agent).parse(sent).takesChanges, /^copilot$/u.test(agent), agent);
  }
});

test('two calls that differ are never the same action', () => {
  const hook = recordedHooks.find(({ action }) => action.tool_name === 'file.read');
  const as = (tool_input: JsonObject) =>
    actionOf({ agent: 'claude-code', input: { ...hook?.input, tool_input } });
  assert.notDeepEqual(as({ file_path: 'a' }), as({ path: 'a' }));
});

test('no answer of any agent is empty before a tool, and only an allow allows', () => {
  for (const contract of contracts) {
    const allow = JSON.stringify(contract.render({ kind: 'allow' }));
    assert.match(allow, /"allow"/, contract.agent);
    for (const kind of ['deny', 'pending'] as const) {
      const answer = JSON.stringify(contract.render({ kind, text: 'Not now.' }));
      assert.match(answer, /"deny"/, contract.agent);
      assert.match(answer, /Not now\./, contract.agent);
      assert.doesNotMatch(answer, /"(?:allow|ask)"/, contract.agent);
    }
  }
});

test('a subagent is named', () => {
  const hook = recordedHooks.find(({ input }) => 'agent_type' in input);
  assert.equal(contractOf('claude-code').parse(hook?.input ?? {}).subagent, 'Explore');
});
