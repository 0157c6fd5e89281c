// Goal: whatever bytes a client and a server of tools send, no call reaches the server without its consume. Method: both
// sides send mutated messages through a real gate. The checker reads only the log of the server of tools, as sloppily as a
// server might, and the file of the store.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import type { Gate } from '@countersign/client';
import { embed } from '@countersign/embedded';
import {
  RequestStates,
  serverIdentity,
  serveStdio,
  ToolDefinitions,
  type Upstream,
} from '@countersign/mcp-gateway';
import { parseActionBinding } from '@countersign/protocol/action';
import { canonicalize } from '@countersign/protocol/json';
import { effort, randomFrom, seed } from '@countersign/testing';
import { mcpFolder, mcpPolicy } from './testing/mcp-session.ts';

const lines = effort({ fast: 4_000, full: 1_000_000, of: 'lines' });
/** The person of an embedded gate is known only by the conversation. */
const policy = mcpPolicy.replace(/^( *)approvers: .*$/m, '$&\n$1min_assurance: conversation');
/** A session is ended and begun again after so many lines. */
const linesPerSession = 1000;
const random = randomFrom(seed);
/** A separate source of random numbers for the decisions, so that their order does not change what the client sends. */
const chance = randomFrom(seed + 1);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const tokens = [
  '"method":"tools/call",',
  '"Method":"tools/call",',
  '"params":{"name":"pay","arguments":{"amount":1}},',
  '"name":"pay",',
  '"id":1,',
  '\r',
  '\u2028',
  '\ufeff',
  '\0',
  ',',
  '[',
  '}',
  '{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"pay"}}',
];

function message(): object {
  const id = pick([1, 2, 3, 4, 5, 6, 7, 8, 9, '1', 'a', null, -1, 2 ** 53]);
  const call = (name: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: {
      name,
      ...(random() < 0.9 ? { arguments: { amount: Math.floor(random() * 4) } } : {}),
      ...(random() < 0.2
        ? { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }
        : {}),
      ...(random() < 0.1 ? { requestState: pick(['x', 'cs1.e30.AAAA', 'cs1.']) } : {}),
      ...(random() < 0.05 ? { task: { ttl: 1 } } : {}),
    },
  });
  const kind = random();
  if (kind < 0.35) return call('read');
  if (kind < 0.4) return call(pick(['pay', 'pay', 'forbidden', 'constructor', '__proto__']));
  if (kind < 0.43)
    return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } };
  if (kind < 0.7) return { jsonrpc: '2.0', id, method: 'tools/list', params: {} };
  if (kind < 0.8) return { jsonrpc: '2.0', id, result: { content: [] } };
  return {
    jsonrpc: '2.0',
    id,
    method: pick(['ping', 'tools/Call', 'resources/list', 'x']),
    params: {},
  };
}

/** Most messages stay whole; the others lose, gain or change some characters. */
function mutated(text: string, random: () => number, tokens: readonly string[]): string {
  let result = text;
  const times = random() < 0.6 ? 0 : 1 + Math.floor(random() * 3);
  for (let time = 0; time < times; time++) {
    const at = Math.floor(random() * (result.length + 1));
    const kind = random();
    const token = tokens[Math.floor(random() * tokens.length)] ?? '';
    if (kind < 0.3) result = result.slice(0, at) + token + result.slice(at);
    else if (kind < 0.6)
      result = result.slice(0, at) + result.slice(at + 1 + Math.floor(random() * 5));
    else if (kind < 0.8)
      result = result.slice(0, at) + result.charAt(at).toUpperCase() + result.slice(at + 1);
    else result = result.slice(0, at) + result.slice(Math.max(0, at - 20), at) + result.slice(at);
  }
  return result.replaceAll('\n', ' ');
}

/** What a server of tools puts between its own words. */
const answerTokens = [
  '"id":2,',
  '"ID":5,',
  '"method":"tools/call",',
  '"result":{"content":[]},',
  '"error":{"code":1,"message":"x"},',
  ',"id":4}',
  '{"jsonrpc":"2.0","id":6,"result":{}}',
  '\u2028',
  '\r',
  '[',
  '}',
];

/** A server of tools that keeps what it gets, and answers rightly, wrongly, twice or never, in words that are changed too. */
class HostileUpstream implements Upstream {
  readonly log: Buffer[];
  #listener: Parameters<Upstream['start']>[0] | null = null;

  constructor(log: Buffer[]) {
    this.log = log;
  }

  start(listener: Parameters<Upstream['start']>[0]): void {
    this.#listener = listener;
  }

  async send(text: Buffer): Promise<void> {
    this.log.push(Buffer.from(text));
    const told = JSON.parse(text.toString('utf8')) as { id?: unknown; method?: string };
    const right = JSON.stringify({
      jsonrpc: '2.0',
      id: told.id,
      result: told.method === 'tools/list' ? { tools: [{ name: 'read' }] } : { content: [] },
    });
    const kind = chance();
    const wrong = [
      right.replace('result', 'Result'),
      '{"jsonrpc":"2.0","id":3,"result":{"content":[]}}',
      '[{"jsonrpc":"2.0","id":4,"result":{}}]',
      '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
      'noise',
    ];
    const sent =
      kind < 0.8
        ? [right]
        : kind < 0.9
          ? [right, right]
          : [wrong[Math.floor(chance() * wrong.length)] ?? '', right];
    // The right answer comes last, so that no session waits for a lost answer.
    for (const line of [mutated(right, chance, answerTokens), ...sent]) {
      await this.#listener?.message({ kind: 'line', bytes: Buffer.from(line) });
    }
    if (chance() < 0.001 && typeof told.id === 'number') this.#listener?.lost(told.id, 'it broke');
  }

  async close(): Promise<void> {
    this.#listener?.ended('closed');
  }
}

/** Every call that some server could find in what it got: any line end, any spelling. */
function callsIn(
  log: readonly Buffer[],
): readonly { readonly name: unknown; readonly given: unknown }[] {
  const found: { name: unknown; given: unknown }[] = [];
  const fold = (key: string) => key.normalize('NFKC').toLowerCase().trim();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const members = new Map(Object.entries(value).map(([key, member]) => [fold(key), member]));
    const method = members.get('method');
    if (typeof method !== 'string' || fold(method) !== 'tools/call') return;
    const params = (members.get('params') ?? {}) as Record<string, unknown>;
    const named = new Map(Object.entries(params).map(([key, member]) => [fold(key), member]));
    found.push({ name: named.get('name'), given: named.get('arguments') ?? {} });
  };
  for (const text of log) {
    for (const line of text.toString('utf8').split(/[\r\n\u0085\u2028\u2029]/u)) {
      try {
        look(JSON.parse(line));
      } catch {
        // No server reads this as a message.
      }
    }
  }
  return found;
}

interface Played {
  /** The findings of the checker: calls that reached the MCP server without their own consume. */
  readonly unconsumed: readonly string[];
  /** Lines for the client that are no message, or answer a request that it did not make. */
  readonly strange: readonly string[];
  readonly calls: number;
  readonly gated: number;
}

/** Counts the answers that a client still waits for, by their id. */
class ExpectedAnswers {
  readonly #open = new Map<string, number>();
  readonly strange: string[] = [];
  #held = '';

  sent(line: string): void {
    try {
      const { id = null } = JSON.parse(line) as { id?: unknown };
      const key = JSON.stringify(id);
      this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    } catch {
      // What is no message is answered without an id.
    }
  }

  heard(chunk: Buffer): void {
    const lines = `${this.#held}${chunk}`.split('\n');
    this.#held = lines.pop() ?? '';
    for (const line of lines) if (!this.#fits(line)) this.strange.push(line);
  }

  #fits(line: string): boolean {
    try {
      const message = JSON.parse(line) as Record<string, unknown>;
      if (message['method'] !== undefined || message['id'] === null) return true;
      const key = JSON.stringify(message['id']);
      const left = (this.#open.get(key) ?? 0) - 1;
      this.#open.set(key, left);
      return left >= 0;
    } catch {
      return false;
    }
  }
}

/** Plays sessions through a gate. A test may plant a mistake in the gate. */
async function play(lines: number, plant: (gate: Gate) => Gate = gate => gate): Promise<Played> {
  const made = mcpFolder();
  const log: Buffer[] = [];
  const strange: string[] = [];
  const embedded = await embed({
    data: join(made.folder, 'data'),
    policy: [{ name: 'policy.yaml', text: policy, layer: 'operator' }],
    agent: 'bot',
    decider: {
      person: { name: 'Ada', roles: ['reviewer'] },
      decide: async () => ({ decision: chance() < 0.7 ? 'allow' : 'deny', reason: '' }),
    },
  });
  const gate = plant(embedded);
  const server = serverIdentity('box', { command: ['box'] });
  for (let done = 0; done < lines; done += linesPerSession) {
    const input = new PassThrough();
    const output = new PassThrough();
    const expected = new ExpectedAnswers();
    output.on('data', chunk => expected.heard(chunk));
    const quiet = () => undefined;
    const served = serveStdio({
      gate,
      server,
      states: new RequestStates('a secret'),
      hold: 0.05,
      requestUrl: () => null,
      log: quiet,
      upstream: new HostileUpstream(log),
      definitions: new ToolDefinitions({ server: 'box', mode: 'allow', records: null, log: quiet }),
      input,
      output,
      bytesMax: 65_536,
      session: null,
      signal: new AbortController().signal,
    });
    for (let line = 0; line < linesPerSession; line++) {
      const text = mutated(JSON.stringify(message()), random, tokens);
      expected.sent(text);
      const bytes = Buffer.from(`${text}\n`);
      const cut = Math.floor(random() * bytes.length);
      input.write(bytes.subarray(0, cut));
      if (!input.write(bytes.subarray(cut))) {
        await new Promise(resolve => input.once('drain', resolve));
      }
      if (line % 20 === 0) await new Promise(turn => setImmediate(turn));
    }
    input.end();
    await served;
    strange.push(...expected.strange);
  }
  await embedded.close();

  const left = consumedIn(join(made.folder, 'data', 'countersign.db'));
  made.remove();
  const calls = callsIn(log);
  const gated = calls.filter(({ name }) => !/^(read|twice|slow)$/.test(String(name)));
  const unconsumed: string[] = [];
  for (const { name, given } of gated) {
    const at = left.indexOf(canonicalize([`mcp__box__${name}`, given as never]));
    if (at < 0) unconsumed.push(String(name));
    else left.splice(at, 1);
  }
  return { unconsumed, strange, calls: calls.length, gated: gated.length };
}

/** The calls that were consumed, as the file of the store has them. */
function consumedIn(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const consumed = database
    .prepare(
      `SELECT a.text AS action FROM events e
         JOIN events o ON o.stream_no = e.stream_no AND json_extract(o.text, '$.type') = 'request.opened'
         JOIN actions a ON 'sha256:' || lower(hex(a.action_digest)) = json_extract(o.text, '$.data.request.action_digest')
       WHERE json_extract(e.text, '$.type') = 'grant.consumed'`,
    )
    .all()
    .map(({ action }) => {
      const { target, parameters } = JSON.parse(String(action));
      const isPlain = !Object.hasOwn(parameters, 'more');
      return canonicalize([target.tool_name, isPlain ? parameters : parameters.arguments]);
    });
  database.close();
  return consumed;
}

describe('a gateway between a hostile client and a hostile server', { timeout: 3_600_000 }, () => {
  test('every call that reached the server was allowed by policy, or consumed an approval of its own', async () => {
    const { unconsumed, strange, calls, gated } = await play(lines);
    assert.deepEqual(unconsumed, []);
    assert.deepEqual(strange, [], 'the client gets messages, and no answer twice');
    assert.ok(calls > lines / 20, 'allowed calls passed');
    assert.ok(gated > 0, 'approved calls passed');
  });

  test('the checker finds a gate that runs a call without asking', async () => {
    const usual = { schema_version: '1.0', operation: 'tool.invoke', agent_id: 'bot' };
    const { unconsumed } = await play(linesPerSession, gate => ({
      ...gate,
      run: async (action, execute) => {
        const bound = parseActionBinding({ ...usual, subject_id: null, ...action });
        return execute(bound, { signal: new AbortController().signal });
      },
    }));
    assert.ok(unconsumed.length > 0);
  });

  test('the checker finds a gate that runs an approved call twice', async () => {
    const twice = (gate: Gate): Gate => ({
      ...gate,
      run: (action, execute, options) =>
        gate.run(
          action,
          async (approved, surroundings) => {
            await execute(approved, surroundings);
            return execute(approved, surroundings);
          },
          options,
        ),
    });
    // Which calls are approved in time depends on the machine; in some session one of them is.
    let found = 0;
    for (let sessions = 1; sessions <= 8 && found === 0; sessions++) {
      found = (await play(linesPerSession * sessions, twice)).unconsumed.length;
    }
    assert.ok(found > 0);
  });
});
