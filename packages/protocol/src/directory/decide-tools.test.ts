import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Digest } from '../crypto/digest.ts';
import { Actor, systemActor } from '../value/actor.ts';
import { ApprovalRequestId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { decideDirectory } from './decide-directory.ts';
import type { DirectoryChange, DirectoryCommand } from './directory-command.ts';
import { type DirectoryState, emptyDirectory, evolveDirectory } from './directory-state.ts';
import { namesElsewhere, serversOfAgent } from './read-tools.ts';
import { parseStoreEvent } from './store-event.ts';
import { serversPerAgentMax, standingOf } from './tool-server.ts';

const now = Timestamp.parse('2026-11-16T12:00:00.000Z');
const digest = (digit: string) => Digest.parse(`sha256:${digit.repeat(64)}`);
const agent = Actor.parse({ kind: 'agent', identity: 'key-1' });
const approval_request_id = ApprovalRequestId.parse(
  `ar_${'e'.repeat(12)}4${'e'.repeat(3)}a${'e'.repeat(15)}`,
);

function after(state: DirectoryState, change: DirectoryChange, more: object = {}): DirectoryState {
  const decided = decideDirectory(
    state,
    { ...change, by: agent, ...more } as DirectoryCommand,
    now,
  );
  assert.ok(decided.ok, decided.ok ? '' : decided.refusal.code);
  return decided.events.reduce(evolveDirectory, state);
}

function codeOf(state: DirectoryState, change: DirectoryChange, more: object = {}): string {
  const decided = decideDirectory(
    state,
    { ...change, by: agent, ...more } as DirectoryCommand,
    now,
  );
  return decided.ok ? `${decided.events.length} events` : decided.refusal.code;
}

const list = (name: string, at: string, agent_id: string, tools: readonly string[]) =>
  ({
    type: 'record_tools',
    server: { name, digest: digest(at) },
    tools: tools.map(tool => ({ name: tool, definition_digest: digest('1') })),
    agent_id,
  }) as const;
const accepting = (from: string | null, to: string | null, name = 'search') =>
  ({
    type: 'accept_tools',
    server_digest: digest('a'),
    tools: [{ name, from: from && digest(from), to: to && digest(to) }],
    approval_request_id,
  }) as DirectoryChange;

describe('the record of tools', () => {
  const first = after(emptyDirectory, list('tracker', 'a', 'bot', ['search', 'close']));

  test('[TD-1] the first list of a server counts, and later lists change nothing', () => {
    const server = first.tool_servers.get(digest('a'));
    assert.deepEqual([...(server?.tools.keys() ?? [])], ['close', 'search']);
    assert.equal(codeOf(first, list('tracker', 'a', 'bot', ['other'])), '0 events');
    const second = after(first, list('tracker', 'a', 'other-bot', ['other']));
    assert.deepEqual(second.tool_servers.get(digest('a'))?.tools, server?.tools);
    assert.equal(second.tool_servers.get(digest('a'))?.agents.size, 2);
    assert.equal(codeOf(first, list('mine', 'a', 'bot', [])), 'parameter_malformed');
  });

  test('[TD-2] a definition is known, changed or new', () => {
    const server = first.tool_servers.get(digest('a')) ?? { tools: new Map() };
    const standings = [
      standingOf(server, 'search', digest('1')),
      standingOf(server, 'search', digest('2')),
      standingOf(server, 'Search', digest('1')),
    ];
    assert.deepEqual(standings, ['known', 'changed', 'new']);
  });

  test('[TD-3] another definition counts only with an approval of its kind, and from what it replaces', () => {
    assert.equal(codeOf(first, accepting('1', '2')), 'house_request_required');
    assert.equal(
      codeOf(first, accepting('1', '2'), { approved: 'roles' }),
      'house_request_required',
    );
    assert.equal(
      codeOf(first, accepting('3', '2'), { approved: 'tools' }),
      'house_change_outdated',
    );
    assert.equal(
      codeOf(first, accepting(null, '2'), { approved: 'tools' }),
      'house_change_outdated',
    );
    const accepted = after(first, accepting('1', '2'), { approved: 'tools' });
    assert.equal(accepted.tool_servers.get(digest('a'))?.tools.get('search'), digest('2'));
    const gone = after(accepted, accepting('2', null), { approved: 'tools' });
    assert.equal(gone.tool_servers.get(digest('a'))?.tools.has('search'), false);
    const added = after(gone, accepting(null, '4', 'new'), { approved: 'tools' });
    assert.equal(added.tool_servers.get(digest('a'))?.tools.get('new'), digest('4'));
  });

  test('[TD-5] an agent has a bounded number of servers', () => {
    let state = emptyDirectory;
    for (let at = 0; at < serversPerAgentMax; at++) {
      const server = {
        name: 'many',
        digest: Digest.parse(`sha256:${String(at).padStart(64, '0')}`),
      };
      state = after(state, { type: 'record_tools', server, tools: [], agent_id: 'bot' });
    }
    assert.equal(serversOfAgent(state, 'bot').length, serversPerAgentMax);
    assert.equal(codeOf(state, list('tracker', 'a', 'bot', [])), 'rate_limited');
    assert.equal(codeOf(state, list('tracker', 'a', 'other-bot', [])), '1 events');
  });

  test('[TD-2] a name is taken by another server of the same agent, and by no one else', () => {
    const more = after(first, list('wiki', 'b', 'bot', ['search']));
    const foreign = after(more, list('mail', 'c', 'other-bot', ['send']));
    assert.deepEqual([...namesElsewhere(foreign, 'bot', { name: 'wiki' })], ['close', 'search']);
    assert.deepEqual([...namesElsewhere(foreign, 'other-bot', { name: 'mail' })], []);
    const moved = after(first, list('tracker', 'd', 'bot', ['search']));
    assert.deepEqual([...namesElsewhere(moved, 'bot', { name: 'tracker' })], []);
  });

  test('[EV-6] events about tools that cannot follow make the store unreadable', () => {
    const data = { server_digest: digest('f'), agent_id: 'bot', by: systemActor };
    const unknown = parseStoreEvent({ type: 'tools.agent_added', at: now, data });
    assert.throws(() => evolveDirectory(first, unknown), /cannot follow/);
    const tools = [{ name: 'search', from: digest('9'), to: digest('2') }];
    const outdated = parseStoreEvent({
      type: 'tools.accepted',
      at: now,
      data: { server_digest: digest('a'), tools, approval_request_id, by: systemActor },
    });
    assert.throws(() => evolveDirectory(first, outdated), /cannot follow/);
  });
});
