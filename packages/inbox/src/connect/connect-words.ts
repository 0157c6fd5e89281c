import { connectText } from '../language/english/connect.ts';
/** What kind of program asks. */
export type AgentKind = 'code' | 'guard' | 'shell' | 'mcp';

/** The coding agents that a guard can stand in front of, by the name that the command takes. */
export const codingAgents: readonly { readonly name: string; readonly label: string }[] = [
  { name: 'claude-code', label: 'Claude Code' },
  { name: 'codex', label: 'Codex' },
  { name: 'copilot', label: 'GitHub Copilot CLI' },
  { name: 'cursor', label: 'Cursor' },
  { name: 'gemini', label: 'Gemini CLI' },
  { name: 'opencode', label: 'OpenCode' },
  { name: 'pi', label: 'pi' },
];

interface Connection {
  readonly kind: AgentKind;
  /** Which coding agent a guard stands in front of. */
  readonly guarded: string;
  readonly agent: string;
  readonly runs: boolean;
  readonly origin: string;
  readonly secret: string;
}

export const kinds: readonly {
  readonly kind: AgentKind;
  readonly label: string;
  readonly about: string;
}[] = [
  { kind: 'code', label: connectText.ownCode, about: connectText.ownCodeAbout },
  {
    kind: 'guard',
    label: connectText.codingAgent,
    about: connectText.codingAgentAbout,
  },
  {
    kind: 'mcp',
    label: connectText.mcpClient,
    about: connectText.mcpClientAbout,
  },
  { kind: 'shell', label: connectText.shell, about: connectText.shellAbout },
];

/** The program of a first call. The stub returns its input: no money moves. */
export function programText({
  agent,
  runs,
  origin,
}: Pick<Connection, 'agent' | 'runs' | 'origin'>): string {
  const head = `import { connect } from '@countersign/client';

const gate = await connect({
  url: ${quoted(origin)},
  key: process.env.COUNTERSIGN_KEY,
  agent: ${quoted(agent)},
});
`;
  const parameters = `{
  customer: '20417', amount: '4200.00', currency: 'EUR',
}`;
  if (runs) {
    return `${head}// Your own function goes here.
const refund = gate.tool('refunds.create', async input => input);
console.log('It ran:', await refund(${parameters}));
`;
  }
  return `${head}const ticket = await gate.request({
  target: { tool_name: 'refunds.create', tool_schema_version: '1', resource: null },
  parameters: ${parameters.replaceAll('\n', '\n  ')},
});
await ticket.wait();
console.log('Decided:', ticket.outcome);
`;
}

/** An entry of the configuration of an MCP client. The gateway starts the server, and judges every call to it. */
export function configText({ agent, origin, secret }: Connection): string {
  const server = {
    command: 'npx',
    args: [
      'countersign',
      'mcp',
      '--name',
      'files',
      '--',
      'npx',
      '-y',
      '@modelcontextprotocol/server-filesystem',
      '.',
    ],
    env: { COUNTERSIGN_URL: origin, COUNTERSIGN_KEY: secret, COUNTERSIGN_AGENT: agent },
  };
  return `${JSON.stringify({ mcpServers: { files: server } }, null, 2)}\n`;
}

/** What to type, in the order in which it is typed. */
export function terminalText({ kind, guarded, agent, origin, secret }: Connection): string {
  const file = `~/.countersign-${agent}.key`;
  const keep = `(umask 077 && echo ${secret} > ${file})`;
  if (kind === 'guard') {
    return `${keep}
npx countersign guard ${guarded} --name ${agent} --key-file ${file} --url ${origin} --write
npx countersign guard check ${guarded}
`;
  }
  if (kind === 'mcp') {
    return `${keep}
npx countersign mcp wrap --client claude-code --agent ${agent} --key-file ${file} --server ${origin} --write
npx countersign mcp doctor --client claude-code
`;
  }
  const key = `export COUNTERSIGN_KEY=${secret}`;
  if (kind === 'code') return `npm install @countersign/client\n${key}\nnode agent.mjs\n`;
  return `${key}
export COUNTERSIGN_AGENT=${agent}
export COUNTERSIGN_URL=${origin}
npx countersign exec -- rm -rf first-call
`;
}

const names = /^[A-Za-z0-9][\w.-]{0,99}$/;

/** What is wrong with the name of an agent; null where nothing is. */
export function nameFault(name: string): string | null {
  if (name === '') return connectText.giveName;
  if (name.toLowerCase().startsWith('countersign.')) return connectText.reserved;
  return names.test(name) ? null : connectText.nameForm;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
