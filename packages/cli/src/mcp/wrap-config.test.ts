import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clientConfigs } from './client-configs.ts';
import { readEntries } from './read-entries.ts';
import { type ConfigForm, unwrapConfig, wrapConfig } from './wrap-config.ts';

const gateway = { words: ['countersign', 'mcp', '--agent', 'coder'] };
const usual = clientConfigs['cursor'] as ConfigForm;
const opencode = clientConfigs['opencode'] as ConfigForm;
const codex = clientConfigs['codex'] as ConfigForm;
const before = ['mcp', '--agent', 'coder', '--name'];
const startOf = (name: string) => ['countersign', ...before, name];

const config = `{
    "theme": "dark",
    "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "server-files", "."], "env": { "A": "1" } },
        "remote": { "type": "http", "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer s" } },
        "odd": { "disabled": true }
    }
}
`;

describe('wrapConfig', () => {
  test('wrapping puts the gateway before each server and changes nothing else', () => {
    const { text, changed, left } = wrapConfig(config, usual, gateway);
    const { theme, mcpServers } = JSON.parse(text);
    assert.deepEqual(
      [theme, changed, left],
      ['dark', ['files', 'remote'], [['odd', 'not_a_server']]],
    );
    assert.deepEqual(mcpServers.files, {
      command: 'countersign',
      args: [...before, 'files', '--', 'npx', '-y', 'server-files', '.'],
      env: { A: '1' },
    });
    assert.deepEqual(mcpServers.remote, {
      type: 'stdio',
      command: 'countersign',
      args: [
        ...[...before, 'remote', '--url', 'https://mcp.example.com/mcp'],
        ...['--secret', 'MCP_HEADER_0=env:MCP_HEADER_0'],
        ...['--header', 'Authorization: {MCP_HEADER_0}'],
      ],
      env: { MCP_HEADER_0: 'Bearer s' },
    });
    assert.match(text, /^ {4}"theme"/m, 'the indentation of the file');
  });

  test('wrapping a second time changes nothing', () => {
    const { text } = wrapConfig(config, usual, gateway);
    const again = wrapConfig(text, usual, gateway);
    assert.deepEqual([again.text, again.changed], [text, []]);
  });

  test('wrapping one named server changes only that server', () => {
    const { changed } = wrapConfig(config, usual, gateway, name => name === 'files');
    assert.deepEqual(changed, ['files']);
  });

  test('an entry with a list of words keeps its form', () => {
    const text = '{"mcp":{"files":{"type":"local","command":["npx","server-files"]}}}';
    const { mcp } = JSON.parse(wrapConfig(text, opencode, gateway).text);
    assert.deepEqual(mcp.files.command, [
      'countersign',
      ...before,
      'files',
      '--',
      'npx',
      'server-files',
    ]);
  });

  test('in TOML only the two lines of a server change', () => {
    const text =
      'model = "x" # kept\n\n[mcp_servers.files]\ncommand = "npx"\nargs = ["-y", "server-files"]\n\n[mcp_servers.files.env]\nA = "1"\n\n[mcp_servers.odd]\ncommand = """x"""\n\n[mcp_servers.bare]\ncommand = "bare"\n';
    const { text: after, changed, left } = wrapConfig(text, codex, gateway);
    assert.deepEqual([changed, left], [['files', 'bare'], [['odd', 'written_in_another_form']]]);
    assert.ok(
      after.includes(
        'command = "countersign"\nargs = ["mcp","--agent","coder","--name","files","--","npx","-y","server-files"]\n',
      ),
    );
    assert.ok(after.startsWith('model = "x" # kept\n'));
    assert.ok(after.includes('[mcp_servers.files.env]\nA = "1"\n'));
    assert.deepEqual(wrapConfig(after, codex, gateway).changed, []);
  });

  const commented = `\ufeff// My servers, "quoted" and { open
{
  /* for "mcpServers": { } */
  "servers": {
    "files": { // the project
      "type": "stdio",
      "command": "npx", // the package runner
      "args": ["-y", /* no question */ "server-files", "."],
      "env": { "A": "1" }, // kept
    },
    "far": {
      // the address
      "url": "https://mcp.example.com/mcp", // and its key:
      "headers": { "A": "s // no comment", },
    },
    "near": { "url": "https://b.example/mcp", "headers": {}, "x": 1 },
  },
}
`;
  const vscode = clientConfigs['vscode'] as ConfigForm;

  test('comments, blanks, commas and line ends stay where they are', () => {
    for (const original of [commented, commented.replaceAll('\n', '\r\n')]) {
      const { text, changed } = wrapConfig(original, vscode, gateway);
      assert.deepEqual(changed, ['files', 'far', 'near']);
      for (const kept of [
        '\ufeff// My servers, "quoted" and { open',
        '/* for "mcpServers": { } */',
        '"files": { // the project',
        '"command": "countersign", // the package runner',
        '"env": { "A": "1" }, // kept',
        '// the address',
        ' // and its key:',
      ]) {
        assert.ok(text.includes(kept), `${kept}\n${text}`);
      }
      assert.equal(text.includes('\r'), original.includes('\r'));
      assert.equal(/(?<!\r)\n/.test(text) && text.includes('\r'), false, 'one kind of line ends');
      const [files, far, near] = readEntries(text, vscode);
      assert.deepEqual(files?.command, [
        ...startOf('files'),
        '--',
        'npx',
        '-y',
        'server-files',
        '.',
      ]);
      assert.deepEqual(far?.env, { MCP_HEADER_0: 's // no comment' });
      assert.deepEqual(near?.command, [...startOf('near'), '--url', 'https://b.example/mcp']);
      assert.deepEqual(wrapConfig(text, vscode, gateway).changed, []);
      assert.equal(unwrapConfig(text, original, vscode), original, 'every byte is back');
    }
  });

  test('an entry whose members go in any order stays readable', () => {
    const members = [
      '"url": "https://a.example/mcp"',
      '"httpUrl": "https://a.example/mcp"',
      '"headers": { "A": "s" }',
      '"trust": true',
    ];
    for (let at = 0; at < 2 ** members.length * 2; at++) {
      const chosen = members.filter((_, bit) => (at >> bit) % 2 === 1);
      if (at % 4 === 0) continue;
      for (const list of [chosen, chosen.toReversed()]) {
        for (const line of [', ', ',\n  // note\n  ', ' /* a, b */,']) {
          const text = `{"servers": {"far": {\n  ${list.join(line)}${at >= 16 ? ',' : ''}\n}}}`;
          const wrapped = wrapConfig(text, vscode, gateway).text;
          const [far] = readEntries(wrapped, vscode);
          assert.equal(far?.isBehindTheGate, true, wrapped);
          assert.equal(unwrapConfig(wrapped, text, vscode), text);
        }
      }
    }
  });

  test('a text that is not JSON with comments is refused', () => {
    for (const text of ['{ servers: {} }', '{"servers": {} ', "{'servers': {}}", '{"a":1,"a":2}']) {
      assert.throws(() => wrapConfig(text, vscode, gateway), /not JSON/, text);
    }
  });
});

describe('unwrapConfig', () => {
  test('unwrapping restores the entry of each server and keeps later changes', () => {
    const { text } = wrapConfig(config, usual, gateway);
    const later = { ...JSON.parse(text), theme: 'light' };
    later.mcpServers.added = { command: 'new' };
    const restored = JSON.parse(unwrapConfig(JSON.stringify(later), config, usual));
    const { mcpServers } = JSON.parse(config);
    assert.deepEqual(restored, {
      theme: 'light',
      mcpServers: { ...mcpServers, added: { command: 'new' } },
    });
  });
});

test('the servers of a client are read with their words and their environment', () => {
  const toml = `model = "x"
[mcp_servers.files]
command = "countersign"
args = ["mcp", "--", "npx", "server"]
[mcp_servers.files.env]
COUNTERSIGN_KEY = "k"
[other]
command = "not a server"
[mcp_servers."plain one"]
command = "npx"
`;
  const json = JSON.stringify({
    mcp: { files: { type: 'local', command: ['npx', 'server'], environment: { A: 'b' } }, x: 7 },
  });
  assert.deepEqual(readEntries(toml, codex), [
    {
      name: 'files',
      command: ['countersign', 'mcp', '--', 'npx', 'server'],
      env: { COUNTERSIGN_KEY: 'k' },
      isBehindTheGate: true,
      title: 'files',
    },
    { name: 'plain one', title: 'plain one', command: ['npx'], env: {}, isBehindTheGate: false },
  ]);
  assert.deepEqual(readEntries(json, opencode), [
    {
      name: 'files',
      title: 'files',
      command: ['npx', 'server'],
      env: { A: 'b' },
      isBehindTheGate: false,
    },
  ]);
});
