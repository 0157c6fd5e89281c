// The hooks without Claude Code: what they answer to a call, and what they report after it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { gateAgent } from '@countersign/claude-agent-sdk';
import type { GatedCallsOptions } from '@countersign/client/tool-calls';
import { type AdapterWorld, adapterWorld, openGate } from '../../testing/adapter-world.ts';

interface Answer {
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly hookSpecificOutput?: {
    readonly permissionDecision: string;
    readonly permissionDecisionReason: string;
    readonly updatedInput?: object;
  };
}

type Hook = (input: object, id: string | undefined, more: object) => Promise<Answer>;

interface Held {
  readonly hooks: Record<string, readonly { readonly hooks: readonly Hook[] }[]>;
  readonly canUseTool?: (
    tool: string,
    input: object,
    more: object,
  ) => Promise<{
    readonly behavior: string;
    readonly message?: string;
    readonly updatedInput?: object;
  }>;
}

describe('the hooks of the Claude Agent SDK', { timeout: 300_000 }, () => {
  let world: AdapterWorld;
  before(async () => {
    world = await adapterWorld();
  });
  after(() => world.close());

  const open = async (options: GatedCallsOptions = {}, given: object = {}) => {
    const tickets: string[] = [];
    const gate = await openGate(await world.newAgent());
    const agent = gateAgent(gate, {
      onAsked: ({ approval_request_id: id }) => {
        tickets.push(id);
        if (options.mode !== 'suspend') void world.decide(id, 'allow');
      },
      ...options,
    });
    const held = agent.options(given) as Held;
    const { signal } = new AbortController();
    const call = { session_id: randomUUID(), tool_use_id: 'toolu_1', tool_input: { amount: 5 } };
    const hook = async (hook_event_name: string, change: object = {}) => {
      const [matcher] = held.hooks[hook_event_name] ?? [];
      const [callback] = matcher?.hooks ?? [];
      assert.ok(callback !== undefined);
      const input = { ...call, tool_name: 'transfer', ...change, hook_event_name };
      return callback(input, 'toolu_1', { signal });
    };
    const before = async (change?: object) => (await hook('PreToolUse', change)).hookSpecificOutput;
    const execution = async () => {
      const error = await gate
        .ticket(tickets[0] ?? '')
        .wait()
        .catch(thrown => thrown);
      return error.execution;
    };
    return { agent, before, execution, gate, held, hook, signal, tickets };
  };

  test('an approved call is allowed once, with the approved input, and its end is reported', async () => {
    for (const [event, change, outcome] of [
      ['PostToolUse', { tool_response: 'paid' }, 'succeeded'],
      ['PostToolUseFailure', { error: 'broken' }, 'failed'],
      ['PostToolUseFailure', { error: 'stopped', is_interrupt: true }, 'unknown'],
    ] as const) {
      const { before, execution, hook } = await open();
      const first = await before();
      assert.equal(first?.permissionDecision, 'allow');
      assert.deepEqual(first.updatedInput, { amount: 5 });
      await hook(event, change);
      assert.equal(await execution(), outcome);
      const second = await before();
      assert.equal(second?.permissionDecision, 'deny');
      assert.match(second.permissionDecisionReason, /already (run|started) once/);
    }
  });

  test('a call that policy denies, that is rejected or that has no id is denied', async () => {
    const { before } = await open({
      onAsked: ({ approval_request_id: id }) =>
        void world.decide(id, 'deny', { reason: 'Wrong account.' }),
    });
    for (const [change, words] of [
      [{ tool_name: 'forbidden_transfer' }, /was denied and has not run/],
      [{}, /Wrong account\./],
      [{ tool_use_id: undefined, tool_name: undefined }, /no name or no id/],
      [{ tool_input: 'text' }, /has not run/],
    ] as const) {
      const answer = await before(change);
      assert.equal(answer?.permissionDecision, 'deny');
      assert.match(answer.permissionDecisionReason, words);
    }
  });

  test('a call that waits is deferred, and allowed when the session is resumed after the approval', async () => {
    const { before, tickets } = await open({ mode: 'suspend' });
    assert.equal((await before())?.permissionDecision, 'defer');
    assert.equal((await before())?.permissionDecision, 'defer');
    assert.equal(tickets.length, 1);
    await world.decide(tickets[0] ?? '', 'allow');
    assert.equal((await before({ tool_input: { amount: 9999 } }))?.permissionDecision, 'defer');
    assert.equal((await before())?.permissionDecision, 'allow');
  });

  test('an input that another hook changed is recorded as another action', async () => {
    const { before, gate, hook, tickets } = await open();
    await before();
    await hook('PostToolUse', { tool_input: { amount: 9999 }, tool_response: 'paid' });
    const facts = await gate
      .ticket(tickets[0] ?? '')
      .wait()
      .catch(error => error);
    assert.equal(facts.execution, 'succeeded');
    const { diverged } = await world.receipts(tickets[0] ?? '');
    assert.equal(diverged, true);
  });

  test('a callback that throws denies the call and stops the agent', async () => {
    const broken = () => {
      throw new Error('the pager is broken');
    };
    for (const options of [{ onAsked: broken }, { describe: broken }]) {
      const { held, hook, signal } = await open(options);
      const answer = await hook('PreToolUse');
      assert.equal(answer.hookSpecificOutput?.permissionDecision, 'deny');
      assert.deepEqual([answer.continue, answer.stopReason], [false, 'the pager is broken']);
      const more = { signal, toolUseID: 'toolu_2' };
      const asked = await held.canUseTool?.('transfer', { amount: 5 }, more);
      assert.equal(asked?.behavior, 'deny');
    }
  });

  test('canUseTool gives what the hook has begun, and otherwise asks the gate itself', async () => {
    const { before, held, signal, tickets } = await open();
    await before();
    const begun = await held.canUseTool?.(
      'transfer',
      { amount: 9999 },
      { signal, toolUseID: 'toolu_1' },
    );
    assert.deepEqual(begun, { behavior: 'allow', updatedInput: { amount: 5 } });
    const own = await held.canUseTool?.(
      'transfer',
      { amount: 6 },
      { signal, toolUseID: 'toolu_2' },
    );
    assert.deepEqual(own, { behavior: 'allow', updatedInput: { amount: 6 } });
    assert.equal(tickets.length, 2);
    const no = await held.canUseTool?.('forbidden_x', {}, { signal, toolUseID: 'toolu_3' });
    assert.deepEqual([no?.behavior, /was denied/.test(no?.message ?? '')], ['deny', true]);
  });

  test('every hook blocks where it fails, and what could go round the gate is refused', async () => {
    const { agent, held } = await open({}, { permissionMode: 'bypassPermissions' });
    assert.equal(held.canUseTool, undefined, 'in this mode it would only be warned of');
    for (const event of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure']) {
      const [matcher] = held.hooks[event] ?? [];
      const { matcher: pattern, onFailure } = matcher as { matcher?: string; onFailure?: string };
      assert.deepEqual([pattern, onFailure], [undefined, 'block'], event);
    }
    const own = [{ hooks: [] }];
    assert.throws(() => agent.options({ hooks: { PreToolUse: own } }), /without a PreToolUse hook/);
    assert.throws(() => agent.options({ canUseTool: () => null }), /without canUseTool/);
    const kept = agent.options({ hooks: { Stop: own, PostToolUse: own } }) as Held;
    assert.equal(kept.hooks['Stop'], own);
    assert.equal(kept.hooks['PostToolUse']?.length, 2);
  });

  test('the hooks of settings files are turned off, and settings that would turn them on are refused', async () => {
    const { agent } = await open();
    const { settings } = agent.options({ settings: { model: 'sonnet' } });
    assert.deepEqual(settings, { model: 'sonnet', disableAllHooks: true });
    assert.throws(() => agent.options({ settings: 'settings.json' }), /settings as an object/);
    const on = { settings: { disableAllHooks: false } };
    assert.throws(() => agent.options(on), /leave disableAllHooks out/);
  });

  test('the page shows the example as the proof runs it', () => {
    const example = readFileSync(new URL('example.ts', import.meta.url), 'utf8');
    const page = '../../../docs/how-to/use-the-claude-agent-sdk.md';
    const text = readFileSync(new URL(page, import.meta.url), 'utf8');
    assert.ok(text.includes(`\`\`\`ts\n${example}\`\`\`\n`), 'the page differs from the example');
  });
});
