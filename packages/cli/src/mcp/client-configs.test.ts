import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverIdentity } from '@countersign/mcp-gateway';
import { clientConfigs } from './client-configs.ts';
import { readEntries } from './read-entries.ts';
import { unwrapConfig, wrapConfig } from './wrap-config.ts';

const gateway = { words: ['countersign', 'mcp', '--agent', 'coder'] };
const files = { command: 'npx', args: ['-y', 'server-files', '.'], env: { A: '1' } };
const url = 'https://mcp.example.com/mcp';
const headers = { Authorization: 'Bearer s' };

/** One server that is a program and one that is remote, as each client writes them down in its own file. */
const written: Readonly<Record<string, string>> = {
  'claude-code': JSON.stringify({
    numStartups: 3,
    mcpServers: { files: { type: 'stdio', ...files } },
    projects: {
      '/srv/shop': { allowedTools: [], mcpServers: { far: { type: 'http', url, headers } } },
      '/srv/blog': { allowedTools: [] },
    },
  }),
  'claude-desktop': JSON.stringify({ mcpServers: { files, far: { type: 'http', url, headers } } }),
  codex: `model = "x" # kept

[mcp_servers.files]
command = 'npx' # the package runner
args = [
  "-y", # no question
  "server-files",
  ".",
]
startup_timeout_sec = 20

[mcp_servers.files.env]
A = "1"

[mcp_servers.far]
url = "${url}"
bearer_token_env_var = "FAR_TOKEN"
enabled = true
`,
  copilot: JSON.stringify({
    mcpServers: {
      files: { type: 'local', ...files, tools: ['*'] },
      far: { type: 'http', url, headers, tools: ['*'] },
    },
  }),
  cursor: JSON.stringify({ mcpServers: { files, far: { url, headers } } }),
  gemini: JSON.stringify({
    theme: 'GitHub',
    mcpServers: { files: { ...files, trust: false }, far: { httpUrl: url, headers } },
  }),
  opencode: JSON.stringify({
    mcp: {
      files: {
        type: 'local',
        command: ['npx', '-y', 'server-files', '.'],
        environment: { A: '1' },
      },
      far: { type: 'remote', url, headers },
    },
  }),
  vscode: JSON.stringify({
    inputs: [{ id: 'token', type: 'promptString', password: true }],
    servers: {
      files: { type: 'stdio', ...files },
      far: { type: 'http', url, headers: { Authorization: `\${input:token}` } },
    },
  }),
};

describe('the configuration of each client', () => {
  test('every client that wrap knows has an example here', () => {
    assert.deepEqual(Object.keys(written).sort(), Object.keys(clientConfigs).sort());
  });

  for (const [client, form] of Object.entries(clientConfigs)) {
    test(`${client}: both servers are put behind the gate, and unwrap restores them`, () => {
      const before = written[client] ?? '';
      const { text, changed, left } = wrapConfig(before, form, gateway);
      const isLocal = client === 'claude-code';
      assert.deepEqual(changed, ['files', isLocal ? 'far in /srv/shop' : 'far']);
      assert.deepEqual(left, []);
      const servers = readEntries(text, form);
      assert.ok(servers.every(({ isBehindTheGate }) => isBehindTheGate));
      const [own, far] = servers;
      const start = (name: string) => [...gateway.words, '--name', name];
      assert.deepEqual(own?.command, [...start('files'), '--', 'npx', ...files.args]);
      assert.deepEqual(far?.command?.slice(0, 8), [...start('far'), '--url', url]);
      assert.deepEqual(own?.env, { A: '1' });
      assert.ok(!far?.command?.includes('Bearer s'), 'a secret is no word of a command');
      assert.deepEqual(wrapConfig(text, form, gateway).changed, [], 'a second time');
      const restored = unwrapConfig(text, before, form);
      assert.equal(form.syntax === 'toml' ? restored : compact(restored), before);
    });
  }

  test('the token of a remote server of Codex comes from the variable that it names', () => {
    const { text } = wrapConfig(written['codex'] ?? '', clientConfigs['codex'] as never, gateway);
    assert.ok(
      text.includes(
        '"--secret","TOKEN=env:FAR_TOKEN","--header","Authorization: Bearer {TOKEN}"]\nenv_vars = ["FAR_TOKEN"]\nenabled = true\n',
      ),
      text,
    );
    assert.ok(text.startsWith('model = "x" # kept\n'));
    assert.ok(text.includes('startup_timeout_sec = 20\n\n[mcp_servers.files.env]\nA = "1"\n'));
  });

  test('unwrapping a TOML file keeps the changes that a person made since', () => {
    const form = clientConfigs['codex'] as never;
    const before = written['codex'] ?? '';
    const { text } = wrapConfig(before, form, gateway);
    const later = `${text.replace('"x"', '"y"')}\n[mcp_servers.added]\ncommand = "new"\n`;
    const restored = unwrapConfig(later, before, form);
    assert.equal(
      restored,
      `${before.replace('"x"', '"y"')}\n[mcp_servers.added]\ncommand = "new"\n`,
    );
  });

  test('a name that the gateway does not take becomes one that it takes', () => {
    const names = ['git_hub', 'My Server', 'a__b', 'tail_', '日本'];
    const mcpServers = Object.fromEntries(names.map(name => [name, files]));
    const text = JSON.stringify({ mcpServers });
    const wrapped = wrapConfig(text, clientConfigs['cursor'] as never, gateway).text;
    const used = readEntries(wrapped, clientConfigs['cursor'] as never).map(({ command }) => {
      const name = command?.[command.indexOf('--name') + 1] ?? '';
      return serverIdentity(name, { command: ['npx'] }).name;
    });
    assert.deepEqual(used, ['git_hub', 'My-Server', 'a-b', 'tail', 'server']);
  });

  test('a server with the transport from before 2025 stays unchanged and is named', () => {
    for (const entry of [
      { type: 'sse', url: 'https://a.example/mcp' },
      { url: 'https://a.example/sse' },
    ]) {
      const text = JSON.stringify({ mcpServers: { old: entry } });
      const { changed, left } = wrapConfig(text, clientConfigs['cursor'] as never, gateway);
      assert.deepEqual([changed, left], [[], [['old', 'uses_the_old_sse_transport']]]);
    }
  });

  test('a server of Codex in another form of TOML stays unchanged and is named', () => {
    const form = clientConfigs['codex'] as never;
    for (const [lines, name] of [
      [['[mcp_servers]', 'files = { command = "npx", args = ["a"] }'], 'files'],
      [['mcp_servers.files.command = "npx"'], 'files'],
      [['[mcp_servers]', '"a b".command = "npx" # c'], 'a b'],
      [['mcp_servers = { files = { command = "npx" } }'], 'mcp_servers'],
      [['[mcp_servers.files]', 'command = """', 'npx"""'], 'files'],
    ] as const) {
      for (const end of ['\n', '\r\n']) {
        const text = lines.join(end);
        const { changed, left } = wrapConfig(text, form, gateway);
        assert.deepEqual([changed, left], [[], [[name, 'written_in_another_form']]], text);
        const [found] = readEntries(text, form);
        assert.deepEqual([found?.name, found?.isBehindTheGate], [name, false]);
      }
    }
    assert.deepEqual(wrapConfig('mcp_servers = { }\n', form, gateway).left, []);
  });

  test('tables of Codex are found with blanks, quotes, comments and other line ends', () => {
    const form = clientConfigs['codex'] as never;
    for (const title of [
      '[mcp_servers.files]',
      '[ mcp_servers . files ]',
      "[mcp_servers.'files']",
      '[mcp_servers."files"] # c',
    ]) {
      for (const end of ['\n', '\r\n']) {
        const text = [title, 'command = "npx" # runs', 'args = ["a"]', ''].join(end);
        const wrapped = wrapConfig(text, form, gateway);
        assert.deepEqual([wrapped.changed, wrapped.left], [['files'], []], text);
        assert.equal(
          wrapped.text.replaceAll('\r\n', '').includes(end === '\n' ? '\r' : '\n'),
          false,
        );
        assert.equal(unwrapConfig(wrapped.text, text, form), text);
      }
    }
  });

  test('an entry whose words cannot be read stays unchanged', () => {
    const text = JSON.stringify({ mcpServers: { odd: { command: 'npx', args: 'server' } } });
    const { changed, left } = wrapConfig(text, clientConfigs['cursor'] as never, gateway);
    assert.deepEqual([changed, left], [[], [['odd', 'not_a_server']]]);
    assert.deepEqual(wrapConfig(' \n', clientConfigs['cursor'] as never, gateway).changed, []);
  });

  test('a server of Codex whose headers cannot be taken over stays unchanged and is named', () => {
    for (const line of ['http_headers = { "X-A" = "b" }', 'bearer_token_env_var = ["x"]']) {
      const text = `[mcp_servers.far]\nurl = "${url}"\n${line}\n`;
      const { changed, left } = wrapConfig(text, clientConfigs['codex'] as never, gateway);
      assert.deepEqual([changed, left], [[], [['far', 'written_in_another_form']]]);
    }
  });
});

function compact(text: string): string {
  return JSON.stringify(JSON.parse(text));
}
