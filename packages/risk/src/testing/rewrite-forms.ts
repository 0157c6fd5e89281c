import type { JsonObject } from '@countersign/protocol/json';
import type { SampleCall } from './sample-risk.ts';

/** Another way to say the same, or null where this call cannot be said that way. */
export interface Form {
  readonly name: string;
  readonly rewrite: (call: SampleCall) => SampleCall | null;
  /** The form itself adds a risk, such as another machine, so that harmless calls may ask in it. */
  readonly adds?: true;
}

function at(call: SampleCall, tool: string, parameters: JsonObject): SampleCall {
  return { ...call, tool, parameters };
}

/** The command of a call in one of the three forms that the workload uses. */
function commandOf({ parameters }: SampleCall): string | null {
  const { command, cmd, argv } = parameters;
  const text = command ?? cmd ?? (Array.isArray(argv) ? argv.at(-1) : undefined);
  return typeof text === 'string' ? text : null;
}

function statementOf({ parameters }: SampleCall): string | null {
  const text = parameters['sql'] ?? parameters['query'] ?? parameters['statement'];
  return typeof text === 'string' ? text : null;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What else stood beside the text: the folder a command runs in, the database of a statement. */
function beside({ parameters }: SampleCall): JsonObject {
  const kept = ['workdir', 'cwd', 'database', 'warehouse', 'params'];
  return Object.fromEntries(Object.entries(parameters).filter(([key]) => kept.includes(key)));
}

function ofCommand(
  name: string,
  form: (command: string) => readonly [tool: string, parameters: JsonObject] | null,
): Form {
  return {
    name,
    rewrite: call => {
      const command = commandOf(call);
      const made = command === null ? null : form(command);
      return made === null ? null : at(call, made[0], { ...beside(call), ...made[1] });
    },
  };
}

function ofStatement(
  name: string,
  form: (statement: string) => readonly [tool: string, parameters: JsonObject],
): Form {
  return {
    name,
    rewrite: call => {
      const statement = statementOf(call);
      if (statement === null) return null;
      const [tool, parameters] = form(statement);
      return at(call, tool, { ...beside(call), ...parameters });
    },
  };
}

const json = (value: JsonObject): string => JSON.stringify(value);

/** The command lines that carry another: it is quoted once more. */
const carriers: readonly (readonly [name: string, prefix: string])[] = [
  ['bash -lc', 'bash -lc '],
  ['sh -c', '/bin/sh -c '],
  ['eval', 'eval '],
  ['env -S', 'env -S bash -c '],
  ['timeout', 'timeout 600 bash -c '],
  ['nice', 'nice -n 10 bash -c '],
  ['flock', 'flock /tmp/lock -c '],
  ['script -c', 'script -qc '],
  ['stdbuf', 'stdbuf -oL bash -c '],
  ['busybox', 'busybox sh -c '],
  ['unshare', 'unshare -r bash -c '],
  ['watch', 'watch -n 5 '],
  ['parallel', 'parallel ::: '],
  ['su -c', 'sh -c \'exec "$0" "$@"\' bash -c '],
];

const remote: readonly (readonly [name: string, prefix: string])[] = [
  ['ssh', 'ssh build-1 '],
  ['docker exec', 'docker exec app sh -c '],
  ['kubectl exec', 'kubectl exec pod/app -- sh -c '],
  ['docker compose exec', 'docker compose exec -T app bash -lc '],
  ['nsenter', 'nsenter -t 1 -m -u -- bash -c '],
  ['systemd-run', 'systemd-run --user bash -c '],
  ['su', 'su - deploy -c '],
  ['sudo', 'sudo bash -c '],
  ['at', 'at now <<< '],
  ['vagrant ssh', 'vagrant ssh -c '],
  ['gcloud ssh', 'gcloud compute ssh vm-1 --command='],
  ['tmux', 'tmux new-session -d '],
  ['podman', 'podman exec app sh -c '],
];

function lines(text: string): number {
  return text.split('\n').length;
}

export const commandForms: readonly Form[] = [
  ofCommand('command', text => ['Bash', { command: text, description: 'Runs it' }]),
  ofCommand('cmd', text => ['exec_command', { cmd: text, yield_time_ms: 1000 }]),
  ofCommand('list of words', text => ['shell', { command: ['bash', '-lc', text] }]),
  ofCommand('action of a shell', text => [
    'local_shell_call',
    { action: { type: 'exec', command: ['bash', '-lc', text], env: {} } },
  ]),
  ofCommand('program and args', text => [
    'process.start',
    { program: '/bin/bash', args: ['-c', text] },
  ]),
  ofCommand('tool of a program', text => ['bash', { args: ['-c', text] }]),
  ofCommand('CommandLine', text => ['run_command', { CommandLine: text, Blocking: true }]),
  ofCommand('commands', text => ['run_commands', { commands: [text] }]),
  ofCommand('script', text => ['ShellTool', { script: text }]),
  ofCommand('input', text => ['terminal', { input: text }]),
  ofCommand('shell_command', text => ['execute', { shell_command: text }]),
  ofCommand('developer shell', text => ['developer__shell', { command: text }]),
  ofCommand('run step', text => ['ci.run_job', { steps: [{ name: 'one', run: text }] }]),
  ofCommand('use_mcp_tool', text => [
    'use_mcp_tool',
    { server_name: 'box', tool_name: 'run_command', arguments: json({ command: text }) },
  ]),
  ofCommand('call_tool', text => [
    'call_tool',
    { name: 'run_command', arguments: { command: text } },
  ]),
  ofCommand('tool_uses', text => [
    'multi_tool_use.parallel',
    { tool_uses: [{ recipient_name: 'functions.bash', parameters: { command: text } }] },
  ]),
  ofCommand('tool_calls', text => [
    'batch',
    { tool_calls: [{ function: { name: 'bash', arguments: json({ command: text }) } }] },
  ]),
  ofCommand('subprocess', text => [
    'python',
    { code: `import subprocess\nsubprocess.run(${JSON.stringify(text)}, shell=True, check=True)` },
  ]),
  ofCommand('subprocess by list', text => [
    'run_python',
    { code: `from subprocess import run as go\ngo(["bash", "-lc", ${JSON.stringify(text)}])` },
  ]),
  ofCommand('os.system', text => [
    'execute_code',
    { language: 'python', code: `import os\nos.system(${JSON.stringify(text)})` },
  ]),
  ofCommand('execSync', text => [
    'run_javascript',
    {
      code: `const { execSync } = require('node:child_process');\nexecSync(${JSON.stringify(text)});`,
    },
  ]),
  ofCommand('notebook !', text =>
    lines(text) > 1 ? null : ['jupyter.run_cell', { source: `!${text}` }],
  ),
  ofCommand('notebook %%bash', text => ['notebook_run_cell', { code: `%%bash\n${text}` }]),
  ...carriers.map(([name, prefix]) =>
    ofCommand(name, text => ['Bash', { command: `${prefix}${quoted(text)}` }]),
  ),
  ...remote.map(([name, prefix]) => ({
    ...ofCommand(name, text => ['Bash', { command: `${prefix}${quoted(text)}` }]),
    adds: true as const,
  })),
];

export const statementForms: readonly Form[] = [
  ofStatement('sql', text => ['execute_sql', { sql: text }]),
  ofStatement('query', text => ['mcp__postgres__query', { query: text }]),
  ofStatement('statement', text => ['db.execute', { statement: text }]),
  ofStatement('list', text => ['db.run', { statements: [text] }]),
  ofStatement('use_mcp_tool', text => [
    'use_mcp_tool',
    { server_name: 'postgres', tool_name: 'query', arguments: json({ sql: text }) },
  ]),
  ofStatement('tool_calls', text => [
    'batch',
    { tool_calls: [{ name: 'execute_sql', input: { query: text } }] },
  ]),
  ofStatement('psql -c', text => ['Bash', { command: `psql -c ${quoted(text)}` }]),
  ofStatement('here document', text => ['Bash', { command: `psql <<'SQL'\n${text}\nSQL` }]),
  ofStatement('cursor.execute', text => [
    'run_python',
    { code: `with db.cursor() as c:\n    c.execute(${JSON.stringify(text)})` },
  ]),
  ofStatement('client.query', text => [
    'run_javascript',
    { code: `const text = ${JSON.stringify(text)};\nawait client.query(text);` },
  ]),
];

export const callForms: readonly Form[] = [
  { name: 'mcp__', rewrite: call => at(call, `mcp__srv__${flat(call.tool)}`, call.parameters) },
  {
    name: 'use_mcp_tool',
    rewrite: call =>
      at(call, 'use_mcp_tool', {
        server_name: 'srv',
        tool_name: call.tool,
        arguments: json(call.parameters),
      }),
  },
  {
    name: 'call_tool',
    rewrite: call => at(call, 'call_tool', { name: call.tool, arguments: call.parameters }),
  },
  {
    name: 'mcp.call',
    rewrite: call =>
      at(call, 'mcp.call', { server: 'srv', tool: call.tool, params: call.parameters }),
  },
  {
    name: 'tool_calls',
    rewrite: call =>
      at(call, 'batch', {
        tool_calls: [{ function: { name: call.tool, arguments: json(call.parameters) } }],
      }),
  },
  {
    name: 'invocations',
    rewrite: call =>
      at(call, 'batch', { invocations: [{ tool_name: call.tool, input: call.parameters }] }),
  },
  {
    name: 'tool_uses',
    rewrite: call =>
      at(call, 'multi_tool_use.parallel', {
        tool_uses: [{ recipient_name: `functions.${call.tool}`, parameters: call.parameters }],
      }),
  },
  {
    name: 'arguments as text',
    rewrite: call => at(call, call.tool, { arguments: json(call.parameters) }),
  },
  { name: 'camel case', rewrite: call => at(call, camel(call.tool), call.parameters) },
  { name: 'dashes', rewrite: call => at(call, call.tool.replaceAll('_', '-'), call.parameters) },
];

function flat(tool: string): string {
  return tool.replaceAll(/[./:]/gu, '_');
}

function camel(tool: string): string {
  return tool.replaceAll(/[._-]([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
