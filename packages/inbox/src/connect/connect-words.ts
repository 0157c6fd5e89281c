/** What kind of program asks. */
export type AgentKind = 'code' | 'shell' | 'mcp';

interface Connection {
  readonly kind: AgentKind;
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
  { kind: 'code', label: 'My own code', about: 'A tool function in a JavaScript program' },
  {
    kind: 'mcp',
    label: 'A client with MCP servers',
    about: 'Claude Code, Cursor, VS Code, Codex and others',
  },
  { kind: 'shell', label: 'A shell or a CI job', about: 'Any command, one at a time' },
];

/** The program of a first call. The stub returns its input: no money moves. */
export function programText({ agent, runs, origin }: Omit<Connection, 'secret'>): string {
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
export function terminalText({ kind, agent, origin, secret }: Connection): string {
  if (kind === 'mcp') {
    const file = `~/.countersign-${agent}.key`;
    return `(umask 077 && echo ${secret} > ${file})
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
  if (name === '') return 'Give the agent a name. Every card shows it.';
  if (name.toLowerCase().startsWith('countersign.'))
    return 'Names that begin with countersign. are reserved.';
  return names.test(name)
    ? null
    : 'Use letters, digits, dots, underscores and hyphens, and begin with a letter or a digit.';
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
